"""Luck and skill as a picture: what dice and choices did for each seat, in points from a line of nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.pictures.alt_text import LONGEST, NAME_LENGTHS, units
from bot.pictures.headline import title
from bot.pictures.lettering import cut, fitting_size, width
from bot.pictures.names import written_names
from bot.pictures.painter import paint
from bot.pictures.theme import DARK, SEAT_COLOURS, Ground, Theme
from bot.pictures.tiles import HEIGHT, WIDTH, Block, Mark, Placed, Text, Tile
from bot.pictures.words import headline, out
from bot.text.balance import Balance, signed
from bot.text.names import plain_name
from engine.game import Seat
from engine.match import Match
from engine.strategy.review import Review

MARGIN = 12
TOP, LEGEND, AXIS = 112, 66, 48
"""Where the panel begins, and the height of the strips over and under its lines."""

PANEL = WIDTH - 2 * MARGIN
NAME_X, NAME_ROOM = 46, 236
LEFT, RIGHT = 296, 930
"""The ends of the room for bars and their figures, in the panel."""

FIGURE_ROOM = 76
"""Pixels beside a bar for its figure."""

FINAL_X = PANEL - 26
THICKEST = 56
STEPS = (5, 10, 20, 50, 100, 200, 500)
MOST_STEPS = 9
CORNER = 10


@dataclass(frozen=True, slots=True)
class Part:
    """A kind of bar: its colour and what it is called."""

    colour: Ground
    title: str


LUCK = Part("progress", "Luck of the dice")
GIVEN_AWAY = Part("most", "Given away by choices")
UNPLAYED = Part("quiet", "Not played")


@dataclass(frozen=True, slots=True)
class Line:
    """What the picture says of one seat; `points` are its bars', by part."""

    seat: Seat
    name: str
    detail: str
    shown: Balance
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """Where points are: those of the leftmost bar, the pixels of a point, and the points between two lines."""

    least: int
    most: int
    pixels: float
    step: int

    @classmethod
    def of(cls, lines: Sequence[Line]) -> Scale:
        """The scale in which every bar has room, and its figure beside it."""
        points = [0, *(point for line in lines for point in line.points)]
        least, most = min(points), max(points)
        span = max(most - least, 2 * STEPS[0])
        step = next((step for step in STEPS if span <= MOST_STEPS * step), STEPS[-1])
        return cls(least, most, (RIGHT - LEFT - 2 * FIGURE_ROOM) / span, step)

    def x(self, points: int) -> int:
        """Where so many points are."""
        return LEFT + FIGURE_ROOM + round((points - self.least) * self.pixels)

    def lines(self) -> Iterator[int]:
        """The points at which there is a line."""
        for points in range(-10 * MOST_STEPS * self.step, 10 * MOST_STEPS * self.step + 1, self.step):
            if LEFT <= self.x(points) <= RIGHT:
                yield points


def luck_picture(match: Match, review: Review, *, theme: Theme = DARK) -> bytes:
    """What dice and choices did, as a PNG of 1100 by 700 pixels; the match is over."""
    return paint(scene(match, review), theme)


def scene(match: Match, review: Review) -> Iterator[Placed]:
    """The same before it is drawn."""
    parts, lines = _parts(review), _lines(match, review)
    scale, height = Scale.of(lines), _height(len(lines))
    yield Placed(MARGIN, 8, _title(match, review))
    yield Placed(MARGIN, TOP, _legend(parts, scale))
    top = TOP + LEGEND
    for index, line in enumerate(lines):
        yield Placed(MARGIN, top, _line(line, parts, scale, height, first=not index))
        top += height
    yield Placed(MARGIN, top, _axis(scale, HEIGHT - MARGIN - top))


def _parts(review: Review) -> tuple[Part, ...]:
    unplayed = any(round(seat.unplayed) for seat in review.seats)
    return (LUCK, GIVEN_AWAY, UNPLAYED) if unplayed else (LUCK, GIVEN_AWAY)


def _lines(match: Match, review: Review) -> list[Line]:
    names, places = written_names(match), match.outcome.places
    count = len(_parts(review))
    lines = []
    for seat in sorted(map(Seat, range(len(names))), key=lambda seat: (places[seat], seat)):
        shown = Balance.of(review.seats[seat], match.outcome.totals[seat])
        points = (shown.luck, -shown.given_away, -shown.unplayed)[:count]
        lines.append(Line(seat, names[seat], _place(match, seat), shown, points))
    return lines


def _place(match: Match, seat: Seat) -> str:
    if len(match.players) == 1:
        return ""
    place = match.outcome.places[seat]
    return out(match, seat) or f"{place}{ORDINALS.get(place, 'th')}"


ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def _height(lines: int) -> int:
    """The height of each of so many lines."""
    return (HEIGHT - MARGIN - AXIS - TOP - LEGEND) // lines


# -- around the lines -------------------------------------------------------------------------------------------------


def _title(match: Match, review: Review) -> Tile:
    shown, size = title(match, written_names(match), PANEL - 12, range(44, 33, -1))
    told = f"{INTRODUCTION[review.approximate]} averages {round(review.seats[0].average)}."
    marks = (
        Text(6, 32, shown, size, "ink", "page", bold=True, anchor="l"),
        Text(6, 78, told, 27, "quiet", "page", anchor="l"),
    )
    return Tile(PANEL, TOP - 12, "page", marks)


INTRODUCTION = {
    False: "Luck and skill, in points. Perfect play",
    True: "Luck and skill, in points, approximately. Near-perfect play",
}


def _legend(parts: Sequence[Part], scale: Scale) -> Tile:
    marks: list[Mark] = [Block(0, 0, PANEL, LEGEND + CORNER, CORNER, "panel", "page")]
    size = 23 if len(parts) == 2 else 21
    x = LEFT - 40 * (len(parts) - 2)
    for part in parts:
        marks.append(Block(x, 22, 22, 22, 5, part.colour, "panel"))
        marks.append(Text(x + 31, 33, part.title, size, "ink", "panel", bold=True, anchor="l"))
        x += 31 + round(width(part.title, size, bold=True)) + 34
    marks.append(Text(FINAL_X, 33, "Final", 23, "quiet", "panel", bold=True, anchor="r"))
    marks += _grid(scale, LEGEND - 8, 8)
    return Tile(PANEL, LEGEND, "page", tuple(marks))


def _axis(scale: Scale, height: int) -> Tile:
    marks: list[Mark] = [
        Block(0, -CORNER, PANEL, height + CORNER, CORNER, "panel", "page"),
        *_grid(scale, 0, 8),
    ]
    numbered = (points for points in scale.lines() if not points % (2 * scale.step))
    marks += (Text(scale.x(points), 27, signed(points), 22, "quiet", "panel") for points in numbered)
    return Tile(PANEL, height, "page", tuple(marks))


def _grid(scale: Scale, top: int, height: int) -> Iterator[Mark]:
    """The lines of the scale; that of nothing stands out."""
    for points in scale.lines():
        if points:
            yield Block(scale.x(points), top, 2, height, 0, "head")
    yield Block(scale.x(0) - 1, top, 4, height, 0, "quiet")


# -- a line -----------------------------------------------------------------------------------------------------------


def _line(line: Line, parts: Sequence[Part], scale: Scale, height: int, *, first: bool) -> Tile:
    marks: list[Mark] = [*_grid(scale, 0, height)]
    if not first:
        marks.append(Block(22, 0, PANEL - 44, 2, 0, "head"))
    marks += [
        Block(22, max(10, height // 2 - 60), 8, min(height - 20, 120), 0, SEAT_COLOURS[line.seat]),
        *_name(line, height),
        *_bars(line, parts, scale, height),
        Text(FINAL_X, height // 2, str(line.shown.total), 40 if height > 70 else 34, "ink", "panel", True, "r"),
    ]
    return Tile(PANEL, height, "panel", tuple(marks))


def _name(line: Line, height: int) -> Iterator[Mark]:
    apart = min(17, height // 5)
    size = fitting_size(line.name, NAME_ROOM, range(min(34, height // 2), 22, -1), bold=True)
    shown = cut(line.name, NAME_ROOM, size, bold=True)
    middle = height // 2
    yield Text(NAME_X, middle - apart * bool(line.detail), shown, size, "ink", "panel", bold=True, anchor="l")
    if line.detail:
        yield Text(NAME_X, middle + apart, line.detail, min(20, height // 3), "quiet", "panel", anchor="l")


def _bars(line: Line, parts: Sequence[Part], scale: Scale, height: int) -> Iterator[Mark]:
    each = min(THICKEST, (height - 24 * (height > 100) - 8) // len(parts))
    top = (height - each * len(parts)) // 2
    thick = each - max(2, each // 9)
    for index, (part, points) in enumerate(zip(parts, line.points, strict=True)):
        yield from _bar(part, points, scale, (top + index * each, thick))
    yield Block(scale.x(0) - 1, 0, 4, height, 0, "quiet")


def _bar(part: Part, points: int, scale: Scale, where: tuple[int, int]) -> Iterator[Mark]:
    top, thick = where
    left, right = sorted((scale.x(0), scale.x(points)))
    if right > left:
        yield Block(left, top, right - left, thick, min(5, (right - left) // 2), part.colour, "panel")
    words, size = signed(points), max(15, min(24, thick))
    room, leftward = round(width(words, size, bold=True)), points < 0 or part is not LUCK
    x = left - 10 - room if leftward else right + 12
    # A line of the scale would cross the figure out.
    yield Block(x - 3, top, room + 6, thick, 0, "panel")
    yield Text(x, top + thick // 2, words, size, "ink", "panel", bold=True, anchor="l")


# -- in words ---------------------------------------------------------------------------------------------------------


def luck_alt_text(match: Match, review: Review) -> str:
    """What the picture shows, in at most 1,024 characters."""
    texts = (_told(match, review, length) for length in NAME_LENGTHS)
    return min(texts, key=lambda text: units(text) > LONGEST)[:LONGEST]


def _told(match: Match, review: Review, length: int) -> str:
    names = [plain_name(unicodedata.normalize("NFKC", player.name[:100]), length) for player in match.players]
    words = f"{INTRODUCTION[review.approximate]} averages {round(review.seats[0].average)}."
    return " ".join([f"{headline(match, names)}. {words}", *(_seat(line, names) for line in _lines(match, review))])


def _seat(line: Line, names: Sequence[str]) -> str:
    shown = line.shown
    unplayed = f", {shown.unplayed} not played" if shown.unplayed else ""
    return f"{names[line.seat]}: luck {signed(shown.luck)}, {shown.given_away} given away{unplayed}, {shown.total}."
