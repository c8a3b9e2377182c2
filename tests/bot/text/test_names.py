"""Display names and other foreign text: what a member sees of them, and what they cannot do."""

import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.text.names import column_name, columns, distinct_column_names, plain_name, safe_name, safe_text

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
PIRATES = "\U0001f3f4\u200d\u2620\ufe0f"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"

HARD = [
    "@everyone",
    "@here",
    "<@123456789012345678>",
    "<@&123456789012345678>",
    "<#123456789012345678>",
    "**b** _i_ ~~s~~ __u__",
    "[free nitro](https://evil.example)",
    "https://evil.example/x?a=1",
    "HTTP://EVIL.EXAMPLE",
    "discord.gg/evil",
    "# Big",
    "-# small",
    "> q",
    ">>> q",
    "- item",
    "```x",
    "`x`",
    "||s||",
    "a\nb",
    "a\u2028b",
    "\u202eevil\u202c",
    "\u2067evil\u2069\u2069",
    "z" + "\u0301" * 30,
    "\u0301" * 32,
    "\u200b" * 5,
    "",
    "   ",
    "\u3164\u2800\u115f",
    "</roll:123456789012345678>",
    "<t:0:R>",
    "<id:customize>",
    "<:x:123456789012345678>",
    "<a:x:123456789012345678>",
    ":smile:",
    "&lt;b&gt;",
    "\x00\x1b[31m",
    "\ud800",
    "\ue000",
    "ﷺ" * 5,
    PIRATES * 8,
    FAMILY * 4,
    ENGLAND * 4,
    "\U0001f600" * 32,
    "\\",
    "\\" * 31 + "*",
    "שלום",
    "مرحبا بالعالم",
    "\u1fef" * 3,
    "ｆｕｌｌ`ｗｉｄｔｈ",
]

# Discord's own syntax, as its clients and its server look for it.
DISCORD = re.compile(
    r"@(everyone|here)|<(@[!&]?|#|/|(t|a?|id):\w)|https?://|(?<!\\)(\\\\)*(\*|_|~~|\|\||`|\[|<|>|#)", re.IGNORECASE
)
UNSEEN = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2067\ufeff\ud800-\udfff]"
)

anything = st.text(max_size=80) | st.text(
    alphabet=st.sampled_from(
        "ab @<>#&!*_~`|[]()\\/:.-\n\u0301\u200d\u200b\u202e\ufe0f\u20e31\U0001f1e9\U0001f1ea\U0001f468"
    )
)


def inside(text: str) -> str:
    """A safe name without the marks around it, which keep its direction inside."""
    assert text[0] == "\u2068"
    assert text[-1] == "\u2069"
    return text[1:-1]


def shown(text: str) -> list[str]:
    """The kinds of token that a message of this text is made of, links found; and what can be read."""
    parser = MarkdownIt("default", {"html": False, "linkify": True})
    inline = [child for token in parser.parse(text) for child in token.children or ()]
    return [*{token.type for token in inline} - {"text", "text_special"}, "".join(t.content for t in inline)]


Test = TypeVar("Test", bound=Callable[..., None])


def examples(function: Test) -> Test:
    for name in HARD:
        function = example(name)(function)
    return function


@examples
@given(anything)
def test_a_name_in_a_message_is_its_plain_text_and_nothing_more(name: str) -> None:
    text = safe_name(name)
    assert not DISCORD.search(text)
    assert shown(text.replace("\u2060", "")) == [f"\u2068{plain_name(name)}\u2069"]


@examples
@given(anything)
def test_a_name_is_one_visible_line(name: str) -> None:
    text = plain_name(name)
    assert text == text.strip()
    assert any(unicodedata.category(c)[0] in "LNPS" or c > "\U0001f000" for c in text)
    assert not UNSEEN.search(text)
    assert "\n" not in text
    assert len(text) <= 32
    text.encode()


@examples
@given(anything)
def test_making_a_name_safe_twice_changes_nothing(name: str) -> None:
    assert plain_name(plain_name(name)) == plain_name(name)


@examples
@given(anything)
def test_marks_do_not_pile_up(name: str) -> None:
    assert not re.search("[\u0300-\u036f]{4}", unicodedata.normalize("NFC", plain_name(name)))


@given(anything, st.integers(1, 40))
def test_a_cut_name_still_ends_properly(name: str, limit: int) -> None:
    text = plain_name(name, limit)
    assert 1 <= len(text) <= limit
    assert not text.endswith("\u200d")
    assert not DISCORD.search(safe_name(name, limit))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("a\nb", "a b"),
        ("", "player"),
        ("\u200b\u200b", "player"),
        ("\u3164", "player"),
        ("\u202eevil", "evil"),
        ("Zoe\u0308", "Zoë"),
        ("กำลัง", "กำลัง"),
        ("नमस्ते", "नमस्ते"),
        ("Łukasz O'Brien, Jr.", "Łukasz O'Brien, Jr."),
        (FAMILY, FAMILY),
        (PIRATES, PIRATES),
        (ENGLAND, ENGLAND),
        ("\U0001f1e9\U0001f1ea", "\U0001f1e9\U0001f1ea"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("a\u200db", "ab"),
        ("A\U000e0041\U000e0042", "A"),
        ("\U0001fae8", "\U0001fae8"),
    ],
)
def test_what_a_person_meant_stays(name: str, expected: str) -> None:
    assert plain_name(name) == expected


def test_an_emoji_is_never_cut_in_two() -> None:
    assert plain_name(FAMILY * 4, 8) == FAMILY
    assert plain_name(FAMILY, 3) == "\U0001f468"
    assert plain_name("\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7", 3) == "\U0001f1e9\U0001f1ea"
    assert plain_name("\U0001f600" * 32) == "\U0001f600" * 32


def test_ordinary_names_are_not_littered_with_backslashes() -> None:
    assert inside(safe_name("Zoë O'Brien, Jr.")) == "Zoë O'Brien, Jr."


def test_a_huge_name_is_no_trouble() -> None:
    assert len(plain_name("a" * 1_000_000)) == 32
    assert len(plain_name("\u0301" * 1_000_000)) <= 32


@examples
@given(anything)
def test_foreign_text_in_a_sentence_formats_nothing(text: str) -> None:
    assert not DISCORD.search(safe_text(text))


def test_foreign_text_may_be_empty_and_keeps_its_words() -> None:
    assert safe_text("\u200b") == ""
    assert safe_text("no roll is left in this turn: choose a box") == "no roll is left in this turn: choose a box"


@examples
@given(anything)
def test_a_column_is_exactly_as_wide_as_asked(name: str) -> None:
    for width in (1, 4, 8, 20):
        text = column_name(name, width)
        assert columns(text) == width
        assert "`" not in text
        assert "@" not in text
        assert "\n" not in text
        assert text.strip()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Bo", "  Bo"),
        ("Annabel", "Anna"),
        ("田中さん", "田中"),
        ("a田中", " a田"),
        ("𝕬𝖉𝖆", " Ada"),
        (FAMILY * 3, FAMILY * 2),
        ("", "play"),
        ("Jo Anna", "Jo A"),
        ("Cat Anna"[2:], "t An"),
        ("שלום", "\u2068שלום\u2069"),
        ("e\u0301", "   é"),
    ],
)
def test_a_name_in_a_column(name: str, expected: str) -> None:
    assert column_name(name, 4) == expected


def test_seats_that_would_look_alike_get_their_numbers() -> None:
    assert distinct_column_names(["Anna", "Anne"], 4) == ["Anna", "Anne"]
    assert distinct_column_names(["Annabel", "Annalena", "Bo"], 4) == ["Ann1", "Ann2", "  Bo"]
    assert distinct_column_names(["", "\u200b"], 4) == ["pla1", "pla2"]
    assert distinct_column_names(["Ann1", "Anna", "Annab"], 4) == ["Ann1", "Ann2", "Ann3"]
    assert distinct_column_names(["Ann2", "Annabel", "Annalena"], 4) == ["Ann1", "Ann2", "Ann3"]


def test_computers_in_narrow_columns_are_told_apart_by_their_levels() -> None:
    names = ["Ada", "Computer (perfect)", "Computer (casual)", "Computer 2 (casual)"]
    assert [name.strip() for name in distinct_column_names(names, 19)] == names
    assert [name.strip() for name in distinct_column_names(names, 9)] == ["Ada", "Perfect", "Casual", "Casual 2"]


def test_letters_of_another_alphabet_do_not_pass_for_somebody_else() -> None:
    assert distinct_column_names(["Ada", "\u0410d\u0430"], 4) == ["Ada1", "\u0410d\u04302"]


@given(st.lists(anything, min_size=1, max_size=12), st.integers(3, 8))
def test_no_two_columns_are_equal(names: list[str], width: int) -> None:
    shown = distinct_column_names(names, width)
    assert len({text.strip("\u2068\u2069 ") for text in shown}) == len(names)
    assert {columns(text) for text in shown} == {width}
