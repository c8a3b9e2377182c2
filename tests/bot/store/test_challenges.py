from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.ids import ChallengeId, GuildId, UserId
from bot.store import OpenChallenge, Store

Make = Callable[..., Any]


async def test_a_challenge_comes_back_as_it_went_in(store: Store, challenge: Make) -> None:
    key = await store.create_challenge(challenge())
    row = replace(challenge(), id=key)
    assert await store.load_challenge(key) == row
    assert await store.open_challenges() == [row]


async def test_a_second_open_challenge_to_the_same_member_is_refused(store: Store, challenge: Make) -> None:
    first = await store.create_challenge(challenge())
    with pytest.raises(OpenChallenge) as refused:
        await store.create_challenge(challenge(game="yahtzee"))
    assert refused.value.challenge_id == first


async def test_others_may_be_challenged_meanwhile(store: Store, challenge: Make) -> None:
    await store.create_challenge(challenge())
    await store.create_challenge(challenge(opponent_id=UserId(103)))
    await store.create_challenge(challenge(challenger_id=UserId(102), opponent_id=UserId(101)))
    await store.create_challenge(challenge(guild_id=GuildId(2)))
    assert len(await store.open_challenges()) == 4


async def test_a_challenge_is_settled_once(store: Store, challenge: Make) -> None:
    key = await store.create_challenge(challenge())
    outcomes = await asyncio.gather(
        *(store.close_challenge(key, status) for status in ("accepted", "declined", "expired"))
    )
    assert outcomes == [True, False, False]
    loaded = await store.load_challenge(key)
    assert loaded is not None
    assert loaded.status == "accepted"
    assert await store.open_challenges() == []
    assert await store.create_challenge(challenge()) > key


@pytest.mark.parametrize("forged", [0, 5, 10**40])
async def test_a_forged_number_finds_nothing(store: Store, forged: int) -> None:
    assert await store.load_challenge(ChallengeId(forged)) is None
