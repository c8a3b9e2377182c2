"""Hint: what to do now, for the player alone to see, whatever the game."""

from __future__ import annotations

from bot.errors import HintsOff
from bot.ui.handlers.board import show_change
from bot.ui.hint import give_hint
from bot.ui.press import Press


async def hint(press: Press) -> None:
    """Hint; the board stays as it is, but for a button that is there no more."""
    session = await press.session_on_board()
    given = give_hint(press.services, press.answer, session, press.user, ply=press.control.ply)
    try:
        await show_change(press, given, anew=False)
    except HintsOff:
        await press.services.boards.update(press.answer, session)
        raise


WORDS = {"hint": hint}
