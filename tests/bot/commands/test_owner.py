"""`@Parlour sync` and `@Parlour status`: for the bot's owner, in words; nobody else hears anything."""

from __future__ import annotations

from contextlib import suppress
from typing import cast
from unittest.mock import AsyncMock

import discord
import discord.ext.test as dpytest
import pytest
from discord.ext import commands

from bot.client import ParlourBot
from bot.ids import ChannelId, GuildId, MessageId, UserId
from bot.session import Person
from engine.games import catalogue

OWNER, SOMEBODY = 0, 1


def syncing(bot: ParlourBot) -> AsyncMock:
    """What stands in for the registration, which dpytest does not know."""
    return cast("AsyncMock", bot.tree.sync)


def heard() -> str | None:
    """What the bot has said, if anything."""
    if dpytest.sent_queue.empty():
        return None
    return str(dpytest.get_message().content)


async def say(bot: ParlourBot, words: str, member: int = OWNER) -> str | None:
    """A member mentions the bot; its answer. dpytest raises what the bot's error handler is given as well."""
    with suppress(commands.CheckFailure, commands.CommandNotFound):
        await dpytest.message(f"{bot.user.mention} {words}", member=member)
    return heard()


async def test_sync_registers_the_commands(dpytest_bot: ParlourBot) -> None:
    syncing(dpytest_bot).reset_mock()
    said = await say(dpytest_bot, "sync")
    assert said == f"{len(dpytest_bot.tree.get_commands())} commands are registered."
    syncing(dpytest_bot).assert_awaited_once_with()


async def test_status_counts_guilds_games_and_lobbies(dpytest_bot: ParlourBot) -> None:
    arbiter, ada = dpytest_bot.arbiter, Person(UserId(1), "Ada")
    game = catalogue["yahtzee"]
    for channel in (1, 2, 3):
        await arbiter.open_lobby(GuildId(1), ChannelId(channel), ada, game, game.complete())
    started = (await arbiter.in_channel(ChannelId(1))).id
    await arbiter.shown(started, MessageId(77))
    await arbiter.start(started, UserId(1))
    assert (await say(dpytest_bot, "status") or "").startswith("Servers: 1 · running games: 1 · open lobbies: 2 · ")


@pytest.mark.parametrize("words", ["sync", "status"])
async def test_others_are_told_nothing(dpytest_bot: ParlourBot, words: str) -> None:
    syncing(dpytest_bot).reset_mock()
    assert await say(dpytest_bot, words, SOMEBODY) is None
    syncing(dpytest_bot).assert_not_awaited()


@pytest.mark.parametrize("words", ["", "hello", "help", "sync@everyone", "play yahtzee"])
@pytest.mark.parametrize("member", [OWNER, SOMEBODY])
async def test_small_talk_gets_no_answer(dpytest_bot: ParlourBot, words: str, member: int) -> None:
    assert await say(dpytest_bot, words, member) is None


async def test_the_owner_hears_when_discord_refuses_to_sync(dpytest_bot: ParlourBot) -> None:
    syncing(dpytest_bot).side_effect = discord.DiscordException("rate limited @everyone")
    said = await say(dpytest_bot, "sync")
    assert said == "Discord would not register the commands; the log says why."


async def test_owners_can_be_named_in_the_settings(dpytest_bot: ParlourBot) -> None:
    dpytest_bot.owner_id = None
    dpytest_bot.owner_ids = {dpytest.get_config().members[SOMEBODY].id}
    assert await say(dpytest_bot, "sync", OWNER) is None
    assert await say(dpytest_bot, "sync", SOMEBODY) is not None
