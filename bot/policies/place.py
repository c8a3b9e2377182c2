"""Where the files of policies are."""

from __future__ import annotations

from pathlib import Path

from bot.config import Settings
from bot.store import address

__all__ = ["folder"]

NAME = "strategy"


def folder(settings: Settings) -> Path:
    """The folder that was set, or one beside the database's file, or else in the working folder.

    Raises StoreError for a database that can't be.
    """
    if settings.strategy is not None:
        return Path(settings.strategy).expanduser()
    file = address.parse(settings.database).file
    return Path(NAME) if file is None else file.with_name(NAME)
