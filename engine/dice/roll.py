"""Dice by position, which of them are held, and the texts of both.

Positions are never sorted: Mega Yatzy's Straight Flush is scored by position.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import IllegalMove, Move

Dice = tuple[int, ...]
"""Faces 1 to 6 by position; empty before a turn's first roll."""

ROLLED = "_"
FACES = range(1, 7)


def counts(dice: Dice) -> tuple[int, ...]:
    """How often each face lies there: index 1 to 6, index 0 is unused."""
    return tuple(dice.count(face) for face in range(7))


def check_dice(dice: Sequence[int], size: int) -> Dice:
    """The dice as a value; raises IllegalMove unless they are `size` faces of 1 to 6."""
    if len(dice) != size or any(type(d) is not int or d not in FACES for d in dice):
        shown = " ".join(map(str, dice)) or "no dice"
        raise IllegalMove(f"{shown[:40]}: a roll is {size} dice, each 1 to 6")
    return tuple(dice)


def show(dice: Dice) -> str:
    """The dice as a record writes them, `13346`."""
    return "".join(map(str, dice))


def read_roll(text: str, size: int) -> Dice:
    """The dice that a record's ROLL stands for; raises IllegalMove."""
    if len(text) != size or any(c not in "123456" for c in text):
        raise IllegalMove(f"{text[:40]!r}: a roll is {size} digits, each 1 to 6")
    return tuple(map(int, text))


def keep(dice: Dice, held: int, size: int) -> Move:
    """The keep that holds these positions (a bit mask, the first die is bit 0), `13___`."""
    return Move("".join(str(dice[i]) if dice and held >> i & 1 else ROLLED for i in range(size)))


def read_keep(text: str, dice: Dice, size: int) -> int:
    """The held positions of a keep as a bit mask; raises IllegalMove unless it repeats what lies there."""
    if len(text) != size or any(c not in "123456_" for c in text):
        raise IllegalMove(f"{text[:40]!r}: a keep is {size} of the digits 1 to 6 and _")
    held = 0
    for i, c in enumerate(text):
        if c == ROLLED:
            continue
        if not dice or str(dice[i]) != c:
            raise IllegalMove(f"{text}: die {i + 1} does not show {c}; the dice are {show(dice) or 'not rolled yet'}")
        held |= 1 << i
    return held


def merge(dice: Dice, held: int, drawn: Dice) -> Dice:
    """The dice after a roll: held ones stay, the others are as drawn (all positions are drawn, DESIGN section 5)."""
    return tuple(dice[i] if held >> i & 1 else d for i, d in enumerate(drawn))
