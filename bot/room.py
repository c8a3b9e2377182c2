"""What keeps a session from being stored in a channel, as a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.errors import ChannelTaken, TooManyGames
from bot.store import ChannelTaken as ChannelTakenInStore
from bot.store import GuildFull

__all__ = ["opening"]


@contextmanager
def opening() -> Iterator[None]:
    """Raises ChannelTaken and TooManyGames for what the store says of them."""
    try:
        yield
    except ChannelTakenInStore as error:
        raise ChannelTaken(error.session_id) from error
    except GuildFull as error:
        raise TooManyGames(error.most) from error
