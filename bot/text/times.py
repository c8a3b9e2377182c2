"""Moments as Discord shows them, each member's in their own zone; and lengths of time in words."""

from __future__ import annotations

from datetime import datetime, timedelta

__all__ = ["moment", "relative", "span", "until"]

LONG = timedelta(hours=1)
"""From then on "in a day" is too rough, and the moment itself is told beside it."""

UNITS = (
    ("day", timedelta(days=1)),
    ("hour", timedelta(hours=1)),
    ("minute", timedelta(minutes=1)),
    ("second", timedelta(seconds=1)),
)


def relative(at: datetime) -> str:
    """`in 5 minutes`, which Discord keeps true."""
    return f"<t:{int(at.timestamp())}:R>"


def moment(at: datetime) -> str:
    """`2 December 2026 09:12`."""
    return f"<t:{int(at.timestamp())}:f>"


def until(at: datetime, length: timedelta) -> str:
    """The end of a time that is so long: relative, with the moment where that alone would be too rough."""
    return relative(at) if length <= LONG else f"{relative(at)}, {moment(at)}"


def span(length: timedelta) -> str:
    """A length in its largest unit that fits: `1 day`, `36 hours`, `5 minutes`."""
    title, unit = next((u for u in UNITS if not length % u[1]), UNITS[-1])
    count = length // unit
    return f"{count} {title}" if count == 1 else f"{count} {title}s"
