"""/pings: whether and when a member is reminded of their turn, in every server."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.commands.arguments import Interaction, in_guilds, place_of
from bot.hosting import QUIET_HOURS, REMINDERS, TIME_ZONE
from bot.pings import SERVER, PingSettings
from bot.quiet_hours import zones_like
from bot.ui.answer import Answer
from bot.ui.components import container, text
from bot.ui.press import Services
from bot.wire import Component

ON_OR_OFF = [
    app_commands.Choice(name="On: ping me when half of my time for a turn is over", value="on"),
    app_commands.Choice(name="Off: never ping me", value="off"),
]

MOST_CHOICES = 25
"""Discord's limit."""

AS_THE_SERVER = app_commands.Choice(name="As each server has it", value=SERVER)


async def complete_zone(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Time zones for what has been typed so far, each with the time that it is there."""
    now = discord.utils.utcnow()
    offered = [
        app_commands.Choice(name=f"{zone} ({_clock(now, ZoneInfo(zone))} now)"[:100], value=zone)
        for zone in zones_like(current, MOST_CHOICES - 1)
    ]
    return offered if current.strip() else [AS_THE_SERVER, *offered]


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    @tree.command(description="See or set whether and when I remind you of your turn, in every server")
    @app_commands.describe(
        reminders="Shall I ping you once, when half of your time for a turn is over?",
        quiet_hours="When shall I never ping you? From one hour of the day to another, like 22-7, or off",
        time_zone="Which time do you mean? Type your city or continent, like Berlin",
    )
    @app_commands.choices(reminders=ON_OR_OFF)
    @app_commands.autocomplete(time_zone=complete_zone)
    @in_guilds
    async def pings(
        interaction: Interaction,
        reminders: str | None = None,
        quiet_hours: str | None = None,
        time_zone: str | None = None,
    ) -> None:
        guild, _, user = place_of(interaction)
        answer = Answer(interaction)
        given = {REMINDERS.id: reminders, QUIET_HOURS.id: quiet_hours, TIME_ZONE.id: time_zone}
        if typed := {option: value for option, value in given.items() if value is not None}:
            await answer.during(services.pings.choose(user, typed))
        server = await services.pings.of_guild(guild)
        own = await services.pings.of_member(user, guild)
        await answer.show_privately(overview(server, own, services.now()))


def overview(server: PingSettings, own: PingSettings, now: datetime) -> list[Component]:
    """What holds now: for everybody in the server, and for the member."""
    told = [
        "## Pings",
        "When half of your time for a turn is over, I ping you, once; never in quiet hours.",
        f"**This server**\n{_settings(server, now)}",
        f"**You, in every server**\n{_settings(own, now)}",
    ]
    if not server.reminders:
        told.append("-# This server has reminders off, so nobody is pinged here.")
    return [container(text("\n".join(told)))]


def _settings(settings: PingSettings, now: datetime) -> str:
    hours, zone = settings.hours, settings.zone
    quiet = f", which is now, until <t:{int(hours.ends(now, zone).timestamp())}:t>" if hours.quiet(now, zone) else ""
    return (
        f"• Reminders: {'on' if settings.reminders else 'off'}\n"
        f"• Quiet hours: {hours}{quiet}\n"
        f"• Time zone: {zone.key}, where it is {_clock(now, zone)} now"
    )


def _clock(now: datetime, zone: ZoneInfo) -> str:
    return f"{now.astimezone(zone):%H:%M}"
