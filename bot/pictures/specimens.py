"""Matches to look at: every dice game at its start, in its middle and at its end, and what is hard to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.dice.dice_game import ROLL, DiceGame, DiceState, Placement, Turn
from engine.dice.roll import counts
from engine.dice.ruleset import Score
from engine.dice.scorecard import Scorecard
from engine.fairdice import FairDice
from engine.game import Move, OptionValue, Seat
from engine.games import catalogue, dice_game
from engine.match import Match, Player

NAMES = ("Alice", "Björn", "Chloé", "Dmitri", "Eun-ji", "Farid", "Grace", "Hugo")
HARD_NAMES = (
    "W" * 32,
    "i" * 32,
    "Ếgjyq ẪÅÇ Ørsted the Magnificent",
    "Ada 🎲🎲",
    "𝓕𝓪𝓷𝓬𝔂 𝓛𝓮𝓽𝓽𝓮𝓻𝓼",
    "山田太郎",
    "Анна-Мария Константинопольская",
    "Anna-Maria Konstantinopolskaya",
)
DICE_GAMES: Mapping[str, DiceGame] = MappingProxyType(
    {game_id: game for game_id, game in catalogue.items() if isinstance(game, DiceGame)}
)
MOMENTS = ("start", "middle", "end")
CHANCE = FairDice(bytes(32), "1", "pictures")


def specimen(game_id: str, seats: int, moment: str, names: Iterable[str] = NAMES) -> Match:
    """A match of so many seats at one of MOMENTS; in the middle dice lie there and some are held."""
    match = begun(game_id, tuple(names)[:seats])
    boxes = len(match.state.ruleset.boxes)
    turns = {"start": 0, "middle": seats * boxes // 2 + seats // 2, "end": seats * boxes}[moment]
    for _ in range(turns):
        match = taken_turn(match)
    return holding_most(rolled(rolled(match))) if moment == "middle" else match


def begun(game_id: str, names: Iterable[str], **options: OptionValue) -> Match:
    """A match at its first decision."""
    game = dice_game(game_id)
    return Match.start(game, game.complete(options), [Player(name) for name in names]).proceed(CHANCE)


def taken_turn(match: Match) -> Match:
    """The match after a turn of two rolls that ends in the box with the most points."""
    match = rolled(match) if match.state.turn.dice else rolled(rolled(match))
    worth = match.state.worth()
    return match.play(match.to_move, Move(max(worth, key=lambda box: worth[box].points)), CHANCE)


def rolled(match: Match) -> Match:
    """The match after one more roll, in which the face that lies there most often is held."""
    return holding_most(match).play(match.to_move, Move(ROLL), CHANCE)


def holding_most(match: Match) -> Match:
    """The match with the dice held that show the most frequent face, but never all of them."""
    state: DiceState = match.state
    dice = state.turn.dice
    frequent = max(range(1, 7), key=counts(dice).__getitem__)
    held = sum(1 << i for i, face in enumerate(dice[:-1]) if face == frequent)
    return match.with_state(replace(state, turn=replace(state.turn, held=held)))


# -- what is hard to draw ---------------------------------------------------------------------------------------------


def _filled(game_id: str, names: Iterable[str], score: Score, *, opened: int = 0, **options: OptionValue) -> Match:
    """A match in which every box of every seat has this score, but for the last ones of seat 1."""
    match = begun(game_id, names, **options)
    state: DiceState = match.state
    boxes = [box.id for box in state.ruleset.boxes]
    full = Scorecard(dict.fromkeys(boxes, score))
    first = Scorecard(dict.fromkeys(boxes[: len(boxes) - opened], score))
    seats = len(match.players)
    last = Placement(Turn(Seat(seats - 1), (1,) * state.ruleset.dice, 0, 1), boxes[-1], score, 0)
    ended = "running" if opened else "complete"
    return match.with_state(replace(state, cards=(first, *[full] * (seats - 1)), last=last, ended=ended))


def _resigned() -> Match:
    match = specimen("yatzy", 4, "middle")
    return match.play(Seat(1), Move("resign"), CHANCE)


def _saved_many() -> Match:
    match = specimen("mega_yatzy", 8, "middle", HARD_NAMES)
    return match.with_state(replace(match.state, saved=(60,) * 8))


def _joker() -> Match:
    match = begun("yahtzee", NAMES[:2])
    card = Scorecard({"yahtzee": Score(50), "fives": Score(15), "chance": Score(20, 100)})
    state: DiceState = match.state
    turn = Turn(Seat(0), (5, 5, 5, 5, 5), 0, 2)
    last = Placement(Turn(Seat(1), (2,) * 5, 0, 3), "chance", Score(20, 100), 0, by="clock")
    return match.with_state(replace(state, cards=(card, card), turn=turn, last=last))


EXTREMES: Mapping[str, Callable[[], Match]] = MappingProxyType(
    {
        "long-names": lambda: specimen("maxi_yatzy", 8, "middle", HARD_NAMES),
        "long-names-4": lambda: specimen("figure_yatzy", 4, "middle", HARD_NAMES),
        "long-names-end": lambda: specimen("mega_yatzy", 8, "end", HARD_NAMES),
        "same-names": lambda: specimen("yahtzee", 8, "middle", ["Konstantin"] * 8),
        "saved-rolls": _saved_many,
        "all-zeros": lambda: _filled("mega_yatzy", NAMES, Score(0)),
        "one-seat-zeros": lambda: _filled("yahtzee", NAMES[:1], Score(0)),
        "highest": lambda: _filled("yahtzee", NAMES, Score(50, 100)),
        "highest-figures": lambda: _filled("figure_yatzy", NAMES, Score(140, 40), opened=1),
        "last-box-open": lambda: _filled("maxi_yatzy", HARD_NAMES, Score(100), opened=2),
        "bonus-200": lambda: _filled("mega_yatzy", NAMES, Score(9), opened=1, upper_threshold=200, upper_bonus=200),
        "no-bonus": lambda: _filled("yatzy", NAMES[:3], Score(9), opened=1, upper_bonus=0),
        "resigned": _resigned,
        "stopped": lambda: specimen("yatzy", 3, "middle").play(None, Move("stop"), CHANCE),
        "joker": _joker,
    }
)
"""Matches that strain a picture, by name."""
