"""`python -m benchmarks.win_first [MATCHES]`: playing to win against playing for points, of two seats.

A run of 100,000 matches is written to WIN_FIRST.md.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, fields, replace

import numpy as np

from benchmarks.reports import by_itself
from engine import strategy
from engine.dice.dice_game import Turn
from engine.game import Seat
from engine.games import dice_game
from engine.match import Match
from engine.match import Player as Seated
from engine.strategy import Table, win_first
from engine.strategy.ends import ByPoints, Choices, Ends
from engine.strategy.lattice import Floats, Index, Reals
from engine.strategy.outlook import PER_POINT, LastTurn, decided, still_open
from engine.strategy.placing import Hands
from engine.strategy.play import Player
from engine.strategy.seats import Seats, empty
from engine.strategy.turn_end import spreads

GAMES = ("yahtzee", "yatzy", "figure_yatzy")
MATCHES, IN_STEP = 100_000, 10_000
ASKED = 200
TRIED = """
Published (read in their abstracts only): Pawlewicz (A nearly optimal computer player in multi-player Yahtzee, 2010) has
a heuristic that can't be told from the optimal strategy in experiments, and calls the advantage of that insignificant;
Perkins (Optimal risk in multiagent blind tournaments, 2019) is about opponents who play unseen.

Tried before, with a prototype that is not kept and other dice, in 20,000 to 30,000 matches each (standard errors 0.10
to 0.15 %): a variance of its own for every state after the turn, fitted to simulated matches, so that boxes are chosen
by it too: 50.5 % in yahtzee, but 50.0 % in yatzy; those times 0.5, 0.7 and 1.4 in yahtzee, 0.7, 1.5 and 2.5 in
yatzy: none better; the fitted variance of the state before the turn for all its ends: 50.5 % and 50.3 %, not to be told
from the one variance that is kept, which needs no fit and was measured once, above. With one variance for all ends of a
turn, boxes differ from those for points in the last turn only, and it is the keeps that take more or less risk.
"""


@dataclass(frozen=True)
class Facing:
    """What seats that move know of the others: the lead in points of theirs, and how their chances follow from it."""

    lead: Reals
    deviation: Reals | None = None
    last: LastTurn | None = None
    spread: Index | None = None

    def chance(self, worth: Floats, seats: Index) -> Floats:
        """What an end of the turn is worth to these seats."""
        ahead = worth + self.lead[seats]
        if self.last is not None and self.spread is not None:
            chance = self.last.chance(ahead, np.broadcast_to(self.spread[seats], ahead.shape))
        elif self.deviation is not None:
            chance = still_open(ahead, self.deviation[seats])
        else:
            chance = decided(ahead)
        seen: Floats = chance + PER_POINT * worth
        return seen


class ByChance:
    """Goes by the chance to win."""

    alone = False

    def __init__(self, points: ByPoints, facing: Facing) -> None:
        self._points, self._facing = points, facing

    def ends(self, seats: Seats, which: Index) -> Ends:
        return ChanceEnds(self._points.ends(seats, which), self._facing, which)


class ChanceEnds:
    """The ends of a turn by the chance to win."""

    def __init__(self, points: Ends, facing: Facing, which: Index) -> None:
        self._points, self._facing, self._which = points, facing, which

    def stop(self, unused: int, out: Floats) -> None:
        self._points.stop(unused, out)
        out[...] = self._facing.chance(out.astype(np.float64), self._which)

    def of_hands(self, hands: Hands) -> Choices:
        choices = self._points.of_hands(hands)
        worth = self._facing.chance(choices.points, self._which[hands.state])
        return Choices(worth, choices.outcome, choices.points)


@dataclass(frozen=True)
class Series:
    """Matches of one who plays to win against one who plays for points: what the first won, and how lucky it was."""

    won: Reals
    luck: Reals
    totals: Reals
    others: Reals


class Bout:
    """Two seats of many matches; one plays to win in its last so many turns."""

    def __init__(self, table: Table, luck: np.random.Generator, turns: int) -> None:
        self._numbers, self._values = table.numbers, table.values
        self._points, self._turns = ByPoints(table.numbers, table.values), turns
        self._variance = win_first.turn_variance(table)
        self._dice = luck.spawn(2)

    def play(self, matches: int, *, first: bool) -> Series:
        """Play so many matches, in which the one that plays to win moves first or second."""
        ours, theirs = empty(self._numbers, matches), empty(self._numbers, matches)
        luck = np.zeros(matches)
        for _ in self._numbers.boxes:
            if first:
                ours, luck = self._to_win(ours, theirs, luck)
            theirs, luck = self._for_points(theirs, ours, luck)
            if not first:
                ours, luck = self._to_win(ours, theirs, luck)
        return Series(decided(ours.totals - theirs.totals), luck, ours.totals, theirs.totals)

    def _to_win(self, ours: Seats, theirs: Seats, luck: Reals) -> tuple[Seats, Reals]:
        left = self._open(ours)
        if left > self._turns:
            after = self._player(0, None).turn(ours)
            return after, luck + self._slope(ours, theirs) * (after.luck - ours.luck)
        judge = ByChance(self._points, self._facing(ours, theirs))
        after = self._player(0, judge).turn(ours)
        return after, luck + after.luck - ours.luck

    def _for_points(self, theirs: Seats, ours: Seats, luck: Reals) -> tuple[Seats, Reals]:
        after = self._player(1, None).turn(theirs)
        return after, luck - self._slope(ours, theirs) * (after.luck - theirs.luck)

    def _player(self, seat: int, judge: ByChance | None) -> Player:
        return Player(self._numbers, self._values, self._dice[seat], judge=judge)

    def _open(self, seats: Seats) -> int:
        return len(self._numbers.boxes) - seats.filled(self._numbers)

    def _expected(self, seats: Seats) -> Reals:
        to_come: Reals = self._values[seats.lower, seats.flags, seats.column].astype(np.float64)
        return seats.totals + to_come

    def _facing(self, ours: Seats, theirs: Seats) -> Facing:
        turns, its_turns = self._open(ours) - 1, self._open(theirs)
        if not turns and its_turns:
            last, which = self._last(theirs)
            return Facing(ours.totals - theirs.totals, last=last, spread=which)
        deviation = np.full(len(ours), ((turns + its_turns) * self._variance) ** 0.5)
        return Facing(ours.totals - self._expected(theirs), deviation if turns else None)

    def _last(self, seats: Seats) -> tuple[LastTurn, Index]:
        key = np.stack([seats.lower, seats.flags, seats.column])
        _, first, which = np.unique(key, axis=1, return_index=True, return_inverse=True)
        kinds = Seats(*(getattr(seats, field.name)[first] for field in fields(seats)))
        return LastTurn(spreads(self._numbers, self._values, kinds)), which

    def _slope(self, ours: Seats, theirs: Seats) -> Reals:
        """About what a point of luck changes in the chance to win, known before the luck is."""
        deviation = ((self._open(ours) + self._open(theirs)) * self._variance) ** 0.5
        ahead = (self._expected(ours) - self._expected(theirs)) / deviation
        slope: Reals = np.exp(-(ahead**2) / 2) / (deviation * (2 * np.pi) ** 0.5)
        return slope


def series(table: Table, matches: int, turns: int) -> Series:
    """So many matches, each seat being the first in half of them."""
    parts = []
    for number in range(max(1, matches // IN_STEP)):
        for first in (True, False):
            bout = Bout(table, np.random.default_rng([number, first]), turns)
            parts.append(bout.play(min(matches, IN_STEP) // 2, first=first))
    return Series(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Series)))


def row(game: str, played: Series, name: str) -> str:
    """What came of it. Luck is known to be 0 on average, so that taking it out leaves the same mean and less error."""
    matches = len(played.won)
    pairs = np.cov(played.won, played.luck)
    without = played.won - pairs[0, 1] / pairs[1, 1] * played.luck
    raw, share = (f"{x.mean():.2%} ± {x.std() / matches**0.5:.2%}" for x in (played.won, without))
    return (
        f"| {game} | {name} | {matches:,} | {share} | {raw} | {played.totals.mean():.1f} | {played.others.mean():.1f} |"
    )


def query(table: Table, game_id: str) -> str:
    """Microseconds of CPU for a question after the first roll of a match."""
    game = dice_game(game_id)
    match = Match.start(game, game.complete(), [Seated("Ada"), Seated("Bo")])
    match = match.with_state(replace(match.state, turn=Turn(Seat(0), (1, 1, 2, 4, 6), used=1)))
    win_first.advise_to_win(table, match)
    before = time.process_time()
    for _ in range(ASKED):
        win_first.advise_to_win(table, match)
    return f"{game_id} {(time.process_time() - before) / ASKED * 1e6:.0f} µs"


def report(matches: int) -> str:
    """The figures as Markdown."""
    lines = [
        "the share of matches of two seats that are won by the one that plays to win (engine/strategy/win_first.py), "
        "while the other one plays perfectly for points. Each is first in half of the matches, a tie is half a win, "
        "and ± is the standard error. The second share is the plain one; from the first the luck of the dice is taken "
        "out.\n",
        "| game | plays to win | matches | share | as it fell | average total | of the other |",
        "|---|---|---|---|---|---|---|",
    ]
    asked = []
    for game in GAMES:
        table = strategy.table(strategy.rules(game))
        boxes = len(table.numbers.boxes)
        for turns, name in ((boxes, "all the time"), (3, "in the last three turns"), (1, "in the last turn")):
            lines.append(row(game, series(table, matches, turns), name))
            print(lines[-1], file=sys.stderr, flush=True)
        asked.append(query(table, game))
    return "\n".join([*lines, f"\nA question takes (CPU): {', '.join(asked)}.", TRIED])


if __name__ == "__main__":
    sys.exit(by_itself("win_first", "Playing to win", report, sys.argv[1:], (MATCHES,)))
