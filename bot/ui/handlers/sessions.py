"""The lists of open sessions: their pages, stopping one, and bringing a game that is shown nowhere to this channel."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, TypeVar

import discord

from bot.errors import MayNot, NoSession, NotSeated, OldBoard, UnknownControl
from bot.ids import GuildId, SessionId, UserId
from bot.permissions import MODERATING
from bot.session import GameSession
from bot.ui.components import container, text
from bot.ui.links import jump_link
from bot.ui.moving import move_board, show_board
from bot.ui.opening import Place
from bot.ui.press import Press, Services
from bot.ui.sessions import PER_PAGE, Page, sessions_page, stopping, turns_page
from bot.ui.stopping import stop, stopped
from bot.ui.viewer import Viewer
from bot.wire import Component
from engine.game import MatchOver

T = TypeVar("T")


async def open_sessions(services: Services, interaction: discord.Interaction[Any], number: int = 1) -> list[Component]:
    """A page of the server's open sessions, as far as the member may know of them."""
    viewer, place = Viewer(interaction), Place.of(interaction)
    entries = await services.store.sessions_in(place.guild)
    seen = [entry.id for entry in entries if viewer.sees(entry.channel_id, entry.message_id)]
    ids, number, pages = _slice(seen, number)
    page = Page(await _load(services, ids), number, pages)
    return sessions_page(page, [session for session in page.sessions if viewer.may_stop(session)])


async def turns_of(services: Services, guild: GuildId, user: UserId, number: int = 1) -> list[Component]:
    """A page of the sessions in which the member sits; those that wait for them first."""
    entries = await services.store.sessions_of(user, guild)
    sessions = [s for s in await _load(services, [entry.id for entry in entries]) if s.is_in(user)]
    sessions.sort(key=lambda session: not session.waits_for(user))
    return turns_page(Page(*_slice(sessions, number)), user)


async def _load(services: Services, ids: Sequence[SessionId]) -> list[GameSession]:
    """Those that are still open."""
    found = []
    for session_id in ids:
        try:
            session = await services.arbiter.session(session_id)
        except NoSession:
            continue
        if session.status != "over":
            found.append(session)
    return found


def _slice(entries: Sequence[T], number: int) -> tuple[Sequence[T], int, int]:
    """The entries of a page, its number, and how many pages there are; beyond either end, the nearest page."""
    pages = max(1, ceil(len(entries) / PER_PAGE))
    number = min(max(1, number), pages)
    return entries[(number - 1) * PER_PAGE : number * PER_PAGE], number, pages


# -- pages ------------------------------------------------------------------------------------------------------------


async def sessions(press: Press) -> None:
    """Another page of /sessions."""
    shown = open_sessions(press.services, press.interaction, _number(press))
    await press.answer.update(await press.answer.during(shown))


async def turns(press: Press) -> None:
    """Another page of /turns."""
    shown = turns_of(press.services, press.guild, press.user, _number(press))
    await press.answer.update(await press.answer.during(shown))


def _number(press: Press) -> int:
    arguments = press.control.arguments
    if not arguments or not arguments[0].isdecimal():
        raise UnknownControl
    return int(arguments[0])


# -- stopping one -----------------------------------------------------------------------------------------------------


async def stopone(press: Press) -> None:
    """A session was chosen in the menu: asks once."""
    if not press.value.isdecimal():
        raise UnknownControl
    session = await _stoppable(press, SessionId(int(press.value)))
    await press.answer.update(stopping(session, press.user, press.control.ply))


async def stopit(press: Press) -> None:
    """Yes, stop it."""
    session = await _stoppable(press, press.session_id)
    session = await press.answer.during(stop(press.services, session, press.user))
    await press.answer.update([container(text(stopped(session, press.user)))])
    await show_board(press.services, session)


async def _stoppable(press: Press, session_id: SessionId) -> GameSession:
    """The session, if the member may stop it now; raises MayNot, and NoSession where they may not even know of it."""
    session, viewer = await _open(press, session_id), Viewer(press.interaction)
    if viewer.may_stop(session):
        return session
    if not viewer.sees(session.channel, session.message):
        raise NoSession
    raise MayNot("you", MODERATING)


async def _open(press: Press, session_id: SessionId) -> GameSession:
    """The session, wherever in this server it is; raises NoSession, or MatchOver when it is over by now."""
    session = await press.answer.during(press.services.arbiter.session(session_id))
    if session.guild != press.guild:
        raise NoSession
    if session.status == "over":
        raise MatchOver
    return session


# -- bringing one here ------------------------------------------------------------------------------------------------


async def here(press: Press) -> None:
    """Bring it here: a game of the member's that is shown nowhere goes on in this channel."""
    services, place = press.services, Place.of(press.interaction)
    # One at a time: whoever comes second is shown where it went.
    async with services.presenter.moving(press.session_id):
        session = await _open(press, press.session_id)
        if not session.is_in(press.user):
            raise NotSeated
        if session.message is not None:
            raise OldBoard(jump_link(session))
        await services.hosting.check_channel(place.guild, place.channel, place.parent)
        if session.channel != place.channel:
            session = await press.answer.during(services.arbiter.rehouse(session.id, place.channel))
        if session.match is not None:
            session = await press.answer.during(services.arbiter.back(session.id, press.user))
        await move_board(services, press.answer, session)


WORDS = {"sessions": sessions, "turns": turns, "stopone": stopone, "stopit": stopit, "here": here}
