"""Chances to win, beside counts that know nothing of tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np
import pytest

from engine.dice.roll import Dice
from engine.dice.scorecard import Scorecard
from engine.game import IllegalMove, Move, Seat, Unsupported
from engine.match import Match
from engine.strategy import Policy
from engine.strategy.futures import Sample, Start, certain, sampled
from engine.strategy.plain import plain
from engine.strategy.throws import Begun
from engine.strategy.winning import TURNS, chances, matches, shares
from tests.engine.strategy.models import bare
from tests.engine.strategy.tables import ruleset, table
from tests.engine.table import Seeded, start

NO_BONUS: dict[str, Any] = {"upper_bonus": 0}
TRIALS = 4000
ERROR = 4 * (2 / 12 / TRIALS) ** 0.5
"""Four standard errors of two seats' chances, at most."""


def at(match: Match, cards: list[dict[str, int]], **turn: Any) -> Match:
    """The match with these cards, in this turn."""
    state = match.state
    cards_then = tuple(map(Scorecard.of, cards))
    return match.with_state(replace(state, cards=cards_then, turn=replace(state.turn, **turn)))


def but(match: Match, box: str, total: int) -> dict[str, int]:
    """A card with only this box open and this total, which is in one box."""
    boxes = [one.id for one in match.state.ruleset.boxes if one.id != box]
    return {**dict.fromkeys(boxes, 0), "chance": total}


def sixes(dice: int, rolls: int, have: int = 0) -> dict[int, float]:
    """The chance of each number of sixes, for one who keeps nothing but these."""
    made, more = 1 - (5 / 6) ** rolls, dice - have
    return {have + n: comb(more, n) * made**n * (1 - made) ** (more - n) for n in range(more + 1)}


def beats(ours: int, mine: dict[int, float], theirs: int, yours: dict[int, float]) -> float:
    """The chance that the first has more points, a tie being half of it."""
    won = 0.0
    for n, chance in mine.items():
        for m, other in yours.items():
            ahead = ours + 6 * n - theirs - 6 * m
            won += chance * other * (1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0)
    return won


def found(match: Match, trials: int = TRIALS) -> tuple[float, ...]:
    return chances(plain(match.state.ruleset), match, np.random.default_rng(1), trials)


def test_at_the_start_all_have_the_same_chance() -> None:
    assert found(start("yatzy", 3), 20) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


@pytest.mark.parametrize(("game", "made"), [("yatzy", table), ("maxi_yatzy", bare)])
def test_seats_of_different_rounds_play_on_to_what_is_expected_of_each(game: str, made: Callable[..., Policy]) -> None:
    policy, boxes = made(game, order="top_down"), [box.id for box in ruleset(game).boxes]
    dice = (6, 6, 1, 1, 2, 2)[: ruleset(game).dice]
    cards = [Scorecard.of(dict.fromkeys(boxes[:filled], 0)) for filled in (10, 6, 9, 9)]
    starts = [Start(card, 0, 0, None) for card in cards[:3]] + [Start(cards[3], 0, 0, Begun(dice, 0))]
    expected = [policy.to_come(card.points()) for card in cards[:3]]
    expected.append(policy.advise(dice, rolls_left=0, card=cards[3].points())[0].to_come)
    drawn = sampled(policy, starts, len(boxes), np.random.default_rng(1), 40)
    means = [float(sample.totals @ sample.weights) for sample in drawn]
    assert means == pytest.approx(expected, abs=0.2), "the plain means of so few matches are points off"
    off = [abs(sample.totals.mean() - mean) for sample, mean in zip(drawn, means, strict=True)]
    assert max(off) > 2


@pytest.mark.parametrize("game", ["maxi_yatzy", "mega_yatzy"])
def test_what_six_dice_cost_is_bounded_and_few_turns_are_played_more_often(game: str) -> None:
    state = start(game).state
    boxes = [box.id for box in state.ruleset.boxes]
    played = []
    for filled in (0, 10, 18):
        card = Scorecard.of(dict.fromkeys(boxes[:filled], 0))
        starts = [Start(card, 0, saved, None) for saved in range(8)]
        played.append(matches(state, starts))
        assert played[-1] * len(starts) * (len(boxes) - filled) <= TURNS
        assert matches(state, starts[:2]) > played[-1]
    assert played == sorted(played)
    assert played[0] < played[-1]


@pytest.mark.parametrize(("ours", "theirs"), [(100, 100), (100, 112), (104, 100), (100, 129)])
def test_a_last_turn_each_is_counted_right(ours: int, theirs: int) -> None:
    match = start("yatzy", 2, **NO_BONUS)
    match = at(match, [but(match, "sixes", ours), but(match, "sixes", theirs)])
    expected = beats(ours, sixes(5, 3), theirs, sixes(5, 3))
    assert found(match) == pytest.approx((expected, 1 - expected), abs=ERROR)


@pytest.mark.parametrize(("dice", "used"), [((6, 6, 6, 1, 2), 2), ((1, 6, 3, 1, 2), 1), ((6, 1, 6, 2, 1), 3)])
def test_a_turn_that_has_begun_goes_on_from_its_dice(dice: Dice, used: int) -> None:
    match = start("yatzy", 2, **NO_BONUS)
    match = at(match, [but(match, "sixes", 100), but(match, "sixes", 103)], seat=Seat(1), dice=dice, used=used)
    expected = beats(100, sixes(5, 3), 103, sixes(5, 3 - used, dice.count(6)))
    assert found(match) == pytest.approx((expected, 1 - expected), abs=ERROR)


def test_saved_rolls_count() -> None:
    match = start("maxi_yatzy", 2, **NO_BONUS)
    match = at(match, [but(match, "sixes", 100), but(match, "sixes", 104)], dice=(6, 1, 2, 3, 4, 5), used=1)
    match = match.with_state(replace(match.state, saved=(3, 1)))
    expected = beats(100, sixes(6, 5, 1), 104, sixes(6, 4))
    assert found(match) == pytest.approx((expected, 1 - expected), abs=ERROR)


def test_a_seat_that_is_done_is_compared_with_those_that_are_not() -> None:
    match = start("yatzy", 2, **NO_BONUS)
    done = {**but(match, "sixes", 100), "sixes": 18}
    match = at(match, [done, but(match, "sixes", 100)], seat=Seat(1))
    expected = beats(118, {0: 1.0}, 100, sixes(5, 3))
    assert found(match) == pytest.approx((expected, 1 - expected), abs=ERROR)


def test_who_cannot_be_caught_wins() -> None:
    match = start("yatzy", 3, **NO_BONUS)
    cards = [but(match, "sixes", 100), but(match, "sixes", 131), but(match, "sixes", 0)]
    assert found(at(match, cards)) == (0.0, 1.0, 0.0)


def test_ties_share_a_win() -> None:
    ones, some = certain(10), Sample(np.array([10.0, 20.0, 5.0]), np.array([0.5, 0.25, 0.25]))
    assert shares([ones, some]) == pytest.approx((1 / 4 + 1 / 4, 1 / 4 + 1 / 4))
    assert shares([ones, ones, ones, some]) == pytest.approx((5 / 24, 5 / 24, 5 / 24, 9 / 24))


def test_who_resigned_has_no_chance() -> None:
    match = start("yatzy", 3).proceed(Seeded(1)).play(Seat(1), Move("resign"), Seeded(1))
    assert found(match, 20) == pytest.approx((0.5, 0.0, 0.5))
    assert found(match.play(Seat(2), Move("resign"), Seeded(1)), 20) == (1.0, 0.0, 0.0)
    assert found(start("yatzy").play(Seat(0), Move("resign"), Seeded(1))) == (0.0,)


def test_a_match_that_is_over_is_shared_by_its_winners() -> None:
    match = start("yatzy", 3)
    full = {**but(match, "sixes", 100), "sixes": 6}
    over = at(match, [full, {**full, "sixes": 0}, full])
    over = over.with_state(replace(over.state, ended="complete"))
    assert found(over) == (0.5, 0.0, 0.5)


def test_chances_are_for_dice_that_lie() -> None:
    match = start("yatzy", 2)
    with pytest.raises(IllegalMove, match="rolling"):
        found(match.with_state(replace(match.state, rolling=True)))
    with pytest.raises(Unsupported):
        chances(plain(ruleset("yatzy")), start("klondike"), np.random.default_rng(1))
