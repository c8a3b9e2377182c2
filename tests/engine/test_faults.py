"""Records with a fault: each is told by file, line, what is wrong and what would be right; nothing breaks on any."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.command import run

GOOD = """\
[Game "yahtzee"]
[Seat 1 "Ada"]
[Seat 2 "Bo"]

1 13346 13___ 13245 large_straight=40
2 66666 yahtzee=50
"""

FAULTS = {
    # name: (what is put for what in GOOD, line, what is said)
    "unknown game": ('"yahtzee"', '"whist"', 1, "there is no game 'whist'; there are "),
    "no game": ('[Game "yahtzee"]\n', "", 1, 'a record starts with [Game "…"]'),
    "a game without a name": ('[Game "yahtzee"]', "[Game]", 1, "is no tag"),
    "a numbered game": ("[Game ", "[Game 1 ", 1, '[Game "…"] would be right'),
    "unknown option": ("\n\n", '\n[Options "wild=on"]\n', 4, "Yahtzee has no such option; it has upper_threshold"),
    "option without a value": ("\n\n", '\n[Options "joker"]\n', 4, "takes forced or free_choice"),
    "wrong value": ("\n\n", '\n[Options "joker=maybe"]\n', 4, "joker=maybe: takes forced or free_choice"),
    "number out of range": ("\n\n", '\n[Options "upper_bonus=201"]\n', 4, "takes 0 to 200"),
    "clock too short": ("\n\n", '\n[Options "clock_seconds_per_player=9"]\n', 4, "takes none or 10 to 86400"),
    "switch as a number": ("\n\n", '\n[Options "multiple_yahtzees=1"]\n', 4, "takes on or off"),
    "option twice": ("\n\n", '\n[Options "min_rolls=0 min_rolls=1"]\n', 4, "min_rolls stands twice"),
    "an option of another game": ("\n\n", '\n[Options "carry_cap=3"]\n', 4, "Yahtzee has no such option"),
    "no seats": ('[Seat 1 "Ada"]\n[Seat 2 "Bo"]\n', "", 1, '[Seat 1 "name"] would be right'),
    "seat gap": ("Seat 2", "Seat 3", 3, "without a gap"),
    "seats from 0": ("Seat 1", "Seat 0", 2, "without a gap"),
    "seat without a number": ("Seat 2", "Seat", 3, '[Seat 1 "…"] would be right'),
    "seat twice": ("Seat 2", "Seat 1", 3, "Seat 1 stands twice"),
    "seat twice in other digits": ("Seat 2", "Seat 01", 3, "Seat 1 stands twice"),
    "ninth seat": ("\n\n", "".join(f'\n[Seat {n} "x"]' for n in range(3, 10)) + "\n", 10, "1 to 8 seats, not 9"),
    "computer without a seat": ("\n\n", '\n[Computer 3 "careful"]\n', 4, "no seat of that number"),
    "duplicate tag": ("\n\n", '\n[Event "a"]\n[Event "b"]\n', 5, "Event stands twice"),
    "wrong result": ("\n\n", '\n[Result "40 51"]\n', 4, "does not agree with the replay: 40 50"),
    "result of too few": ("\n\n", '\n[Result "40"]\n', 4, "does not agree with the replay: 40 50"),
    "result without a number": ("\n\n", '\n[Result "many"]\n', 4, "does not agree with the replay: 40 50"),
    "unterminated quote": ('"Bo"', '"Bo', 3, "is no tag"),
    "unterminated tag": ('"Bo"]', '"Bo"', 3, "is no tag"),
    "no quotes": ('"Bo"', "Bo", 3, "is no tag"),
    "unknown escape": ('"Bo"', r'"B\o"', 3, "is no tag"),
    "quote in a name": ('"Bo"', '"B"o"', 3, "is no tag"),
    "two tags on a line": ("\n[Seat 2", "[Seat 2", 2, "is no tag"),
    "tag after moves": ("\n2 66666", '\n[Event "a"]\n2 66666', 6, "tags stand before the first move"),
    "moves before the game": ("[Game", "1 11111\n[Game", 1, "a record starts with"),
    "wrong keep": ("13___", "14___", 5, "die 2 does not show 4; the dice are 13346"),
    "keep too short": ("13___", "13__", 5, "a keep is 5 of the digits"),
    "held die changed": ("13245", "23245", 5, "die 1 was held at 1 and can't show 2"),
    "keep of all dice": ("13___ 13245", "13346 13346", 5, "is no roll, no keep"),
    "keep before the first roll": ("1 13346 13___", "1 _____", 5, "a turn opens with a roll of all dice"),
    "wrong points": ("=40", "=30", 5, "large_straight=30: the box gets 40"),
    "points too many digits": ("=40", "=4000000", 5, "is no roll, no keep"),
    "negative points": ("=40", "=-40", 5, "is no roll, no keep"),
    "no points after =": ("=40", "=", 5, "is no roll, no keep"),
    "unknown box": ("large_straight", "big_straight", 5, "no box of this game; there are ones"),
    "empty box": ("large_straight=40", "=40", 5, "is no roll, no keep"),
    "box in capitals": ("large_straight", "Large_straight", 5, "is no roll, no keep"),
    "box twice": ("\n2 66666 yahtzee=50", "\n2 skip\n1 23456 large_straight=40", 7, "Large straight is already filled"),
    "box without a roll": ("13346 13___ 13245 large", "large", 5, "roll the dice first"),
    "roll with a 7": ("13346", "73346", 5, "is no roll, no keep"),
    "roll with a 0": ("13346", "10346", 5, "is no roll, no keep"),
    "roll too short": ("2 66666", "2 6666", 6, "a roll is 5 digits"),
    "roll too long": ("2 66666", "2 666666", 6, "a roll is 5 digits"),
    "roll after a roll": ("2 66666", "2 66666 66666", 6, "is no roll, no keep"),
    "too many rolls": ("13245 large", "13245 13___ 13245 13___ 13245 large", 5, "no roll is left in this turn"),
    "words after the box": ("=50", "=50 66666", 6, "a line ends with its box"),
    "out of turn": ("2 66666", "1 66666", 6, "seat 1 is not to move; seat 2 is"),
    "no such seat": ("2 66666", "3 66666", 6, "there is no seat 3; there are 2"),
    "seat 0": ("2 66666", "0 66666", 6, "is no seat"),
    "no seat": ("2 66666", "66666", 6, "is no seat"),
    "seat alone": ("2 66666 yahtzee=50", "2", 6, "the seat is followed by nothing"),
    "move after the end": ("\n2 66666", "\nstop\n2 66666", 7, "the match is over"),
    "stop with a seat": ("2 66666 yahtzee=50", "2 stop", 6, "stop is nobody's move"),
    "stop with more": ("2 66666 yahtzee=50", "stop now", 6, "is no seat"),
    "end with several seats": ("2 66666 yahtzee=50", "2 end", 6, "only a solo match is ended early"),
    "timeout without a clock": ("2 66666 yahtzee=50", "2 timeout", 6, "clock_seconds_per_player"),
    "undo of nothing": ("2 66666 yahtzee=50", "2 undo", 6, "no box to take back"),
    "a word with more": ("2 66666 yahtzee=50", "2 skip ones", 6, "skip stands alone"),
    "fullwidth digits": ("2 66666", "2 \uff16\uff16\uff16\uff16\uff16", 6, "is no roll, no keep"),
    "a form feed is no move": ("=50", "=50\n\f\n2 66666", 8, "seat 2 is not to move"),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_fault_is_told_by_its_line(name: str, ending: str, tmp_path: Path) -> None:
    old, new, line, says = FAULTS[name]
    assert GOOD.count(old) >= 1
    path = tmp_path / "fault.game"
    path.write_bytes(GOOD.replace(old, new, 1).replace("\n", ending).encode())
    result = run("replay", path)
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"{path}:{line}: "), result.err
    assert says in result.err
    assert result.err.count("\n") == 1
    assert run("verify", path).status == 1


FINE = {
    "as it is": ("", ""),
    "a byte order mark": ("[Game", "\ufeff[Game"),
    "comments": ("\n", " ; x\n"),
    "a comment with a quote": ('"Bo"]', '"Bo"] ; said "hi'),
    "a comment alone": ("\n\n", "\n; nothing\n\n"),
    "a semicolon in a name": ('"Bo"', '"B;o"'),
    "escapes": ('"Bo"', r'"\"B\\o\""'),
    "an empty name": ('"Bo"', '""'),
    "blanks and tabs": ("1 13346 ", " \t1\t13346   "),
    "blanks in a tag": ('[Seat 2 "Bo"]', '[ Seat  2\t"Bo" ]'),
    "no last newline": ("yahtzee=50\n", "yahtzee=50"),
    "no points": ("=50", ""),
    "by the clock": ("=50", "=50!"),
    "unknown tags": ("\n\n", '\n[Event "x"]\n[Date "2025.01.01"]\n[Guild "1"]\n[Seconds "12"]\n\n'),
    "a computer": ("\n\n", '\n[Computer 2 "careful"]\n\n'),
    "defaults written out": ("\n\n", '\n[Options "joker=forced min_rolls=1 multiple_yahtzees=on"]\n\n'),
    "a result while running": ("\n\n", '\n[Result "40 50"]\n\n'),
    "a line that stops after a keep": ("13___ 13245", "13___\n1 13___ 13245"),
    "a line that stops after a roll": ("13346 13", "13346\n1 13"),
    "a form feed": ("\n\n", "\n\f\n"),
}


@pytest.mark.parametrize("name", FINE)
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_what_is_no_fault(name: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / "fine.game"
    path.write_bytes(GOOD.replace(*FINE[name]).replace("\n", ending).encode())
    result = run("replay", path)
    assert (result.status, result.err) == (0, "")
    assert '"total": 40' in result.out
    assert '"total": 50' in result.out


@pytest.mark.parametrize("content", ["", "\n\n", "; a comment\n", "\ufeff"], ids=["empty", "lines", "comment", "mark"])
def test_a_file_without_a_record(content: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.game"
    path.write_text(content)
    result = run("replay", path)
    assert (result.status, result.out) == (1, "")
    assert result.err == f'{path}:1: there is no record here; one starts with [Game "…"]\n'


def test_text_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "latin.game"
    path.write_bytes(GOOD.replace("Bo", "Bjørn").encode("latin-1"))
    result = run("replay", path)
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"{path}:3: byte 0xf8 is not UTF-8")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "missing.game"
    assert run("replay", missing).err == f"{missing}:1: cannot be read: No such file or directory\n"
    assert run("replay", tmp_path).err == f"{tmp_path}:1: cannot be read: Is a directory\n"
    assert run("replay", missing).status == run("verify", tmp_path).status == 1


def test_a_fault_in_one_file_leaves_the_others_alone(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.game", tmp_path / "bad.game"
    good.write_text(GOOD)
    bad.write_text(GOOD.replace("=40", "=41"))
    result = run("replay", bad, good)
    assert (result.status, result.out.count("\n"), result.err.count("\n")) == (1, 1, 1)


def test_a_fault_is_told_without_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "esc.game"
    path.write_text(GOOD.replace("large_straight", "\x1b]0;x\x07\x9b\u202e"), encoding="utf-8")
    result = run("replay", path)
    assert result.status == 1
    assert result.err.removesuffix("\n").isprintable()


def test_a_fault_in_a_long_line_is_told_shortly(tmp_path: Path) -> None:
    path = tmp_path / "long.game"
    for word in ("x" * 100_000, "_" * 100_000, "6" * 100_000, "1" + "_" * 100_000 + " 1", "[" * 100_000):
        path.write_text(GOOD + "1 " + word + "\n")
        assert len(run("replay", path).err) < 500 + len(str(path))
