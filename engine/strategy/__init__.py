"""Play by expected values, and advice read from them: perfect for five dice, close to it for six with saved rolls.

A table holds, for each state between two turns, the points that perfect play still expects. A state is the mask of
filled lower boxes, two flags (flags.py) and a class of the upper section (upper.py); everything else follows from the
ruleset as data. Where rolls are saved there are too many states for a table; a model (package saving) is fitted to some
of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.dice.ruleset import Ruleset
from engine.game import OptionValue, Unsupported
from engine.games import dice_game
from engine.strategy.advice import Advice, Table
from engine.strategy.builder import build
from engine.strategy.kept import check
from engine.strategy.numbers import Numbers
from engine.strategy.policy import Policy
from engine.strategy.position import advise_state
from engine.strategy.progress import Listener, Tell, silent
from engine.strategy.saving import fit
from engine.strategy.saving.model import Model, comes_close
from engine.strategy.saving.sheet import Sheet

__all__ = [
    "Advice",
    "Model",
    "Policy",
    "Table",
    "Unsupported",
    "advise",
    "advise_state",
    "approximate",
    "model",
    "named",
    "policy",
    "rules",
    "table",
]

KEPT = 8
"""Tables and models kept in memory, 1 to 4 MB each."""


def advise(
    game_id: str,
    dice: Sequence[int],
    *,
    rolls_left: int,
    card: Mapping[str, int | None] | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> list[Advice]:
    """Every move of the seat that has these dice and this card, each with the points it still expects, best first.

    `rolls_left` counts the rolls that the turn still allows, saved ones included. `card` maps boxes to their points
    (None for open); no dice stand for a turn before its first roll, whose moves are `roll` and, with `min_rolls=0`,
    boxes. Equal keeps are listed once, by their first dice, unless a box is open that looks at the positions of dice.
    The first call for a ruleset builds its table or model, which takes seconds, or a minute with saved rolls. Raises
    Unsupported for rules that no state holds, IllegalMove for dice, rolls or cards that can't be, MatchOver for a full
    card, BadOption.
    """
    return named(game_id, options).advise(dice, rolls_left=rolls_left, card=card)


def approximate(game_id: str, options: Mapping[str, OptionValue] | None = None) -> bool:
    """Whether advice for this game under these options only comes close to perfect play; raises as `advise` does."""
    ruleset = rules(game_id, options)
    return ruleset.budget.saves and comes_close(ruleset)


def rules(game_id: str, options: Mapping[str, OptionValue] | None = None) -> Ruleset:
    """The ruleset of a dice game under these options; raises IllegalMove for another game, BadOption.

    Clocks, and what happens when they run out, don't change it, so that two games that differ in those share a table.
    """
    game = dice_game(game_id)
    complete = game.complete(options)
    return game.rules(game.complete({option.id: complete[option.id] for option in game.options if option.ranked}))


def policy(ruleset: Ruleset) -> Policy:
    """The table or model of a ruleset, built or kept from an earlier call; raises Unsupported."""
    return _policy(ruleset, silent)


def _policy(ruleset: Ruleset, tell: Tell) -> Policy:
    return model(ruleset, tell=tell) if ruleset.budget.saves else table(ruleset, tell=tell)


def table(ruleset: Ruleset, *, tell: Tell = silent) -> Table:
    """The table of a ruleset, built in seconds or kept from an earlier call; raises Unsupported, as for saved rolls."""
    if ruleset.budget.saves:
        raise Unsupported("there are too many states for a table where rolls are saved; a model is fitted")
    check(ruleset)
    return _of_numbers(Numbers(ruleset), Listener(tell))


def model(ruleset: Ruleset, plan: fit.Plan = fit.PLAN, *, tell: Tell = silent) -> Model:
    """The model of a ruleset with saved rolls, fitted in a minute or kept from an earlier call; raises Unsupported."""
    return _of_sheet(Sheet(ruleset), plan, Listener(tell))


@lru_cache(maxsize=KEPT)
def _kept(ruleset: Ruleset, listener: Listener) -> Policy:
    return _policy(ruleset, listener.tell)


def named(game_id: str, options: Mapping[str, OptionValue] | None = None, *, tell: Tell = silent) -> Policy:
    """The policy of a game under these options, built or kept from an earlier call; raises as `advise` does.

    `tell` hears how far it has come while it is built.
    """
    try:
        return _kept(rules(game_id, options), Listener(tell))
    except Unsupported as error:
        raise Unsupported(f"{dice_game(game_id).title}: {error}") from None


@lru_cache(maxsize=KEPT)
def _of_numbers(numbers: Numbers, listener: Listener) -> Table:
    return Table(numbers, build(numbers, listener.tell))


@lru_cache(maxsize=KEPT)
def _of_sheet(sheet: Sheet, plan: fit.Plan, listener: Listener) -> Model:
    return Model(sheet, fit.fit(sheet, plan, listener.tell))
