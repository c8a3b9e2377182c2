"""Dice as emojis: simulated Discord forgets what an uploaded emoji looks like, and the page shows it all the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.client import ParlourBot
from bot.config import Settings
from bot.offline import table
from bot.ui.components import Control, button, row
from bot.wire import ReadyView


async def emoji_on_the_page(bot: ParlourBot, face: int, held: bool) -> dict[str, Any]:
    """A button with that die is posted: its emoji as the page has it."""
    async with table.simulation(bot) as (env, place), table.page(env, place, port=0) as preview:
        die = button("", Control("1", 0, "h1+"), emoji=bot.dice_emojis.component(face, held))
        channel: Any = bot.get_channel(place.channel.id)
        await channel.send(view=ReadyView([row(die)]))
        snapshot = await preview.snapshot()
    (message,) = snapshot["messages"].values()
    (shown,) = message["components"][0]["components"]
    return shown["emoji"]  # type: ignore[no-any-return]


async def test_a_button_shows_its_die(tmp_path: Path) -> None:
    bot = ParlourBot(Settings(database=str(tmp_path / "parlour.db")))
    emoji = await emoji_on_the_page(bot, 5, held=True)
    assert emoji["name"].startswith("die_5_held_")
    assert emoji["available"]
