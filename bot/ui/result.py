"""The result of a match: how it ended, and the secret behind its chance."""

from __future__ import annotations

from collections.abc import Sequence

from bot.session import GameSession
from bot.text.chance import check_label, revealed
from bot.text.outcome import duration
from bot.ui.components import DONE, PRIMARY, Control, button, container, line, row, text
from bot.wire import Component
from engine.match import Match


def result(session: GameSession, match: Match, card: Component, told: Sequence[str]) -> list[Component]:
    """The message of a match that is over, around its card (text or a picture); `told` is how it ended."""
    again = "Play again" if len(session.people) == 1 else "Rematch"
    return [
        container(
            text("\n".join([f"## {session.game.title} · result", *told])),
            card,
            line(),
            text(_proof(session)),
            row(button(again, Control(str(session.id), match.ply, "again"), PRIMARY), *_check(session, match)),
            accent=DONE,
        )
    ]


def _check(session: GameSession, match: Match) -> list[Component]:
    label = check_label(session.game, session.options)
    return [] if label is None else [button(label, Control(str(session.id), match.ply, "verify"))]


def _proof(session: GameSession) -> str:
    played = duration(int(session.played.total_seconds()))
    told = revealed(session.game, session.options, session.secret.hex(), session.commitment)
    return "\n".join(f"-# {line}" for line in (f"Game {session.id} · played in {played}", *told))
