"""The one state machine that plays every dice ruleset.

A turn is roll, hold, roll, ... and one placement. States are values: each method takes one and returns another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

from engine.dice import notation
from engine.dice.roll import Dice, keep, merge, read_keep, read_roll, show
from engine.dice.ruleset import Ruleset, Score
from engine.dice.scorecard import Scorecard, Totals, totals
from engine.game import (
    Chance,
    Game,
    IllegalMove,
    MatchOver,
    Move,
    NotYourTurn,
    Option,
    Options,
    Outcome,
    Seat,
    Written,
)

ROLL = notation.OPENING
"""Roll what is not held; after the first roll of a turn the log has the keep that it stands for."""

MAX_SEATS = 8


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's turn: its dice, the held ones (a bit mask) and the rolls used so far."""

    seat: Seat
    dice: Dice = ()
    held: int = 0
    used: int = 0


@dataclass(frozen=True, slots=True)
class Placement:
    """The last placement, and what undo needs to take it back: the turn as it was, and the rolls saved before it."""

    turn: Turn
    box: str
    score: Score
    saved_before: int
    by: str = "player"
    undoable: bool = True


@dataclass(frozen=True, slots=True)
class DiceState:
    """A dice match between two plies; `rolling` while a roll is due from chance, `ended` says how it ended."""

    ruleset: Ruleset
    options: Options
    cards: tuple[Scorecard, ...]
    saved: tuple[int, ...]
    turn: Turn
    resigned: frozenset[Seat] = frozenset()
    rolling: bool = False
    last: Placement | None = None
    ended: str = "running"
    placed: int | None = field(default=None, compare=False)

    @property
    def card(self) -> Scorecard:
        """The card of the seat to move."""
        return self.cards[self.turn.seat]

    @property
    def rolls_left(self) -> int:
        """The rolls that this turn still allows, saved ones included."""
        return self.ruleset.budget.available(self.saved[self.turn.seat]) - self.turn.used

    @property
    def unused_rolls(self) -> int:
        """The rolls that count as unused if a box is filled now; 0 before the first."""
        return self.rolls_left if self.turn.used else 0

    def saved_now(self, seat: Seat) -> int:
        """The rolls that a seat has saved at this moment: a turn uses its new rolls first, then the saved ones."""
        saved = self.saved[seat]
        return min(saved, self.rolls_left) if self.ended == "running" and seat == self.turn.seat else saved

    def totals(self, seat: Seat) -> Totals:
        """What that seat's card adds up to."""
        return totals(self.ruleset, self.cards[seat])

    def worth(self) -> dict[str, Score]:
        """What each box that may be filled now would get; empty while none may."""
        if self.ended != "running" or self.rolling or self.turn.used < self.ruleset.budget.least:
            return {}
        return self.ruleset.legal(self.card.points(), self.turn.dice, self.unused_rolls)


@dataclass(frozen=True)
class DiceGame(Game[DiceState]):
    """A dice game: its options, and the ruleset that they give."""

    id: str
    title: str
    summary: str
    options: tuple[Option, ...]
    rules: Callable[[Options], Ruleset]
    tips: tuple[str, ...] = ()
    kin: str = ""
    seats: range = range(1, MAX_SEATS + 1)
    clock = "clock_seconds_per_player"

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", lru_cache(maxsize=256)(self.rules))

    # -- states ---------------------------------------------------------------------------------------------------

    def start(self, options: Options, seats: int) -> DiceState:
        return DiceState(self.rules(options), options, (Scorecard(),) * seats, (0,) * seats, Turn(Seat(0)))

    def to_move(self, state: DiceState) -> Seat | None:
        return state.turn.seat if state.ended == "running" else None

    def outcome(self, state: DiceState) -> Outcome:
        sums = tuple(state.totals(Seat(i)).total for i in range(len(state.cards)))
        # Resigned seats rank below all others, by total among themselves (RULES section 0).
        keys = [(Seat(i) not in state.resigned, total) for i, total in enumerate(sums)]
        places = tuple(1 + sum(other > key for other in keys) for key in keys)
        return Outcome(state.ended, sums, places, state.resigned)

    def resigned(self, state: DiceState) -> frozenset[Seat]:
        return state.resigned

    def legal_moves(self, state: DiceState, seat: Seat) -> tuple[Move, ...]:
        if self.to_move(state) != seat or state.rolling:
            return ()
        return (*self._keeps(state), *(Move(box) for box in state.worth()))

    def _keeps(self, state: DiceState) -> list[Move]:
        dice, size = state.turn.dice, state.ruleset.dice
        if not state.rolls_left:
            return []
        if not dice:
            return [ROLL]
        return list(dict.fromkeys(keep(dice, held, size) for held in range((1 << size) - 1)))

    # -- moves ----------------------------------------------------------------------------------------------------

    def play(self, state: DiceState, seat: Seat | None, move: Move) -> tuple[DiceState, Move]:
        if state.ended != "running":
            raise MatchOver
        state = replace(state, placed=None)
        if move == "stop":
            if seat is not None:
                raise IllegalMove("stop is nobody's move: it stands without a seat")
            return replace(state, ended="stopped", rolling=False), move
        if seat is None or not 0 <= seat < len(state.cards):
            raise IllegalMove(_no_seat(state, seat))
        if seat in state.resigned:
            raise IllegalMove(f"seat {seat + 1} has resigned")
        return self._play_seat(state, seat, move)

    def _play_seat(self, state: DiceState, seat: Seat, move: Move) -> tuple[DiceState, Move]:
        if state.rolling:
            raise IllegalMove("the dice are still rolling")
        anytime = {"resign": self._resign, "undo": self._undo}
        if move in anytime:
            return anytime[move](state, seat), move
        if seat != state.turn.seat:
            raise NotYourTurn(seat, state.turn.seat)
        on_turn = {"end": self._end, "skip": self._skip, "timeout": self._timeout}
        if move in on_turn:
            return on_turn[move](state), move
        if move == ROLL or notation.KEEP.fullmatch(move):
            return self._roll(state, move)
        return self._place(state, move), move

    def hold(self, state: DiceState, seat: Seat, die: int, *, on: bool) -> DiceState:
        """The state with one die (1-based) held or released; asking twice changes nothing. Holds are no plies.

        Raises MatchOver, NotYourTurn, or IllegalMove for a die that isn't there, before the first roll, or when no
        roll is left that a hold could matter for.
        """
        self._check_hold(state, seat)
        if not 1 <= die <= state.ruleset.dice:
            raise IllegalMove(f"there is no die {die}; there are {state.ruleset.dice}")
        bit = 1 << (die - 1)
        held = state.turn.held | bit if on else state.turn.held & ~bit
        return replace(state, turn=replace(state.turn, held=held))

    def holding(self, state: DiceState, seat: Seat | None, move: Move) -> DiceState:
        self._check_hold(state, seat)
        return self.with_holds(state, read_keep(move, state.turn.dice, state.ruleset.dice))

    def _check_hold(self, state: DiceState, seat: Seat | None) -> None:
        if state.ended != "running":
            raise MatchOver
        if seat is None or not 0 <= seat < len(state.cards):
            raise IllegalMove(_no_seat(state, seat))
        if seat != state.turn.seat:
            raise NotYourTurn(seat, state.turn.seat)
        if not state.turn.dice:
            raise IllegalMove("dice are held after the first roll of a turn")
        if not state.rolls_left:
            raise IllegalMove("no roll is left in this turn: choose a box")

    def with_holds(self, state: DiceState, held: int) -> DiceState:
        """The state with exactly these dice held, as far as it has dice to hold."""
        mask = (1 << len(state.turn.dice)) - 1
        return replace(state, turn=replace(state.turn, held=held & mask))

    def _roll(self, state: DiceState, move: Move) -> tuple[DiceState, Move]:
        turn, size = state.turn, state.ruleset.dice
        if not state.rolls_left:
            raise IllegalMove("no roll is left in this turn: choose a box")
        if not turn.dice and move != ROLL:
            raise IllegalMove(f"{move[:40]}: a turn opens with a roll of all dice; nothing can be kept before it")
        held = turn.held if move == ROLL else read_keep(move, turn.dice, size)
        if held == (1 << size) - 1:
            raise IllegalMove("every die is held: release one, or choose a box")
        rolled = replace(state, turn=replace(turn, held=held, used=turn.used + 1), rolling=True, last=_seen(state.last))
        return rolled, keep(turn.dice, held, size) if turn.dice else ROLL

    def _place(self, state: DiceState, move: Move) -> DiceState:
        box_id, by = (move[:-1], "clock") if move.endswith("!") else (move, "player")
        turn = state.turn
        state.ruleset.box(box_id)
        if turn.used < state.ruleset.budget.least:
            raise IllegalMove("roll the dice first: a box is filled after at least one roll")
        score = state.ruleset.place(state.card.points(), box_id, turn.dice, state.unused_rolls)
        saved = state.ruleset.budget.saved_after(state.saved[turn.seat], turn.used)
        undoable = by == "player" and not state.ruleset.budget.automatic
        placement = Placement(turn, box_id, score, state.saved[turn.seat], by, undoable)
        return self._fill(state, placement, saved)

    def _skip(self, state: DiceState) -> DiceState:
        turn = state.turn
        box = state.ruleset.next_box(state.card.points())
        saved = state.ruleset.budget.saved_after_skip(state.saved[turn.seat], turn.used)
        return self._fill(state, Placement(turn, box.id, Score(0), state.saved[turn.seat], "skip", False), saved)

    def _fill(self, state: DiceState, placement: Placement, saved: int) -> DiceState:
        seat = placement.turn.seat
        cards = _replaced(state.cards, seat, state.cards[seat].with_score(placement.box, placement.score))
        filled = replace(
            state,
            cards=cards,
            saved=_replaced(state.saved, seat, saved),
            last=placement,
            placed=placement.score.points,
        )
        return self._pass_on(filled, "complete")

    def _pass_on(self, state: DiceState, ended: str) -> DiceState:
        """The turn goes to the next active seat with an open box; without one the match has ended in this way."""
        seats = len(state.cards)
        for step in range(1, seats + 1):
            seat = Seat((state.turn.seat + step) % seats)
            if seat not in state.resigned and not state.cards[seat].full(state.ruleset):
                return replace(state, turn=Turn(seat), rolling=False)
        return replace(state, turn=Turn(state.turn.seat), rolling=False, ended=ended)

    def _undo(self, state: DiceState, seat: Seat) -> DiceState:
        last = state.last
        if last is None or last.turn.seat != seat:
            raise IllegalMove(f"seat {seat + 1} has no box to take back")
        if not last.undoable:
            raise IllegalMove("a box is taken back by whoever filled it, until new dice have been seen")
        return replace(
            state,
            cards=_replaced(state.cards, seat, state.cards[seat].without(last.box)),
            saved=_replaced(state.saved, seat, last.saved_before),
            turn=last.turn,
            last=None,
        )

    def _resign(self, state: DiceState, seat: Seat) -> DiceState:
        return self._give_up(state, seat, "resigned")

    def _give_up(self, state: DiceState, seat: Seat, ended: str) -> DiceState:
        state = replace(state, resigned=state.resigned | {seat})
        if len(state.cards) - len(state.resigned) <= 1:
            return replace(state, ended=ended, rolling=False)
        return self._pass_on(state, ended) if seat == state.turn.seat else state

    def _end(self, state: DiceState) -> DiceState:
        if len(state.cards) > 1:
            raise IllegalMove("only a solo match is ended early; with several seats, resign")
        return replace(state, ended="ended_early")

    def _timeout(self, state: DiceState) -> DiceState:
        if state.options["clock_seconds_per_player"] is None:
            raise IllegalMove("timeout needs the whole-game clock (option clock_seconds_per_player), which is off")
        if state.options.word("on_timeout") == "forfeit":
            return self._give_up(state, state.turn.seat, "timeout")
        return replace(state, ended="timeout")

    # -- chance ---------------------------------------------------------------------------------------------------

    def waits(self, state: DiceState) -> bool:
        return state.rolling

    def draw(self, state: DiceState, chance: Chance, ply: int, *, shared: bool = False) -> str:
        turn = state.turn
        counter = f"{len(state.card.scores) + 1}.{turn.used}" if shared else str(ply)
        return show(merge(turn.dice, turn.held, chance.dice(counter, state.ruleset.dice)))

    def settle(self, state: DiceState, drawn: str) -> DiceState:
        turn, size = state.turn, state.ruleset.dice
        dice = read_roll(drawn, size)
        moved = next((i for i in range(size) if turn.held >> i & 1 and dice[i] != turn.dice[i]), None)
        if moved is not None:
            raise IllegalMove(f"{drawn}: die {moved + 1} was held at {turn.dice[moved]} and can't show {dice[moved]}")
        return replace(state, turn=replace(turn, dice=dice), rolling=False)

    def continues(self, state: DiceState) -> Move | None:
        fresh = state.ended == "running" and not state.turn.used and not state.rolling
        return ROLL if fresh and state.ruleset.budget.automatic else None

    def overdue(self, state: DiceState) -> Move:
        return OVERDUE[state.options.word("on_turn_timeout")](state)

    def finished(self, state: DiceState, seat: Seat) -> bool:
        return state.cards[seat].full(state.ruleset)

    # -- records --------------------------------------------------------------------------------------------------

    def read(self, words: Sequence[str]) -> list[Written]:
        return notation.read(words)

    def write(self, written: Sequence[Written]) -> list[str]:
        return notation.write(written)

    def points(self, state: DiceState) -> int | None:
        return state.placed

    def report(self, state: DiceState) -> list[dict[str, Any]]:
        outcome = self.outcome(state)
        return [self._report_seat(state, Seat(i), place) for i, place in enumerate(outcome.places)]

    def _report_seat(self, state: DiceState, seat: Seat, place: int) -> dict[str, Any]:
        card, sums = state.cards[seat].points(), state.totals(seat)
        return {
            "boxes": {box.id: card.get(box.id) for box in state.ruleset.boxes},
            "upper": sums.upper,
            "upper_bonus": sums.upper_bonus,
            "set_bonus": sums.set_bonus,
            "extra": sums.extra,
            "saved_rolls": state.saved[seat],
            "total": sums.total,
            "place": place,
        }


T = TypeVar("T")


def _replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _best_box(state: DiceState) -> Move:
    """What gets most for the dice as they lie; who has not rolled yet is rolled for once."""
    if not state.turn.dice:
        return ROLL
    worth = state.worth()
    return Move(f"{max(worth, key=lambda box: worth[box].points + worth[box].extra)}!")


OVERDUE: Mapping[str, Callable[[DiceState], Move]] = {
    "skip": lambda _state: Move("skip"),
    "auto": _best_box,
    "forfeit": lambda _state: Move("resign"),
}
"""What the clock plays when a turn's time is up (RULES section 0), by the option on_turn_timeout."""


def _no_seat(state: DiceState, seat: Seat | None) -> str:
    return f"there is no seat {'' if seat is None else seat + 1}; there are {len(state.cards)}"


def _seen(last: Placement | None) -> Placement | None:
    """The last placement once new dice have been seen: it can't be taken back any more."""
    return None if last is None else replace(last, undoable=False)
