"""From a seat's card to its state in the table."""

from __future__ import annotations

from collections.abc import Mapping

from engine.dice.roll import FACES
from engine.dice.ruleset import Box
from engine.game import IllegalMove, MatchOver
from engine.strategy.blocks import Block, block
from engine.strategy.flags import PAID, SPOILT
from engine.strategy.numbers import Numbers


def state(numbers: Numbers, card: Mapping[str, int | None]) -> Block:
    """The state of a card, which maps boxes to their points (None for open), as a block of one.

    Raises IllegalMove for a card that can't be, MatchOver for a full one.
    """
    filled = {box: points for box, points in card.items() if points is not None}
    for box, points in filled.items():
        _check(numbers, numbers.ruleset.box(box), points)
    if len(filled) == len(numbers.boxes):
        raise MatchOver("every box of this card is filled: nothing is to come")
    mask = sum(1 << numbers.number[box] for box in filled)
    _check_order(numbers, mask)
    upper, lower = mask & (1 << len(FACES)) - 1, mask >> len(FACES)
    total = sum(points for box, points in filled.items() if numbers.ruleset.box(box).face is not None)
    column = numbers.upper.column(upper, total)
    return block(numbers, lower, _flags(numbers, lower, filled), range(column, column + 1))


def _check(numbers: Numbers, box: Box, points: int) -> None:
    whole = type(points) is int and points >= 0
    if not whole or (box.face is not None and points not in range(0, box.face * numbers.lattice.dice + 1, box.face)):
        raise IllegalMove(f"{box.id}={points}: {box.title} can't hold that")


def _check_order(numbers: Numbers, mask: int) -> None:
    if numbers.order and mask != sum(1 << box for box in numbers.order[: mask.bit_count()]):
        raise IllegalMove(f"boxes are filled in order here ({numbers.ruleset.order}); this card has a gap")


def _flags(numbers: Numbers, lower: int, filled: Mapping[str, int]) -> int:
    flags, known = 0, numbers.flags
    zeroed = sum(1 << numbers.number[box] for box, points in filled.items() if not points) >> len(FACES)
    if lower & known.joker & ~zeroed:
        flags |= PAID
    if zeroed & known.sets and lower & known.sets != known.sets:
        flags |= SPOILT
    return flags
