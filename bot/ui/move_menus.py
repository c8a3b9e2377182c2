"""Every legal move in menus: the most useful ones in the first, and none that cannot be reached."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.components import MOST_CHOICES, Control, choice, menu
from bot.wire import Component

MOST_MENUS = 10
"""With its row each takes two of the 40 components of a message."""

FIRST_NUMBER = 100
"""Above the numbers that Discord gives the components without one: 1, 2, 3, … by their order."""


def move_menus(subject: str, ply: int, entries: Sequence[Component], *, nothing: str) -> list[Component]:
    """Menus of these entries, 25 in each; where there are none, one that only says `nothing`."""
    if not entries:
        return [menu(nothing, Control(subject, ply, "move"), [choice("–", "-")], disabled=True)]
    starts = range(0, min(len(entries), MOST_MENUS * MOST_CHOICES), MOST_CHOICES)
    return [_menu(subject, ply, start, entries[start : start + MOST_CHOICES]) for start in starts]


def _menu(subject: str, ply: int, start: int, entries: Sequence[Component]) -> Component:
    # The same move may come again at the next ply, `w>f`: a client that still shows it as chosen would not send it.
    number = FIRST_NUMBER + ply * MOST_MENUS + start // MOST_CHOICES
    if not start:
        return menu("Move…", Control(subject, ply, "move"), entries, number=number)
    which = f"More moves: {start + 1} to {start + len(entries)}…"
    return menu(which, Control(subject, ply, "move", (str(start),)), entries, number=number)
