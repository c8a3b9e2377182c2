"""What members have chosen for themselves, in every guild; what one has not chosen has no row."""

from __future__ import annotations

import sqlalchemy as sa

from bot.ids import UserId
from bot.store.schema import member_options as options


def load(connection: sa.Connection, user_id: UserId) -> dict[str, str]:
    """Everything the member has chosen, by option."""
    chosen = sa.select(options.c.option, options.c.value).where(options.c.user_id == user_id)
    return {row.option: row.value for row in connection.execute(chosen)}


def choose(connection: sa.Connection, user_id: UserId, option: str, value: str | None) -> None:
    """Replace a choice; `None` takes it back."""
    connection.execute(options.delete().where(options.c.user_id == user_id, options.c.option == option))
    if value is not None:
        connection.execute(options.insert().values(user_id=user_id, option=option, value=value))
