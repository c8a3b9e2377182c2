"""House rules: what a guild has chosen for its games, as far as the games still know it."""

from __future__ import annotations

import logging

from bot.ids import GuildId
from bot.recent import Answers
from bot.store import Store
from engine.game import AnyGame, BadOption, Options, OptionValue

log = logging.getLogger(__name__)

KEPT_GUILDS = 4096


class HouseRules:
    """The options of every guild, read from the store once and kept."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._chosen = Answers(store.guild_options, KEPT_GUILDS)

    async def options(self, guild: GuildId, game: AnyGame) -> Options:
        """The game's complete options in this guild."""
        chosen = await self._chosen.get(guild)
        values: dict[str, OptionValue] = {}
        for option in game.options:
            text = chosen.get((game.id, option.id))
            if text is None:
                continue
            try:
                values[option.id] = option.parse(text)
            except BadOption as error:
                log.warning("guild %s has %s, which is ignored", guild, error)
        return game.complete(values)

    async def choose(self, guild: GuildId, game: AnyGame, option_id: str, value: OptionValue) -> Options:
        """Set one option of a game in this guild (its default is stored as nothing); raises BadOption."""
        options = game.complete({**await self.options(guild, game), option_id: value})
        option = next(o for o in game.options if o.id == option_id)
        text = None if value == option.default else option.spell(value)
        await self._store.set_option(guild, game.id, option_id, text)
        self._chosen.forget(guild)
        return options

    async def reset(self, guild: GuildId, game: AnyGame) -> Options:
        """Back to the game's defaults."""
        try:
            for option in game.options:
                await self._store.set_option(guild, game.id, option.id, None)
        finally:
            self._chosen.forget(guild)
        return game.complete()
