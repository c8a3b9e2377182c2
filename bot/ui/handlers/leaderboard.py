"""The leaderboard's buttons: another measure, another page."""

from __future__ import annotations

from typing import cast

from bot.errors import UnknownControl
from bot.ids import GuildId
from bot.store import Measure
from bot.ui.leaderboard import MEASURES, leaderboard
from bot.ui.press import Press, Services
from bot.wire import Component
from engine.games import catalogue


async def board(services: Services, guild: GuildId, game_id: str, by: str, page: int) -> list[Component]:
    """A page of the guild's board under the rules now in force there; raises UnknownControl."""
    game = catalogue.get(game_id)
    if game is None or by not in MEASURES:
        raise UnknownControl
    options = await services.house_rules.options(guild, game)
    found = await services.store.leaderboard(guild, game.id, options.rules(), cast("Measure", by), page=page)
    return leaderboard(game, options, by, found)


async def ranks(press: Press) -> None:
    """Show another page, or another measure."""
    arguments = press.control.arguments
    if len(arguments) < 3 or not arguments[2].isdecimal():
        raise UnknownControl
    shown = await press.answer.during(board(press.services, press.guild, arguments[0], arguments[1], int(arguments[2])))
    await press.answer.update(shown)


WORDS = {"ranks": ranks}
