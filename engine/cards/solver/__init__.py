"""A solver for Klondike with all cards known: whether a table can be won under its rules, and by which moves.

It serves deals that can be won, hints, and the word on a lost game. `position` says what it knows of a table, `steps`
what it tries, `forced` what it does without trying, `search` in which order, `line` what that is in a player's moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.cards.rules import Rules
from engine.cards.solver.line import line_of, turned_up
from engine.cards.solver.position import Layout
from engine.cards.solver.search import Found, search
from engine.cards.table import Table
from engine.game import Move

NODES = 50_000
"""Positions looked at before the solver gives up: a second, and some 50 MB."""

FREELY = 5_000
"""Positions looked at to see whether a table is lost even when all of the stock can be had at any time."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Whether a table can be won; the moves to win it, as a record has them; and how many positions were looked at."""

    verdict: Literal["won", "lost", "unknown"]
    line: tuple[Move, ...] = ()
    nodes: int = 0


def solve(table: Table, rules: Rules, *, nodes: int = NODES) -> Solution:
    """Whether the table can be won from here, looking at no more than `nodes` positions."""
    bare, words = turned_up(table)
    spent = 0
    if not rules.any_order:
        freely = search(Layout(bare, replace(rules, draw=1, redeals=None)), min(nodes, FREELY))
        if freely.won is False:
            return Solution("lost", nodes=freely.nodes)
        spent = freely.nodes
    found = search(Layout(bare, rules), nodes - spent)
    return _solution(found, bare, rules, words, spent)


def _solution(found: Found, table: Table, rules: Rules, words: tuple[Move, ...], spent: int) -> Solution:
    if found.won is None:
        return Solution("unknown", nodes=spent + found.nodes)
    if not found.won:
        return Solution("lost", nodes=spent + found.nodes)
    return Solution("won", words + line_of(found.trail, table, rules), spent + found.nodes)
