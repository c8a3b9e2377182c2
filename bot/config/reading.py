"""Reading the settings from a file and from the environment."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.config.secret import HIDDEN, Secret, looks_secret
from bot.config.settings import BY_KEY, BY_VARIABLE, TABLES, Setting, Settings
from bot.config.shown import meant, shown, shown_name

__all__ = ["DEFAULT_FILE", "ConfigError", "load"]

DEFAULT_FILE = Path("config.toml")
OF_THE_TESTS = "PARLOUR_TEST_"
LARGEST_FILE = 1 << 20
EXAMPLE = "name a settings file such as config.example.toml"


class ConfigError(Exception):
    """The settings cannot be used; its text is one line for the person who wrote them."""


def load(path: Path | None, environ: Mapping[str, str], *, need_token: bool = False) -> Settings:
    """The settings of a file (None: the defaults), and of the environment, which wins.

    Raises ConfigError, with `need_token` also where nobody gave one.
    """
    chosen = {} if path is None else _from_file(path)
    chosen |= _from_environment(environ)
    if need_token and "token" not in chosen:
        where = "environment: DISCORD_TOKEN" if path is None else f"{path}: discord.token"
        raise ConfigError(
            f"{where} is missing: get the bot's token from the developer portal (Bot, Reset Token) and put it into the "
            f"environment as DISCORD_TOKEN, or into config.toml as token under [discord]"
        )
    return Settings(**chosen)


def _from_file(path: Path) -> dict[str, Any]:
    chosen = {}
    for key, value in _entries(path, _document(path)):
        setting = BY_KEY.get(key)
        if setting is None:
            raise ConfigError(f"{path}: {shown_name(key)} = {shown(value)}: unknown key; {meant(key, BY_KEY)}")
        if setting.secret and value == "":  # a line still to be filled in
            continue
        chosen[setting.field] = _checked(f"{path}: {key}", setting, value, setting.kind.accept)
    return chosen


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    for name in sorted(environ):
        if name.startswith("PARLOUR_") and not name.startswith(OF_THE_TESTS) and name not in BY_VARIABLE:
            value = shown(environ[name])
            raise ConfigError(
                f"environment: {shown_name(name)} = {value}: unknown variable; {meant(name, BY_VARIABLE)}"
            )
    chosen = {}
    for name, setting in BY_VARIABLE.items():
        text = environ.get(name)
        if text is None or (setting.secret and text == ""):
            continue
        chosen[setting.field] = _checked(f"environment: {name}", setting, text, setting.kind.parse)
    return chosen


def _checked(where: str, setting: Setting, value: object, read: Callable[[Any], object]) -> object:
    try:
        taken = read(value)
    except ValueError:
        what = HIDDEN if setting.secret else shown(value)
        raise ConfigError(f"{where} = {what}: {setting.kind.right}") from None
    return Secret(str(taken), where) if setting.secret else taken


def _entries(path: Path, document: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Every key, with its table's name before it."""
    for table, content in document.items():
        if table not in TABLES:
            yield table, content
        elif not isinstance(content, dict):
            raise ConfigError(f"{path}: {table} = {shown(content)}: must be a table, begun by the line [{table}]")
        else:
            yield from ((f"{table}.{key}", value) for key, value in content.items())


def _document(path: Path) -> dict[str, object]:
    text = _text(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at ")
        line = re.match(r"line ([0-9]+)", place)
        number = line[1] if line else str(text.count("\n") + 1)
    except (ValueError, RecursionError):  # a number of thousands of digits, or brackets in brackets without end
        what, number = "a value is out of all bounds", "1"
    what = "not to be shown" if looks_secret(what) else shown_name(what)  # it may quote a key, and that be a token
    raise ConfigError(f'{path}:{number}: {what}: not TOML; a line is KEY = VALUE, and a text is in "quotes"')


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise ConfigError(f"{path}: cannot be read ({reason}): {EXAMPLE}") from None
    if len(content) > LARGEST_FILE:
        raise ConfigError(f"{path}: is larger than 1 MiB: {EXAMPLE}")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: is not UTF-8: save the file as UTF-8 text") from None
