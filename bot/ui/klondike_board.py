"""The board of a game of Klondike: the table, a menu of the legal moves, and what is done most as buttons."""

from __future__ import annotations

from bot.session import GameSession
from bot.text.klondike_outcome import last_move, standing
from bot.text.times import relative
from bot.ui.components import PRIMARY, SUCCESS, Control, button, choice, container, line, row, text
from bot.ui.move_menus import move_menus
from bot.ui.race import race_heading, rival_line
from bot.ui.showing import Showing
from bot.ui.waiting import waiting
from bot.wire import Component
from engine.cards.menu import effect, safe, words
from engine.cards.menu import menu as legal_moves
from engine.cards.rules import redeal_left
from engine.cards.view import View
from engine.games.klondike import Klondike
from engine.match import Match

__all__ = ["klondike_board"]

TEXT = 10
"""Discord's type of a component that is a text."""


def klondike_board(session: GameSession, match: Match, card: Component, showing: Showing) -> list[Component]:
    """The message of a running game, around its table (text or a picture)."""
    game = match.game
    assert isinstance(game, Klondike)
    view = game.view(match.state)
    subject, ply = str(session.id), match.ply
    legal = legal_moves(view)
    entries = [choice(words(view, done), move, effect(view, done)) for move, done, _ in legal]
    away = [row(button("I'm back", Control(subject, ply, "back"), SUCCESS))] if session.anybody_away else []
    return [
        container(
            text(_heading(session, match, view, told=card["type"] == TEXT)),
            card,
            line(),
            *move_menus(subject, ply, entries, nothing="No card can be moved"),
            row(
                _draw(view, Control(subject, ply, "draw")),
                button("Undo", Control(subject, ply, "takeback"), disabled=not view.undoable),
            ),
            row(
                *([button("Hint", Control(subject, ply, "hint"))] if showing.hints and session.race is None else []),
                button("Finish", Control(subject, ply, "finish"), disabled=safe(legal) is None),
                button("More", Control(subject, ply, "more")),
            ),
            *away,
        )
    ]


def _draw(view: View, control: Control) -> Component:
    if view.stock_count:
        return button(f"Draw {min(view.rules.draw, view.stock_count)}", control, PRIMARY)
    if not view.waste_count:
        return button("Nothing to draw", control, disabled=True)
    if not redeal_left(view, view.rules):
        return button("No redeal left", control, disabled=True)
    return button("Turn the waste over", control, PRIMARY)


def _heading(session: GameSession, match: Match, view: View, *, told: bool) -> str:
    """What stands over the table; its counters too, unless they are `told` by the table."""
    time = _time(session, match)
    standing_now = time[:1].upper() + time[1:] if told else " · ".join(filter(None, [standing(view), time]))
    whose = "Your game" if session.race is None else race_heading(session)
    lines = [f"## {session.game.title} · {whose}", *filter(None, [standing_now])]
    if session.race is not None:
        lines.append(rival_line(session))
    if event := last_move(match, view):
        lines.append(f"-# {event}")
    return "\n".join([*lines, *waiting(session)])


def _time(session: GameSession, match: Match) -> str:
    """Since when the player's time runs; nothing before that where a limit runs all the same."""
    if match.plies and session.started_at is not None:
        return f"begun {relative(session.started_at)}"
    return "" if session.options["seconds"] is not None else "your time begins with the first move"
