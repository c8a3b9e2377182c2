"""The result of a match: places, totals, how it ended, and the secret behind its dice."""

from __future__ import annotations

from bot.session import GameSession
from bot.text.outcome import duration, ending, places
from bot.ui.components import DONE, PRIMARY, Control, button, container, line, row, text
from bot.wire import Component
from engine.match import Match


def result(session: GameSession, match: Match, card: Component) -> list[Component]:
    """The message of a match that is over, around its card (text or a picture)."""
    again = "Play again" if len(session.people) == 1 else "Rematch"
    ended = ending(match, session.absent, session.why)
    return [
        container(
            text("\n".join([f"## {session.game.title} · result", ended, *places(match, session.absent)])),
            card,
            line(),
            text(_proof(session)),
            row(
                button(again, Control(str(session.id), match.ply, "again"), PRIMARY),
                button("Check the dice", Control(str(session.id), match.ply, "verify")),
            ),
            accent=DONE,
        )
    ]


def _proof(session: GameSession) -> str:
    played = duration(int(session.played.total_seconds()))
    return "\n".join(
        [
            f"-# Game {session.id} · played in {played}",
            f"-# Secret, now revealed: `{session.secret.hex()}`",
            f"-# Commitment before the first roll: `{session.commitment}`",
        ]
    )
