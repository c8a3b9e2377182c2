"""Where everything of Klondike's table is: stock and waste left, seven piles, foundations right, numbers below."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from bot.pictures import cards
from bot.pictures.cards import BACK, FACE, back, card, head, slot, whole_back
from bot.pictures.lettering import fitting_size, width
from bot.pictures.theme import Ground
from bot.pictures.tiles import HEIGHT, WIDTH, Block, Placed, Sign, Text, Tile
from bot.text.klondike import FOUNDATION_ORDER, ending, redeals, score
from engine.cards.card import Cards, of
from engine.cards.view import View

LEFT, STEP = 10, 121
"""Where the first of the nine columns begins, and how far apart they are."""

RAIL, RAIL_INSET = cards.WIDTH + 12, 6
FELT = 7 * STEP - 11
BAR, BAR_MARGIN, BAR_GAP, BAR_SIZE = 44, 20, 44, 28
TOP = 44
BOTTOM = HEIGHT - BAR - 8
FANS = ((22, 52), (18, 48), (14, 44), (12, 40), (10, 36), (10, 33))
"""How much is seen of a covered and of an open card, the widest first; the last one has room for 6 and 13."""

FOUNDATION_TOP, FOUNDATION_STEP = 12, cards.HEIGHT + 8
WASTE_TOP, WASTE_FAN = 204, 44


def scene(view: View) -> Iterator[Placed]:
    """The whole table."""
    yield from _rail(_column(0) - RAIL_INSET)
    yield from _rail(_column(8) - RAIL_INSET)
    yield from _stock(view)
    yield from _waste(view)
    for pile in range(len(view.runs)):
        yield from _pile(view, pile)
    yield from _foundations(view)
    if view.won:
        yield _won(view)
    yield from _bar(view)


def _column(index: int) -> int:
    return LEFT + index * STEP


def _rail(x: int) -> Iterator[Placed]:
    height = BOTTOM - 4
    yield Placed(x, 4, Tile(RAIL, height, "page", (Block(0, 0, RAIL, height, 14, "rail", "page"),)))


# -- piles ------------------------------------------------------------------------------------------------------------


def _pile(view: View, pile: int) -> Iterator[Placed]:
    x, covered, run = _column(pile + 1), view.covered[pile], view.runs[pile]
    yield Placed(x, 6, _number(pile + 1))
    if covered or run:
        yield from _cards(x, covered, run)
    else:
        yield Placed(x, TOP, _slot_saying("page", *(["king"] if view.ended == "running" else [])))


def _cards(x: int, covered: int, run: Cards) -> Iterator[Placed]:
    covered_step, open_step = fan(covered, len(run))
    y, beneath = TOP, "page"
    for _ in range(covered if run else covered - 1):
        yield Placed(x, y, back(covered_step, beneath))
        y, beneath = y + covered_step, BACK
    if not run:
        yield from whole_back(x, y, "turn up", beneath, "page")
    for shown in run[:-1]:
        yield from head(x, y, shown, open_step, beneath)
        y, beneath = y + open_step, FACE
    if run:
        yield from card(x, y, run[-1], beneath, "page")


def fan(covered: int, shown: int) -> tuple[int, int]:
    """How much is seen of each covered and of each open card of a pile, as much as there is room for."""
    lying, fanned = (covered, shown - 1) if shown else (covered - 1, 0)
    room = BOTTOM - TOP - cards.HEIGHT
    return next((step for step in FANS if lying * step[0] + fanned * step[1] <= room), FANS[-1])


def _number(number: int) -> Tile:
    block = Block(cards.WIDTH // 2 - 24, 0, 48, 32, 16, "low", "page")
    text = Text(cards.WIDTH // 2, 16, str(number), 28, "ink", "low", bold=True)
    return Tile(cards.WIDTH, 32, "page", (block, text))


def _slot_saying(ground: Ground, *lines: str) -> Tile:
    middle = cards.HEIGHT // 2 - 14 * (len(lines) - 1)
    texts = (Text(cards.WIDTH // 2, middle + 28 * i, line, 24, "quiet", ground) for i, line in enumerate(lines))
    return slot(ground, *texts)


# -- beside the piles -------------------------------------------------------------------------------------------------


def _stock(view: View) -> Iterator[Placed]:
    x, y = _column(0), FOUNDATION_TOP
    if view.stock_count:
        yield from whole_back(x, y, str(view.stock_count), "rail", "rail")
    else:
        turns = view.ended == "running" and view.waste_count and view.redeals_left != 0
        yield Placed(x, y, _slot_saying("rail", *(("turn", "over") if turns else ("empty",))))


def _waste(view: View) -> Iterator[Placed]:
    x = _column(0)
    label = f"Waste {view.waste_count}" if view.waste_count else "Waste"
    size = fitting_size(label, cards.WIDTH - 8, range(24, 18, -1), bold=True)
    text = Text(cards.WIDTH // 2, 14, label, size, "quiet", "rail", bold=True)
    yield Placed(x, WASTE_TOP - 34, Tile(cards.WIDTH, 28, "rail", (text,)))
    if not view.waste:
        yield Placed(x, WASTE_TOP, slot("rail"))
        return
    y, beneath = WASTE_TOP, "rail"
    for shown in view.waste[:-1]:
        yield from head(x, y, shown, WASTE_FAN, beneath)
        y, beneath = y + WASTE_FAN, FACE
    yield from card(x, y, view.waste[-1], beneath, "rail")


def _foundations(view: View) -> Iterator[Placed]:
    x = _column(8)
    for place, suit in enumerate(FOUNDATION_ORDER):
        y, top = FOUNDATION_TOP + place * FOUNDATION_STEP, view.foundations[suit]
        if top:
            yield from card(x, y, of(suit, top), "rail", "rail")
        else:
            size = cards.LARGE_SIGN
            sign = Sign((cards.WIDTH - size) // 2, (cards.HEIGHT - size) // 2, size, suit, "slot", "rail")
            yield Placed(x, y, slot("rail", sign))


# -- in words ---------------------------------------------------------------------------------------------------------


def _won(view: View) -> Placed:
    """How it was won, where no card lies any more."""
    text = ending(view)
    size = fitting_size(text, FELT - 40, range(44, 24, -1), bold=True)
    marks = (
        Block(0, 0, FELT, 96, 20, "low", "page"),
        Text(FELT // 2, 48, text, size, "ink", "low", bold=True),
    )
    return Placed(_column(1), (TOP + cards.HEIGHT + BOTTOM) // 2 - 48, Tile(FELT, 96, "page", marks))


def _bar(view: View) -> Iterator[Placed]:
    """The strip below, a tile for each word: most moves change one of them."""
    y = HEIGHT - BAR
    yield Placed(0, y, Tile(WIDTH, BAR, "low"))
    x = BAR_MARGIN
    for text, ink in _numbers(view):
        word = _word(text, BAR_SIZE, ink)
        yield Placed(x, y, word)
        x += word.width + BAR_GAP
    lost = view.ended != "running" and not view.won
    word = _word(ending(view), BAR_SIZE, "ink") if lost else _word(_rules(view), BAR_SIZE - 2, "quiet")
    yield Placed(WIDTH - BAR_MARGIN - word.width, y, word)


def _word(text: str, size: int, ink: Ground) -> Tile:
    mark = Text(0, BAR // 2, text, size, ink, "low", bold=True, anchor="l")
    return Tile(ceil(width(text, size, bold=True)) + 2, BAR, "low", (mark,))


def _rules(view: View) -> str:
    return f"Draw {view.rules.draw} · {redeals(view)}"


def _numbers(view: View) -> Iterator[tuple[str, Ground]]:
    if view.score is not None:
        yield f"Score {score(view.score)}", "ink"
    yield f"Moves {view.moves:,}", "quiet" if view.score is not None else "ink"
    yield f"{view.foundation_cards} of 52 up", "quiet"
