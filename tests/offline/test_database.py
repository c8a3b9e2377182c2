"""Which file the page keeps its games in."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.offline.database import reserved


def test_the_file_asked_for_is_used_and_its_folder_is_made(tmp_path: Path) -> None:
    asked = tmp_path / "new" / "folder" / "offline.db"
    with reserved(str(asked)) as held:
        assert held == str(asked)
        assert asked.parent.is_dir()


def test_two_pages_at_once_do_not_share_a_file(tmp_path: Path) -> None:
    asked = str(tmp_path / "offline.db")
    with reserved(asked) as first, reserved(asked) as second, reserved(asked) as third:
        assert [Path(held).name for held in (first, second, third)] == ["offline.db", "offline-2.db", "offline-3.db"]


def test_a_later_page_has_the_same_file_again(tmp_path: Path) -> None:
    asked = str(tmp_path / "offline.db")
    for _ in range(2):
        with reserved(asked) as held:
            assert held == asked


def test_a_url_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with reserved("postgresql+asyncpg://host/parlour") as held:
        assert held == "postgresql+asyncpg://host/parlour"
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(OSError, match="file"), reserved(str(tmp_path / "file" / "offline.db")):
        pass
