"""ParlourBot: wires the parts together, and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import discord
from discord.ext import commands

from bot import commands as slash
from bot.arbiter import Arbiter
from bot.attendance import Attendance
from bot.bumping import Bumping
from bot.challenges import Challenges
from bot.clock import Clock
from bot.commands.owner import Owner
from bot.computers import Computers
from bot.config import Settings
from bot.deals import Deals
from bot.dice_emojis import DiceEmojis
from bot.guild_events import GuildEvents
from bot.hints import Hints
from bot.hosting import Hosting
from bot.house_rules import HouseRules
from bot.ids import GuildId
from bot.looks import Looks
from bot.pictures.drawer import Drawer
from bot.pings import Pings
from bot.policies import place
from bot.races import Races
from bot.restarts import Restarts
from bot.reviews import Reviews
from bot.session import GameSession
from bot.sessions import fair_dice
from bot.solving import Solver, SolverProcess
from bot.store import Store
from bot.strategies import Strategies
from bot.strategist import Strategist
from bot.text.help import welcome_text
from bot.ui.admission import Admission, RefusalGate
from bot.ui.asides import Asides
from bot.ui.boards import Boards
from bot.ui.circuit import Circuit
from bot.ui.odds import Odds
from bot.ui.presenter import DiscordPresenter
from bot.ui.press import Services
from bot.ui.presses import Dispatcher
from bot.ui.retries import Retries
from bot.wire import NO_MENTIONS, count_responses, lighten, point_at
from engine.game import Chance

log = logging.getLogger(__name__)


class ParlourBot(commands.Bot):
    """The bot: slash commands, presses, and mention commands for its owner."""

    arbiter: Arbiter
    restarts: Restarts

    def __init__(
        self,
        settings: Settings,
        store: Store | None = None,
        *,
        intents: discord.Intents | None = None,
        chance: Callable[[GameSession], Chance] = fair_dice,
        solver: Solver | None = None,
        strategist: Strategist | None = None,
    ) -> None:
        owners = {"owner_ids": set(settings.owner_ids)} if settings.owner_ids else {}
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=slash.GuardedTree,
            intents=intents or discord.Intents(guilds=True, guild_messages=True, members=settings.members_intent),
            allowed_mentions=NO_MENTIONS,
            max_messages=None,
            **owners,  # type: ignore[arg-type]
        )
        self._settings = settings
        self._store = store
        self._chance = chance
        self._solver = solver
        self._strategist = strategist
        self._computers: Computers | None = None
        self._deals: Deals | None = None
        self._reviews: Reviews | None = None
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
        self.restarts = Restarts(store, services.arbiter, services.presenter)
        self._dispatcher = Dispatcher(services, self._admission(), RefusalGate(now=services.now))
        await self.add_cog(Owner(self, services.arbiter))
        assert isinstance(self.tree, slash.GuardedTree)
        self.tree.guards.append(self._dispatcher.takes)
        slash.install(self.tree, services)
        log.info("%s sessions are open", await self.restarts.restore())
        attendance = Attendance(services, self)
        self._clock = Clock(services, attendance, is_reachable=self._is_reachable)
        await self.add_cog(GuildEvents(self, attendance, self._clock, Bumping(services)))
        await self._clock.start()
        self._computers = Computers(services)
        self._computers.start()
        self.dice_emojis.start(self)
        await self.tree.sync()

    def _services(self, store: Store) -> Services:
        # discord.utils.utcnow is also the clock that simulated Discord moves.
        now = discord.utils.utcnow
        looks = Looks(store)
        hosting, odds = Hosting(store), Odds()
        boards = Boards(looks, hosting, Drawer(), self.dice_emojis, odds, now=now)
        circuit = Circuit(now=now)
        count_responses(self, circuit.count)
        presenter = DiscordPresenter(self, boards, circuit, Retries(now=now))
        challenges = Challenges(store, now=now, lifetime=timedelta(minutes=self._settings.challenge_minutes))
        lobby_lifetime = timedelta(minutes=self._settings.lobby_minutes)
        solver = self._solver = self._solver or SolverProcess()
        deals = self._deals = Deals(store, solver)
        strategist = self._strategist = self._strategist or Strategies(place.folder(self._settings))
        arbiter = Arbiter(store, strategist, now=now, chance=self._chance, deals=deals, lobby_lifetime=lobby_lifetime)
        pings = Pings(store, hosting, now=now)
        house_rules, hints = HouseRules(store), Hints(solver)
        races, asides = Races(store, arbiter, deals, now=now, chance=self._chance), Asides()
        reviews = self._reviews = Reviews(strategist, arbiter, presenter)
        boards.shown = reviews.shown
        return Services(
            store,
            arbiter,
            house_rules,
            looks,
            hosting,
            pings,
            challenges,
            races,
            hints,
            strategist,
            reviews,
            presenter,
            boards,
            asides,
            odds,
            now,
        )

    def _admission(self) -> Admission:
        settings = self._settings
        return Admission(settings.presses_in_flight, settings.presses_waiting, now=discord.utils.utcnow)

    def _is_reachable(self, guild_id: GuildId) -> bool:
        """Whether the bot is in that server, as far as can be told, and the server has no outage."""
        guild = self.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Every press; commands are the tree's."""
        if self._dispatcher is not None:
            await self._dispatcher.dispatch(interaction)

    async def on_app_command_completion(self, interaction: discord.Interaction[Any], command: Any) -> None:
        """A command was answered; where the bot lacks permissions, /board says so each time."""
        if self._dispatcher is not None:
            await self._dispatcher.tell_what_is_missing(interaction, asked=command.name == "board")

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
        if self._computers is not None:
            await self._computers.stop()
        if self._clock is not None:
            await self._clock.stop()
        if self._reviews is not None:
            await self._reviews.close()
        if self._deals is not None:
            await self._deals.close()
        if self._solver is not None:
            await self._solver.close()
        if self._strategist is not None:
            await self._strategist.close()
        await self.dice_emojis.stop()
        await super().close()
        if self._store is not None:
            await self._store.close()
            self._store = None
