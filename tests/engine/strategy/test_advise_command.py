"""`python -m engine advise FILE`: the moves of a running match as JSON, and what it says where there are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.command import Run, Terminal, run
from tests.engine.strategy.models import bare
from tests.engine.strategy.tables import table
from tests.engine.table import DATA

HEAD = '[Game "yatzy"]\n[Options "upper_bonus=0"]\n[Seat 1 "Ada"]\n[Seat 2 "Bo"]\n\n'
FIGURE = '[Game "figure_yatzy"]\n[Options "upper_bonus=0"]\n[Seat 1 "Ada"]\n\n'

SIX_DICE = '[Game "maxi_yatzy"]\n[Options "{options}"]\n[Seat 1 "Ada"]\n\n'

KLONDIKE = (DATA / "records" / "klondike-d1-a.game").read_text(encoding="utf-8").partition("\n\n")[0] + "\n\nd d\n"


def advice(folder: Path, text: str) -> Run:
    path = folder / "match.game"
    path.write_text(text, encoding="utf-8")
    return run("advise", path)


def listed(folder: Path, text: str) -> dict[str, float]:
    result = advice(folder, text)
    assert (result.status, result.err) == (0, "")
    assert result.out.count("\n") == 1
    found: list[dict[str, Any]] = json.loads(result.out)
    assert all(list(one) == ["move", "expected_total"] for one in found)
    return {one["move"]: one["expected_total"] for one in found}


def test_it_lists_every_move_with_the_expected_total_best_first(tmp_path: Path) -> None:
    found = listed(tmp_path, HEAD + "1 66666\n")
    assert len(found) == 15 + 5
    assert next(iter(found)) == "yatzy"
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert found["yatzy"] == pytest.approx(50 + table("yatzy", upper_bonus=0).to_come({"yatzy": 50}), abs=1e-4)


def test_points_already_earned_are_in_the_total(tmp_path: Path) -> None:
    found = listed(tmp_path, FIGURE + "1 66666 five_kind=60\n1 66666 sixes=30\n1 12345 straight=40\n")
    card = {"five_kind": 60, "sixes": 30, "straight": 40}
    to_come = table("figure_yatzy", upper_bonus=0).to_come(card)
    assert found == {"roll": pytest.approx(60 + 30 + 40 + 40 + to_come, abs=1e-4)}, "40 for the further five equal"


def test_the_seat_to_move_is_advised_with_its_own_card(tmp_path: Path) -> None:
    found = listed(tmp_path, HEAD + "1 12345 small_straight\n2 12345 chance\n1 13346 _33__ 63314\n")
    assert "small_straight" not in found
    assert {"chance", "_33__", "6____"} <= set(found)


def test_six_dice_are_advised_with_their_saved_rolls(tmp_path: Path) -> None:
    text = SIX_DICE.format(options="order=top_down") + "1 111116 ones=5\n1 222223\n"
    advice(tmp_path, text)
    found = listed(tmp_path, text)
    assert set(found) >= {"twos", "22222_"}
    assert "ones" not in found
    card = {"ones": 5, "twos": 10}
    assert found["twos"] == pytest.approx(15 + bare("maxi_yatzy", order="top_down").to_come(card, 4), abs=1e-3)


def test_what_takes_long_is_said_while_one_waits_and_only_then(tmp_path: Path) -> None:
    # Rules that no other test asks for: what was worked out once is at hand.
    text = SIX_DICE.format(options="order=top_down upper_bonus=7") + "1 111116\n"
    first, again = advice(tmp_path, text), advice(tmp_path, text)
    assert first.err == "working out the strategy of Maxi Yatzy, which takes up to a minute …\n"
    assert again.err == ""
    assert first.out == again.out
    assert json.loads(first.out)


def test_a_terminal_is_told_how_far_it_has_come(tmp_path: Path) -> None:
    path = tmp_path / "match.game"
    path.write_text(SIX_DICE.format(options="order=top_down upper_bonus=8") + "1 111116\n", encoding="utf-8")
    *shares, end = run("advise", path, err=Terminal()).err.split("%")
    assert end == "\n"
    assert all("\n" not in share and share.startswith("\rworking out") for share in shares)
    told = [int(share.rpartition(" ")[2]) for share in shares]
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 100)
    assert len(set(told)) > 2


def test_the_last_record_of_a_file_counts(tmp_path: Path) -> None:
    found = listed(tmp_path, HEAD + "stop\n" + HEAD + "1 12345\n")
    assert "small_straight" in found


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (HEAD + "1 12345\nstop\n", 7, "the match is over (stopped); advice needs a running one"),
        (HEAD + "1 12345 fours=8\n", 6, "fours=8: the box gets 4"),
        (HEAD + "1 12345\n\n" + HEAD + "1 12345\n1 1234_ 12346\n1 end\n", 15, "only a solo match is ended early"),
        ("\n" + KLONDIKE, 2, "Klondike: advice is known for dice games only"),
        ('[Game "chess"]\n', 1, "there is no game 'chess'"),
        ("", 1, "there is no record here"),
    ],
    ids=["over", "points", "rules", "klondike", "game", "empty"],
)
def test_what_gets_no_advice(text: str, line: int, says: str, tmp_path: Path) -> None:
    result = advice(tmp_path, text)
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"{tmp_path / 'match.game'}:{line}: "), result.err
    assert says in result.err
    assert result.err.count("\n") == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = run("advise", tmp_path / "nothing.game")
    assert (result.status, result.out) == (1, "")
    assert "cannot be read" in result.err


@pytest.mark.parametrize("arguments", [(), ("one.game", "two.game")], ids=["none", "two"])
def test_one_file_is_wanted(arguments: tuple[str, ...]) -> None:
    result = run("advise", *arguments)
    assert (result.status, result.out) == (2, "")
    assert "usage:" in result.err
