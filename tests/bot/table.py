"""A guild with a channel and three members around the real bot, on a database of the test's own."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord import InteractionResult, MemberActor, interactions
from simcord.backend import serializers

from bot import archive
from bot.client import ParlourBot
from bot.config import Settings
from bot.errors import NoStrategy
from bot.hosting import Hosting
from bot.house_rules import HouseRules
from bot.ids import ChannelId, GuildId, SessionId
from bot.looks import Looks
from bot.session import GameSession
from bot.sessions import fair_dice
from bot.store import Store
from bot.strategist import Advised
from engine.cards.rules import Rules
from engine.cards.solver import Solution
from engine.cards.table import Table as KlondikeTable
from engine.dice.dice_game import ROLL, DiceState
from engine.game import AnyGame, Chance, Move, Options, OptionValue
from engine.games import catalogue
from engine.match import Match
from engine.strategy import Advice
from engine.strategy.review import Review
from tests.bot.board import Board

DATABASE = "parlour.db"
TEXT_OPTION, USER_OPTION = 3, 6


def settings_for(folder: Path) -> Settings:
    """Settings with a database in this folder."""
    return Settings(database=str(folder / DATABASE))


@dataclass
class LoadedDice:
    """The next rolls and decks as they are set up; the session's own fair dice and decks when nothing is."""

    rolls: deque[str] = field(default_factory=deque)
    decks: deque[str] = field(default_factory=deque)

    def __call__(self, session: GameSession) -> Chance:
        return _Loaded(self.rolls, self.decks, fair_dice(session))


@dataclass
class _Loaded:
    rolls: deque[str]
    decks: deque[str]
    fair: Chance

    def dice(self, counter: str, count: int) -> tuple[int, ...]:
        return tuple(map(int, self.rolls.popleft())) if self.rolls else self.fair.dice(counter, count)

    def deck(self, counter: str) -> tuple[str, ...]:
        return tuple(self.decks.popleft().split()) if self.decks else self.fair.deck(counter)


@dataclass
class LoadedSolver:
    """What the solver says next, as it is set up; that it does not know, when nothing is. It notes its questions."""

    solutions: deque[Solution] = field(default_factory=deque)
    asked: list[tuple[KlondikeTable, Rules]] = field(default_factory=list)

    async def solve(self, table: KlondikeTable, rules: Rules, nodes: int) -> Solution:
        self.asked.append((table, rules))
        return self.solutions.popleft() if self.solutions else Solution("unknown")

    async def close(self) -> None:
        """There is nothing to end."""


@dataclass
class LoadedStrategist:
    """What is said of strategy next, as it is set up; when nothing is, that the box with the most points is best.

    A review that was not set up can't be had, and every seat is then as likely to win.
    """

    advised: deque[Advised] = field(default_factory=deque)
    moves: deque[str] = field(default_factory=deque)
    reviews: deque[Review] = field(default_factory=deque)
    winning: deque[tuple[float, ...]] = field(default_factory=deque)

    def check(self, game: AnyGame, options: Options) -> None:
        """Strategy is known of every game."""

    def prepare(self, game: AnyGame, options: Options) -> None:
        """There is nothing to prepare."""

    async def is_ready(self, match: Match) -> bool:
        return True

    async def advise(self, match: Match) -> Advised:
        return self.advised.popleft() if self.advised else Advised(tuple(_most_points(match.state)), "plain")

    async def choose(self, match: Match, level: str) -> Move:
        if self.moves:
            return Move(self.moves.popleft())
        return _most_points(match.state)[0].move

    async def review(self, match: Match) -> Review:
        if not self.reviews:
            raise NoStrategy
        return self.reviews.popleft()

    async def chances(self, match: Match) -> tuple[float, ...]:
        return self.winning.popleft() if self.winning else (1 / len(match.players),) * len(match.players)

    async def close(self) -> None:
        """There is nothing to end."""


def _most_points(state: DiceState) -> list[Advice]:
    found = [Advice(Move(box), score.points) for box, score in state.worth().items()]
    return sorted(found, key=lambda advice: -advice.to_come) or [Advice(ROLL, 0)]


@dataclass
class Table:
    """A guild with a channel, and three members: Ada (owner, moderator), Bo and Cleo."""

    env: simcord.Env
    guild: Any
    channel: Any
    ada: MemberActor
    bo: MemberActor
    cleo: MemberActor
    dice: LoadedDice
    solver: LoadedSolver
    strategist: LoadedStrategist
    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    @property
    def bot(self) -> Any:
        return self.env.bot

    def member(self, name: str) -> MemberActor:
        """One more member, called so."""
        number = len(self.env.backend.users)
        return self.guild.add_member(self.env.create_user(f"user{number}", global_name=name))  # type: ignore[no-any-return]

    def roll_next(self, *rolls: str) -> None:
        """Decide the next rolls: a digit a die, by position; what is held keeps its own."""
        self.dice.rolls.extend(rolls)

    async def play(self, game: str, *members: MemberActor, channel: Any = None, start: bool = True) -> Board:
        """A game by command and buttons: the first member opens it, the others join, the first starts."""
        first, *others = members or (self.ada,)
        board = self.board_of(await first.slash(channel or self.channel, "play", game=game))
        for other in others:
            await board.press(other, "Join")
        if start:
            await board.press(first, "Start")
        return board

    async def set_rule(self, game: str, **options: OptionValue) -> None:
        """House rules of the guild, from before the bot has asked for them."""
        store = await Store.open(str(self.database))
        for option, value in options.items():
            await HouseRules(store).choose(GuildId(self.guild.id), catalogue[game], option, value)
        await store.close()

    async def set_hosting(self, **options: OptionValue) -> None:
        """Where, how many and how games are hosted in the guild, from before the bot has asked for it."""
        store = await Store.open(str(self.database))
        for option, value in options.items():
            await Hosting(store).choose(GuildId(self.guild.id), option, value)
        await store.close()

    async def set_look(self, **look: str) -> None:
        """How boards look in the guild, from before the bot has asked for it."""
        store = await Store.open(str(self.database))
        for option, value in look.items():
            await Looks(store).choose(GuildId(self.guild.id), option, value)
        await store.close()

    def board_of(self, result: InteractionResult) -> Board:
        """The message that answered in public."""
        response = result.response
        assert response is not None
        assert not response.ephemeral, response.content
        return Board(self, response.channel_id, response.id)

    def at(self, message: Any) -> Board:
        return Board(self, message.channel.id if hasattr(message, "channel") else message.channel_id, message.id)

    @property
    def last(self) -> Board:
        """The newest message of the channel that everybody sees."""
        seen = [m for m in self.channel.history() if not m.flags.ephemeral]
        return self.at(seen[-1])

    def emit_slash(
        self, member: MemberActor, name: str, /, *, times: int = 1, seconds_ago: float = 0, **options: str | MemberActor
    ) -> InteractionResult:
        """Send a slash command without waiting for the answer; `env.settle()` brings it.

        A gateway may deliver one several `times`, or late.
        """
        backend = self.env.backend
        command = backend.find_command(name, self.guild.id)
        assert command is not None
        typed: list[dict[str, Any]] = []
        resolved: dict[str, Any] = {}
        for key, value in options.items():
            if isinstance(value, str):
                typed.append({"name": key, "type": TEXT_OPTION, "value": value})
            else:
                typed.append({"name": key, "type": USER_OPTION, "value": str(value.id)})
                resolved |= self._resolved(value)
        data = {"id": command["id"], "name": name, "type": 1, "options": typed, "resolved": resolved}
        record, payload = interactions.base_payload(
            backend, type=2, channel_id=self.channel.id, guild_id=self.guild.id, user_id=member.id, data=data
        )
        if seconds_ago:
            payload["id"] = str(discord.utils.time_snowflake(self.env.now() - timedelta(seconds=seconds_ago)))
        for _ in range(times):
            backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.env, record)

    def _resolved(self, member: MemberActor) -> dict[str, Any]:
        """What Discord tells of a member whom a command names."""
        backend, key = self.env.backend, str(member.id)
        guild = backend.get_guild(self.guild.id)
        told: dict[str, Any] = {**serializers.member_payload(backend, guild, guild.members[member.id])}
        told["permissions"] = str(backend.compute_permissions(guild.id, member.id, self.channel.id))
        user = told.pop("user")
        return {"users": {key: user}, "members": {key: told}}

    async def session(self, channel: Any = None) -> GameSession:
        """The session in the channel, as the bot has it."""
        return await self.bot.arbiter.in_channel(ChannelId((channel or self.channel).id))  # type: ignore[no-any-return]

    async def stored(self, session_id: int = 1) -> GameSession:
        """The session as another process would read it."""
        store = await Store.open(str(self.database))
        loaded = await store.load_session(SessionId(session_id))
        await store.close()
        assert loaded is not None
        return archive.from_rows(*loaded)

    def rows(self) -> Sequence[str]:
        """Everything that the database holds, but for the numbers that it has given out, and when that was noted."""
        with closing(sqlite3.connect(self.database)) as connection:
            return [row for row in connection.iterdump() if "sqlite_sequence" not in row and '"awake"' not in row]

    def lose_the_answer(self) -> None:
        """Discord takes neither the next answer nor an edit: a member sees what they see when the bot dies instead."""
        self.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
        self.env.inject_error("PATCH", "/channels/*/messages/*", status=500)

    async def restart(self, **settings: Any) -> None:
        """The bot ends, and another one begins with the same database, and these settings changed."""
        await self.bot.close()
        bot = ParlourBot(
            replace(settings_for(self.folder), **settings),
            chance=self.dice,
            solver=self.solver,
            strategist=self.strategist,
        )
        await self.env.restart_bot(bot)
