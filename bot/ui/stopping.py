"""Stopping a session: it then counts nowhere (RULES section 0), but nobody escapes a result of their own like that."""

from __future__ import annotations

from bot.ids import UserId
from bot.session import END, GameSession
from bot.ui.press import Services

__all__ = ["ends_own_game", "stop", "stopped"]


def ends_own_game(session: GameSession, user: UserId) -> bool:
    """Whether that member plays the session's match alone: for them, also as a moderator, to stop it is to end it."""
    return session.match is not None and len(session.people) == 1 and session.is_seated(user)


async def stop(services: Services, session: GameSession, user: UserId) -> GameSession:
    """The session stopped by that member, who was found to have the right to; or ended, where it is theirs alone."""
    if ends_own_game(session, user):
        return await services.arbiter.move(session.id, user, END)
    return await services.arbiter.stop(session.id, user)


def stopped(session: GameSession, user: UserId) -> str:
    """What that member is told who has stopped the session."""
    done = "Your game has ended, and counts as far as it went" if ends_own_game(session, user) else "Stopped"
    return f"{done}. The channel is free for another game."
