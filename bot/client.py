"""ParlourBot: wires the parts together, and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import discord
from discord.ext import commands

from bot import commands as slash
from bot.arbiter import Arbiter, fair_dice
from bot.challenges import Challenges
from bot.clock import Clock
from bot.commands.owner import Owner
from bot.config import Settings
from bot.dice_emojis import DiceEmojis
from bot.house_rules import HouseRules
from bot.looks import Looks
from bot.pictures.drawer import Drawer
from bot.session import GameSession
from bot.store import Store
from bot.text.help import welcome_text
from bot.ui.admission import Admission, RefusalGate
from bot.ui.boards import Boards
from bot.ui.presenter import DiscordPresenter
from bot.ui.press import Services
from bot.ui.presses import Dispatcher
from bot.wire import NO_MENTIONS, lighten, point_at
from engine.game import Chance

log = logging.getLogger(__name__)


class ParlourBot(commands.Bot):
    """The bot: slash commands, presses, and mention commands for its owner."""

    arbiter: Arbiter

    def __init__(
        self,
        settings: Settings,
        store: Store | None = None,
        *,
        intents: discord.Intents | None = None,
        chance: Callable[[GameSession], Chance] = fair_dice,
    ) -> None:
        owners = {"owner_ids": set(settings.owner_ids)} if settings.owner_ids else {}
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents or discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=NO_MENTIONS,
            max_messages=None,
            **owners,  # type: ignore[arg-type]
        )
        self._settings = settings
        self._store = store
        self._chance = chance
        self._clock: Clock | None = None
        self._dispatcher: Dispatcher | None = None
        self.dice_emojis = DiceEmojis()
        point_at(settings.api_base, settings.gateway)
        lighten(self)

    async def setup_hook(self) -> None:
        """Open the store, restore what was open, and register the commands."""
        store = self._store = self._store or await Store.open(self._settings.database)
        services = self._services(store)
        self.arbiter = services.arbiter
        self._dispatcher = Dispatcher(services, self._admission(), RefusalGate(now=services.now))
        await self.add_cog(Owner(self, services.arbiter))
        slash.install(self.tree, services)
        log.info("%s sessions are open", await services.arbiter.restore())
        self._clock = self._made_clock(services)
        self._clock.start()
        self.dice_emojis.start(self)
        await self.tree.sync()

    def _services(self, store: Store) -> Services:
        # discord.utils.utcnow is also the clock that simulated Discord moves.
        now = discord.utils.utcnow
        looks = Looks(store)
        boards = Boards(looks, Drawer(), self.dice_emojis, now=now)
        presenter = DiscordPresenter(self, boards)
        challenges = Challenges(store, now=now, lifetime=timedelta(minutes=self._settings.challenge_minutes))
        arbiter = Arbiter(store, presenter, now=now, chance=self._chance)
        return Services(store, arbiter, HouseRules(store), looks, challenges, presenter, boards, now)

    def _admission(self) -> Admission:
        settings = self._settings
        return Admission(settings.presses_in_flight, settings.presses_waiting, now=discord.utils.utcnow)

    def _made_clock(self, services: Services) -> Clock:
        return Clock(
            services.arbiter,
            services.challenges,
            services.presenter,
            now=services.now,
            lobby_lifetime=timedelta(minutes=self._settings.lobby_minutes),
        )

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Every press; commands are the tree's."""
        if self._dispatcher is not None:
            await self._dispatcher.dispatch(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello where that is allowed."""
        log.info("joined guild %s", guild.id)
        channel = guild.system_channel
        if channel is None or not channel.permissions_for(guild.me).send_messages:
            return
        try:
            await channel.send(welcome_text(), allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            log.warning("guild %s could not be greeted: %s", guild.id, error)

    async def on_command_error(self, ctx: commands.Context[Any], error: commands.CommandError) -> None:
        """Mention commands are the owner's: others, and unknown words, get no answer."""
        if isinstance(error, commands.CommandNotFound | commands.CheckFailure):
            return
        log.error("%s failed", ctx.command, exc_info=error)

    async def close(self) -> None:
        """Answer what is under way, leave Discord, and close the store: its threads would keep the process alive."""
        if self._dispatcher is not None:
            await self._dispatcher.finish()
        if self._clock is not None:
            await self._clock.stop()
        await self.dice_emojis.stop()
        await super().close()
        if self._store is not None:
            await self._store.close()
            self._store = None
