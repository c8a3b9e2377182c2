"""Reviews of matches that are over: for whoever asks, and, as soon as a result is shown, for its account."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque

from bot.account import Account, SeatAccount, can_be_reviewed
from bot.arbiter import Arbiter, Presenter
from bot.errors import NoReview
from bot.ids import SessionId
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


class Reviews:
    """Asks the strategist, remembers what it said, and has results tell of luck and skill.

    A result is shown without its account first. That is found beside, one after the other, stored through the arbiter,
    and only then shown. A task lives only while there is something to find.
    """

    def __init__(self, strategist: Strategist, arbiter: Arbiter, presenter: Presenter) -> None:
        self._strategist = strategist
        self._arbiter = arbiter
        self._presenter = presenter
        self._known: Recent[SessionId, Review] = Recent(KEPT)
        self._chances: Recent[tuple[SessionId, int], tuple[float, ...]] = Recent(KEPT)
        self._waiting: dict[SessionId, None] = {}
        self._task: asyncio.Task[None] | None = None
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
        if self._closed or match is None or session.account is not None or not can_be_reviewed(match):
            return
        if len(self._waiting) < MOST_WAITING:
            self._waiting[session.id] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve(), name="reviews")

    async def close(self) -> None:
        """Find no more."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _serve(self) -> None:
        while self._waiting:
            session_id = next(iter(self._waiting))
            try:
                await self._tell(session_id)
            except GameError as error:
                log.info("the result of session %s says nothing of luck and skill: %s", session_id, error)
            except Exception:
                log.exception("the result of session %s says nothing of luck and skill", session_id)
            self._waiting.pop(session_id)

    async def _tell(self, session_id: SessionId) -> None:
        """Store a result's account, and show it."""
        session = await self._arbiter.session(session_id)
        if session.account is not None:
            return
        review = await self.of(session)
        seats = tuple(map(SeatAccount.of, review.seats))
        account = Account(seats, review.approximate, await self._before_the_last_round(session.running()))
        await self._presenter.show(await self._arbiter.accounted(session_id, account))

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
