"""Members at a table: they start a game as people do, and know who is to move by reading the board."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from benchmarks.loopback.board import presses
from benchmarks.loopback.server import Loopback
from benchmarks.loopback.world import Answer, Channel, Interaction, Member, Message

ANSWER_SECONDS = 20
ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))  # the bot puts names between them


async def answered(interaction: Interaction) -> Answer:
    """The bot's answer. Raises TimeoutError when none comes within 20 seconds."""
    return await asyncio.wait_for(asyncio.shield(interaction.answer), ANSWER_SECONDS)


async def start_game(discord: Loopback, channel: Channel, members: Sequence[Member], game: str) -> Message:
    """A lobby by the first member, joined by the others and started; the message that is its board."""
    host, *others = members
    await answered(discord.command(host, channel, "play", game=game))
    lobby = discord.world.in_channel(channel)[-1]
    for member, what in [*((other, "join") for other in others), (host, "start")]:
        custom_id = next(key for key in lobby.controls() if key.endswith(f":{what}"))
        await answered(discord.press(member, lobby, custom_id))
    board = discord.world.in_channel(channel)[-1]
    assert presses(board, "more"), board.text()
    return board


def to_move(members: Sequence[Member], board: Message) -> Member:
    """Whose turn the board says it is; alone one is always to move."""
    text = board.text().translate(ISOLATES)
    named = [member for member in members if f"{member.name}'s turn" in text]
    return named[0] if named else members[0]
