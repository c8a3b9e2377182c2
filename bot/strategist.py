"""What the bot wants to know of strategy, and what it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from engine.game import AnyGame, Move, Options
from engine.match import Match
from engine.strategy import Advice
from engine.strategy.review import Review

__all__ = ["Advised", "Basis", "Strategist"]

Basis = Literal["perfect", "approximate", "plain"]
"""How far advice can be trusted: it is perfect play, comes close to it, or is a simple rule while a table is built."""


@dataclass(frozen=True, slots=True)
class Advised:
    """The moves of the seat to move, best first, with the points that each still expects."""

    moves: tuple[Advice, ...]
    basis: Basis


class Strategist(Protocol):
    """Whoever knows strategy. Nothing here holds up the event loop."""

    def check(self, game: AnyGame, options: Options) -> None:
        """Raise Unsupported for a game, or rules, of which no strategy is known."""

    def prepare(self, game: AnyGame, options: Options) -> None:
        """Somebody is about to ask about this game: its table is built, if it isn't there. Does nothing elsewhere."""

    async def is_ready(self, match: Match) -> bool:
        """Whether its table is there, which begins to be built else; raises Unsupported."""

    async def advise(self, match: Match) -> Advised:
        """What the seat to move may do; raises Unsupported and TooManyQuestions."""

    async def choose(self, match: Match, level: str) -> Move:
        """What a computer player of that level does; raises Unsupported."""

    async def review(self, match: Match) -> Review:
        """What the dice and each seat did in a match, running or over.

        Waits for the table, which may take a minute; raises Unsupported, NoStrategy where it can't be had, and
        TooManyQuestions.
        """

    async def chances(self, match: Match) -> tuple[float, ...]:
        """Each seat's chance to win if all play on by the table, by simulation; waits and raises as `review` does."""

    async def close(self) -> None:
        """Think no more."""
