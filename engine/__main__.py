"""The command line: `python -m engine games | replay FILE… | verify FILE… | review FILE… | advise FILE`.

Results go to stdout and trouble to stderr; the exit status is 1 for a bad record and 2 for bad usage.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from engine import record
from engine.commands.advise import advised
from engine.commands.printable import safe
from engine.commands.replay import replayed
from engine.commands.review import reviewed
from engine.commands.verify import verified
from engine.game import BadRecord
from engine.games import catalogue
from engine.match import seats
from engine.record import Line, Record

Command = Callable[[Record], str]
"""What is said of a record; raises BadRecord."""


def _working(what: str, done: float) -> None:
    """Say on stderr what takes long: in a terminal how far it has come, and elsewhere that it begins."""
    if sys.stderr.isatty():
        print(f"\r{what}: {done:.0%}", end="\n" if done == 1 else "", file=sys.stderr, flush=True)
    elif not done:
        print(f"{what} …", file=sys.stderr, flush=True)


OF_RECORDS: Mapping[str, tuple[Command, str]] = {
    "replay": (replayed, "replay records, one JSON object for each"),
    "verify": (verified, "recompute records' dice"),
    "review": (
        partial(reviewed, say=_working),
        "tell luck from choices in records of dice games, one JSON object for each",
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parsed = _parser().parse_args(arguments)
    if parsed.command == "games":
        return _games()
    if parsed.command == "advise":
        return _advise(parsed.file)
    command, _ = OF_RECORDS[parsed.command]
    return max(_each_file(path, command) for path in parsed.files)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Parlour's games, without Discord.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("games", help="list the games and their options")
    for name, (_, text) in OF_RECORDS.items():
        command = commands.add_parser(name, help=text)
        command.add_argument("files", nargs="+", metavar="FILE", help="a .game file")
    advice = commands.add_parser("advise", help="rate the moves in a running match, the last one of a file")
    advice.add_argument("file", metavar="FILE", help="a .game file")
    return parser


def _games() -> int:
    for game in catalogue.values():
        print(f"{game.id}  {game.title}  {seats(game)}")
        for option in game.options:
            print(f"  {option.id}={option.spell(option.default)}  ({option.allowed()})  {option.title}")
    return 0


def _advise(path: str) -> int:
    try:
        print(advised(record.read_one(_records(path)[-1]), _working))
    except BadRecord as error:
        return _trouble(f"{path}:{error.line}: {error}")
    return 0


def _each_file(path: str, command: Command) -> int:
    try:
        records = _records(path)
    except BadRecord as error:
        return _trouble(f"{path}:{error.line}: {error}")
    return max(_each_record(path, lines, command) for lines in records)


def _each_record(path: str, lines: Sequence[Line], command: Command) -> int:
    # A wrong record says nothing against the next one in its file.
    try:
        print(command(record.read_one(lines)))
    except BadRecord as error:
        return _trouble(f"{path}:{error.line}: {error}")
    return 0


def _trouble(message: str) -> int:
    print(safe(message), file=sys.stderr)
    return 1


def _records(path: str) -> list[Sequence[Line]]:
    try:
        return record.split(_text(path))
    except OSError as error:
        raise BadRecord(1, f"cannot be read: {error.strerror}") from error


def _text(path: str) -> str:
    data = Path(path).read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadRecord(line, f"byte {data[error.start]:#04x} is not UTF-8; a record is UTF-8 text") from error


def _run() -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Names may hold any letter, whatever the terminal's locale says.
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough (`… | head`); Python's own flush at exit must not complain of it.
        sys.stdout = None
        return 0
    return status


if __name__ == "__main__":
    sys.exit(_run())
