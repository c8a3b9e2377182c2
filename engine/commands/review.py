"""`review`: what dice and choices did for each seat of a match, running or over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.commands.policies import Say, policy_of
from engine.commands.printable import one_line
from engine.dice.roll import show
from engine.game import BadRecord
from engine.record import Record
from engine.strategy.review import LuckyRoll, Mistake, SeatReview, review

DIGITS = 6


def reviewed(entry: Record, say: Say) -> str:
    """The seats' sums, largest mistakes and luckiest rolls as JSON.

    `say` hears what takes long. Raises BadRecord, as for a match in which nothing was played or a game without
    strategy.
    """
    match = entry.replay()
    if not match.plies:
        raise BadRecord(entry.line, "nothing was played yet; a review needs a match with moves")
    found = review(policy_of(entry, "a review is known", say), match)
    seats = zip(match.players, found.seats, strict=True)
    return one_line(
        {
            "game": match.game.id,
            "approximate": found.approximate,
            "seats": [{"name": player.name, **_sums(seat)} for player, seat in seats],
        }
    )


def _sums(seat: SeatReview) -> Mapping[str, Any]:
    average, given_away, unplayed = map(_rounded, (seat.average, seat.given_away, seat.unplayed))
    return {
        "average": average,
        # Rounded so that what is printed adds up, too.
        "luck": _rounded(seat.total - average + given_away + unplayed),
        "given_away": given_away,
        "unplayed": unplayed,
        "total": seat.total,
        "mistakes": [_mistake(one) for one in seat.mistakes],
        "luckiest": None if seat.luckiest is None else _lucky(seat.luckiest),
    }


def _mistake(one: Mistake) -> Mapping[str, Any]:
    return {
        "turn": one.turn,
        "dice": show(one.dice),
        "rolls_left": one.rolls_left,
        "move": one.move,
        "better": one.better,
        "cost": _rounded(one.cost),
    }


def _lucky(roll: LuckyRoll) -> Mapping[str, Any]:
    return {"turn": roll.turn, "kept": roll.kept, "dice": show(roll.dice), "gain": _rounded(roll.gain)}


def _rounded(points: float) -> float:
    # Without a -0.0, which would look like a loss.
    return round(points, DIGITS) + 0.0
