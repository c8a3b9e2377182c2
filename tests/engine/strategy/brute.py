"""Perfect play by brute force, for cards with one or two open boxes.

It knows nothing of tables: whole cards, totals recomputed from them, the rules asked for every roll and every number of
unused rolls, and rolls as orderings of dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations, product

from engine.dice.ruleset import Ruleset
from engine.dice.scorecard import Scorecard, totals

Roll = tuple[int, ...]


@cache
def rolls(count: int) -> Mapping[Roll, float]:
    """The sorted results of rolling so many dice, with their probabilities."""
    found = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    return {roll: ways / 6**count for roll, ways in found.items()}


@cache
def kept(roll: Roll) -> frozenset[Roll]:
    """What can be kept of a roll when something is rolled again."""
    return frozenset(part for size in range(len(roll)) for part in combinations(roll, size))


@cache
def results(part: Roll) -> tuple[tuple[Roll, float], ...]:
    """What a keep may become."""
    found = rolls(5 - len(part)).items()
    return tuple((tuple(sorted((*part, *roll))), chance) for roll, chance in found)


class Brute:
    """Perfect play under one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._rules = ruleset
        self._known: dict[frozenset[tuple[str, int]], float] = {}
        self._bests: dict[tuple[frozenset[tuple[str, int]], int], dict[Roll, float]] = {}

    def to_come(self, card: Mapping[str, int]) -> float:
        """What is expected at the start of a turn, beyond what the card has already."""
        key = frozenset(card.items())
        if len(card) == len(self._rules.boxes):
            return 0.0
        if key not in self._known:
            options = [self._expected((), self._best(card, self._rules.budget.per_turn - 1))]
            if not self._rules.budget.least:
                options += self.boxes(card, (), 0).values()
            self._known[key] = max(options)
        return self._known[key]

    def boxes(self, card: Mapping[str, int], roll: Roll, unused: int) -> dict[str, float]:
        """What each box is worth for this roll."""
        now, found = Scorecard.of(card), {}
        for box, score in self._rules.legal(card, roll, unused).items():
            then = now.with_score(box, score)
            gained = totals(self._rules, then).total - totals(self._rules, now).total
            found[box] = gained + self.to_come(then.points())
        return found

    def moves(self, card: Mapping[str, int], roll: Roll, rolls_left: int) -> dict[str, float]:
        """What each move is worth, keeps by the dice that they hold."""
        found = self.boxes(card, tuple(sorted(roll)), rolls_left)
        if rolls_left:
            best = self._best(card, rolls_left - 1)
            for part in kept(tuple(sorted(roll))):
                found["keep " + (" ".join(map(str, part)) or "-")] = self._expected(part, best)
        return found

    def _best(self, card: Mapping[str, int], rolls_left: int) -> dict[Roll, float]:
        key = frozenset(card.items()), rolls_left
        if key not in self._bests:
            self._bests[key] = self._work_out(card, rolls_left)
        return self._bests[key]

    def _work_out(self, card: Mapping[str, int], rolls_left: int) -> dict[Roll, float]:
        stop = {roll: max(self.boxes(card, roll, rolls_left).values()) for roll in rolls(5)}
        if not rolls_left:
            return stop
        later = self._best(card, rolls_left - 1)
        keep = {part: self._expected(part, later) for size in range(5) for part in rolls(size)}
        return {roll: max(stop[roll], *(keep[part] for part in kept(roll))) for roll in stop}

    def _expected(self, part: Roll, best: Mapping[Roll, float]) -> float:
        return sum(chance * best[roll] for roll, chance in results(part))
