"""Pings: who may be reminded when, by what the guild and the member have chosen."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.hosting import Hosting
from bot.ids import GuildId, UserId
from bot.pings import Pings
from bot.store import Store
from engine.option import BadOption

GUILD, ADA, BO = GuildId(1), UserId(100), UserId(101)
NOON, NIGHT = datetime(2026, 1, 1, 12, tzinfo=UTC), datetime(2026, 1, 1, 23, 30, tzinfo=UTC)


class Town:
    """A guild's and its members' pings, at a time that can be set."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = NOON
        self.hosting = Hosting(store)
        self.pings = Pings(store, self.hosting, now=lambda: self.now)

    async def allowed(self, member: UserId = ADA) -> bool:
        return await self.pings.allowed(GUILD, member)


@pytest.fixture
def town(store: Store) -> Town:
    return Town(store)


async def test_everybody_is_reminded_until_somebody_says_no(town: Town) -> None:
    assert await town.allowed()
    town.now = NIGHT
    assert await town.allowed()


async def test_a_member_who_has_switched_it_off(town: Town) -> None:
    await town.pings.choose(ADA, {"reminders": "off"})
    assert not await town.allowed(ADA)
    assert await town.allowed(BO), "it is nobody else's choice"
    await town.pings.choose(ADA, {"reminders": "on"})
    assert await town.allowed(ADA)


async def test_a_guild_that_has_switched_it_off(town: Town) -> None:
    await town.hosting.choose(GUILD, "reminders", False)
    await town.pings.choose(ADA, {"reminders": "on"})
    assert not await town.allowed()
    assert await town.pings.allowed(GuildId(2), ADA), "it is no other guild's choice"


async def test_a_members_quiet_hours_are_in_the_guilds_time_until_they_have_their_own(town: Town) -> None:
    await town.hosting.choose(GUILD, "time_zone", "Asia/Tokyo")
    await town.pings.choose(ADA, {"quiet_hours": "22-7"})
    assert await town.allowed(), "noon is nine in the evening there"
    town.now = NOON.replace(hour=13)
    assert not await town.allowed()
    assert await town.allowed(BO)
    await town.pings.choose(ADA, {"time_zone": "europe/berlin"})
    assert await town.allowed()
    town.now = NIGHT
    assert not await town.allowed()
    await town.pings.choose(ADA, {"time_zone": "Server"})
    assert await town.allowed(), "half past eight in the morning"


async def test_the_guilds_quiet_hours_are_in_its_own_time_for_everybody(town: Town) -> None:
    await town.hosting.choose(GUILD, "quiet_hours", "22-7")
    await town.pings.choose(ADA, {"time_zone": "Asia/Tokyo"})
    assert await town.allowed()
    town.now = NIGHT
    assert not await town.allowed(ADA)
    assert not await town.allowed(BO)


async def test_what_was_chosen_holds_after_a_restart(town: Town) -> None:
    await town.pings.choose(ADA, {"quiet_hours": "11 – 13", "time_zone": "utc"})
    again = Town(town.store)
    assert not await again.allowed()
    again.now = NIGHT
    assert await again.allowed()
    assert (await again.pings.own(ADA)).spelled() == "quiet_hours=11-13 time_zone=UTC"


async def test_the_usual_is_stored_as_nothing(town: Town) -> None:
    await town.pings.choose(ADA, {"reminders": "off", "quiet_hours": "1-2", "time_zone": "UTC"})
    assert await town.store.member_options(ADA) == {"reminders": "off", "quiet_hours": "1-2", "time_zone": "UTC"}
    await town.pings.choose(ADA, {"reminders": "on", "quiet_hours": "off", "time_zone": "server"})
    assert await town.store.member_options(ADA) == {}


@pytest.mark.parametrize("wrong", [{"reminders": "maybe"}, {"quiet_hours": "7-7"}, {"time_zone": "Mars/Olympus"}])
async def test_one_wrong_value_and_nothing_is_changed(town: Town, wrong: dict[str, str]) -> None:
    good = {"reminders": "off", "quiet_hours": "1-2", "time_zone": "UTC"}
    with pytest.raises(BadOption) as refused:
        await town.pings.choose(ADA, good | wrong)
    assert refused.value.option in wrong
    assert await town.store.member_options(ADA) == {}
    assert await town.allowed()


async def test_what_an_option_does_not_take_any_more_is_ignored(town: Town, caplog: pytest.LogCaptureFixture) -> None:
    await town.store.set_member_option(ADA, "time_zone", "Mars/Olympus")
    await town.store.set_member_option(ADA, "quiet_hours", "11-13")
    assert not await town.allowed(), "the quiet hours still hold"
    assert "Mars/Olympus" in caplog.text
    assert str(ADA) in caplog.text
