"""The shared positions: which moves are legal in them, what they lead to, and where the rest goes up by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.cards.rules import Rules, autofinishes
from engine.cards.table import Table
from engine.fairdice import SUITS
from engine.game import IllegalMove, Move
from engine.games.klondike import GAME
from engine.match import Match
from tests.engine.klondike.tables import SOLE, at, cards, table_of
from tests.engine.table import Seeded, data

POSITIONS = data("klondike.json")


def position(given: dict[str, Any]) -> Table:
    piles = [(cards(" ".join(pile)), up) for pile, up in zip(given["tableau"], given["face_up"], strict=True)]
    waste, stock = cards(" ".join(given["waste"])), cards(" ".join(given["stock"]))
    return Table(
        down=tuple(pile[: len(pile) - up] for pile, up in piles),
        runs=tuple(pile[len(pile) - up :] for pile, up in piles),
        talon=waste + stock,
        turned=len(waste),
        foundations=tuple(given["foundations"][suit] for suit in SUITS),
        recycles=given["recycles"],
    )


def match_at(given: dict[str, Any]) -> Match:
    return at(position(given), draw=given["draw"], redeals=given["redeals"])


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["note"]) for case in cases]


@pytest.mark.parametrize("case", named(POSITIONS["legality"]))
def test_legality(case: dict[str, Any]) -> None:
    match, move = match_at(case["position"]), Move(case["move"])
    assert (move in GAME.legal_moves(match.state, SOLE)) == case["legal"]
    if not case["legal"]:
        with pytest.raises(IllegalMove):
            match.play(SOLE, move, Seeded(0))
        return
    after = match.play(SOLE, move, Seeded(0))
    if "after" in case:
        assert list(table_of(after).waste) == case["after"]["waste"]
        assert list(table_of(after).talon[table_of(after).turned :]) == case["after"]["stock"]
    assert after.state.moves == 1


@pytest.mark.parametrize("case", named(POSITIONS["auto_finish"]))
def test_auto_finish(case: dict[str, Any]) -> None:
    assert autofinishes(position(case["position"]), Rules()) == case["auto_finish"]


@pytest.mark.parametrize("case", named(POSITIONS["auto_finish"]))
def test_early_auto_finish_needs_no_face_down_card(case: dict[str, Any]) -> None:
    lies, early = position(case["position"]), Rules(early_autofinish=True)
    assert autofinishes(lies, early) == (not any(lies.covered) and not lies.won)
    for other in (replace(early, draw=3), replace(early, redeals=9)):
        assert autofinishes(lies, other) == autofinishes(lies, Rules())
