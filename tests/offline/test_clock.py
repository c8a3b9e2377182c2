"""Simulated Discord's clock follows the wall's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import discord
import pytest
import simcord
from discord.ext import commands, tasks

from bot.offline import clock, world
from bot.offline.simulated import Traffic


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the wall's clock on by so many seconds."""
    moved, real = [0.0], time.time
    monkeypatch.setattr(time, "time", lambda: real() + sum(moved))
    monkeypatch.setattr(clock, "_TICK_SECONDS", 0.01)
    return moved.append


async def test_what_the_bot_does_at_its_time_happens_and_is_published(wall: Callable[[float], None]) -> None:
    posted = asyncio.Event()
    bot = commands.Bot(commands.when_mentioned, intents=discord.Intents.default())

    @tasks.loop(minutes=10)
    async def look() -> None:
        if look.current_loop:
            await bot.get_partial_messageable(place.channel.id).send("time is up")
            posted.set()

    async def begin() -> None:
        look.start()

    bot.setup_hook = begin
    env = simcord.Env(bot)
    place = world.build(env)
    await env.start()
    async with env.preview(place.channel, viewers=place.members, layout="channel") as preview:
        lock, traffic = asyncio.Lock(), Traffic(env)
        ticking = asyncio.create_task(clock.keep_time(env, preview, lock, traffic))
        await asyncio.sleep(0)  # lets the clock start before the wall moves on
        wall(660)
        await asyncio.wait_for(posted.wait(), 30)
        async with lock:
            shown = await preview.snapshot()
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
    look.cancel()
    await bot.close()
    await env.shutdown()
    assert "time is up" in str(shown["messages"])


@pytest.mark.parametrize(
    ("zone", "shown"), [("Europe/Stockholm", "Europe/Stockholm"), ("No/Where", "UTC"), ("../etc", "UTC")]
)
def test_times_are_shown_in_this_machines_zone(monkeypatch: pytest.MonkeyPatch, zone: str, shown: str) -> None:
    monkeypatch.setenv("TZ", zone)
    assert clock.timezone() == shown
