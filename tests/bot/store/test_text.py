from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.ids import GuildId, UserId
from bot.store import SeatRow, Store

Make = Callable[..., Any]

HARD = [
    "",
    "\0",
    "a\0b",
    "\ud800",
    "x\udfff\0",
    "'; DROP TABLE moves; --",
    "\u202eevil",
    "e" + "\u0301" * 40,
    "\N{WOMAN}\u200d\N{GIRL}" * 32,
    "%s %(x)s :x",
]


@pytest.mark.parametrize("name", HARD)
async def test_any_name_can_be_seated(store: Store, session: Make, name: str) -> None:
    key = await store.create_session(session(seats=(SeatRow(0, UserId(1), name, None),)))
    loaded = await store.load_session(key)
    assert loaded is not None
    assert loaded[0].seats[0].name == name.replace("\0", "").replace("\ud800", "?").replace("\udfff", "?")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(scope=st.text(), option=st.text(), value=st.text())
def test_any_text_is_kept_and_found(tmp_path: Path, scope: str, option: str, value: str) -> None:
    async def choose() -> dict[tuple[str, str], str]:
        store = await Store.open(str(tmp_path / "parlour.db"))
        try:
            await store.set_option(GuildId(1), scope, option, value)
            chosen = await store.guild_options(GuildId(1))
            await store.set_option(GuildId(1), scope, option, None)
            assert await store.guild_options(GuildId(1)) == {}
            return chosen
        finally:
            await store.close()

    def kept(text: str) -> str:
        return text.replace("\0", "")

    assert asyncio.run(choose()) == {(kept(scope), kept(option)): kept(value)}
