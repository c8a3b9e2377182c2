"""`python -m bot run`: the bot on Discord, until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from contextlib import suppress

import aiohttp
import discord

from bot.client import ParlourBot
from bot.config import ConfigError, Secret, Settings
from bot.store.errors import StoreError

__all__ = ["run", "set_up_logging"]

# Their DEBUG lines hold tokens (discord.py's HTTP and gateway) and the dice's secrets (aiosqlite's parameters).
TELLTALES = ("discord", "aiosqlite")


def run(settings: Settings, token: Secret) -> int:
    """Serve until SIGINT or SIGTERM; returns the exit status. Raises ConfigError for what Discord refuses."""
    set_up_logging(settings.log_level)
    try:
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            runner.run(_serve(settings, token))
    except discord.LoginFailure:
        raise ConfigError(
            f'{token.source} = "(hidden)": Discord refuses this token: reset it in the developer portal (Bot, Reset '
            f"Token) and put the new one here"
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise ConfigError(
            "discord.members_intent = true: Discord refuses it: switch on the Server Members Intent in the developer "
            "portal (Bot), or set this to false"
        ) from None
    except (StoreError, OSError, aiohttp.ClientError, discord.DiscordException) as error:
        print(f"Parlour cannot run: {str(error) or type(error).__name__}", file=sys.stderr)
        return 1
    return 0


def set_up_logging(level: str) -> None:
    """Log to stderr from `level` (a name in capitals) on, without the lines that give secrets away."""
    discord.utils.setup_logging(level=logging.getLevelNamesMapping()[level], root=True)
    for name in TELLTALES:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


async def _serve(settings: Settings, token: Secret) -> None:
    """Run the bot; a signal closes it in order: presses under way are answered, and the store is closed."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    _spare_the_collector()
    async with ParlourBot(settings) as bot:
        serving = asyncio.create_task(bot.start(token.get_secret_value()))
        stopping = asyncio.create_task(stopped.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not serving.done():
            serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving


def _spare_the_collector() -> None:
    """What is loaded by now stays: the garbage collector need not look through it again at every few presses."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def _new_loop() -> asyncio.AbstractEventLoop:
    """The event loop of uvloop, with which a press costs a tenth less CPU; it is not there for Windows."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop  # noqa: PLC0415

    return uvloop.new_event_loop()
