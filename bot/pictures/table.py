"""The two panels of a scorecard: where its rows and columns are, and how each cell looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bot.pictures.card_rows import Card, Cell, Look, Row, panels
from bot.pictures.lettering import best_wording, fitting_size
from bot.pictures.names import heading_names
from bot.pictures.theme import SEAT_COLOURS, Ground
from bot.pictures.tiles import HEIGHT, WIDTH, Block, Mark, Placed, Text, Tile, framed
from engine.game import Seat

MARGIN = 12
PANEL = (WIDTH - 3 * MARGIN) // 2
HEAD = 44
CORNER = 10
INDENT = 14
WIDEST_COLUMN = 150
LABEL, NARROW_LABEL = 208, 148
"""The least width of the labels: up to four seats, and more."""

LABEL_SIZES = ((300, 30), (LABEL + 1, 28), (LABEL, 26), (0, 21))
"""The size of labels by the least width that they have."""

TALLEST_TEXT = 36


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel: its left end, its columns, its rows and their upper ends (one more than rows)."""

    x: int
    label: int
    column: int
    rows: Sequence[Row]
    ends: Sequence[int]
    card: Card

    def column_x(self, seat: int) -> int:
        """Where a seat's column begins."""
        return self.x + self.label + seat * self.column


def table(card: Card, names: Sequence[str], top: int) -> Iterator[Placed]:
    """Both panels, from this height down to the margin."""
    both = panels(card)
    lines = max(map(len, both))
    seats = len(card.seats)
    column = min(WIDEST_COLUMN, (PANEL - (LABEL if seats <= 4 else NARROW_LABEL)) // seats)
    for side, rows in enumerate(both):
        ends = _row_ends(rows, lines, top + HEAD, HEIGHT - MARGIN)
        panel = Panel(MARGIN + side * (PANEL + MARGIN), PANEL - seats * column, column, rows, ends, card)
        yield from _panel(panel, names, top)


def _row_ends(rows: Sequence[Row], lines: int, top: int, bottom: int) -> list[int]:
    """The rows' ends: lines that this panel lacks go to the rows that may grow, from the last one up."""
    heights = [1] * len(rows)
    growing = [i for i, row in enumerate(rows) if row.grows]
    heights[growing[-1]] += lines - len(rows)
    return [round(top + (bottom - top) * line / lines) for line in accumulate(heights, initial=0)]


def _panel(panel: Panel, names: Sequence[str], top: int) -> Iterator[Placed]:
    yield from _headings(panel, names, top)
    for index, row in enumerate(panel.rows):
        yield from _row(panel, row, index)
    yield from _corners(panel, top)


# -- headings ---------------------------------------------------------------------------------------------------------


def _headings(panel: Panel, names: Sequence[str], top: int) -> Iterator[Placed]:
    yield Placed(panel.x, top, Tile(panel.label, HEAD, "head"))
    room, smallest = panel.column - 4, 24 if panel.column >= 100 else 18
    out = panel.card.state.resigned
    marked = [f"× {name}" if Seat(i) in out else name for i, name in enumerate(names)]
    for seat, name in enumerate(heading_names(marked, room, smallest)):
        yield Placed(panel.column_x(seat), top, _heading(panel, Seat(seat), name, smallest))


def _heading(panel: Panel, seat: Seat, name: str, smallest: int) -> Tile:
    turn = seat == panel.card.turn
    ground = "turn" if turn else "head"
    marks: list[Mark] = [Block(8, HEAD - 7, panel.column - 16, 4, 0, SEAT_COLOURS[seat])]
    if turn:
        marks.append(Block(0, 0, panel.column, 5, 0, "mark"))
    ink = "ink" if turn else "quiet"
    size = fitting_size(name, panel.column - 4, range(smallest + 4, smallest - 1, -1), bold=True)
    marks.append(Text(panel.column // 2, 21, name, size, ink, ground, bold=True))
    return Tile(panel.column, HEAD, ground, tuple(marks))


def _corners(panel: Panel, top: int) -> Iterator[Placed]:
    """Pieces of the page over the panel's corners."""
    last = len(panel.card.seats) - 1
    right = "turn" if panel.card.turn == last else ""
    low = _ground(panel.rows[-1], len(panel.rows) - 1)
    right_x, bottom = panel.x + PANEL - CORNER, panel.ends[-1] - CORNER
    yield Placed(panel.x, top, _corner("head", 0, 0))
    yield Placed(right_x, top, _corner(right or "head", -CORNER, 0, top_line=bool(right)))
    yield Placed(panel.x, bottom, _corner(low, 0, -CORNER))
    yield Placed(right_x, bottom, _corner(right or low, -CORNER, -CORNER))


def _corner(colour: Ground, x: int, y: int, *, top_line: bool = False) -> Tile:
    size = 2 * CORNER
    marks = [Block(x, y, size, size, CORNER, "mark" if top_line else colour, "page")]
    if top_line:
        marks.append(Block(0, 5, CORNER, CORNER, 0, colour))
    return Tile(CORNER, CORNER, "page", tuple(marks))


# -- rows -------------------------------------------------------------------------------------------------------------


def _ground(row: Row, index: int) -> Ground:
    if row.wordings == ("Total",):
        return "head"
    return "band" if index % 2 else "panel"


def _row(panel: Panel, row: Row, index: int) -> Iterator[Placed]:
    top, height = panel.ends[index], panel.ends[index + 1] - panel.ends[index]
    ground = _ground(row, index)
    yield Placed(panel.x, top, _label(panel, row, height, ground))
    widest = max((cell.text for cell in row.cells), key=len)
    for seat, cell in enumerate(row.cells):
        turn = seat == panel.card.turn
        box = Space(panel.column, height, "turn" if turn else ground, turn, widest)
        yield Placed(panel.column_x(seat), top, box.tile(cell))


def _label(panel: Panel, row: Row, height: int, ground: Ground) -> Tile:
    indent = INDENT if panel.label >= LABEL else INDENT - 4
    largest = next(size for width, size in LABEL_SIZES if panel.label >= width)
    size = min(largest, height * 2 // 3)
    # Measured as bold, so that a label does not change its wording when its box opens or closes.
    wording, size = best_wording(row.wordings, panel.label - indent - 4, size, bold=True)
    ink = "ink" if row.strong else "quiet"
    text = Text(indent, height // 2, wording, size, ink, ground, bold=row.strong, anchor="l")
    return Tile(panel.label, height, ground, (text,))


# -- cells ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Space:
    """The room of a cell, what it stands on, and the longest text of its row, which all of them are sized by."""

    width: int
    height: int
    ground: Ground
    turn: bool
    widest: str

    def tile(self, cell: Cell) -> Tile:
        """The cell drawn into this room."""
        return Tile(self.width, self.height, self.ground, tuple(LOOKS[cell.look](self, cell)) if cell.text else ())

    def text(self, cell: Cell, ink: Ground, ground: Ground = "", *, bold: bool = False, spare: int = 8) -> Text:
        """The cell's text in its middle, as large as the room allows but for `spare` pixels of its width."""
        largest = min(TALLEST_TEXT, int(min(self.height, 56) * 0.66), 28 if self.width < 70 else TALLEST_TEXT)
        size = fitting_size(self.widest, self.width - spare, range(largest, 14, -1), bold=True)
        return Text(self.width // 2, self.height // 2, cell.text, size, ink, ground or self.ground, bold)

    def box(self, line: int, inside: Ground, outline: Ground) -> list[Block]:
        """A box around the text."""
        width = min(self.width - 6, 104)
        height = min(self.height - 4, 50)
        x, y = (self.width - width) // 2, (self.height - height) // 2
        return framed(x, y, width, height, 8, line, (inside, outline, self.ground))


def _plain(space: Space, cell: Cell) -> Iterator[Mark]:
    yield space.text(cell, "ink", bold=space.turn)


def _sum(space: Space, cell: Cell) -> Iterator[Mark]:
    yield space.text(cell, "ink", bold=True)


def _quiet(space: Space, cell: Cell) -> Iterator[Mark]:
    yield space.text(cell, "quiet")


def _idle(space: Space, cell: Cell) -> Iterator[Mark]:
    text = space.text(cell, "quiet")
    yield Text(text.x, text.middle, text.text, text.size * 3 // 4, text.ink, text.ground)


def _last(space: Space, cell: Cell) -> Iterator[Mark]:
    yield from space.box(3, "last", "last_edge")
    yield space.text(cell, "on_last", "last", bold=True, spare=14)


def _gain(space: Space, cell: Cell) -> Iterator[Mark]:
    yield from space.box(2, "turn", "gain")
    yield space.text(cell, "gain", bold=True, spare=14)


def _most(space: Space, cell: Cell) -> Iterator[Mark]:
    yield space.box(0, "most", "most")[0]
    yield space.text(cell, "on_most", "most", bold=True, spare=14)


def _bar(space: Space, cell: Cell) -> Iterator[Mark]:
    width = min(space.width - 12, 120)
    x, y = (space.width - width) // 2, space.height // 2 + 10
    full = max(8, round(width * cell.share))
    text = space.text(cell, "ink", bold=True)
    size = min(text.size, 26 if space.height < 50 else 30)
    size = min(size, 24) if space.height < 42 else size
    yield Text(text.x, space.height // 2 - 5, text.text, size, "ink", space.ground, bold=True)
    yield Block(x, y, width, 8, 4, "track", space.ground)
    if cell.share:
        yield Block(x, y, full, 8, 4, "reached" if cell.share >= 1 else "progress", "track")


def _lead(space: Space, cell: Cell) -> Iterator[Mark]:
    yield space.text(cell, "ink", bold=True)
    width = min(space.width - 12, 80)
    below = min(space.height - 6, space.height // 2 + 20)
    yield Block((space.width - width) // 2, below, width, 4, 0, "mark")


LOOKS: Mapping[Look, Callable[[Space, Cell], Iterator[Mark]]] = {
    Look.PLAIN: _plain,
    Look.ZERO: _quiet,
    Look.LAST: _last,
    Look.GAIN: _gain,
    Look.MOST: _most,
    Look.IDLE: _idle,
    Look.BAR: _bar,
    Look.SUM: _sum,
    Look.LEAD: _lead,
}
