"""What is new of a session goes into the store."""

from __future__ import annotations

from datetime import datetime

from bot import archive
from bot.ids import UserId
from bot.session import GameSession
from bot.store import DuplicatePly, PaceRow, Store, WrongStatus
from engine.game import StalePly

__all__ = ["has_new_terms", "has_same_time", "save"]


async def save(store: Store, before: GameSession, after: GameSession, actor: UserId | None, now: datetime) -> None:
    """Write whatever differs between two states of a session.

    Raises StalePly where the store is further than that, and ChannelTaken.
    """
    try:
        await _write(store, before, after, actor, now)
    except (DuplicatePly, WrongStatus) as error:
        raise StalePly(before.ply, before.ply + 1) from error


async def _write(store: Store, before: GameSession, after: GameSession, actor: UserId | None, now: datetime) -> None:
    if after.closed:
        await store.drop_session(after.id)
        return
    if before.channel != after.channel:
        with archive.refusals():
            await store.move_session(after.id, after.channel)
    started = before.match is None and after.match is not None
    if started:
        await store.start_session(archive.to_row(after), archive.deal(after, actor, now))
    held = archive.holds(after)
    pace = None if started else _changed_pace(before, after)
    host = after.host if after.match is not None and after.host != before.host else None
    if moves := archive.new_moves(before, after, actor, now):
        finish = archive.finish(after, now)
        rival = archive.rival(after, before, now)
        await store.append(after.id, moves, holds=held, finish=finish, pace=pace, host_id=host, rival=rival)
    elif held != archive.holds(before):
        await store.save_holds(after.id, after.ply, held)
    elif after.match is not None and (pace is not None or host is not None):
        await store.keep_time(after.id, pace=pace, host_id=host)
    if (before.message, before.nonce) != (after.message, after.nonce):
        await store.set_message(after.id, after.message, after.nonce)
    if has_new_terms(before, after):
        await store.save_lobby(archive.to_row(after))
    if not started:
        await _write_strategy(store, before, after)


async def _write_strategy(store: Store, before: GameSession, after: GameSession) -> None:
    """Write the hints that were used, and what became of a match that is over."""
    for seat, used in archive.new_hints(before, after).items():
        await store.set_hints(after.id, seat, used)
    if after.account is not None and after.account != before.account:
        await store.save_account(after.id, after.account.spell())


def has_new_terms(before: GameSession, after: GameSession) -> bool:
    """Whether it is a lobby, in which others sit now, or which starts under other options."""
    return after.match is None and not after.closed and _lobby(before) != _lobby(after)


def _lobby(session: GameSession) -> tuple[object, ...]:
    """What a lobby can change of itself."""
    return session.people, session.options, session.table, session.host


def _changed_pace(before: GameSession, after: GameSession) -> PaceRow | None:
    """The session's time, if it differs."""
    unchanged = after.match is None or has_same_time(before, after)
    return None if unchanged else archive.pace_row(after, before)


def has_same_time(before: GameSession, after: GameSession) -> bool:
    """Whether nothing that time looks at has changed: a roll or a hold leaves the very same pace."""
    same = (before.status, before.message, before.expires_at) == (after.status, after.message, after.expires_at)
    return same and before.pace is after.pace and before.why == after.why
