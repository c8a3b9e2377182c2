"""`python -m engine review FILE…`: luck and choices as JSON, and what it says where there are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.command import Run, run
from tests.engine.strategy.tables import table
from tests.engine.table import DATA

HEAD = '[Game "yatzy"]\n[Options "upper_bonus=0"]\n[Seat 1 "Ada"]\n[Seat 2 "Bo"]\n\n'
PLAYED = HEAD + "1 66666 ones=0\n2 11111 yatzy=50\n2 undo\n2 yatzy=50\n1 13346 _33__\n2 resign\n"
KLONDIKE = (DATA / "records" / "klondike-d1-a.game").read_text(encoding="utf-8")


def reviewed(folder: Path, *texts: str) -> Run:
    paths = [folder / f"{i}.game" for i in range(1, len(texts) + 1)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return run("review", *paths)


def told(folder: Path, text: str) -> list[dict[str, Any]]:
    result = reviewed(folder, text)
    assert (result.status, result.err) == (0, "")
    return [json.loads(line) for line in result.out.splitlines()]


def test_each_seat_has_its_sums(tmp_path: Path) -> None:
    (found,) = told(tmp_path, PLAYED)
    assert list(found) == ["game", "approximate", "seats"]
    assert (found["game"], found["approximate"]) == ("yatzy", False)
    ada, bo = found["seats"]
    assert list(ada) == ["name", "average", "luck", "given_away", "unplayed", "total", "mistakes", "luckiest"]
    assert (ada["name"], bo["name"]) == ("Ada", "Bo")
    assert (ada["total"], bo["total"]) == (0, 50)
    values = table("yatzy", upper_bonus=0)
    for seat in (ada, bo):
        assert seat["average"] == pytest.approx(values.to_come(), abs=1e-4)
        assert round(seat["average"] + seat["luck"] - seat["given_away"] - seat["unplayed"], 6) == seat["total"]
    assert bo["unplayed"] == pytest.approx(values.to_come({"yatzy": 50}), abs=1e-4)
    best = values.advise((1, 3, 3, 4, 6), rolls_left=2, card={"ones": 0})[0].to_come
    assert ada["unplayed"] == pytest.approx(best, abs=1e-4), "dice that are held are no choice yet"


def test_mistakes_and_the_luckiest_roll_are_told(tmp_path: Path) -> None:
    ada, bo = told(tmp_path, PLAYED)[0]["seats"]
    (mistake,) = ada["mistakes"]
    cost = mistake.pop("cost")
    assert mistake == {"turn": 1, "dice": "66666", "rolls_left": 2, "move": "ones", "better": "yatzy"}
    assert cost == ada["given_away"] > 20
    assert (bo["mistakes"], bo["given_away"]) == ([], 0)
    gain = bo["luckiest"].pop("gain")
    assert bo["luckiest"] == {"turn": 1, "kept": "roll", "dice": "11111"}
    assert gain == pytest.approx(bo["luck"], abs=1e-3)


def test_who_never_moved_had_neither_luck_nor_choices(tmp_path: Path) -> None:
    _, bo = told(tmp_path, HEAD + "1 12345\nstop\n")[0]["seats"]
    assert (bo["luck"], bo["given_away"], bo["total"], bo["mistakes"], bo["luckiest"]) == (0, 0, 0, [], None)
    assert bo["unplayed"] == bo["average"]


def test_every_record_has_its_line(tmp_path: Path) -> None:
    found = told(tmp_path, HEAD + "1 12345\n" + HEAD + "1 66666 yatzy\n")
    assert [one["seats"][0]["total"] for one in found] == [0, 50]


def test_values_that_are_not_exact_are_called_approximate_and_add_up_too(tmp_path: Path) -> None:
    head = '[Game "mega_yatzy"]\n[Options "order=bottom_up"]\n[Seat 1 "Ada"]\n\n'
    result = reviewed(tmp_path, head + "1 123455 12345_ 123454 12345_ 123456 straight_flush=150\n1 666612\n")
    assert result.status == 0
    found = json.loads(result.out)
    assert found["approximate"]
    (ada,) = found["seats"]
    assert (ada["total"], ada["luckiest"]["dice"]) == (150, "123456")
    assert ada["luckiest"]["gain"] > 80
    assert round(ada["average"] + ada["luck"] - ada["given_away"] - ada["unplayed"], 6) == 150


def test_a_name_does_not_reach_the_terminal_as_it_is(tmp_path: Path) -> None:
    result = reviewed(tmp_path, HEAD.replace("Ada", "A\u202ed\x1ba") + "1 12345\n")
    assert "\u202e" not in result.out
    assert "\x1b" not in result.out
    assert json.loads(result.out)["seats"][0]["name"] == "A\u202ed\x1ba"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("\n" + KLONDIKE, 2, "Klondike: a review is known for dice games only"),
        (HEAD, 1, "nothing was played yet; a review needs a match with moves"),
        (HEAD + "1 12345 fours=8\n", 6, "fours=8: the box gets 4"),
        ('[Game "chess"]\n', 1, "there is no game 'chess'"),
        ("", 1, "there is no record here"),
    ],
    ids=["klondike", "unplayed", "points", "game", "empty"],
)
def test_what_gets_no_review(text: str, line: int, says: str, tmp_path: Path) -> None:
    result = reviewed(tmp_path, text)
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"{tmp_path / '1.game'}:{line}: "), result.err
    assert says in result.err
    assert result.err.count("\n") == 1


def test_a_record_without_a_review_says_nothing_against_others(tmp_path: Path) -> None:
    result = reviewed(tmp_path, KLONDIKE.rstrip() + "\n\n" + HEAD + "1 12345\n", HEAD + "1 66666\n")
    assert result.status == 1
    assert result.out.count("\n") == 2
    assert result.err.count("\n") == 1


def test_a_file_is_wanted() -> None:
    result = run("review")
    assert (result.status, result.out) == (2, "")
    assert "usage:" in result.err
