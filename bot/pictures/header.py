"""The strip above a scorecard: dice, whose turn it is, and what was scored last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.pictures.card_rows import Card
from bot.pictures.headline import title
from bot.pictures.lettering import cut, fitting_size, width
from bot.pictures.pips import die
from bot.pictures.table import MARGIN, PANEL
from bot.pictures.theme import Ground
from bot.pictures.tiles import WIDTH, Block, Mark, Placed, Text, Tile
from bot.pictures.words import last_score, rolls
from engine.match import Match

LOW, HIGH = 68, 140
"""The height of the strip without dice and with them."""

DIE, DIE_STEP = 84, 96
SIDE = MARGIN + PANEL + MARGIN
MOST_DOTS = 8


def height(card: Card) -> int:
    """The height of the strip."""
    return HIGH if _dice_shown(card) else LOW


def header(card: Card, match: Match, names: Sequence[str]) -> Iterator[Placed]:
    """The strip, with dice if there are any to show."""
    if not _dice_shown(card):
        yield Placed(MARGIN, 8, _title(match, names, PANEL if card.state.last else WIDTH - 2 * MARGIN))
        yield from _last(card, names, SIDE, 14)
        return
    yield from _dice(card)
    x = MARGIN + 6 * DIE_STEP + 4
    yield Placed(x, 8, _title(match, names, WIDTH - MARGIN - x))
    yield Placed(x, 58, _rolls(card, WIDTH - MARGIN - x))
    yield from _last(card, names, x, 96)


def _dice_shown(card: Card) -> bool:
    return bool(card.state.turn.dice) and card.turn is not None and not card.still


def _title(match: Match, names: Sequence[str], room: int) -> Tile:
    shown, size = title(match, names, room, range(38, 29, -1))
    return Tile(room, 52, "page", (Text(0, 26, shown, size, "ink", "page", bold=True, anchor="l"),))


def _last(card: Card, names: Sequence[str], x: int, y: int) -> Iterator[Placed]:
    last = card.state.last
    if last is None:
        return
    room = WIDTH - MARGIN - x
    scored = f": {last_score(card.state)}"
    inner = room - 30
    size = fitting_size(names[last.turn.seat] + scored, inner, range(24, 19, -1), bold=True)
    name = cut(names[last.turn.seat], inner - width(scored, size, bold=True), size, bold=True)
    marks: tuple[Mark, ...] = (
        Block(0, 0, room, 36, 8, "last", "page"),
        Block(0, 0, 6, 36, 0, "last_edge"),
        Text(18, 18, name + scored, size, "on_last", "last", bold=True, anchor="l"),
    )
    yield Placed(x, y, Tile(room, 36, "page", marks))


def _rolls(card: Card, room: int) -> Tile:
    state = card.state
    words = Text(0, 16, rolls(state), 27, "quiet", "page", anchor="l")
    used, total = state.turn.used, state.turn.used + state.rolls_left
    x = round(width(words.text, words.size)) + 24
    dots = (dot for i in range(total) for dot in _dot(x + 28 * i, used=i < used))
    return Tile(room, 32, "page", (words, *(dots if total <= MOST_DOTS else ())))


def _dot(x: int, *, used: bool) -> list[Mark]:
    colour: Ground = "mark" if used else "quiet"
    dot: list[Mark] = [Block(x, 7, 18, 18, 9, colour, "page")]
    return dot if used else [*dot, Block(x + 3, 10, 12, 12, 6, "page", "quiet")]


def _dice(card: Card) -> Iterator[Placed]:
    turn = card.state.turn
    for i, face in enumerate(turn.dice):
        held = bool(turn.held >> i & 1)
        yield Placed(MARGIN + i * DIE_STEP, 8, _die(face, held))


def _die(face: int, held: bool) -> Tile:
    marks = die(face, DIE, held)
    if held:
        marks += [
            Block(6, DIE + 6, DIE - 12, 26, 13, "mark", "page"),
            Text(DIE // 2, DIE + 19, "HELD", 18, "on_mark", "mark", bold=True),
        ]
    return Tile(DIE, DIE + 36, "page", tuple(marks))
