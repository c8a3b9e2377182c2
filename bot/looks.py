"""How boards look: as a guild has chosen it, and as the members at the table need it."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass

from bot.chosen import EVERY_GAME, KEPT_GUILDS, Chosen, complete
from bot.ids import GuildId, UserId
from bot.pictures.theme import THEMES
from bot.recent import Answers
from bot.session import GameSession
from bot.store import Store, StoreError
from engine.option import Options, OptionValue, choice

log = logging.getLogger(__name__)

CARD = choice("card", "Card", "picture", "text", ranked=False)
THEME = choice("theme", "Colours", *THEMES, ranked=False)
LOOKS = (CARD, THEME)
"""What a guild may choose."""

OWN_CARD = choice("card", "Card", "server", "picture", "text", ranked=False)
"""What a member may choose, for every guild; `server` is as each has it."""

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
        self._guilds = Chosen(store, EVERY_GAME, LOOKS, kept=kept_guilds)
        self._members = Answers(self._read_member, kept_members)

    async def of(self, session: GameSession) -> Look:
        """How to show the session; as text where the store cannot tell."""
        try:
            options = await self._guilds.get(session.guild)
            return Look(await self._card(session, options.word(CARD.id)), options.word(THEME.id))
        except StoreError as error:
            log.warning("session %s is shown as text: %s", session.id, error)
            return READABLE

    async def of_member(self, guild: GuildId, member: UserId) -> Look:
        """How to show a member something in this guild that nobody else sees; as text where the store cannot tell."""
        try:
            options = await self._guilds.get(guild)
            return Look(await self._readable([member], options.word(CARD.id)), options.word(THEME.id))
        except StoreError as error:
            log.warning("member %s is shown text: %s", member, error)
            return READABLE

    async def _card(self, session: GameSession, usual: str) -> str:
        """Text if anybody at the table needs it: a board is for all who sit there."""
        return await self._readable({person.user for person in session.people if person.user is not None}, usual)

    async def _readable(self, members: Collection[UserId], usual: str) -> str:
        """What all these members can read, or the only one of them wants."""
        preferred = [await self._members.get(member) for member in members]
        if "text" in preferred:
            return "text"
        return "picture" if preferred == ["picture"] else usual

    async def options(self, guild: GuildId) -> Options:
        """What the guild has chosen, complete with defaults."""
        return await self._guilds.get(guild)

    async def choose(self, guild: GuildId, option_id: str, value: OptionValue) -> Options:
        """Set one option in this guild (its default is stored as nothing); raises BadOption."""
        return await self._guilds.choose(guild, option_id, value)

    async def reset(self, guild: GuildId) -> Options:
        """Back to the defaults."""
        return await self._guilds.reset(guild)

    async def prefer(self, member: UserId, card: str) -> None:
        """Set how a member wants cards, as a value of OWN_CARD; raises BadOption."""
        OWN_CARD.check(card)
        await self._store.set_member_option(member, OWN_CARD.id, None if card == OWN_CARD.default else card)
        self._members.forget(member)

    async def _read_member(self, member: UserId) -> str:
        stored = await self._store.member_options(member)
        return complete((OWN_CARD,), stored, f"member {member}").word(OWN_CARD.id)
