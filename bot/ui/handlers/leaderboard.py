"""The leaderboard's buttons: another measure, another page."""

from __future__ import annotations

from bot.errors import UnknownControl
from bot.ids import GuildId
from bot.ui.leaderboard import leaderboard, ranking_by
from bot.ui.press import Press, Services
from bot.wire import Component
from engine.games import catalogue


async def board(services: Services, guild: GuildId, game_id: str, by: str | None, page: int) -> list[Component]:
    """A page of the guild's board under the rules now in force there; raises UnknownControl or NotRanked."""
    game = catalogue.get(game_id)
    if game is None:
        raise UnknownControl
    options = await services.house_rules.options(guild, game)
    ranking = ranking_by(game, options, by)
    if ranking.raced:
        options = game.racing(options) or options
    found = await services.store.leaderboard(guild, game.id, options.rules(), ranking.measure, page=page)
    return leaderboard(game, options, ranking, found)


async def ranks(press: Press) -> None:
    """Show another page, or another measure."""
    arguments = press.control.arguments
    if len(arguments) < 3 or not arguments[2].isdecimal():
        raise UnknownControl
    shown = await press.answer.during(board(press.services, press.guild, arguments[0], arguments[1], int(arguments[2])))
    await press.answer.update(shown)


WORDS = {"ranks": ranks}
