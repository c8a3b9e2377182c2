"""What guilds have chosen, as far as the options still know it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from bot.ids import GuildId
from bot.recent import Answers
from bot.store import Store
from engine.option import BadOption, Option, Options, OptionValue

log = logging.getLogger(__name__)

EVERY_GAME = ""
"""The scope of what a guild chooses for all its games; else a scope is a game's id."""

KEPT_GUILDS = 4096


class Chosen:
    """Some options of every guild, read from the store once and kept."""

    def __init__(self, store: Store, scope: str, options: tuple[Option, ...], *, kept: int = KEPT_GUILDS) -> None:
        self._store = store
        self._scope = scope
        self._options = options
        self._kept = Answers(self._read, kept)

    async def get(self, guild: GuildId) -> Options:
        """What the guild has chosen, complete with defaults."""
        return await self._kept.get(guild)

    async def choose(self, guild: GuildId, option_id: str, value: OptionValue) -> Options:
        """Set one option in this guild (its default is stored as nothing); raises BadOption."""
        chosen = Options.complete(self._options, {option_id: value})
        changed = [option.spell(chosen[option.id]) for option in chosen.changed()]
        await self._set(guild, {option_id: changed[0] if changed else None})
        return await self.get(guild)

    async def reset(self, guild: GuildId, options: Iterable[Option] | None = None) -> Options:
        """These options, or all, back to their defaults."""
        await self._set(guild, {option.id: None for option in (self._options if options is None else options)})
        return await self.get(guild)

    async def _set(self, guild: GuildId, texts: Mapping[str, str | None]) -> None:
        try:
            for option_id, text in texts.items():
                await self._store.set_option(guild, self._scope, option_id, text)
        finally:
            self._kept.forget(guild)

    async def _read(self, guild: GuildId) -> Options:
        stored = await self._store.guild_options(guild)
        return complete(self._options, {o.id: stored.get((self._scope, o.id)) for o in self._options}, f"guild {guild}")


def complete(options: tuple[Option, ...], stored: Mapping[str, str | None], whose: str) -> Options:
    """The stored values with defaults for the rest, and for what an option does not take (any more)."""
    values: dict[str, OptionValue] = {}
    for option in options:
        text = stored.get(option.id)
        if text is None:
            continue
        try:
            values[option.id] = option.parse(text)
        except BadOption as error:
            log.warning("%s has %s, which is ignored", whose, error)
    return Options.complete(options, values)
