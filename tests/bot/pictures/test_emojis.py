"""Dice as emojis."""

from io import BytesIO
from itertools import combinations

from PIL import Image, ImageChops

from bot.pictures.emojis import EMOJIS, die_emoji, emoji_name, own_name, uploaded_name


def pixels(name: str) -> Image.Image:
    with Image.open(BytesIO(EMOJIS[name])) as image:
        return image.convert("RGBA")


def test_there_are_twelve_small_pictures() -> None:
    names = [emoji_name(face, held) for face in range(1, 7) for held in (False, True)]
    assert list(EMOJIS) == names
    for name, picture in EMOJIS.items():
        assert pixels(name).size == (128, 128)
        assert len(picture) < 256_000
        assert pixels(name).getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert sum(map(len, EMOJIS.values())) < 60_000


def test_no_two_look_alike_even_without_colour() -> None:
    for one, other in combinations(EMOJIS, 2):
        difference = ImageChops.difference(pixels(one).convert("L"), pixels(other).convert("L"))
        assert difference.getbbox() is not None


def test_an_upload_is_recognised_and_an_old_one_told_from_it() -> None:
    for name in EMOJIS:
        uploaded = uploaded_name(name)
        assert uploaded == uploaded_name(name)
        assert own_name(uploaded) == name
        assert len(uploaded) <= 32
        old = f"{name}_00000000"
        assert own_name(old) == name
        assert old != uploaded
    assert len({uploaded_name(name)[-8:] for name in EMOJIS}) == 12


def test_foreign_emojis_are_left_alone() -> None:
    assert not any(
        map(own_name, ("die", "die_7_00000000", "die_1", "die_1_held", "party_die_1_00000000", "die_١_00000000"))
    )


def test_they_are_drawn_the_same_every_time() -> None:
    assert die_emoji(5, True) == EMOJIS["die_5_held"]
