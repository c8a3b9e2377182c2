"""Standard and Vegas scoring (RULES section 6)."""

from __future__ import annotations

from engine.match import Match
from tests.engine.klondike.tables import ALL_UP, at, said, table
from tests.engine.table import after, start


def scores(match: Match, line: str) -> list[int]:
    """The score after each word."""
    found = []
    for word in line.split():
        match = after(match, word)
        found.append(said(match)["score"])
        assert match.outcome.totals == (found[-1],)
    return found


def test_what_standard_scoring_pays() -> None:
    match = at(table("2S", "7S", "AH 8D | KH", stock="9C TC", waste="AS 6H"), scoring="standard")
    # Waste to pile 5, waste to foundation 10, pile to foundation 10, a king away and a card turned up 5.
    assert scores(match, "w>2 w>f 1>f 3>1") == [5, 15, 25, 30]
    # A card that a foundation move turns up pays as well; from pile to pile nothing.
    assert scores(at(table("9D | AS", "TS", stock="KC"), scoring="standard"), "1>f 1>2") == [15, 15]


def test_a_card_comes_back_for_15() -> None:
    match = at(table("6S", stock="2C", waste="AC AD AS", up={"H": 5}), scoring="standard")
    assert scores(match, "w>f w>f w>f H>1") == [10, 20, 30, 15]


def test_the_score_never_falls_below_0_and_undo_restores_it() -> None:
    match = at(table("7S", "4C", stock="9C", waste="6H", up={"H": 3}), scoring="standard")
    assert scores(match, "w>1 H>2 u u") == [5, 0, 5, 0]
    assert scores(match, "w>1 H>2 u H>2 u u w>1") == [5, 0, 5, 0, 5, 0, 5]


def test_turning_up_by_hand_pays_5() -> None:
    match = at(table("2C 9D | 7H", "8S"), auto_flip=False, scoring="standard")
    assert scores(match, "1>2 x1 u u") == [0, 5, 0, 0]


def test_a_recycle_costs_100_in_draw_1() -> None:
    match = at(table("KS", stock="AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 9C"), scoring="standard")
    line = "d w>f " * 11 + "d r u r"
    assert scores(match, line)[-5:] == [110, 110, 10, 110, 10]
    assert scores(match, "d w>f " + "d " * 11 + "r u")[-3:] == [10, 0, 10]


def test_in_draw_3_the_fourth_recycle_costs_20() -> None:
    aces = "AC AD AH AS 2C 2D"
    match = at(table("2H | AC", *aces.split()[1:], stock="7C 8C 9C"), draw=3, scoring="standard")
    line = "1>f 2>f 3>f 4>f 5>f 6>f " + "d r " * 5
    assert scores(match, line)[7::2] == [65, 65, 65, 45, 25]


def test_auto_finished_cards_pay_10_each() -> None:
    match = at(table("QH | KS", "KH", up=ALL_UP | {"H": 11, "S": 12}), scoring="standard")
    assert scores(match, "1>f") == [10 + 5 + 20]


def test_vegas_starts_at_minus_52_and_pays_5_a_card() -> None:
    match = at(table("AS", "2S", "3H", stock="9C"), scoring="vegas")
    assert said(match)["total"] == -52
    assert scores(match, "1>f 2>f S>3 u u") == [-47, -42, -47, -42, -47]
    assert said(start("klondike", scoring="vegas"))["total"] == -52


def test_vegas_pays_208_for_a_win() -> None:
    match = at(table("QH | KS", "KH", up=ALL_UP | {"H": 11, "S": 12}), scoring="vegas")
    assert scores(match, "1>f") == [208]


def test_without_scoring_the_total_is_the_foundations() -> None:
    match = after(at(table("AS", "2S", stock="9C")), "1>f")
    assert (said(match)["score"], said(match)["total"]) == (None, 1)
