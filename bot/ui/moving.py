"""Boards in new messages: the new one has the controls, and the old one, if it is still there, points to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot import presence
from bot.errors import NoSession
from bot.ids import MessageId, UserId
from bot.session import GameSession
from bot.ui.answer import Answer
from bot.ui.lobby import closed_lobby
from bot.ui.press import Services

NOT_SENT_YET = MessageId(0)


async def show_board(services: Services, session: GameSession) -> None:
    """Bring the session's message up to date where nobody has just pressed it; one that is gone is posted anew."""
    is_there = await services.presenter.show(session)
    await services.asides.outdated(session)
    if is_there or session.closed:
        return
    message = await services.presenter.post(session)
    if message is not None:
        await _moved(services, session, message, gone=session.message)


async def show_change(services: Services, session: GameSession, *, why_closed: str) -> None:
    """Show what became of a session where nobody has pressed: its board, or why its lobby is closed."""
    if not session.closed:
        await show_board(services, session)
        return
    await services.asides.outdated(session)
    if session.message is not None:
        await services.presenter.edit(session.channel, session.message, closed_lobby(session, why_closed))


async def move_board(services: Services, answer: Answer, session: GameSession) -> None:
    """Show the session in a new message as the answer, and retire the old one."""
    session = _once_shown(services, session)
    await _moved(services, session, await services.boards.post(answer, session))


async def bump(services: Services, session: GameSession, *, ping: UserId | None = None) -> GameSession | None:
    """Post the board of a game that is not over anew, at the bottom, where nobody has asked for it.

    With `ping` the new message reminds that member of their turn. None where nothing was posted: the game is over, it
    is another's turn by now, or Discord refuses the message. One at a time: what has moved meanwhile stays.
    """
    async with services.presenter.moving(session.id):
        current = await _still_open(services, session)
        if current is None or not _is_due(current, session, ping):
            return None
        current = _once_shown(services, current)
        message = await services.presenter.post(current, mention=ping)
        return None if message is None else await _moved(services, current, message)


def _once_shown(services: Services, session: GameSession) -> GameSession:
    """The session as it will be on the message that is about to show it: where there was none, time runs from then."""
    if session.message is not None:
        return session
    return replace(presence.anew(session, services.now()), message=NOT_SENT_YET)


async def retry_boards(services: Services, now: datetime) -> None:
    """Show the boards that were behind and are due to be tried again (`presenter.retries.next`)."""
    retries = services.presenter.retries
    for session_id in retries.take(now):
        try:
            session = await services.arbiter.session(session_id)
        except NoSession:
            retries.shown(session_id)
        else:
            await show_board(services, session)


async def _still_open(services: Services, session: GameSession) -> GameSession | None:
    try:
        current = await services.arbiter.session(session.id)
    except NoSession:
        return None
    return None if current.status == "over" else current


def _is_due(current: GameSession, session: GameSession, ping: UserId | None) -> bool:
    if ping is None:
        return current.message == session.message
    return current.to_move is not None and current.to_move.user == ping


async def _moved(
    services: Services, session: GameSession, message: MessageId, *, gone: MessageId | None = None
) -> GameSession | None:
    """The session, shown by that message from now on; None where its lobby was closed while that was on its way."""
    try:
        current, old = await services.arbiter.moved(session.id, message)
    except NoSession:
        await services.presenter.edit(session.channel, message, closed_lobby(session, "The lobby is closed."))
        return None
    expected = replace(session, message=message, nonce=current.nonce)
    if current != expected or current.deadline != session.deadline:
        # Somebody has pressed the old message meanwhile, or no clock ran while there was none.
        await services.presenter.show(current)
    if old is not None and old != gone:
        await services.presenter.retire(current, old)
    return current
