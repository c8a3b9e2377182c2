"""Pieces that every dice game's sheet is made of: the upper section, and the options that all of them have."""

from __future__ import annotations

from engine.dice.patterns import face
from engine.dice.ruleset import Bonus, Box, RollBudget
from engine.game import Option, Options
from engine.option import choice, number

NAMES = ("ones", "twos", "threes", "fours", "fives", "sixes")

UPPER = tuple(
    Box(name, name.title(), name.title(), f"the {name}, {value} each", face(value), face=value)
    for value, name in enumerate(NAMES, 1)
)


def common_options(*, threshold: int, bonus: int) -> tuple[Option, ...]:
    """The options of every dice game (RULES section 7), with this game's upper bonus."""
    return (
        number("upper_threshold", "Upper total for the bonus", threshold, 0, 200),
        number("upper_bonus", "Upper bonus", bonus, 0, 200),
        choice("order", "Order of the boxes", "free", "top_down", "bottom_up"),
        choice("min_rolls", "Least rolls a turn", 1, 0),
        choice("on_turn_timeout", "When a turn's time is up", "skip", "auto", "forfeit", ranked=False),
        number("clock_seconds_per_player", "Seconds a player for the game", None, 10, 86400, none="none", ranked=False),
        choice("on_timeout", "When a player's clock runs out", "end_game", "forfeit", ranked=False),
    )


def upper_bonus(options: Options) -> Bonus:
    """The upper bonus that these options give."""
    return Bonus(options.number("upper_threshold"), options.number("upper_bonus"))


def three_rolls(options: Options, *, automatic: bool = False) -> RollBudget:
    """Three rolls a turn, none of them saved."""
    return RollBudget(least=options.number("min_rolls"), automatic=automatic)


def saved_rolls(options: Options) -> RollBudget:
    """Three new rolls a turn, and those saved from earlier ones up to the cap."""
    cap = None if options["carry_cap"] is None else options.number("carry_cap")
    return RollBudget(least=options.number("min_rolls"), saves=True, cap=cap)
