"""The end of a turn: which boxes each roll may go to, and what it is worth there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES
from engine.strategy.blocks import Block, States
from engine.strategy.jokers import Place, jokers_of
from engine.strategy.lattice import Floats, Index
from engine.strategy.numbers import Numbers
from engine.strategy.worth import FLOOR, Worth

SPARSE = 70
"""A box that fewer rolls score in than this is looked at for those alone."""


@dataclass(frozen=True, slots=True)
class Stops:
    """The best that each roll (row) gets in each state (column) if its turn ends now.

    `plain` is over placements that don't care for unused rolls, `paid` over those that are paid for them, without that
    pay; it is None where a ruleset pays nothing.
    """

    plain: Floats
    paid: Floats | None

    def best(self, pay: float, out: Floats | None = None) -> Floats:
        """The best of both, when unused rolls are paid so much."""
        if self.paid is None:
            if out is None:
                return self.plain
            out[...] = self.plain
            return out
        return np.maximum(self.plain, self.paid + pay, out=out)

    def part(self, columns: slice) -> Stops:
        """Those of some of the states."""
        return Stops(self.plain[:, columns], None if self.paid is None else self.paid[:, columns])


@dataclass(frozen=True, slots=True)
class Hands:
    """Rolls of many seats: their rows, the unused rolls, and for each the state (its place among others) it is in."""

    row: Index
    unused: Index
    state: Index


@dataclass(frozen=True, slots=True)
class Placed:
    """A box for many hands: what it is worth for each of them, and its outcome, 0 or -1 (the last one) for a joker."""

    worth: Floats
    outcome: Index


class Placing:
    """Placements of rolls, given what the outcomes of each box are worth: relative to the same offset as that."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers, self._jokers = numbers, jokers_of(numbers)
        self._rows = [numbers.lattice.row[(face,) * numbers.lattice.dice] for face in FACES]
        self._most = [float(one.points[-1]) for one in numbers.outcomes]
        self._scored = [one.of_roll[one.scoring] for one in numbers.outcomes]

    # -- the best placement of every roll -------------------------------------------------------------------------

    def fill(self, states: States, worth: Worth, stops: Stops, spare: Floats) -> None:
        """Write the best placements of every roll; `spare` has as many numbers as the result and is overwritten."""
        # Contiguous: take() would copy else.
        spare = spare[: stops.plain.size].reshape(stops.plain.shape)
        stops.plain[...] = self._zeros(worth)
        if stops.paid is not None:
            stops.paid.fill(FLOOR)
        for box, outcomes in worth.items():
            self._raise(box, outcomes, stops, spare)
        if self._jokers.active(states.lower, states.flags):
            extra = self._jokers.extra_only(states.flags)
            if extra is None:
                self._fill_jokers(states, worth, stops)
            else:
                self._add_extra(extra, stops)

    def _zeros(self, worth: Worth) -> Floats | float:
        """The best of a 0 in a lower box.

        It may be held against any roll, also one that scores there: points never do harm.
        """
        zeros = [outcomes[0] for box, outcomes in worth.items() if box >= len(FACES)]
        return np.maximum.reduce(zeros) if zeros else FLOOR

    def _raise(self, box: int, outcomes: Floats, stops: Stops, spare: Floats) -> None:
        known = self._numbers.outcomes[box]
        pays = stops.paid if self._numbers.boxes[box].unused_bonus else None
        best = stops.plain if pays is None else pays
        # A 0 in a lower box is in already, and in a box that pays for unused rolls it must not be paid.
        if box >= len(FACES) and (len(known.scoring) < SPARSE or pays is not None):
            best[known.scoring] = np.maximum(best[known.scoring], outcomes[self._scored[box]])
        else:
            np.take(outcomes, known.of_roll, axis=0, out=spare, mode="clip")
            np.maximum(best, spare, out=best)

    # -- jokers ---------------------------------------------------------------------------------------------------

    def _add_extra(self, extra: int, stops: Stops) -> None:
        for best in (stops.plain, stops.paid):
            if best is not None:
                best[self._rows] += extra

    def _fill_jokers(self, states: States, worth: Worth, stops: Stops) -> None:
        filled = self._numbers.upper.filled[states.columns]
        for face, row in zip(FACES, self._rows, strict=True):
            closed = (filled >> (face - 1) & 1).astype(bool)
            for where in (closed, ~closed):
                if where.any():
                    upper = int(filled[where.argmax()])
                    places = self._jokers.places(states.lower, states.flags, upper, face)
                    self._write(row, where, self._by_pay(worth, places), stops)

    def _by_pay(self, worth: Worth, places: tuple[Place, ...]) -> tuple[list[Floats], list[Floats]]:
        """The worths of a joker's places, those that pay for unused rolls apart."""
        plain: list[Floats] = []
        paid: list[Floats] = []
        for place in places:
            if place.box in worth:
                (paid if place.unused else plain).append(self._joker(worth[place.box], place))
        return plain, paid

    def _write(
        self, row: int, where: NDArray[np.bool_], found: tuple[list[Floats], list[Floats]], stops: Stops
    ) -> None:
        for best, worths in zip((stops.plain, stops.paid), found, strict=True):
            if best is not None:
                np.copyto(best[row], np.maximum.reduce(worths) if worths else FLOOR, where=where)

    def _joker(self, outcomes: Floats, place: Place) -> Floats:
        """What a joker is worth in a box; its points may be others than those of the box's pattern."""
        if not place.points:
            zeroed: Floats = outcomes[0] + place.extra
            return zeroed
        scored: Floats = outcomes[-1] + (place.points - self._most[place.box] + place.extra)
        return scored

    # -- one roll -------------------------------------------------------------------------------------------------

    def of_roll(self, block: Block, worth: Worth, row: int, unused: int) -> dict[int, float]:
        """What each box that this roll may go to is worth in a block of one state, with so many rolls unused."""
        if row in self._rows and self._jokers.active(block.lower, block.flags):
            return self._joker_of_roll(block, worth, self._rows.index(row) + 1, unused)
        return {box: self._plain(box, outcomes, row, unused) for box, outcomes in worth.items()}

    def _joker_of_roll(self, block: Block, worth: Worth, face: int, unused: int) -> dict[int, float]:
        upper = int(self._numbers.upper.filled[block.first])
        places = self._jokers.places(block.lower, block.flags, upper, face)
        open_ = [place for place in places if place.box in worth]
        return {place.box: float(self._joker(worth[place.box], place)[0]) + place.unused * unused for place in open_}

    def unrolled(self, worth: Worth) -> dict[int, float]:
        """What each box is worth that is filled with 0 before a turn's first roll, in a block of one state."""
        return {box: float(outcomes[0, 0]) for box, outcomes in worth.items()}

    def _plain(self, box: int, outcomes: Floats, row: int, unused: int) -> float:
        outcome = self._numbers.outcomes[box].of_roll[row]
        pay = self._numbers.boxes[box].unused_bonus * unused if outcome else 0
        return float(outcomes[outcome, 0]) + pay

    # -- many rolls -----------------------------------------------------------------------------------------------

    def of_rolls(self, states: States, worth: Worth, hands: Hands) -> dict[int, Placed]:
        """What each box is worth that may be filled in these states, for each of many hands."""
        found = {box: self._of_box(box, outcomes, hands) for box, outcomes in worth.items()}
        if self._jokers.active(states.lower, states.flags):
            filled = self._numbers.upper.filled[states.columns][hands.state]
            for face, row in zip(FACES, self._rows, strict=True):
                closed = (filled >> (face - 1) & 1).astype(bool)
                for where in ((hands.row == row) & closed, (hands.row == row) & ~closed):
                    if where.any():
                        places = self._jokers.places(states.lower, states.flags, int(filled[where.argmax()]), face)
                        self._place_jokers(worth, hands, where, places, found)
        return found

    def _of_box(self, box: int, outcomes: Floats, hands: Hands) -> Placed:
        outcome = self._numbers.outcomes[box].of_roll[hands.row]
        pay = self._numbers.boxes[box].unused_bonus
        worth = outcomes[outcome, hands.state]
        return Placed(worth + pay * hands.unused * (outcome > 0) if pay else worth, outcome)

    def _place_jokers(
        self,
        worth: Worth,
        hands: Hands,
        where: NDArray[np.bool_],
        places: tuple[Place, ...],
        found: dict[int, Placed],
    ) -> None:
        for placed in found.values():
            placed.worth[where] = FLOOR
        for place in places:
            if place.box in worth:
                outcomes = worth[place.box][:, hands.state[where]]
                found[place.box].worth[where] = self._joker(outcomes, place) + place.unused * hands.unused[where]
                found[place.box].outcome[where] = -1 if place.points else 0
