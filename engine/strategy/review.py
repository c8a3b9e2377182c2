"""What dice and choices each did for a seat, in points that add up.

What a seat may expect to end with changes for two reasons only. A roll turns out better or worse than what was expected
of it: luck. A choice is worth less than the best one: given away. So for each seat, in any match, at any time:

    average + luck - given_away - unplayed = total
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.dice.dice_game import ROLL, DiceGame, DiceState
from engine.game import Ply, Seat, Unsupported
from engine.match import Match, steps
from engine.strategy.advice import Advice
from engine.strategy.ledger import TIE, Ledger, LuckyRoll, Mistake
from engine.strategy.policy import Policy
from engine.strategy.position import advise_state

__all__ = ["LARGEST", "TIE", "LuckyRoll", "Mistake", "Review", "SeatReview", "review"]

LARGEST = 3
"""How many mistakes of a seat are told."""

NO_CHOICE = frozenset({"resign", "timeout", "end", "stop"})
"""They end a seat's part in the match: what it still expected stays unplayed."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A seat's sums: average + luck - given_away - unplayed = total.

    `average` is what perfect play expects at the start, `unplayed` what was still expected when the seat stopped (0 for
    a full card). `mistakes` are the largest ones, the largest first; `luckiest` is None where no roll gained anything.
    """

    average: float
    luck: float
    given_away: float
    unplayed: float
    total: int
    mistakes: tuple[Mistake, ...]
    luckiest: LuckyRoll | None


@dataclass(frozen=True, slots=True)
class Review:
    """The seats' reviews; `approximate` where the values behind them only come close to perfect play."""

    seats: tuple[SeatReview, ...]
    approximate: bool


def review(policy: Policy, match: Match) -> Review:
    """What dice and choices did for each seat of a match, running or over, by the policy of its ruleset.

    A box taken back leaves no trace. Raises Unsupported for a game that knows no strategy.
    """
    if not isinstance(match.game, DiceGame):
        raise Unsupported(f"{match.game.title}: a review is known for dice games only")
    start = match.opening()
    averages = [_between_turns(policy, start.state, Seat(i)) for i in range(len(match.players))]
    ways = [_Way(Ledger(average)) for average in averages]
    before: DiceState = start.state
    for after in steps(start, match.plies):
        ply = after.plies[-1]
        if ply.seat is not None:
            ways[ply.seat] = _followed(policy, ways[ply.seat], _Step(ply, len(after.plies), before, after.state))
        before = after.state
    seats = map(_sums, averages, (way.ledger for way in ways), match.outcome.totals)
    return Review(tuple(seats), policy.approximate)


def _sums(average: float, ledger: Ledger, total: int) -> SeatReview:
    largest = sorted(ledger.mistakes, key=lambda mistake: -mistake.cost)[:LARGEST]
    unplayed = ledger.expected - total
    return SeatReview(average, ledger.luck, ledger.given_away, unplayed, total, tuple(largest), ledger.luckiest)


@dataclass(frozen=True, slots=True)
class _Way:
    """How far a seat has come: its ledger, the advice for the dice that lie there, its way before the last box."""

    ledger: Ledger
    advice: Sequence[Advice] = ()
    before_box: _Way | None = None


@dataclass(frozen=True, slots=True)
class _Step:
    """The match's nth ply, and the states around it."""

    ply: Ply
    number: int
    before: DiceState
    after: DiceState

    @property
    def turn(self) -> int:
        """Which of its seat's turns it belongs to."""
        return len(self.before.card.scores) + 1

    @property
    def earned(self) -> int:
        """The seat's points before it."""
        return self.before.totals(self.before.turn.seat).total


def _followed(policy: Policy, way: _Way, step: _Step) -> _Way:
    move = step.ply.move
    if move == "undo":
        assert way.before_box is not None
        return way.before_box
    if move in NO_CHOICE:
        return way
    here = way if way.advice else _opened(policy, way, step)
    if step.ply.drawn:
        return _rolled(policy, _chose(here, step, _worth(here, step)), step)
    later = _between_turns(policy, step.after, step.before.turn.seat)
    # Nobody is advised to skip: what that is worth is seen by what it leads to.
    chosen = _chose(here, step, later if move == "skip" else _worth(here, step))
    return _Way(chosen.ledger.turned_out(later), before_box=way)


def _opened(policy: Policy, way: _Way, step: _Step) -> _Way:
    """The begin of a turn.

    What a turn is expected to bring and what was expected before it are the same in a table but for the last digits,
    and differ where values are fitted to samples. That is nobody's choice: it is put down to luck, here and after a
    box, so that the sums hold for any values.
    """
    here = _Way(way.ledger, advise_state(policy, step.before))
    # A first roll that is made for the seat is no choice of its own, whatever else would have been better.
    made = step.before.ruleset.budget.automatic and step.ply.move == ROLL
    best = _worth(here, step) if made else step.earned + here.advice[0].to_come
    return replace(here, ledger=way.ledger.turned_out(best))


def _chose(way: _Way, step: _Step, worth: float) -> _Way:
    turn, better = step.before.turn, way.advice[0].move
    cost = way.ledger.expected - worth
    left = step.before.rolls_left
    mistake = Mistake(step.number, step.turn, turn.dice, left, step.ply.move, better, cost)
    return replace(way, ledger=way.ledger.chose(mistake))


def _rolled(policy: Policy, way: _Way, step: _Step) -> _Way:
    advice = advise_state(policy, step.after)
    gain = step.earned + advice[0].to_come - way.ledger.expected
    roll = LuckyRoll(step.number, step.turn, step.ply.move, step.after.turn.dice, gain)
    return _Way(way.ledger.rolled(roll), advice)


def _worth(way: _Way, step: _Step) -> float:
    """The total that this move was expected to lead to; equal keeps are advised once, by their first dice."""
    move = step.ply.move.removesuffix("!")
    same = [one.to_come for one in way.advice if one.move == move]
    alike = same or [one.to_come for one in way.advice if sorted(one.move) == sorted(move)]
    return step.earned + alike[0]


def _between_turns(policy: Policy, state: DiceState, seat: Seat) -> float:
    """The total that a seat is expected to end with while it has no turn."""
    earned, card = state.totals(seat).total, state.cards[seat]
    if card.full(state.ruleset):
        return float(earned)
    return earned + policy.to_come(card.points(), state.saved[seat])
