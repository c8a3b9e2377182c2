"""What holds for any game of Klondike: 52 cards, runs that descend, undo, and a record that is the game again."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.cards import rules
from engine.cards.card import PACK, rank, red
from engine.cards.rules import Rules
from engine.game import GameError, IllegalMove, Move, Ply, Seat
from engine.games.klondike import GAME, KlondikeState
from engine.match import Match, replay
from tests.engine.klondike.tables import SOLE, every_card, forgotten, games, said, table_of
from tests.engine.table import Seeded

quick = settings(deadline=None, max_examples=60)
SOURCES, TARGETS = "1234567wCDHSf", "1234567wf"
WORDS = ("d", "r", *(f"x{pile}" for pile in range(1, 8)), *(f"{a}>{b}" for a, b in product(SOURCES, TARGETS)))
others = st.one_of(
    st.text(max_size=6), st.sampled_from(["u", "end", "stop", "timeout", "roll", "resign", "undo", *WORDS])
)


@quick
@given(games())
def test_every_card_is_there_once_and_runs_descend(match: Match) -> None:
    lies = table_of(match)
    assert sorted(every_card(lies)) == sorted(PACK)
    assert 0 <= lies.turned <= len(lies.talon)
    for down, run in zip(lies.down, lies.runs, strict=True):
        assert all(rank(low) + 1 == rank(high) and red(low) != red(high) for high, low in pairwise(run))
        if down and match.options.on("auto_flip"):
            assert run, "a card is turned up by itself"
    assert match.over == (lies.won or match.plies[-1:] == (Ply(SOLE, Move("end")),))
    assert said(match)["foundation_cards"] == lies.foundation_cards


@quick
@given(games())
def test_undo_restores_everything_but_the_counter(match: Match) -> None:
    if match.over:
        return
    for move in GAME.legal_moves(match.state, SOLE):
        after = match.play(SOLE, move, Seeded(0))
        assert after.state.moves == match.state.moves + 1
        if not after.over:
            back = after.play(SOLE, Move("u"), Seeded(0))
            assert back.state == replace(match.state, moves=match.state.moves + 2)


@quick
@given(games())
def test_undo_goes_back_to_the_deal(match: Match) -> None:
    counted = match.state.moves
    while not match.over and match.state.past:
        match = match.play(SOLE, Move("u"), Seeded(0))
        counted += 1
    assert match.over or match.state == replace(match.opening().state, moves=counted)
    assert match.over or match.state.moves == match.ply


@quick
@given(games())
def test_what_undo_took_back_may_as_well_not_have_been(match: Match) -> None:
    kept: list[Ply] = []
    for ply in match.plies:
        if ply.move == "u":
            kept.pop()
        else:
            kept.append(ply)
    assert forgotten(replay(match.opening(), kept).state) == forgotten(match.state)


@quick
@given(games())
def test_the_record_is_the_game(match: Match) -> None:
    text = record.write(match)
    (entry,) = record.read(text)
    assert entry.replay() == match
    assert record.write(entry.replay()) == text
    assert replay(entry.start, match.plies) == match
    assert ("Result" in entry.tags) == match.over
    assert entry.tags["Deck"] == match.dealt


@quick
@given(games(), st.one_of(st.none(), st.integers(-1, 2).map(Seat)), others)
def test_a_refused_move_changes_nothing(match: Match, seat: Seat | None, word: str) -> None:
    shown = repr(match)
    try:
        after = match.play(seat, Move(word), Seeded(0))
    except GameError as refusal:
        assert str(refusal)
    else:
        assert after.ply == match.ply + 1
        assert word in {"u", "end", "stop", "timeout", *GAME.legal_moves(match.state, SOLE)}
    assert repr(match) == shown


@quick
@given(games())
def test_moves_are_legal_exactly_where_they_are_listed(match: Match) -> None:
    state: KlondikeState = match.state
    pairs = list(rules.moves(state.dealt, state.rules))
    listed = dict(pairs)
    assert len(listed) == len(pairs)
    for word in map(Move, WORDS):
        try:
            done = rules.shift(state.dealt, state.rules, word)
        except IllegalMove as refusal:
            assert word not in listed
            assert str(refusal)
        else:
            assert listed[word] == done
    legal = GAME.legal_moves(state, SOLE)
    assert sorted(legal) == ([] if match.over else sorted(listed))
    for word in map(Move, ("u", "end", "stop", "timeout", "", *WORDS)):
        assert GAME.is_legal(state, SOLE, word) == (word in legal)
        assert not GAME.is_legal(state, Seat(1), word)


@quick
@given(games(), st.sampled_from([Rules(), Rules(draw=3, redeals=2, worry_back=False), Rules(early_autofinish=True)]))
def test_legality_asks_for_nothing_hidden(match: Match, allowed: Rules) -> None:
    lies, seen = table_of(match), GAME.view(match.state)
    assert list(rules.moves(lies, allowed)) == list(rules.moves(seen, allowed))
    assert rules.autofinishes(lies, allowed) == rules.autofinishes(seen, allowed)


@quick
@given(games())
def test_nothing_is_left_to_finish(match: Match) -> None:
    if not match.over:
        assert not rules.autofinishes(table_of(match), match.state.rules)
