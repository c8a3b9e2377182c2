"""Reviews of matches that are over: for whoever asks, and, as soon as a result is shown, for its account."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from bot.account import Account, SeatAccount, can_be_reviewed
from bot.arbiter import Arbiter
from bot.errors import NoReview, TooManyQuestions
from bot.ids import SessionId
from bot.presenter import Presenter
from bot.recent import Recent
from bot.session import GameSession
from bot.strategist import Strategist
from engine.dice.dice_game import DiceState
from engine.game import GameError, MatchOver, Unsupported
from engine.match import Match, steps
from engine.strategy.review import Review

__all__ = ["Reviews", "before_the_last_round", "can_compete"]

log = logging.getLogger(__name__)

KEPT = 64
"""Reviews that are remembered: whoever looks at one seat after another waits once. One takes 10 KB at most."""

MOST_WAITING = 256
"""Results that wait for their account; a further one gets it when its review is asked for."""

MOST_ASKING = 2
"""Accounts that are asked for at once: members who press Review come first."""

PATIENCE, PAUSE, TRIES = 6.0, 5.0, 60
"""Seconds that an account is waited for, and those until it is looked for again; they cover several tables."""

STOPPING = 2.0
"""Seconds in which an account may still be stored and shown when the bot ends."""


class Reviews:
    """Asks the strategist, remembers what it said, and has results tell of luck and skill.

    A result is shown without its account first. That is found beside, stored through the arbiter, and only then shown.
    Where a table has to be built, it is asked for again and again rather than waited for: simulated Discord waits until
    the bot is at rest, and a pause is rest.
    """

    def __init__(self, strategist: Strategist, arbiter: Arbiter, presenter: Presenter) -> None:
        self._strategist = strategist
        self._arbiter = arbiter
        self._presenter = presenter
        self._known: Recent[SessionId, Review] = Recent(KEPT)
        self._chances: Recent[tuple[SessionId, int], tuple[float, ...]] = Recent(KEPT)
        self._telling: dict[SessionId, asyncio.Task[None]] = {}
        self._finding: dict[SessionId, asyncio.Task[Account]] = {}
        self._idle: set[asyncio.Task[None]] = set()
        self._closed = False

    async def of(self, session: GameSession) -> Review:
        """What dice and choices did in a match that is over; may take a minute. Raises NoReview, and why there is none.

        The reasons are the strategist's.
        """
        match = session.running()
        if not can_be_reviewed(match):
            raise NoReview(over=match.over)
        known = self._known.use(session.id)
        return known or self._known.keep(session.id, await self._strategist.review(match))

    async def chances(self, session: GameSession) -> tuple[float, ...]:
        """Each seat's chance to win a running match; raises MatchOver, Unsupported, and why nobody can tell."""
        match = session.running()
        if match.over:
            raise MatchOver
        if not can_compete(match):
            raise Unsupported("nobody is left to be ahead of")
        key = (session.id, match.ply)
        known = self._chances.use(key)
        return known or self._chances.keep(key, await self._strategist.chances(match))

    # -- accounts -------------------------------------------------------------------------------------------------

    def shown(self, session: GameSession) -> None:
        """A session is shown: where it is a result without an account, that is found."""
        match = session.match
        if match is None or session.account is not None or not can_be_reviewed(match):
            return
        if not self._closed and session.id not in self._telling and len(self._telling) < MOST_WAITING:
            task = asyncio.create_task(self._tell(session.id), name=f"account of session {session.id}")
            self._telling[session.id] = task
            task.add_done_callback(lambda _: self._telling.pop(session.id, None))

    async def close(self) -> None:
        """Find no more. Nobody waits for the strategist; an account that is being stored is stored."""
        self._closed = True
        for waiting in (*self._idle, *self._finding.values()):
            waiting.cancel()
        under_way = {*self._telling.values(), *self._finding.values()}
        if under_way:
            # Cancelled in the middle of a read, they would leave a connection, and its thread, behind.
            _, late = await asyncio.wait(under_way, timeout=STOPPING)
            for task in late:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)

    async def _tell(self, session_id: SessionId) -> None:
        """Have a result say what luck and skill did, as soon as that can be had."""
        try:
            for _ in range(TRIES):
                if await self._told(session_id):
                    return
                with self._waiting(session_id):
                    await asyncio.sleep(PAUSE)
            log.info("the result of session %s says nothing of luck and skill: it took too long", session_id)
        except GameError as error:
            log.info("the result of session %s says nothing of luck and skill: %s", session_id, error)
        except Exception:
            log.exception("the result of session %s says nothing of luck and skill", session_id)
        finally:
            if (finding := self._finding.pop(session_id, None)) is not None:
                finding.cancel()

    async def _told(self, session_id: SessionId) -> bool:
        """Whether the result has its account now, stored and shown; not if the strategist is not ready."""
        session = await self._arbiter.session(session_id)
        if session.account is not None:
            return True
        with self._waiting(session_id):
            ready = await self._strategist.is_ready(session.running())
            account = await self._account(session) if ready else None
        if account is None:
            return False
        await self._presenter.show(await self._arbiter.accounted(session_id, account))
        return True

    @contextmanager
    def _waiting(self, session_id: SessionId) -> Iterator[None]:
        """Within, nothing is read or stored that has to come to its end: it is not begun when the bot ends."""
        if self._closed:
            raise asyncio.CancelledError
        task = self._telling[session_id]
        self._idle.add(task)
        try:
            yield
        finally:
            self._idle.discard(task)

    async def _account(self, session: GameSession) -> Account | None:
        """What luck and skill did; None if the strategist has no time for that now, or is not through with it."""
        finding = self._finding.get(session.id)
        if finding is None:
            if len(self._finding) >= MOST_ASKING:
                return None
            finding = self._finding[session.id] = asyncio.create_task(self._found(session))
        # It goes on beyond that: begun anew each time, it would never end on a slow machine.
        await asyncio.wait({finding}, timeout=PATIENCE)
        if not finding.done():
            return None
        del self._finding[session.id]
        try:
            return finding.result()
        except TooManyQuestions:
            return None

    async def _found(self, session: GameSession) -> Account:
        review = await self.of(session)
        chances = await self._before_the_last_round(session.running())
        return Account(tuple(map(SeatAccount.of, review.seats)), review.approximate, chances)

    async def _before_the_last_round(self, match: Match) -> tuple[float, ...]:
        # Beside the loop: a match of eight has hundreds of plies to replay.
        before = await asyncio.to_thread(before_the_last_round, match)
        try:
            return () if before is None else await self._strategist.chances(before)
        except GameError as error:
            log.info("a result says nothing of chances: %s", error)
            return ()


def can_compete(match: Match) -> bool:
    """Whether two seats or more of a dice match can still win it."""
    return isinstance(match.state, DiceState) and len(match.players) - len(match.resigned) > 1


def before_the_last_round(match: Match) -> Match | None:
    """A match that is over as it was before its last round, when all who still played had as many boxes to fill.

    None where nobody could win or lose: alone, or where all others have resigned before the end of the first round.
    """
    if len(match.players) < 2:
        return None
    rounds = (step for step in steps(match.opening(), match.plies) if _begins_a_round(step))
    last = deque(rounds, maxlen=1)
    return last.pop() if last else None


def _begins_a_round(match: Match) -> bool:
    state: DiceState = match.state
    filled = {len(card.scores) for seat, card in enumerate(state.cards) if seat not in state.resigned}
    return can_compete(match) and not match.over and not state.turn.used and len(filled) == 1
