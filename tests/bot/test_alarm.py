"""An alarm that is set from anywhere must never fail whoever sets it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from discord.utils import utcnow

from bot.alarm import Alarm


async def test_it_can_be_set_after_somebody_has_set_the_machines_clock_back() -> None:
    rung, past = asyncio.Event(), [timedelta()]
    alarm = Alarm(rung.set, now=lambda: utcnow() - past[0])
    alarm.start()
    await asyncio.wait_for(rung.wait(), 60)
    await asyncio.sleep(0)
    rung.clear()
    past[0] = timedelta(hours=1)
    alarm.set(utcnow() - past[0] + timedelta(seconds=1))
    await asyncio.wait_for(rung.wait(), 60)
    alarm.stop()
