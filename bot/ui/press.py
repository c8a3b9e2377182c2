"""A press as the handlers get it: the control, who pressed, and the means to answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import discord

from bot.arbiter import Arbiter
from bot.challenges import Challenges
from bot.errors import NoSession, OldBoard, UnknownControl
from bot.hints import Hints
from bot.hosting import Hosting
from bot.house_rules import HouseRules
from bot.ids import ChallengeId, ChannelId, GuildId, MessageId, SessionId, UserId
from bot.looks import Looks
from bot.pings import Pings
from bot.races import Races
from bot.reviews import Reviews
from bot.session import GameSession, Person
from bot.store import Store
from bot.strategist import Strategist
from bot.ui.answer import Answer
from bot.ui.asides import Asides
from bot.ui.boards import Boards
from bot.ui.components import Control
from bot.ui.links import jump_link
from bot.ui.odds import Odds
from bot.ui.presenter import DiscordPresenter

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Services:
    """What handlers and commands work with."""

    store: Store
    arbiter: Arbiter
    house_rules: HouseRules
    looks: Looks
    hosting: Hosting
    pings: Pings
    challenges: Challenges
    races: Races
    hints: Hints
    strategist: Strategist
    reviews: Reviews
    presenter: DiscordPresenter
    boards: Boards
    asides: Asides
    odds: Odds
    now: Callable[[], datetime]


def person_of(user: discord.abc.User) -> Person:
    """The member as somebody who sits at a table."""
    return Person(UserId(user.id), user.display_name)


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a control, or one submitted modal; while it is `aside`, it keeps no other out."""

    services: Services
    answer: Answer
    control: Control
    aside: Callable[[], AbstractContextManager[None]]
    values: tuple[str, ...] = ()

    @property
    def interaction(self) -> discord.Interaction[Any]:
        """Discord's side of it."""
        return self.answer.interaction

    @property
    def user(self) -> UserId:
        """Who pressed."""
        return UserId(self.interaction.user.id)

    @property
    def person(self) -> Person:
        """Who pressed, with a name."""
        return person_of(self.interaction.user)

    @property
    def guild(self) -> GuildId:
        """Where; raises NoSession outside a guild."""
        if self.interaction.guild_id is None:
            raise NoSession
        return GuildId(self.interaction.guild_id)

    @property
    def channel(self) -> ChannelId:
        """Where; raises NoSession when Discord names none."""
        if self.interaction.channel_id is None:
            raise NoSession
        return ChannelId(self.interaction.channel_id)

    @property
    def value(self) -> str:
        """The entry that was chosen; raises UnknownControl when there is none."""
        if not self.values:
            raise UnknownControl
        return self.values[0]

    @property
    def session_id(self) -> SessionId:
        """The session that the control belongs to; raises UnknownControl for another kind of control."""
        if not self.control.subject.isdecimal():
            raise UnknownControl
        return SessionId(int(self.control.subject))

    @property
    def challenge_id(self) -> ChallengeId:
        """The challenge that the control belongs to; raises UnknownControl for another kind of control."""
        if not self.control.subject.startswith("c"):
            raise UnknownControl
        return ChallengeId(int(self.control.subject[1:]))

    async def awaiting(self, work: Awaitable[T]) -> T:
        """The result of work that is done elsewhere, and may take minutes."""
        with self.aside():
            return await self.answer.during(work)

    async def session(self) -> GameSession:
        """The control's session; raises NoSession where the press came from another channel."""
        session = await self.services.arbiter.session(self.session_id)
        if session.channel != self.interaction.channel_id:
            raise NoSession
        return await self._noticed(session)

    async def _noticed(self, session: GameSession) -> GameSession:
        """The session, in which whoever presses is there: one who was away is back, and the board says so."""
        if not session.anybody_away:  # as for nearly every press
            return session
        seat = next((seat for seat in session.members if session.people[seat].user == self.user), None)
        if seat is None or session.status != "running" or not session.is_away(seat):
            return session
        session = await self.answer.during(self.services.arbiter.back(session.id, self.user))
        await self.answer.during(self.services.presenter.show(session))
        return session

    def is_on_board(self, session: GameSession) -> bool:
        """Whether the session's board was pressed, and no other message that tells of it."""
        return self.interaction.message is not None and self.interaction.message.id == session.message

    async def session_on_board(self) -> GameSession:
        """The session whose board was pressed; raises OldBoard when that has moved to another message."""
        session = await self.session()
        message = self.interaction.message
        if message is None:
            raise UnknownControl
        if session.message is None:
            # Pressed before the bot could note the id of the message it had just sent.
            return await self.services.arbiter.shown(session.id, MessageId(message.id))
        if session.message != message.id:
            raise OldBoard(jump_link(session))
        return session
