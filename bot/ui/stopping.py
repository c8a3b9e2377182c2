"""Stopping a session: it then counts nowhere (RULES section 0), but nobody escapes a result of their own like that."""

from __future__ import annotations

from bot.ids import UserId
from bot.playing import END
from bot.racing import rival_of
from bot.session import GameSession
from bot.ui.press import Services

__all__ = ["ends_own_game", "stop", "stopped"]


def ends_own_game(session: GameSession, user: UserId) -> bool:
    """Whether that member plays the session's match alone: for them, also as a moderator, to stop it is to end it."""
    session = _own(session, user)
    return session.match is not None and len(session.people) == 1 and session.is_seated(user)


def _own(session: GameSession, user: UserId) -> GameSession:
    """The session itself, or the member's own where it is their rival's in a race: nobody stops only the other."""
    return rival_of(session) if session.race is not None and session.race.rival.is_seated(user) else session


async def stop(services: Services, session: GameSession, user: UserId) -> GameSession:
    """The session stopped by that member, who was found to have the right to; or ended, where it is theirs alone."""
    session = _own(session, user)
    if ends_own_game(session, user):
        return await services.arbiter.move(session.id, user, END)
    return await services.arbiter.stop(session.id, user)


def stopped(session: GameSession, user: UserId) -> str:
    """What that member is told who has stopped the session."""
    done = "Your game has ended, and counts as far as it went" if ends_own_game(session, user) else "Stopped"
    return f"{done}. The channel is free for another game."
