"""The command line: `python -m engine games | replay FILE… | verify FILE… | advise FILE`.

Results go to stdout and trouble to stderr; the exit status is 1 for a bad record and 2 for bad usage.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import record, strategy
from engine.dice.dice_game import DiceState
from engine.game import BadRecord
from engine.games import catalogue
from engine.match import Match, seats
from engine.record import Difference, Line, Record
from engine.strategy import Unsupported


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parsed = _parser().parse_args(arguments)
    if parsed.command == "games":
        return _games()
    if parsed.command == "advise":
        return _advise(parsed.file)
    return max(_each_file(path, parsed.command) for path in parsed.files)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Parlour's games, without Discord.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("games", help="list the games and their options")
    for name, text in (("replay", "replay records, one JSON object for each"), ("verify", "recompute records' dice")):
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
        print(_advised(record.read_one(_records(path)[-1])))
    except BadRecord as error:
        return _trouble(f"{path}:{error.line}: {error}")
    return 0


def _each_file(path: str, command: str) -> int:
    try:
        records = _records(path)
    except BadRecord as error:
        return _trouble(f"{path}:{error.line}: {error}")
    return max(_each_record(path, lines, command) for lines in records)


def _each_record(path: str, lines: Sequence[Line], command: str) -> int:
    # A wrong record says nothing against the next one in its file.
    try:
        entry = record.read_one(lines)
        print(_replayed(entry) if command == "replay" else _verified(entry))
    except BadRecord as error:
        return _trouble(f"{path}:{error.line}: {error}")
    return 0


def _trouble(message: str) -> int:
    # A record may hold anything; control characters must not reach a terminal.
    print("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in message), file=sys.stderr)
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


def _replayed(entry: Record) -> str:
    match = entry.replay()
    reports = match.game.report(match.state)
    result = {
        "game": match.game.id,
        "options": dict(match.options),
        "seats": [{"name": player.name, **seat} for player, seat in zip(match.players, reports, strict=True)],
        "over": match.over,
        "ended": match.outcome.ended,
        "ply": match.ply,
    }
    # JSON leaves DEL, C1 controls and the marks that turn text around as they are; a terminal obeys them.
    text = json.dumps(result, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def _verified(entry: Record) -> str:
    difference = record.verify(entry)
    if difference is not None:
        raise BadRecord(difference.line, _differs(difference))
    rolls = sum(1 for _, written in entry.written if written.ply.drawn)
    return f"verified: {entry.start.game.id}, {'the deal' if entry.start.dealt else f'{rolls} rolls'}"


def _differs(difference: Difference) -> str:
    stated, computed = difference.stated, difference.computed
    if difference.ply:
        return f"ply {difference.ply} states {stated}, the secret gives {computed}"
    cards = zip(stated.split(), computed.split(), strict=True)
    at, (card, right) = next((i, pair) for i, pair in enumerate(cards, 1) if pair[0] != pair[1])
    return f"card {at} of the deal is {card}, the secret gives {right}"


def _advised(entry: Record) -> str:
    """The moves of the seat to move, best first, each with the total that perfect play then expects, as JSON."""
    match = entry.replay()
    if match.over:
        last = entry.written[-1][0] if entry.written else entry.line
        raise BadRecord(last, f"the match is over ({match.outcome.ended}); advice needs a running one")
    try:
        found = _advice(match)
    except Unsupported as error:
        raise BadRecord(entry.line, str(error)) from error
    return json.dumps([{"move": move, "expected_total": round(total, 6)} for move, total in found])


def _advice(match: Match) -> list[tuple[str, float]]:
    game, state = match.game, match.state
    if not isinstance(state, DiceState):
        raise Unsupported(f"{game.title}: advice is known for dice games only")
    earned = state.totals(state.turn.seat).total
    advice = strategy.advise_state(strategy.named(game.id, match.options), state)
    return [(one.move, earned + one.to_come) for one in advice]


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
