"""A ruleset as numbers: what each box pays for each roll, and what the table's states are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.dice.roll import FACES, Dice
from engine.dice.ruleset import Box, JokerRule, Ruleset
from engine.game import Unsupported
from engine.strategy.flags import Flags
from engine.strategy.lattice import Index, lattice
from engine.strategy.upper import UpperClasses, upper_classes


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What one box may pay by its pattern: `points`, 0 first, and which of them each roll gets.

    `scoring` lists the rolls that get more than 0. Of a box that looks at the dice by their position, which a roll as a
    multiset doesn't know, it lists none.
    """

    points: NDArray[np.float64]
    of_roll: Index
    scoring: Index


class Numbers:
    """A ruleset as numbers; equal ones play alike. Raises Unsupported.

    Boxes are counted with the upper ones first, by their faces, and then the lower ones in the card's order; a mask of
    lower boxes has its bit 0 for the first of them.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        check(ruleset)
        self.ruleset = ruleset
        self.lattice = lattice(ruleset.dice)
        upper = sorted((box for box in ruleset.boxes if box.face is not None), key=lambda box: box.face or 0)
        lower = [box for box in ruleset.boxes if box.face is None]
        self.boxes: tuple[Box, ...] = (*upper, *lower)
        self.number = {box.id: i for i, box in enumerate(self.boxes)}
        self.lowers = len(lower)
        self.outcomes = tuple(self._outcomes(box) for box in self.boxes)
        self._check_upper()
        self.joker = ruleset.joker if ruleset.joker is not None and _matters(ruleset.joker) else None
        sets = ruleset.sets if ruleset.sets is not None and ruleset.sets.points else None
        self.flags = Flags(
            self.bit(self.joker.box) if self.joker is not None else 0,
            sum(map(self.bit, sets.boxes)) if sets is not None else 0,
            sets.points if sets is not None else 0,
        )

    def bit(self, box: str) -> int:
        """A lower box's bit; raises Unsupported for an upper one."""
        number = self.number[box] - len(FACES)
        if number < 0:
            raise Unsupported(f"{box}: jokers and sets of upper boxes are not supported")
        return 1 << number

    @cached_property
    def upper(self) -> UpperClasses:
        """The classes of the upper section."""
        return upper_classes(self.ruleset.upper, self.ruleset.dice)

    @cached_property
    def unused_bonus(self) -> int:
        """What some boxes pay for each unused roll once they are made; 0 where none does."""
        return max(box.unused_bonus for box in self.boxes)

    @property
    def rows(self) -> int:
        """One more than the largest mask of lower boxes."""
        return 1 << self.lowers

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The boxes in the order in which they must be filled; none where they are filled as one likes."""
        if self.ruleset.order == "free":
            return ()
        order = tuple(self.number[box.id] for box in self.ruleset.boxes)
        return order[::-1] if self.ruleset.order == "bottom_up" else order

    @cached_property
    def key(self) -> str:
        """A digest of everything that the values depend on."""
        rules = self.ruleset
        pays = [
            (box.id, box.unused_bonus, box.made(0, 0), points.points[points.of_roll].tolist())
            for box, points in zip(self.boxes, self.outcomes, strict=True)
        ]
        joker = self.joker and (
            *(self.joker.box, self.joker.extra, sorted(self.joker.wild)),
            *(self.joker.forced, self.joker.needs_face, self.joker.after_zero),
        )
        budget, upper = (rules.budget.per_turn, rules.budget.least), (rules.upper.threshold, rules.upper.points)
        content: tuple[object, ...] = (pays, joker, self.flags, upper, budget, self.order)
        if rules.budget.saves:
            content = (*content, rules.budget.cap, self.positional)
        return sha256(repr(content).encode()).hexdigest()

    @cached_property
    def positional(self) -> tuple[int, tuple[Dice, ...]] | None:
        """The box that looks at the dice by their position, and the dice that make it; raises Unsupported for two."""
        found = [i for i, box in enumerate(self.boxes) if box.by_position]
        if not found:
            return None
        if len(found) > 1:
            raise Unsupported("two boxes that look at the positions of dice are not supported")
        pattern = self.boxes[found[0]].pattern
        made = tuple(dice for dice in product(FACES, repeat=self.lattice.dice) if pattern(dice))
        return found[0], made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbers) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def _outcomes(self, box: Box) -> Outcomes:
        rolls = self.lattice.multisets[: self.lattice.rolls]
        paid = [0 if box.by_position else box.points(roll) for roll in rolls]
        points = sorted({0, *paid})
        at = {value: i for i, value in enumerate(points)}
        of_roll = np.array([at[value] for value in paid], np.intp)
        return Outcomes(np.array(points, np.float64), of_roll, np.flatnonzero(of_roll))

    def _check_upper(self) -> None:
        """Raise Unsupported unless each face has an upper box whose nth outcome stands for n dice of it."""
        rolls = self.lattice.multisets[: self.lattice.rolls]
        for face, box, outcomes in zip(FACES, self.boxes, self.outcomes, strict=False):
            counted = [roll.count(face) for roll in rolls]
            paid = outcomes.points.tolist() == [face * count for count in range(self.lattice.dice + 1)]
            if box.face != face or not paid or outcomes.of_roll.tolist() != counted:
                raise Unsupported(f"{box.id}: an upper section other than the pips of each face is not supported")


def check(ruleset: Ruleset) -> None:
    """Raise Unsupported for what no state holds."""
    paying = [box for box in ruleset.boxes if box.unused_bonus]
    if len({box.unused_bonus for box in paying}) > 1 or any(box.face for box in paying):
        raise Unsupported("other than equal pay for unused rolls in lower boxes is not supported")
    joker = ruleset.joker
    # A score in the joker's box must never do harm (builder.py), as it would if only then jokers were forced.
    if joker is not None and joker.forced and not joker.after_zero:
        raise Unsupported("a joker that is forced only when its box holds points is not supported")


def _matters(joker: JokerRule) -> bool:
    return bool(joker.extra or joker.wild or joker.forced)
