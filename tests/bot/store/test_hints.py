from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.ids import SessionId
from bot.store import Store

Make = Callable[..., Any]


async def test_hints_are_counted_by_seat(store: Store, session: Make) -> None:
    row = session(status="running")
    key = await store.create_session(row)
    assert await store.set_hints(key, 1, 3)
    loaded = await store.load_session(key)
    assert loaded is not None
    assert loaded[0].seats == (row.seats[0], replace(row.seats[1], hints=3))
    assert not await store.set_hints(key, 2, 1), "there is no such seat"
    assert not await store.set_hints(SessionId(key + 1), 0, 1)
