"""A game of Klondike in sentences: how it stands, what was moved last, how it ended."""

from __future__ import annotations

from collections.abc import Mapping

from bot.text.klondike import counters
from bot.text.names import safe_name
from bot.text.outcome import UNATTENDED
from engine.cards import history
from engine.cards.menu import done
from engine.cards.notation import UNDO
from engine.cards.view import View
from engine.games.klondike import KlondikeState
from engine.match import Match

__all__ = ["ending", "last_move", "standing"]

CAUSES: Mapping[str, str] = {
    "complete": "🏆 {who} has won: all 52 cards are up!",
    "timeout": "The time is up.",
    "ended_early": "{who} ended the game.",
    "away": "{who} was away for too long, so the game ended.",
    "idle": "{who} has not played for two weeks, so the game ended.",
}


def standing(view: View) -> str:
    """The counters in a line: `12 moves · score 45 · 31 of 52 cards up`."""
    return " · ".join(counters(view))


def last_move(match: Match, view: View) -> str:
    """One sentence on the last move of a running game, which is in view; nothing before the first."""
    state = match.state
    assert isinstance(state, KlondikeState)
    if not match.plies:
        return ""
    if match.plies[-1].move == UNDO:
        return "A move was taken back."
    _, step = history.pop(state.past)
    return f"{done(view, step)}."


def ending(match: Match, view: View, why: str | None) -> list[str]:
    """How a game ended that is over, and how it then stood."""
    return [_cause(match, why), f"{standing(view)}{_by_themselves(view)}"]


def _cause(match: Match, why: str | None) -> str:
    ended = match.outcome.ended
    if ended == "stopped":
        return f"{UNATTENDED.get(why, 'The game was stopped')}; it does not count."
    return (CAUSES.get(why or "") or CAUSES[ended]).format(who=safe_name(match.players[0].name))


def _by_themselves(view: View) -> str:
    if not view.auto_finished:
        return ""
    cards = "card" if view.auto_finished == 1 else f"{view.auto_finished} cards"
    return f"\n-# The last {cards} went up without a move."
