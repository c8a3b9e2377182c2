"""What is compared: the real bot with its games, and the floor; each is pressed on a simulated Discord of its own."""

from __future__ import annotations

import asyncio
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import mean
from typing import Self

from benchmarks.loopback import (
    BotProcess,
    Channel,
    Interaction,
    Loopback,
    Member,
    Message,
    bot_environment,
    read_board,
    start_game,
    to_move,
)

OUTSTANDING = 16
CHANNELS_IN_A_GUILD = 20
PATIENCE_SECONDS = 4  # Discord takes no answer after three
GAME = "yatzy"


class Arm(ABC):
    """One bot in its own process, and something to press."""

    def __init__(self, name: str, discord: Loopback, bot: BotProcess, seed: int) -> None:
        self.name = name
        self.discord = discord
        self.bot = bot
        self.random = Random(seed)
        self._sizes: list[int] = []

    @abstractmethod
    def begin_press(self) -> Interaction:
        """Send one press off. Raises LookupError when everything that can be pressed waits for an answer."""

    @abstractmethod
    def end_press(self, interaction: Interaction) -> None:
        """Take note that it was answered, or never will be."""

    async def press(self) -> float:
        """One press up to its answer; its latency in seconds. Raises TimeoutError, or what `begin_press` raises."""
        interaction = self.begin_press()
        try:
            answer = await asyncio.wait_for(interaction.answer, PATIENCE_SECONDS)
        finally:
            self.end_press(interaction)
            self.discord.world.forget(interaction)
        self._sizes.append(answer.size)
        return interaction.latency

    async def cpu_of(self, presses: int) -> float:
        """Seconds of the bot's CPU for one press, over so many of them, 16 outstanding."""
        before = self.bot.cpu_seconds()
        left = iter(range(presses))
        await asyncio.gather(*(self._press_each(left) for _ in range(OUTSTANDING)))
        return (self.bot.cpu_seconds() - before) / presses

    async def _press_each(self, left: Iterator[int]) -> None:
        for _ in left:
            await self.press()

    @property
    def answer_bytes(self) -> float:
        """The mean size of its answers so far."""
        return mean(self._sizes)


@dataclass(slots=True)
class Table:
    """A running game: its board and its players."""

    board: Message
    players: list[Member]


class BotArm(Arm):
    """The real bot, with games of two members that go on from press to press."""

    def __init__(self, discord: Loopback, bot: BotProcess, seed: int = 1) -> None:
        super().__init__("Parlour", discord, bot, seed)
        self.idle: list[Table] = []
        self._pressed: dict[int, Table] = {}

    @classmethod
    async def start(cls, discord: Loopback, folder: Path, games: int) -> Self:
        """A bot that keeps its database in `folder`, with so many running games, one a channel."""
        for number in range(-(-games // CHANNELS_IN_A_GUILD)):
            discord.world.add_guild(f"Guild {number}", CHANNELS_IN_A_GUILD)
        bot = await BotProcess.start(discord, bot_environment(discord, folder / "parlour.db"), folder)
        arm = cls(discord, bot)
        channels = iter(list(discord.world.channels.values())[:games])
        await asyncio.gather(*(arm._open_tables(channels) for _ in range(OUTSTANDING)))
        return arm

    async def _open_tables(self, channels: Iterator[Channel]) -> None:
        for channel in channels:
            self.idle.append(await self._open_table(channel))

    async def _open_table(self, channel: Channel) -> Table:
        players = [self.discord.world.add_member(name) for name in ("Ada", "Bo")]
        return Table(await start_game(self.discord, channel, players, GAME), players)

    def begin_press(self) -> Interaction:
        if not self.idle:
            raise LookupError("every game waits for an answer")
        table = self.idle.pop(self.random.randrange(len(self.idle)))
        board = read_board(table.board)
        assert board is not None
        press = board.some_press(self.random)
        interaction = self.discord.use(to_move(table.players, table.board), table.board, press)
        self._pressed[interaction.id] = table
        return interaction

    def end_press(self, interaction: Interaction) -> None:
        table = self._pressed.pop(interaction.id)
        if read_board(table.board):
            self.idle.append(table)


@dataclass(frozen=True, slots=True)
class FloorKind:
    """A floor's intents, and the JSON module (`stdlib` or `orjson`) that discord.py finds."""

    name: str
    intents: int
    json: str


class FloorArm(Arm):
    """The bare callback, with many copies of one board."""

    def __init__(self, name: str, discord: Loopback, bot: BotProcess, boards: list[Message]) -> None:
        super().__init__(name, discord, bot, seed=2)
        self._boards = boards
        self._member = discord.world.add_member("Ada")

    @classmethod
    async def start(cls, kind: FloorKind, discord: Loopback, folder: Path, shown: list[Message]) -> Self:
        """A floor of that kind with copies of the boards `shown`, equal ones."""
        channels = discord.world.add_guild("Guild", CHANNELS_IN_A_GUILD).channels
        boards = [copy_of(board, discord, channel) for board, channel in zip(shown, cycle(channels), strict=False)]
        place = (str(boards[0].channel.id), str(boards[0].id))
        command = (sys.executable, "-m", "benchmarks.floor", *place, str(kind.intents), kind.json)
        bot = await BotProcess.start(discord, bot_environment(discord, folder / "none.db"), folder, command)
        return cls(kind.name, discord, bot, boards)

    def begin_press(self) -> Interaction:
        message = self.random.choice(self._boards)
        board = read_board(message)
        assert board is not None
        return self.discord.use(self._member, message, self.random.choice(board.holds))

    def end_press(self, interaction: Interaction) -> None:
        """Nothing changes on the board."""


def copy_of(shown: Message, discord: Loopback, channel: Channel) -> Message:
    """The same board on another simulated Discord."""
    copied = discord.world.add_message(channel)
    copied.components = shown.components
    copied.flags = shown.flags
    return copied


async def enter_discord(stack: AsyncExitStack) -> Loopback:
    """A simulated Discord that ends with `stack`."""
    return await stack.enter_async_context(Loopback())


def end_with(stack: AsyncExitStack, arm: Arm) -> None:
    """Let the arm's bot end with `stack`."""
    stack.push_async_callback(arm.bot.end)
