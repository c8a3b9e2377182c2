"""Advice as a caller of the engine sees it: its moves, their order, and what is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine import strategy
from engine.dice.ruleset import JokerRule, RollBudget, Ruleset, SetBonus
from engine.game import BadOption, GameError, IllegalMove, MatchOver, Move
from engine.match import Match
from engine.strategy import Unsupported, advise
from tests.engine.strategy.tables import ruleset
from tests.engine.table import Seeded, seat, start

NO_BONUS: dict[str, Any] = {"upper_bonus": 0}
"""Tables without an upper bonus are built in no time."""


def moves(dice: tuple[int, ...], rolls_left: int, card: dict[str, int] | None = None, **options: Any) -> list[str]:
    found = advise("yatzy", dice, rolls_left=rolls_left, card=card, options={**NO_BONUS, **options})
    return [one.move for one in found]


def test_moves_are_keeps_by_position_and_boxes() -> None:
    found = moves((3, 1, 3, 3, 6), 1, {"ones": 1})
    assert "3_33_" in found
    assert "twos" in found
    assert "ones" not in found
    assert "3133_" in found
    assert "31336" not in found


def test_equal_keeps_are_listed_once_by_their_first_dice() -> None:
    found = moves((3, 1, 3, 3, 6), 1)
    assert "3____" in found
    assert "3_3__" in found
    assert not {"__3__", "3__3_", "__33_"} & set(found)
    assert len(found) == 15 + 4 * 2 * 2 - 1


def test_without_rolls_left_only_boxes_are_moves() -> None:
    assert sorted(moves((1, 2, 3, 4, 5), 0)) == sorted(box.id for box in ruleset("yatzy").boxes)
    assert moves((1, 2, 3, 4, 5), 0)[0] == "small_straight"


def test_the_best_stands_first() -> None:
    found = advise("yatzy", (6, 6, 6, 6, 6), rolls_left=2, options=NO_BONUS)
    assert found[0].move == "yatzy"
    assert [one.to_come for one in found] == sorted((one.to_come for one in found), reverse=True)


def test_of_equal_moves_the_box_stands_first() -> None:
    card = {box.id: 0 for box in ruleset("yatzy").boxes if box.id != "yatzy"}
    assert moves((6, 6, 6, 6, 6), 2, card)[0] == "yatzy"
    card = {box.id: 0 for box in ruleset("yahtzee").boxes if box.id != "sixes"}
    found = advise("yahtzee", (6, 6, 6, 6, 1), rolls_left=0, card=card, options=NO_BONUS)
    assert [(one.move, one.to_come) for one in found] == [("sixes", 24)]


def test_boxes_that_are_open_may_stand_on_the_card() -> None:
    found = advise("yatzy", (1, 2, 2, 4, 6), rolls_left=0, card={"ones": None, "chance": 20}, options=NO_BONUS)
    assert {one.move for one in found} == set(moves((1, 2, 2, 4, 6), 0)) - {"chance"}


def test_before_the_first_roll_there_is_only_the_roll() -> None:
    assert moves((), 3) == ["roll"]


def test_boxes_may_be_filled_without_a_roll_where_the_rules_allow_it() -> None:
    card = {box.id: 0 for box in ruleset("yatzy").boxes if box.id not in {"ones", "yatzy"}}
    found = advise("yatzy", (), rolls_left=3, card=card, options={**NO_BONUS, "min_rolls": 0})
    assert [one.move for one in found] == ["roll", "ones", "yatzy"]
    assert found[1].to_come == pytest.approx(50 * 0.046029, abs=1e-3)


def test_a_further_five_equal_in_an_unfitting_figure_loses_the_bonus_for_all_of_them() -> None:
    card = {box.id: 0 if box.face else 20 for box in ruleset("figure_yatzy").boxes if box.id != "straight"}
    (found,) = advise("figure_yatzy", (6, 6, 6, 6, 6), rolls_left=0, card=card, options=NO_BONUS)
    assert (found.move, found.to_come) == ("straight", 40)
    (found,) = advise("figure_yatzy", (2, 3, 4, 5, 6), rolls_left=0, card=card, options=NO_BONUS)
    assert (found.move, found.to_come) == ("straight", 30 + 30)


@pytest.mark.parametrize(("order", "box"), [("top_down", "twos"), ("bottom_up", "chance")])
def test_where_boxes_have_an_order_only_the_next_one_is_a_move(order: str, box: str) -> None:
    card = {"ones": 1} if order == "top_down" else {"yatzy": 0}
    assert moves((1, 2, 3, 4, 5), 0, card, order=order) == [box]


def test_clocks_change_no_advice() -> None:
    options = {**NO_BONUS, "clock_seconds_per_player": 60, "on_timeout": "forfeit", "on_turn_timeout": "auto"}
    found = advise("yatzy", (1, 2, 3, 4, 5), rolls_left=1, options=options)
    assert found == advise("yatzy", (1, 2, 3, 4, 5), rolls_left=1, options=NO_BONUS)


@pytest.mark.parametrize("game", ["yatzy", "yahtzee", "figure_yatzy"])
@pytest.mark.parametrize("options", [{}, {"min_rolls": 0}, {"order": "bottom_up"}], ids=str)
def test_a_match_takes_every_move_that_is_advised_and_has_no_other(game: str, options: dict[str, Any]) -> None:
    chance, luck = Seeded(3), random.Random(3)
    match = start(game, 1, **NO_BONUS, **options).proceed(chance)
    while not match.over:
        found = advised(match)
        legal = match.game.legal_moves(match.state, seat(1))
        assert {shape(match, move) for move in found} == {shape(match, move) for move in legal}
        assert set(found) <= set(legal)
        match = match.play(seat(1), luck.choice(found), chance)


def advised(match: Match) -> list[Move]:
    state = match.state
    card, left = state.card.points(), state.rolls_left
    return [
        one.move for one in advise(match.game.id, state.turn.dice, rolls_left=left, card=card, options=match.options)
    ]


def shape(match: Match, move: str) -> str:
    """A move without the positions of what it keeps."""
    return move if move in {"roll", *match.state.ruleset.index} else "".join(sorted(move))


def test_perfect_play_plays_well() -> None:
    totals: list[int] = []
    for seed in range(12):
        chance = Seeded(seed)
        match = start("yahtzee", 1, **NO_BONUS).proceed(chance)
        while not match.over:
            match = match.play(seat(1), advised(match)[0], chance)
        totals += match.outcome.totals
    expected = strategy.table(ruleset("yahtzee", **NO_BONUS)).to_come()
    assert sum(totals) / len(totals) == pytest.approx(expected, abs=4 * 60 / 12**0.5)


# -- refusals -----------------------------------------------------------------------------------------------------


FULL = {box.id: 0 for box in ruleset("yatzy").boxes}


@pytest.mark.parametrize(
    ("changed", "error", "says"),
    [
        ({"game_id": "chess"}, IllegalMove, "'chess' is no dice game"),
        ({"dice": (1, 2, 3, 4)}, IllegalMove, "1 2 3 4: a roll is 5 dice, each 1 to 6"),
        ({"dice": (1, 2, 3, 4, 7)}, IllegalMove, "a roll is 5 dice"),
        ({"rolls_left": 3}, IllegalMove, "3 rolls left with 12345: 0 to 2 can be left here"),
        ({"rolls_left": -1}, IllegalMove, "-1 rolls left with 12345"),
        ({"rolls_left": True}, IllegalMove, "True rolls left"),
        ({"dice": (), "rolls_left": 0}, IllegalMove, "0 rolls left with no dice yet: 1 to 3 can be left here"),
        ({"dice": (), "rolls_left": 4}, IllegalMove, "4 rolls left with no dice yet"),
        ({"card": {"tens": 1}}, IllegalMove, "'tens' is no box of this game"),
        ({"card": {"sixes": 7}}, IllegalMove, "sixes=7: Sixes can't hold that"),
        ({"card": {"sixes": 36}}, IllegalMove, "sixes=36"),
        ({"card": {"chance": -1}}, IllegalMove, "chance=-1"),
        ({"card": {"chance": True}}, IllegalMove, "chance=True"),
        ({"card": FULL}, MatchOver, "every box of this card is filled"),
        ({"card": {"twos": 2}, "options": {"order": "top_down"}}, IllegalMove, "in order here .top_down.; this card"),
        ({"options": {"carry_cap": 3}}, BadOption, "carry_cap=3: no such option"),
        ({"options": {"order": "any"}}, BadOption, "order=any: takes free or top_down or bottom_up"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_what_cannot_be_is_refused(changed: dict[str, Any], error: type[GameError], says: str) -> None:
    asked: dict[str, Any] = {"game_id": "yatzy", "dice": (1, 2, 3, 4, 5), "rolls_left": 2, "card": {}, "options": {}}
    asked |= changed
    asked["options"] = {**NO_BONUS, **asked["options"]}
    with pytest.raises(error, match=says):
        advise(**asked)


YAHTZEE = ruleset("yahtzee")
ONES, *OTHERS = YAHTZEE.boxes


@pytest.mark.parametrize(
    ("odd", "says"),
    [
        (replace(YAHTZEE, budget=RollBudget(saves=True)), "where rolls are saved"),
        (replace(ruleset("maxi_yatzy"), budget=RollBudget()), "a table of 6 dice"),
        (replace(YAHTZEE, boxes=(replace(ONES, fixed=3), *OTHERS)), "ones: an upper section other than the pips"),
        (replace(YAHTZEE, boxes=tuple(OTHERS)), "twos: an upper section"),
        (replace(YAHTZEE, boxes=(replace(ONES, unused_bonus=1), *OTHERS)), "unused rolls"),
        (replace(YAHTZEE, sets=SetBonus(frozenset({"ones"}), 5)), "ones: jokers and sets of upper boxes"),
        (replace(YAHTZEE, joker=JokerRule("yahtzee", 100, forced=True)), "forced only when its box holds points"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_rules_that_no_state_can_hold_are_refused(odd: Ruleset, says: str) -> None:
    with pytest.raises(Unsupported, match=says):
        strategy.table(odd)


MEGA = ruleset("mega_yatzy")
FLUSH = MEGA.box("straight_flush")


@pytest.mark.parametrize(
    ("odd", "says"),
    [
        (replace(MEGA, budget=RollBudget()), "saves no rolls"),
        (replace(MEGA, budget=RollBudget(saves=True, least=2)), "more than one roll"),
        (replace(MEGA, joker=JokerRule("yatzy", 100)), "jokers and sets"),
        (replace(MEGA, sets=SetBonus(frozenset({"chance"}), 5)), "jokers and sets"),
        (replace(MEGA, boxes=(*MEGA.boxes[:-1], replace(FLUSH, unused_bonus=1))), "pay for unused rolls"),
        (replace(MEGA, boxes=(*MEGA.boxes, replace(FLUSH, id="second"))), "two boxes that look at the positions"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_rules_that_no_model_can_hold_are_refused(odd: Ruleset, says: str) -> None:
    with pytest.raises(Unsupported, match=says):
        strategy.model(odd)


def test_rules_that_play_alike_share_a_table() -> None:
    one = strategy.table(ruleset("yatzy", **NO_BONUS))
    assert strategy.table(ruleset("yatzy", **NO_BONUS, clock_seconds_per_player=60)) is one
    other = strategy.table(ruleset("yatzy", **NO_BONUS, two_pairs_distinct=False))
    assert other.key != one.key
    assert other.to_come() > one.to_come()
