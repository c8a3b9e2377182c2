"""`python -m benchmarks.klondike [DEALS [POSITIONS]]`: the share of winnable deals beside the published one.

The deals are the engine's own fair ones from a secret of zeros, all cards known, the waste turned over without limit. A
run of 1,000 deals is written to KLONDIKE.md; `python -m benchmarks` takes fewer of them, in a few minutes.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from math import sqrt
from statistics import median

from benchmarks.reports import by_itself
from engine.cards.card import read_deck
from engine.cards.rules import Rules
from engine.cards.solver import Solution, solve
from engine.cards.table import Table
from engine.fairdice import FairDice

DEALS, FEWER, POSITIONS = 1_000, 250, 200_000
PUBLISHED = {3: 819_371 / 1_000_000, 1: 904_226 / 1_000_000}
"""Blake and Gent, arXiv 1906.12314: won of a million deals; 157 and 1,145 of them stayed unknown."""
CONFIDENCE = 2.58
"""Standard errors on each side: a true share lies outside once in a hundred runs."""


@dataclass(frozen=True)
class Solved:
    """A deal's solution, and the processor's seconds for it."""

    solution: Solution
    seconds: float


def deal(number: int) -> Table:
    fair = FairDice(bytes(32), "0", "benchmarks")
    return Table.deal(read_deck(fair.deck(str(number))))


def solved(number: int, draw: int, positions: int) -> Solved:
    table = deal(number)
    begun = time.process_time()
    solution = solve(table, Rules(draw=draw), nodes=positions)
    return Solved(solution, time.process_time() - begun)


def row(draw: int, found: list[Solved]) -> str:
    share = {
        verdict: sum(one.solution.verdict == verdict for one in found) / len(found)
        for verdict in ("won", "lost", "unknown")
    }
    published = PUBLISHED[draw]
    error = CONFIDENCE * sqrt(published * (1 - published) / len(found))
    agrees = share["won"] - error <= published <= share["won"] + share["unknown"] + error
    nodes = sorted(one.solution.nodes for one in found)
    seconds = sum(one.seconds for one in found)
    return (
        f"| {draw} | {len(found):,} | {share['won']:.1%} | {share['lost']:.1%} | {share['unknown']:.1%} "
        f"| {published:.1%} ± {error:.1%} | {'yes' if agrees else 'NO'} "
        f"| {median(nodes):,.0f} | {nodes[len(nodes) * 9 // 10]:,} | {seconds / len(found):.2f} s "
        f"| {seconds / sum(nodes) * 1e6:.0f} µs |"
    )


def report(deals: int, positions: int) -> str:
    lines = [
        f"{deals:,} deals, all cards known, the waste turned over without limit, at most {positions:,} positions a "
        "deal. Agreement means that the published share lies between won, and won with the unknown, give or take the "
        "sampling error of 99 %.\n",
        "| draw | deals | won | lost | unknown | published | agrees | positions, median | 9 in 10 below | CPU a deal "
        "| a position |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for draw in (1, 3):
        found = []
        for number in range(deals):
            found.append(solved(number, draw, positions))
            if sys.stderr.isatty():
                print(f"\rdraw {draw}: {number + 1} of {deals}", end="", file=sys.stderr, flush=True)
        lines.append(row(draw, found))
    return "\n".join([*lines, ""])


def main() -> None:
    """Print the report on fewer deals."""
    print(report(FEWER, POSITIONS))


if __name__ == "__main__":
    sys.exit(by_itself("klondike", "Klondike's solver", report, sys.argv[1:], (DEALS, POSITIONS)))
