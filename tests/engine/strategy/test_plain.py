"""The plain policy: what it answers under every ruleset, and how well it plays for something made in no time."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engine.game import IllegalMove, MatchOver, Move, Unsupported
from engine.match import Match
from engine.strategy import Model, Table, advise_state
from engine.strategy.plain import plain
from engine.strategy.play import Player
from engine.strategy.saving import play as saving
from engine.strategy.saving.levels import Level, Over
from engine.strategy.seats import empty
from engine.strategy.worth import FLOOR
from tests.engine.strategy.tables import ruleset
from tests.engine.table import DICE_GAMES, Seeded, seat, start

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"min_rolls": 0},
    {"order": "top_down"},
    {"order": "bottom_up", "min_rolls": 0},
    {"upper_bonus": 0, "upper_threshold": 0},
    {"upper_threshold": 200},
)
OWN: dict[str, tuple[dict[str, Any], ...]] = {
    "yahtzee": ({"multiple_yahtzees": False}, {"joker": "free_choice", "five_equal_full_house": True}),
    "yatzy": ({"two_pairs_distinct": False, "full_house_distinct": False},),
    "figure_yatzy": (
        {"groups_distinct": False, "unused_bonus": 0},
        {"all_figures_bonus": 0, "extra_five_bonus": 0, "extra_five_joker": True},
        {"extra_five_joker": True},
    ),
    "maxi_yatzy": ({"carry_cap": 0}, {"carry_cap": 3, "full_straight": False}, {"groups_distinct": False}),
    "mega_yatzy": ({"straight_flush": "big_2_6"}, {"carry_cap": 2, "order": "top_down"}),
}
CASES = [(game.id, options) for game in DICE_GAMES for options in (*OPTIONS, *OWN[game.id])]


@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
def test_it_advises_every_legal_move_and_no_other_under_every_option(game: str, options: dict[str, Any]) -> None:
    policy, chance, luck = plain(ruleset(game, **options)), Seeded(5), random.Random(5)
    match = start(game, **options).proceed(chance)
    while not match.over:
        found = [one.move for one in advise_state(policy, match.state)]
        legal = match.game.legal_moves(match.state, match.state.turn.seat)
        assert set(found) <= set(legal)
        assert {"".join(sorted(move)) for move in found} == {"".join(sorted(move)) for move in legal}
        # As it would play, and now and then anything: a match then comes into odd corners.
        match = match.play(match.to_move, luck.choice(found) if luck.random() < 0.2 else found[0], chance)
    assert policy.approximate


@pytest.mark.parametrize(("game", "better_by"), [("yatzy", 35), ("yahtzee", 20), ("figure_yatzy", 10)])
def test_it_plays_far_better_than_whoever_wants_the_most_points_now(game: str, better_by: int) -> None:
    policy = plain(ruleset(game))
    assert isinstance(policy, Table)
    numbers, nothing = policy.numbers, np.zeros_like(policy.values)
    nothing[..., -1] = FLOOR
    mine, greedy = (
        Player(numbers, values, np.random.default_rng(1)).play(empty(numbers, 1500)).totals
        for values in (policy.values, nothing)
    )
    assert mine.mean() > greedy.mean() + better_by


def test_it_knows_what_saved_rolls_are_worth() -> None:
    policy = plain(ruleset("maxi_yatzy"))
    assert isinstance(policy, Model)
    sheet, levels = policy.values.sheet, policy.values.levels
    nothing: list[Level] = [Over(sheet)] * (sheet.size + 1)
    mine, greedy = (
        saving.Player(sheet, None, of, np.random.default_rng(1)).play(400).totals for of in (levels, nothing)
    )
    assert mine.mean() > greedy.mean() + 80


def test_a_high_pair_is_kept_and_a_full_house_taken() -> None:
    policy = plain(ruleset("yatzy"))
    assert policy.advise((6, 6, 1, 2, 4), rolls_left=2, card={})[0].move == "66___"
    assert policy.advise((6, 6, 6, 5, 5), rolls_left=0, card={"sixes": 18})[0].move == "full_house"
    assert policy.advise((5, 5, 5, 5, 5), rolls_left=2, card={})[0].move == "yatzy"


def test_dice_in_their_places_are_kept_for_a_straight_flush() -> None:
    policy = plain(ruleset("mega_yatzy"))
    assert policy.advise((1, 2, 3, 4, 1, 6), rolls_left=2, card={})[0].move == "1234_6"


def test_it_has_the_key_of_the_table_that_it_stands_in_for() -> None:
    rules = ruleset("yatzy", upper_bonus=0)
    assert plain(rules).key == plain(ruleset("yatzy", upper_bonus=0, clock_seconds_per_player=60)).key
    assert plain(rules).key != plain(ruleset("yatzy")).key


# -- a state of a match -----------------------------------------------------------------------------------------------


def test_the_seat_to_move_is_advised_with_its_own_dice_card_and_saved_rolls() -> None:
    policy, chance = plain(ruleset("maxi_yatzy")), Seeded(1)
    match = played(start("maxi_yatzy", 2), chance, (1, "roll"), (1, "chance"), (2, "roll"), (2, "ones"), (1, "roll"))
    state = match.state
    asked = policy.advise(state.turn.dice, rolls_left=4, card={"chance": sum(state.cards[0].points().values())})
    assert advise_state(policy, state) == asked


def test_there_is_no_advice_where_nobody_may_move() -> None:
    policy, chance = plain(ruleset("yatzy")), Seeded(1)
    match = start("yatzy", 2)
    rolling, _ = match.game.play(match.state, seat(1), Move("roll"))
    with pytest.raises(IllegalMove, match="still rolling"):
        advise_state(policy, rolling)
    with pytest.raises(MatchOver):
        advise_state(policy, match.play(None, Move("stop"), chance).state)
    with pytest.raises(Unsupported, match="dice games only"):
        advise_state(policy, start("klondike").state)


def played(match: Match, chance: Seeded, *moves: tuple[int, str]) -> Match:
    for number, move in moves:
        match = match.play(seat(number), Move(move), chance)
    return match
