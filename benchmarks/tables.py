"""Tables of five dice: what building one costs beside PyPI's yatzy-solver, what a question costs, and its memory.

yatzy-solver is written in Rust and knows three of our rulesets; both compute exact values, which have to agree.
`make bench` installs it; without it the comparison is left out.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from bot.policies import files
from engine import strategy
from engine.dice.ruleset import Ruleset
from engine.game import OptionValue
from engine.strategy import Table, kept

try:
    import yatzy_solver
except ModuleNotFoundError:
    yatzy_solver = None

QUESTIONS = 2000
TARGET_SHARE, TARGET_US = 0.2, 300


@dataclass(frozen=True, slots=True)
class Measured:
    """A ruleset of ours, and its name in yatzy-solver, if it has one."""

    game: str
    options: Mapping[str, OptionValue]
    theirs: str | None = None

    @property
    def ruleset(self) -> Ruleset:
        return strategy.rules(self.game, self.options)

    @property
    def title(self) -> str:
        return " ".join([self.game, *(f"{key}={value}" for key, value in self.options.items())])


MEASURED = (
    Measured("yatzy", {}, "yatzy-scandinavian"),
    Measured("yahtzee", {"joker": "free_choice"}, "american"),
    Measured("yahtzee", {}, "american+forced-joker"),
    Measured("figure_yatzy", {}),
)


def main() -> None:
    """Measure, and print Markdown."""
    print("| ruleset | expected total | CPU s to build | yatzy-solver | share | µs a question | most | file | mapped |")
    print("|---|---|---|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder:
        for one in MEASURED:
            print(row(one, Path(folder)), flush=True)
    print(
        f"\nTargets: {TARGET_SHARE} of yatzy-solver's CPU, and {TARGET_US} µs for a question (median). "
        "`mapped` is the memory that Python takes to map the file and answer by it, beside the pages of the file."
    )


def row(one: Measured, folder: Path) -> str:
    ruleset, before = one.ruleset, time.process_time()
    table = kept.made(ruleset)
    ours = time.process_time() - before
    theirs, total = beside(one.theirs)
    assert isinstance(table, Table)
    assert total is None or abs(total - table.to_come()) < 1e-3, "both are exact"
    path = files.path_of(folder, table.key)
    files.write(path, table.key, kept.arrays(table))
    mapped, memory = opened(ruleset, path, table.key)
    costs = questions(mapped, ruleset)
    share = "" if theirs is None else f"{ours / theirs:.3f}"
    return (
        f"| {one.title} | {table.to_come():.4f} | {ours:.2f} | {'' if theirs is None else f'{theirs:.1f}'} | {share} "
        f"| {median(costs):.0f} | {max(costs):.0f} | {path.stat().st_size:,} | {memory:,} |"
    )


def beside(variant: str | None) -> tuple[float | None, float | None]:
    """The CPU that yatzy-solver takes for these rules, on all its threads, and its expected total."""
    if variant is None or yatzy_solver is None:
        return None, None
    before = time.process_time()
    solver = yatzy_solver.Solver.build(yatzy_solver.Variant(variant))
    spent = time.process_time() - before
    return spent, float(solver.state_value("upper 0 | filled -"))


def opened(ruleset: Ruleset, path: Path, key: str) -> tuple[Table, int]:
    """The table from its file, and the bytes of Python's memory that it takes beside the mapped pages."""
    tracemalloc.start()
    try:
        table = kept.restored(ruleset, files.read(path, key))
        memory, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(table, Table)
    return table, memory


def questions(table: Table, ruleset: Ruleset) -> list[float]:
    """Microseconds of CPU to rate the moves of some dice on cards that fill up."""
    luck, costs = np.random.default_rng(1), []
    for number in range(QUESTIONS):
        boxes = luck.permutation(len(ruleset.boxes))[: number % len(ruleset.boxes)]
        card = {ruleset.boxes[box].id: 2 * (ruleset.boxes[box].face or 5) for box in boxes}
        dice = luck.integers(1, 7, ruleset.dice).tolist()
        before = time.process_time()
        table.advise(dice, rolls_left=number % 3, card=card)
        costs.append((time.process_time() - before) * 1e6)
    return costs


if __name__ == "__main__":
    main()
