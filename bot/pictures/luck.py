"""Luck and skill as a picture: what dice and choices did for each seat, in points from a line of nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor

from bot.pictures.alt_text import LONGEST, NAME_LENGTHS, names_within, units
from bot.pictures.headline import title
from bot.pictures.lettering import cut, fitting_size, width
from bot.pictures.names import written_names
from bot.pictures.painter import paint
from bot.pictures.theme import DARK, SEAT_COLOURS, Ground, Theme
from bot.pictures.tiles import HEIGHT, WIDTH, Block, Mark, Placed, Text, Tile
from bot.pictures.words import headline, out
from bot.text.balance import TENTHS, Balance, balances, in_points, in_points_signed, signed
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

FIGURE_ROOM = 104
"""Pixels beside a bar for its figure."""

FINAL, FINAL_X = 110, PANEL - 26
"""The width and the right end of the last column."""

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
PARTS = (LUCK, GIVEN_AWAY, UNPLAYED)


@dataclass(frozen=True, slots=True)
class Line:
    """What the picture says of one seat; `tenths` of points are its bars', by part."""

    seat: Seat
    name: str
    detail: str
    shown: Balance
    total: int
    tenths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """Where points are: those of the leftmost bar, the pixels of a point, and the points between two lines."""

    least: float
    most: float
    pixels: float
    step: int

    @classmethod
    def of(cls, lines: Sequence[Line]) -> Scale:
        """The scale in which every bar has room, and its figure beside it."""
        tenths = [0, *(tenths for line in lines for tenths in line.tenths)]
        least, most = min(tenths) / TENTHS, max(tenths) / TENTHS
        span = max(most - least, 2 * STEPS[0])
        step = next((step for step in STEPS if span <= MOST_STEPS * step), STEPS[-1])
        return cls(least, most, (RIGHT - LEFT - 2 * FIGURE_ROOM) / span, step)

    def x(self, points: float) -> int:
        """Where so many points are."""
        return LEFT + FIGURE_ROOM + round((points - self.least) * self.pixels)

    def lines(self) -> range:
        """The points at which there is a line: as far as the room for figures reaches."""
        beyond = FIGURE_ROOM / self.pixels
        first, last = ceil((self.least - beyond) / self.step), floor((self.most + beyond) / self.step)
        return range(first * self.step, last * self.step + 1, self.step)


def luck_picture(match: Match, review: Review, *, theme: Theme = DARK) -> bytes:
    """What dice and choices did, as a PNG of 1100 by 700 pixels; the match is over."""
    return paint(scene(match, review), theme)


def scene(match: Match, review: Review) -> Iterator[Placed]:
    """The same before it is drawn."""
    lines = _lines(match, review)
    parts = PARTS[: len(lines[0].tenths)]
    scale, height = Scale.of(lines), _height(len(lines))
    yield from _title(match, _introduction(review, lines))
    yield from _legend(parts, scale)
    top = TOP + LEGEND
    for line in lines:
        yield from _line(line, parts, scale, top, height)
        top += height
    yield from _axis(scale, top)


def _lines(match: Match, review: Review) -> list[Line]:
    """The seats, best first; all with a bar for what was not played, or none."""
    names, outcome = written_names(match), match.outcome
    found = balances(match, review)
    count = len(PARTS) if any(shown.unplayed for shown in found.values()) else 2
    lines = []
    for seat, shown in found.items():
        tenths = (shown.luck, -shown.given_away, -shown.unplayed)[:count]
        detail = "" if len(names) == 1 else out(match, seat) or _ordinal(outcome.places[seat])
        lines.append(Line(seat, names[seat], detail, shown, outcome.totals[seat], tenths))
    return lines


def _ordinal(place: int) -> str:
    return f"{place}{ORDINALS.get(place, 'th')}"


ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def _height(lines: int) -> int:
    """The height of each of so many lines."""
    return (HEIGHT - MARGIN - AXIS - TOP - LEGEND) // lines


# -- around the lines -------------------------------------------------------------------------------------------------
# Words that come again from one picture to the next are small tiles of their own: those are kept as sprites.


def _title(match: Match, told: str) -> Iterator[Placed]:
    shown, size = title(match, written_names(match), PANEL - 12, range(44, 33, -1))
    name = Text(6, 32, shown, size, "ink", "page", bold=True, anchor="l")
    yield Placed(MARGIN, 8, Tile(PANEL, 58, "page", (name,)))
    words = Text(0, 17, told, 26, "quiet", "page", anchor="l")
    yield Placed(MARGIN + 6, 68, Tile(ceil(width(told, 26)) + 2, 32, "page", (words,)))


INTRODUCTION = {
    False: "Luck and skill, in points. Perfect play",
    True: "Luck and skill, in points, approximately. Near-perfect play",
}


def _introduction(review: Review, lines: Sequence[Line]) -> str:
    return f"{INTRODUCTION[review.approximate]} averages {in_points(lines[0].shown.average)}."


def _legend(parts: Sequence[Part], scale: Scale) -> Iterator[Placed]:
    top = Block(0, 0, PANEL, LEGEND + CORNER, CORNER, "panel", "page")
    yield Placed(MARGIN, TOP, Tile(PANEL, LEGEND, "page", (top, *_grid(scale, LEGEND - 8, 8))))
    size = 23 if len(parts) == 2 else 21
    x = LEFT - 40 * (len(parts) - 2)
    for part in parts:
        swatch, room = Block(0, 3, 22, 22, 5, part.colour, "panel"), round(width(part.title, size, bold=True))
        words = Text(31, 14, part.title, size, "ink", "panel", bold=True, anchor="l")
        yield Placed(MARGIN + x, TOP + 19, Tile(31 + room + 2, 28, "panel", (swatch, words)))
        x += 31 + room + 34
    yield from _final("Final", TOP + 19, 28, 23, "quiet")


def _axis(scale: Scale, top: int) -> Iterator[Placed]:
    height = HEIGHT - MARGIN - top
    bottom = Block(0, -CORNER, PANEL, height + CORNER, CORNER, "panel", "page")
    yield Placed(MARGIN, top, Tile(PANEL, height, "page", (bottom, *_grid(scale, 0, 8))))
    for points in scale.lines():
        if not points % (2 * scale.step):
            number = Text(35, 12, signed(points), 22, "quiet", "panel")
            yield Placed(MARGIN + scale.x(points) - 35, top + 14, Tile(70, 24, "panel", (number,)))


def _grid(scale: Scale, top: int, height: int) -> Iterator[Mark]:
    """The lines of the scale; that of nothing stands out."""
    for points in scale.lines():
        if points:
            yield Block(scale.x(points), top, 2, height, 0, "head")
    yield Block(scale.x(0) - 1, top, 4, height, 0, "quiet")


def _final(words: str, top: int, height: int, size: int, ink: Ground) -> Iterator[Placed]:
    """A word of the last column."""
    mark = Text(FINAL, height // 2, words, size, ink, "panel", bold=True, anchor="r")
    yield Placed(MARGIN + FINAL_X - FINAL, top, Tile(FINAL, height, "panel", (mark,)))


# -- a line -----------------------------------------------------------------------------------------------------------


def _line(line: Line, parts: Sequence[Part], scale: Scale, top: int, height: int) -> Iterator[Placed]:
    bars = list(_bars(line, parts, scale, height))
    marks: list[Mark] = [*_grid(scale, 0, height)]
    if top > TOP + LEGEND:
        marks.append(Block(22, 0, PANEL - 44, 2, 0, "head"))
    marks.append(Block(22, max(10, height // 2 - 60), 8, min(height - 20, 120), 0, SEAT_COLOURS[line.seat]))
    marks += [bar for bar, _, _ in bars if bar.width]
    marks.append(Block(scale.x(0) - 1, 0, 4, height, 0, "quiet"))
    yield Placed(MARGIN, top, Tile(PANEL, height, "panel", tuple(marks)))
    yield Placed(MARGIN + NAME_X - 3, top + 2, _name(line, height - 2))
    for bar, tenths, leftward in bars:
        yield _figure(bar, tenths, top, leftward=leftward)
    yield from _final(str(line.total), top + height // 2 - 20, 40, 40 if height > 70 else 34, "ink")


def _name(line: Line, height: int) -> Tile:
    apart = min(17, height // 5) * bool(line.detail)
    size = fitting_size(line.name, NAME_ROOM, range(min(34, height * 2 // 5), 17, -2), bold=True)
    shown, middle = cut(line.name, NAME_ROOM, size, bold=True), height // 2
    marks = [Text(3, middle - apart, shown, size, "ink", "panel", bold=True, anchor="l")]
    if line.detail:
        marks.append(Text(3, middle + apart, line.detail, min(20, height // 3), "quiet", "panel", anchor="l"))
    return Tile(NAME_ROOM + 6, height, "panel", tuple(marks))


def _bars(line: Line, parts: Sequence[Part], scale: Scale, height: int) -> Iterator[tuple[Block, int, bool]]:
    """Each bar in the line, its tenths of points, and whether its figure is to the left."""
    each = min(THICKEST, (height - 24 * (height > 100) - 8) // len(parts))
    top = (height - each * len(parts)) // 2
    thick = each - max(2, each // 9)
    for index, (part, tenths) in enumerate(zip(parts, line.tenths, strict=True)):
        left, right = sorted((scale.x(0), scale.x(tenths / TENTHS)))
        radius = min(5, (right - left) // 2)
        bar = Block(left, top + index * each, right - left, thick, radius, part.colour, "panel")
        yield bar, tenths, tenths < 0 or part is not LUCK


def _figure(bar: Block, tenths: int, top: int, *, leftward: bool) -> Placed:
    """The figure beside a bar, on a ground of its own: a line of the scale would cross it out."""
    words, size = in_points_signed(tenths), max(15, min(24, bar.height))
    room = ceil(width(words, size, bold=True)) + 6
    x = bar.x - 7 - room if leftward else bar.x + bar.width + 9
    text = Text(3, bar.height // 2, words, size, "ink", "panel", bold=True, anchor="l")
    return Placed(MARGIN + x, top + bar.y, Tile(room, bar.height, "panel", (text,)))


# -- in words ---------------------------------------------------------------------------------------------------------


def luck_alt_text(match: Match, review: Review) -> str:
    """What the picture shows, in at most 1,024 characters."""
    texts = (_told(match, review, length) for length in NAME_LENGTHS)
    return min(texts, key=lambda text: units(text) > LONGEST)[:LONGEST]


def _told(match: Match, review: Review, length: int) -> str:
    names, lines = names_within(match, length), _lines(match, review)
    words = f"{headline(match, names)}. {_introduction(review, lines)}"
    return " ".join([words, *(_seat(line, names) for line in lines)])


def _seat(line: Line, names: Sequence[str]) -> str:
    shown = line.shown
    unplayed = f", {in_points(shown.unplayed)} not played" if shown.unplayed else ""
    did = f"luck {in_points_signed(shown.luck)}, {in_points(shown.given_away)} given away{unplayed}"
    return f"{names[line.seat]}: {did}, {line.total}."
