"""A solver for Klondike with all cards known: whether a table can be won under its rules, and by which moves.

It serves deals that can be won, hints, and the word on a lost game. `position` says what it knows of a table, `steps`
what it tries, `forced` what it does without trying, `search` in which order, `line` what that is in a player's moves.

PyPI's pyksolve does not serve: it hands the deal and the number of cards drawn to a program in C++ (ShootMe's
Klondike-Solver, archived in 2023), which knows neither a limit of redeals nor foundations that keep their cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.cards.rules import Rules
from engine.cards.solver.line import line_of, turned_up
from engine.cards.solver.position import Layout
from engine.cards.solver.search import Found, Freely, Search, hopeless
from engine.cards.table import Table
from engine.game import Move

NODES = 50_000
"""Positions looked at before the solver gives up: a second, and some 50 MB."""

FIRST, ASKED = 1_000, 8_000
"""Positions that a search looks at before the next one has its turn, twice as many in every round; and the most in a
round for the search that asks about each, which wins soon or hardly ever."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Whether a table can be won; the moves to win it, as a record has them; and how many positions were looked at."""

    verdict: Literal["won", "lost", "unknown"]
    line: tuple[Move, ...] = ()
    nodes: int = 0


def solve(table: Table, rules: Rules, *, nodes: int = NODES) -> Solution:
    """Whether the table can be won from here, looking at no more than `nodes` positions."""
    bare, words = turned_up(table)
    layout = Layout(bare, rules)
    if hopeless(layout):
        return Solution("lost")
    found = _search(layout, nodes) if rules.any_order else _by_turns(layout, nodes)
    if found.won:
        return Solution("won", words + line_of(found.trail, bare, rules), found.nodes)
    return Solution("unknown" if found.won is None else "lost", nodes=found.nodes)


def _search(layout: Layout, nodes: int) -> Found:
    search = Search(layout)
    spent = search.run(nodes)
    return Found(search.won, search.trail, spent)


def _by_turns(layout: Layout, nodes: int) -> Found:
    """Search in three ways by turns, for each decides some tables long before the others.

    The plain search; the one that asks; and whether it is lost even if all of the stock could be had at any time, where
    there are far fewer positions.
    """
    plain, asking, freely = Search(layout), Search(layout, Freely(layout)), Search(layout.freed())
    share, left = FIRST, nodes
    while left:
        for search in (plain, asking, freely):
            if search.won or (search is asking and share > ASKED):
                continue
            left -= search.run(min(share, left))
            if search.won is False or plain.won or asking.won:
                return Found(search.won, search.trail, nodes - left)
        share *= 2
    return Found(None, None, nodes)
