"""Quiet hours: when somebody is left in peace, in the time zone that is meant."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from engine.option import BadOption

__all__ = ["OFF", "QUIET_HOURS", "TIME_ZONE", "UTC", "QuietHours", "time_zone", "zones_like"]

QUIET_HOURS, TIME_ZONE = "quiet_hours", "time_zone"
"""The options' ids, a guild's and a member's."""

OFF = "off"
UTC = "UTC"

_HOURS = re.compile(r"([01]?[0-9]|2[0-3])\s*[-–]\s*([01]?[0-9]|2[0-3])", re.ASCII)
_ALLOWED = "takes off, or two different hours from 0 to 23 like 22-7"

AREAS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
"""The zones that are offered; the others are older names of the same, which are taken all the same."""

USUAL_ZONES = ("UTC", "Europe/London", "Europe/Berlin", "America/New_York", "America/Los_Angeles", "Asia/Tokyo")
"""Offered while nothing has been typed, and named where nothing is like what was."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one whole hour of the day to another, over midnight where the second is the smaller one; or none."""

    start: int = 0
    end: int = 0

    @classmethod
    def parse(cls, text: str) -> QuietHours:
        """The hours that somebody wrote, `22-7` or `off`; raises BadOption."""
        wanted = text.strip().casefold()
        if wanted == OFF:
            return cls()
        found = _HOURS.fullmatch(wanted)
        if found is None or int(found[1]) == int(found[2]):
            raise BadOption(QUIET_HOURS, text, _ALLOWED)
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.start}-{self.end}" if self else OFF

    def __bool__(self) -> bool:
        return self.start != self.end

    def quiet(self, at: datetime, zone: ZoneInfo) -> bool:
        """Whether it is quiet at that moment."""
        hour = at.astimezone(zone).hour
        if self.start <= self.end:
            return self.start <= hour < self.end
        return hour >= self.start or hour < self.end

    def ends(self, at: datetime, zone: ZoneInfo) -> datetime:
        """When the quiet that holds at that moment is over; that moment itself where it is not quiet."""
        if not self.quiet(at, zone):
            return at
        here = at.astimezone(zone)
        # The first of two equal hours in the night when clocks go back: from then on it is not quiet.
        end = here.replace(hour=self.end, minute=0, second=0, microsecond=0, fold=0)
        # In the night when they go forward the hour may not be there, and the next one be quiet.
        while end <= here or self.quiet(_exactly(end), zone):
            end += timedelta(days=1)
        return _exactly(end).astimezone(at.tzinfo)


def _exactly(local: datetime) -> datetime:
    """The moment of a local time, which a clock may not show: only by way of UTC does it become one that it shows."""
    return local.astimezone(ZoneInfo(UTC))


def time_zone(text: str) -> ZoneInfo:
    """The time zone of that IANA name, in any case and with blanks; raises BadOption with those that are like it."""
    name = _zones().get(_folded(text))
    if name is None:
        raise BadOption(TIME_ZONE, text, f"takes the IANA name of a time zone, like {', '.join(_closest(text))}")
    return ZoneInfo(name)


def zones_like(typed: str, most: int) -> list[str]:
    """Names of time zones to offer for what has been typed so far, those first that begin with it."""
    wanted = _folded(typed)
    if not wanted:
        return list(USUAL_ZONES[:most])
    found = [(not _begins(folded, wanted), name) for folded, name in _offered() if wanted in folded]
    return [name for _, name in sorted(found)[:most]]


def _begins(folded: str, wanted: str) -> bool:
    return folded.startswith(wanted) or folded.rpartition("/")[2].startswith(wanted)


def _closest(text: str) -> list[str]:
    """The zones whose name, or whose city, is most like the text."""
    wanted = _folded(text)[:40]
    by_city = {folded.rpartition("/")[2]: name for folded, name in _offered()}
    names = {**by_city, **dict(_offered())}
    found = [names[like] for like in difflib.get_close_matches(wanted, names, n=3)]
    return list(dict.fromkeys(found)) or list(USUAL_ZONES[:3])


def _folded(text: str) -> str:
    return re.sub(r"\s+", "_", text.strip()).casefold()


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    """Every name by its folded form. It reads the system's files, or those of tzdata."""
    return {_folded(name): name for name in sorted(available_timezones())}


@lru_cache(maxsize=1)
def _offered() -> tuple[tuple[str, str], ...]:
    return tuple((folded, name) for folded, name in _zones().items() if name == UTC or name.split("/")[0] in AREAS)
