"""Names in the letters that the font has."""

import pytest

from bot.pictures.lettering import letters, width
from bot.pictures.names import heading_names, written_names
from bot.pictures.specimens import HARD_NAMES, begun


def written(name: str) -> str:
    return written_names(begun("yatzy", ["first", name]))[1]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("Björn Ếgö", "Björn Ếgö"),
        ("Анна", "Анна"),
        ("Ωμέγα", "Ωμέγα"),
        ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
        ("Ada 🎲🎲", "Ada"),
        ("🎲 Ada 🎲 Bo", "Ada Bo"),
        ("Ada\u202e\u200b\n", "Ada"),
        ("z" + "\u0335" * 30, "z"),
        ("山田太郎", "P2"),
        ("Ada 山", "P2"),
        ("שלום", "P2"),
        ("🎲🎲", "P2"),
        ("...", "P2"),
        ("", "player"),
    ],
)
def test_names_are_written_in_the_font_or_replaced(name: str, shown: str) -> None:
    assert written(name) == shown


def test_only_letters_of_the_font_are_written() -> None:
    for name in written_names(begun("yatzy", HARD_NAMES)):
        assert set(name) <= letters()


@pytest.mark.parametrize("room", [44, 60, 80, 146])
def test_headings_fit_and_differ(room: int) -> None:
    for names in (list(HARD_NAMES), ["Konstantin"] * 8, ["Annabel", "annabella", "Annabelle", "Bo"]):
        shown = heading_names(names, room, 20)
        assert len({name.casefold() for name in shown}) == len(names)
        assert all(0 < width(name, 20, bold=True) <= room for name in shown)


def test_computers_are_told_apart_by_their_levels() -> None:
    names = ["Ada", "Computer (perfect)", "× Computer 2 (perfect)", "Computer (casual)"]
    assert heading_names(names, 300, 24) == names
    assert heading_names(names, 130, 20) == ["Ada", "Perfect", "× Perfect 2", "Casual"]
    narrow = heading_names(names, 60, 18)
    assert narrow[0] == "Ada"
    assert [name[:2] for name in narrow[1:]] == ["Pe", "× ", "Ca"]


def test_a_wide_column_shows_where_a_name_was_cut() -> None:
    assert heading_names(["Konstantinopolskaya"], 100, 20)[0].endswith("…")
    assert heading_names(["Konstantinopolskaya"], 44, 20) == ["Kon"]
