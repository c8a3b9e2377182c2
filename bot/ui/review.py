"""The review of a match as a message: all seats' sums, one seat's mistakes, and a menu of the others."""

from __future__ import annotations

from bot.session import GameSession
from bot.text.names import plain_name
from bot.text.review import luckiest_lines, mistake_lines, sums
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
    # Each in a text of its own: a line that follows a numbered list would be drawn as a part of its last entry.
    parts.append(text("\n".join(mistake_lines(match, review, seat))))
    parts += map(text, luckiest_lines(review, seat))
    return [container(*parts, *_others(session, match, seat), accent=DONE)]


def _others(session: GameSession, match: Match, seat: Seat) -> list[Component]:
    if len(match.players) == 1:
        return []
    # What the menu is about is in its entries: the one that is shown hides the placeholder.
    entries = [
        choice(f"Mistakes of {plain_name(match.players[other].name)}", str(other), chosen=other == seat)
        for other in match.outcome.ranking()
    ]
    return [menu("Whose mistakes…", Control(str(session.id), match.ply, "reviewof"), entries)]
