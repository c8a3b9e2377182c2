"""Klondike in the page on a phone: won by its hints, and raced by two members."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.deals import READY
from bot.store import Store
from bot.text.names import safe_name
from tests.offline.visitor import PHONE, Visitor, Window

RULES = "draw=1 redeals=None worry_back=True"
# Soon won where the rest goes up as soon as no card lies face down: low cards in the piles, aces open.
DEAL = (
    "7C 6C 9C 8D 6S 6D 5C 5S 6H 8S 3C 3H 4C 2S 5D 4S AS 4D 5H 2C 3S 4H AC 2H 3D AD 2D AH "
    "TD JH TH 7S KC 9D QS KH TS 9H JS KD JC JD KS QH TC 9S 8H 7D QD 7H 8C QC"
)
MOST_PRESSES = 100
FOLLOWED = 6
"""Hints that are followed before Finish is pressed wherever it can be."""


async def keep_deals(database: Path) -> None:
    """Put the deal where the bot looks for one, and so often that it has none to find."""
    store = await Store.open(str(database))
    for _ in range(2 * READY):
        await store.add_deal(RULES, DEAL)
    await store.close()


@pytest.fixture
def database(database: Path) -> Path:
    # In a thread, as Playwright's event loop runs in this one.
    with ThreadPoolExecutor() as pool:
        pool.submit(asyncio.run, keep_deals(database)).result()
    return database


@pytest.fixture
def window() -> Window:
    return PHONE


def switch_on(visitor: Visitor, *options: str) -> None:
    """Change house rules, as whoever owns the server does."""
    visitor.as_member("Ada").command("options", game="Klondike")
    for option in options:
        visitor.choose(option)
        visitor.choose("on")
        assert f"{option}: on" in visitor.private()[-1]


def hint(visitor: Visitor) -> str:
    """The move that Hint names, in its words."""
    visitor.press("Hint")
    *_, move, sure = visitor.private()[-1].splitlines()
    assert sure == "This game can be won, and that is a step on the way."
    return move.partition(":")[0]


def do(visitor: Visitor, move: str) -> None:
    """Make a move that is named in words."""
    if move == "Draw a card":
        visitor.press("Draw 1")
    elif move == "Turn the waste over":
        visitor.press(move)
    else:
        visitor.choose(move, menu="Move…")


def test_a_newcomer_wins_by_the_hints_and_is_ranked(visitor: Visitor) -> None:
    switch_on(visitor, "Only deals that can be won", "Finish with cards in the stock (draw 1)")
    visitor.command("play", game="Klondike")
    visitor.press("Start alone")
    messages = visitor.messages.count()
    hints = 0
    for _ in range(MOST_PRESSES):
        if "Klondike · result" in visitor.told("Klondike · "):
            break
        if hints >= FOLLOWED and "Finish" in visitor.buttons():
            visitor.press("Finish")
        else:
            do(visitor, hint(visitor))
            hints += 1
        assert visitor.messages.count() <= messages + 1, "the board has stayed in sight"
    result = visitor.told("Klondike · result")
    assert f"{safe_name('Ada')} has won: all 52 cards are up!" in result
    assert "52 of 52 cards up" in result
    for measure in ("Wins", "Streak", "Best time", "Fewest moves"):
        visitor.as_member("Bo").command("leaderboard", game="Klondike", by=measure)
        ranks = visitor.told(f"Klondike · {measure}")
        assert safe_name("Ada") in ranks
        assert safe_name("Bo") not in ranks
    visitor.as_member("Ada").press("Play again")
    assert "0 of 52 cards up" in visitor.told("Klondike · Your game")


def give_up(visitor: Visitor, member: str) -> None:
    visitor.as_member(member).press("More", on=table_of(member))
    visitor.press("End game")
    visitor.press("Yes, end it")


def table_of(member: str) -> str:
    """What stands over a racer's table."""
    return f"{safe_name(member)}'s race against"


def test_two_members_race_and_the_one_who_comes_further_has_won(visitor: Visitor) -> None:
    visitor.as_member("Ada").command("challenge", member="Bo", game="Klondike")
    visitor.as_member("Bo").press("Accept")
    assert "the race is on: this is your table" in visitor.told(table_of("Bo"))
    assert "Hint" not in visitor.buttons(table_of("Bo"))
    for stranger, table in (("Ada", "Bo"), ("Bo", "Ada"), ("Cleo", "Ada")):
        visitor.as_member(stranger).press("Draw 1", on=table_of(table))
        assert f"Only {safe_name(table)} plays at this table" in visitor.private()[-1]
    visitor.as_member("Bo").press("Draw 1", on=table_of("Bo"))
    visitor.as_member("Ada").press("Finish", on=table_of("Ada"))
    assert f"{safe_name('Bo')}: 1 move · 0 of 52 cards up" in visitor.told(table_of("Ada"))
    give_up(visitor, "Ada")
    assert f"{safe_name('Bo')} still plays" in visitor.told("Klondike · result")
    give_up(visitor, "Bo")
    visitor.sees("Rematch")
    assert f"{safe_name('Ada')} has won the race." in visitor.told("Rematch")
    visitor.as_member("Cleo").command("leaderboard", game="Klondike", by="Races")
    assert f"{safe_name('Ada')} · 1 won" in visitor.told("Klondike · Races")
    visitor.as_member("Bo").press("Rematch")
    visitor.sees(f"{safe_name('Bo')} challenges you to a race")
    visitor.as_member("Ada").press("Accept")
    visitor.sees(table_of("Ada"))
