"""The card of a dice game as text: every seat's boxes and sums in a monospaced block that fits a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from math import ceil

from bot.text.names import columns, distinct_column_names
from engine.dice.dice_game import DiceState
from engine.dice.ruleset import Ruleset
from engine.dice.scorecard import Scorecard, Totals
from engine.game import Seat
from engine.match import Match

__all__ = ["WIDTH", "card_lines", "text_card"]

WIDTH = 28
"""The columns of a code block that a phone shows without wrapping."""

LABEL = 8  # what Box.short promises
SIDE_BY_SIDE = 4
NARROWEST, WIDEST = 4, 8  # 1,575 points have four digits; far from its label a number is hard to follow
OPEN, NOTHING = ".", "-"
TO_MOVE, OUT = ">", "×"


def text_card(match: Match, *, width: int = WIDTH) -> str:
    """The card of all seats of a dice game between fences, `width` columns (28 or more) at most.

    Raises TypeError for a game without a scorecard.
    """
    state = match.state
    if not isinstance(state, DiceState):
        raise TypeError(f"{match.game.title} has no scorecard")
    lines = card_lines(state, [player.name for player in match.players], width=width)
    return "\n".join(["```", *lines, "```"])


def card_lines(state: DiceState, names: Sequence[str], *, width: int = WIDTH) -> list[str]:
    """The lines of the card: up to four seats side by side, the others in a second block under them."""
    across = min(SIDE_BY_SIDE, (width - LABEL) // (NARROWEST + 1))
    blocks = ceil(len(names) / across)
    each = ceil(len(names) / blocks)
    column = min(WIDEST, (width - LABEL) // each - 1)
    shown = distinct_column_names(names, column)
    lines: list[str] = []
    for first in range(0, len(names), each):
        seats = [Seat(i) for i in range(first, min(first + each, len(names)))]
        lines += [""] * bool(lines) + _block(state, seats, [shown[seat] for seat in seats], column)
    return lines


def _block(state: DiceState, seats: Sequence[Seat], names: Sequence[str], column: int) -> list[str]:
    rule = "─" * (LABEL + len(seats) * (column + 1))
    seen = [Seen.of(state, seat) for seat in seats]
    lines = [" " * LABEL + "".join(map(_heading, repeat(state), seats, names))]
    for section in (_upper_rows, _lower_rows, _last_rows):
        lines.append(rule)
        for label, cell in section(state.ruleset):
            lines.append(label.ljust(LABEL) + "".join([cell(one).rjust(column + 1) for one in seen]))
    return lines


def _heading(state: DiceState, seat: Seat, name: str) -> str:
    """A seat's name with its mark right before it: to move, or out of the game."""
    mark = " "
    if seat in state.resigned:
        mark = OUT
    elif state.ended == "running" and seat == state.turn.seat:
        mark = TO_MOVE
    shown = name.lstrip(" ")
    return " " * (columns(name) - columns(shown)) + mark + shown


# -- rows: a label, and what it says of a seat ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """What the card shows of one seat, added up once for all rows."""

    ruleset: Ruleset
    card: Scorecard
    sums: Totals
    saved: int

    @classmethod
    def of(cls, state: DiceState, seat: Seat) -> Seen:
        """The seat as it stands now."""
        return cls(state.ruleset, state.cards[seat], state.totals(seat), state.saved_now(seat))


Row = tuple[str, Callable[[Seen], str]]


def _upper_rows(ruleset: Ruleset) -> Iterator[Row]:
    for box in ruleset.boxes:
        if box.face is not None:
            yield box.short, partial(_points, box.id)
    threshold = str(ruleset.upper.threshold)
    if not ruleset.upper.points:
        yield "Upper", lambda seen: str(seen.sums.upper)
        return
    # Three digits would not leave a blank before the first seat's points.
    yield f"{'Upper' if len(threshold) < 3 else 'Up'}/{threshold}", lambda seen: str(seen.sums.upper)
    yield "Bonus", _upper_bonus


def _lower_rows(ruleset: Ruleset) -> Iterator[Row]:
    for box in ruleset.boxes:
        if box.face is None:
            yield box.short, partial(_points, box.id)
    if ruleset.sets and ruleset.sets.points:
        yield "Figures", _set_bonus
    if ruleset.joker and ruleset.joker.extra:
        yield "Extra", _extra


def _last_rows(ruleset: Ruleset) -> Iterator[Row]:
    if ruleset.budget.saves and ruleset.budget.cap != 0:
        yield "Saved", lambda seen: str(seen.saved)
    yield "TOTAL", lambda seen: str(seen.sums.total)


def _points(box_id: str, seen: Seen) -> str:
    score = seen.card.scores.get(box_id)
    return OPEN if score is None else str(score.points or NOTHING)


def _upper_bonus(seen: Seen) -> str:
    return _derived(seen.sums.upper_bonus, lost=seen.card.upper_full(seen.ruleset))


def _set_bonus(seen: Seen) -> str:
    return _derived(seen.sums.set_bonus, lost=seen.card.set_lost(seen.ruleset))


def _extra(seen: Seen) -> str:
    return _derived(seen.sums.extra, lost=seen.card.full(seen.ruleset))


def _derived(points: int, *, lost: bool) -> str:
    return str(points) if points else (NOTHING if lost else OPEN)
