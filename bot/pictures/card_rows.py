"""What stands on a dice game's card, row by row, before any of it has a place in the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from engine.dice.dice_game import DiceState
from engine.dice.ruleset import Box, Score
from engine.dice.scorecard import Totals
from engine.game import Seat

NOTHING = "–"


class Look(Enum):
    """How a cell looks, by shape as well as by colour."""

    PLAIN = auto()
    ZERO = auto()  # a filled box without points: a dash
    LAST = auto()  # the box that was filled last: an outline
    GAIN = auto()  # what an open box would give now: a thin outline
    MOST = auto()  # the same where it is the most: a solid box
    IDLE = auto()  # an open box that would give nothing: a small 0
    BAR = auto()  # points with a bar towards the bonus
    SUM = auto()
    LEAD = auto()  # the highest total: underlined


@dataclass(frozen=True, slots=True)
class Cell:
    """What one seat has in a row; `share` is how much of a bar is full, 0 to 1."""

    text: str = ""
    look: Look = Look.PLAIN
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """A row: wordings of its label, the fullest first, a cell a seat, and whether it may grow to fill a panel."""

    wordings: tuple[str, ...]
    cells: tuple[Cell, ...]
    strong: bool = False
    grows: bool = False


Panels = tuple[list[Row], list[Row]]


@dataclass(frozen=True, slots=True)
class Card:
    """A dice match as its picture tells it, added up once; `still` leaves out what rolls change."""

    state: DiceState
    still: bool
    sums: tuple[Totals, ...]
    worth: dict[str, int]

    @classmethod
    def of(cls, state: DiceState, *, still: bool = False) -> Card:
        """The card as the match stands."""
        sums = tuple(state.totals(Seat(i)) for i in range(len(state.cards)))
        worth = {} if still else {box: score.points + score.extra for box, score in state.worth().items()}
        return cls(state, still, sums, worth)

    @property
    def turn(self) -> Seat | None:
        """The seat to move."""
        return self.state.turn.seat if self.state.ended == "running" else None

    @property
    def seats(self) -> list[Seat]:
        """All seats."""
        return [Seat(i) for i in range(len(self.state.cards))]

    @property
    def saves(self) -> bool:
        """Whether unused rolls are saved in this match."""
        budget = self.state.ruleset.budget
        return budget.saves and budget.cap != 0

    def saved(self, seat: Seat) -> int:
        """The rolls that a seat has saved; still ones are those before this turn."""
        return self.state.saved[seat] if self.still else self.state.saved_now(seat)


def panels(card: Card) -> Panels:
    """The rows of the left and of the right panel: the upper section, and the lower one with the total.

    Where the lower section is the longer, its first rows come to the left.
    """
    left = [*_upper_boxes(card), *_upper_sum(card)]
    right = list(_lower_boxes(card))
    closing = [*_saved(card), _total(card)]
    for row in (*_set_bonus(card), *_extra(card)):
        (left if len(left) <= len(right) + len(closing) else right).append(row)
    right += closing
    moved = max(0, (len(right) - len(left)) // 2)
    return left + right[:moved], right[moved:]


# -- boxes ------------------------------------------------------------------------------------------------------------


def _upper_boxes(card: Card) -> Iterator[Row]:
    return (_box_row(card, box) for box in card.state.ruleset.boxes if box.face is not None)


def _lower_boxes(card: Card) -> Iterator[Row]:
    return (_box_row(card, box) for box in card.state.ruleset.boxes if box.face is None)


def _box_row(card: Card, box: Box) -> Row:
    cells = tuple(_box_cell(card, seat, box.id) for seat in card.seats)
    return Row(wordings(box), cells, strong=box.id in card.worth)


def _box_cell(card: Card, seat: Seat, box: str) -> Cell:
    score = card.state.cards[seat].scores.get(box)
    if score is not None:
        return _filled(score, last=_is_last(card, seat, box))
    return _open(card, box) if seat == card.turn else Cell()


def _is_last(card: Card, seat: Seat, box: str) -> bool:
    last = card.state.last
    return last is not None and (last.turn.seat, last.box) == (seat, box)


def _filled(score: Score, *, last: bool) -> Cell:
    look = Look.LAST if last else Look.PLAIN if score.points else Look.ZERO
    return Cell(str(score.points or NOTHING), look)


def _open(card: Card, box: str) -> Cell:
    if box not in card.worth:
        return Cell()
    points = card.worth[box]
    if not points:
        return Cell("0", Look.IDLE)
    return Cell(str(points), Look.MOST if points == max(card.worth.values()) else Look.GAIN)


SHORTER = {
    "One ": "1 ",
    "Two ": "2 ",
    "Three ": "3 ",
    "Four ": "4 ",
    "Five ": "5 ",
    "Six ": "6 ",
    "Small ": "Sm. ",
    "Large ": "Lg. ",
    "Full ": "F. ",
    "Straight ": "St. ",
}


def wordings(box: Box) -> tuple[str, ...]:
    """A box's label, from its whole title to its shortest form."""
    shorter = next((box.title.replace(word, short) for word, short in SHORTER.items() if word in box.title), box.title)
    return tuple(dict.fromkeys([box.title, shorter, box.short]))


# -- sums -------------------------------------------------------------------------------------------------------------


def _upper_sum(card: Card) -> Iterator[Row]:
    bonus = card.state.ruleset.upper
    if not bonus.points:
        yield Row(("Upper",), tuple(Cell(str(sums.upper), Look.SUM) for sums in card.sums), strong=True, grows=True)
        return
    bars = (Cell(str(sums.upper), Look.BAR, _share(sums.upper, bonus.threshold)) for sums in card.sums)
    yield Row((f"Upper, of {bonus.threshold}", f"Upper / {bonus.threshold}"), tuple(bars), strong=True, grows=True)
    yield _derived(f"Bonus {bonus.points}", card, lambda sums: sums.upper_bonus, _upper_lost)


def _share(points: int, threshold: int) -> float:
    return min(1.0, points / threshold) if threshold else 1.0


def _upper_lost(card: Card, seat: Seat) -> bool:
    return card.state.cards[seat].upper_full(card.state.ruleset)


def _set_bonus(card: Card) -> Iterator[Row]:
    sets = card.state.ruleset.sets
    if sets is not None and sets.points:
        yield _derived(f"Figures {sets.points}", card, lambda sums: sums.set_bonus, _set_lost)


def _set_lost(card: Card, seat: Seat) -> bool:
    return card.state.cards[seat].set_lost(card.state.ruleset)


def _extra(card: Card) -> Iterator[Row]:
    joker = card.state.ruleset.joker
    if joker is not None and joker.extra:
        yield _derived("Extra", card, lambda sums: sums.extra, _full)


def _full(card: Card, seat: Seat) -> bool:
    return card.state.cards[seat].full(card.state.ruleset)


def _derived(label: str, card: Card, points: Callable[[Totals], int], lost: Callable[[Card, Seat], bool]) -> Row:
    """A row of points outside the boxes: empty as long as they may still come, a dash when they can't."""
    gained = [points(sums) for sums in card.sums]
    cells = [
        Cell(str(value), Look.SUM) if value else Cell(NOTHING, Look.ZERO) if lost(card, seat) else Cell()
        for seat, value in zip(card.seats, gained, strict=True)
    ]
    return Row((label,), tuple(cells), strong=True)


def _saved(card: Card) -> Iterator[Row]:
    if card.saves:
        cells = tuple(Cell(str(card.saved(seat))) for seat in card.seats)
        yield Row(("Saved rolls", "Saved"), cells, strong=True)


def _total(card: Card) -> Row:
    leading = _leading(card)
    cells = (
        Cell(str(sums.total), Look.LEAD if seat in leading else Look.SUM)
        for seat, sums in zip(card.seats, card.sums, strict=True)
    )
    return Row(("Total",), tuple(cells), strong=True, grows=True)


def _leading(card: Card) -> set[Seat]:
    """The seats with the highest total, of those still in the game; nobody leads alone or before the first points."""
    totals = {seat: card.sums[seat].total for seat in card.seats if seat not in card.state.resigned}
    most = max(totals.values(), default=0)
    return {seat for seat, total in totals.items() if total == most} if most and len(card.seats) > 1 else set()
