"""What the bot asks of whoever shows sessions where nobody has just pressed."""

from __future__ import annotations

from typing import Protocol

from bot.ids import MessageId
from bot.session import GameSession

__all__ = ["Presenter"]


class Presenter(Protocol):
    """What shows sessions where nobody has just pressed."""

    async def show(self, session: GameSession) -> bool:
        """Bring the session's own message up to date; False where it is gone."""

    async def post(self, session: GameSession) -> MessageId | None:
        """Show the session in a new message; None where that is not possible."""

    async def is_shown(self, session: GameSession) -> bool:
        """Whether the session's message still exists, as far as can be told."""
