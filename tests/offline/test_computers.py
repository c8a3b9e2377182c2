"""A game against the computer in the page on a phone: it moves while the member only watches."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bot.text.names import FSI, PDI
from tests.offline.process import PlayProcess
from tests.offline.visitor import Visitor

WIDTH, HEIGHT = 390, 844
COMPUTER, ADA = (f"{FSI}{name}{PDI}" for name in ("Computer (strong)", "Ada"))


@pytest.fixture
def visitor(chromium: Browser, tmp_path: Path) -> Iterator[Visitor]:
    with PlayProcess(tmp_path / "offline.db") as process:
        visitor = Visitor.arrive(chromium, process.address, width=WIDTH, height=HEIGHT)
        yield visitor
        visitor.leave()
        assert process.stop(signal.SIGTERM) == (0, "")


def test_a_newcomer_plays_a_round_against_the_computer(visitor: Visitor) -> None:
    visitor.as_member("Ada").command("play", game="Yahtzee")
    visitor.choose("Computer: Strong", menu="Add a computer")
    visitor.sees(COMPUTER)
    visitor.press("Start with 2")
    visitor.press("Roll")
    visitor.choose("Chance", menu="Score in")
    visitor.sees(f"{COMPUTER}'s turn")
    visitor.sees(f"{COMPUTER} rolled all 5 dice.")
    visitor.sees(f"{COMPUTER} scored")
    visitor.sees(f"{ADA}'s turn")
    assert "Turn 2 of 13" in visitor.newest()
