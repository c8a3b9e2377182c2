"""Endgames of six dice against brute force, under every value of every option."""

from __future__ import annotations

import random
from typing import cast

import pytest

from engine.dice.dice_game import DiceGame
from engine.dice.ruleset import Ruleset
from engine.game import OptionValue
from engine.games import catalogue
from engine.strategy import Model, approximate
from tests.engine.strategy.models import asked, bare
from tests.engine.strategy.position_brute import PositionBrute
from tests.engine.strategy.tables import ruleset

GAMES = ("maxi_yatzy", "mega_yatzy")
NUMBERS: dict[str, tuple[OptionValue, ...]] = {
    "upper_threshold": (0, 70, 200),
    "upper_bonus": (0, 200),
    "carry_cap": (0, 1, 60),
}


def every_value() -> list[tuple[str, dict[str, OptionValue]]]:
    """Each game as it comes, and with each other value of each option that changes its rules."""
    found: list[tuple[str, dict[str, OptionValue]]] = []
    for game_id in GAMES:
        game = cast(DiceGame, catalogue[game_id])
        found.append((game_id, {}))
        for option in game.options:
            if option.ranked:
                values = NUMBERS[option.id] if option.numbers else option.choices
                found += [(game_id, {option.id: value}) for value in values if value != option.default]
    return found


CASES = every_value()


def endgame(rules: Ruleset, luck: random.Random, still: set[str]) -> dict[str, int]:
    """A card with these boxes open."""
    return {
        box.id: box.face * luck.choice((0, 3, 4, 4, 5)) if box.face else luck.choice((0, 20))
        for box in rules.boxes
        if box.id not in still
    }


def open_boxes(rules: Ruleset, luck: random.Random, count: int) -> set[str]:
    ids = [box.id for box in rules.boxes]
    if rules.order != "free":
        return set(ids[-count:] if rules.order == "top_down" else ids[:count])
    return set(luck.sample([box.id for box in rules.boxes if not box.by_position], count))


def agrees(
    tested: Model, brute: PositionBrute, card: dict[str, int], saved: int, luck: random.Random, by: float
) -> None:
    assert tested.to_come(card, saved) == pytest.approx(brute.to_come(card, saved), abs=by), (card, saved)
    for left in (0, 1, saved + 2):
        dice = tuple(luck.choices(range(1, 7), k=6))
        expected = brute.moves(card, dice, left)
        found = {one.move: one.to_come for one in tested.advise(dice, rolls_left=left, card=card)}
        assert found == pytest.approx({move: expected[move] for move in found}, abs=by), f"{card} {dice} {left}"
        assert max(found.values()) == pytest.approx(max(expected.values()), abs=by)


@pytest.mark.parametrize(("game", "options"), CASES, ids=[f"{game} {options}" for game, options in CASES])
def test_every_option_value_is_played_rightly_to_the_end(game: str, options: dict[str, OptionValue]) -> None:
    rules, tested = ruleset(game, **options), asked(game, **options)
    luck, brute = random.Random(f"{game} {options}"), PositionBrute(rules)
    cap = 4 if rules.budget.cap is None else min(4, rules.budget.cap)
    for count in (1, 2):
        card = endgame(rules, luck, open_boxes(rules, luck, count))
        agrees(tested, brute, card, luck.randint(0, cap), luck, 2e-3)


def test_bonus_in_reach_is_played_for() -> None:
    rules, luck = ruleset("maxi_yatzy"), random.Random(1)
    card = {box.id: 4 * (box.face or 5) for box in rules.boxes if box.id not in {"fives", "chance"}}
    agrees(bare("maxi_yatzy"), PositionBrute(rules), card, 3, luck, 2e-3)


@pytest.mark.parametrize("flush", ["positions_1_6", "big_2_6"])
def test_a_straight_flush_alone(flush: str) -> None:
    rules, luck = ruleset("mega_yatzy", straight_flush=flush), random.Random(2)
    card = endgame(rules, luck, {"straight_flush"})
    for saved in (0, 5, 12):
        # Between two windows the chase knows only the closer one.
        exact = flush == "positions_1_6"
        agrees(asked("mega_yatzy", straight_flush=flush), PositionBrute(rules), card, saved, luck, 2e-3 if exact else 2)


@pytest.mark.parametrize("other", ["sixes", "chance", "full_straight", "yatzy"])
def test_a_straight_flush_and_another_box(other: str) -> None:
    rules, luck = ruleset("mega_yatzy"), random.Random(3)
    card = endgame(rules, luck, {"straight_flush", other})
    agrees(asked("mega_yatzy"), PositionBrute(rules), card, 4, luck, 1.0)


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("maxi_yatzy", {}, True),
        ("maxi_yatzy", {"order": "top_down"}, False),
        ("maxi_yatzy", {"order": "bottom_up", "on_turn_timeout": "auto"}, False),
        ("mega_yatzy", {}, True),
        ("mega_yatzy", {"order": "top_down"}, True),
        ("yatzy", {}, False),
    ],
)
def test_what_only_comes_close_says_so(game: str, options: dict[str, OptionValue], says: bool) -> None:
    assert approximate(game, options) is says
