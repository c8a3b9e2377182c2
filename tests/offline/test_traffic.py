"""What the page forgets, so that a long evening does not fill the memory."""

from __future__ import annotations

import asyncio
import io
from types import SimpleNamespace
from typing import Any

import discord
import simcord
from discord.ext import commands

from bot.offline import world
from bot.offline.simulated import Traffic, publish, take_turns


def picture(name: str) -> discord.File:
    return discord.File(io.BytesIO(name.encode()), name)


async def test_pictures_that_no_message_shows_are_forgotten() -> None:
    bot = commands.Bot(commands.when_mentioned, intents=discord.Intents.default())
    env = simcord.Env(bot)
    place = world.build(env)
    await env.start()
    traffic = Traffic(env)
    channel = bot.get_channel(place.channel.id)
    message = await channel.send(file=picture("first.png"))
    replaced = message.attachments[0].url
    message = await message.edit(attachments=[picture("second.png")])
    assert traffic.unseen
    traffic.trim()
    await bot.close()
    await env.shutdown()
    assert not traffic.unseen
    assert env.backend.cdn.get(replaced) is None
    assert env.backend.cdn.get(message.attachments[0].url) == b"second.png"


async def test_events_and_requests_stay_few() -> None:
    bot = commands.Bot(commands.when_mentioned, intents=discord.Intents.default())
    env = simcord.Env(bot)
    place = world.build(env)
    await env.start()
    traffic = Traffic(env)
    channel = bot.get_channel(place.channel.id)
    for number in range(150):
        await channel.send(str(number))
    traffic.trim()
    await bot.close()
    await env.shutdown()
    assert len(env.backend.transcript) <= 100
    assert len(env.http_requests) <= 100


async def test_a_press_that_keeps_the_bot_busy_is_answered_and_shown_later() -> None:
    bot = commands.Bot(commands.when_mentioned, intents=discord.Intents.default())
    env = simcord.Env(bot)
    place = world.build(env)
    await env.start()
    traffic, busy, shown = Traffic(env), True, []

    async def act(_page: str | None, _body: Any) -> dict[str, str]:
        await bot.get_channel(place.channel.id).send("I'm at it")
        return {"settlement": "timeout"}

    async def refresh() -> None:
        if busy:
            raise TimeoutError("bot did not settle")
        shown.append("all")

    preview: Any = SimpleNamespace(_action=act, refresh=refresh, _closed=False)
    take_turns(preview, asyncio.Lock(), traffic)
    assert await preview._action("c_1", {}) == {"settlement": "timeout"}
    busy = False
    await publish(preview, traffic)
    assert shown == ["all"]
    await bot.close()
    await env.shutdown()
