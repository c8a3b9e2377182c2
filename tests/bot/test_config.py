"""Settings: what is read, and the one line that each mistake gets."""

from __future__ import annotations

import base64
import os
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import ConfigError, Secret, Settings, application_id, load
from bot.config.settings import BY_KEY

APPLICATION = 123456789012345678
TOKEN = ".".join((base64.b64encode(str(APPLICATION).encode()).decode().rstrip("="), "Gabcde", "x" * 30))
EXAMPLE = Path(__file__).parents[2] / "config.example.toml"


def settings_of(folder: Path, text: str) -> Settings:
    return load(written(folder, text), {})


def written(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def complaint(path: Path | None, environ: dict[str, str] | None = None, *, need_token: bool = False) -> str:
    """The one line, without the folder of the file."""
    with pytest.raises(ConfigError) as refused:
        load(path, environ or {}, need_token=need_token)
    line = str(refused.value)
    assert "\n" not in line
    return line.removeprefix(f"{path.parent}/") if path else line


def test_defaults_need_no_file() -> None:
    settings = load(None, {})
    assert settings == Settings()
    assert settings.database == "parlour.db"
    assert settings.token is None


def test_file_sets_every_key(tmp_path: Path) -> None:
    text = f"""
        [discord]
        token = "{TOKEN}"
        api_base = "http://127.0.0.1:8080/api/v10"
        gateway = "ws://127.0.0.1:8081"
        owners = [{APPLICATION}, 5]
        members_intent = true
        [store]
        database = "games/ours.db"
        [games]
        lobby_minutes = 30
        challenge_minutes = 5
        [limits]
        presses_in_flight = 8
        presses_waiting = 0
        [log]
        level = "Warning"
    """
    settings = settings_of(tmp_path, text)
    assert settings.token is not None
    assert settings.token.get_secret_value() == TOKEN
    assert replace(settings, token=None) == Settings(
        api_base="http://127.0.0.1:8080/api/v10",
        gateway="ws://127.0.0.1:8081",
        owner_ids=(APPLICATION, 5),
        members_intent=True,
        database="games/ours.db",
        lobby_minutes=30,
        challenge_minutes=5,
        presses_in_flight=8,
        presses_waiting=0,
        log_level="WARNING",
    )


def test_environment_wins_over_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, '[store]\ndatabase = "file.db"\n[games]\nlobby_minutes = 30\n')
    settings = load(
        path,
        {
            "DISCORD_TOKEN": TOKEN,
            "PARLOUR_STORE_DATABASE": "postgresql://ada@host/parlour",
            "PARLOUR_DISCORD_OWNERS": "5, 6",
            "PARLOUR_DISCORD_MEMBERS_INTENT": "true",
            "PARLOUR_LIMITS_PRESSES_WAITING": "7",
            "PARLOUR_LOG_LEVEL": "debug",
            "PATH": "not ours",
            "PARLOUR_TEST_POSTGRES": "the tests' own",
        },
    )
    assert settings.token == Secret(TOKEN, "environment: DISCORD_TOKEN")
    assert settings.database == "postgresql://ada@host/parlour"
    assert settings.owner_ids == (5, 6)
    assert settings.members_intent
    assert settings.presses_waiting == 7
    assert settings.log_level == "DEBUG"
    assert settings.lobby_minutes == 30


def test_discord_token_wins_over_the_longer_variable() -> None:
    other = TOKEN[:-1] + "y"
    token = load(None, {"DISCORD_TOKEN": TOKEN, "PARLOUR_DISCORD_TOKEN": other}).token
    assert token is not None
    assert token.value == TOKEN


def test_the_example_shows_every_key_with_its_default() -> None:
    lines = [re.sub(r"^# (?=[a-z_]+ = )", "", line) for line in EXAMPLE.read_text(encoding="utf-8").splitlines()]
    document = tomllib.loads("\n".join(lines))
    keys = {f"{table}.{key}": value for table, content in document.items() for key, value in content.items()}
    assert keys.keys() == BY_KEY.keys()
    for key, value in keys.items():
        if key not in {"discord.token", "discord.api_base", "discord.gateway", "store.strategy"}:
            assert BY_KEY[key].kind.accept(value) == getattr(Settings(), BY_KEY[key].field), key


def test_the_example_as_it_is_changes_nothing() -> None:
    assert load(EXAMPLE, {}) == Settings()


def test_a_byte_order_mark_and_windows_line_ends_are_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b'\xef\xbb\xbf[store]\r\ndatabase = "ours.db"\r\n')
    assert load(path, {}).database == "ours.db"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[games]\nlobby_minutes = 'soon'", 'games.lobby_minutes = "soon": must be a whole number from 1 to 1440'),
        ("[games]\nlobby_minutes = 0", "games.lobby_minutes = 0: must be a whole number from 1 to 1440"),
        ("[games]\nlobby_minutes = true", "games.lobby_minutes = true: must be a whole number from 1 to 1440"),
        ("[games]\nlobby_minutes = 1.5", "games.lobby_minutes = 1.5: must be a whole number from 1 to 1440"),
        ("[games]\nlobby_minutes = nan", "games.lobby_minutes = nan: must be a whole number from 1 to 1440"),
        ("[limits]\npresses_in_flight = 0", "limits.presses_in_flight = 0: must be a whole number from 1 to 1000"),
        ("[limits]\npresses_waiting = -1", "limits.presses_waiting = -1: must be a whole number from 0 to 10000"),
        ("[log]\nlevel = 'loud'", 'log.level = "loud": must be "debug", "info", "warning" or "error"'),
        ("[log]\nlevel = [1]", 'log.level = [1]: must be "debug", "info", "warning" or "error"'),
        (
            "[store]\ndatabase = ''",
            "store.database = \"\": must be a file's path, or a URL such as "
            "postgresql://user:password@host/parlour",
        ),
        (
            "[store]\ndatabase = 'mysql://ada:secret@host/parlour'",
            "store.database = \"mysql://(hidden)@host/parlour\": must be a file's path, or a URL such as "
            "postgresql://user:password@host/parlour",
        ),
        (
            "[discord]\nmembers_intent = 1",
            "discord.members_intent = 1: must be true or false",
        ),
        (
            "[discord]\nowners = 5",
            "discord.owners = 5: must be a list of user ids, each a whole number such as 123456789012345678",
        ),
        (
            "[discord]\nowners = [5, 'Ada']",
            "discord.owners = [5, 'Ada']: must be a list of user ids, each a whole number such as 123456789012345678",
        ),
        (
            "[discord]\napi_base = 'example.org'",
            'discord.api_base = "example.org": must be an address such as "http://127.0.0.1:8080/api/v10"',
        ),
        (
            "[discord]\ngateway = 'ws://127.0.0.1:port'",
            'discord.gateway = "ws://127.0.0.1:port": must be an address such as "ws://127.0.0.1:8081"',
        ),
        ("games = 3", "games = 3: must be a table, begun by the line [games]"),
        ("[[games]]\nlobby_minutes = 3", "games = [{'lobby_minutes': 3}]: must be a table, begun by the line [games]"),
        ("[games]\nloby_minutes = 3", "games.loby_minutes = 3: unknown key; did you mean games.lobby_minutes?"),
        ("lobby_minutes = 3", "lobby_minutes = 3: unknown key; did you mean games.lobby_minutes?"),
        ("[store.xyz]\na = 1", f"store.xyz = a table: unknown key; known are {', '.join(BY_KEY)}"),
        ('"a\\nb" = 1', f"a\\nb = 1: unknown key; known are {', '.join(BY_KEY)}"),
        ("[store]\nstrategy = '~no-one/here'", 'store.strategy = "~no-one/here": must be a folder\'s path'),
        ("[store]\ndatabase = 'a\tb'", 'store.database = "a\\tb": must be a file\'s path, or a URL such as '
            "postgresql://user:password@host/parlour"),
    ],
)  # fmt: skip
def test_a_wrong_value_gets_one_line(tmp_path: Path, text: str, line: str) -> None:
    assert complaint(written(tmp_path, text)) == f"config.toml: {line}"


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("PARLOUR_GAMES_LOBBY_MINUTES", "soon", '"soon": must be a whole number from 1 to 1440'),
        ("PARLOUR_GAMES_LOBBY_MINUTES", "", '"": must be a whole number from 1 to 1440'),
        ("PARLOUR_GAMES_LOBBY_MINUTES", "٣", '"٣": must be a whole number from 1 to 1440'),
        (
            "PARLOUR_DISCORD_OWNERS",
            "5,Ada",
            '"5,Ada": must be a list of user ids, each a whole number such as 123456789012345678',
        ),
        (
            "PARLOUR_GAMES_LOBBY_MINUTE",
            "5",
            '"5": unknown variable; did you mean PARLOUR_GAMES_LOBBY_MINUTES?',
        ),
    ],
)
def test_a_wrong_variable_gets_one_line(name: str, value: str, line: str) -> None:
    assert complaint(None, {name: value}) == f"environment: {name} = {line}"


@pytest.mark.parametrize("path", [None, "config.toml"])
def test_a_missing_token_is_told_where_one_is_needed(tmp_path: Path, path: str | None) -> None:
    file = written(tmp_path, '[discord]\ntoken = ""\n') if path else None
    line = complaint(file, {"DISCORD_TOKEN": ""}, need_token=True)
    assert line.startswith("config.toml: discord.token is missing" if path else "environment: DISCORD_TOKEN is missing")
    assert "developer portal" in line


@pytest.mark.parametrize(
    "token",
    [
        "secret",
        f"Bot {TOKEN}",
        f"{TOKEN} ",
        f"{TOKEN}\n",
        f'"{TOKEN}"',
        TOKEN.rpartition(".")[0],
        "bm90LWEtbnVtYmVy.Gabcde." + "x" * 30,
        "é" * 60,
    ],
)
def test_a_bad_token_is_refused_and_hidden(tmp_path: Path, token: str) -> None:
    right = "must be the bot's token from the developer portal, three parts joined by dots, nothing else"
    assert complaint(None, {"DISCORD_TOKEN": token}) == f'environment: DISCORD_TOKEN = "(hidden)": {right}'
    path = written(tmp_path, f"[discord]\ntoken = '''{token}'''")
    assert complaint(path) == f'config.toml: discord.token = "(hidden)": {right}'


def test_a_token_that_is_no_text_is_hidden_too(tmp_path: Path) -> None:
    assert "4711" not in complaint(written(tmp_path, "[discord]\ntoken = 4711"))


@pytest.mark.parametrize(
    "text",
    [
        f'[discord]\ntokn = "{TOKEN}"',
        f'token = "{TOKEN}"',
        f'[discord]\nowners = ["{TOKEN}"]',
        f'[log]\nlevel = "{TOKEN}"',
        f'["{TOKEN}"]\na = 1',
        f'[discord]\n"{TOKEN}" = 1',
        f"[discord]\ntoken = {TOKEN}",
        f"[discord]\n{TOKEN}",
        f"[{TOKEN}]\n[{TOKEN}]",
        f'[discord]\ntoken = "{TOKEN}"\n[discord]',
        f'["{TOKEN}"]\n"{TOKEN}" = 1\n"{TOKEN}" = 2',
    ],
)
def test_a_token_in_the_wrong_place_is_never_shown(tmp_path: Path, text: str) -> None:
    line = complaint(written(tmp_path, text))
    assert not any(part in line for part in TOKEN.split("."))


@pytest.mark.parametrize("name", ["PARLOUR_TOKEN", "PARLOUR_LOG_LEVEL", "PARLOUR_DISCORD_OWNERS"])
def test_a_token_in_the_wrong_variable_is_never_shown(name: str) -> None:
    line = complaint(None, {name: TOKEN})
    assert name in line
    assert not any(part in line for part in TOKEN.split("."))


def test_nothing_secret_is_in_a_repr() -> None:
    settings = load(None, {"DISCORD_TOKEN": TOKEN, "PARLOUR_STORE_DATABASE": "postgresql://ada:pass@host/parlour"})
    text = f"{settings} {settings!r} {settings.token} {settings.token!r}"
    assert TOKEN not in text
    assert "pass" not in text
    assert "host/parlour" in text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[games]\n\nlobby_minutes 3\n", "config.toml:3: "),
        ("[games]\nlobby_minutes =", "config.toml:2: "),
        ('[store]\ndatabase = "open', "config.toml:2: "),
        ("[games]\nlobby_minutes = 1\nlobby_minutes = 2\n", "config.toml:3: "),
        ("[games\n", "config.toml:1: "),
        ("a = " + "[" * 5000, "config.toml:1: "),
        ("a = " + "1" * 5000, "config.toml:1: "),
    ],
)
def test_broken_toml_is_told_with_its_line(tmp_path: Path, text: str, place: str) -> None:
    line = complaint(written(tmp_path, text))
    assert line.startswith(place)
    assert line.endswith('not TOML; a line is KEY = VALUE, and a text is in "quotes"')


def test_a_number_beyond_all_bounds_is_still_one_line(tmp_path: Path) -> None:
    line = complaint(written(tmp_path, "[games]\nlobby_minutes = 0x" + "f" * 10_000))
    assert line.endswith("must be a whole number from 1 to 1440")
    assert len(line) < 200


PIECES = (
    "[games]",
    "[discord]",
    "token",
    "owners",
    "lobby_minutes",
    " = ",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    ".",
    ",",
    "\n",
    "1",
)


@given(content=st.lists(st.sampled_from(PIECES) | st.text(max_size=3)).map("".join).map(str.encode) | st.binary())
def test_whatever_a_file_holds_is_settings_or_one_line(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(content)
    try:
        load(path, {})
    except ConfigError as error:
        assert len(str(error).splitlines()) == 1


def test_a_file_that_is_not_there() -> None:
    assert complaint(Path("/nowhere/config.toml")).startswith("config.toml: cannot be read (No such file or directory)")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert complaint(tmp_path / ".").endswith(
        "cannot be read (Is a directory): name a settings file such as config.example.toml"
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = written(tmp_path, "")
    path.chmod(0)
    assert complaint(path).startswith("config.toml: cannot be read (Permission denied)")


def test_an_endless_file_is_refused() -> None:
    assert "is larger than 1 MiB" in complaint(Path("/dev/zero"))


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"[store]\ndatabase = 'b\xfccher.db'\n")
    assert complaint(path) == "config.toml:2: is not UTF-8: save the file as UTF-8 text"


def test_a_token_names_its_application() -> None:
    assert application_id(TOKEN) == APPLICATION
    assert application_id("secret") is None
