"""The board of a game that has no skin: whose turn it is, how it stands, and a menu of the legal moves."""

from __future__ import annotations

from bot.session import GameSession
from bot.text.names import safe_name
from bot.text.outcome import last_event
from bot.ui.components import SUCCESS, Control, button, choice, container, line, row, text
from bot.ui.move_menus import move_menus
from bot.ui.showing import Showing
from bot.ui.waiting import waiting
from bot.wire import Component
from engine.match import Match

__all__ = ["plain_board"]


def plain_board(session: GameSession, match: Match, card: Component, _: Showing) -> list[Component]:
    """The message of a running match of any game, around what stands for its card."""
    subject, seat = str(session.id), match.to_move
    assert seat is not None, "it is running"
    entries = [choice(move, move) for move in match.game.legal_moves(match.state, seat)]
    buttons = [button("More", Control(subject, match.ply, "more"))]
    if session.anybody_away:
        buttons.append(button("I'm back", Control(subject, match.ply, "back"), SUCCESS))
    return [
        container(
            text(_heading(session, match)),
            card,
            line(),
            *move_menus(subject, match.ply, entries, nothing="Nothing can be moved"),
            row(*buttons),
        )
    ]


def _heading(session: GameSession, match: Match) -> str:
    person = session.to_move
    assert person is not None
    whose = "Your game" if len(session.people) == 1 else f"{safe_name(person.name)}'s turn"
    lines = [f"## {session.game.title} · {whose}", f"-# {last_event(match, session.absent)}"]
    return "\n".join([*lines, *waiting(session)])
