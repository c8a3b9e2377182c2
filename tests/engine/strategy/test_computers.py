"""Levels of computers: how far each deviates from perfect play, and that it plays by the rules."""

from __future__ import annotations

from itertools import cycle
from math import erf, sqrt
from typing import Any

import numpy as np
import pytest

from engine.dice.scorecard import Scorecard
from engine.game import Move, Unsupported
from engine.strategy import Table, advise_state, computers
from engine.strategy.computers import LEVELS, choose
from engine.strategy.plain import plain
from engine.strategy.play import Player
from engine.strategy.seats import seats_of
from engine.strategy.sight import seen
from tests.engine.strategy.tables import ruleset
from tests.engine.strategy.test_plain import CASES
from tests.engine.table import Seeded, after, seat, start


def luck(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_levels_stand_from_the_weakest_to_the_strongest() -> None:
    assert list(LEVELS) == ["careless", "casual", "strong", "perfect"]
    errors = [level.error for level in LEVELS.values()]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] == 0
    assert [level.id for level in LEVELS.values()] == list(LEVELS)


@pytest.mark.parametrize(("case", "level"), list(zip(CASES[::3], cycle(LEVELS), strict=False)), ids=str)
def test_every_level_plays_by_the_rules(case: tuple[str, dict[str, Any]], level: str) -> None:
    game, options = case
    policy, chance, errs = plain(ruleset(game, **options)), Seeded(7), luck()
    match = start(game, 1, **options).proceed(chance)
    while not match.over:
        match = match.play(seat(1), choose(policy, match.state, level, errs), chance)
    assert match.outcome.ended == "complete"


@pytest.mark.parametrize("game", ["yatzy", "figure_yatzy"])
def test_perfect_takes_the_first_advice_whatever_the_luck(game: str) -> None:
    policy, chance = plain(ruleset(game)), Seeded(2)
    match = start(game).proceed(chance)
    while not match.over:
        best = advise_state(policy, match.state)[0].move
        assert choose(policy, match.state, "perfect", luck(match.ply)) == best
        match = match.play(seat(1), best, chance)


LAST_TWO = {box.id: 0 for box in ruleset("yatzy").boxes if box.id not in {"ones", "chance"}}


@pytest.mark.parametrize("level", ["careless", "casual", "strong"])
def test_of_two_choices_the_worse_is_taken_as_often_as_the_error_says(level: str) -> None:
    policy = plain(ruleset("yatzy"))
    state = two_choices()
    first, second = advise_state(policy, state)
    apart = first.to_come - second.to_come
    error, errs, trials = LEVELS[level].error, luck(3), 1000
    wrong = sum(choose(policy, state, level, errs) == second.move for _ in range(trials))
    # The difference of two normal errors is normal, with the root of two times their deviation.
    expected = (1 - erf(apart / (error * sqrt(2)) / sqrt(2))) / 2
    assert wrong / trials == pytest.approx(expected, abs=4 * sqrt(0.25 / trials))


def two_choices() -> Any:
    """A last roll with two open boxes."""
    match = start("yatzy", 1)
    boxes = [box.id for box in ruleset("yatzy").boxes if box.id not in {"ones", "twos"}]
    lines = [f"1 11223 {box}" for box in boxes]
    return after(match, *lines, "1 11234 _____ 12345 _____ 12346").state


def test_five_equal_are_hardly_ever_given_up() -> None:
    policy = plain(ruleset("yahtzee"))
    state = after(start("yahtzee"), "1 11234 _____ 12345 _____ 44444").state
    for level in LEVELS:
        errs = luck(4)
        taken = [choose(policy, state, level, errs) for _ in range(200)]
        assert taken.count(Move("yahtzee")) > 180, level


def test_keeps_of_the_same_dice_are_one_choice() -> None:
    policy = plain(ruleset("mega_yatzy"))
    found = policy.advise((1, 1, 2, 3, 4, 5), rolls_left=2, card={})
    choices = computers.choices(found)
    keeps = [one for one in choices if one.move not in ruleset("mega_yatzy").index]
    assert len(keeps) == 3 * 2**4 - 1
    assert len({"".join(sorted(one.move)) for one in keeps}) == len(keeps)
    for one in keeps:
        same = [other.to_come for other in found if sorted(other.move) == sorted(one.move)]
        assert one.to_come == max(same)


CARD = {"ones": 3, "sixes": 18, "one_pair": 12, "three_kind": 18, "chance": 25, "yatzy": 0}


def test_many_seats_that_play_in_step_err_as_a_computer_does() -> None:
    policy, error, trials = plain(ruleset("yatzy")), 5.0, 600
    assert isinstance(policy, Table)
    asked = [one_turn(policy, error, luck(seed)) for seed in range(trials)]
    cost = np.array([given_away for _, given_away in asked])
    seats = seats_of(policy.numbers, Scorecard.of(CARD), 4000)
    played = Player(policy.numbers, policy.values, luck(1), error=error).turn(seats)
    assert played.given_away.mean() == pytest.approx(cost.mean(), abs=4 * cost.std() / trials**0.5)
    boxes = [box for box, _ in asked]
    for j, box in enumerate(policy.numbers.boxes[6:]):
        share = ((played.lower & ~seats.lower) >> j & 1).mean()
        assert share == pytest.approx(boxes.count(box.id) / trials, abs=0.08), box.id


def one_turn(policy: Table, error: float, errs: np.random.Generator) -> tuple[str, float]:
    """The box that a turn with such errors ends in, and what its choices cost."""
    dice, cost = errs.integers(1, 7, 5), 0.0
    for rolls_left in (2, 1, 0):
        found = computers.choices(policy.advise(dice.tolist(), rolls_left=rolls_left, card=CARD))
        chosen = found[int(seen(np.array([one.to_come for one in found]), error, errs).argmax())]
        cost += found[0].to_come - chosen.to_come
        if chosen.move in policy.numbers.number:
            return chosen.move, cost
        dice = np.where([face == "_" for face in chosen.move], errs.integers(1, 7, 5), dice)
    raise AssertionError


def test_a_game_without_dice_has_no_computers() -> None:
    with pytest.raises(Unsupported, match="dice games only"):
        choose(plain(ruleset("yatzy")), start("klondike").state, "strong", luck())
