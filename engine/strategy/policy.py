"""What every way of valuing moves has in common: tables, models, and the plain policy that stands in for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.strategy.advice import Advice

__all__ = ["Policy"]


class Policy(Protocol):
    """Values the moves of a ruleset; `approximate` where it only comes close to perfect play."""

    @property
    def key(self) -> str:
        """A digest of everything in the ruleset that the values depend on."""

    @property
    def approximate(self) -> bool:
        """Whether its values are not exact."""

    def to_come(self, card: Mapping[str, int | None] | None = None, saved: int = 0) -> float:
        """The points that a seat with this card, and so many saved rolls, expects at the start of a turn."""

    def advise(
        self, dice: Sequence[int], *, rolls_left: int, card: Mapping[str, int | None] | None = None
    ) -> list[Advice]:
        """Every move with these dice and this card, best first: see engine.strategy.advise."""
