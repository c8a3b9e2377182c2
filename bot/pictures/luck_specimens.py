"""Reviews to look at: of every number of seats, and what is hard to draw; made up, as the tables would take minutes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from bot.pictures.specimens import CHANCE, EXTREMES, HARD_NAMES, NAMES, specimen
from engine.game import Move, Seat
from engine.match import Match
from engine.strategy.review import Review, SeatReview

AVERAGE = 248.4
GIVEN_AWAY = (23.6, 4.2, 36.1, 0.0, 61.9, 12.5, 0.4, 8.0)


def reviewed(
    match: Match, given_away: Sequence[float] = GIVEN_AWAY, average: float = AVERAGE, *, approximate: bool = False
) -> Review:
    """A review of the match in which luck is what its totals leave over; who has resigned had 40 points to come."""
    seats = []
    for i, total in enumerate(match.outcome.totals):
        cost, unplayed = given_away[i], 40.0 if Seat(i) in match.resigned else 0.0
        seats.append(SeatReview(average, total - average + cost + unplayed, cost, unplayed, total, (), None))
    return Review(tuple(seats), approximate)


def _resigned(seats: int) -> Match:
    match = specimen("yatzy", seats, "middle", HARD_NAMES)
    for seat in range(1, seats):
        match = match.play(Seat(seat), Move("resign"), CHANCE)
    return match


def _of(make: Callable[[], Match], *, approximate: bool = False, average: float = AVERAGE) -> Callable[[], Specimen]:
    def made() -> Specimen:
        match = make()
        return match, reviewed(match, average=average, approximate=approximate)

    return made


Specimen = tuple[Match, Review]

REVIEWS: Mapping[str, Callable[[], Specimen]] = MappingProxyType(
    {
        **{f"{seats}": _of(lambda seats=seats: specimen("yatzy", seats, "end", NAMES)) for seats in range(1, 9)},  # type: ignore[misc]
        "lucky": _of(lambda: specimen("yatzy", 4, "end"), average=90),
        "unlucky": _of(lambda: specimen("yatzy", 2, "end", HARD_NAMES), average=450),
        "approximate": _of(lambda: specimen("mega_yatzy", 8, "end", HARD_NAMES), approximate=True, average=554.5),
        "resigned-2": _of(lambda: _resigned(2)),
        "resigned-8": _of(lambda: _resigned(8)),
        "highest": _of(EXTREMES["highest"]),
        "nothing": _of(EXTREMES["all-zeros"], average=0),
    }
)
"""Matches that are over, and a review of each, by name."""
