"""The result of a match: how it ended, and the secret behind its chance."""

from __future__ import annotations

from collections.abc import Sequence

from bot.account import can_be_reviewed
from bot.session import GameSession
from bot.text.chance import check_label, revealed
from bot.text.outcome import duration
from bot.ui.components import DONE, PRIMARY, Control, button, container, line, link, row, text
from bot.ui.links import race_link
from bot.wire import Component
from engine.match import Match


def result(session: GameSession, match: Match, card: Component, told: Sequence[str]) -> list[Component]:
    """The message of a match that is over, around its card (text or a picture); `told` is how it ended."""
    return [
        container(
            text("\n".join([f"## {session.game.title} · result", *told])),
            card,
            line(),
            text(_proof(session)),
            *_buttons([*_again(session, match), *_review(session, match), *_check(session, match)]),
            accent=DONE,
        )
    ]


def _again(session: GameSession, match: Match) -> list[Component]:
    """Another one; a race has its rematch where it was agreed on."""
    if session.race is not None:
        url = race_link(session)
        return [] if url is None else [link("The race", url)]
    title = "Play again" if len(session.people) == 1 else "Rematch"
    return [button(title, Control(str(session.id), match.ply, "again"), PRIMARY)]


def _review(session: GameSession, match: Match) -> list[Component]:
    control = Control(str(session.id), match.ply, "review")
    return [button("Review", control)] if can_be_reviewed(match) else []


def _buttons(buttons: list[Component]) -> list[Component]:
    return [row(*buttons)] if buttons else []


def _check(session: GameSession, match: Match) -> list[Component]:
    label = check_label(session.game, session.options)
    return [] if label is None else [button(label, Control(str(session.id), match.ply, "verify"))]


def _proof(session: GameSession) -> str:
    played = duration(int(session.played.total_seconds()))
    told = revealed(session.game, session.options, session.secret.hex(), session.commitment)
    return "\n".join(f"-# {line}" for line in (f"Game {session.id} · played in {played}", *told))
