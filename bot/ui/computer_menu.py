"""The lobby's menu of computer players."""

from __future__ import annotations

from collections.abc import Iterator

from bot.computer_seats import computers_of
from bot.session import GameSession
from bot.text.names import plain_name
from bot.ui.components import Control, choice, menu
from bot.ui.move_menus import FIRST_NUMBER
from bot.wire import Component
from engine.strategy.computers import LEVELS

__all__ = ["OUT", "computer_menu"]

OUT = "out"
"""The choice that takes the last computer out; no level is called so."""


def computer_menu(session: GameSession) -> list[Component]:
    """What adds a computer to the lobby, or takes one out; nothing in a game for one."""
    most, seated = session.game.seats[-1], len(session.people)
    if most == 1:
        return []
    entries = [*(_levels() if seated < most else ()), *_out(session)]
    # The same level may be chosen twice in a row: a client that still shows it as chosen would not send it.
    control, number = Control(str(session.id), session.ply, "computer", (str(seated),)), FIRST_NUMBER + seated
    if not entries:
        return [menu("No seat is free for a computer", control, list(_levels()), disabled=True, number=number)]
    return [menu("Add a computer…" if seated < most else "Computers…", control, entries, number=number)]


def _levels() -> Iterator[Component]:
    for level in LEVELS.values():
        yield choice(f"Computer: {level.title}", level.id, level.words)


def _out(session: GameSession) -> Iterator[Component]:
    computers = computers_of(session)
    if computers:
        yield choice("Take the last computer out", OUT, plain_name(computers[-1].name))
