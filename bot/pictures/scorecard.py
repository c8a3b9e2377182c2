"""The scorecard of a dice match as a picture."""

from __future__ import annotations

from bot.pictures.card_rows import Card
from bot.pictures.header import header, height
from bot.pictures.names import written_names
from bot.pictures.painter import paint
from bot.pictures.table import table
from bot.pictures.theme import DARK, Theme
from bot.pictures.tiles import Placed
from engine.dice.dice_game import DiceState
from engine.match import Match


def scorecard(match: Match, *, theme: Theme = DARK, still: bool = False) -> bytes:
    """The card of all seats as a PNG of 1100 by 700 pixels.

    `still` leaves out what rolls change (dice, what boxes would give), so that the picture stays true until the next
    box is filled. Raises TypeError for a game without a scorecard.
    """
    return paint(scene(match, still=still), theme)


def scene(match: Match, *, still: bool = False) -> list[Placed]:
    """The same before it is drawn."""
    card, names = dice_card(match, still=still), written_names(match)
    return [*header(card, match, names), *table(card, names, height(card))]


def dice_card(match: Match, *, still: bool = False) -> Card:
    """What the picture tells of a dice match; raises TypeError for another game."""
    state = match.state
    if not isinstance(state, DiceState):
        raise TypeError(f"{match.game.title} has no scorecard")
    return Card.of(state, still=still)
