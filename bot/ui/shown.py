"""How a session is shown, whatever state it is in."""

from __future__ import annotations

from bot.dice_emojis import DiceEmojis
from bot.ids import UserId
from bot.session import GameSession
from bot.ui.components import container, text
from bot.ui.lobby import closed_lobby, lobby
from bot.ui.result import result
from bot.ui.skins import skin_of
from bot.wire import Component

PLAIN = DiceEmojis.none()


def shown(session: GameSession, card: Component | None = None, emojis: DiceEmojis = PLAIN) -> list[Component]:
    """The session's message: lobby, board or result; `card` is what stands for the card, text if left out."""
    match = session.match
    if session.closed:
        return closed_lobby(session, "The lobby is closed.")
    if match is None:
        return lobby(session)
    skin = skin_of(match.game)
    card = card or text(skin.card(match))
    if match.over:
        return result(session, match, card, skin.result(session, match))
    return skin.board(session, match, card, emojis)


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
