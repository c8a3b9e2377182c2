"""A running page: the bot, simulated Discord around it, and their common start and end."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import simcord
from discord.ext import commands

from bot.offline import clock, world
from bot.offline.simulated import Traffic, emoji_pictures, take_turns

log = logging.getLogger(__name__)

# The page calls a press that takes longer one of unknown outcome.
_SETTLE_SECONDS = 10.0
_CLOSE_SECONDS = 10.0

MakeBot = Callable[[], Awaitable[commands.Bot]]
Ready = Callable[[str], None]


async def run(make_bot: MakeBot, port: int, ready: Ready) -> None:
    """Play until Ctrl-C or SIGTERM, or until the page's "End preview session"; `ready` hears the address.

    `make_bot` is awaited outside the simulation: what it starts for good (the store's writer) is not taken for work
    of the bot that never ends. `port` 0 takes any free port, and so does a taken one.
    """
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C interrupts `asyncio.run` there
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    bot = await make_bot()
    async with simulation(bot) as (env, place):
        await _show_open_games(bot)
        async with page(env, place, port) as preview:
            ready(preview.url)
            await _first(preview.wait_closed(), stop.wait())


@asynccontextmanager
async def simulation(bot: commands.Bot) -> AsyncIterator[tuple[simcord.Env, world.World]]:
    """Simulated Discord with the bot logged in; afterwards the bot is closed, and its store with it."""
    env = simcord.Env(bot, check_errors=False, settle_timeout=_SETTLE_SECONDS)
    try:
        place = world.build(env)
        bot.owner_ids = {place.owner.id}
        await env.start()
        with env.time_context():
            yield env, place
    finally:
        await _close(bot)
        await env.shutdown()


async def _close(bot: commands.Bot) -> None:
    try:
        await asyncio.wait_for(bot.close(), _CLOSE_SECONDS)
    except TimeoutError:
        log.warning("the bot did not close within %g seconds", _CLOSE_SECONDS)


@asynccontextmanager
async def page(env: simcord.Env, place: world.World, port: int) -> AsyncIterator[simcord.Preview]:
    """The page, served, with a clock that runs."""
    lock, traffic = asyncio.Lock(), Traffic(env)
    preview = await _serve(env, place, port)
    take_turns(preview, lock, traffic)
    ticking = asyncio.create_task(clock.keep_time(env, preview, lock, traffic))
    try:
        yield preview
    finally:
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
        await preview.close()


async def _serve(env: simcord.Env, place: world.World, port: int) -> simcord.Preview:
    def preview(on: int) -> simcord.Preview:
        return env.preview(
            place.channel,
            viewers=place.members,
            layout="channel",
            timezone=clock.timezone(),
            assets=emoji_pictures(env),
            port=on,
        )

    try:
        return await preview(port).__aenter__()
    except simcord.SetupError as refused:
        if port == 0 or not isinstance(refused.__cause__, OSError):
            raise
        return await preview(0).__aenter__()


async def _show_open_games(bot: commands.Bot) -> None:
    """Post the boards of an earlier run anew: their messages went with the Discord that was simulated then."""
    if restarts := getattr(bot, "restarts", None):
        await restarts.repost_missing()


async def _first(*awaited: Awaitable[object]) -> None:
    waiting = [asyncio.ensure_future(one) for one in awaited]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for one in waiting:
        one.cancel()
