"""What a player sees: no hidden card in any value, the useful moves first, each in plain words."""

from __future__ import annotations

from dataclasses import fields

from hypothesis import given, settings

from engine.cards.card import PACK
from engine.cards.table import Table
from engine.game import IllegalMove, Move
from engine.games.klondike import GAME
from engine.match import Match
from tests.engine.klondike.tables import SOLE, at, cards, games, table, table_of
from tests.engine.table import after, start

quick = settings(deadline=None, max_examples=60)


def words(match: Match) -> list[str]:
    """The menu."""
    seen = GAME.view(match.state)
    return [GAME.words(seen, move) for move in GAME.legal_moves(match.state, SOLE)]


def in_view(match: Match) -> set[str]:
    """Every card that can be found in the view, in whatever field."""
    text = repr(GAME.view(match.state)) + repr(words(match))
    return {card for card in PACK if card in text}


@quick
@given(games())
def test_no_hidden_card_is_in_the_view(match: Match) -> None:
    lies = table_of(match)
    hidden = {card for pile in lies.down for card in pile} | set(lies.talon[lies.turned :])
    assert not in_view(match) & hidden
    assert not any(
        isinstance(getattr(GAME.view(match.state), field.name), Table) for field in fields(GAME.view(match.state))
    )


@quick
@given(games())
def test_the_view_counts_all_cards(match: Match) -> None:
    seen = GAME.view(match.state)
    piles = sum(seen.covered) + sum(map(len, seen.runs))
    assert piles + seen.stock_count + seen.waste_count + seen.foundation_cards == 52
    assert len(seen.waste) == min(seen.waste_count, seen.rules.draw)
    assert seen.won == (seen.foundation_cards == 52)
    assert seen.moves == match.state.moves
    assert seen.undoable <= match.ply


@quick
@given(games())
def test_every_legal_move_has_its_own_words(match: Match) -> None:
    said = words(match)
    assert len(set(said)) == len(said)
    assert all(0 < len(one) <= 60 for one in said)
    seen = GAME.view(match.state)
    assert all(len(GAME.effect(seen, move)) <= 60 for move in GAME.legal_moves(match.state, SOLE))


def test_a_view_of_the_deal() -> None:
    seen = GAME.view(start("klondike", draw=3, redeals=2, scoring="vegas").deal(" ".join(PACK)).state)
    assert seen.covered == (0, 1, 2, 3, 4, 5, 6)
    assert seen.runs == tuple((card,) for card in cards("AC 8C AD 6D TD KD 2H"))
    assert (seen.stock_count, seen.waste_count, seen.waste) == (24, 0, ())
    assert (seen.moves, seen.score, seen.undoable, seen.redeals_left, seen.ended) == (0, -52, 0, 2, "running")


def test_the_waste_shows_as_many_as_are_drawn() -> None:
    stock = "2C 3C 4C 5C 6C"
    assert GAME.view(after(at(table("KS", stock=stock)), "d d").state).waste == cards("3C")
    assert GAME.view(after(at(table("KS", stock=stock), draw=3), "d d").state).waste == cards("4C 5C 6C")


def test_there_is_no_view_before_the_deal() -> None:
    try:
        GAME.view(start("klondike").state)
    except IllegalMove as refusal:
        assert "not dealt" in str(refusal)
    else:
        raise AssertionError


# -- the menu -----------------------------------------------------------------------------------------------------


def test_the_most_useful_move_comes_first() -> None:
    piles = ("9C | AH", "9D 2C | 7S", "6H", "8H", "9S", "6D 5C", "KS")
    match = at(table(*piles, waste="5S", stock="KD", up={"C": 3, "D": 4, "S": 4}))
    assert GAME.legal_moves(match.state, SOLE) == (
        "1>f",  # safe
        "2>4",  # turns up a card
        "w>f",  # goes up, but a red 4 may need it
        "w>3",  # from the waste
        "3>2",  # these empty a pile
        "4>5",
        "6>2",
        "d",
        "6>3",  # a part of a run
        "D>6",  # back from a foundation
    )


def test_kings_to_the_first_empty_pile_before_drawing() -> None:
    match = at(table("2C | KH QS", "KD", "9S", waste="KC", stock="3S"))
    found = GAME.legal_moves(match.state, SOLE)
    assert found[:3] == ("1>4", "w>4", "d")
    assert set(found[3:]) == {f"{source}>{pile}" for source in "12w" for pile in "4567"} - {"1>4", "w>4"} | {"1>2"}


def test_a_card_turned_up_by_hand_comes_first() -> None:
    match = at(table("2C |", "AS", stock="3S"), auto_flip=False)
    assert GAME.legal_moves(match.state, SOLE)[:2] == ("x1", "2>f")


def test_a_card_that_may_still_be_needed_goes_up_later() -> None:
    safe = at(table("3S", "5C | 7D", "8S", stock="KC", up={"D": 2, "H": 2, "S": 2}))
    assert GAME.legal_moves(safe.state, SOLE)[0] == "1>f"
    needed = at(table("3S", "5C | 7D", "8S", stock="KC", up={"D": 2, "H": 1, "S": 2}))
    assert GAME.legal_moves(needed.state, SOLE)[:2] == ("2>3", "1>f")


def test_moves_in_words() -> None:
    match = at(
        table("2C | 7H", "8S", "9D 8C 7D", "TS", "KD", waste="3H AS", stock="TH JH", up={"H": 6}, recycles=1),
        redeals=3,
        draw=3,
    )
    seen = GAME.view(match.state)
    assert GAME.words(seen, Move("1>2")) == "7♥ from 1 to 2"
    assert GAME.effect(seen, Move("1>2")) == "turns up a card"
    assert GAME.words(seen, Move("3>4")) == "9♦ and 2 more from 3 to 4"
    assert GAME.effect(seen, Move("3>4")) == "empties 3"
    assert GAME.words(seen, Move("3>2")) == "7♦ from 3 to 2"
    assert GAME.effect(seen, Move("3>2")) == ""
    assert GAME.words(seen, Move("1>f")) == "7♥ from 1 to its foundation"
    assert GAME.words(seen, Move("w>f")) == "A♠ from the waste to its foundation"
    assert GAME.words(seen, Move("5>6")) == "K♦ from 5 to 6"
    assert GAME.effect(seen, Move("5>6")) == "empties 5, to an empty pile"
    assert GAME.words(seen, Move("d")) == "Draw 2 cards"
    drawn = GAME.view(after(match, "d").state)
    assert GAME.words(drawn, Move("r")) == "Turn the waste over"
    assert GAME.effect(drawn, Move("r")) == "1 more after it"
    last = GAME.view(after(match, "d r d d").state)
    assert GAME.effect(last, Move("r")) == "for the last time"
    back = GAME.view(at(table("7S", stock="2C", up={"H": 6}), auto_flip=False).state)
    assert GAME.words(back, Move("H>1")) == "6♥ from its foundation back to 1"
    assert GAME.words(back, Move("d")) == "Draw a card"
    bare = GAME.view(at(table("2C |"), auto_flip=False).state)
    assert GAME.words(bare, Move("x1")) == "Turn up the card on 1"
