"""What the page forgets, so that a long evening does not fill the memory."""

from __future__ import annotations

import io

import discord
import simcord
from discord.ext import commands

from bot.offline import world
from bot.offline.simulated import Traffic


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
