"""The application's emojis, by way of discord.py; and buttons that show one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import discord as discord_py
import pytest
from discord.http import Route

from benchmarks.loopback import Loopback
from benchmarks.loopback.process import token

PNG = b"\x89PNG\r\n\x1a\n" + bytes(24)


@pytest.fixture
async def client(discord: Loopback, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[discord_py.Client]:
    monkeypatch.setattr(Route, "BASE", discord.api_base)
    async with discord_py.Client(intents=discord_py.Intents.none()) as client:
        await client.login(token(discord.world.application_id))
        yield client


async def test_emojis_are_added_listed_and_deleted(client: discord_py.Client) -> None:
    added = await client.create_application_emoji(name="die_1", image=PNG)
    assert [emoji.name for emoji in await client.fetch_application_emojis()] == ["die_1"]
    await added.delete()
    assert await client.fetch_application_emojis() == []
    with pytest.raises(discord_py.NotFound):
        await added.delete()


@pytest.mark.parametrize("name", ["die_1", "d", "die 2"])
async def test_a_name_that_is_taken_or_is_none_is_refused(client: discord_py.Client, name: str) -> None:
    await client.create_application_emoji(name="die_1", image=PNG)
    with pytest.raises(discord_py.HTTPException, match="50035"):
        await client.create_application_emoji(name=name, image=PNG)


async def test_an_emoji_of_more_than_256_kilobytes_is_refused(client: discord_py.Client) -> None:
    with pytest.raises(discord_py.HTTPException, match="50035"):
        await client.create_application_emoji(name="die_1", image=PNG + bytes(2**18))


async def test_a_button_shows_an_emoji_as_long_as_there_is_one(
    client: discord_py.Client, discord: Loopback, http: aiohttp.ClientSession
) -> None:
    emoji = await client.create_application_emoji(name="die_1", image=PNG)
    channel = discord.world.add_guild("The Parlour").channels[0]
    shown = {"id": str(emoji.id), "name": emoji.name}
    button = {"type": 2, "style": 2, "label": "1", "custom_id": "h1+", "emoji": shown}
    body = {"flags": 1 << 15, "components": [{"type": 1, "components": [button]}]}
    address = f"{discord.api_base}/channels/{channel.id}/messages"
    async with http.post(address, json=body) as response:
        assert response.status == 200
    await emoji.delete()
    async with http.post(address, json=body) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50035)
