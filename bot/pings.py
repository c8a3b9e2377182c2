"""Pings: whether a member may be reminded of their turn, by what the guild allows and what they have chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.chosen import complete
from bot.hosting import QUIET_HOURS, REMINDERS, TIME_ZONE, Hosting
from bot.ids import GuildId, UserId
from bot.quiet_hours import QuietHours, time_zone
from bot.recent import Answers
from bot.store import Store
from bot.typed_text import TypedText
from engine.option import Option, Options

__all__ = ["OWN", "SERVER", "PingSettings", "Pings"]

KEPT_MEMBERS = 16384

SERVER = "server"
"""What a member says for the time zone that each server has."""


def _zone_or_server(text: str) -> str:
    return SERVER if text.strip().casefold() == SERVER else time_zone(text).key


OWN_ZONE = TypedText(TIME_ZONE.id, TIME_ZONE.title, SERVER, ranked=False, read=_zone_or_server, takes=TIME_ZONE.takes)

OWN: tuple[Option, ...] = (REMINDERS, QUIET_HOURS, OWN_ZONE)
"""What a member may choose, for every guild."""


@dataclass(frozen=True, slots=True)
class PingSettings:
    """Whether, and outside which hours, there are reminders: for a guild's members, or for one."""

    reminders: bool
    hours: QuietHours
    zone: ZoneInfo

    def allow(self, at: datetime) -> bool:
        """Whether there may be a reminder at that moment."""
        return self.reminders and not self.hours.quiet(at, self.zone)


class Pings:
    """Who may be pinged when; what members have chosen is read from the store once and kept."""

    def __init__(
        self, store: Store, hosting: Hosting, *, now: Callable[[], datetime], kept_members: int = KEPT_MEMBERS
    ) -> None:
        self._store = store
        self._hosting = hosting
        self._now = now
        self._members = Answers(self._read, kept_members)

    async def allowed(self, guild: GuildId, member: UserId) -> bool:
        """Whether the member may be reminded now: neither has switched it off, and for neither it is quiet."""
        now = self._now()
        return (await self.of_guild(guild)).allow(now) and (await self.of_member(member, guild)).allow(now)

    async def quiet_until(self, guild: GuildId, member: UserId) -> datetime | None:
        """Until when it is quiet for the guild or the member now; None where it is not, or where nothing is sent."""
        now = self._now()
        both = (await self.of_guild(guild), await self.of_member(member, guild))
        if not all(settings.reminders for settings in both):
            return None
        return max((s.hours.ends(now, s.zone) for s in both if s.hours.quiet(now, s.zone)), default=None)

    async def of_guild(self, guild: GuildId) -> PingSettings:
        """What holds for everybody in the guild."""
        options = await self._hosting.options(guild)
        return _settings(options, ZoneInfo(options.word(TIME_ZONE.id)))

    async def of_member(self, member: UserId, guild: GuildId) -> PingSettings:
        """What the member has chosen, in the guild's time zone if they have none of their own."""
        own = await self.own(member)
        if own.word(OWN_ZONE.id) == SERVER:
            return _settings(own, (await self.of_guild(guild)).zone)
        return _settings(own, ZoneInfo(own.word(OWN_ZONE.id)))

    async def own(self, member: UserId) -> Options:
        """What the member has chosen, complete with defaults."""
        return await self._members.get(member)

    async def choose(self, member: UserId, typed: Mapping[str, str]) -> Options:
        """Set some of a member's options, as they typed them; raises BadOption, and then nothing is changed."""
        before = await self.own(member)
        given = {option.id: option.parse(typed[option.id]) for option in OWN if option.id in typed}
        after = Options.complete(OWN, {**before, **given})
        try:
            for option in OWN:
                if after[option.id] != before[option.id]:
                    text = None if after[option.id] == option.default else option.spell(after[option.id])
                    await self._store.set_member_option(member, option.id, text)
        finally:
            self._members.forget(member)
        return after

    async def _read(self, member: UserId) -> Options:
        return complete(OWN, await self._store.member_options(member), f"member {member}")


def _settings(options: Options, zone: ZoneInfo) -> PingSettings:
    return PingSettings(options.on(REMINDERS.id), QuietHours.parse(options.word(QUIET_HOURS.id)), zone)
