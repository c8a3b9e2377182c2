"""The real bot as an arm, with games that go on from press to press."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from benchmarks.arms import CHANNELS_IN_A_GUILD, OUTSTANDING, Arm
from benchmarks.loopback import (
    Board,
    BotProcess,
    Channel,
    Interaction,
    Loopback,
    Member,
    Message,
    Press,
    bot_environment,
    read_board,
    start_game,
    to_move,
)
from bot.ids import GuildId
from bot.store import Store

GAME = "yatzy"
OFFERED: dict[str, Callable[[Board], tuple[Press, ...]]] = {
    "roll": lambda board: board.rolls,
    "hold": lambda board: board.holds,
    "score": lambda board: board.boxes,
}
"""The kinds of press, and those of each that a board offers."""


@dataclass(slots=True, eq=False)
class Table:
    """A running game: its board and its players."""

    message: Message
    players: list[Member]

    @property
    def board(self) -> Board:
        """What it shows now."""
        board = read_board(self.message)
        assert board is not None, self.message.text()
        return board


class BotArm(Arm):
    """The real bot, with games of two members that go on from press to press."""

    def __init__(self, name: str, discord: Loopback, bot: BotProcess) -> None:
        super().__init__(name, discord, bot, seed=1)
        self.idle: list[Table] = []
        self._pressed: dict[int, Table] = {}

    @classmethod
    async def start(cls, name: str, discord: Loopback, folder: Path, games: int, card: str) -> Self:
        """A bot that keeps its database in `folder`, with so many running games, one a channel.

        Their cards are shown as `card`: `picture` or `text`.
        """
        for number in range(-(-games // CHANNELS_IN_A_GUILD)):
            discord.world.add_guild(f"Guild {number}", CHANNELS_IN_A_GUILD)
        database = folder / f"{card}.db"
        await choose_card(database, discord, card)
        bot = await BotProcess.start(discord, bot_environment(discord, database), folder)
        arm = cls(name, discord, bot)
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
        return self._begin(table, table.board.some_press(self.random))

    def _begin(self, table: Table, press: Press) -> Interaction:
        interaction = self.discord.use(to_move(table.players, table.message), table.message, press)
        self._pressed[interaction.id] = table
        return interaction

    def end_press(self, interaction: Interaction) -> None:
        table = self._pressed.pop(interaction.id)
        if read_board(table.message):
            self.idle.append(table)

    async def cpu_of_kind(self, kind: str) -> float:
        """Seconds of the bot's CPU for one press of a kind in OFFERED, over all tables that offer one."""
        tables = [table for table in self.idle if OFFERED[kind](table.board)]
        self.idle = [table for table in self.idle if table not in tables]
        before = self.bot.cpu_seconds()
        left = iter(tables)
        await asyncio.gather(*(self._press_tables(left, kind) for _ in range(OUTSTANDING)))
        return (self.bot.cpu_seconds() - before) / len(tables)

    async def _press_tables(self, tables: Iterator[Table], kind: str) -> None:
        for table in tables:
            await self.answered(self._begin(table, self.random.choice(OFFERED[kind](table.board))))


async def choose_card(database: Path, discord: Loopback, card: str) -> None:
    """Have cards shown as `card` in every guild."""
    store = await Store.open(str(database))
    for guild in discord.world.guilds:
        await store.set_option(GuildId(guild.id), "", "card", card)
    await store.close()
