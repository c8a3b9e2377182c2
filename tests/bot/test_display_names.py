"""Names as members have them: shown safely wherever they come up, and nobody is pinged by any."""

from __future__ import annotations

import re
import unicodedata

import pytest
import simcord

from tests.bot.board import Board, told
from tests.bot.table import Table

HOSTILE = {
    "a ping": "@everyone",
    "a role": "<@&123456789012345678>",
    "a member": "<@123456789012345678>",
    "a channel": "<#123456789012345678>",
    "a command": "</play:123456789012345678>",
    "a time": "<t:0:R>",
    "an emoji of a server": "<a:party:123456789012345678>",
    "markdown": "**bold** `code` ||spoiler||",
    "a code block": "```\n# x```",
    "a heading": "\n# HEADING",
    "a link": "[win](https://evil.example)",
    "a bare link": "https://evil.example",
    "right to left": "\u202eevil\u202c \u2067x",
    "zero width": "\u200bA\u200b\u2060d\ufeffa",
    "nothing to see": "\u200b\u2800\u3164",
    "32 emoji": "🎲" * 32,
}
ISOLATES = {"\u2068", "\u2069"}
OWN_TIMES = re.compile(r"<t:[0-9]{10}:[Rf]>")
"""Until when a turn lasts: moments of this century, which no name above has."""
FORBIDDEN = [f"{opened}{kind}" for opened in ("<", "</") for kind in ("@", "#", "t:", "a:", "play")]


async def played(table: Table, name: str) -> list[str]:
    """All that is said in public and privately in a short game of somebody called so, and of Bo."""
    guest = table.member(name)
    board = await table.play("yatzy", guest, table.bo, start=False)
    said = [board.shown.text, told(await board.press(table.bo, "Start"))]
    await board.press(guest, "Start")
    said += [board.shown.text, told(await board.press(table.bo, "Roll"))]
    await board.press(guest, "Roll")
    said.append(board.shown.text)
    await board.choose(guest, "chance")
    said.append(board.shown.text)
    more = table.at((await board.press(table.bo, "More")).response)
    await more.press(table.bo, "Resign")
    await more.press(table.bo, "Yes, resign")
    said += [board.shown.text, told(await board.press(table.bo, "Check the dice"))]
    await board.press(guest, "Rematch")
    ranks = table.board_of(await table.bo.slash(table.channel, "leaderboard", game="yatzy"))
    return [*said, ranks.shown.text]


def outside_code(text: str) -> str:
    """What Discord reads as markdown: the card is in a code block."""
    return "".join(text.split("```")[::2])


@pytest.mark.parametrize(
    ("name", "card"),
    [
        *(pytest.param(name, "text", id=f"{what}-text") for what, name in HOSTILE.items()),
        # The card's text has every name that stands beside a picture, and more.
        *(pytest.param(HOSTILE[what], "picture", id=f"{what}-picture") for what in ("a ping", "right to left")),
    ],
)
async def test_a_name_is_shown_safely_and_pings_nobody(table: Table, name: str, card: str) -> None:
    await table.set_look(card=card)
    for said in await played(table, name):
        assert said.count("```") in (0, 2), "the card's own fences"
        read = OWN_TIMES.sub("", outside_code(said))
        assert not any(mark in read for mark in FORBIDDEN)
        assert "@everyone" not in said
        assert "\n# " not in read
        assert "](" not in read
        assert not any(unicodedata.category(c) in {"Cf", "Cc"} and c not in ISOLATES | {"\n", "\u2060"} for c in read)
        assert read.count("\u2068") == read.count("\u2069"), "no direction leaks"
        assert "\u2068\u2069" not in read, "there is always something to see"
    assert all_mentions(table.env) == {()}


def all_mentions(env: simcord.Env) -> set[tuple[str, ...]]:
    """Whom the bot's messages and edits may ping; each of them must say so itself."""
    found = set()
    for request in env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        message = body.get("data", body)
        if "components" in message or message.get("content"):
            assert "allowed_mentions" in message, request
            found.add(tuple(message["allowed_mentions"]["parse"]))
            assert not message["allowed_mentions"].get("users")
            assert not message["allowed_mentions"].get("roles")
    return found


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
async def test_a_picture_is_described_in_one_line_without_hidden_characters(table: Table, name: str) -> None:
    board = await table.play("yatzy", table.member(name), table.bo)
    running = board.shown.alt_text
    await board.forge(table.bo, "v1:1:0:resign.yes")
    assert "Bo: 0 (resigned" in board.shown.alt_text
    for words in (running, board.shown.alt_text):
        assert 0 < len(words) <= 1024
        assert not any(unicodedata.category(c) in {"Cf", "Cc"} and c not in ISOLATES for c in words)
        assert words.count("\u2068") == words.count("\u2069")


async def test_two_of_one_name_are_told_apart_on_the_card(table: Table) -> None:
    await table.set_look(card="text")
    board = await table.play("yatzy", table.member("Sam"), table.member("Sam"))
    assert columns(board) == [">Sam1", "Sam2"]


async def test_a_changed_name_stays_as_it_was_when_the_seat_was_taken(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    table.env.backend.users[table.ada.id].global_name = "Augusta"
    await board.press(table.ada, "Roll")
    assert "Ada\u2069 rolled all 5 dice." in board.shown.text


def columns(board: Board) -> list[str]:
    """The names over the card."""
    return board.shown.text.split("```")[1].splitlines()[1].split()
