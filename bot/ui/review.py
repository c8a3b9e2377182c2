"""The review of a match as a message: all seats' sums, one seat's mistakes, and a menu of the others."""

from __future__ import annotations

from bot.session import GameSession
from bot.text.names import plain_name
from bot.text.review import seat_lines, sums
from bot.ui.components import DONE, Control, choice, container, line, menu, text
from bot.wire import Component
from engine.game import Seat
from engine.match import Match
from engine.strategy.review import Review


def review_message(
    session: GameSession, match: Match, review: Review, seat: Seat, picture: Component | None
) -> list[Component]:
    """The review with that seat's mistakes, around the picture, if there is one."""
    title = f"## {session.game.title} · review of game {session.id}"
    parts = [text(title), *([] if picture is None else [picture]), text("\n".join(sums(match, review))), line()]
    parts.append(text("\n".join(seat_lines(match, review, seat))))
    return [container(*parts, *_others(session, match, seat), accent=DONE)]


def _others(session: GameSession, match: Match, seat: Seat) -> list[Component]:
    if len(match.players) == 1:
        return []
    entries = [
        choice(plain_name(match.players[other].name), str(other), chosen=other == seat)
        for other in match.outcome.ranking()
    ]
    return [menu("Whose mistakes…", Control(str(session.id), match.ply, "reviewof"), entries)]
