"""Names that people chose, made safe to show: in a message, on a button, in a column of a card.

A display name may hold anything: pings, markdown, links, marks that reverse the line, nothing visible at all. A name is
first split into units (a letter with its accents, an emoji with everything joined to it), and what cannot be seen is
dropped; cutting and escaping then work on units, so that neither breaks one. All by `unicodedata` and one pattern: a
table of terminal widths would be a dependency for the five of its rules that matter here.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, takewhile

__all__ = ["by_level", "column_name", "columns", "distinct_column_names", "plain_name", "safe_name", "safe_text"]

FALLBACK = "player"
LONGEST = 1000  # nothing shown is longer, so that a hostile text costs no time
MOST_MARKS = 3  # real scripts stack up to three marks on a letter; zalgo stacks thirty
FSI, PDI = "\u2068", "\u2069"
WORD_JOINER = "\u2060"

_PICTURE = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
)
_EMOJI = f"{_PICTURE}\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_UNIT = re.compile(
    "\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f"  # the flags of England, Scotland, Wales
    "|[\U0001f1e6-\U0001f1ff]{2}"  # the flags of countries
    "|[0-9#*]\ufe0f?\u20e3"  # keycaps
    f"|{_EMOJI}(?:\u200d{_EMOJI}){{0,3}}"  # families and other joined emoji
    "|.",
    re.DOTALL,
)
_WIDE_PICTURE = re.compile("[\U0001f300-\U0001faff]")  # emoji that are younger than Python's own tables among them

# Letters and symbols that show nothing although their category says that they do.
_BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
_UNSEEN = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\ufffc\U00016fe4\U0001d159\U000e0000-\U000e0fff]")

# Whatever opens markup in Discord, in every place where it could: a backslash takes its meaning away.
_MARKUP = re.compile(r"[\\`*_~|<>#\[\]()@/+-]|[:.&](?=\S)")
# The server looks for these pings without minding backslashes.
_MASS_PING = re.compile(r"@(?=everyone|here)", re.IGNORECASE)

_NO_MARKUP = str.maketrans({"`": "'", "@": None})
# Cyrillic and Greek capitals and letters that look like Latin ones.
_LOOKALIKES = str.maketrans("АВЕЅІЈКМНОРСТУХаесіјорѕухΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABESIJKMHOPCTYXaecijopsyxABEZHIKMNOPTYXo")


# Every board says the same few names again, several times.
@lru_cache(maxsize=4096)
def safe_name(name: str, limit: int = 32) -> str:
    """The name as text inside a line of a message: it pings nobody and formats nothing, and is never empty.

    `limit` (1 or more) counts characters as shown; escapes and the marks that keep its direction inside come on top.
    """
    return f"{FSI}{_escaped(plain_name(name, limit))}{PDI}"


def plain_name(name: str, limit: int = 32) -> str:
    """The name where Discord parses nothing (labels, titles, records, logs): one visible line, never empty."""
    return _cut(_units(name), limit, len)


def safe_text(text: str, limit: int = 300) -> str:
    """Any other foreign text inside a line of a message (a refusal that quotes what was typed); may be empty."""
    units = _units(text)
    return _escaped(_cut(units, limit, len)) if units else ""


def column_name(name: str, width: int) -> str:
    """The name in a monospaced block: exactly `width` columns (1 or more), to the right, without backticks."""
    return _column(name, width)


_COMPUTER = re.compile(r"Computer((?: \d+)?) \((\w+)\)")


def by_level(name: str) -> str:
    """A computer's name where there is little room: `Perfect 2` for `Computer 2 (perfect)`; any other as it is."""
    return _COMPUTER.sub(lambda found: f"{found[2].capitalize()}{found[1]}", name)


def distinct_column_names(names: Sequence[str], width: int) -> list[str]:
    """The names in columns of this width, no two alike: where they would be, they end in their seats' numbers.

    `width` must have room for the number.
    """
    return list(_distinct(tuple(name if columns(name) <= width else by_level(name) for name in names), width))


@lru_cache(maxsize=1024)
def _distinct(names: tuple[str, ...], width: int) -> tuple[str, ...]:
    digits = len(str(len(names)))
    numbered: set[int] = set()
    while True:
        suffixes = [f"{i:0{digits}}" if i in numbered else "" for i in range(1, len(names) + 1)]
        shown = [_column(name, width, suffix) for name, suffix in zip(names, suffixes, strict=True)]
        looks = Counter(map(_look, shown))
        alike = {i for i, text in enumerate(shown, 1) if looks[_look(text)] > 1} - numbered
        if not alike:
            return tuple(shown)
        # A number may make a new pair ("Ann" as "Ann1" beside somebody called so): look again.
        numbered |= alike


def columns(text: str) -> int:
    """The columns that a text takes in a monospaced block."""
    return sum(_piece_columns(found[0]) for found in _UNIT.finditer(text))


def _piece_columns(piece: str) -> int:
    if len(piece) > 1 or unicodedata.east_asian_width(piece) in "WF" or _WIDE_PICTURE.match(piece):
        return 2
    return 0 if unicodedata.category(piece) in {"Mn", "Me", "Cf", "Cc"} else 1


def _column(name: str, width: int, suffix: str = "") -> str:
    # NFKC turns fancy letters into plain ones, which are as wide as their neighbours.
    text = unicodedata.normalize("NFKC", name[:LONGEST]).translate(_NO_MARKUP)
    room = width - len(suffix)
    kept = _cut(_units(text), room, columns) if room > 0 else ""
    padding = " " * (room - columns(kept))
    return padding + _isolated(kept) + suffix


def _isolated(text: str) -> str:
    rightward = any(unicodedata.bidirectional(c) in {"R", "AL"} for c in text)
    # A right-to-left name would otherwise swap places with its neighbours.
    return f"{FSI}{text}{PDI}" if rightward else text


def _look(column: str) -> str:
    return column.translate(_LOOKALIKES)


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", _MASS_PING.sub("@" + WORD_JOINER, text))


# -- units --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _units(text: str) -> tuple[str, ...]:
    # Twice: when something unseen has gone, its neighbours may belong together.
    return tuple(_split("".join(_split(text[:LONGEST]))))


def _split(text: str) -> list[str]:
    units: list[str] = []
    for found in _UNIT.finditer(unicodedata.normalize("NFC", text)):
        piece = found[0]
        category = unicodedata.category(piece) if len(piece) == 1 else "So"
        if _is_blank(piece, category):
            _add_blank(units)
        elif category in {"Mn", "Mc"}:
            _add_mark(units, piece, category)
        elif _is_seen(piece, category):
            units.append(piece)
    if units and units[-1] == " ":
        units.pop()
    return units


def _is_blank(piece: str, category: str) -> bool:
    return category in {"Zs", "Zl", "Zp"} or piece in "\t\n\v\f\r\x85" or _BLANK.match(piece) is not None


def _is_seen(piece: str, category: str) -> bool:
    if _UNSEEN.match(piece):
        return False
    # Unassigned to this Python's tables, but perhaps an emoji that is younger than they are.
    return category[0] not in "CM" or (category == "Cn" and _WIDE_PICTURE.match(piece) is not None)


def _add_blank(units: list[str]) -> None:
    if units and units[-1] != " ":
        units.append(" ")


def _add_mark(units: list[str], mark: str, category: str) -> None:
    if not units or units[-1] == " " or _UNSEEN.match(mark):
        return
    stacked = sum(unicodedata.category(c) == "Mn" and not _UNSEEN.match(c) for c in units[-1])
    if category == "Mc" or stacked < MOST_MARKS:
        units[-1] += mark


def _cut(units: Sequence[str], limit: int, measure: Callable[[str], int]) -> str:
    """As many whole units as the limit allows; at least something that can be seen."""
    ends = accumulate(map(measure, units))
    fitting = sum(1 for _ in takewhile(lambda end: end <= limit, ends))
    # An emoji of many parts may be too long by itself: its first part stands for it.
    kept = units[:fitting] or [unit[0] for unit in units[:1] if measure(unit[0]) <= limit]
    return "".join(kept).strip() or FALLBACK[:limit]
