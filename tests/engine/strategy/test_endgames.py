"""Endgames against brute force, under every option that the rules have."""

from __future__ import annotations

import random

import pytest

from engine.dice.ruleset import Ruleset
from engine.game import OptionValue
from tests.engine.strategy.brute import Brute
from tests.engine.strategy.tables import ruleset, table, values

Rules = dict[str, OptionValue]

# Tables without an upper bonus, or in a fixed order, are built in no time.
CASES: list[tuple[str, Rules]] = [
    ("yatzy", {}),
    ("yatzy", {"two_pairs_distinct": False, "full_house_distinct": False, "upper_bonus": 0}),
    ("yatzy", {"min_rolls": 0, "upper_bonus": 0}),
    ("yatzy", {"order": "top_down"}),
    ("yatzy", {"order": "bottom_up", "upper_threshold": 5, "upper_bonus": 200}),
    ("yahtzee", {}),
    ("yahtzee", {"joker": "free_choice"}),
    ("yahtzee", {"multiple_yahtzees": False}),
    ("yahtzee", {"five_equal_full_house": True, "min_rolls": 0, "upper_bonus": 0}),
    ("yahtzee", {"order": "top_down"}),
    ("yahtzee", {"order": "bottom_up", "joker": "free_choice", "upper_threshold": 8}),
    ("yahtzee", {"order": "bottom_up", "min_rolls": 0, "upper_threshold": 3}),
    ("figure_yatzy", {}),
    ("figure_yatzy", {"extra_five_joker": True, "unused_bonus": 20, "upper_bonus": 0}),
    ("figure_yatzy", {"extra_five_joker": True, "extra_five_bonus": 0, "groups_distinct": False, "upper_bonus": 0}),
    ("figure_yatzy", {"extra_five_bonus": 0, "all_figures_bonus": 100, "unused_bonus": 0, "upper_bonus": 0}),
    ("figure_yatzy", {"all_figures_bonus": 0, "upper_bonus": 0}),
    ("figure_yatzy", {"all_figures_bonus": 100, "upper_bonus": 0}),
    ("figure_yatzy", {"order": "top_down", "all_figures_bonus": 100}),
    ("figure_yatzy", {"order": "bottom_up", "extra_five_joker": True, "upper_threshold": 4}),
]


def endgame(rules: Ruleset, luck: random.Random, open_boxes: int) -> dict[str, int]:
    """A card with so many open boxes, filled as it might be: often well, sometimes with a 0."""
    ids = [box.id for box in rules.boxes]
    if rules.order == "free":
        still = set(luck.sample(ids, open_boxes))
    else:
        still = set(ids[-open_boxes:] if rules.order == "top_down" else ids[:open_boxes])
    card = {}
    for box in rules.boxes:
        if box.id not in still and box.face is not None:
            card[box.id] = box.face * luck.choice((0, 2, 3, 3, 4))
        elif box.id not in still:
            card[box.id] = luck.choice((0, 20, 50, 50))
    return card


def dice(luck: random.Random) -> tuple[int, ...]:
    """Any roll; every other time all dice are equal, for that is where the rules differ."""
    if luck.random() < 0.5:
        return (luck.randint(1, 6),) * 5
    return tuple(luck.choices(range(1, 7), k=5))


@pytest.mark.parametrize(("game", "options"), CASES, ids=[f"{game} {options}" for game, options in CASES])
def test_advice_agrees_with_brute_force(game: str, options: Rules) -> None:
    rules, tested = ruleset(game, **options), table(game, **options)
    luck = random.Random(f"{game} {options}")
    for open_boxes in (1, 1, 1, 1, 2):
        brute = Brute(rules)
        card = endgame(rules, luck, open_boxes)
        assert tested.to_come(card) == pytest.approx(brute.to_come(card), abs=1e-4), card
        for rolls_left in (0, 1, 2):
            roll = dice(luck)
            expected = brute.moves(card, roll, rolls_left)
            assert values(tested.advise(roll, rolls_left=rolls_left, card=card)) == pytest.approx(expected, abs=1e-4), (
                f"{card} {roll} with {rolls_left} rolls left"
            )
