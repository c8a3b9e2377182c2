"""The page of pictures."""

from pathlib import Path

import pytest

from bot.pictures import gallery
from bot.pictures.specimens import specimen


def test_every_game_is_in_it() -> None:
    names = {name for name, _ in gallery.matches()}
    for game_id in ("yahtzee", "yatzy", "maxi_yatzy", "figure_yatzy", "mega_yatzy"):
        assert {f"{game_id}-{n}-{moment}" for n in (1, 2, 4, 8) for moment in ("start", "middle", "end")} <= names


def test_it_is_written_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [("yatzy-2-middle", specimen("yatzy", 2, "middle")), ("yatzy-2-end", specimen("yatzy", 2, "end"))]
    monkeypatch.setattr(gallery, "matches", lambda: iter(shown))
    assert gallery.main([str(tmp_path / "new")]) == 0
    files = {path.name for path in (tmp_path / "new").iterdir()}
    for theme in ("dark", "light"):
        assert {f"yatzy-2-{what}-{theme}.png" for what in ("middle", "middle-still", "end", "end-result")} <= files
        assert f"sheet-yatzy-{theme}.png" in files
        assert {f"klondike-longest-{theme}.png", f"sheet-klondike-{theme}.png"} <= files
        assert {f"luck-{name}-{theme}.png" for name in ("1", "8", "resigned-8")} <= files
    page = (tmp_path / "new" / "index.html").read_text("utf-8")
    assert 'src="yatzy-2-end-result-dark.png" alt="Result of Yatzy' in page
    assert "die_6_held.png" in page


def test_without_a_folder_it_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert gallery.main([]) == 2
    assert "FOLDER" in capsys.readouterr().err
