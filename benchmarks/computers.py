"""`python -m benchmarks.computers [MATCHES]`: what computer players of each level get on average in every dice game.

A run of 20,000 matches each is written to COMPUTERS.md; `python -m benchmarks` takes fewer. The matches are played in
step, each seat for itself, with the very errors of engine.strategy.computers.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.reports import by_itself
from engine import strategy
from engine.games import dice_game
from engine.strategy import Model, Policy, Table, plain
from engine.strategy.computers import LEVELS, Level
from engine.strategy.lattice import Floats
from engine.strategy.play import Player
from engine.strategy.saving import play as saving
from engine.strategy.seats import empty

GAMES = ("yahtzee", "yatzy", "figure_yatzy", "maxi_yatzy", "mega_yatzy")
MATCHES, FEWER = 20_000, 1_000


@dataclass(frozen=True)
class Played:
    """The totals that a level got in a game, and the processor's seconds for it."""

    game: str
    level: Level
    totals: Floats
    seconds: float

    @property
    def mean(self) -> float:
        return float(self.totals.mean())

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return float(self.totals.std() / len(self.totals) ** 0.5)


def played(game: str, policy: Policy, level: Level, matches: int) -> Played:
    begun = time.process_time()
    found = totals(policy, level.error, matches)
    return Played(game, level, found, time.process_time() - begun)


def totals(policy: Policy, error: float, matches: int) -> Floats:
    """The totals of so many matches, always with the same luck."""
    luck = np.random.default_rng(7)
    if isinstance(policy, Model):
        values = policy.values
        return saving.Player(values.sheet, values.chase, values.levels, luck, error).play(matches).totals
    assert isinstance(policy, Table)
    numbers = policy.numbers
    return Player(numbers, policy.values, luck, error=error).play(empty(numbers, matches)).totals


def measured(matches: int) -> list[list[Played]]:
    """A row of levels for each game."""
    rows = []
    for game in GAMES:
        policy = strategy.named(game)
        rows.append([played(game, policy, level, matches) for level in LEVELS.values()])
        if sys.stderr.isatty():
            print(f"{game} played", file=sys.stderr, flush=True)
    return rows


def report(matches: int) -> str:
    rows = measured(matches)
    return "\n".join(
        [
            f"{matches:,} matches of each game under its usual rules by each level, alone. A level sees the worth of "
            "each choice (a box, or which dice to keep) with a normal error whose standard deviation stands beside it, "
            "and takes what then looks best; in brackets the share of what perfect play gets. Maxi and Mega Yatzy are "
            "played by fitted models, which only come close to perfect play.\n",
            *averages(rows),
            "",
            *details(rows),
            "",
            *stand_ins(matches),
            "",
        ]
    )


def averages(rows: Sequence[Sequence[Played]]) -> list[str]:
    heads = [f"{level.title} (±{level.error:g})" for level in LEVELS.values()]
    lines = [f"| average total | {' | '.join(heads)} |", "|---|" + "---|" * len(heads)]
    for row in rows:
        cells = [f"{one.mean:.1f} ({one.mean / row[-1].mean:.0%})" for one in row]
        lines.append(f"| {dice_game(row[0].game).title} | {' | '.join(cells)} |")
    return lines


def details(rows: Sequence[Sequence[Played]]) -> list[str]:
    lines = [
        "| game | level | average | standard error | sd | 1 in 10 below | 1 in 10 above | CPU |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in (one for row in rows for one in row):
        low, high = np.percentile(one.totals, (10, 90))
        lines.append(
            f"| {one.game} | {one.level.id} | {one.mean:.2f} | {one.error:.2f} | {one.totals.std():.1f} "
            f"| {low:.0f} | {high:.0f} | {one.seconds:.0f} s |"
        )
    return lines


def stand_ins(matches: int) -> list[str]:
    """What the plain policies get that answer while tables are built, without errors."""
    lines = [
        "The plain policy, which stands in while a table or model is built, without errors:\n",
        "| game | average | standard error | CPU s to make it |",
        "|---|---|---|---|",
    ]
    for game in GAMES:
        begun = time.process_time()
        policy = plain.plain(strategy.rules(game))
        made = time.process_time() - begun
        one = played(game, policy, LEVELS["perfect"], matches)
        lines.append(f"| {game} | {one.mean:.2f} | {one.error:.2f} | {made:.2f} |")
    return lines


def main() -> None:
    """Print the report on fewer matches."""
    print(report(FEWER))


if __name__ == "__main__":
    sys.exit(by_itself("computers", "Computer players", report, sys.argv[1:], (MATCHES,)))
