"""A board read off its message, as a member reads it, and the presses that it offers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from benchmarks.loopback.world import Json, Message

CUSTOM_ID = re.compile(r"v1:(\d{1,19}):(\d{1,9}):([!-~]{1,60})", re.ASCII)
HOLD = re.compile(r"h([1-6])([+-])", re.ASCII)
FACE = re.compile(r"[1-6]", re.ASCII)


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button, or a choice from a menu when it has a value."""

    custom_id: str
    value: str | None = None

    @property
    def what(self) -> str:
        """The last part of the custom_id: `roll`, `box`, `h3+`."""
        return self.custom_id.rpartition(":")[2]


@dataclass(frozen=True, slots=True)
class Board:
    """What a board shows: its session and ply, the dice by position (none before the first roll) and the presses."""

    session: int
    ply: int
    dice: str
    held: str
    holds: tuple[Press, ...]
    rolls: tuple[Press, ...]
    boxes: tuple[Press, ...]

    def some_press(self, random: Random) -> Press:
        """A press such as people make: dice held now and then, mostly rolled as often as allowed, then a box."""
        chance = random.random()
        if self.dice and self.holds and chance < 0.4:
            return random.choice(self.holds)
        if self.rolls and (not self.boxes or chance < 0.8):
            return random.choice(self.rolls)
        return random.choice(self.boxes)


def presses(message: Message, word: str) -> tuple[Press, ...]:
    """The presses that a message offers by one word of its custom_ids; of a menu, one for each entry."""
    return tuple(
        press
        for key, control in message.controls().items()
        if key.rpartition(":")[2].partition(".")[0] == word and not control.get("disabled")
        for press in _presses_of(key, control)
    )


def _presses_of(custom_id: str, control: Json) -> list[Press]:
    entries = control.get("options")
    return [Press(custom_id)] if entries is None else [Press(custom_id, entry["value"]) for entry in entries]


def read_board(message: Message) -> Board | None:
    """The running game on `message`; None when it shows none, as a lobby or a result does."""
    controls = message.controls()
    parsed = {key: match.groups() for key in controls if (match := CUSTOM_ID.fullmatch(key))}
    dice = [key for key, (_, _, what) in parsed.items() if HOLD.fullmatch(what)]
    usable = {key: what for key, (_, _, what) in parsed.items() if not controls[key].get("disabled")}
    if not dice:
        return None
    session, ply, _ = parsed[dice[0]]
    return Board(
        session=int(session),
        ply=int(ply),
        dice="".join(face(controls[key].get("label")) for key in dice),
        held="".join("_" if key.endswith("+") else "x" for key in dice),
        holds=tuple(Press(key) for key in dice if key in usable),
        rolls=presses(message, "roll"),
        boxes=presses(message, "box"),
    )


def face(label: str | None) -> str:
    """The face that a die button names, or nothing where the die has not been rolled."""
    found = FACE.search(label or "")
    return found.group() if found else ""
