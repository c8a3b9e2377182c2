"""Models of six dice: how close they come to perfect play, what they answer, and what they refuse."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import strategy
from engine.dice.roll import FACES
from engine.dice.sheet import NAMES
from engine.game import IllegalMove, MatchOver, Move
from engine.match import Match
from engine.strategy.saving.play import Player
from engine.strategy.saving.values import Values
from tests.engine.strategy.models import BARE, SMALL, asked, bare, blank, small
from tests.engine.strategy.position_brute import PositionBrute
from tests.engine.strategy.tables import ruleset, values
from tests.engine.table import Seeded, seat, start

DATA = json.loads((Path(__file__).parent / "data" / "saving_vectors.json").read_text(encoding="utf-8"))
EXACT = 2
"""Cards with so many open boxes are known exactly."""


def card_of(filled: list[str], upper_total: int) -> dict[str, int]:
    """A card with these boxes filled: the upper total divided somehow; -1 if its bonus is decided."""
    upper = [name for name in NAMES if name in filled]
    for counts in product(range(7), repeat=len(upper)):
        card = {name: count * (NAMES.index(name) + 1) for name, count in zip(upper, counts, strict=True)}
        total = sum(card.values())
        decided = total >= 84 or total + 6 * sum(face for face in FACES if NAMES[face - 1] not in filled) < 84
        if total == upper_total or (upper_total < 0 and decided):
            return dict.fromkeys(filled, 0) | card
    raise AssertionError(upper_total)


def sample() -> list[tuple[dict[str, int], int, float]]:
    """Cards of Maxi Yatzy, the rolls saved, and what perfect play expects, worked out in C."""
    boxes = [box.id for box in ruleset("maxi_yatzy").boxes]
    found = []
    for lower, upper, total, saved, value in DATA["sample"]:
        filled = [box for i, box in enumerate(boxes) if (upper | lower << len(FACES)) >> i & 1]
        found.append((card_of(filled, total), saved, value))
    return found


def test_values_come_close_to_perfect_play() -> None:
    tested, boxes = small("maxi_yatzy"), len(ruleset("maxi_yatzy").boxes)
    known = sample()
    off = np.array([tested.to_come(card, saved) - value for card, saved, value in known])
    exact = np.array([boxes - len(card) <= EXACT for card, _, _ in known])
    assert np.abs(off[exact]).max() < 1e-3
    # Fits differ a little with how many threads numpy adds up in, and far from the course of play by more.
    assert np.abs(off).mean() < 1.5
    assert np.percentile(np.abs(off), 95) < 5


def test_three_open_boxes_come_close() -> None:
    rules, tested = ruleset("maxi_yatzy"), small("maxi_yatzy")
    still = {"twos", "full_straight", "yatzy"}
    card = {box.id: 3 * (box.face or 5) for box in rules.boxes if box.id not in still}
    brute = PositionBrute(rules)
    assert tested.to_come(card, 2) == pytest.approx(brute.to_come(card, 2), abs=3)
    dice = (1, 2, 2, 4, 5, 6)
    expected = brute.moves(card, dice, 2)
    found = {one.move: one.to_come for one in tested.advise(dice, rolls_left=2, card=card)}
    assert found == pytest.approx({move: expected[move] for move in found}, abs=0.05)


@pytest.mark.parametrize("position", DATA["positions"], ids=range(1, len(DATA["positions"]) + 1))
def test_positions_worked_out_elsewhere(position: dict[str, Any]) -> None:
    card = card_of(position["filled"], position["upper_total"])
    found = small("maxi_yatzy").advise(position["dice"], rolls_left=position["rolls_left"], card=card)
    known = {move.removeprefix("score "): value for move, value in values(found).items()}
    open_boxes = len(ruleset("maxi_yatzy").boxes) - len(card)
    by = 2e-3 if open_boxes <= EXACT + 1 else 9.0
    for move, value in [(position["best"], position["value"]), *position["next_best"]]:
        assert known[move.removeprefix("score ")] == pytest.approx(value, abs=by), move
    best = known[position["best"].removeprefix("score ")]
    assert best >= found[0].to_come - (2e-3 if by < 1 else 1.5)


def test_play_is_far_better_than_it_would_be_without_saved_rolls_in_mind() -> None:
    tested = small("maxi_yatzy").values
    played = Player(tested.sheet, tested.chase, tested.levels, np.random.default_rng(3)).play(400)
    error = played.totals.std() / len(played.totals) ** 0.5
    assert played.totals.mean() == pytest.approx(DATA["expected_total"], abs=4 * error)
    assert played.expected.mean() == pytest.approx(played.totals.mean(), abs=4 * error)
    assert played.expected.mean() < DATA["expected_total"]


def test_a_model_is_made_again_from_its_arrays() -> None:
    tested = small("maxi_yatzy")
    again = strategy.Model(tested.values.sheet, Values(tested.values.sheet, dict(tested.values.arrays)))
    card = {"ones": 3, "chance": 25}
    asked: dict[str, Any] = {"dice": (1, 2, 3, 4, 5, 5), "rolls_left": 4, "card": card}
    assert again.advise(**asked) == tested.advise(**asked)
    assert sum(array.nbytes for array in tested.values.arrays.values()) < 3_000_000


def test_fitting_twice_gives_the_same() -> None:
    rules = ruleset("maxi_yatzy", order="top_down")
    one, other = strategy.model(rules, BARE), strategy.model(rules, SMALL)
    assert one is not other
    assert one.to_come() == other.to_come()


def test_rules_that_play_alike_share_a_model() -> None:
    # Not from the tests' own store: the strategy keeps only the latest models.
    one = strategy.model(ruleset("maxi_yatzy", order="top_down"), BARE)
    assert strategy.model(ruleset("maxi_yatzy", order="top_down", clock_seconds_per_player=60), BARE) is one
    assert bare("maxi_yatzy", order="top_down", carry_cap=1).to_come() < one.to_come()


@pytest.mark.parametrize("game", ["maxi_yatzy", "mega_yatzy"])
@pytest.mark.parametrize("options", [{}, {"min_rolls": 0}, {"order": "bottom_up"}], ids=str)
def test_a_match_takes_every_move_that_is_advised_and_has_no_other(game: str, options: dict[str, Any]) -> None:
    chance, luck = Seeded(3), random.Random(3)
    match = start(game, 1, **options).proceed(chance)
    while not match.over:
        found = advised(match)
        legal = match.game.legal_moves(match.state, seat(1))
        assert set(found) <= set(legal)
        assert {"".join(sorted(move)) for move in found} == {"".join(sorted(move)) for move in legal}
        match = match.play(seat(1), luck.choice(found), chance)


def advised(match: Match) -> list[Move]:
    state, changed = match.state, {option.id: match.options[option.id] for option in match.options.changed()}
    tested = blank(match.game.id, **changed)
    return [one.move for one in tested.advise(state.turn.dice, rolls_left=state.rolls_left, card=state.card.points())]


def test_dice_in_their_places_are_held_for_a_straight_flush() -> None:
    card = {box.id: 0 for box in ruleset("mega_yatzy").boxes if box.id != "straight_flush"}
    tested = asked("mega_yatzy")
    found = {str(one.move): one.to_come for one in tested.advise((1, 3, 2, 4, 6, 6), rolls_left=1, card=card)}
    assert max(found, key=found.__getitem__) == "1__4_6"
    assert found["1__4_6"] == pytest.approx(150 / 6**3, abs=1e-4)
    assert found["1_2___"] == found["13246_"] == 0
    assert tested.advise((1, 2, 3, 4, 5, 6), rolls_left=0, card=card)[0].to_come == 150
    assert tested.advise((2, 1, 3, 4, 5, 6), rolls_left=0, card=card)[0].to_come == 0


@pytest.mark.parametrize(
    ("dice", "rolls_left", "card", "error", "says"),
    [
        ((1, 2, 3, 4, 5), 2, {}, IllegalMove, "a roll is 6 dice"),
        ((1, 2, 3, 4, 5, 6), 3, {}, IllegalMove, "3 rolls left with 123456: 0 to 2 can be left here"),
        ((1, 2, 3, 4, 5, 6), 5, {"ones": 3}, IllegalMove, "0 to 4 can be left here"),
        ((), 2, {}, IllegalMove, "2 rolls left with no dice yet: 3 to 3 can be left here"),
        ((), 6, {"ones": 3}, IllegalMove, "3 to 5 can be left here"),
        ((1, 2, 3, 4, 5, 6), True, {}, IllegalMove, "True rolls left"),
        ((1, 2, 3, 4, 5, 6), 2, {"sixes": 42}, IllegalMove, "sixes=42"),
        ((1, 2, 3, 4, 5, 6), 2, {"tens": 1}, IllegalMove, "'tens' is no box"),
        ((), 3, {box.id: 0 for box in ruleset("maxi_yatzy").boxes}, MatchOver, "every box"),
    ],
)
def test_what_cannot_be_is_refused(dice: Any, rolls_left: Any, card: Any, error: Any, says: str) -> None:
    with pytest.raises(error, match=says):
        blank("maxi_yatzy").advise(dice, rolls_left=rolls_left, card=card)


def test_more_saved_rolls_than_turns_leave_are_refused() -> None:
    with pytest.raises(IllegalMove, match="3 rolls saved: at most 2"):
        blank("maxi_yatzy").to_come({"ones": 3}, 3)


@pytest.mark.parametrize("game", ["maxi_yatzy", "mega_yatzy", "yatzy", "yahtzee", "figure_yatzy"])
def test_boxes_that_look_at_positions_are_marked(game: str) -> None:
    for box in ruleset(game).boxes:
        rolls = ((1, 2, 3, 4, 5, 6), (6, 2, 3, 4, 5, 1), (2, 3, 4, 5, 6, 1), (1, 1, 2, 2, 3, 3), (3, 1, 2, 1, 3, 2))
        looks = any(box.points(dice) != box.points(tuple(sorted(dice))) for dice in rolls)
        assert looks is box.by_position, box.id
