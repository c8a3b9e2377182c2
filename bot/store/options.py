"""A guild's choices; what it has not chosen has no row."""

from __future__ import annotations

import sqlalchemy as sa

from bot.ids import GuildId
from bot.store.schema import guild_options as options


def load(connection: sa.Connection, guild_id: GuildId) -> dict[tuple[str, str], str]:
    """Everything the guild has chosen, by scope and option."""
    chosen = sa.select(options.c.scope, options.c.option, options.c.value).where(options.c.guild_id == guild_id)
    return {(scope, option): value for scope, option, value in connection.execute(chosen)}


def choose(connection: sa.Connection, guild_id: GuildId, scope: str, option: str, value: str | None) -> None:
    """Replace a choice; `None` takes it back."""
    key = {"guild_id": guild_id, "scope": scope, "option": option}
    connection.execute(options.delete().where(*(options.c[name] == part for name, part in key.items())))
    if value is not None:
        connection.execute(options.insert().values(key | {"value": value}))
