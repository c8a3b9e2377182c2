"""Any order of joining, leaving, kicks, time-outs, presses, restarts and outages: no game hangs, and none is lost.

The sessions are values, so hundreds of orders are tried in seconds; what is stored goes through the store's own SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from random import Random

import sqlalchemy as sa
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot import archive, lobbies, playing, presence, timekeeping
from bot.computer_seats import added, computer_to_move, moved
from bot.ids import UserId
from bot.pace import AWAY_FOR, IDLE_FOR
from bot.session import GameSession, Person
from bot.store import Addition, sessions, times
from bot.store.schema import metadata
from bot.table_options import GRACE, TABLE, TURN_TIME, length_of
from engine.game import GameError, Move, Options, Seat
from engine.match import Match
from tests.bot.seated import NOON, Seeded, lobby, user

SEATS = 4
MEMBERS = st.integers(0, SEATS - 1).map(user)
MINUTES = st.sampled_from((0, 1, 2, 30, 61, 12 * 60, 25 * 60)).map(lambda minutes: timedelta(minutes=minutes))
GAMES = ("yatzy", "figure_yatzy", "maxi_yatzy")
MOST_STEPS = 1000


class AnyOrder(RuleBasedStateMachine):
    """A session, its clock, and the time for which the bot was there."""

    @initialize(
        game=st.sampled_from(GAMES),
        table=st.fixed_dictionaries(
            {"turn_time": st.sampled_from(("off", "1m", "1h", "1d")), "grace": st.sampled_from(("1m", "1h"))}
        ),
        when_over=st.sampled_from(("skip", "auto", "forfeit")),
        clock=st.sampled_from((None, 60, 3600)),
        on_timeout=st.sampled_from(("end_game", "forfeit")),
        computers=st.integers(0, 2),
        members=st.integers(1, SEATS),
        started=st.integers(0, 9),
        seed=st.integers(0, 10**6),
    )
    def open(
        self,
        game: str,
        table: dict[str, str],
        when_over: str,
        clock: int | None,
        on_timeout: str,
        computers: int,
        members: int,
        started: int,
        seed: int,
    ) -> None:
        self.now = NOON
        self.up = timedelta(0)
        self.chance = Seeded(Random(seed))
        opened = lobby(
            game,
            [f"P{i}" for i in range(members)],
            on_turn_timeout=when_over,
            clock_seconds_per_player=clock,
            on_timeout=on_timeout,
        )
        for _ in range(computers):
            opened = added(opened, user(0), "casual")
        settled = Options.complete(TABLE, table)
        self.session = replace(opened, table=settled, expires_at=NOON + timedelta(hours=1))
        self.turn_began = self.up
        if started:  # one in ten stays a lobby for the rules to start
            self.start(user(0))

    # -- what happens ---------------------------------------------------------------------------------------------

    def act(self, change: Callable[[GameSession], GameSession]) -> bool:
        """As the arbiter does it: what was due comes first, then the change, then what follows at once."""
        before = self.session
        if before.match is not None:
            self.pass_time()
        try:
            after = change(self.session)
        except GameError:
            return False
        self.became(timekeeping.settle(after, self.now, self.chance) if after.status == "running" else after)
        return True

    def became(self, after: GameSession) -> None:
        before, self.session = self.session, after
        assert after.ply >= before.ply, "the ply never decreases"
        if after.pace is not None and (before.pace is None or after.pace.since != before.pace.since):
            self.turn_began = self.up

    def pass_time(self) -> None:
        before = self.session
        after = timekeeping.pass_time(before, self.now, self.chance)
        if after is not before and before.match is not None:
            self.nobody_was_hurried(before, after)
        self.became(after)
        gone = [after.leaves_at(seat) for seat in after.members]
        assert not [until for until in gone if until is not None and until <= self.now], (
            "whoever has left is out by then"
        )

    def nobody_was_hurried(self, before: GameSession, after: GameSession) -> None:
        """Whoever lost a turn to the clock had all its time, and the bot was there meanwhile."""
        assert before.match is not None
        assert after.match is not None
        seat, length = before.match.to_move, length_of(before.table, TURN_TIME)
        first = next((ply for ply in after.match.plies[before.ply :] if not ply.drawn), None)
        if first is None or first.seat != seat or seat is None or before.is_away(seat):
            return
        if (first.move == "skip" or first.move.endswith("!")) and length is not None:
            assert self.up - self.turn_began >= length

    @precondition(lambda self: self.session.status == "lobby")
    @rule(member=MEMBERS)
    def join(self, member: UserId) -> None:
        self.act(lambda s: lobbies.join(s, Person(member, f"P{member}")))

    @precondition(lambda self: self.session.status == "lobby")
    @rule(member=MEMBERS)
    def start(self, member: UserId) -> None:
        self.act(lambda s: lobbies.start(s, member, self.now, self.chance))

    @rule(member=MEMBERS, gone=st.sampled_from(("left", "server")))
    def leave(self, member: UserId, gone: str) -> None:
        self.act(lambda s: presence.away(s, member, self.now, gone))  # type: ignore[arg-type]

    @rule(member=MEMBERS)
    def come_back(self, member: UserId) -> None:
        self.act(lambda s: presence.back(s, member, self.now))

    @precondition(lambda self: self.session.status == "running")
    @rule(member=MEMBERS)
    def kick(self, member: UserId) -> None:
        self.act(lambda s: playing.kick(s, member, self.now, self.chance))

    @precondition(lambda self: self.session.status == "running")
    @rule(member=st.none() | MEMBERS, choice=st.integers(0, 10**6))
    def press(self, member: UserId | None, choice: int) -> None:
        """A press of the member to move (None), or of anybody, which is refused and changes nothing."""
        match, before = self.session.match, self.session
        assert match is not None
        mover = self.session.to_move
        member = member or (mover.user if mover is not None else None) or user(0)
        moves = match.game.legal_moves(match.state, match.to_move or Seat(0)) or (Move("roll"),)
        wanted = moves[choice % len(moves)]
        done = self.act(lambda s: playing.move(s, member, wanted, self.now, self.chance))
        if not done and self.session.ply == before.ply:
            assert self.session.match == before.match, "a refused move changes nothing"

    @precondition(lambda self: self.session.to_move is not None)
    @rule()
    def take_turn(self) -> None:
        """Whoever is to move, a computer too, plays the turn to its end."""
        match = self.session.match
        assert match is not None
        while self.session.match is not None and self.session.match.still_in_turn(match):
            before = self.session.match
            boxes = [m for m in before.game.legal_moves(before.state, before.to_move or Seat(0)) if m in _boxes(before)]
            wanted, mover = boxes[0] if boxes else Move("roll"), self.session.to_move
            assert mover is not None
            if mover.user is not None:
                self.act(partial(_moved, user=mover.user, move=wanted, now=self.now, chance=self.chance))
            else:
                self.act(partial(moved, move=wanted, now=self.now, chance=self.chance, ply=before.ply))

    @precondition(lambda self: computer_to_move(self.session) is not None)
    @rule(late=st.integers(0, 3))
    def computer_moves(self, late: int) -> None:
        """A computer rolls or fills a box, chosen at this ply or so many before: then it changes nothing."""
        before = self.session
        match = before.running()
        worth = match.state.worth()
        wanted = Move(next(iter(worth))) if worth else Move("roll")
        played = self.act(partial(moved, move=wanted, now=self.now, chance=self.chance, ply=before.ply - late))
        assert not (played and late)

    @precondition(lambda self: self.session.turn_ends is not None)
    @rule()
    def let_it_run_out(self) -> None:
        """Whoever is to move does nothing until the time is up."""
        assert self.session.turn_ends is not None
        passed = max(timedelta(0), self.session.turn_ends - self.now)
        self.now += passed
        self.up += passed
        self.pass_time()

    @precondition(lambda self: self.session.turn_ends is not None)
    @rule(member=MEMBERS)
    def sleep(self, member: UserId) -> None:
        """That member lets every turn run out, and the others play on, until nobody waits for the one asleep."""
        for _ in range(3 * len(self.session.people)):
            mover, match = self.session.to_move, self.session.match
            if mover is None or match is None or match.to_move is None:
                return
            if mover.user != member:
                self.take_turn()
            elif self.session.turn_ends is None or self.session.is_away(match.to_move):
                return
            else:
                self.let_it_run_out()

    @rule(member=MEMBERS)
    def undo(self, member: UserId) -> None:
        self.act(lambda s: playing.undo(s, member, self.now, self.chance, ply=s.ply))

    @rule(passed=MINUTES, looks=st.integers(1, 3))
    def wait(self, passed: timedelta, looks: int) -> None:
        """Time passes, and the clock looks now and then, late or in time."""
        for _ in range(looks):
            self.now += passed / looks
            self.up += passed / looks
            self.pass_time()

    @precondition(lambda self: not self.session.closed)
    @rule(down=MINUTES)
    def restart(self, down: timedelta) -> None:
        """Killed, and started again later: everything comes out of the store, put off by the time without a bot."""
        self.now += down
        before, self.session = self.session, stored(self.session, put_off=down)
        assert down or self.session == before
        assert (self.session.match, self.session.people) == (before.match, before.people)

    @rule()
    def outage(self) -> None:
        """The server was not reachable: everybody has all their time."""
        if self.act(lambda s: presence.anew(s, self.now)) and self.session.turn_ends is not None:
            assert self.session.turn_ends - self.now == length_of(self.session.table, TURN_TIME)

    @rule(lost=st.booleans())
    def board(self, lost: bool) -> None:
        """The board goes, or is posted again."""
        self.act(lambda s: replace(s, message=None if lost else lobby("yatzy", ["A"]).message))

    # -- what must be true ----------------------------------------------------------------------------------------

    @invariant()
    def the_next_active_seat_moves(self) -> None:
        match = self.session.match
        if match is None or match.over:
            return
        seat = match.to_move
        assert seat is not None
        assert seat not in match.outcome.resigned
        assert not match.game.finished(match.state, seat)
        assert self.session.members, "a table without members is over"
        assert self.session.pace is not None
        assert not (self.session.present and self.session.pace.seats[seat].missing), "nobody waits for who is away"

    @invariant()
    def the_host_is_there(self) -> None:
        if self.session.closed:
            return
        assert self.session.is_seated(self.session.host)
        heirs = [self.session.people[seat].user for seat in self.session.present]
        assert not heirs or self.session.status != "running" or self.session.host in heirs

    @invariant()
    def computers_are_left_in_peace(self) -> None:
        """Nothing is asked of them, and nothing of theirs can be taken back."""
        session = self.session
        if computer_to_move(session) is not None:
            assert (session.deadline, session.remind_at) == (None, None)
        placed = session.undoable
        assert placed is None or session.people[placed.turn.seat].user is not None
        assert session.closed or all(session.host != person.user for person in session.people if person.computer)

    @invariant()
    def a_moderator_can_always_stop_it(self) -> None:
        if self.session.status == "running":
            assert playing.stop(self.session, self.now, self.chance).status == "over"

    def teardown(self) -> None:
        """If nobody ever presses again, the clock ends the game, and idlers do not add up their times for ever."""
        if not hasattr(self, "session") or self.session.closed:
            return
        session, now, begun = self.session, self.now, self.now
        for _ in range(MOST_STEPS):
            due = timekeeping.due(session)
            if session.status == "over":
                self.was_in_time(session, now - begun)
                return
            assert due is not None, "a game that nothing will ever end"
            now = max(now, due)
            after = timekeeping.pass_time(session, now, self.chance)
            session = presence.reminded(session) if after is session else after
        raise AssertionError("a game that goes on and on without anybody")

    def was_in_time(self, session: GameSession, took: timedelta) -> None:
        length, grace = length_of(session.table, TURN_TIME), length_of(session.table, GRACE)
        assert grace is not None
        turns = 2 * SEATS * (length or timedelta(0))
        assert took <= turns + grace * SEATS + max(AWAY_FOR, IDLE_FOR) + timedelta(days=1)


def _boxes(match: Match) -> Collection[str]:
    return match.state.ruleset.index  # type: ignore[no-any-return]


def _moved(session: GameSession, user: UserId, move: Move, now: datetime, chance: Seeded) -> GameSession:
    return playing.move(session, user, move, now, chance)


def stored(session: GameSession, *, put_off: timedelta = timedelta(0)) -> GameSession:
    """The session as it comes out of a database that it was put into."""
    engine = sa.create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as connection:
        row = archive.to_row(session)
        key = sessions.create(connection, replace(row, status="running" if session.match else "lobby"), None)
        fresh = replace(session, match=None)
        moves = archive.new_moves(fresh, session, None, NOON)
        finish = archive.finish(session, session.ended_at or NOON)
        if session.match is not None and (moves or finish):
            ended = None if finish is None else replace(finish, results=())
            sessions.append(connection, [Addition(key, tuple(moves), row.holds, ended)])
        times.put_off(connection, put_off)
        loaded = sessions.load(connection, key)
    engine.dispose()
    assert loaded is not None
    return replace(archive.from_rows(*loaded), id=session.id)


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(
    max_examples=150, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
