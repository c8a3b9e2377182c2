"""What the bot asks of whoever has deals."""

from __future__ import annotations

from typing import Protocol

from engine.game import AnyGame, Options

__all__ = ["Dealer", "NoDeals"]


class Dealer(Protocol):
    """What has deals for games whose deal is not drawn but chosen."""

    def prepare(self, game: AnyGame, options: Options) -> None:
        """A game under these options is about to be dealt."""

    async def take(self, game: AnyGame, options: Options) -> str | None:
        """A deal, or None where chance deals; raises NoDealYet."""


class NoDeals:
    """Chance alone deals."""

    def prepare(self, game: AnyGame, options: Options) -> None:
        """Nothing can be prepared."""

    async def take(self, game: AnyGame, options: Options) -> str | None:
        return None
