"""House rules: how a guild plays its games, which is their rules and what a table settles beside them."""

from __future__ import annotations

from bot.chosen import Chosen
from bot.ids import GuildId
from bot.store import Store
from bot.table_options import TABLE, table_of
from engine.game import AnyGame, Option, Options, OptionValue


def to_choose(game: AnyGame) -> tuple[Option, ...]:
    """All that a guild or a lobby may choose of a game."""
    return (*game.options, *table_of(game))


class HouseRules:
    """What every guild has chosen for its games, read from the store once and kept."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[str, Chosen] = {}

    async def options(self, guild: GuildId, game: AnyGame) -> Options:
        """The game's complete options in this guild."""
        return Options(game.options, await self.chosen(guild, game))

    async def table(self, guild: GuildId, game: AnyGame) -> Options:
        """What a table of this game settles in this guild."""
        chosen = await self.chosen(guild, game)
        return Options.complete(TABLE, {option.id: chosen[option.id] for option in table_of(game)})

    async def chosen(self, guild: GuildId, game: AnyGame) -> Options:
        """Both of them."""
        return await self._of(game).get(guild)

    async def choose(self, guild: GuildId, game: AnyGame, option_id: str, value: OptionValue) -> Options:
        """Set one option of either kind (its default is stored as nothing); raises BadOption."""
        return await self._of(game).choose(guild, option_id, value)

    async def reset(self, guild: GuildId, game: AnyGame) -> Options:
        """Back to the defaults of both."""
        return await self._of(game).reset(guild)

    def _of(self, game: AnyGame) -> Chosen:
        if game.id not in self._games:
            self._games[game.id] = Chosen(self._store, game.id, to_choose(game))
        return self._games[game.id]
