"""Which cards of stock and waste can be had, without asking how often the player has to draw for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards.rules import Rules


class Reach(NamedTuple):
    """The cards that can be had, and for each the waste's count and the recycles after it was taken."""

    cards: int
    after: dict[int, tuple[int, int]]


class Talon:
    """The cards of stock and waste in the order of drawing, all of them or those that are left."""

    def __init__(self, cards: Sequence[int], rules: Rules) -> None:
        self.cards = tuple(cards)
        self.all = sum(cards)
        self._rules = rules
        self._known: dict[tuple[int, int, int], Reach] = {}

    def counted(self, waste: int, left: int) -> int:
        """The waste's count as far as it matters: where it may be turned over again, the end of a pass is its start."""
        if self._rules.redeals is None and (waste % self._rules.draw == 0 or waste == left):
            return 0
        return waste

    def last(self, left: int) -> int:
        """The last of these cards that are left; 0 for none."""
        return next((card for card in reversed(self.cards) if card & left), 0)

    def reach(self, origin: int, waste: int, recycles: int) -> Reach:
        """What can be had of the cards that are left, when so many of them are in the waste."""
        key = (origin & self.all, waste, recycles)
        if key not in self._known:
            self._known[key] = self._reach([card for card in self.cards if card & origin], waste, recycles)
        return self._known[key]

    def _reach(self, left: Sequence[int], waste: int, recycles: int) -> Reach:
        after: dict[int, tuple[int, int]] = {}
        for place in _pass(len(left), waste, self._rules.draw):
            after[left[place]] = self._after(place, len(left), recycles)
        if self._rules.redeals is None or recycles < self._rules.redeals:
            for place in _pass(len(left), 0, self._rules.draw):
                after.setdefault(left[place], self._after(place, len(left), recycles + 1))
        return Reach(sum(after), after)

    def _after(self, place: int, left: int, recycles: int) -> tuple[int, int]:
        # Without a limit it does not matter how often the waste was turned over.
        return self.counted(place, left - 1), recycles if self._rules.redeals is not None else 0


def _pass(left: int, waste: int, draw: int) -> list[int]:
    """The places of the cards that come to lie on top of the waste until the stock is empty."""
    places = list(range(waste + draw - 1, left, draw))
    if waste < left and (not places or places[-1] != left - 1):
        places.append(left - 1)
    return [waste - 1, *places] if waste else places
