"""What a board is shown with, beside the session itself and its card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.dice_emojis import DiceEmojis

__all__ = ["PLAIN", "Showing"]


@dataclass(frozen=True, slots=True)
class Showing:
    """How the dice are drawn, whether players get `hints`, and, by box, the chances where the board tells of them."""

    emojis: DiceEmojis
    hints: bool = True
    odds: Mapping[str, float] | None = None


PLAIN = Showing(DiceEmojis.none())
