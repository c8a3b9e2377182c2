"""The strategist: answers by tables and models, and by a plain policy while they are built.

Moves are weighed in threads, as each takes less than a few milliseconds; matches are reviewed, and played to their
end many times, in a process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bot.errors import NoStrategy, TooManyQuestions
from bot.policies import Builder, BuilderProcess, Policies, Wanted
from bot.policies.played import Played
from bot.policies.process import reviewed, weighed
from bot.strategist import Advised, Basis
from bot.worker import Worker, WorkerError
from engine.dice.dice_game import DiceGame
from engine.game import AnyGame, Move, Options, Unsupported
from engine.match import Match
from engine.strategy import Policy, kept
from engine.strategy.computers import choose
from engine.strategy.plain import plain
from engine.strategy.position import advise_state
from engine.strategy.review import Review

__all__ = ["Strategies"]

T = TypeVar("T")

THREADS = 2
NICENESS = 5

MOST_ADVISED = 32
"""Those who wait for advice at once; computer players are not counted, whose number the games bound."""

MOST_THOUGHT_OF = 8
"""Matches that wait at once to be reviewed, or for the chances of their seats."""

PATIENCE_SECONDS = 300
"""How long a review waits for its table: other ones may have to be built first, in up to a minute each."""

PLAIN = 32
"""Plain policies at hand, about as large as tables."""


class Strategies:
    """Answers for every game with dice. `luck` makes the numbers with which computers err."""

    def __init__(
        self,
        folder: Path,
        *,
        builder: Builder | None = None,
        thinker: Worker | None = None,
        luck: Callable[[], np.random.Generator] = np.random.default_rng,
    ) -> None:
        self._folder, self._luck = folder, luck
        self._policies = Policies(folder, builder or BuilderProcess())
        self._thinker = thinker or Worker("the strategist", niceness=NICENESS)
        self._threads = ThreadPoolExecutor(THREADS, "strategist")
        self._advised, self._thought_of = Room(MOST_ADVISED), Room(MOST_THOUGHT_OF)
        self._closed = False

    def check(self, game: AnyGame, options: Options) -> None:
        """Raise Unsupported where there is no policy."""
        _checked(_wanted(game, options))

    def prepare(self, game: AnyGame, options: Options) -> None:
        """Open the table of a game in which somebody is about to ask, or begin to build it."""
        try:
            self.check(game, options)
        except Unsupported:
            return
        if not self._closed:
            self._threads.submit(self._policies.get, _wanted(game, options))

    async def is_ready(self, match: Match) -> bool:
        """Whether its table is at hand; if not, it begins to be built."""
        return await self._in_thread(self._policies.get, _wanted(match.game, match.options)) is not None

    async def advise(self, match: Match) -> Advised:
        """What the seat to move may do."""
        wanted = _wanted(match.game, match.options)
        with self._advised.place():
            return await self._in_thread(self._advise, wanted, match)

    async def choose(self, match: Match, level: str) -> Move:
        """What a computer player of that level does."""
        return await self._in_thread(self._choose, _wanted(match.game, match.options), match, level)

    async def review(self, match: Match) -> Review:
        """What the dice and each seat did."""
        return await self._think(reviewed, match)

    async def chances(self, match: Match) -> tuple[float, ...]:
        """How likely each seat is to win."""
        return await self._think(weighed, match)

    async def close(self) -> None:
        """End the processes."""
        self._closed = True
        self._threads.shutdown(wait=False)
        await asyncio.gather(self._policies.close(), self._thinker.close())

    async def _in_thread(self, call: Callable[..., T], *arguments: Any) -> T:
        if self._closed:
            raise NoStrategy
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, *arguments)

    def _advise(self, wanted: Wanted, match: Match) -> Advised:
        policy, basis = self._policy(wanted)
        return Advised(tuple(advise_state(policy, match.state)), basis)

    def _choose(self, wanted: Wanted, match: Match, level: str) -> Move:
        policy, _ = self._policy(wanted)
        return choose(policy, match.state, level, self._luck())

    def _policy(self, wanted: Wanted) -> tuple[Policy, Basis]:
        policy = self._policies.get(wanted)
        if policy is None:
            return _plain(wanted), "plain"
        return policy, "approximate" if policy.approximate else "perfect"

    async def _think(self, call: Callable[..., T | None], match: Match) -> T:
        """What the process says of a match; it maps policies from their files, and is sent one that has no file."""
        wanted, played = _wanted(match.game, match.options), Played.of(match)
        with self._thought_of.place():
            try:
                policy = await self._built(wanted)
                found = await self._thinker.ask(call, wanted, self._folder, played)
                if found is None:
                    found = await self._thinker.ask(call, wanted, kept.arrays(policy), played)
            except (WorkerError, TimeoutError):
                raise NoStrategy from None
        if found is None:
            raise NoStrategy
        return found

    async def _built(self, wanted: Wanted) -> Policy:
        coming = await self._in_thread(self._policies.coming, wanted)
        # Shielded, as others wait for the same table.
        return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(coming)), PATIENCE_SECONDS)


class Room:
    """A waiting room: at most so many are in it at once."""

    def __init__(self, most: int) -> None:
        self._free = most

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place in it; raises TooManyQuestions where there is none."""
        if not self._free:
            raise TooManyQuestions
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1


def _wanted(game: AnyGame, options: Options) -> Wanted:
    if not isinstance(game, DiceGame):
        raise Unsupported(f"{game.title}: advice is known for dice games only")
    return Wanted.of(game, options)


@lru_cache(maxsize=PLAIN)
def _checked(wanted: Wanted) -> None:
    try:
        kept.check(wanted.ruleset)
    except Unsupported as error:
        raise Unsupported(f"{wanted.title}: {error}") from None


@lru_cache(maxsize=PLAIN)
def _plain(wanted: Wanted) -> Policy:
    return plain(wanted.ruleset)
