"""A presenter without Discord."""

from __future__ import annotations

from bot.ids import MessageId
from bot.session import GameSession


class Screen:
    """Notes what it is shown."""

    def __init__(self) -> None:
        self.shown: list[GameSession] = []

    async def show(self, session: GameSession) -> bool:
        self.shown.append(session)
        return True

    async def post(self, session: GameSession) -> MessageId | None:
        raise AssertionError("nothing is posted")

    async def is_shown(self, session: GameSession) -> bool:
        raise AssertionError("nobody asks")
