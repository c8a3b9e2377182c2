"""Hints in a game of Klondike, and whether one that was given up could have been won: what the solver knows of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.ids import SessionId
from bot.recent import Recent
from bot.session import GameSession
from bot.solving import Solver
from engine.cards.rules import Rules
from engine.cards.table import Table
from engine.game import Move
from engine.games.klondike import SOLE, Klondike, KlondikeState
from engine.match import Match

__all__ = ["Hint", "Hints"]

Verdict = Literal["won", "lost", "unknown"]

NODES = 30_000
"""Positions looked at for a hint."""

KEPT = 256
"""Games whose way to win is remembered: whoever follows one hint after another is led along one way, not in circles."""

MOST_WAITING = 8
"""Questions that wait for the solver at once; a further one is answered without it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What is known of a position: whether it can be won, and the move to make; None where none is of any use."""

    verdict: Verdict
    move: Move | None


class Hints:
    """Asks the solver, and remembers what it said."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._known: Recent[SessionId, dict[int, Hint]] = Recent(KEPT)
        self._waiting = 0

    async def of(self, session: GameSession) -> Hint:
        """What to do now in a running game of Klondike."""
        match = session.running()
        state: KlondikeState = match.state
        table = state.dealt
        known = self._known.use(session.id)
        if known is not None and (hint := known.get(hash(table))) is not None:
            return hint
        solution = await self._solve(table, state.rules)
        if solution is None:
            return _usual(match)
        return self._known.keep(session.id, _hints(match, *solution))[hash(table)]

    async def afterwards(self, session: GameSession) -> str:
        """Whether a game that was given up could have been won, in a sentence; nothing of other games."""
        match = session.running()
        if not isinstance(match.game, Klondike) or match.game.finished(match.state, SOLE):
            return ""
        state, opening = match.state, match.opening().state
        at_last = await self._solve(state.dealt, state.rules)
        if at_last is not None and at_last[0] == "won":
            return "It could still have been won from where you stopped."
        at_first = await self._solve(opening.dealt, state.rules)
        if not match.game.fair(match.options) or (at_first is not None and at_first[0] == "won"):
            gone = at_last is not None and at_last[0] == "lost"
            return f"This deal could have been won{', but not any more from where you stopped' if gone else ''}."
        if at_first is not None and at_first[0] == "lost":
            return "Nobody could have won this deal."
        return "I can't tell whether this deal could have been won."

    async def _solve(self, table: Table, rules: Rules) -> tuple[Verdict, tuple[Move, ...]] | None:
        """What the solver says; None where too many ask."""
        if self._waiting >= MOST_WAITING:
            return None
        self._waiting += 1
        try:
            solution = await self._solver.solve(table, rules, NODES)
        finally:
            self._waiting -= 1
        return solution.verdict, solution.line


def _hints(match: Match, verdict: Verdict, line: tuple[Move, ...]) -> dict[int, Hint]:
    """The hints that follow from what the solver said, each by the table that it is for."""
    if verdict == "won":
        return _along(match, line)
    return {hash(match.state.dealt): Hint("lost", None) if verdict == "lost" else _usual(match)}


def _usual(match: Match) -> Hint:
    """The move that is mostly the best, where the way to win is not known."""
    moves = match.game.legal_moves(match.state, SOLE)
    return Hint("unknown", moves[0] if moves else None)


def _along(match: Match, line: tuple[Move, ...]) -> dict[int, Hint]:
    """The hints on the way to win."""
    game, state, found = match.game, match.state, dict[int, Hint]()
    for move in line:
        if state.ended != "running":
            break
        found[hash(state.dealt)] = Hint("won", move)
        state, _ = game.play(state, SOLE, move)
    return found
