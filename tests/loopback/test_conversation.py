"""discord.py itself, in its own process, talks to simulated Discord; and the rules of answering hold."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord import Intents

from benchmarks.loopback import BotProcess, Interaction, Loopback, Message, NotReady, bot_environment, read_board

BOARD = [
    {
        "type": 17,
        "components": [
            {"type": 10, "content": "Yatzy"},
            {"type": 1, "components": [{"type": 2, "style": 2, "label": "4 ✓", "custom_id": "v1:7:3:h1-"}]},
            {"type": 1, "components": [{"type": 2, "style": 1, "label": "Roll", "custom_id": "v1:7:3:roll"}]},
        ],
    }
]
DEFAULT_INTENTS = Intents.default().value
EDIT: dict[str, Any] = {"type": 7, "data": {"components": BOARD, "flags": 1 << 15}}


@pytest.fixture
async def board(discord: Loopback) -> Message:
    message = discord.world.add_message(discord.world.add_guild("The Parlour").channels[0])
    message.flags = EDIT["data"]["flags"]
    message.components = BOARD
    return message


async def start_floor(discord: Loopback, board: Message, folder: Path) -> BotProcess:
    place = (str(board.channel.id), str(board.id), str(DEFAULT_INTENTS), "orjson")
    command = (sys.executable, "-m", "benchmarks.floor", *place)
    return await BotProcess.start(discord, bot_environment(discord, folder / "none.db"), folder, command)


async def press(discord: Loopback, board: Message) -> Interaction:
    interaction = discord.press(discord.world.add_member("Ada"), board, "v1:7:3:roll")
    await asyncio.wait_for(interaction.answer, 10)
    return interaction


async def post(http: aiohttp.ClientSession, discord: Loopback, interaction: Interaction, body: dict[str, Any]) -> int:
    address = f"{discord.api_base}/interactions/{interaction.id}/{interaction.token}/callback"
    async with http.post(address, json=body) as response:
        return response.status


async def test_a_bot_answers_presses_before_and_after_it_loses_its_connection(
    discord: Loopback, board: Message, tmp_path: Path
) -> None:
    bot = await start_floor(discord, board, tmp_path)
    try:
        assert (await press(discord, board)).answer.result().kind == 7
        await discord.gateway.drop()
        assert (await press(discord, board)).answer.result().kind == 7
    finally:
        await bot.end()
    assert board.text() == "Yatzy"
    assert discord.world.refusals == []


async def test_a_killed_bot_is_replaced_and_the_board_stays(discord: Loopback, board: Message, tmp_path: Path) -> None:
    for _ in range(2):
        bot = await start_floor(discord, board, tmp_path)
        await press(discord, board)
        assert bot.cpu_seconds() > 0
        await bot.end()
    shown = read_board(board)
    assert shown is not None
    assert (shown.session, shown.ply, shown.dice, shown.held) == (7, 3, "4", "x")


async def test_a_bot_that_does_not_start_says_why(discord: Loopback, tmp_path: Path) -> None:
    command = (sys.executable, "-c", "raise SystemExit('no token')")
    with pytest.raises(NotReady, match="no token"):
        await BotProcess.start(discord, bot_environment(discord, tmp_path / "none.db"), tmp_path, command)


async def test_an_interaction_is_answered_once(discord: Loopback, board: Message, http: aiohttp.ClientSession) -> None:
    interaction = discord.press(discord.world.add_member("Ada"), board, "v1:7:3:roll")
    assert await post(http, discord, interaction, EDIT) == 204
    assert await post(http, discord, interaction, EDIT) == 400
    assert [refusal.code for refusal in discord.world.refusals] == [40060]


async def test_an_answer_after_three_seconds_is_too_late(
    discord: Loopback, board: Message, http: aiohttp.ClientSession
) -> None:
    interaction = discord.press(discord.world.add_member("Ada"), board, "v1:7:3:roll")
    interaction.sent_at -= 3.1
    assert await post(http, discord, interaction, EDIT) == 404
    assert [refusal.code for refusal in discord.world.refusals] == [10062]
    assert not interaction.answer.done()


async def test_a_board_beyond_the_limits_is_refused_and_not_shown(
    discord: Loopback, board: Message, http: aiohttp.ClientSession
) -> None:
    interaction = discord.press(discord.world.add_member("Ada"), board, "v1:7:3:roll")
    empty = {"type": 7, "data": {"components": [{"type": 10, "content": ""}]}}
    assert await post(http, discord, interaction, empty) == 400
    assert [refusal.code for refusal in discord.world.refusals] == [50035]
    assert board.text() == "Yatzy"
    assert await post(http, discord, interaction, EDIT) == 204
