"""The real bot as an arm, with games that go on from press to press."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from benchmarks.arms import CHANNELS_IN_A_GUILD, OUTSTANDING, Arm
from benchmarks.loopback import (
    BotProcess,
    Channel,
    Interaction,
    Loopback,
    Member,
    Message,
    Press,
    bot_environment,
    start_game,
    to_move,
)
from benchmarks.played import Played
from bot.ids import GuildId
from bot.store import Store


@dataclass(slots=True, eq=False)
class Table:
    """A running game: its board and its players."""

    message: Message
    players: list[Member]


class BotArm(Arm):
    """The real bot, with games that go on from press to press."""

    def __init__(self, name: str, discord: Loopback, bot: BotProcess, played: Played) -> None:
        super().__init__(name, discord, bot, seed=1)
        self.played = played
        self.idle: list[Table] = []
        self._pressed: dict[int, Table] = {}

    @classmethod
    async def start(cls, name: str, discord: Loopback, folder: Path, played: Played, games: int, card: str) -> Self:
        """A bot that keeps its database in `folder`, with so many running games, one a channel.

        Their cards are shown as `card`: `picture` or `text`.
        """
        for number in range(-(-games // CHANNELS_IN_A_GUILD)):
            discord.world.add_guild(f"Guild {number}", CHANNELS_IN_A_GUILD)
        database = folder / f"{played.game}-{card}.db"
        await choose_card(database, discord, card)
        bot = await BotProcess.start(discord, bot_environment(discord, database), folder)
        arm = cls(name, discord, bot, played)
        channels = iter(list(discord.world.channels.values())[:games])
        await asyncio.gather(*(arm._open_tables(channels) for _ in range(OUTSTANDING)))
        return arm

    async def _open_tables(self, channels: Iterator[Channel]) -> None:
        for channel in channels:
            self.idle.append(await self._open_table(channel))

    async def _open_table(self, channel: Channel) -> Table:
        players = [self.discord.world.add_member(name) for name in self.played.members]
        return Table(await start_game(self.discord, channel, players, self.played.game), players)

    def begin_press(self) -> Interaction:
        while self.idle:
            table = self.idle.pop(self.random.randrange(len(self.idle)))
            if press := self.played.press(table.message, self.random):
                return self._begin(table, press)
        raise LookupError("every game is over or waits for an answer")

    def _begin(self, table: Table, press: Press) -> Interaction:
        interaction = self.discord.use(to_move(table.players, table.message), table.message, press)
        self._pressed[interaction.id] = table
        return interaction

    def end_press(self, interaction: Interaction) -> None:
        table = self._pressed.pop(interaction.id)
        if interaction.original is not None and not interaction.original.private:
            table.message = interaction.original  # another one after Play again
        self.idle.append(table)

    async def cpu_of_kind(self, kind: str) -> float:
        """Seconds of the bot's CPU for one press of a kind, over all tables that offer one."""
        offered = self.played.kinds[kind]
        tables = [table for table in self.idle if offered(table.message)]
        self.idle = [table for table in self.idle if table not in tables]
        before = self.bot.cpu_seconds()
        left = iter(tables)
        await asyncio.gather(*(self._press_tables(left, kind) for _ in range(OUTSTANDING)))
        return (self.bot.cpu_seconds() - before) / len(tables)

    async def _press_tables(self, tables: Iterator[Table], kind: str) -> None:
        for table in tables:
            await self.answered(self._begin(table, self.random.choice(self.played.kinds[kind](table.message))))


async def choose_card(database: Path, discord: Loopback, card: str) -> None:
    """Have cards shown as `card` in every guild."""
    store = await Store.open(str(database))
    for guild in discord.world.guilds:
        await store.set_option(GuildId(guild.id), "", "card", card)
    await store.close()
