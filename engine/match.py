"""A match: a game under its options, the seats, and the deal and the plies that lead to the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from engine.game import Chance, Game, IllegalMove, Move, Options, Outcome, Ply, Seat, StalePly


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: a name, and the level if it is a computer's."""

    name: str
    computer: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match as a value: every method returns another one, and a refused move raises and changes nothing.

    `dealt` is what chance gave before the first ply (a deck); empty in a game that starts without chance.
    """

    game: Game[Any]
    options: Options
    players: tuple[Player, ...]
    state: Any
    plies: tuple[Ply, ...] = ()
    dealt: str = ""

    @classmethod
    def start(cls, game: Game[Any], options: Options, players: Iterable[Player]) -> Match:
        """The match at ply 0, not yet dealt; raises IllegalMove for a number of seats that the game does not take."""
        seated = tuple(players)
        if len(seated) not in game.seats:
            raise IllegalMove(f"{game.title} takes {seats(game)}, not {len(seated)}")
        return cls(game, options, seated, game.start(options, len(seated)))

    @property
    def ply(self) -> int:
        """The number of plies played."""
        return len(self.plies)

    @property
    def to_move(self) -> Seat | None:
        """The seat whose move it is; None when the match is over."""
        return self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome:
        """Totals and places as they stand."""
        return self.game.outcome(self.state)

    @property
    def resigned(self) -> frozenset[Seat]:
        """The seats that are out of the match."""
        return self.game.resigned(self.state)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.to_move is None

    def check_ply(self, ply: int | None) -> None:
        """Raise StalePly unless the move was chosen at the match's own ply (None: not asked)."""
        if ply is not None and ply != self.ply:
            raise StalePly(ply, self.ply)

    def play(self, seat: Seat | None, move: Move, chance: Chance, *, ply: int | None = None) -> Match:
        """The match after a move, what chance then gives, and what the game itself plays next.

        Raises MatchOver, StalePly, NotYourTurn or IllegalMove, asked in this order.
        """
        if self.over:
            self.game.play(self.state, seat, move)
        self.check_ply(ply)
        return self._apply(seat, move, chance).proceed(chance)

    def proceed(self, chance: Chance) -> Match:
        """The match after the deal and everything that the game plays by itself (an automatic first roll)."""
        match = self.deal(self.game.draw(self.state, chance, 0)) if self.waits_for_deal else self
        move = match.game.continues(match.state)
        while move is not None:
            match = match._apply(match.to_move, move, chance)
            move = match.game.continues(match.state)
        return match

    def overrun(self, chance: Chance) -> Match:
        """The match after the clock has played for the seat to move, whose turn time is up, until its turn is over.

        Raises MatchOver, or IllegalMove where the game's turns have no time.
        """
        match, seat = self, self.to_move
        while match.ply == self.ply or match.still_in_turn(self):
            match = match.play(seat, match.game.overdue(match.state), chance)
        return match

    def still_in_turn(self, earlier: Match) -> bool:
        """Whether the turn goes on that an earlier match of this log was in: nothing but rolls and others' going."""
        seat = earlier.to_move
        return self.to_move == seat and all(ply.drawn or ply.seat != seat for ply in self.plies[earlier.ply :])

    @property
    def waits_for_deal(self) -> bool:
        """Whether chance is due before the first ply."""
        return not self.plies and not self.dealt and self.game.waits(self.state)

    def deal(self, drawn: str) -> Match:
        """The match with what chance gave at ply 0; raises IllegalMove when it can't have, or nothing was due."""
        if not self.waits_for_deal:
            raise IllegalMove(f"{self.game.title}: nothing is to be dealt now")
        return replace(self, state=self.game.settle(self.state, drawn), dealt=drawn)

    def opening(self) -> Match:
        """The match as it was at ply 0, with its deal."""
        start = Match.start(self.game, self.options, self.players)
        return start.deal(self.dealt) if self.dealt else start

    def _apply(self, seat: Seat | None, move: Move, chance: Chance) -> Match:
        state, logged = self.game.play(self.state, seat, move)
        drawn = ""
        if self.game.waits(state):
            drawn = self.game.draw(state, chance, self.ply + 1)
            state = self.game.settle(state, drawn)
        return self._with(state, Ply(seat, logged, drawn))

    def replay(self, ply: Ply) -> Match:
        """The match after a logged ply, chance included; raises the GameError that says why it can't be."""
        state, logged = self.game.play(self.state, ply.seat, ply.move)
        if logged != ply.move:
            raise IllegalMove(f"{ply.move} is no move here: {logged} would be")
        if self.game.waits(state):
            state = self.game.settle(state, ply.drawn)
        elif ply.drawn:
            raise IllegalMove(f"{ply.move} draws nothing, and {ply.drawn} was drawn")
        return self._with(state, ply)

    def _with(self, state: Any, ply: Ply) -> Match:
        return replace(self, state=state, plies=(*self.plies, ply if ply.drawn else _shared(ply)))

    def with_state(self, state: Any) -> Match:
        """The match with a change that is no ply (held dice)."""
        return replace(self, state=state)


@lru_cache(maxsize=4096)
def _shared(ply: Ply) -> Ply:
    """The ply as it was seen first: most are played again and again, and a log of them is kept for every match."""
    return ply


def seats(game: Game[Any]) -> str:
    """The numbers of seats that a game takes, in words."""
    low, high = game.seats[0], game.seats[-1]
    return f"{low} to {high} seats" if low < high else f"{low} seat{'s' * (low > 1)}"


def replay(start: Match, plies: Iterable[Ply]) -> Match:
    """The match after a whole log; raises the GameError of the first ply that can't be."""
    match = start
    for ply in plies:
        match = match.replay(ply)
    return match


def steps(start: Match, plies: Iterable[Ply]) -> Iterator[Match]:
    """The match after each ply of a log."""
    match = start
    for ply in plies:
        match = match.replay(ply)
        yield match
