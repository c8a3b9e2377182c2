"""Opening a game where the guild hosts games, in answer to an interaction, and starting it where nobody is awaited."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

import discord

from bot.errors import NoDealYet, NoSession, Refusal, TooManyGames
from bot.ids import ChannelId, GuildId, MessageId, SessionId
from bot.session import GameSession, Person
from bot.text.sentences import sentence
from bot.ui.answer import Answer
from bot.ui.lost import describe
from bot.ui.press import Services
from bot.ui.trouble import LOST, NOT_TAKEN
from engine.game import AnyGame, Options

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is to be: a channel, or a thread of one (its `parent`), whose rules it then follows."""

    guild: GuildId
    channel: ChannelId
    parent: ChannelId | None = None

    @classmethod
    def of(cls, interaction: discord.Interaction[Any]) -> Place:
        """Where the interaction is; raises NoSession outside a guild."""
        if interaction.guild_id is None or interaction.channel_id is None:
            raise NoSession
        channel = interaction.channel
        parent = ChannelId(channel.parent_id) if isinstance(channel, discord.Thread) else None
        return cls(GuildId(interaction.guild_id), ChannelId(interaction.channel_id), parent)

    def thread(self, thread: int) -> Place:
        """A thread that has been made in this channel."""
        return Place(self.guild, ChannelId(thread), self.parent or self.channel)


async def check_place(services: Services, place: Place) -> None:
    """Raise ChannelRefused or TooManyGames where no game could be opened now: before anything is made for one."""
    await services.hosting.check_channel(place.guild, place.channel, place.parent)
    most = await services.hosting.most_games(place.guild)
    if most is not None and await services.store.count_open(place.guild) >= most:
        raise TooManyGames(most)


class Room(Protocol):
    """Where a game opens, and how it is shown there while it does."""

    @property
    def place(self) -> Place:
        """Where that is."""

    async def post(self, session: GameSession) -> MessageId:
        """Show the session in its first message there."""

    async def revise(self, session: GameSession) -> None:
        """Show the session as it is now in that message."""

    async def announce(self, session: GameSession) -> None:
        """Tell whoever asked for the game, or everybody, what they could not see by themselves."""

    async def give_up(self) -> None:
        """Leave nothing behind, as no game opens."""


@dataclass(slots=True)
class Here:
    """The channel of the interaction: the game's first message is the answer. `why` it is not elsewhere, if it is."""

    services: Services
    answer: Answer
    why: Refusal | None = None
    message: MessageId | None = None

    @property
    def place(self) -> Place:
        """The interaction's."""
        return Place.of(self.answer.interaction)

    async def post(self, session: GameSession) -> MessageId:
        """Show the session as the answer, or through the bot where Discord takes no answer any more."""
        try:
            self.message = await self.services.boards.post(self.answer, session)
        except discord.HTTPException as error:
            log.warning("session %s is not shown as the answer: %s", session.id, error)
            posted = await self.services.presenter.post(session) if error.code in NOT_TAKEN else None
            if posted is None:
                raise
            self.message = posted
        return self.message

    async def revise(self, session: GameSession) -> None:
        """Show the session as it is now."""
        assert self.message is not None
        try:
            await self.services.boards.revise(self.answer, self.message, session)
        except LOST as error:
            log.warning("session %s is shown through the bot: %s", session.id, describe(error))
            await self.services.presenter.show(replace(session, message=self.message))

    async def announce(self, session: GameSession) -> None:
        """Tell the member privately why the game is here."""
        if self.why is not None:
            await self.answer.tell(f"I opened the game right here, without a thread. {sentence(self.why)}")

    async def give_up(self) -> None:
        """There is nothing to leave behind."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A game that is to be opened, in which `others` have their seats from the beginning.

    `at_once` starts it with those who sit there, its host first. The `table` is the guild's unless it is given.
    """

    host: Person
    game: AnyGame
    options: Options
    others: tuple[Person, ...] = ()
    at_once: bool = False
    rematch_of: SessionId | None = None
    table: Options | None = None

    @property
    def solo(self) -> bool:
        """Whether nobody else can come."""
        return self.at_once and not self.others


async def open_lobby(services: Services, answer: Answer, opening: Opening, *, room: Room | None = None) -> GameSession:
    """Post a lobby, in the answer if it is to be here.

    A lobby whose deal is not there yet has to be started. Raises as `taken`. The message with the commitment is sent
    first: its id is the nonce, and nothing is drawn before it (DESIGN 5).
    """
    room = room or Here(services, answer)
    async with taken(services, room, opening) as session:
        message = await room.post(session)
    if not opening.at_once:
        return await services.arbiter.shown(session.id, message)
    try:
        return await begin(services, room, session, message)
    except NoDealYet:
        # Nobody has to wait for it: the lobby stands there, says so, and has a Start.
        return await services.arbiter.session(session.id)


@asynccontextmanager
async def taken(services: Services, room: Room, opening: Opening) -> AsyncIterator[GameSession]:
    """The room with a new session, to be shown within; if that fails the room is free again.

    Every way to open a game leads here. Raises ChannelTaken, and ChannelRefused or TooManyGames as the guild hosts
    games.
    """
    session: GameSession | None = None
    place, table = room.place, opening.table
    try:
        await services.hosting.check_channel(place.guild, place.channel, place.parent)
        session = await services.arbiter.open_lobby(
            place.guild,
            place.channel,
            opening.host,
            opening.game,
            opening.options,
            solo=opening.solo,
            others=opening.others,
            rematch_of=opening.rematch_of,
            table=await services.house_rules.table(place.guild, opening.game) if table is None else table,
            most=await services.hosting.most_games(place.guild),
        )
        yield session
    except Exception:
        if session is not None:
            await services.arbiter.sessions.discard(session.id)
        await room.give_up()
        raise


async def begin(services: Services, room: Room, session: GameSession, message: MessageId) -> GameSession:
    """Start a lobby that has just been posted, with those who sit there, and show its board in that message."""
    await services.arbiter.shown(session.id, message)
    session = await services.arbiter.start(session.id, session.host)
    await room.revise(session)
    return session
