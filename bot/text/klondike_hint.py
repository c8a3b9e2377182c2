"""What to do in a game of Klondike, in words."""

from __future__ import annotations

from engine.cards.view import View
from engine.game import Move
from engine.games.klondike import Klondike

__all__ = ["klondike_hint"]

SURE = {
    "won": "This game can be won, and that is a step on the way.",
    "unknown": "I can't tell whether this game can still be won; mostly that is the best.",
}

NOTHING = {
    True: "Nothing useful is left: from here this game can't be won. Undo takes moves back; More has End game.",
    False: "Nothing useful is left: this deal can't be won by anybody. More has End game.",
}


def klondike_hint(game: Klondike, view: View, verdict: str, move: Move | None) -> str:
    """The move to make (None: none is of any use), and how sure that is."""
    if move is None:
        return NOTHING[bool(view.undoable)]
    effect = game.effect(view, move)
    return f"{game.words(view, move)}{f': {effect}' if effect else ''}\n-# {SURE[verdict]}"
