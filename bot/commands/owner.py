"""What only the bot's owner can ask, in words: `@Parlour sync` and `@Parlour status`."""

from __future__ import annotations

import logging
import math

import discord
from discord.ext import commands

from bot.arbiter import Arbiter

log = logging.getLogger(__name__)

Context = commands.Context[commands.Bot]


class Owner(commands.Cog):
    """Text commands by mention; anybody else is told nothing."""

    def __init__(self, bot: commands.Bot, arbiter: Arbiter) -> None:
        self._bot = bot
        self._arbiter = arbiter

    async def cog_check(self, ctx: Context) -> bool:  # type: ignore[override]
        """Only the owner."""
        return await self._bot.is_owner(ctx.author)

    @commands.command()
    async def sync(self, ctx: Context) -> None:
        """Register the slash commands with Discord."""
        try:
            said = f"{len(await self._bot.tree.sync())} commands are registered."
        except discord.DiscordException as error:
            log.warning("the commands could not be registered: %s", error)
            said = "Discord would not register the commands; the log says why."
        await ctx.reply(said, mention_author=False)

    @commands.command()
    async def status(self, ctx: Context) -> None:
        """Say how the bot is doing."""
        running, lobbies = await self._arbiter.count()
        # Before the first heartbeat the latency is not a number.
        latency = self._bot.latency * 1000
        delay = f"{latency:.0f} ms to Discord" if not math.isnan(latency) else "no heartbeat yet"
        await ctx.reply(
            f"Servers: {len(self._bot.guilds)} · running games: {running} · open lobbies: {lobbies} · {delay}.",
            mention_author=False,
        )
