"""What is compared: a bot in its own process, which is pressed on a simulated Discord of its own."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random
from statistics import mean

from benchmarks.loopback import BotProcess, Interaction, Loopback

OUTSTANDING = 16
CHANNELS_IN_A_GUILD = 20
PATIENCE_SECONDS = 4  # Discord takes no answer after three


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
        return await self.answered(self.begin_press())

    async def answered(self, interaction: Interaction) -> float:
        """The latency of a press that was sent off, in seconds. Raises TimeoutError."""
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


async def enter_discord(stack: AsyncExitStack) -> Loopback:
    """A simulated Discord that ends with `stack`."""
    return await stack.enter_async_context(Loopback())


def end_with(stack: AsyncExitStack, arm: Arm) -> None:
    """Let the arm's bot end with `stack`."""
    stack.push_async_callback(arm.bot.end)
