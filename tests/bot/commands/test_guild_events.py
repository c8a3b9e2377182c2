"""A new guild is greeted, where that is allowed."""

from __future__ import annotations

from typing import cast

import discord
import discord.ext.test as dpytest
import pytest
from discord.ext.test import backend

pytestmark = pytest.mark.usefixtures("dpytest_bot")


async def join(**permissions: bool) -> discord.Guild:
    """The bot comes to a guild that has a system channel, where everybody's permissions are these."""
    guild = backend.make_guild("New")
    backend.make_member(cast("discord.ClientUser", backend.get_state().user), guild)
    channel = backend.make_text_channel("general", guild)
    guild._system_channel_id = channel.id
    if permissions:
        backend.update_text_channel(channel, guild.default_role, discord.PermissionOverwrite(**permissions))
    await dpytest.run_all_events()
    return guild


async def test_a_new_guild_is_greeted_in_its_system_channel() -> None:
    guild = await join()
    greeting = dpytest.get_message()
    assert greeting.channel == guild.system_channel
    assert "`/play`" in greeting.content
    assert "`/help`" in greeting.content


@pytest.mark.parametrize("permission", ["send_messages", "view_channel"])
async def test_no_greeting_without_permission(permission: str) -> None:
    await join(**{permission: False})
    assert dpytest.sent_queue.empty()


async def test_no_greeting_without_a_system_channel() -> None:
    guild = backend.make_guild("Bare")
    backend.make_member(cast("discord.ClientUser", backend.get_state().user), guild)
    await dpytest.run_all_events()
    assert guild.system_channel is None
    assert dpytest.sent_queue.empty()


async def test_a_greeting_that_discord_refuses_is_only_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def refused(*_: object, **__: object) -> None:
        raise discord.Forbidden(backend.FakeRequest(403, "Forbidden"), "missing access")

    monkeypatch.setattr(discord.TextChannel, "send", refused)
    await join()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "missing access" in caplog.text
