"""A table to play at in tests: matches set up by name, played in the record's notation, with dice as one likes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.dice.dice_game import DiceGame, DiceState
from engine.fairdice import PACK
from engine.game import OptionValue, Seat
from engine.games import catalogue
from engine.match import Match, Player
from engine.record import read_one, split

DATA = Path(__file__).parent / "data"
NAMES = ("Ada", "Bo", "Cleo", "Dag", "Eve", "Finn", "Gus", "Hal")
DICE_GAMES = tuple(game for game in catalogue.values() if isinstance(game, DiceGame))


def data(name: str) -> Any:
    """A JSON file of this folder's data."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


class Script:
    """Chance that gives what a test wrote down, roll by roll."""

    def __init__(self, *rolls: str) -> None:
        self._rolls: Iterator[str] = iter(rolls)

    def dice(self, counter: str, count: int) -> tuple[int, ...]:
        roll = next(self._rolls)
        assert len(roll) == count, f"{roll} at {counter}: {count} dice are rolled"
        return tuple(map(int, roll))

    def deck(self, counter: str) -> tuple[str, ...]:
        raise AssertionError(counter)


class Seeded:
    """Chance that follows from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def dice(self, counter: str, count: int) -> tuple[int, ...]:
        return tuple(self._random.randint(1, 6) for _ in range(count))

    def deck(self, counter: str) -> tuple[str, ...]:
        return tuple(self._random.sample(PACK, len(PACK)))


def start(game_id: str, seats: int = 1, **options: OptionValue) -> Match:
    """A match of that game at ply 0."""
    game = catalogue[game_id]
    return Match.start(game, game.complete(options), [Player(name) for name in NAMES[:seats]])


def after(match: Match, *lines: str) -> Match:
    """The match after these lines of a record, whose points are checked where they are stated."""
    for line in lines:
        for written in match.game.read(line.split()):
            if written.hold:
                match = match.with_state(match.game.holding(match.state, written.ply.seat, written.ply.move))
                continue
            match = match.replay(written.ply)
            if written.points is not None:
                assert match.game.points(match.state) == written.points, line
    return match


def replayed(text: str) -> Match:
    """The match at the end of a text that is one record."""
    (lines,) = split(text)
    return read_one(lines).replay()


def report(match: Match, seat: int = 0) -> dict[str, Any]:
    """What the replay command says of a seat."""
    return match.game.report(match.state)[seat]


def rolls_left(match: Match) -> int:
    """The rolls that the turn still allows."""
    state: DiceState = match.state
    return state.rolls_left


def worth(match: Match) -> dict[str, tuple[int, int]]:
    """Points and extra that each legal box would give now."""
    state: DiceState = match.state
    return {box: (score.points, score.extra) for box, score in state.worth().items()}


def places(match: Match) -> tuple[int, ...]:
    return match.outcome.places


def filled(boxes: Iterable[str], but: Iterable[str] = (), points: int = 0) -> dict[str, int]:
    """A card with these boxes filled, but for some."""
    return {box: points for box in boxes if box not in set(but)}


def box_ids(game: DiceGame, **options: OptionValue) -> tuple[str, ...]:
    """A game's boxes in the card's order."""
    return tuple(box.id for box in game.rules(game.complete(options)).boxes)


def seat(number: int) -> Seat:
    """A seat by the number that players see."""
    return Seat(number - 1)
