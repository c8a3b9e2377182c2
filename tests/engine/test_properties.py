"""What holds for any match: it ends, a refusal changes nothing, its record is it again, totals follow from cards."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import record
from engine.dice.dice_game import DiceState
from engine.fairdice import FairDice, commitment
from engine.game import GameError, Move, Ply, Seat, Written
from engine.match import Match
from engine.match import replay as replay_log
from tests.engine.play import matches, starts
from tests.engine.table import Seeded, report

quick = settings(deadline=None, max_examples=80)
texts = st.one_of(
    st.text(max_size=8),
    st.text("123456_", max_size=7),
    st.sampled_from(["roll", "undo", "resign", "skip", "timeout", "end", "stop", "ones", "chance!", "yatzy", "ones=1"]),
)
seats = st.one_of(st.none(), st.integers(-2, 9).map(Seat))


@quick
@given(starts(), st.integers(0, 2**32), st.lists(st.integers(0, 2**16), min_size=1, max_size=40))
def test_without_undo_every_sequence_of_legal_moves_ends(start: Match, seed: int, picks: list[int]) -> None:
    chance = Seeded(seed)
    match = start.proceed(chance)
    rules = start.state.ruleset
    # A seat has three rolls and one placement for each box, however it spreads the rolls.
    bound = len(start.players) * len(rules.boxes) * (rules.budget.per_turn + 1)
    while match.to_move is not None:
        moves = match.game.legal_moves(match.state, match.to_move)
        match = match.play(match.to_move, moves[picks[match.ply % len(picks)] % len(moves)], chance)
        assert match.ply <= bound
    assert match.outcome.ended == "complete"


@quick
@given(matches(), seats, texts)
def test_an_illegal_move_raises_a_game_error_and_changes_nothing(match: Match, seat: Seat | None, text: str) -> None:
    before, shown = replace(match), repr(match)
    try:
        after = match.play(seat, Move(text), Seeded(0))
    except GameError as refusal:
        assert str(refusal)
    else:
        assert after.ply > match.ply
    assert match == before
    assert repr(match) == shown


@quick
@given(matches(), seats, texts, st.text("1234567_", max_size=7))
def test_a_wrong_log_raises_a_game_error(match: Match, seat: Seat | None, text: str, drawn: str) -> None:
    try:
        after = match.replay(Ply(seat, Move(text), drawn))
    except GameError as refusal:
        assert str(refusal)
    else:
        assert after.ply == match.ply + 1


@quick
@given(matches())
def test_the_record_is_the_match(match: Match) -> None:
    text = record.write(match)
    (entry,) = record.read(text)
    assert entry.replay() == match
    assert record.write(entry.replay()) == text
    assert replay_log(entry.start, match.plies) == match
    assert ("Result" in entry.tags) == match.over


@quick
@given(matches(), matches())
def test_records_in_one_file_do_not_touch(first: Match, second: Match) -> None:
    entries = record.read(record.write(first) + record.write(second))
    assert [entry.replay() for entry in entries] == [first, second]


@quick
@given(matches())
def test_legal_moves_are_legal_and_nobody_elses(match: Match) -> None:
    for i in range(len(match.players)):
        moves = match.game.legal_moves(match.state, Seat(i))
        assert bool(moves) == (match.to_move == i)
        for move in moves[-12:]:
            assert match.play(Seat(i), move, Seeded(i)).ply > match.ply


@quick
@given(matches())
def test_totals_follow_from_the_cards(match: Match) -> None:
    options = match.options
    for i, total in enumerate(match.outcome.totals):
        found = report(match, i)
        boxes = {box: points for box, points in found["boxes"].items() if points is not None}
        upper = sum(boxes.get(box, 0) for box in ("ones", "twos", "threes", "fours", "fives", "sixes"))
        bonus = options.number("upper_bonus") if upper >= options.number("upper_threshold") else 0
        assert (found["upper"], found["upper_bonus"]) == (upper, bonus)
        assert found["total"] == total == sum(boxes.values()) + bonus + found["set_bonus"] + found["extra"]
        extra = options.number("extra_five_bonus") if match.game.id == "figure_yatzy" else 100
        assert found["extra"] % extra == 0 if extra else found["extra"] == 0
        assert found["extra"] == 0 or match.game.id in {"yahtzee", "figure_yatzy"}
        assert found["saved_rolls"] >= 0


@quick
@given(matches())
def test_places_share_ties_and_put_those_who_left_last(match: Match) -> None:
    outcome = match.outcome
    key = [(i not in outcome.resigned, total) for i, total in enumerate(outcome.totals)]
    for i, place in enumerate(outcome.places):
        assert place == 1 + sum(other > key[i] for other in key)
    assert all(seat not in outcome.resigned for seat in outcome.winners())


Proven = tuple[Match, dict[str, str]]


@st.composite
def fair_matches(draw: st.DrawFn) -> Proven:
    """A match with fair dice and the tags that prove it."""
    secret = draw(st.binary(min_size=32, max_size=32))
    tags = {"Session": "7", "Nonce": "123", "Secret": secret.hex(), "Commitment": commitment(secret)}
    fair = FairDice(secret, tags["Nonce"], tags["Session"])
    match = draw(starts()).proceed(fair)
    for pick in draw(st.lists(st.integers(0, 2**16), min_size=1, max_size=40).map(lambda picks: picks * 4)):
        if match.to_move is not None:
            moves = match.game.legal_moves(match.state, match.to_move)
            match = match.play(match.to_move, moves[pick % len(moves)], fair)
    return match, tags


@quick
@given(fair_matches(), st.data())
def test_fair_dice_are_verified_and_a_changed_roll_is_found(
    proof: tuple[Match, dict[str, str]], data: st.DataObject
) -> None:
    match, tags = proof
    (entry,) = record.read(record.write(match, tags))
    assert record.verify(entry) is None
    rolled = [i for i, (_, written) in enumerate(entry.written) if written.ply.drawn]
    assume(rolled)
    at = data.draw(st.sampled_from(rolled))
    line, written = entry.written[at]
    die = data.draw(st.integers(0, len(written.ply.drawn) - 1))
    digits = list(written.ply.drawn)
    digits[die] = str(int(digits[die]) % 6 + 1)
    changed = Written(replace(written.ply, drawn="".join(digits)), written.points)
    found = record.verify(replace(entry, written=(*entry.written[:at], (line, changed), *entry.written[at + 1 :])))
    assert found == record.Difference(line, at + 1, "".join(digits), written.ply.drawn)


@quick
@given(matches())
def test_states_are_values(match: Match) -> None:
    state: DiceState = match.state
    rebuilt = replay_log(Match.start(match.game, match.options, match.players), match.plies)
    assert rebuilt.state == state
    assert repr(rebuilt.state.cards) == repr(state.cards)
