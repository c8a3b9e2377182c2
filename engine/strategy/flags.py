"""What a state must know of the filled lower boxes beyond which they are: two flags."""

from __future__ import annotations

from dataclasses import dataclass

PAID = 1
"""The joker's box holds points, so that further rolls of all dice equal bring extra ones."""

SPOILT = 2
"""A box of an unfinished set holds 0, so that the set's bonus is lost."""


@dataclass(frozen=True, slots=True)
class Flags:
    """How the flags change; boxes are bits in a mask of the lower section.

    `joker` is the box whose points matter later (0: none), `sets` are the boxes that earn `points` together (0: none).
    """

    joker: int
    sets: int
    points: int

    @property
    def count(self) -> int:
        """How many values the flags may have, 0 included."""
        if self.sets:
            return 4
        return 2 if self.joker else 1

    def valid(self, lower: int) -> list[int]:
        """The flags that these filled boxes may have."""
        return [flags for flags in range(self.count) if self._possible(lower, flags)]

    def _possible(self, lower: int, flags: int) -> bool:
        begun = bool(lower & self.sets) and not self._complete(lower)
        if flags & SPOILT and not begun:
            return False
        if flags & PAID:
            return bool(lower & self.joker)
        zeroed = bool(lower & self.joker & self.sets) and begun
        return bool(flags & SPOILT) or not zeroed

    def after(self, lower: int, flags: int, box: int, *, scored: bool) -> tuple[int, int]:
        """The flags after a box is filled, with points or with 0, and the set's bonus where that completes it."""
        if scored and box == self.joker:
            flags |= PAID
        if not box & self.sets:
            return flags, 0
        if not scored:
            flags |= SPOILT
        if not self._complete(lower | box):
            return flags, 0
        return flags & ~SPOILT, 0 if flags & SPOILT else self.points

    def _complete(self, lower: int) -> bool:
        return lower & self.sets == self.sets
