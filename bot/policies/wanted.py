"""Whose policy is wanted: a game under its options, in words that another process understands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine import strategy
from engine.dice.ruleset import Ruleset
from engine.game import AnyGame, Options, OptionValue
from engine.strategy import kept

__all__ = ["Wanted"]

KEYS = 256
"""Keys that are remembered; to work one out takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A dice game, and those of its options that change how it is played."""

    game_id: str
    title: str
    options: tuple[tuple[str, OptionValue], ...]

    @classmethod
    def of(cls, game: AnyGame, options: Options) -> Wanted:
        """What is wanted for a game under these options."""
        ranked = tuple((option.id, options[option.id]) for option in game.options if option.ranked)
        return cls(game.id, game.title, ranked)

    @property
    def ruleset(self) -> Ruleset:
        """The rules as the engine has them; raises Unsupported for another game."""
        return strategy.rules(self.game_id, dict(self.options))

    @property
    def key(self) -> str:
        """The same for all that play alike; raises Unsupported."""
        return _key(self)


@lru_cache(maxsize=KEYS)
def _key(wanted: Wanted) -> str:
    return kept.key(wanted.ruleset)
