"""Ids in the page: what must be the same in every run, and what must never come again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import discord
import simcord
from discord.ext import commands

from bot.offline import world

if TYPE_CHECKING:
    import pytest


class Said:
    """What one run of the page gave out."""

    def __init__(self, place: world.World, message: discord.Message) -> None:
        self.fixed = (place.channel.guild.id, place.channel.id, *(member.id for member in place.members))
        self.message = message


async def one_run(*, commands_known: int = 0) -> Said:
    bot = commands.Bot(commands.when_mentioned, intents=discord.Intents.default())

    async def register() -> None:
        for number in range(commands_known):
            bot.tree.add_command(discord.app_commands.Command(name=f"c{number}", description="-", callback=answer))
        await bot.tree.sync()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("-")

    bot.setup_hook = register
    env = simcord.Env(bot)
    place = world.build(env)
    await env.start()
    with env.time_context():
        message = await place.owner.send(place.channel, "hello")
    await bot.close()
    await env.shutdown()
    return Said(place, message)


async def test_the_guild_its_channel_and_members_are_the_same_in_every_run() -> None:
    first = await one_run()
    after_an_update_with_more_commands = await one_run(commands_known=3)
    assert after_an_update_with_more_commands.fixed == first.fixed


async def test_two_runs_within_a_second_share_no_message_id() -> None:
    first, second = await one_run(), await one_run()
    assert second.message.id > first.message.id


async def test_messages_show_the_present() -> None:
    before = time.time()
    said = await one_run()
    assert before - 0.001 <= said.message.created_at.timestamp() <= time.time()


async def test_ids_do_not_come_again_on_a_machine_whose_clock_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    first = await one_run()
    monkeypatch.setattr(time, "time", lambda: 1000.5)
    second = await one_run()
    assert max(first.fixed) < first.message.id < second.message.id


def test_the_first_member_may_moderate_and_the_others_may_not() -> None:
    bot = commands.Bot(commands.when_mentioned, intents=discord.Intents.default())
    env = simcord.Env(bot)
    place = world.build(env)
    rights = [
        discord.Permissions(env.backend.compute_permissions(place.channel.guild.id, member.id, place.channel.id))
        for member in place.members
    ]
    assert [right.manage_guild and right.manage_messages for right in rights] == [True, False, False]
    assert all(right.send_messages and right.use_application_commands for right in rights)
