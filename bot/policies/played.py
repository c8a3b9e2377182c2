"""A match on its way to another process, which has games of its own."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Options, Ply
from engine.games import catalogue
from engine.match import Match, Player, replay

__all__ = ["Played"]


@dataclass(frozen=True, slots=True)
class Played:
    """All that a match follows from."""

    game_id: str
    options: Options
    players: tuple[Player, ...]
    dealt: str
    plies: tuple[Ply, ...]

    @classmethod
    def of(cls, match: Match) -> Played:
        """How a match was played."""
        return cls(match.game.id, match.options, match.players, match.dealt, match.plies)

    def match(self) -> Match:
        """The match again."""
        start = Match.start(catalogue[self.game_id], self.options, self.players)
        return replay(start.deal(self.dealt) if self.dealt else start, self.plies)
