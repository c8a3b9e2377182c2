"""A dice turn as a record writes it: `SEAT ROLL (KEEP ROLL)* [BOX=POINTS]`, and the words that stand beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.dice.roll import ROLLED
from engine.game import IllegalMove, Move, Ply, Seat, Written

OPENING = Move("roll")
"""The first roll of a turn: all dice; later rolls are keeps."""

WORDS = ("undo", "resign", "end", "skip", "timeout")
SEAT = re.compile(r"[1-9][0-9]?", re.ASCII)
ROLL = re.compile(r"[1-6]+", re.ASCII)
KEEP = re.compile(r"[1-6_]+", re.ASCII)
BOX = re.compile(r"(?P<box>[a-z][a-z0-9_]*)(?:=(?P<points>[0-9]{1,6}))?(?P<clock>!)?", re.ASCII)


def read(words: Sequence[str]) -> list[Written]:
    """The plies of one line, already split into words; raises IllegalMove."""
    if list(words) == ["stop"]:
        return [Written(Ply(None, Move("stop")))]
    if not SEAT.fullmatch(words[0]):
        raise IllegalMove(f"{words[0][:40]!r} is no seat: a line starts with its seat's number, or is `stop` alone")
    seat, rest = Seat(int(words[0]) - 1), words[1:]
    if not rest:
        raise IllegalMove("the seat is followed by nothing; a roll, a keep, a box or a word was expected")
    if rest[0] in WORDS:
        if len(rest) > 1:
            raise IllegalMove(f"{rest[0]} stands alone with its seat; {rest[1][:40]!r} follows")
        return [Written(Ply(seat, Move(rest[0])))]
    return list(_turn(seat, rest))


def _turn(seat: Seat, words: Sequence[str]) -> Iterator[Written]:
    words = list(words)
    if ROLL.fullmatch(words[0]):
        roll = words.pop(0)
        yield Written(Ply(seat, OPENING, roll))
    while words and KEEP.fullmatch(words[0]) and ROLLED in words[0]:
        if len(words) == 1:
            yield Written(Ply(seat, Move(words.pop(0))), hold=True)
            return
        if not ROLL.fullmatch(words[1]):
            raise IllegalMove(f"after the keep {words[0][:40]} the dice that were rolled are missing")
        yield Written(Ply(seat, Move(words.pop(0)), words.pop(0)))
    if words:
        yield _box(seat, words.pop(0))
    if words:
        raise IllegalMove(f"a line ends with its box; {words[0][:40]!r} follows")


def _box(seat: Seat, word: str) -> Written:
    found = BOX.fullmatch(word)
    if not found:
        raise IllegalMove(f"{word[:40]!r} is no roll, no keep with a {ROLLED} for each rolled die, and no BOX=POINTS")
    points = found["points"]
    return Written(Ply(seat, Move(found["box"] + (found["clock"] or ""))), None if points is None else int(points))


def write(written: Sequence[Written]) -> list[str]:
    """The lines for these plies: a turn on one line, whatever interrupts it on its own."""
    lines: list[list[str]] = []
    open_for: Seat | None = None
    for entry in written:
        ply = entry.ply
        if ply.seat is None or ply.move in WORDS:
            lines.append([*_seat(ply), ply.move])
            open_for = None
            continue
        if open_for != ply.seat:
            lines.append(_seat(ply))
        lines[-1] += _turn_words(entry)
        open_for = ply.seat if ply.drawn else None
    return [" ".join(line) for line in lines]


def _seat(ply: Ply) -> list[str]:
    return [] if ply.seat is None else [str(ply.seat + 1)]


def _turn_words(entry: Written) -> list[str]:
    ply = entry.ply
    if not ply.drawn:
        claim = "" if entry.points is None else f"={entry.points}"
        return [ply.move.removesuffix("!") + claim + ("!" if ply.move.endswith("!") else "")]
    return [ply.drawn] if ply.move == OPENING else [ply.move, ply.drawn]
