"""Scorecards: the filled boxes of one seat, and the totals that follow from them.

Bonuses are always recomputed from the card; adding them up as they come is how they get counted twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.dice.ruleset import Ruleset, Score


@dataclass(frozen=True, slots=True)
class Scorecard:
    """One seat's card: the scores by box id, in the order in which they were placed."""

    scores: Mapping[str, Score] = field(default_factory=dict)

    @classmethod
    def of(cls, points: Mapping[str, int]) -> Scorecard:
        """A card with these points and no extras."""
        return cls({box: Score(p) for box, p in points.items()})

    def points(self) -> dict[str, int]:
        """The points in the filled boxes."""
        return {box: score.points for box, score in self.scores.items()}

    def with_score(self, box: str, score: Score) -> Scorecard:
        """The card with one more box filled."""
        return Scorecard({**self.scores, box: score})

    def without(self, box: str) -> Scorecard:
        """The card with that box open again."""
        return Scorecard({b: s for b, s in self.scores.items() if b != box})

    def full(self, ruleset: Ruleset) -> bool:
        """Whether every box is filled."""
        return len(self.scores) == len(ruleset.boxes)

    def upper_full(self, ruleset: Ruleset) -> bool:
        """Whether every upper box is filled: the upper bonus is decided."""
        return all(box.id in self.scores for box in ruleset.boxes if box.face is not None)

    def set_lost(self, ruleset: Ruleset) -> bool:
        """Whether a box of the set holds 0, so that its bonus can't come any more."""
        sets = ruleset.sets
        return sets is not None and any(box in self.scores and not self.scores[box].points for box in sets.boxes)


@dataclass(frozen=True, slots=True)
class Totals:
    """What a card adds up to."""

    upper: int
    upper_bonus: int
    set_bonus: int
    extra: int
    total: int


def totals(ruleset: Ruleset, card: Scorecard) -> Totals:
    """The sums of a card as it stands: a bonus counts as soon as it is reached."""
    scores = card.scores
    upper = sum(scores[b.id].points for b in ruleset.boxes if b.face is not None and b.id in scores)
    upper_bonus = ruleset.upper.points if upper >= ruleset.upper.threshold else 0
    sets = ruleset.sets
    made = sets is not None and all(b in scores and scores[b].points for b in sets.boxes)
    set_bonus = sets.points if sets is not None and made else 0
    extra = sum(score.extra for score in scores.values())
    boxes = sum(score.points for score in scores.values())
    return Totals(upper, upper_bonus, set_bonus, extra, boxes + upper_bonus + set_bonus + extra)
