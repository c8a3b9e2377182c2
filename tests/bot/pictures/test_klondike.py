"""Klondike's table: everything that lies open can be seen, nothing else can, and it is told in words as well."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from bot.pictures import card_table
from bot.pictures import cards as sprites
from bot.pictures.card_specimens import TABLES, cards, dealt, played, view
from bot.pictures.card_table import fan, scene
from bot.pictures.felt import FELTS, TABLE_SHAPE_PAIRS, TABLE_TEXT_PAIRS, felt_of
from bot.pictures.klondike import alt_text, table_picture
from bot.pictures.painter import draw
from bot.pictures.palette import Palette, palette_of
from bot.pictures.suits import coverage
from bot.pictures.theme import DARK, LIGHT, THEMES, Theme
from bot.pictures.tiles import Placed, Sign, Text, Tile
from bot.text.klondike import text_table
from engine.cards.card import RANK_NAMES, SIGNS, SUIT_NAMES, Card, of, rank, suit
from engine.cards.view import View
from engine.fairdice import RANKS, SUITS
from engine.match import Match
from tests.bot.pictures.looking import (
    apart,
    beneath,
    contrast,
    inside,
    lower_right,
    neighbours,
    seen,
    texts,
)

SMALLEST_TEXT = 21
"""Larger than a scorecard's: who plays cards looks at them on a phone, where the picture is a third as wide."""

GAMES = [
    dealt(),
    played(dealt(draw=3, redeals=2, scoring="standard"), 33),
    played(dealt(auto_flip=False, scoring="vegas"), 47),
    played(dealt(), 60),
]


def table(name: str) -> View:
    return TABLES[name]()


@dataclass(frozen=True)
class Lying:
    """A card in the picture: which one, its column from the left, its height, and the tiles that say so."""

    card: Card
    column: int
    y: int
    pieces: tuple[Placed, Placed]


def lying(view: View) -> list[Lying]:
    """The cards that the picture shows, by column and from the top, read off their ranks and small suits."""
    pieces = [one for one in scene(view) if one.tile.ground == "card" and len(one.tile.marks) == 1]
    ranks = [(one, mark) for one in pieces for mark in one.tile.marks if isinstance(mark, Text)]
    signs = [(one, mark) for one in pieces for mark in one.tile.marks if isinstance(mark, Sign)]
    found = [
        Lying(Card(mark.text.replace("10", "T") + SUITS[sign.suit]), column_of(at), at.y, (at, other))
        for (at, mark), (other, sign) in zip(ranks, signs, strict=True)
    ]
    return sorted(found, key=lambda one: (one.column, one.y))


def column_of(placed: Placed) -> int:
    return (placed.x - card_table.LEFT) // card_table.STEP


def in_column(view: View, column: int) -> tuple[Card, ...]:
    return tuple(one.card for one in lying(view) if one.column == column)


def pixels(picture: bytes) -> Image.Image:
    with Image.open(BytesIO(picture)) as image:
        image.load()
        return image.convert("RGB")


# -- what is shown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_every_open_card_lies_where_it_belongs_and_no_other(name: str) -> None:
    shown = table(name)
    assert tuple(in_column(shown, pile + 1) for pile in range(7)) == shown.runs
    assert in_column(shown, 0) == shown.waste
    tops = [of(suit, shown.foundations[suit]) for suit in (3, 2, 1, 0) if shown.foundations[suit]]
    assert list(in_column(shown, 8)) == tops


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("name", TABLES)
def test_rank_and_suit_of_every_open_card_can_be_seen_whole(name: str, theme: Theme) -> None:
    shown = table(name)
    felt = felt_of(theme)
    picture = pixels(table_picture(shown, theme))
    for one in lying(shown):
        for piece in one.pieces:
            there = picture.crop((piece.x, piece.y, *lower_right(piece)))
            assert there.tobytes() == drawn(piece.tile, felt).tobytes(), one.card


def drawn(tile: Tile, felt: Theme) -> Image.Image:
    image = draw(tile, palette_of(felt))
    image.putpalette(palette_of(felt).colours)
    return image.convert("RGB")


@pytest.mark.parametrize("name", TABLES)
def test_the_card_on_top_of_each_pile_is_seen_whole(name: str) -> None:
    shown = table(name)
    large = [(column_of(one), mark.suit) for one in scene(shown) for mark in one.tile.marks if is_large(mark)]
    tops = [(pile + 1, suit(run[-1])) for pile, run in enumerate(shown.runs) if run]
    assert sorted((column, s) for column, s in large if 0 < column < 8) == tops


def is_large(mark: object) -> bool:
    return isinstance(mark, Sign) and mark.size == sprites.LARGE_SIGN


@pytest.mark.parametrize("name", TABLES)
def test_every_covered_card_shows_a_back(name: str) -> None:
    shown = table(name)
    for pile in range(7):
        backs = {
            one.y
            for one in scene(shown)
            if column_of(one) == pile + 1 and any(getattr(mark, "colour", "") == "back_line" for mark in one.tile.marks)
        }
        assert len(backs) == shown.covered[pile]


@pytest.mark.parametrize("match", GAMES, ids=["dealt", "draw 3", "unflipped", "late"])
def test_hidden_cards_change_neither_picture_nor_words(match: Match) -> None:
    lies = match.state.table
    pool = [card for pile in lies.down for card in pile] + list(lies.talon[lies.turned :])
    assert len(set(pool)) > 3
    pool.reverse()
    others = iter(pool)
    down = tuple(tuple(next(others) for _ in pile) for pile in lies.down)
    other = match.with_state(
        replace(match.state, table=replace(lies, down=down, talon=lies.talon[: lies.turned] + tuple(others)))
    )
    assert other.state != match.state
    for theme in THEMES.values():
        assert table_picture(view(other), theme) == table_picture(view(match), theme)
    assert alt_text(view(other)) == alt_text(view(match))
    assert text_table(view(other)) == text_table(view(match))


def test_piles_have_the_numbers_of_the_menu() -> None:
    numbers = {
        mark.text: column_of(one)
        for one in scene(table("start"))
        for mark in one.tile.marks
        if isinstance(mark, Text) and one.y < card_table.TOP and mark.ground == "low" and 0 < column_of(one) < 8
    }
    assert numbers == {str(pile): pile for pile in range(1, 8)}


def test_counters_stand_beside_the_table() -> None:
    shown = replace(table("middle"), stock_count=17, waste_count=9, moves=37, score=145, recycles=0)
    assert {"17", "Waste 9", "Moves 37", "Score 145", "Draw 3 · 2 redeals left"} <= set(texts(scene(shown)))
    assert "Score −52" in texts(scene(replace(shown, score=-52)))
    assert not any("Score" in text for text in texts(scene(replace(shown, score=None))))


def test_the_redeals_left_are_told() -> None:
    shown = table("middle")
    assert "Draw 3 · 1 redeal left" in texts(scene(replace(shown, recycles=1)))
    assert "Draw 3 · no redeal left" in texts(scene(replace(shown, recycles=2)))
    assert "Draw 1 · unlimited redeals" in texts(scene(table("start")))


def test_an_empty_stock_says_whether_the_waste_can_be_turned_over() -> None:
    shown = replace(table("middle"), stock_count=0)
    assert {"turn", "over"} <= set(texts(scene(shown)))
    for none in (replace(shown, recycles=2), replace(shown, waste_count=0, waste=()), replace(shown, ended="stopped")):
        assert "empty" in texts(scene(none))
        assert "over" not in texts(scene(none))


def test_where_a_king_may_go_and_what_may_be_turned_up_is_said() -> None:
    shown = texts(scene(table("bared")))
    assert shown.count("king") == 2
    assert shown.count("turn up") == 4
    assert "king" not in texts(scene(replace(table("bared"), ended="ended_early")))


def test_how_it_ended_is_said() -> None:
    assert "Won in 142 moves, the last 31 cards by themselves" in texts(scene(table("won")))
    assert "Conceded" in texts(scene(table("conceded")))
    assert not any("redeal" in text for text in texts(scene(table("conceded"))))


# -- how it looks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("name", TABLES)
def test_pictures_are_small_files_of_the_right_size(name: str, theme: Theme) -> None:
    picture = table_picture(table(name), theme)
    assert len(picture) <= 60_000
    with Image.open(BytesIO(picture)) as image:
        assert (image.format, image.size) == ("PNG", (1100, 700))
        assert image.convert("RGB").getpixel((600, 652)) == felt_of(theme).rgb("page")


def test_themes_differ() -> None:
    assert table_picture(table("start"), DARK) != table_picture(table("start"), LIGHT)


@pytest.mark.parametrize("name", TABLES)
def test_nothing_is_cut_or_overlaps(name: str) -> None:
    shown = list(scene(table(name)))
    for placed in shown:
        assert inside((placed.x, placed.y, *lower_right(placed)), (0, 0, 1100, 700))
    for one in seen(shown):
        assert one.mark.size >= SMALLEST_TEXT
        assert inside(one.box, (one.placed.x, one.placed.y, *lower_right(one.placed))), one
        later = shown[shown.index(one.placed) + 1 :]
        assert all(apart(one.box, (over.x, over.y, *lower_right(over))) for over in later), one.mark.text
    for one, other in neighbours(seen(shown)):
        assert apart(one.box, other.box), (one.mark.text, other.mark.text)


@pytest.mark.parametrize("name", TABLES)
def test_every_text_and_suit_stands_on_the_ground_that_its_contrast_is_computed_for(name: str) -> None:
    for one in seen(scene(table(name))):
        assert (one.mark.ink, one.mark.ground) in TABLE_TEXT_PAIRS
        assert set(beneath(one)) == {one.mark.ground}, one.mark
    for placed in scene(table(name)):
        for mark in placed.tile.marks:
            if isinstance(mark, Sign) and mark.ink not in {"slot", "back_line"}:
                assert (mark.ink, mark.ground) in TABLE_TEXT_PAIRS


@pytest.mark.parametrize("felt", FELTS.values(), ids=FELTS)
def test_text_and_marks_have_contrast(felt: Theme) -> None:
    for ink, ground in TABLE_TEXT_PAIRS:
        assert contrast(felt, ink, ground) >= 4.5, (ink, ground)
    for line, ground in (("slot", "page"), ("slot", "rail"), ("back_line", "back"), ("edge", "card"), ("black", "red")):
        assert contrast(felt, line, ground) >= (3 if line != "black" else 2.5), (line, ground)


@pytest.mark.parametrize("felt", FELTS.values(), ids=FELTS)
def test_a_felt_has_every_colour_and_fits_a_palette(felt: Theme) -> None:
    assert {colour for pair in (*TABLE_TEXT_PAIRS, *TABLE_SHAPE_PAIRS) for colour in pair} <= set(felt.colours)
    assert len(Palette(felt).colours) <= 3 * 256


def test_every_theme_has_a_felt() -> None:
    assert set(FELTS) == set(THEMES)


@pytest.mark.parametrize("size", [27, 32, 62])
def test_suits_differ_by_shape_and_not_only_by_colour(size: int) -> None:
    shapes = [coverage(suit, size).tobytes() for suit in range(4)]
    for one, other in combinations(range(4), 2):
        differing = sum(abs(a - b) for a, b in zip(shapes[one], shapes[other], strict=True))
        assert differing >= 0.15 * min(sum(shapes[one]), sum(shapes[other])), (SIGNS[one], SIGNS[other])


@pytest.mark.parametrize("covered", range(7))
def test_every_pile_has_room_and_its_cards_stay_readable(covered: int) -> None:
    for shown in range(14):
        covered_step, open_step = fan(covered, shown)
        height = covered * covered_step + max(0, shown - 1) * open_step + sprites.HEIGHT
        if shown == 0:
            height -= covered_step
        assert card_table.TOP + height <= card_table.BOTTOM
        assert open_step >= 33
        assert covered_step >= 10


def test_a_move_needs_few_tiles_that_no_earlier_one_drew() -> None:
    known: set[Tile] = set()
    drawn_anew = []
    for match in positions():
        tiles = {placed.tile for placed in scene(view(match))}
        drawn_anew.append(len(tiles - known))
        known |= tiles
    assert drawn_anew[0] > 30
    assert sum(drawn_anew[1:]) <= 3 * len(drawn_anew)


def positions() -> Iterator[Match]:
    match = dealt(draw=3)
    for _ in range(100):
        yield match
        match = played(match, 1)


# -- in words ---------------------------------------------------------------------------------------------------------


def test_the_alt_text_tells_the_table() -> None:
    shown = replace(
        table("middle"),
        covered=(0, 1, 2, 0, 4, 5, 6),
        runs=(cards("3H"), cards("9D"), cards("QH JS TD"), (), cards("AS"), cards("7C"), ()),
        stock_count=14,
        waste_count=12,
        waste=cards("6D TS 4H"),
        foundations=(1, 0, 3, 2),
        moves=37,
        score=145,
        recycles=1,
    )
    assert alt_text(shown) == (
        "Klondike: 37 moves, score 145, 6 of 52 cards up. Draw 3, 1 redeal left. Stock: 14 cards face down. "
        "Waste: 9 beneath, 6 of diamonds, 10 of spades, 4 of hearts. "
        "Foundations: spades 2, hearts 3, diamonds none, clubs ace. Pile 1: 3 of hearts. "
        "Pile 2: 1 face down, 9 of diamonds. Pile 3: 2 face down, queen of hearts, jack of spades, 10 of diamonds. "
        "Pile 4: empty. Pile 5: 4 face down, ace of spades. Pile 6: 5 face down, 7 of clubs. "
        "Pile 7: 6 face down, the top one can be turned up. The last card named lies on top."
    )


@pytest.mark.parametrize("name", TABLES)
def test_the_alt_text_names_every_open_card_and_fits(name: str) -> None:
    shown = table(name)
    told = alt_text(shown)
    assert len(told) <= 1024
    for card in (*shown.waste, *(card for run in shown.runs for card in run)):
        assert f"{RANK_NAMES[rank(card) - 1]} of {SUIT_NAMES[suit(card)]}" in told


def test_the_alt_text_fits_with_all_cards_open() -> None:
    shown = replace(table("longest"), runs=all_open())
    told = alt_text(shown)
    assert len(told) <= 1024
    assert all(f"{rank_of}{sign}" in told for rank_of in RANKS.replace("T", "") for sign in SIGNS)


def all_open() -> tuple[tuple[Card, ...], ...]:
    """All 52 cards in four piles, more than a game can have open."""
    return (*(tuple(of(suit, rank) for rank in range(13, 0, -1)) for suit in range(4)), (), (), ())


def test_the_alt_text_says_how_it_ended() -> None:
    assert alt_text(table("won")).startswith("Klondike: won in 142 moves, the last 31 cards by themselves, ")
    assert alt_text(table("conceded")).startswith("Klondike: conceded, ")
