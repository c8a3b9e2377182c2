"""Deals that can be won, found ahead: a few for each set of rules, kept in the store."""

from __future__ import annotations

import asyncio
import logging
from random import SystemRandom

from bot.errors import NoDealYet
from bot.solving import Solver
from bot.store import Store, StoreError
from engine.cards.card import PACK
from engine.cards.rules import Rules
from engine.cards.table import Table
from engine.game import AnyGame, Options

__all__ = ["READY", "Deals"]

log = logging.getLogger(__name__)

READY = 5
"""Deals that are kept ready for a set of rules."""

NODES = 10_000
"""Positions looked at for one deal: a hint that is asked for meanwhile waits for no more. Hard deals are left out."""

MOST_TRIES = 400
"""Deals tried before giving up, until somebody wants one again: some rules leave few that can be won."""

MATTERS = ("draw", "redeals", "worry_back")
"""The options by which a deal can be won or not."""


class Deals:
    """The pool. Where there is nothing to find, it has no task."""

    def __init__(self, store: Store, solver: Solver) -> None:
        self._store = store
        self._solver = solver
        self._finding: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def prepare(self, game: AnyGame, options: Options) -> None:
        """See to it that deals are ready for a game that is about to be dealt, if its deal has to be found."""
        if game.fair(options):
            return
        key = _key(options)
        if not self._closed and (key not in self._finding or self._finding[key].done()):
            self._finding[key] = asyncio.create_task(self._find(key, Rules.of(options)), name=f"deals {key}")

    async def take(self, game: AnyGame, options: Options) -> str | None:
        """A deal for a game whose deal has to be found, which nobody gets again; None where chance deals.

        Raises NoDealYet while there is none.
        """
        if game.fair(options):
            return None
        cards = await self._store.take_deal(_key(options))
        self.prepare(game, options)
        if cards is None:
            raise NoDealYet
        return cards

    async def close(self) -> None:
        """Find no more."""
        self._closed = True
        tasks = list(self._finding.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _find(self, key: str, rules: Rules) -> None:
        try:
            missing = READY - await self._store.count_deals(key)
            for _ in range(MOST_TRIES):
                if missing <= 0:
                    return
                missing -= await self._try(key, rules)
            log.warning("no more deals were found for %s", key)
        except StoreError as error:
            log.warning("deals for %s are found later: %s", key, error)

    async def _try(self, key: str, rules: Rules) -> bool:
        """Whether one more deal was found."""
        cards = list(PACK)
        SystemRandom().shuffle(cards)
        solution = await self._solver.solve(Table.deal(cards), rules, NODES)
        if solution.verdict == "won":
            await self._store.add_deal(key, " ".join(cards))
        return solution.verdict == "won"


def _key(options: Options) -> str:
    return " ".join(f"{name}={options[name]}" for name in MATTERS)
