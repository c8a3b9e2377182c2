"""A game against the computer in the page on a phone: with hints, moves that the member only watches, and a review."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from bot.text.balance import MINUS
from bot.text.names import FSI, PDI
from tests.offline.visitor import PHONE, Visitor, Window

COMPUTER, ADA = (f"{FSI}{name}{PDI}" for name in ("Computer (strong)", "Ada"))

SUM = re.compile(r"^(.*): ([0-9].* unplayed) = ([0-9]+)$", re.MULTILINE)
FIGURE = re.compile(r"([+-]?) ?([0-9]+\.[0-9])")


@pytest.fixture
def window() -> Window:
    return PHONE


def test_a_newcomer_plays_the_computer_with_hints_and_has_it_reviewed(visitor: Visitor) -> None:
    visitor.as_member("Ada").command("play", game="Yahtzee")
    visitor.choose("Computer: Strong", menu="Add a computer")
    visitor.sees(COMPUTER)
    visitor.press("Start with 2")
    assert "Roll" in hint(visitor)
    visitor.press("Roll")
    assert "points less" in hint(visitor)
    visitor.choose("Chance", menu="Score in")
    visitor.sees(f"{COMPUTER}'s turn")
    visitor.sees(f"{COMPUTER} rolled all 5 dice.")
    visitor.sees(f"{COMPUTER} scored")
    visitor.sees(f"{ADA}'s turn")
    visitor.sees("Turn 2 of 13")
    visitor.press("More")
    visitor.press("Resign")
    visitor.press("Yes, resign", long=True)  # its account may take longer than the page waits
    visitor.sees("given away", long=True)  # a click while the result changes would be refused by the page
    assert f"{ADA} used a hint." in visitor.told("Yahtzee · result")
    visitor.press("Review", long=True)
    visitor.sees("on average")
    sums = SUM.findall(visitor.private()[-1])
    assert {name for name, *_ in sums} == {ADA, COMPUTER}
    for _, figures, total in sums:
        found = FIGURE.findall(figures.replace(MINUS, "-"))
        assert sum(Decimal(sign + figure) for sign, figure in found) == int(total)


def hint(visitor: Visitor) -> str:
    visitor.press("Hint")
    return visitor.private()[-1]
