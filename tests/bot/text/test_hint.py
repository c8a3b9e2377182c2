"""What is best with the dice, in words."""

from __future__ import annotations

from typing import Any

import pytest

from bot.strategist import Advised, Basis, ToWin
from bot.text.hint import dice_hint, hints_used
from engine import record
from engine.dice.dice_game import DiceGame, DiceState
from engine.game import Move
from engine.strategy import Advice


def state(game: str, played: str = "", *, holding: int = 0, options: str = "") -> DiceState:
    """Ada's game after these lines, with these dice (a bit mask) held."""
    tags = f'[Game "{game}"]\n[Options "{options}"]\n[Seat 1 "Ada"]\n\n'
    match = record.read(f"{tags}{played}\n")[0].replay()
    assert isinstance(match.game, DiceGame)
    return match.game.with_holds(match.state, holding)


def hint(at: DiceState, *moves: tuple[str, float], basis: Basis = "perfect") -> list[str]:
    return dice_hint(at, Advised(tuple(Advice(Move(move), worth) for move, worth in moves), basis)).split("\n")


def best(at: DiceState, move: str) -> str:
    return hint(at, (move, 100.0))[0]


def test_the_best_choice_and_the_next_three_with_what_they_cost() -> None:
    at = state("yatzy", "1 55263")
    assert hint(
        at, ("55___", 230.0), ("__2_3", 228.8), ("fives", 226.0), ("_____", 225.9), ("chance", 220.0), ("ones", 200.0)
    ) == [
        "**Hold 5 5** and roll the other three.",
        "• Hold 2 3: 1.2 points less",
        "• Fives (10): 4.0 points less",
        "• Roll all five: 4.1 points less",
        "-# By exact values: what brings most on average.",
    ]


def test_who_wants_to_win_is_told_what_wins_more_often() -> None:
    at = state("yatzy", "1 55263")
    moves = (Advice(Move("55___"), 230.0), Advice(Move("chance"), 228.8))
    told = dice_hint(at, Advised(moves, "perfect", ToWin(Move("chance"), 0.41, 0.3849)))
    assert told.split("\n")[-2] == "To win rather than for points: **Chance (21)** (about 41.0 % instead of 38.5 %)."
    assert "To win" not in dice_hint(at, Advised(moves, "perfect"))


@pytest.mark.parametrize(
    ("basis", "cost", "whence"),
    [
        ("perfect", "1.2 points less", "By exact values"),
        ("approximate", "about 1.2 points less", "approximate"),
        ("plain", "about 1.2 points less", "still being worked out; until then this is a rule of thumb"),
    ],
)
def test_what_is_not_exact_says_so(basis: Basis, cost: str, whence: str) -> None:
    _, other, told = hint(state("yatzy", "1 55263"), ("55___", 230.0), ("chance", 228.8), basis=basis)
    assert other == f"• Chance (21): {cost}"
    assert whence in told


@pytest.mark.parametrize(
    ("less", "told"),
    [
        (0.0, "just as good"),
        (0.0009, "just as good"),
        (0.002, "less than 0.1 points less"),
        (0.06, "0.1 points less"),
        (12.34, "12.3 points less"),
    ],
)
def test_choices_that_are_equally_good_or_nearly_so(less: float, told: str) -> None:
    assert hint(state("yatzy", "1 55263"), ("55___", 230.0), ("chance", 230 - less))[1] == f"• Chance (21): {told}"


@pytest.mark.parametrize(
    ("held", "move", "told"),
    [
        (0b00000, "55___", "**Hold 5 5** and roll the other three."),
        (0b00000, "55_6_", "**Hold 5 5 6** and roll the other two."),
        (0b00000, "5526_", "**Hold 2 5 5 6** and roll the other die."),
        (0b00001, "55___", "**Hold 5 5** and roll the other three."),
        (0b00011, "55___", "**Roll**: you hold the right dice."),
        (0b00010, "5____", "**Roll**: you hold the right dice."),
        (0b00000, "_____", "**Roll all five dice** again."),
        (0b00001, "_____", "**Hold nothing** and roll all five dice."),
    ],
)
def test_what_to_hold_beside_what_is_held(held: int, move: str, told: str) -> None:
    assert best(state("yatzy", "1 55263", holding=held), move) == told


def test_before_the_first_roll() -> None:
    assert hint(state("yatzy"), ("roll", 248.4))[0] == "**Roll.**"
    at = state("yatzy", options="min_rolls=0")
    assert hint(at, ("roll", 248.4), ("ones", 246.0))[:2] == ["**Roll.**", "• Cross out Ones: 2.4 points less"]


def test_boxes_say_what_they_give() -> None:
    at = state("yatzy", "1 22255")
    assert best(at, "full_house") == "**Score Full house** (16)."
    assert best(at, "ones") == "**Cross out Ones**."
    after = "\n".join(["1 66666 yahtzee=50", "1 66666"])
    joker = state("yahtzee", after)
    assert best(joker, "sixes") == "**Score Sixes** (30 + 100 extra)."


def test_rolls_that_a_box_would_save() -> None:
    at = state("maxi_yatzy", "1 222555")
    assert hint(at, ("full_house", 480.0), ("ones", 470.0), basis="approximate")[:2] == [
        f"**Score {at.ruleset.box('full_house').title}** ({at.worth()['full_house'].points}) and save 2 rolls.",
        "• Cross out Ones, saving 2 rolls: about 10.0 points less",
    ]
    assert best(state("maxi_yatzy", "1 222551 222__1 222551 222__1 222551"), "chance").endswith("(17).")
    saved = "\n".join(["1 222555 twos=6", "1 123456 ______ 123456 ______ 123456 ______ 123456"])
    assert best(state("maxi_yatzy", saved), "chance").endswith("(21)."), "one of the saved rolls is gone, none is new"
    assert "and save a roll" in best(state("maxi_yatzy", "1 222551 222__1 222551"), "chance")
    assert "save" not in best(state("maxi_yatzy", "1 222555", options="carry_cap=0"), "chance")


def test_faces_that_tell_which_dice_are_meant_are_enough() -> None:
    lying = state("mega_yatzy", "1 123456")
    assert best(lying, "12345_") == "**Hold 1 2 3 4 5** and roll the other die."
    assert best(state("mega_yatzy", "1 255513"), "_555__") == "**Hold 5 5 5** and roll the other three."
    assert hint(lying, ("12345_", 9.0), ("1_34__", 8.0))[1].startswith("• Hold 1 3 4:")


def test_where_the_places_of_dice_matter_they_are_named() -> None:
    """Straight Flush of Mega Yatzy is 1 to 6 by position."""
    at = state("mega_yatzy", "1 121456", holding=0b001011)
    [box] = [box for box in at.ruleset.boxes if box.by_position]
    assert best(at, "12____") == "**Hold 1 2 (dice 1, 2)** and roll the other four."
    assert best(at, "_21___") == "**Hold 2 1 (dice 2, 3)** and roll the other four."
    assert best(at, "__1___") == "**Hold 1 (die 3)** and roll the other five."
    other_dice = state("mega_yatzy", "1 121456", holding=0b000100)
    assert best(other_dice, "1_____") == "**Hold 1 (die 1)** and roll the other five.", "that 1 lies elsewhere"
    done = state("mega_yatzy", f"1 123456 {box.id}\n1 121456", holding=0b000100)
    assert best(done, "1_____") == "**Roll**: you hold the right dice."


def test_who_has_used_hints() -> None:
    def used(*hints: int) -> Any:
        return [line.replace("\u2068", "").replace("\u2069", "") for line in hints_used(["Ada", "Bo", "C*y"], hints)]

    assert used() == used(0, 0, 0) == []
    assert used(3, 0, 1) == ["Ada used 3 hints.", "C\\*y used a hint."]
