"""Simulated Discord's clock stands still by itself: this one makes it follow the wall."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from datetime import timedelta
from zoneinfo import ZoneInfo

import simcord

from bot.offline.simulated import Traffic, publish

log = logging.getLogger(__name__)

_TICK_SECONDS = 1.0
_A_DAY = timedelta(days=1).total_seconds()


def present(epoch: float) -> float:
    """The moment that simulated Discord should show now, in seconds since 1970, always after its own `epoch`.

    Message ids are made of it, so it must never stand still from one run to the next: a machine whose clock is
    behind the epoch gets a time as far beyond it.
    """
    wall = time.time()
    return wall if wall > epoch else epoch + _A_DAY + wall


async def keep_time(env: simcord.Env, preview: simcord.Preview, lock: asyncio.Lock, traffic: Traffic) -> None:
    """Move the clock on every second, and publish what the bot did by itself (a deadline, a lobby that closed)."""
    shift = env.now().timestamp() - time.time()
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        async with lock:
            await _tick(env, preview, traffic, time.time() + shift)


async def _tick(env: simcord.Env, preview: simcord.Preview, traffic: Traffic, moment: float) -> None:
    try:
        await env.advance_time(max(0.0, moment - env.now().timestamp()))
        await publish(preview, traffic)
    except (TimeoutError, simcord.SetupError) as error:
        # The bot is busy, or the page is closing: what is left to move is moved by a later tick.
        log.warning("simulated Discord's clock lags: %s", str(error).partition("\n")[0])
    except Exception:
        log.exception("simulated Discord's clock stumbled")


def timezone() -> str:
    """The name of this machine's time zone, for the times beside the messages; UTC if it has no plain name."""
    name = os.environ.get("TZ") or os.path.realpath("/etc/localtime").partition("/zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (KeyError, OSError, ValueError):  # unknown, unreadable, no name
        return "UTC"
