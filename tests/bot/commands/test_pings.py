"""/pings: what a member sees and sets of their reminders."""

from __future__ import annotations

import pytest

from tests.bot.commands.room import Room, told


async def pings(room: Room, **options: str) -> str:
    """What Ada is told."""
    return told(await room.ada.slash(room.channel, "pings", **options))


async def offered(room: Room, typed: str) -> dict[str, str]:
    """The time zones that Ada is offered: names by values."""
    choices = await room.ada.autocomplete(room.channel, "pings", "time_zone", typed)
    return {choice["value"]: choice["name"] for choice in choices}


async def test_without_options_it_tells_what_holds_now(room: Room) -> None:
    said = await pings(room)
    here, yours = said.split("**You, in every server**")
    for part in (here, yours):
        assert "Reminders: on" in part
        assert "Quiet hours: off" in part
        assert "Time zone: UTC, where it is 00:" in part
    assert room.public() == []


async def test_it_sets_and_tells(room: Room) -> None:
    said = await pings(room, reminders="off", quiet_hours="22 - 7", time_zone="america/new york")
    here, yours = said.split("**You, in every server**")
    assert "Reminders: on" in here
    assert "Reminders: off" in yours
    assert "Quiet hours: 22-7" in yours
    assert "Time zone: America/New_York, where it is 19:" in yours
    assert yours == (await pings(room)).split("**You, in every server**")[1], "it is kept"
    assert "Reminders: on" in told(await room.bo.slash(room.channel, "pings"))


async def test_one_at_a_time(room: Room) -> None:
    await pings(room, quiet_hours="22-7")
    await pings(room, time_zone="Asia/Tokyo")
    said = await pings(room, reminders="off")
    assert "Quiet hours: 22-7" in said
    assert "Asia/Tokyo" in said


async def test_it_says_how_long_it_is_quiet(room: Room) -> None:
    said = await pings(room, quiet_hours="22-7")
    assert "Quiet hours: 22-7, which is now, until <t:1767250800:t>" in said  # 1 January 2026, 07:00


async def test_a_server_without_reminders_says_so(room: Room) -> None:
    await room.bot._dispatcher._services.hosting.choose(room.guild.id, "reminders", False)
    said = await pings(room)
    assert "This server has reminders off, so nobody is pinged here." in said
    assert "Reminders: on" in said.split("**You, in every server**")[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"quiet_hours": "7-7"},
            "can't be set to 7\\-7: it takes off, or two different hours from 0 to 23 like 22\\-7",
        ),
        ({"quiet_hours": "@everyone"}, "two different hours"),
        ({"time_zone": "Berln"}, "time zone, like Europe/Berlin"),
        ({"quiet_hours": "1-2", "time_zone": "nowhere"}, "can't be set to nowhere"),
    ],
)
async def test_a_wrong_value_is_named_with_what_would_be_right(room: Room, options: dict[str, str], words: str) -> None:
    before = await pings(room)
    said = told(await room.ada.slash(room.channel, "pings", **options))
    assert words in said.replace("\\/", "/")
    assert "@everyone" not in said
    assert await pings(room) == before


async def test_zones_are_offered_with_their_time(room: Room) -> None:
    assert await offered(room, "berl") == {"Europe/Berlin": "Europe/Berlin (01:00 now)"}
    usual = await offered(room, "")
    assert next(iter(usual.items())) == ("server", "As each server has it")
    assert usual["Asia/Tokyo"] == "Asia/Tokyo (09:00 now)"
    assert len(await offered(room, "a")) == 24
    assert await offered(room, "no such place") == {}


async def test_any_zone_that_is_offered_is_taken(room: Room) -> None:
    for zone in ("server", *await offered(room, "new")):
        assert "can't be set" not in await pings(room, time_zone=zone)
