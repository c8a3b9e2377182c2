"""A game that nobody has written a skin for, in words: how it stands, and what it is."""

from __future__ import annotations

from bot.text.outcome import places
from bot.text.rules import options_in_words
from engine.game import AnyGame, Options
from engine.match import Match

__all__ = ["plain_rules", "plain_text"]


def plain_text(match: Match) -> str:
    """The totals by seat."""
    return "\n".join(places(match))


def plain_rules(game: AnyGame, options: Options) -> str:
    """What the game says of itself, and what is different here."""
    return "\n".join([f"### {game.title}", game.summary, *(f"- {line}" for line in options_in_words(options))])
