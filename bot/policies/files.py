"""A policy's arrays in a file: written whole or not at all, mapped when it is read, and never believed unchecked.

A file begins with HEAD: a word that says what it is, the length of its contents (JSON, which follows), and a digest of
all but itself. The arrays lie at multiples of ALIGNED.
"""

from __future__ import annotations

import json
import os
import secrets
import struct
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from mmap import ACCESS_READ, mmap
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.strategy.kept import VERSION, Arrays

__all__ = ["BadFile", "path_of", "read", "write"]

MAGIC = b"Parlour\n"
DIGEST = 32
HEAD = struct.Struct(f"<8sI{DIGEST}s")
LAYOUT = 1
"""Raised when a file's contents are laid out in another way."""

ALIGNED = 64
SUFFIX, UNFINISHED = ".strategy", ".part"
LEFT_OVER = 60 * 60
"""Seconds after which an unfinished file is nobody's any more: its writer was killed."""

MOST_FILES = 250
"""Files that are kept, those used last, at most 4 MB each: house rules make tens of thousands of rulesets."""


class BadFile(Exception):
    """A file that is not to be used; the text says why."""


def path_of(folder: Path, key: str) -> Path:
    """Where the policy of that key is kept."""
    return folder / f"{key}{SUFFIX}"


def write(path: Path, key: str, arrays: Arrays) -> None:
    """Put the arrays in place of whatever is there, so that every reader finds all or nothing; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path.parent)
    _make_room(path.parent)
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        with unfinished.open("xb") as file:
            for part in _parts(key, arrays):
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    _sync(path.parent)


def read(path: Path, key: str) -> Arrays:
    """The arrays of that key, mapped and not to be written to; raises BadFile, and OSError, as where no file is."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size < HEAD.size:
            raise BadFile("it is cut off")
        mapped = memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
    with suppress(OSError):  # a folder may be there to be read only
        os.utime(path)
    magic, length, digest = HEAD.unpack_from(mapped)
    if magic != MAGIC:
        raise BadFile("it is none of ours")
    if digest_of(length, [mapped[HEAD.size :]]) != digest:
        raise BadFile("it is damaged")
    contents = json.loads(mapped[HEAD.size : HEAD.size + length].tobytes())
    if (contents["layout"], contents["values"]) != (LAYOUT, VERSION):
        raise BadFile("it is of another version")
    if contents["key"] != key:
        raise BadFile("it is of other rules")
    numbers = mapped[_aligned(HEAD.size + length) :]
    return {name: _array(numbers, *place) for name, place in contents["arrays"].items()}


def _array(numbers: memoryview, kind: str, shape: list[int], start: int, size: int) -> NDArray[np.float32]:
    found: NDArray[np.float32] = np.frombuffer(numbers[start : start + size], np.dtype(kind)).reshape(shape)
    return found


def _parts(key: str, arrays: Arrays) -> Iterator[bytes]:
    """The file, in parts."""
    places, at, numbers = {}, 0, list[bytes]()
    for name, array in arrays.items():
        places[name] = (array.dtype.str, array.shape, at, array.nbytes)
        numbers += [array.tobytes(), _filling(array.nbytes)]
        at = _aligned(at + array.nbytes)
    contents = json.dumps({"layout": LAYOUT, "values": VERSION, "key": key, "arrays": places}).encode()
    body = [contents, _filling(HEAD.size + len(contents)), *numbers]
    yield HEAD.pack(MAGIC, len(contents), digest_of(len(contents), body))
    yield from body


def digest_of(length: int, body: Iterable[bytes | memoryview]) -> bytes:
    """The digest of all but itself."""
    digest = blake2b(str(length).encode(), digest_size=DIGEST)
    for part in body:
        digest.update(part)
    return digest.digest()


def _filling(size: int) -> bytes:
    """What has to follow so many bytes."""
    return bytes(_aligned(size) - size)


def _aligned(at: int) -> int:
    return -(-at // ALIGNED) * ALIGNED


def _clear(folder: Path) -> None:
    """Take away what killed writers have left behind."""
    for unfinished in folder.glob(f".*{SUFFIX}.*{UNFINISHED}"):
        try:
            if time.time() - unfinished.stat().st_mtime > LEFT_OVER:
                unfinished.unlink()
        except OSError:
            continue  # another bot was faster, or may do it


def _make_room(folder: Path) -> None:
    """Take away the files that were not used for longest, so that one more may come; what is mapped stays mapped."""
    with suppress(OSError):  # another bot may do the same
        by_use = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in by_use[MOST_FILES - 1 :]:
            path.unlink()


def _sync(folder: Path) -> None:
    """Make sure that the file's name outlives a power cut; Windows opens no folders."""
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
