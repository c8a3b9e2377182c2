"""A game of Klondike as a record writes it: words without a seat, in lines of any length."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.rules import CARRY, DRAW, FLIP, RECYCLE
from engine.game import IllegalMove, Move, Ply, Seat, Written

UNDO, END, TIMEOUT, STOP = Move("u"), Move("end"), Move("timeout"), Move("stop")
WORDS = frozenset({DRAW, RECYCLE, UNDO, END, TIMEOUT})
A_LINE = 16


def read(words: Sequence[str]) -> list[Written]:
    """The plies of one line, already split into words; raises IllegalMove."""
    if list(words) == [STOP]:
        return [Written(Ply(None, STOP))]
    for word in words:
        if word == STOP:
            raise IllegalMove("stop stands alone on its line")
        if not (word in WORDS or FLIP.fullmatch(word) or CARRY.fullmatch(word)):
            raise IllegalMove(f"{word[:20]!r} is no word of Klondike: d, r, u, x4, w>f, w>4, 4>f, 4>6, S>4, end are")
    return [Written(Ply(Seat(0), Move(word))) for word in words]


def write(written: Sequence[Written]) -> list[str]:
    """The lines for these plies, sixteen words on each; `stop` has its own."""
    words = [entry.ply.move for entry in written if entry.ply.move != STOP]
    lines = [" ".join(words[i : i + A_LINE]) for i in range(0, len(words), A_LINE)]
    return [*lines, STOP] if len(words) < len(written) else lines
