"""What holds for every picture: its size, and that nothing in it is cut, overlaps, or is hard to read."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from io import BytesIO

import pytest
from PIL import Image

from bot.pictures import result, scorecard
from bot.pictures.painter import paint
from bot.pictures.palette import Palette
from bot.pictures.specimens import DICE_GAMES, EXTREMES, HARD_NAMES, MOMENTS, specimen
from bot.pictures.theme import SEAT_COLOURS, SHAPE_PAIRS, TEXT_PAIRS, THEMES, Theme
from bot.pictures.tiles import Placed
from engine.match import Match
from tests.bot.pictures.looking import apart, beneath, contrast, inside, lower_right, neighbours, seen

SMALLEST_TEXT = 15


def specimens() -> Iterator[tuple[str, Callable[[], Match]]]:
    for game_id in DICE_GAMES:
        for seats in (1, 2, 4, 5, 8):
            for moment in MOMENTS:
                yield f"{game_id}-{seats}-{moment}", partial(specimen, game_id, seats, moment, HARD_NAMES)
    yield from EXTREMES.items()


CASES = dict(specimens())


@cache
def scenes(case: str) -> list[list[Placed]]:
    match = CASES[case]()
    shown = [scorecard.scene(match), scorecard.scene(match, still=True), list(result.scene(match, {}))]
    words = [f"{-12.5 * i:.1f}" for i in range(len(match.players))]
    return [*shown, list(result.scene(match, {"Luck": words, "Skill": words, "Minutes": words}))]


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_cut_or_overlaps(case: str) -> None:
    for scene in scenes(case):
        for one in seen(scene):
            assert one.mark.size >= SMALLEST_TEXT, one.mark
            assert inside(one.box, (one.placed.x, one.placed.y, *lower_right(one.placed))), one
        for one, other in neighbours(seen(scene)):
            assert apart(one.box, other.box), (one.mark.text, other.mark.text)


@pytest.mark.parametrize("case", CASES)
def test_tiles_stay_in_the_picture(case: str) -> None:
    for scene in scenes(case):
        for placed in scene:
            right, bottom = lower_right(placed)
            assert placed.x >= 0
            assert placed.y >= 0
            assert right <= 1100
            assert bottom <= 700


@pytest.mark.parametrize("case", CASES)
def test_every_text_stands_on_the_ground_that_its_contrast_is_computed_for(case: str) -> None:
    for scene in scenes(case):
        for one in seen(scene):
            assert (one.mark.ink, one.mark.ground) in TEXT_PAIRS
            assert set(beneath(one)) == {one.mark.ground}, one.mark


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("pair", TEXT_PAIRS, ids="-on-".join)
def test_every_text_has_contrast(theme: Theme, pair: tuple[str, str]) -> None:
    assert contrast(theme, *pair) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(
    "pair",
    [
        ("mark", "head"),
        ("mark", "page"),
        ("most", "turn"),
        ("gain", "turn"),
        ("last_edge", "panel"),
        ("last_edge", "band"),
        ("last_edge", "turn"),
        ("pip", "die"),
        *((seat, "head") for seat in SEAT_COLOURS),
    ],
    ids="-on-".join,
)
def test_marks_can_be_told_from_what_they_stand_on(theme: Theme, pair: tuple[str, str]) -> None:
    assert contrast(theme, *pair) >= 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_theme_has_every_colour_and_fits_a_palette(theme: Theme) -> None:
    assert {colour for pair in (*TEXT_PAIRS, *SHAPE_PAIRS) for colour in pair} <= set(theme.colours)
    assert len(Palette(theme).colours) <= 3 * 256


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("case", [case for case in CASES if "-8-" in case or case in EXTREMES])
def test_pictures_are_small_files_of_the_right_size(case: str, theme: Theme) -> None:
    for scene in scenes(case):
        picture = paint(scene, theme)
        assert len(picture) <= 60_000
        with Image.open(BytesIO(picture)) as image:
            assert (image.format, image.size) == ("PNG", (1100, 700))


def test_a_picture_shows_the_colours_of_its_theme() -> None:
    match = specimen("yatzy", 2, "start")
    for theme in THEMES.values():
        with Image.open(BytesIO(scorecard.scorecard(match, theme=theme))) as image:
            pixels = image.convert("RGB")
        assert pixels.getpixel((1, 1)) == theme.rgb("page")
        assert pixels.getpixel((60, 90)) == theme.rgb("head")
