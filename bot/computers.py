"""Computer players: they move without a press, a natural pause after whoever moved before.

What a computer does is chosen at a ply and played at that ply only, and committed before it is shown, as a press is.
What is under way lives in memory: another process finds the games in which a computer is to move, and goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from bot.alarm import Alarm
from bot.computer_seats import computer_to_move, computers_of, holding, is_held, is_keep, natural_pause
from bot.errors import NoSession
from bot.ids import SessionId
from bot.session import GameSession
from bot.store import StoreError
from bot.ui.moving import show_board
from bot.ui.press import Services
from engine.game import MatchOver, Move, NotYourTurn, StalePly

__all__ = ["Computers", "Pause"]

log = logging.getLogger(__name__)

Pause = Callable[[GameSession], timedelta]
"""How long the computer to move waits before its next ply."""

GAPS = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600))
"""Between one try and the next where a computer could not move; the last one again and again."""

OVERTAKEN = (StalePly, MatchOver, NotYourTurn)
"""Somebody was quicker: what was chosen is worth nothing, and nothing is wrong."""

STOPPING = 2.0
"""Seconds in which a move may still be stored and shown when the bot ends; whoever only thinks is stopped at once."""


class Computers:
    """Moves for the computers: one task a session at most, while its computer does something."""

    def __init__(self, services: Services, *, pause: Pause = natural_pause) -> None:
        self._services = services
        self._arbiter = services.arbiter
        self._now = services.now
        self._pause = pause
        self._alarm = Alarm(self._begin_due, now=services.now)
        self._plans: dict[SessionId, datetime] = {}
        self._chosen: dict[SessionId, tuple[int, Move]] = {}
        self._failures: dict[SessionId, int] = {}
        self._acting: dict[SessionId, asyncio.Task[None]] = {}
        self._thinking: set[SessionId] = set()
        self._finding: asyncio.Task[None] | None = None
        self._find_at: datetime | None = services.now()
        self._stopped = False

    def start(self) -> None:
        """Watch every change from now on, and go on with what another process has left."""
        self._arbiter.sessions.changed = self.watch
        self._alarm.start()

    async def stop(self) -> None:
        """Move no more. Nobody waits for a thought; a move that is being stored is stored."""
        self._stopped = True
        self._alarm.stop()
        for session_id in self._thinking:
            self._acting[session_id].cancel()
        under_way = {*self._acting.values(), *filter(None, [self._finding])}
        if under_way:
            # Cancelled in the middle of a read, they would leave a connection, and its thread, behind.
            _, late = await asyncio.wait(under_way, timeout=STOPPING)
            for task in late:
                task.cancel()

    # -- whose turn it is -----------------------------------------------------------------------------------------

    def watch(self, session: GameSession) -> None:
        """Told of every session that has changed: where a computer is to move, and is seen to, it will."""
        if computer_to_move(session) is None or session.message is None:
            self._forget(session.id)
        elif session.id not in self._plans:
            self._plan(session.id, self._pause(session))

    def _forget(self, session_id: SessionId) -> None:
        for known in (self._plans, self._chosen, self._failures):
            if known:  # of most sessions there is nothing to forget
                known.pop(session_id, None)

    def _plan(self, session_id: SessionId, pause: timedelta) -> None:
        if not self._stopped:
            at = self._plans[session_id] = self._now() + pause
            self._alarm.set(at)

    async def _find(self) -> None:
        """Look for the games in which a computer was to move when the last process ended."""
        try:
            for session_id in await self._services.store.sessions_for_computers():
                if self._stopped:
                    return
                await self._look(session_id)
        except Exception:
            log.exception("games in which a computer is to move are looked for again in %s", GAPS[1])
            self._find_at = self._now() + GAPS[1]
            self._alarm.set(self._find_at)

    async def _look(self, session_id: SessionId) -> None:
        try:
            self.watch(await self._arbiter.session(session_id))
        except StoreError:
            raise
        except Exception:
            log.exception("session %s goes on when somebody presses", session_id)  # the others go on now

    # -- a ply ----------------------------------------------------------------------------------------------------

    def _begin_due(self) -> None:
        """Begin what is due, but for sessions in which the last ply is still being shown."""
        now = self._now()
        if self._find_at is not None and self._find_at <= now:
            self._find_at, self._finding = None, asyncio.create_task(self._find(), name="computers")
        free = {key: at for key, at in self._plans.items() if key not in self._acting}
        for session_id, at in free.items():
            if at <= now:
                del self._plans[session_id]
                task = asyncio.create_task(self._try(session_id), name=f"computer {session_id}")
                self._acting[session_id] = task
                task.add_done_callback(partial(self._acted, session_id))
            else:
                self._alarm.set(at)

    def _acted(self, session_id: SessionId, _: asyncio.Task[None]) -> None:
        del self._acting[session_id]
        if not self._stopped and (at := self._plans.get(session_id)) is not None:
            self._alarm.set(at)

    async def _try(self, session_id: SessionId) -> None:
        """Play a ply; one that fails is tried again later, and the game waits."""
        try:
            try:
                await self._act(session_id)
            except OVERTAKEN:
                self.watch(await self._arbiter.session(session_id))
        except NoSession:
            self._forget(session_id)
        except Exception:
            failed = self._failures[session_id] = self._failures.get(session_id, 0) + 1
            gap = GAPS[min(failed, len(GAPS)) - 1]
            self._chosen.pop(session_id, None)  # it may be what is wrong
            log.exception("the computer in session %s could not move, and tries again in %s", session_id, gap)
            self._plan(session_id, gap)
        else:
            self._failures.pop(session_id, None)

    async def _act(self, session_id: SessionId) -> None:
        session = await self._arbiter.session(session_id)
        if computer_to_move(session) is None or session.message is None:
            return
        move = await self._choice(session)
        if _is_followed(session) and is_keep(move) and not is_held(session, move):
            await show_board(self._services, await self._hold(session, move))
            return
        after = await self._arbiter.computer_move(session_id, move, ply=session.ply)
        if not _is_followed(session) and after.running().to_move == session.running().to_move:
            return
        try:
            shown = await self._with_next_holds(after)
        except Exception:
            await show_board(self._services, after)
            raise
        await show_board(self._services, shown)

    async def _with_next_holds(self, session: GameSession) -> GameSession:
        """The session as its board shows it before the next roll: with the dice held that the computer keeps."""
        computer = computer_to_move(session)
        if computer is None or not _is_followed(session) or not session.running().state.turn.dice or self._stopped:
            return session
        move = await self._choice(session)
        return await self._hold(session, move) if is_keep(move) else session

    async def _hold(self, session: GameSession, keep: Move) -> GameSession:
        return await self._arbiter.change(session.id, lambda s: holding(s, keep, ply=session.ply), actor=None)

    async def _choice(self, session: GameSession) -> Move:
        """What the computer to move does, chosen once."""
        ply, move = self._chosen.get(session.id, (None, None))
        if move is not None and ply == session.ply:
            return move
        computer = computer_to_move(session)
        assert computer is not None
        assert computer.computer is not None
        self._thinking.add(session.id)
        try:
            move = await self._services.strategist.choose(session.running(), computer.computer)
        finally:
            self._thinking.discard(session.id)
        self._chosen[session.id] = session.ply, move
        return move


def _is_followed(session: GameSession) -> bool:
    """Whether members see each ply: where several computers move, Discord would not take so many edits."""
    return len(computers_of(session)) == 1
