"""The fonts that are shipped."""

from pathlib import Path

import pytest
from PIL import ImageFont

from bot.pictures import lettering
from bot.pictures.lettering import best_wording, cut, face, letters, width

FILES = sorted(lettering.FOLDER.glob("*.ttf"))


def test_the_fonts_are_small_and_have_their_licence() -> None:
    assert [file.name for file in FILES] == ["Inter-Bold.ttf", "Inter-Medium.ttf"]
    assert sum(file.stat().st_size for file in FILES) < 200_000
    assert "SIL Open Font License, Version 1.1" in (lettering.FOLDER / "OFL.txt").read_text("utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_list_of_letters_is_that_of_the_font(file: Path) -> None:
    font = ImageFont.truetype(str(file), 40, layout_engine=ImageFont.Layout.BASIC)
    missing = bytes(font.getmask("\U0010ffff"))
    drawn = {letter for letter in letters() if bytes(font.getmask(letter)) != missing}
    assert letters() - {" ", "\xa0"} == drawn
    assert not {"山", "א", "🎲"} & letters()


@pytest.mark.parametrize("bold", [False, True])
def test_digits_are_all_of_one_width(bold: bool) -> None:
    assert len({face(100, bold).getlength(digit) for digit in "0123456789"}) == 1


def test_a_text_is_cut_to_its_room() -> None:
    assert cut("Full house", 500, 20) == "Full house"
    assert cut("Full house", 60, 20) == "Full…"
    assert width(cut("W" * 32, 100, 20), 20) <= 100


def test_the_fullest_wording_that_fits_is_taken() -> None:
    wordings = ("Three of a kind", "3 of a kind", "3 kind")
    assert best_wording(wordings, 300, 20) == ("Three of a kind", 20)
    assert best_wording(wordings, 120, 20) == ("3 of a kind", 20)
    wording, size = best_wording(wordings, 40, 20)
    assert wording == "3 kind"
    assert width(wording, size) <= 40
