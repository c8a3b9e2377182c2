"""The picture of luck and skill: its figures, its bars, and that nothing in it is cut, overlaps, or is hard to read."""

import re
from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from bot.pictures.alt_text import units
from bot.pictures.luck import luck_alt_text, luck_picture, scene
from bot.pictures.luck_specimens import REVIEWS, reviewed
from bot.pictures.specimens import begun, specimen
from bot.pictures.theme import TEXT_PAIRS, THEMES, Theme
from bot.pictures.tiles import Block, Placed
from bot.text.review import sums
from engine.dice.scorecard import Scorecard
from engine.match import Match
from tests.bot.pictures.looking import apart, beneath, contrast, inside, lower_right, neighbours, seen, texts

SMALLEST_TEXT = 15
BARS = ("progress", "most", "quiet")


@cache
def drawn(name: str) -> list[Placed]:
    return list(scene(*REVIEWS[name]()))


def over(*totals: int) -> Match:
    """A match that ended with these totals."""
    match = begun("yatzy", ["Ada", "Bo", "Cy", "Dee"][: len(totals)])
    cards = tuple(Scorecard.of({"chance": total}) for total in totals)
    return match.with_state(replace(match.state, cards=cards, ended="complete"))


def bars(match: Match, *given_away: float, average: float) -> list[Block]:
    """The bars from the first line to the last, luck before what was given away."""
    return [bar for placed in scene(match, reviewed(match, given_away, average)) for bar in bars_of(placed)]


def bars_of(placed: Placed) -> list[Block]:
    """The bars on a tile; small tiles are those of the legend."""
    blocks = [mark for mark in placed.tile.marks if isinstance(mark, Block)]
    return [block for block in blocks if block.colour in BARS and block.radius and placed.tile.width > 1000]


# -- how it looks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REVIEWS)
def test_nothing_is_cut_or_overlaps(name: str) -> None:
    for one in seen(drawn(name)):
        assert one.mark.size >= SMALLEST_TEXT, one.mark
        assert inside(one.box, (one.placed.x, one.placed.y, *lower_right(one.placed))), one
        assert (one.mark.ink, one.mark.ground) in TEXT_PAIRS
        assert set(beneath(one)) == {one.mark.ground}, one.mark
    for one, other in neighbours(seen(drawn(name))):
        assert apart(one.box, other.box), (one.mark.text, other.mark.text)


@pytest.mark.parametrize("name", REVIEWS)
def test_no_bar_leaves_its_tile_or_touches_a_text(name: str) -> None:
    for placed in drawn(name):
        right, bottom = lower_right(placed)
        assert min(placed.x, placed.y) >= 0
        assert (right <= 1100, bottom <= 700) == (True, True)
        for bar in bars_of(placed):
            left, top = placed.x + bar.x, placed.y + bar.y
            box = (left, top, left + bar.width, top + bar.height)
            assert inside(box, (placed.x, placed.y, right, bottom))
            assert all(apart(box, one.box) for one in seen(drawn(name))), bar


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("name", ["1", "8", "approximate", "resigned-8", "highest"])
def test_it_is_a_small_file_of_the_usual_size(name: str, theme: Theme) -> None:
    picture = luck_picture(*REVIEWS[name](), theme=theme)
    assert len(picture) <= 60_000
    with Image.open(BytesIO(picture)) as image:
        assert (image.format, image.size) == ("PNG", (1100, 700))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_bars_can_be_told_from_the_panel_and_from_each_other(theme: Theme) -> None:
    assert all(contrast(theme, bar, "panel") >= 3 for bar in BARS)
    assert len({theme.rgb(bar) for bar in BARS}) == len(BARS)


# -- what it says -----------------------------------------------------------------------------------------------------


def test_the_best_comes_first_and_the_figures_add_up() -> None:
    match = over(177, 297)
    shown = texts(scene(match, reviewed(match, (36.2, 23.7), 248.6)))
    assert shown[:2] == ["Bo wins with 297", "Luck and skill, in points. Perfect play averages 248.6."]
    assert shown[shown.index("Bo") :][:5] == ["Bo", "1st", "+72.1", "−23.7", "297"]
    assert shown[shown.index("Ada") :][:5] == ["Ada", "2nd", "−35.4", "−36.2", "177"]
    assert "Not played" not in shown


@pytest.mark.parametrize("name", REVIEWS)
def test_its_figures_are_those_of_the_words(name: str) -> None:
    match, review = REVIEWS[name]()
    shown = texts(scene(match, review))
    for told in sums(match, review)[: len(match.players)]:
        for sign, figure, what in re.findall(r"([+−]) (\d+\.\d) (luck|given away|unplayed)", told):
            bare = figure == "0.0"
            assert (figure if bare else f"{sign}{figure}") in shown, (what, told)
        assert f"averages {told.partition(': ')[2].partition(' on average')[0]}." in shown[1]


def test_bars_are_as_long_as_their_figures_say_and_on_the_side_of_their_sign() -> None:
    luck, cost, bad_luck, other_cost = bars(over(300, 200), 50, 25, average=250)
    assert [bar.colour for bar in (luck, cost, bad_luck, other_cost)] == ["progress", "most"] * 2
    zero = luck.x
    assert luck.width == pytest.approx(100 / 50 * cost.width, abs=2)
    assert bad_luck.width == pytest.approx(other_cost.width, abs=1)
    for leftward in (cost, bad_luck, other_cost):
        assert leftward.x + leftward.width == zero


def test_nothing_has_no_bar() -> None:
    match = over(250)
    assert bars(match, 0, average=250) == []
    shown = texts(scene(match, reviewed(match, (0,), 250)))
    assert shown[shown.index("Ada") :][:4] == ["Ada", "0.0", "0.0", "250"], "and alone there is no place"


def test_who_resigned_has_a_bar_for_what_was_not_played() -> None:
    match, review = REVIEWS["resigned-2"]()
    shown = texts(scene(match, review))
    assert {"Not played", "resigned", "−40.0"} <= set(shown)
    assert "40.0 not played" in luck_alt_text(match, review)


def test_close_to_perfect_is_said_where_it_is_no_more() -> None:
    match, review = REVIEWS["approximate"]()
    line = "Luck and skill, in points, approximately. Near-perfect play averages 554.5."
    assert texts(scene(match, review))[1] == line
    assert line in luck_alt_text(match, review)


def test_the_words_for_it() -> None:
    match = over(177, 297)
    assert luck_alt_text(match, reviewed(match, (36.2, 23.7), 248.6)) == (
        "Bo wins with 297. Luck and skill, in points. Perfect play averages 248.6. "
        "Bo: luck +72.1, 23.7 given away, 297. Ada: luck −35.4, 36.2 given away, 177."
    )


def test_the_words_fit() -> None:
    assert max(units(luck_alt_text(*make())) for make in REVIEWS.values()) <= 1024
    match = specimen("yatzy", 8, "end", ["🎲" * 32] * 8)
    assert units(luck_alt_text(match, reviewed(match))) <= 1024
