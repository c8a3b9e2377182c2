"""Perfect play for the five-dice games: expected values as arrays, and advice read from them.

A table holds, for each state between two turns, the points that perfect play still expects. A state is the mask of
filled lower boxes, two flags (flags.py) and a class of the upper section (upper.py); everything else follows from the
ruleset as data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.dice.dice_game import DiceGame
from engine.dice.ruleset import Ruleset
from engine.game import Options, OptionValue, Unsupported
from engine.games import dice_game
from engine.strategy.advice import Advice, Table
from engine.strategy.builder import build
from engine.strategy.numbers import Numbers

__all__ = ["Advice", "Table", "Unsupported", "advise", "table"]

KEPT = 8
"""Tables kept in memory, 1 to 4 MB each."""


def advise(
    game_id: str,
    dice: Sequence[int],
    *,
    rolls_left: int,
    card: Mapping[str, int | None] | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> list[Advice]:
    """Every move of the seat that has these dice and this card, each with the points it still expects, best first.

    `card` maps boxes to their points (None for open); no dice stand for a turn before its first roll, whose moves are
    `roll` and, with `min_rolls=0`, boxes. Equal keeps are listed once, by their first dice. The first call for a
    ruleset builds its table, which takes seconds. Raises Unsupported for six dice, IllegalMove for dice, rolls or cards
    that can't be, MatchOver for a full card, BadOption.
    """
    game = dice_game(game_id)
    complete = game.complete(options)
    # Clocks and what happens when they run out change no rule that a table knows.
    ranked = {option.id: complete[option.id] for option in game.options if option.ranked}
    return _under(game, game.complete(ranked)).advise(dice, rolls_left=rolls_left, card=card)


def table(ruleset: Ruleset) -> Table:
    """The table of a ruleset, built in seconds or kept from an earlier call; raises Unsupported."""
    return _of_numbers(Numbers(ruleset))


@lru_cache(maxsize=KEPT)
def _under(game: DiceGame, options: Options) -> Table:
    try:
        return table(game.rules(options))
    except Unsupported as error:
        raise Unsupported(f"{game.title}: {error}") from None


@lru_cache(maxsize=KEPT)
def _of_numbers(numbers: Numbers) -> Table:
    return Table(numbers, build(numbers))
