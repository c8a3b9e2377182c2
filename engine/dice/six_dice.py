"""The boxes that the six-dice games share, Maxi Yatzy and Mega Yatzy; the groups have different names in each."""

from __future__ import annotations

from engine.dice.patterns import contains, groups, kind
from engine.dice.ruleset import Box


def pairs(*, distinct: bool) -> tuple[Box, ...]:
    """One, two and three pairs."""
    return (
        Box("one_pair", "Pair", "Pair", "two equal: the highest pair", kind(2)),
        Box("two_pairs", "Two pairs", "2 pairs", "two pairs: the four dice", groups(2, 2, distinct=distinct)),
        Box("three_pairs", "Three pairs", "3 pairs", "three pairs: all dice", groups(2, 2, 2, distinct=distinct)),
    )


def kinds() -> tuple[Box, ...]:
    """Three, four and five equal: the dice that are equal count."""
    words = {3: "three", 4: "four", 5: "five"}
    return tuple(
        Box(f"{word}_kind", f"{word.title()} equal", f"{n} equal", f"{word} equal: the {word} dice", kind(n))
        for n, word in words.items()
    )


def straights(*, full: bool) -> tuple[Box, ...]:
    """Small, large and (an option) full straight; the sixth die of the first two is free."""
    boxes = (
        Box("small_straight", "Small straight", "S.strght", "1-2-3-4-5", contains(1, 2, 3, 4, 5), fixed=15),
        Box("large_straight", "Large straight", "L.strght", "2-3-4-5-6", contains(2, 3, 4, 5, 6), fixed=20),
        Box("full_straight", "Full straight", "F.strght", "1-2-3-4-5-6", contains(1, 2, 3, 4, 5, 6), fixed=21),
    )
    return boxes if full else boxes[:2]
