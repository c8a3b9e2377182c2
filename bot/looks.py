"""How boards look: as a guild has chosen it, and as the members at the table need it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from bot.ids import GuildId, UserId
from bot.pictures.theme import THEMES
from bot.recent import Answers
from bot.session import GameSession
from bot.store import Store, StoreError
from engine.option import BadOption, Option, Options, OptionValue, choice

log = logging.getLogger(__name__)

CARD = choice("card", "Card", "picture", "text", ranked=False)
THEME = choice("theme", "Colours", *THEMES, ranked=False)
LOOKS = (CARD, THEME)
"""What a guild may choose."""

OWN_CARD = choice("card", "Card", "server", "picture", "text", ranked=False)
"""What a member may choose, for every guild; `server` is as each has it."""

EVERY_GAME = ""
"""The scope of what a guild chooses for all its games."""

KEPT_GUILDS = 4096
KEPT_MEMBERS = 16384


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is shown: `card` is `picture` or `text`, `theme` a key of THEMES."""

    card: str
    theme: str


READABLE = Look("text", THEME.spell(THEME.default))
"""What everybody can read, for when nobody's wishes are known."""


class Looks:
    """What guilds and members have chosen, read from the store once and kept."""

    def __init__(self, store: Store, *, kept_guilds: int = KEPT_GUILDS, kept_members: int = KEPT_MEMBERS) -> None:
        self._store = store
        self._guilds = Answers(self._read_guild, kept_guilds)
        self._members = Answers(self._read_member, kept_members)

    async def of(self, session: GameSession) -> Look:
        """How to show the session; as text where the store cannot tell."""
        try:
            options = await self._guilds.get(session.guild)
            return Look(await self._card(session, options.word(CARD.id)), options.word(THEME.id))
        except StoreError as error:
            log.warning("session %s is shown as text: %s", session.id, error)
            return READABLE

    async def _card(self, session: GameSession, usual: str) -> str:
        """Text if anybody at the table needs it: a board is for all who sit there. A picture for one who sits alone."""
        members = {person.user for person in session.people if person.user is not None}
        preferred = [await self._members.get(member) for member in members]
        if "text" in preferred:
            return "text"
        return "picture" if preferred == ["picture"] else usual

    async def options(self, guild: GuildId) -> Options:
        """What the guild has chosen, complete with defaults."""
        return await self._guilds.get(guild)

    async def choose(self, guild: GuildId, option_id: str, value: OptionValue) -> Options:
        """Set one option in this guild (its default is stored as nothing); raises BadOption."""
        Options.complete(LOOKS, {option_id: value})
        option = next(o for o in LOOKS if o.id == option_id)
        await self._set(guild, option_id, None if value == option.default else option.spell(value))
        return await self.options(guild)

    async def reset(self, guild: GuildId) -> Options:
        """Back to the defaults."""
        for option in LOOKS:
            await self._set(guild, option.id, None)
        return await self.options(guild)

    async def _set(self, guild: GuildId, option_id: str, text: str | None) -> None:
        await self._store.set_option(guild, EVERY_GAME, option_id, text)
        self._guilds.forget(guild)

    async def prefer(self, member: UserId, card: str) -> None:
        """Set how a member wants cards, as a value of OWN_CARD; raises BadOption."""
        OWN_CARD.check(card)
        await self._store.set_member_option(member, OWN_CARD.id, None if card == OWN_CARD.default else card)
        self._members.forget(member)

    async def _read_guild(self, guild: GuildId) -> Options:
        stored = await self._store.guild_options(guild)
        return _complete(LOOKS, {o.id: stored.get((EVERY_GAME, o.id)) for o in LOOKS}, f"guild {guild}")

    async def _read_member(self, member: UserId) -> str:
        stored = await self._store.member_options(member)
        return _complete((OWN_CARD,), {OWN_CARD.id: stored.get(OWN_CARD.id)}, f"member {member}").word(OWN_CARD.id)


def _complete(options: tuple[Option, ...], stored: Mapping[str, str | None], whose: str) -> Options:
    """The stored values with defaults for the rest, and for what an option does not take (any more)."""
    values: dict[str, OptionValue] = {}
    for option in options:
        text = stored[option.id]
        if text is None:
            continue
        try:
            values[option.id] = option.parse(text)
        except BadOption as error:
            log.warning("%s has %s, which is ignored", whose, error)
    return Options.complete(options, values)
