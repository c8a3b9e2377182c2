"""In any match, whatever happened, and by any values: average + luck - given away - unplayed = total."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given, settings

from engine.dice.dice_game import DiceState
from engine.game import Ply, Seat
from engine.match import Match, steps
from engine.strategy import Policy
from engine.strategy.plain import plain
from engine.strategy.position import advise_state
from engine.strategy.review import TIE, SeatReview, review
from tests.engine.play import matches
from tests.engine.strategy.whim import Whim

ENDINGS = {"resign", "timeout", "end", "stop"}


@dataclass(frozen=True)
class Deed:
    """A ply that stands: nobody took it back."""

    ply: Ply
    before: DiceState
    after: DiceState


def standing(match: Match, seat: Seat) -> list[Deed]:
    """What a seat chose, in order."""
    found: list[Deed] = []
    before = match.opening()
    for after in steps(before, match.plies):
        ply = after.plies[-1]
        if ply.seat == seat and ply.move == "undo":
            assert not found.pop().ply.drawn
        elif ply.seat == seat and ply.move not in ENDINGS:
            found.append(Deed(ply, before.state, after.state))
        before = after
    return found


def given_away(policy: Policy, deeds: list[Deed]) -> Iterator[float]:
    for deed in deeds:
        if deed.before.ruleset.budget.automatic and deed.ply.move == "roll":
            continue
        advice = advise_state(policy, deed.before)
        seat = deed.before.turn.seat
        if deed.ply.move == "skip":
            gained = deed.after.totals(seat).total - deed.before.totals(seat).total
            worth = gained + to_come(policy, deed.after, seat)
        else:
            worth = chosen({str(one.move): one.to_come for one in advice}, deed.ply.move.rstrip("!"))
        if max(one.to_come for one in advice) - worth > TIE:
            yield max(one.to_come for one in advice) - worth


def chosen(advised: dict[str, float], move: str) -> float:
    return advised[move] if move in advised else next(v for m, v in advised.items() if sorted(m) == sorted(move))


def to_come(policy: Policy, state: DiceState, seat: Seat) -> float:
    card = state.cards[seat]
    return 0.0 if card.full(state.ruleset) else policy.to_come(card.points(), state.saved[seat])


def unplayed(policy: Policy, match: Match, seat: Seat, deeds: list[Deed]) -> float:
    if deeds and deeds[-1].ply.drawn:
        return advise_state(policy, deeds[-1].after)[0].to_come
    return to_come(policy, match.state, seat)


def check(policy: Policy, match: Match) -> None:
    found = review(policy, match)
    assert len(found.seats) == len(match.players)
    for i, (seat, total) in enumerate(zip(found.seats, match.outcome.totals, strict=True)):
        deeds, start = standing(match, Seat(i)), match.opening().state
        assert seat.total == total
        assert seat.average + seat.luck - seat.given_away - seat.unplayed == pytest.approx(total, abs=1e-8)
        assert seat.average == pytest.approx(start.totals(Seat(i)).total + to_come(policy, start, Seat(i)))
        costs = list(given_away(policy, deeds))
        assert seat.given_away == pytest.approx(sum(costs), abs=1e-8)
        assert seat.unplayed == pytest.approx(unplayed(policy, match, Seat(i), deeds), abs=1e-8)
        assert [one.cost for one in seat.mistakes] == pytest.approx(sorted(costs, reverse=True)[:3], abs=1e-8)
        check_plies(match, seat)


def check_plies(match: Match, seat: SeatReview) -> None:
    """What is told of single plies is what the log has there."""
    for one in seat.mistakes:
        assert match.plies[one.ply - 1].move == one.move
    if seat.luckiest is not None:
        ply = match.plies[seat.luckiest.ply - 1]
        assert (ply.move, ply.drawn) == (seat.luckiest.kept, "".join(map(str, seat.luckiest.dice)))
        assert seat.luckiest.gain > 0


@settings(deadline=None, max_examples=60)
@given(matches())
def test_the_sums_hold_in_any_match_by_any_values(match: Match) -> None:
    check(Whim(match.state.ruleset), match)


@settings(deadline=None, max_examples=5)
@given(matches())
def test_the_sums_hold_by_a_plain_policy(match: Match) -> None:
    check(plain(match.state.ruleset), match)
