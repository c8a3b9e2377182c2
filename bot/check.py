"""`python -m bot check` and `migrate`: what would go wrong at the start, and the database made ready for it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from bot.config import ConfigError, Settings, application_id, load, without_password
from bot.permissions import PERMISSIONS, invite_link
from bot.policies import place
from bot.store import address, migrate
from bot.store.errors import StoreError

__all__ = ["check", "upgrade"]


def check(path: Path | None, environ: Mapping[str, str]) -> int:
    """Look at all that a start needs, and change nothing; returns 2 for wrong settings, 1 for other trouble.

    Raises ConfigError where the settings cannot even be read.
    """
    token_trouble = _token_trouble(path, environ)
    settings = load(path, environ)
    _say("settings", f"{path or 'no file: the environment and the defaults'}: in order")
    if token_trouble:
        _warn(token_trouble)
    usable = _check_database(settings.database) and _check_strategy(settings)
    _say_permissions(settings)
    if token_trouble:
        return 2
    return 0 if usable else 1


def upgrade(settings: Settings) -> int:
    """Bring the database to this version's schema; returns the exit status."""
    name = without_password(settings.database)
    try:
        done = asyncio.run(migrate.upgrade(settings.database))
    except StoreError as error:
        _warn(str(error))
        return 1
    before = {
        "create": f"made, at version {done.plan.wanted}",
        "migrate": f"migrated from version {done.plan.found} to {done.plan.wanted}",
        "nothing": f"at version {done.plan.wanted} already",
    }[done.plan.action]
    _say("database", f"{name}: {before}" + (f"; its old state is kept in {done.copy}" if done.copy else ""))
    return 0


def _token_trouble(path: Path | None, environ: Mapping[str, str]) -> str | None:
    """The line about a missing token; every other mistake is left to the next reading."""
    try:
        load(path, environ, need_token=True)
    except ConfigError as error:
        return str(error)
    return None


def _check_database(database: str) -> bool:
    """Say what a start would do with the database; whether it could."""
    name = without_password(database)
    try:
        plan = asyncio.run(migrate.plan(database))
        file = address.parse(database).file
    except StoreError as error:
        _warn(str(error))
        return False
    if file is not None and not os.access(file.parent, os.W_OK):  # SQLite keeps its log beside the file
        _warn(f"The folder {file.parent.absolute()} may not be written: choose another one for the database {name}.")
        return False
    coming = {
        "create": "will be made",
        "migrate": f"will be migrated from version {plan.found} to {plan.wanted}, after a copy is kept",
        "nothing": f"at version {plan.wanted}, in order",
    }[plan.action]
    _say("database", f"{name}: {coming}")
    return True


def _check_strategy(settings: Settings) -> bool:
    """Say where strategies are kept; whether they can be. Without them the bot runs, and builds them at every start."""
    folder = place.folder(settings)
    try:
        there = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    except OSError:  # it may not even be looked at, or no file system takes such a name
        there = None
    if there is None or not there.is_dir() or not os.access(there, os.W_OK):
        _warn(f"The folder {folder.absolute()} may not be written: choose another one for store.strategy.")
        return False
    _say("strategy", f"{folder}: {'in order' if there == folder else 'will be made'}")
    return True


def _say_permissions(settings: Settings) -> None:
    _say("permissions", f"asked for: {', '.join(PERMISSIONS)}")
    application = application_id(settings.token.value) if settings.token else None
    if application is not None:
        _say("invite link", invite_link(application))


def _say(subject: str, what: str) -> None:
    print(f"{subject:<12} {what}")


def _warn(what: str) -> None:
    print(what, file=sys.stderr)
