"""The chances of boxes in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.dice.dice_game import DiceState

__all__ = ["chance", "odds_told"]

SURE = 1 - 1e-9
NO_BREAK = "\u00a0"


def chance(probability: float) -> str:
    """A chance as a person would say it: `12 %`, `under 1 %`, `sure`."""
    if probability >= SURE:
        return "sure"
    if probability <= 1 - SURE:
        return "0 %"
    if probability < 0.01:
        return "under 1 %"
    return "over 99 %" if probability > 0.99 else f"{probability:.0%}".replace("%", " %")


def odds_told(state: DiceState, odds: Mapping[str, float]) -> str:
    """The chance of each open box of the seat to move, in the card's order: `Full house **12 %** · Chance **sure**`."""
    boxes = [box for box in state.ruleset.boxes if box.id in odds and box.id not in state.card.scores]
    told = [f"{box.title} **{chance(odds[box.id])}**" for box in boxes]
    # A box and its chance stay on one line.
    return " · ".join(words.replace(" ", NO_BREAK) for words in told)
