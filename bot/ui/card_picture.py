"""The picture that stands for a match's card or table: its file, its words, and how to draw it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.pictures import klondike
from bot.pictures.alt_text import alt_text, result_alt_text
from bot.pictures.luck import luck_alt_text, luck_picture
from bot.pictures.result import result
from bot.pictures.scorecard import scorecard
from bot.pictures.theme import Theme
from bot.session import GameSession
from engine.dice.dice_game import DiceGame
from engine.games.klondike import Klondike
from engine.match import Match
from engine.strategy.review import Review


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that can be drawn, and told in words; another content has another file name."""

    name: str
    words: Callable[[], str]
    draw: Callable[[], bytes]


def card_picture(session: GameSession, match: Match, theme: Theme) -> Picture:
    """The card of a dice match, or its result."""
    name = f"{session.id}-{last_change(match)}-{theme.name}.png"
    if match.over:
        return Picture(f"result-{name}", partial(result_alt_text, match), partial(result, match, theme=theme))
    words, draw = partial(alt_text, match, still=True), partial(scorecard, match, theme=theme, still=True)
    return Picture(f"card-{name}", words, draw)


def last_change(match: Match) -> int:
    """The last ply that changed the card: rolls do not, and so the picture lasts until the next box is filled."""
    return next((i for i in range(match.ply, 0, -1) if not match.plies[i - 1].drawn), 0)


def card_version(match: Match) -> tuple[int, int]:
    """What the card as text depends on: its last change, and where rolls are saved, how many the turn has used."""
    state = match.state
    saves = isinstance(match.game, DiceGame) and state.ruleset.budget.saves
    return last_change(match), state.turn.used if saves else 0


def review_picture(session: GameSession, match: Match, review: Review, theme: Theme) -> Picture:
    """What dice and choices did in a dice match that is over."""
    words, draw = partial(luck_alt_text, match, review), partial(luck_picture, match, review, theme=theme)
    return Picture(f"luck-{session.id}-{theme.name}.png", words, draw)


def table_picture(session: GameSession, match: Match, theme: Theme) -> Picture:
    """The table of a game of Klondike, which every move changes."""
    assert isinstance(match.game, Klondike)
    view = match.game.view(match.state)
    name = f"table-{session.id}-{match.ply}-{theme.name}.png"
    return Picture(name, partial(klondike.alt_text, view), partial(klondike.table_picture, view, theme))
