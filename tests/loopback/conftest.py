"""Simulated Discord without a bot, and a client to speak to it as a bot does."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from benchmarks.loopback import Loopback


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session
