"""Boards in new messages: the new one has the controls, and the old one, if it is still there, points to it."""

from __future__ import annotations

from bot.session import GameSession
from bot.ui.answer import Answer
from bot.ui.press import Services


async def show_board(services: Services, session: GameSession) -> None:
    """Bring the session's message up to date where nobody has just pressed it; one that is gone is posted anew."""
    if await services.presenter.show(session) or session.closed:
        return
    message = await services.presenter.post(session)
    if message is not None:
        await services.arbiter.shown(session.id, message)


async def move_board(services: Services, answer: Answer, session: GameSession) -> None:
    """Show the session in a new message as the answer, and retire the old one."""
    old = session.message
    message = await services.boards.post(answer, session)
    session = await services.arbiter.shown(session.id, message)
    if old is not None:
        await services.presenter.retire(session, old)
