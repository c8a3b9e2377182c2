"""The buttons of a game of Klondike; its menus (`move`) and Hint (`hint`) are every game's."""

from __future__ import annotations

from bot.errors import UnknownControl
from bot.session import GameSession
from bot.ui.handlers.board import play, show_change
from bot.ui.press import Press
from engine.cards.notation import UNDO
from engine.cards.rules import DRAW, RECYCLE
from engine.games.klondike import KlondikeState


async def draw(press: Press) -> None:
    """Draw; the waste is turned over where the stock is empty."""
    session = await press.session_on_board()
    await play(press, session, DRAW if _state(session).dealt.stock_count else RECYCLE)


async def take_back(press: Press) -> None:
    """Undo: the last move, or the one before it, back to the deal."""
    session = await press.session_on_board()
    _state(session)  # raises UnknownControl
    await play(press, session, UNDO)


async def finish(press: Press) -> None:
    """Finish: every card up that no other can still need."""
    session = await press.session_on_board()
    await show_change(press, press.services.arbiter.finish(session.id, press.user, ply=press.control.ply))


def _state(session: GameSession) -> KlondikeState:
    """The game's state; raises UnknownControl for another game's board."""
    state = session.running().state
    if not isinstance(state, KlondikeState):
        raise UnknownControl
    return state


WORDS = {"draw": draw, "takeback": take_back, "finish": finish}
