"""The result of a match as a picture: a line a seat with place, name, what its card brought, and the total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.pictures.headline import title
from bot.pictures.lettering import cut, fitting_size
from bot.pictures.names import written_names
from bot.pictures.painter import paint
from bot.pictures.scorecard import dice_card
from bot.pictures.theme import DARK, SEAT_COLOURS, Ground, Theme
from bot.pictures.tiles import HEIGHT, WIDTH, Block, Mark, Placed, Text, Tile, framed
from bot.pictures.words import brought, ending, out
from engine.game import Seat
from engine.match import Match

MARGIN, GAP = 12, 8
TOP = 136
LINE = WIDTH - 2 * MARGIN
TALLEST = 126
PLACE_X, NAME_X, BAR_X, TOTAL_X = 52, 100, 520, LINE - 24
TOTAL_ROOM, NOTE_ROOM = 130, 110

Notes = Mapping[str, Sequence[str]]
"""Further columns: a title of about eight letters, and a word for each seat."""


@dataclass(frozen=True, slots=True)
class Line:
    """What the result says of one seat; `share` is its total as a part of the highest, `place` 0 for none."""

    seat: Seat
    place: int
    name: str
    detail: str
    total: int
    share: float
    notes: tuple[str, ...]

    @property
    def ground(self) -> Ground:
        """Winners stand out, by their filled disc as well."""
        return "turn" if self.place == 1 else "panel"


def result(match: Match, *, theme: Theme = DARK, notes: Notes | None = None) -> bytes:
    """Places and totals as a PNG of 1100 by 700 pixels; equal totals share a place.

    `notes` are further columns (luck and skill), up to three. Raises TypeError for a game without a scorecard.
    """
    return paint(scene(match, notes or {}), theme)


def scene(match: Match, notes: Notes) -> Iterator[Placed]:
    """The same before it is drawn."""
    lines = _lines(match, notes)
    yield from _title(match, list(notes))
    step = min(TALLEST + GAP, (HEIGHT - MARGIN - TOP + GAP) // len(lines))
    for index, line in enumerate(lines):
        yield Placed(MARGIN, TOP + index * step, _line(line, step - GAP))


def _lines(match: Match, notes: Notes) -> list[Line]:
    outcome, names, sums = match.outcome, written_names(match), dice_card(match).sums
    most = max(outcome.totals) or 1
    ranked = len(names) > 1 and outcome.ended != "stopped"
    return [
        Line(
            seat=seat,
            place=outcome.places[seat] if ranked and seat not in outcome.resigned else 0,
            name=names[seat],
            detail=" · ".join(filter(None, [out(match, seat), *brought(sums[seat])])),
            total=outcome.totals[seat],
            share=outcome.totals[seat] / most,
            notes=tuple(words[seat] for words in notes.values()),
        )
        for seat in outcome.ranking()
    ]


def _title(match: Match, columns: Sequence[str]) -> Iterator[Placed]:
    shown, size = title(match, written_names(match), LINE - 12, range(46, 33, -1))
    marks: list[Mark] = [
        Text(6, 36, shown, size, "ink", "page", bold=True, anchor="l"),
        Text(6, 88, f"{match.game.title} · {ending(match)}", 28, "quiet", "page", anchor="l"),
        *(Text(_note_x(i, len(columns)), 98, word, 22, "quiet", "page") for i, word in enumerate(columns)),
    ]
    yield Placed(MARGIN, 8, Tile(LINE, TOP - 12, "page", tuple(marks)))


def _note_x(index: int, count: int) -> int:
    """The middle of a further column; they stand between the bars and the totals."""
    return TOTAL_X - TOTAL_ROOM - (count - index) * NOTE_ROOM + NOTE_ROOM // 2


def _line(line: Line, height: int) -> Tile:
    middle = height // 2
    marks: list[Mark] = [
        Block(0, 0, LINE, height, 10, line.ground, "page"),
        Block(0, 10, 6, height - 20, 0, SEAT_COLOURS[line.seat]),
        *_place(line, middle),
        *_name(line, middle, 28 if height < 80 else 34),
        *_bar(line, middle),
        *(_note(line, i, middle) for i in range(len(line.notes))),
        Text(TOTAL_X, middle, str(line.total), 40, "ink", line.ground, bold=True, anchor="r"),
    ]
    return Tile(LINE, height, "page", tuple(marks))


def _place(line: Line, middle: int) -> Iterator[Mark]:
    x, y, size = PLACE_X - 24, middle - 24, 48
    if line.place == 1:
        yield Block(x, y, size, size, 24, "most", "turn")
        yield Text(PLACE_X, middle, "1", 30, "on_most", "most", bold=True)
    elif line.place:
        yield from framed(x, y, size, size, 24, 3, ("panel", "quiet", "panel"))
        yield Text(PLACE_X, middle, str(line.place), 28, "ink", "panel", bold=True)


def _name(line: Line, middle: int, largest: int) -> Iterator[Mark]:
    room = BAR_X - NAME_X - 16
    size = fitting_size(line.name, room, range(largest, 24, -1), bold=True)
    shown = cut(line.name, room, size, bold=True)
    yield Text(NAME_X, middle - 10, shown, size, "ink", line.ground, bold=True, anchor="l")
    smaller = fitting_size(line.detail, room, range(20, 16, -1))
    yield Text(NAME_X, middle + 19, cut(line.detail, room, smaller), smaller, "quiet", line.ground, anchor="l")


def _bar(line: Line, middle: int) -> Iterator[Mark]:
    room = TOTAL_X - TOTAL_ROOM - len(line.notes) * NOTE_ROOM - BAR_X
    yield Block(BAR_X, middle - 8, room, 16, 8, "track", line.ground)
    if line.total:
        yield Block(BAR_X, middle - 8, max(16, round(room * line.share)), 16, 8, "progress", "track")


def _note(line: Line, index: int, middle: int) -> Text:
    word = line.notes[index]
    size = fitting_size(word, NOTE_ROOM - 10, range(28, 17, -1), bold=True)
    return Text(_note_x(index, len(line.notes)), middle, word, size, "ink", line.ground, bold=True)
