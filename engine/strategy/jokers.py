"""Jokers: where a further roll of all dice equal may go, asked of the ruleset itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.dice.roll import FACES
from engine.dice.ruleset import Score
from engine.game import IllegalMove
from engine.strategy.flags import PAID
from engine.strategy.numbers import Numbers

SHARED = 8
"""Rulesets whose places are kept."""


@dataclass(frozen=True, slots=True)
class Place:
    """A box that a joker may go to: its points with no roll unused, more for each unused one, and the extra points."""

    box: int
    points: int
    unused: int
    extra: int


class Jokers:
    """The places of jokers in each state."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._free = not numbers.order
        self._places = lru_cache(maxsize=None)(self._ask)

    def active(self, lower: int, flags: int) -> bool:
        """Whether all dice equal are a joker in this state."""
        rule = self._numbers.joker
        return rule is not None and bool(lower & self._numbers.bit(rule.box)) and (rule.after_zero or flags & PAID > 0)

    def extra_only(self, flags: int) -> int | None:
        """The extra points of a joker, where it changes nothing else; None where boxes pay or open differently."""
        rule = self._numbers.joker
        if rule is None or rule.wild or rule.forced:
            return None
        return rule.extra if flags & PAID else 0

    def places(self, lower: int, flags: int, upper: int, face: int) -> tuple[Place, ...]:
        """The places of five of this face, given the masks of filled boxes.

        Where boxes are filled in any order, the rules look at one upper box only, that of the face; places in others
        may then be filled already.
        """
        return self._places(lower, flags, upper & (1 << (face - 1)) if self._free else upper, face)

    def _ask(self, lower: int, flags: int, upper: int, face: int) -> tuple[Place, ...]:
        numbers = self._numbers
        card = self._card(lower, flags, upper)
        places = []
        for i, box in enumerate(numbers.boxes):
            dice = (face,) * numbers.lattice.dice
            try:
                none, one = (numbers.ruleset.place(card, box.id, dice, unused) for unused in (0, 1))
            except IllegalMove:
                continue
            places.append(_place(i, none, one))
        return tuple(places)

    def _card(self, lower: int, flags: int, upper: int) -> dict[str, int]:
        """A card of this state; of its points, the rules of jokers see only those in the joker's box."""
        mask = upper | lower << len(FACES)
        card = {box.id: 0 for i, box in enumerate(self._numbers.boxes) if mask >> i & 1}
        if self._numbers.joker is not None and flags & PAID:
            card[self._numbers.joker.box] = 1
        return card


@lru_cache(maxsize=SHARED)
def jokers_of(numbers: Numbers) -> Jokers:
    """The places of a ruleset's jokers, which are asked for once."""
    return Jokers(numbers)


def _place(box: int, none_unused: Score, one_unused: Score) -> Place:
    return Place(box, none_unused.points, one_unused.points - none_unused.points, none_unused.extra)
