"""Anything as a record: never a traceback, never a hang, nothing that a terminal would obey."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.command import run
from tests.engine.table import DATA

SAMPLES = tuple(path.read_text(encoding="utf-8") for path in sorted((DATA / "records").glob("*.game")))
PIECES = (
    *("[", "]", '"', "\\", ";", "\n", "\r", "\t", "\f", "\x00", "\x1b[2J", "\x85", "\xa0", "\u2028", "\ufeff"),
    *("_", "!", "=", "7", "\N{SNOWMAN}", "12345 ", "13___ ", "______ ", "ones=1", "chance"),
    *("1 undo\n", "2 resign\n", "1 skip\n", "1 timeout\n", "1 end\n", "stop\n"),
    *('[Game "yahtzee"]\n', '[Game "maxi_yatzy"]\n', '[Seat 2 "Bo"]\n', '[Result "1"]\n', '[Secret "00"]\n'),
    *("d ", "r ", "u ", "x4 ", "w>f ", "4>6 ", "S>4 ", "end ", '[Deck "AC"]\n', '[Options "draw=3 redeals=2"]\n'),
    *('[Options "order=bottom_up"]\n', '[Options "min_rolls=0 clock_seconds_per_player=60 on_timeout=forfeit"]\n'),
)
careful = settings(deadline=None, max_examples=250)
Check = Callable[[bytes], None]


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Check:
    path = tmp_path_factory.mktemp("fuzz") / "fuzz.game"
    told = re.compile(re.escape(str(path)) + r":(\d+): \S.*")

    def check(content: bytes) -> None:
        path.write_bytes(content)
        for command in ("replay", "verify"):
            result = run(command, path)
            assert result.status == (1 if result.err else 0)
            for line in result.err.removesuffix("\n").split("\n") if result.err else ():
                assert line.isprintable()
                assert len(line) < 1000
                found = told.fullmatch(line)
                assert found
                assert 1 <= int(found[1]) <= content.count(b"\n") + 1
            for line in result.out.removesuffix("\n").split("\n") if result.out else ():
                assert line.isprintable()
                assert command == "verify" or json.loads(line)["seats"]

    return check


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good record with some pieces taken out, put in, doubled or swapped."""
    text = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 5))):
        a = draw(st.integers(0, len(text)))
        b = draw(st.integers(a, min(len(text), a + 40)))
        kind = draw(st.sampled_from(["cut", "put", "double", "replace", "swap", "line"]))
        piece = draw(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)))
        if kind == "line":
            lines = text.split("\n")
            lines.insert(a % len(lines), lines[b % len(lines)])
            text = "\n".join(lines)
            continue
        new = {"cut": "", "put": piece + text[a:b], "double": text[a:b] * 2, "replace": piece, "swap": text[a:b][::-1]}
        text = text[:a] + new[kind] + text[b:]
    return text


@careful
@given(text=mutated())
def test_mutated_records(check: Check, text: str) -> None:
    check(text.encode("utf-8", "surrogatepass"))


@careful
@given(content=st.binary(max_size=400))
def test_arbitrary_bytes(check: Check, content: bytes) -> None:
    check(content)


@careful
@given(head=st.sampled_from(SAMPLES), pieces=st.lists(st.sampled_from(PIECES), max_size=60))
def test_arbitrary_pieces(check: Check, head: str, pieces: list[str]) -> None:
    check((head[: head.index("\n\n") + 2] + "1 " + "".join(pieces)).encode())


@careful
@given(content=st.binary(max_size=60), at=st.integers(0, 400), sample=st.sampled_from(SAMPLES))
def test_bytes_inside_a_record(check: Check, content: bytes, at: int, sample: str) -> None:
    whole = sample.encode()
    check(whole[:at] + content + whole[at:])


def test_a_long_game_of_second_thoughts_is_no_hang(check: Check) -> None:
    check(b'[Game "yatzy"]\n[Seat 1 "A"]\n\n1 12345 ones=1\n' + b"1 undo\n1 ones=1\n" * 2_000)
    klondike = next(sample for sample in SAMPLES if '[Game "klondike"]' in sample)
    deal = klondike[: klondike.index("\n\n") + 2].encode()
    check(deal + b"d " * 5_000 + b"u " * 5_000 + b"\n" + b"d u " * 5_000 + b"end\n")
    check(b'[Game "yatzy"]\n' * 2_000)
    check(b'[Game "yatzy"]\n[Event "' + b"\\\\" * 50_000 + b'\n[Seat 1 "' + b"x" * 50_000 + b'"]\n')
