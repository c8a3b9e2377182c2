"""Opening the browser by itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.offline.browser import open_page

ADDRESS = "http://127.0.0.1:8765/#key"


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pipe that gets each address which the member's browser is asked to open."""
    pipe = tmp_path / "opened"
    os.mkfifo(pipe)
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho noise; echo noise >&2\nprintf %s "$1" > "{pipe}"\n')
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{script} %s")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return pipe


def test_the_page_is_opened_where_there_is_a_display(
    opened: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    open_page(ADDRESS)
    assert opened.read_text() == ADDRESS
    assert capfd.readouterr() == ("", "")


def test_without_a_display_nothing_is_started(opened: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr("bot.offline.browser.subprocess.run", lambda *_, **__: pytest.fail("started a browser"))
    open_page(ADDRESS)
