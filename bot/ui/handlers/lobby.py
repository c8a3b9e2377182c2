"""The lobby's buttons."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial

from bot import lobbies
from bot.computer_seats import added, check_strategy, taken_out
from bot.errors import AlreadyStarted, NoSession, UnknownControl
from bot.session import GameSession
from bot.ui.computer_menu import OUT
from bot.ui.lobby import closed_lobby, lost_lobby
from bot.ui.press import Press
from engine.strategy.computers import LEVELS


async def join(press: Press) -> None:
    """Join: take a seat."""
    session = await _lobby(press)
    await _change(press, press.services.arbiter.join(session.id, press.person))


async def leave(press: Press) -> None:
    """Leave: give the seat back; the last one closes the lobby."""
    session = await _lobby(press)
    await _change(
        press, press.services.arbiter.change(session.id, lambda s: lobbies.leave(s, press.user), actor=press.user)
    )


async def start(press: Press) -> None:
    """Start: the lobby becomes a match with those who sit there."""
    session = await _lobby(press)
    await _change(press, press.services.arbiter.start(session.id, press.user))


async def computer(press: Press) -> None:
    """Add a computer, or take the last one out: for the host."""
    session = await _lobby(press)
    change = _computer_out if press.value == OUT else _computer_in
    await _change(press, press.services.arbiter.change(session.id, partial(change, press), actor=press.user))


def _computer_out(press: Press, session: GameSession) -> GameSession:
    return taken_out(session, press.user)


def _computer_in(press: Press, session: GameSession) -> GameSession:
    if press.value not in LEVELS:
        raise UnknownControl
    seated = added(session, press.user, press.value)
    check_strategy(press.services.strategist, session.game, session.options)
    return seated


async def cancel(press: Press) -> None:
    """Cancel: the host closes the lobby."""
    session = await _lobby(press)
    cancelled = press.services.arbiter.change(session.id, lambda s: lobbies.cancel(s, press.user), actor=press.user)
    session = await _changed(press, cancelled)
    await press.answer.update(closed_lobby(session, "The host has cancelled this game."))
    await press.services.asides.outdated(session)


async def _lobby(press: Press) -> GameSession:
    """The session whose lobby was pressed; raises NoSession, and then the message has no controls any more.

    Such a message stays where a lobby closed while Discord took no edit, or went with the process that posted it.
    """
    try:
        await press.services.arbiter.session(press.session_id)
    except NoSession:
        if not await _shows_another(press):
            await press.answer.update(lost_lobby())
        raise
    return await press.session_on_board()


async def _shows_another(press: Press) -> bool:
    """Whether the pressed message is the board of the session that the channel has."""
    return any(map(press.is_on_board, await press.services.arbiter.all_in_channel(press.channel)))


async def _change(press: Press, change: Awaitable[GameSession]) -> None:
    session = await _changed(press, change)
    await press.services.boards.update(press.answer, session)
    await press.services.asides.outdated(session)


async def _changed(press: Press, change: Awaitable[GameSession]) -> GameSession:
    """What came of the change; a press from before the start shows the match, with a sentence beside it."""
    try:
        return await press.answer.during(change)
    except AlreadyStarted:
        await press.services.boards.update(press.answer, await press.session())
        raise


WORDS = {"join": join, "leave": leave, "start": start, "computer": computer, "cancel": cancel}
