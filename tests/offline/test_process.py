"""How the page's process starts and stops."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.offline.process import ROOT, PlayProcess


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_quietly(tmp_path: Path, how: signal.Signals) -> None:
    database = tmp_path / "offline.db"
    with PlayProcess(database) as page:
        assert page.stop(how) == (0, "")
    assert database.exists()
    assert not Path(f"{database}-wal").exists()


def test_it_says_where_it_is_who_is_there_and_what_to_type(tmp_path: Path) -> None:
    with PlayProcess(tmp_path / "offline.db") as page:
        assert f"Parlour is open at {page.address}\n" in page.said
        for word in ("Ada", "Bo", "Cleo", "/play", '"Viewing as"', str(tmp_path / "offline.db")):
            assert word in page.said


def test_a_taken_port_is_replaced_by_a_free_one_and_that_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with PlayProcess(tmp_path / "offline.db", port=taken) as page:
            assert page.port != taken
            assert f"Port {taken} is taken: this page is at {page.port} instead.\n" in page.said


def test_a_second_page_on_the_same_database_keeps_its_own(tmp_path: Path) -> None:
    asked = tmp_path / "offline.db"
    with PlayProcess(asked), PlayProcess(asked) as second:
        assert f"{asked} belongs to a page that is open already" in second.said
        assert str(tmp_path / "offline-2.db") in second.said


def test_a_file_that_cannot_be_used_is_one_line_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database")
    for database in (tmp_path / "file", tmp_path / "file" / "offline.db"):
        command = [sys.executable, "-m", "bot", "play", "--port", "0", "--no-browser", "--database", str(database)]
        tried = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert tried.returncode == 1
        assert tried.stderr.startswith("The page cannot open: ")
        assert tried.stderr.count("\n") == 1
        assert str(tmp_path / "file") in tried.stderr
