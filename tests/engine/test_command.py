"""The commands on good records: what they print, line by line, and what they say to bad usage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import record
from engine.fairdice import FairDice, commitment
from engine.game import Move
from engine.games import catalogue
from engine.match import Match
from tests.engine.command import run
from tests.engine.table import DATA, data, seat, start

RECORDS = sorted((DATA / "records").glob("*.game"))
SECRET = bytes(range(32))
TAGS = {"Session": "7", "Nonce": "1312345678901234567", "Secret": SECRET.hex(), "Commitment": commitment(SECRET)}
CLOCK_RECORD = """[Game "figure_yatzy"]
[Options "clock_seconds_per_player=60"]
[Seat 1 "Ada"]
[Seat 2 "Bo"]
[Result "60 12"]

1 66666 five_kind=60
2 44123 44___ 44451 444__ 44456 fours=12
1 timeout
"""


def fair_match(game: str, *, stream: str = "7", turns: int = 6) -> Match:
    fair = FairDice(SECRET, TAGS["Nonce"], stream)
    match = start(game, min(2, catalogue[game].seats[-1])).proceed(fair)
    while match.ply < turns * 3:
        assert match.to_move is not None
        moves = match.game.legal_moves(match.state, match.to_move)
        match = match.play(match.to_move, moves[match.ply * 5 % len(moves)], fair)
    return match


def test_replay_prints_what_the_design_says(tmp_path: Path) -> None:
    path = tmp_path / "clock.game"
    path.write_text(CLOCK_RECORD)
    result = run("replay", path)
    assert (result.status, result.err) == (0, "")
    found = json.loads(result.out)
    assert list(found) == ["game", "options", "seats", "over", "ended", "ply"]
    assert found["game"] == "figure_yatzy"
    assert found["options"] == {
        "upper_threshold": 60,
        "upper_bonus": 20,
        "order": "free",
        "min_rolls": 1,
        "on_turn_timeout": "skip",
        "clock_seconds_per_player": 60,
        "on_timeout": "end_game",
        "groups_distinct": True,
        "unused_bonus": 5,
        "all_figures_bonus": 30,
        "extra_five_bonus": 40,
        "extra_five_joker": False,
    }
    ada, bo = found["seats"]
    assert list(ada) == (
        ["name", "boxes", "upper", "upper_bonus", "set_bonus", "extra", "saved_rolls", "total", "place"]
    )
    assert (ada["name"], ada["total"], ada["place"], ada["boxes"]["five_kind"]) == ("Ada", 60, 1, 60)
    assert (bo["name"], bo["total"], bo["place"], bo["boxes"]["ones"]) == ("Bo", 12, 2, None)
    assert (found["over"], found["ended"], found["ply"]) == (True, "timeout", 7)


def test_replay_agrees_with_every_expected_total() -> None:
    expected = data("records/expected.json")
    result = run("replay", *RECORDS)
    assert (result.status, result.err) == (0, "")
    lines = result.out.splitlines()
    assert len(lines) == len(RECORDS)
    for path, line in zip(RECORDS, lines, strict=True):
        found = json.loads(line)
        assert [one["total"] for one in found["seats"]] == expected[path.stem]["totals"]
        assert found["ended"] == expected[path.stem]["ended"]


def test_options_are_typed_as_in_json(tmp_path: Path) -> None:
    path = tmp_path / "maxi.game"
    path.write_text('[Game "maxi_yatzy"]\n[Options "full_straight=off carry_cap=none min_rolls=0"]\n[Seat 1 "A"]\n')
    found = json.loads(run("replay", path).out)
    assert found["options"]["full_straight"] is False
    assert found["options"]["carry_cap"] is None
    assert type(found["options"]["min_rolls"]) is int
    assert found["ended"] == "running"
    assert "full_straight" not in found["seats"][0]["boxes"]


def test_several_records_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.game"
    path.write_text(CLOCK_RECORD + "\n; and another\n" + CLOCK_RECORD)
    assert len(run("replay", path).out.splitlines()) == 2


def test_a_wrong_record_says_nothing_against_the_others(tmp_path: Path) -> None:
    path = tmp_path / "three.game"
    path.write_text(CLOCK_RECORD + CLOCK_RECORD.replace("=12", "=16") + CLOCK_RECORD)
    result = run("replay", path, RECORDS[0])
    assert result.status == 1
    assert len(result.out.splitlines()) == 3
    assert result.err.startswith(f"{path}:17: fours=16: the box gets 12")
    assert result.err.count("\n") == 1


def test_names_reach_the_terminal_without_control_characters(tmp_path: Path) -> None:
    name = 'A\x1b[31m\x9b\x7f\u202e\u2028"\\ö\N{DIE FACE-1}'
    path = tmp_path / "name.game"
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    path.write_text(f'[Game "yatzy"]\n[Seat 1 "{escaped}"]\n', encoding="utf-8")
    result = run("replay", path)
    assert result.out.removesuffix("\n").isprintable()
    assert json.loads(result.out)["seats"][0]["name"] == name
    assert "ö\N{DIE FACE-1}" in result.out


@pytest.mark.parametrize("game", catalogue)
def test_verify_says_verified(game: str, tmp_path: Path) -> None:
    path = tmp_path / "fair.game"
    path.write_text(record.write(fair_match(game), TAGS))
    result = run("verify", path)
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("verified")


def test_verify_names_the_first_roll_that_differs(tmp_path: Path) -> None:
    text = record.write(fair_match("yatzy"), TAGS)
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("2 "))
    number, roll, *rest = lines[at].split()
    wrong = ("2" if roll[0] == "1" else "1") + roll[1:]
    lines[at] = " ".join([number, wrong, *rest])
    path = tmp_path / "fair.game"
    path.write_text("\n".join(lines))
    result = run("verify", path)
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"{path}:{at + 1}: ")
    assert f"states {wrong}, the secret gives {roll}" in result.err


def test_verify_looks_at_each_record(tmp_path: Path) -> None:
    good = record.write(fair_match("yatzy"), TAGS)
    path = tmp_path / "fair.game"
    path.write_text(good + good.replace(TAGS["Nonce"], "1") + good)
    result = run("verify", path)
    assert result.status == 1
    assert result.out.count("verified") == 2
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("changed", "line", "says"),
    [
        ({"Secret": None}, 1, "not verifiable"),
        ({"Nonce": None}, 1, "not verifiable"),
        ({"Session": None}, 1, "not verifiable"),
        ({"Secret": SECRET.hex().upper()}, 6, "lower-case hex"),
        ({"Secret": "00"}, 6, "64 lower-case hex digits"),
        ({"Commitment": "00"}, 7, "the secret's SHA-256 is " + TAGS["Commitment"]),
        ({"Commitment": TAGS["Commitment"].upper()}, 7, "the secret's SHA-256"),
    ],
)
def test_records_that_cannot_be_verified(changed: dict[str, str | None], line: int, says: str, tmp_path: Path) -> None:
    tags = {key: value for key, value in (TAGS | changed).items() if value is not None}
    path = tmp_path / "fair.game"
    match = fair_match("yatzy")
    path.write_text("; a comment first\n\n" + record.write(match, tags))
    result = run("verify", path)
    assert result.status == 1
    assert result.err.startswith(f"{path}:{line + 2}: "), result.err
    assert says in result.err


def test_a_commitment_may_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "fair.game"
    path.write_text(record.write(fair_match("yatzy"), {k: v for k, v in TAGS.items() if k != "Commitment"}))
    assert run("verify", path).status == 0


class Shared:
    """Fair dice counted by turn and roll, as for a daily game: turns of two rolls, two seats."""

    def __init__(self, fair: FairDice) -> None:
        self._fair = fair
        self._counters = iter(f"{turn}.{roll}" for turn in range(1, 16) for _ in "12" for roll in (1, 2))

    def dice(self, counter: str, count: int) -> tuple[int, ...]:
        return self._fair.dice(next(self._counters), count)

    def deck(self, counter: str) -> tuple[str, ...]:
        raise AssertionError(counter)


def shared_match() -> Match:
    """Two seats on the same dice."""
    chance = Shared(FairDice(SECRET, TAGS["Nonce"], "daily-42"))
    match = start("yatzy", 2)
    for box in ("ones", "twos", "threes"):
        for number in (1, 2):
            for move in ("roll", "_____", box):
                match = match.play(seat(number), Move(move), chance)
    return match


def test_shared_dice_are_counted_by_turn_and_roll(tmp_path: Path) -> None:
    match = shared_match()
    rolls = [ply.drawn for ply in match.plies if ply.drawn]
    assert rolls[0:2] == rolls[2:4], "both seats have the same dice"
    assert rolls[9] == "32543", "fairness/golden.json: daily-42 at 3.2"
    path = tmp_path / "shared.game"
    for tags in (
        {**TAGS, "Stream": "daily-42"},
        {k: v for k, v in TAGS.items() if k != "Session"} | {"Stream": "daily-42"},
    ):
        path.write_text(record.write(match, tags))
        assert run("verify", path).status == 0
    path.write_text(record.write(fair_match("yatzy"), {**TAGS, "Stream": "daily-42"}))
    assert run("verify", path).status == 1


@pytest.mark.parametrize("tags", [{"Session": "7", "Stream": "7"}, {"Stream": "7"}], ids=["both", "stream"])
def test_a_stream_may_name_the_session(tags: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "fair.game"
    path.write_text(record.write(fair_match("yatzy"), {k: v for k, v in TAGS.items() if k != "Session"} | tags))
    assert run("verify", path).status == 0


def test_games_lists_ids_titles_seats_and_options() -> None:
    result = run("games")
    assert (result.status, result.err) == (0, "")
    for game in catalogue.values():
        assert f"{game.id}  {game.title}  {'1 seat' if game.id == 'klondike' else '1 to 8 seats'}\n" in result.out
        for option in game.options:
            assert f"  {option.id}={option.spell(option.default)}  ({option.allowed()})" in result.out


@pytest.mark.parametrize(
    "arguments",
    [(), ("replay",), ("verify",), ("nonsense",), ("games", "x"), ("replay", "--nonsense", "x")],
    ids=lambda arguments: " ".join(arguments) or "nothing",
)
def test_bad_usage_is_status_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert "usage:" in result.err
