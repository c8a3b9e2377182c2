"""Klondike's table in lines."""

from dataclasses import replace

import pytest

from bot.pictures.card_specimens import TABLES, cards
from bot.text.klondike import text_table
from engine.cards.card import show
from engine.cards.view import View


def table() -> View:
    return replace(
        TABLES["middle"](),
        covered=(0, 1, 2, 0, 4, 5, 6),
        runs=(cards("3H"), cards("9D"), cards("9S 8H 7C"), (), cards("AS"), cards("TC"), ()),
        stock_count=14,
        waste_count=12,
        waste=cards("6D TS 4H"),
        foundations=(1, 0, 3, 2),
        moves=37,
        score=145,
        recycles=1,
    )


def test_a_line_for_everything() -> None:
    assert text_table(table()).splitlines() == [
        "37 moves · score 145 · 6 of 52 cards up",
        "Stock: 14 cards face down · draw 3 · 1 redeal left",
        "Waste: 9 beneath, 6♦ 10♠ 4♥",
        "Foundations: 2♠, 3♥, no ♦, A♣",
        "1: 3♥",
        "2: 1 face down, 9♦",
        "3: 2 face down, 9♠ 8♥ 7♣",
        "4: empty",
        "5: 4 face down, A♠",
        "6: 5 face down, 10♣",
        "7: 6 face down, the top one can be turned up",
        "-# In each line the last card lies on top.",
    ]


@pytest.mark.parametrize("name", TABLES)
def test_it_has_every_open_card_and_fits_a_message(name: str) -> None:
    shown = TABLES[name]()
    told = text_table(shown)
    assert len(told) <= 3500
    lines = told.splitlines()
    for number, run in enumerate(shown.runs, 1):
        (line,) = (line for line in lines if line.startswith(f"{number}: "))
        assert " ".join(map(show, run)) in line
    (waste,) = (line for line in lines if line.startswith("Waste: "))
    assert waste.endswith(" ".join(map(show, shown.waste)) or "empty")


def test_small_numbers_are_words_of_one() -> None:
    one = replace(table(), moves=1, score=None, stock_count=1, waste_count=1, waste=cards("4H"))
    assert text_table(one).splitlines()[:3] == [
        "1 move · 6 of 52 cards up",
        "Stock: 1 card face down · draw 3 · 1 redeal left",
        "Waste: 4♥",
    ]


def test_a_score_below_zero_and_redeals_without_end() -> None:
    told = text_table(TABLES["longest"]())
    assert "score −52" in told
    assert "unlimited redeals" in told
    assert "Stock: empty" in told


@pytest.mark.parametrize(
    ("ended", "words"),
    [("ended_early", "Conceded"), ("timeout", "Time was up"), ("stopped", "The game was stopped"), ("?", "Over")],
)
def test_how_it_ended_comes_first(ended: str, words: str) -> None:
    assert text_table(replace(table(), ended=ended)).splitlines()[0] == words


@pytest.mark.parametrize(
    ("by_itself", "words"),
    [
        (0, "Won in 142 moves"),
        (1, "Won in 142 moves, the last card by itself"),
        (31, "Won in 142 moves, the last 31 cards by themselves"),
    ],
)
def test_a_won_game_says_in_how_many_moves(by_itself: int, words: str) -> None:
    assert text_table(replace(TABLES["won"](), auto_finished=by_itself)).splitlines()[0] == words
