"""Files of policies: read as they were written, or not at all, and as large in memory as on the disk."""

from __future__ import annotations

import json
import os
import re
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.policies import files
from bot.policies.files import BadFile
from bot.worker import Worker, WorkerDied
from engine.strategy import kept
from tests.bot.policies import calls
from tests.bot.policies.builders import wanted

KEY = "0123abcd"
ARRAYS: dict[str, NDArray[np.float32]] = {
    "values": np.arange(24, dtype=np.float32).reshape(2, 3, 4),
    "race": np.linspace(0, 1, 7, dtype=np.float32),
    "none": np.empty((0, 3), np.float32),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that is in order."""
    path = files.path_of(tmp_path / "strategy", KEY)
    files.write(path, KEY, ARRAYS)
    return path


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker("the builder")
    yield worker
    worker.rest()


def test_what_was_written_is_read_and_not_to_be_changed(path: Path) -> None:
    found = files.read(path, KEY)
    assert found.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert np.array_equal(found[name], array)
        assert found[name].dtype == array.dtype
        assert found[name].flags.aligned
        assert not found[name].flags.writeable


def test_it_takes_the_place_of_the_one_before_which_may_still_be_in_use(path: Path) -> None:
    before = files.read(path, KEY)
    files.write(path, KEY, {"values": ARRAYS["values"] + 1})
    assert np.array_equal(files.read(path, KEY)["values"], ARRAYS["values"] + 1)
    assert np.array_equal(before["values"], ARRAYS["values"])
    assert list(path.parent.iterdir()) == [path]


def _of_version(number: str) -> Callable[[bytes], bytes]:
    """The file as another version would have written it, its digest included."""

    def change(raw: bytes) -> bytes:
        _, length, _ = files.HEAD.unpack_from(raw)
        body = bytearray(raw[files.HEAD.size :])
        body[:length] = re.sub(rb'("' + number.encode() + rb'": )\d', rb"\g<1>9", bytes(body[:length]))
        json.loads(body[:length])
        digest = files.digest_of(length, [bytes(body)])
        return files.HEAD.pack(files.MAGIC, length, digest) + body

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda raw: b"", "cut off"),
        (lambda raw: raw[:20], "cut off"),
        (lambda raw: raw[:-1], "damaged"),
        (lambda raw: raw[: len(raw) // 2], "damaged"),
        (lambda raw: raw + b"\0", "damaged"),
        (lambda raw: raw[:-1] + bytes([raw[-1] ^ 1]), "damaged"),
        (lambda raw: raw[:100] + bytes([raw[100] ^ 1]) + raw[101:], "damaged"),
        (lambda raw: b"SQLite format 3\0" + raw, "none of ours"),
        (_of_version("layout"), "another version"),
        (_of_version("values"), "another version"),
    ],
)
def test_a_file_that_is_not_in_order_is_not_used(path: Path, change: Callable[[bytes], bytes], says: str) -> None:
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(BadFile, match=says):
        files.read(path, KEY)


def test_every_part_is_covered(path: Path) -> None:
    raw = path.read_bytes()
    for at in (*range(files.HEAD.size), *range(files.HEAD.size, len(raw), 9)):
        path.write_bytes(raw[:at] + bytes([raw[at] ^ 0x10]) + raw[at + 1 :])
        with pytest.raises(BadFile):
            files.read(path, KEY)


def test_the_file_of_other_rules_is_not_used(path: Path) -> None:
    with pytest.raises(BadFile, match="other rules"):
        files.read(path, "another")


def test_a_writer_that_is_killed_leaves_nothing_in_place(tmp_path: Path, worker: Worker) -> None:
    rules = wanted(multiple_yahtzees=False)
    with pytest.raises(WorkerDied):
        worker.call(calls.build_and_be_killed, rules, tmp_path)
    (left,) = tmp_path.iterdir()
    assert left.name.endswith(".part")
    with pytest.raises(FileNotFoundError):
        files.read(files.path_of(tmp_path, rules.key), rules.key)

    files.write(files.path_of(tmp_path, KEY), KEY, ARRAYS)
    assert left.exists(), "it may be another bot's, which is writing it"
    os.utime(left, (0, 0))
    files.write(files.path_of(tmp_path, KEY), KEY, ARRAYS)
    assert list(tmp_path.iterdir()) == [files.path_of(tmp_path, KEY)]


def test_on_a_full_disk_the_numbers_come_back_and_nothing_is_left(tmp_path: Path, worker: Worker) -> None:
    rules = wanted(multiple_yahtzees=False)
    unkept = worker.call(calls.build_on_a_full_disk, rules, tmp_path)
    assert unkept is not None
    assert "File too large" in unkept.trouble
    assert kept.restored(rules.ruleset, unkept.arrays).to_come() > 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells what a mapping takes")
def test_a_mapped_table_takes_as_much_memory_as_its_file(tmp_path: Path) -> None:
    rules = wanted("yatzy")
    path = files.path_of(tmp_path, rules.key)
    policy = kept.made(rules.ruleset)
    files.write(path, rules.key, kept.arrays(policy))
    policy.advise((1, 1, 2, 5, 6), rolls_left=2)  # what all tables share is there by now
    tracemalloc.start()
    mapped = kept.restored(rules.ruleset, files.read(path, rules.key))
    mapped.advise((1, 1, 2, 5, 6), rolls_left=2)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    size = path.stat().st_size
    assert most < size / 10
    taken = _taken(path)
    assert taken["Rss"] <= size + 4096
    assert taken["Private_Dirty"] == 0
    del mapped
    assert not _taken(path)


def _taken(path: Path) -> dict[str, int]:
    """Bytes of memory that a file's mapping takes in this process, by kind."""
    smaps = Path("/proc/self/smaps").read_text()
    for mapping in re.split(r"\n(?=[0-9a-f]+-[0-9a-f]+ )", smaps):
        if str(path) in mapping:
            return {name: int(kib) * 1024 for name, kib in re.findall(r"^(\w+): +(\d+) kB$", mapping, re.MULTILINE)}
    return {}


def test_the_files_that_were_not_used_for_longest_make_room(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 3)
    others = [files.path_of(path.parent, key) for key in ("a", "b", "c")]
    for age, one in enumerate((path, *others[:2]), 1):
        files.write(one, one.stem, ARRAYS)
        os.utime(one, (age, age))
    files.read(path, KEY)  # the oldest of them is in use
    files.write(others[2], "c", ARRAYS)
    assert sorted(path.parent.glob("*.strategy")) == sorted([path, *others[1:]])
