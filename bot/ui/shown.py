"""How a session is shown, whatever state it is in."""

from __future__ import annotations

from bot.ids import UserId
from bot.session import GameSession
from bot.text.hint import hints_used
from bot.ui.components import container, text
from bot.ui.lobby import closed_lobby, lobby
from bot.ui.result import result
from bot.ui.showing import PLAIN, Showing
from bot.ui.skins import skin_of
from bot.wire import Component


def shown(session: GameSession, card: Component | None = None, showing: Showing = PLAIN) -> list[Component]:
    """The session's message: lobby, board or result; `card` is what stands for the card, text if left out."""
    match = session.match
    if session.closed:
        return closed_lobby(session, "The lobby is closed.")
    if match is None:
        return lobby(session)
    skin = skin_of(match.game)
    card = card or text(skin.card(match))
    if match.over:
        told = [*skin.result(session, match), *hints_used(session.names, session.hints)]
        return result(session, match, card, told)
    return skin.board(session, match, card, showing)


def moved_on(session: GameSession, link: str) -> list[Component]:
    """What is left of a board that was posted anew further down."""
    return [container(text(f"## {session.game.title}\nThis board has moved down: {link}"))]


def your_turn(session: GameSession, user: UserId) -> Component:
    """The line above a board that pings whoever is to move; whoever plays alone is always to move."""
    if session.race is not None:
        return text(f"<@{user}>, the race is on: this is your table.")
    what = "here is your table" if len(session.people) == 1 else "it is your turn"
    if session.deadline is None:
        return text(f"<@{user}>, {what}.")
    return text(f"<@{user}>, {what}: your time is up <t:{int(session.deadline.timestamp())}:R>.")
