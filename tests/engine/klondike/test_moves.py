"""Klondike move by move: from a table, by words of the record, to a table (RULES section 6)."""

from __future__ import annotations

import pytest

from engine.fairdice import PACK
from engine.game import GameError, IllegalMove, MatchOver, Move, StalePly
from engine.games import catalogue, score
from engine.games.klondike import GAME
from engine.match import Match
from tests.engine.klondike.tables import ALL_UP, SOLE, at, cards, every_card, said, table, table_of
from tests.engine.table import Seeded, after, seat, start


def refused(match: Match, line: str, error: type[GameError] = IllegalMove, says: str = ".") -> None:
    """Assert that the last word of this line is refused, in these words, and changes nothing."""
    *words, last = line.split()
    match = after(match, " ".join(words)) if words else match
    before = repr(match)
    with pytest.raises(error, match=says):
        after(match, last)
    assert repr(match) == before


def moves(match: Match) -> tuple[str, ...]:
    return GAME.legal_moves(match.state, SOLE)


# -- the deal -----------------------------------------------------------------------------------------------------


def test_the_deal_goes_row_by_row() -> None:
    match = start("klondike").deal(" ".join(PACK))
    lies = table_of(match)
    assert lies.covered == (0, 1, 2, 3, 4, 5, 6)
    assert [run[0] for run in lies.runs] == ["AC", "8C", "AD", "6D", "TD", "KD", "2H"]
    assert lies.down[6] == cards("7C KC 5D 9D QD AH")
    assert (lies.talon[0], lies.talon[-1], lies.turned) == ("3H", "KS", 0), "card 29 is drawn first"
    assert sorted(every_card(lies)) == sorted(PACK)


def test_nothing_is_moved_before_the_deal() -> None:
    match = start("klondike")
    assert match.waits_for_deal
    assert (match.ply, match.over, match.to_move) == (0, False, SOLE)
    assert moves(match) == ()
    for word in ("d", "u", "7>f"):
        refused(match, word, says="not dealt yet")
    assert said(match)["total"] == 0
    assert after(match, "stop").outcome.ended == "stopped"
    assert not after(match, "stop").waits_for_deal


def test_a_deal_is_dealt_once() -> None:
    match = start("klondike").proceed(Seeded(1))
    assert match.proceed(Seeded(2)) == match
    with pytest.raises(IllegalMove, match="nothing is to be dealt"):
        match.deal(match.dealt)
    with pytest.raises(IllegalMove, match="nothing is to be dealt"):
        start("yatzy").deal(match.dealt)
    assert after(match, "d").opening() == match


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ("", "has 0 cards, not 52: AC is missing"),
        (" ".join(PACK[1:]), "has 51 cards, not 52: AC is missing"),
        (" ".join((*PACK[1:], "1C")), "card 52 of the deck, '1C', is none"),
        (" ".join((*PACK[1:], "10C")), "is none: a rank of A23456789TJQK, a suit of CDHS"),
        (" ".join((*PACK, "AC")), "AC is in the deck twice, the second time as card 53"),
        (" ".join(PACK).lower(), "card 1 of the deck, 'ac', is none"),
        (" ".join(PACK).replace("TH", "\N{FULLWIDTH LATIN CAPITAL LETTER T}H"), "card 36"),
    ],
)
def test_a_deck_that_is_none(deck: str, says: str) -> None:
    with pytest.raises(IllegalMove, match=says):
        start("klondike").deal(deck)


# -- stock and waste ----------------------------------------------------------------------------------------------


def test_drawing_one_and_turning_over() -> None:
    match = at(table("KS", stock="2C 3C"))
    assert table_of(after(match, "d")).waste == cards("2C")
    assert table_of(after(match, "d d")).waste == cards("2C 3C")
    refused(match, "d d d", says="the stock is empty: turn the waste over")
    refused(match, "r", says="when the stock is empty; it is not yet")
    turned = after(match, "d d r")
    assert table_of(turned) == table("KS", stock="2C 3C", recycles=1)
    assert (said(turned)["moves"], said(turned)["recycles"]) == (3, 1)


def test_drawing_three() -> None:
    match = at(table("KS", stock="2C 3C 4C 5C"), draw=3)
    assert table_of(after(match, "d")).waste == cards("2C 3C 4C")
    assert table_of(after(match, "d d")).waste == cards("2C 3C 4C 5C"), "fewer where fewer remain"
    assert table_of(after(match, "d d r d")).waste == cards("2C 3C 4C")


def test_neither_stock_nor_waste() -> None:
    match = at(table("2S | KS"))
    refused(match, "d", says="^the stock is empty$")
    refused(match, "r", says="no waste to turn over")
    refused(match, "w>f", says="the waste is empty")
    refused(match, "w>2", says="the waste is empty")


@pytest.mark.parametrize(("redeals", "says"), [(0, "never"), (1, "once"), (2, "twice"), (9, "9 times")])
def test_redeals_are_limited(redeals: int, says: str) -> None:
    match = after(at(table("KS", stock="2C"), redeals=redeals), "d " + "r d " * redeals)
    assert said(match)["recycles"] == redeals
    refused(match, "r", says=f"the waste may be turned over {says}")
    assert "r" not in moves(match)


def test_an_undone_redeal_may_be_had_again() -> None:
    match = after(at(table("KS", stock="2C"), redeals=1), "d r u r")
    assert (said(match)["recycles"], said(match)["moves"]) == (1, 4)


# -- between the piles --------------------------------------------------------------------------------------------


def test_the_part_of_a_run_that_fits_is_moved() -> None:
    match = at(table("9S 8H 7S 6H", "8D", "9C", stock="KC"))
    assert table_of(after(match, "1>2")).runs[:3] == (cards("9S 8H"), cards("8D 7S 6H"), ("9C",))
    assert table_of(after(match, "1>3")).runs[:3] == (("9S",), ("8D",), cards("9C 8H 7S 6H"))
    refused(match, "3>1", says=r"on 6♥ goes a black 5")
    refused(match, "2>1", says=r"no card of pile 2's run fits there")


def test_a_card_is_turned_up_by_itself_and_counts_nothing() -> None:
    match = after(at(table("2C 9D | 7H", "8S")), "1>2")
    assert table_of(match) == table("2C | 9D", "8S 7H")
    assert said(match)["moves"] == 1


def test_turning_up_by_hand_counts() -> None:
    match = at(table("2C 9D | 7H", "8S"), auto_flip=False)
    bare = after(match, "1>2")
    assert table_of(bare) == table("2C 9D |", "8S 7H")
    assert "x1" in moves(bare)
    assert moves(bare)[0] == "x1"
    refused(bare, "1>2", says="pile 1 has its top card face down")
    refused(bare, "2>1", says="turn up pile 1 first")
    refused(bare, "x2", says="face up already")
    refused(bare, "x3", says="it is empty")
    turned = after(bare, "x1")
    assert table_of(turned) == table("2C | 9D", "8S 7H")
    assert said(turned)["moves"] == 2
    assert table_of(after(turned, "u")) == table_of(bare)
    assert table_of(after(turned, "u u")) == table_of(match)


def test_nothing_is_turned_up_by_hand_where_it_turns_by_itself() -> None:
    refused(at(table("2C 9D | 7H", "8S")), "1>2 x1", says="face up already")


def test_a_bare_pile_takes_no_king_until_it_is_turned_up() -> None:
    match = at(table("2C | 7H", "8S", "3C | KH", stock="4C"), auto_flip=False)
    refused(match, "1>2 3>1", says="turn up pile 1 first")
    assert "3>1" not in moves(after(match, "1>2"))


def test_kings_go_to_empty_piles() -> None:
    match = at(table("2C | KH QS", "7D", stock="4C"))
    assert table_of(after(match, "1>3")) == table("| 2C", "7D", "KH QS", stock="4C")
    refused(match, "2>3", says="no card of pile 2's run fits there: the empty pile 3 takes a king")
    refused(match, "3>1", says="pile 3 is empty")
    assert table_of(after(at(table("7D", waste="KC", stock="2S")), "w>2")) == table("7D", "KC", stock="2S")


def test_a_pile_is_not_moved_on_itself() -> None:
    refused(at(table("KH")), "1>1", says="can't move on itself")


# -- the foundations ----------------------------------------------------------------------------------------------


def test_the_foundations_are_built_from_the_ace() -> None:
    match = at(table("2H AS", "3S 2D", stock="KC", waste="2S"))
    refused(match, "w>f", says="the foundation of spades is empty, the next is its ace")
    match = after(match, "1>f w>f")
    assert table_of(match).foundations == (0, 0, 0, 2)
    refused(match, "2>f", says=r"2♦ can't go up: the foundation of diamonds is empty")
    refused(at(table("4S", up={"S": 2}, stock="KC")), "1>f", says="of spades has its 2, the next is its 3")
    refused(match, "3>f", says="pile 3 is empty")


def test_worry_back() -> None:
    match = at(table("6S", stock="2C", up={"H": 5}))
    assert table_of(after(match, "H>1")) == table("6S 5H", stock="2C", up={"H": 4})
    refused(match, "S>1", says="the foundation of spades is empty")
    refused(match, "H>2", says=r"5♥ does not fit there: the empty pile 2 takes a king")
    assert moves(match)[-1] == "H>1"
    stays = at(table("6S", stock="2C", up={"H": 5}), worry_back=False)
    refused(stays, "H>1", says="worry_back is off")
    assert "H>1" not in moves(stays)


def test_nothing_goes_on_an_ace() -> None:
    refused(at(table("AS", "2H", stock="KC")), "2>1", says=r"nothing goes on A♠")


# -- undo ---------------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_deal_and_counts() -> None:
    dealt = start("klondike").proceed(Seeded(7))
    match = dealt
    for _ in range(9):
        match = match.play(SOLE, Move(moves(match)[0]), Seeded(0))
    for count in range(9):
        match = after(match, "u")
        assert said(match)["moves"] == match.ply == 10 + count
    assert match.state.table == dealt.state.table
    refused(match, "u", says="nothing to take back: this is the deal")


def test_there_is_no_redo() -> None:
    match = after(at(table("KS", stock="2C 3C")), "d d u u")
    assert match.state.past == b""
    refused(match, "u")


# -- the end ------------------------------------------------------------------------------------------------------


def test_the_rest_goes_up_by_itself_and_is_not_counted() -> None:
    match = at(table("QH | KS", "KH", up=ALL_UP | {"H": 11, "S": 12}))
    match = after(match, "1>f")
    assert match.over
    assert said(match) == {
        "won": True,
        "moves": 1,
        "foundation_cards": 52,
        "auto_finished_cards": 2,
        "recycles": 0,
        "score": None,
        "total": 52,
        "place": 1,
    }
    assert match.outcome.ended == "complete"
    assert GAME.finished(match.state, SOLE)
    assert moves(match) == ()
    for word in ("u", "d", "end", "stop"):
        refused(match, word, MatchOver)


def test_it_is_won_without_auto_finish_by_the_last_card() -> None:
    match = after(at(table(waste="KS", up=ALL_UP | {"S": 12})), "w>f")
    assert (match.outcome.ended, said(match)["auto_finished_cards"], said(match)["moves"]) == ("complete", 0, 1)


def test_auto_finish_waits_for_the_waste_by_default() -> None:
    position = table("2C | QH", "KS", "KH", waste="KD", up={"C": 1, "D": 12, "H": 11, "S": 12})
    match = after(at(position, scoring="standard"), "1>f")
    assert not match.over
    early = after(at(table("3C QH |", "KS", "KH", waste="KD"), auto_flip=False), "x1")
    assert not early.over


def test_early_auto_finish_takes_the_stock_too() -> None:
    position = table("QH | KS", "KH", stock="QD", waste="KD", up={"C": 13, "D": 11, "H": 11, "S": 12})
    match = after(at(position, early_autofinish=True, scoring="standard"), "1>f")
    assert match.over
    assert said(match)["auto_finished_cards"] == 4
    assert said(match)["score"] == 5 + 5 * 10
    for hindered in ({"draw": 3}, {"redeals": 3}):
        assert not after(at(position, early_autofinish=True, **hindered), "1>f").over


def test_conceding() -> None:
    match = after(start("klondike").proceed(Seeded(1)), "d end")
    assert (match.outcome.ended, match.over, match.ply) == ("ended_early", True, 2)
    assert (said(match)["won"], said(match)["moves"]) == (False, 1), "only what is done with cards is a move"
    assert not GAME.finished(match.state, SOLE)


def test_a_loss_is_never_declared() -> None:
    match = at(table("2C | 9S", stock="4S"), redeals=0)
    match = after(match, "d")
    assert moves(match) == ()
    assert not match.over
    assert after(match, "u d end").over


def test_the_time_limit() -> None:
    match = start("klondike", seconds=600).proceed(Seeded(1))
    assert after(match, "d timeout").outcome.ended == "timeout"
    refused(start("klondike").proceed(Seeded(1)), "timeout", says="there is none")


def test_stop_is_nobodys() -> None:
    match = start("klondike").proceed(Seeded(1))
    assert after(match, "stop").outcome.ended == "stopped"
    with pytest.raises(IllegalMove, match="without a seat"):
        match.play(SOLE, Move("stop"), Seeded(0))


def test_there_is_one_seat() -> None:
    match = start("klondike").proceed(Seeded(1))
    assert GAME.legal_moves(match.state, seat(2)) == ()
    with pytest.raises(IllegalMove, match="no seat 2"):
        match.play(seat(2), Move("d"), Seeded(0))
    with pytest.raises(IllegalMove, match="1 seat, not 2"):
        start("klondike", 2)


def test_a_stale_move_is_refused() -> None:
    match = after(start("klondike").proceed(Seeded(1)), "d")
    with pytest.raises(StalePly):
        match.play(SOLE, Move("d"), Seeded(0), ply=0)


@pytest.mark.parametrize(
    "word", ["", "D", "dd", "x0", "x8", "w>8", "w>w", "f>1", "C>f", "0>1", "8>1", "1>", "1>2 ", "s>4"]
)
def test_no_move_at_all(word: str) -> None:
    match = start("klondike").proceed(Seeded(1))
    with pytest.raises(IllegalMove, match="is no move; d, r, u"):
        match.play(SOLE, Move(word), Seeded(0))


def test_it_has_no_boxes() -> None:
    with pytest.raises(IllegalMove, match="'klondike' is no dice game; there are figure_yatzy, "):
        score("klondike", "ones", [1])
    with pytest.raises(IllegalMove, match="knows no holds"):
        GAME.holding(start("klondike").state, SOLE, Move("1____"))
    assert catalogue["klondike"] is GAME
