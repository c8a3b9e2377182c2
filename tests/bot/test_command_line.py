"""`python -m bot`: what each command prints, and its exit status."""

from __future__ import annotations

import base64
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import discord
import pytest

from bot.__main__ import main
from bot.permissions import BITS, PERMISSIONS, missing

ROOT = Path(__file__).parents[2]
APPLICATION = 123456789012345678
TOKEN = ".".join((base64.b64encode(str(APPLICATION).encode()).decode().rstrip("="), "Gabcde", "x" * 30))


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each command starts in a folder of its own, without settings."""
    for name in list(os.environ):
        if name.startswith("PARLOUR_") or name == "DISCORD_TOKEN":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Gate(BaseHTTPRequestHandler):
    """What answers in Discord's place: 401 for every token, as soon as the gate is open."""

    reached: threading.Event
    opened: threading.Event

    def do_GET(self) -> None:
        self.reached.set()
        self.opened.wait(60)
        self.send_response(401)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"message": "401: Unauthorized", "code": 0}')

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def gate() -> Iterator[tuple[type[Gate], dict[str, str]]]:
    """A gate, closed at first, and the environment of a bot that goes there."""

    class Ours(Gate):
        reached, opened = threading.Event(), threading.Event()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Ours)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}/api/v10"
    yield Ours, {"DISCORD_TOKEN": TOKEN, "PARLOUR_DISCORD_API_BASE": address, "PARLOUR_LOG_LEVEL": "debug"}
    Ours.opened.set()
    server.shutdown()
    server.server_close()
    thread.join()


def begin(*arguments: str, **environ: str) -> subprocess.Popen[str]:
    """A real process, as a shell would start it."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for its end: status, output and errors."""
    with process:
        try:
            output, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    return process.returncode, output, errors


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_wrong_setting_ends_the_process_with_one_line_and_status_2(command: str) -> None:
    Path("config.toml").write_text("[games]\nlobby_minutes = 0\n")
    complaint = "config.toml: games.lobby_minutes = 0: must be a whole number from 1 to 1440\n"
    assert finish(begin(command)) == (2, "", complaint)


def test_a_token_that_discord_refuses_is_one_line_and_status_2(gate: tuple[type[Gate], dict[str, str]]) -> None:
    discord_like, environ = gate
    discord_like.opened.set()
    status, output, errors = finish(begin("run", **environ))
    assert status == 2
    assert errors.splitlines()[-1].startswith('environment: DISCORD_TOKEN = "(hidden)": Discord refuses this token')
    assert "Traceback" not in errors
    assert "Gabcde" not in output + errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_run_stops_cleanly_when_told_to(gate: tuple[type[Gate], dict[str, str]], number: signal.Signals) -> None:
    discord_like, environ = gate
    process = begin("run", **environ)
    while not discord_like.reached.wait(0.1) and process.poll() is None:
        pass
    process.send_signal(number)
    status, output, errors = finish(process)
    assert status == 0
    assert "Traceback" not in errors
    assert "Gabcde" not in output + errors


def test_run_without_a_way_to_discord_says_so(gate: tuple[type[Gate], dict[str, str]]) -> None:
    _, environ = gate
    status, _, errors = finish(begin("run", **environ | {"PARLOUR_DISCORD_API_BASE": "http://127.0.0.1:1/api/v10"}))
    assert status == 1
    assert errors.splitlines()[-1].startswith("Parlour cannot run: ")
    assert "Traceback" not in errors


def test_run_without_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 2
    assert capsys.readouterr().err.startswith("environment: DISCORD_TOKEN is missing: ")


@pytest.mark.parametrize("command", ["run", "migrate", "check"])
def test_a_settings_file_that_is_named_must_be_there(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--config", "other.toml"]) == 2
    assert capsys.readouterr().err.startswith("other.toml: cannot be read (No such file or directory)")


def test_run_with_a_bad_token_never_shows_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN.replace(".", "_"))
    assert main(["run"]) == 2
    output = "".join(capsys.readouterr())
    assert output.count("\n") == 1
    assert 'environment: DISCORD_TOKEN = "(hidden)": must be the bot\'s token' in output
    assert "Gabcde" not in output


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["run", "--port", "1"],
        ["play", "--port", "x"],
        ["play", "--port", "65536"],
        ["play", "--port", "٣"],
    ],
)
def test_wrong_usage_has_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


def test_check_says_what_a_start_would_do_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main(["check"]) == 0
    output = capsys.readouterr()
    assert "parlour.db: will be made" in output.out
    assert "strategy     strategy: will be made" in output.out
    assert "View Channels, Send Messages" in output.out
    assert f"client_id={APPLICATION}&scope=bot+applications.commands&permissions={BITS}" in output.out
    assert output.err == ""
    assert TOKEN not in output.out
    assert list(empty_folder.iterdir()) == []


def test_check_goes_on_after_a_missing_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 2
    output = capsys.readouterr()
    assert output.err.startswith("environment: DISCORD_TOKEN is missing: ")
    assert "parlour.db: will be made" in output.out


def test_check_tells_of_a_database_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("PARLOUR_STORE_DATABASE", "missing/parlour.db")
    assert main(["check"]) == 1
    assert "The folder missing for the database parlour.db does not exist" in capsys.readouterr().err


def test_check_tells_of_a_folder_for_strategies_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("PARLOUR_STORE_STRATEGY", "taken/strategy")
    Path("taken").write_text("a file, and no folder")
    assert main(["check"]) == 1
    assert "/taken/strategy may not be written: choose another one for store.strategy" in capsys.readouterr().err


def test_check_tells_of_a_folder_that_cannot_even_be_looked_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tests may run as a user who may look at everything: a name that no file system takes stands for it."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("PARLOUR_STORE_STRATEGY", 300 * "a")
    assert main(["check"]) == 1
    assert "may not be written: choose another one for store.strategy" in capsys.readouterr().err


def test_migrate_makes_the_database_and_check_finds_it_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main(["migrate"]) == 0
    assert "parlour.db: made, at version " in capsys.readouterr().out
    assert main(["migrate"]) == 0
    assert " already" in capsys.readouterr().out
    assert main(["check"]) == 0
    assert ", in order" in capsys.readouterr().out


def test_migrate_refuses_what_is_no_database(capsys: pytest.CaptureFixture[str]) -> None:
    Path("parlour.db").write_text("This is a letter, and quite a long one: it has more than a hundred characters. " * 9)
    assert main(["migrate"]) == 1
    error = capsys.readouterr().err
    assert "parlour.db" in error
    assert error.count("\n") == 1


def test_the_permissions_are_discords() -> None:
    asked = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        create_private_threads=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
        use_external_emojis=True,
    )
    assert asked.value == BITS


def test_missing_permissions_are_named() -> None:
    assert missing(BITS) == ()
    assert missing(discord.Permissions(administrator=True).value) == ()
    assert missing(BITS & ~PERMISSIONS["Attach Files"]) == ("Attach Files",)
