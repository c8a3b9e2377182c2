"""The floor as an arm: the bare callback of benchmarks/floor.py, with many copies of one of the bot's boards."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Self

from benchmarks.arms import CHANNELS_IN_A_GUILD, Arm
from benchmarks.loopback import BotProcess, Channel, Interaction, Loopback, Message, bot_environment

BUTTON = 2


@dataclass(frozen=True, slots=True)
class FloorKind:
    """The JSON module (`stdlib` or `orjson`) that a floor's discord.py finds, and its intents (None: the bot's)."""

    name: str
    json: str
    intents: int | None = None


class FloorArm(Arm):
    """The bare callback, with many copies of one board."""

    def __init__(self, name: str, discord: Loopback, bot: BotProcess, boards: list[Message]) -> None:
        super().__init__(name, discord, bot, seed=2)
        self._boards = boards
        self._member = discord.world.add_member("Ada")

    @classmethod
    async def start(cls, kind: FloorKind, discord: Loopback, folder: Path, shown: list[Message], intents: int) -> Self:
        """A floor of that kind with copies of the boards `shown`, equal ones, of a bot with these `intents`."""
        channels = discord.world.add_guild("Guild", CHANNELS_IN_A_GUILD).channels
        boards = [copy_of(board, discord, channel) for board, channel in zip(shown, cycle(channels), strict=False)]
        place = (str(boards[0].channel.id), str(boards[0].id))
        told = str(intents if kind.intents is None else kind.intents)
        command = (sys.executable, "-m", "benchmarks.floor", *place, told, kind.json)
        bot = await BotProcess.start(discord, bot_environment(discord, folder / "none.db"), folder, command)
        return cls(kind.name, discord, bot, boards)

    def begin_press(self) -> Interaction:
        message = self.random.choice(self._boards)
        usable = [key for key, part in message.controls().items() if part["type"] == BUTTON and not part["disabled"]]
        return self.discord.press(self._member, message, self.random.choice(usable))

    def end_press(self, interaction: Interaction) -> None:
        """Nothing changes on the board."""


def copy_of(shown: Message, discord: Loopback, channel: Channel) -> Message:
    """The same board on another simulated Discord."""
    copied = discord.world.add_message(channel)
    copied.components = shown.components
    copied.flags = shown.flags
    return copied
