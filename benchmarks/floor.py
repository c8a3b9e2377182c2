"""The floor of a press: a bare discord.py bot whose persistent view answers every press by sending itself again.

`python -m benchmarks.floor CHANNEL MESSAGE INTENTS JSON` takes the view from a message that is already there, so that
floor and bot show the same board. JSON is `stdlib`, as discord.py comes, or `orjson`, which it takes where it finds it.
Simulated Discord's addresses come by environment, as for the bot.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from yarl import URL

if sys.argv[-1] == "stdlib":
    sys.modules["orjson"] = None  # type: ignore[assignment]  # importing it fails now

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route

NOBODY = discord.AllowedMentions.none()


class Floor(discord.Client):
    """As little of a bot as discord.py allows."""

    def __init__(self, channel: int, message: int, intents: int) -> None:
        super().__init__(intents=discord.Intents._from_value(intents))
        self._shown = (channel, message)

    async def setup_hook(self) -> None:
        channel, message = self._shown
        board = await self.get_partial_messageable(channel).fetch_message(message)
        view = discord.ui.LayoutView.from_message(board, timeout=None)

        async def pressed(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)

        for item in view.walk_children():
            if item.is_dispatchable():
                item.callback = pressed  # type: ignore[method-assign]
        self.add_view(view)


def main() -> None:
    """Run until killed."""
    Route.BASE = os.environ["PARLOUR_DISCORD_API_BASE"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["PARLOUR_DISCORD_GATEWAY"])
    Floor(*map(int, sys.argv[1:4])).run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
