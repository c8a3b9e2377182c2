"""Whole games by buttons to their ends, and what their results say and offer."""

from __future__ import annotations

import re

import pytest
from simcord import MemberActor

from engine import record
from engine.games import dice_game
from engine.record import verify
from tests.bot.board import Board, told
from tests.bot.table import Table

PERFECT = {
    "yahtzee": {
        "yahtzee": "66666",
        "ones": "11111",
        "twos": "22222",
        "threes": "33333",
        "fours": "44444",
        "fives": "55555",
        "sixes": "66666",
        "three_kind": "66666",
        "four_kind": "66666",
        "full_house": "66666",
        "small_straight": "66666",
        "large_straight": "66666",
        "chance": "66666",
    },
    "yatzy": {
        "ones": "11111",
        "twos": "22222",
        "threes": "33333",
        "fours": "44444",
        "fives": "55555",
        "sixes": "66666",
        "one_pair": "66123",
        "two_pairs": "66551",
        "three_kind": "66612",
        "four_kind": "66661",
        "small_straight": "54321",
        "large_straight": "23456",
        "full_house": "66655",
        "chance": "66666",
        "yatzy": "11111",
    },
    "figure_yatzy": {
        "five_kind": "11111",
        "ones": "11111",
        "twos": "22222",
        "threes": "33333",
        "fours": "44444",
        "fives": "55555",
        "sixes": "66666",
        "two_pairs": "66551",
        "three_kind": "66666",
        "four_kind": "66666",
        "straight": "62345",
        "full_house": "66655",
        "chance": "66666",
    },
}
LARGEST = {"yahtzee": 1575, "yatzy": 374, "maxi_yatzy": 649, "figure_yatzy": 795, "mega_yatzy": 785}
"""The stated maxima (RULES sections 1 to 5)."""
SIX_DICE = {
    "twos": "222222",
    "threes": "333333",
    "fours": "444444",
    "fives": "555555",
    "ones": "111111",
    "two_pairs": "665512",
    "three_pairs": "665544",
    "cabin": "666551",
    "cottage": "666551",
    "house": "666555",
    "tower": "666655",
}
"""Rolls for boxes of the games with six dice; straights take 123456, the others 666666."""


def perfect(game: str) -> dict[str, str]:
    """A roll for each box, in an order of play that reaches the largest total."""
    if game in PERFECT:
        return PERFECT[game]
    boxes = dice_game(game).rules(dice_game(game).complete()).boxes
    rolls = {box.id: "123456" if "straight" in box.id else SIX_DICE.get(box.id, "666666") for box in boxes}
    return rolls | ({"full_house": "666555"} if "full_house" in rolls else {})


async def turn(table: Table, board: Board, member: MemberActor, box: str) -> None:
    """A turn of one roll, where the first is not made by itself, and a box."""
    if "–" in board.shown.dice:
        await board.press(member, "Roll")
    await board.choose(member, box)


@pytest.mark.parametrize("game", LARGEST)
async def test_the_largest_total_can_be_played(table: Table, game: str) -> None:
    rolls = perfect(game)
    table.roll_next(*rolls.values())
    board = await table.play(game)
    await table.env.advance_time(754)
    for box in rolls:
        await turn(table, board, table.ada, box)
    text = board.shown.text
    assert f"## {dice_game(game).title} · result\nEvery box is filled: {LARGEST[game]} points in the end." in text
    assert f"\u2068Ada\u2069 — {LARGEST[game]}" in text
    assert board.pictured.name.startswith("result-")
    assert f"Ada: {LARGEST[game]} (" in board.shown.alt_text
    assert "played in 12 min 34 s" in text
    assert board.shown.labels == ["Play again", "Review", "Check the dice"]


async def test_the_result_of_a_text_card(table: Table) -> None:
    await table.set_look(card="text")
    table.roll_next(*PERFECT["yatzy"].values())
    board = await table.play("yatzy")
    for box in PERFECT["yatzy"]:
        await turn(table, board, table.ada, box)
    assert re.search(r"TOTAL +374\n", board.shown.text)
    assert board.picture is None


async def play_out(table: Table, board: Board, members: list[MemberActor], game: str) -> None:
    """Every turn with one roll, into the first open box."""
    for box in dice_game(game).rules(dice_game(game).complete()).boxes:
        for member in members:
            await turn(table, board, member, box.id)


async def test_places_with_a_tie(table: Table) -> None:
    table.roll_next(*["66551", "66551", "11223"] * 15)
    board = await table.play("yatzy", table.ada, table.bo, table.cleo)
    await play_out(table, board, [table.ada, table.bo, table.cleo], "yatzy")
    lines = board.shown.text.splitlines()
    total = next(int(line.rpartition(" ")[2]) for line in lines if "Ada\u2069 — " in line)
    assert f"\u2068Ada\u2069 and \u2068Bo\u2069 share the win with {total} " in lines[1]
    assert lines[2:4] == [f"🥇 \u2068Ada\u2069 — {total}", f"🥇 \u2068Bo\u2069 — {total}"]
    assert lines[4].startswith("🥉 \u2068Cleo\u2069 — "), "two first places, then the third"
    assert board.shown.labels == ["Rematch", "Review", "Check the dice"]


async def test_it_lands_on_the_leaderboard(table: Table) -> None:
    table.roll_next(*PERFECT["yatzy"].values())
    board = await table.play("yatzy")
    for box in PERFECT["yatzy"]:
        await turn(table, board, table.ada, box)
    ranks = table.board_of(await table.cleo.slash(table.channel, "leaderboard", game="yatzy"))
    assert "\u2068Ada\u2069 · **374**" in ranks.shown.text


# -- the dice are proven ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LARGEST)
async def test_the_secret_is_revealed_and_proves_the_dice(table: Table, game: str) -> None:
    board = await table.play(game, table.ada, table.bo)
    opened = await table.session()
    await turn(table, board, table.ada, "chance")
    await turn(table, board, table.bo, "chance")
    assert opened.secret.hex() not in "".join(map(str, table.env.http_requests)), "not before the end"
    more = table.at((await board.press(table.bo, "More")).response)
    await more.press(table.bo, "Resign")
    await more.press(table.bo, "Yes, resign")
    assert f"Secret, now revealed: `{opened.secret.hex()}`" in board.shown.text
    assert f"Commitment before the first roll: `{opened.commitment}`" in board.shown.text
    proof = told(await board.press(table.cleo, "Check the dice"))
    assert re.match(r"✅ All \d+ rolls of game 1 follow from the secret", proof)
    assert f"Nonce (the message that showed it): `{board.id}`" in proof


async def test_loaded_dice_are_found_out(table: Table) -> None:
    table.roll_next("66666")
    board = await table.play("yatzy", table.ada, table.bo)
    await turn(table, board, table.ada, "yatzy")
    more = table.at((await board.press(table.bo, "More")).response)
    await more.press(table.bo, "Resign")
    await more.press(table.bo, "Yes, resign")
    assert "❌ Roll at ply 1 is 66666; the secret gives " in told(await board.press(table.cleo, "Check the dice"))


async def test_the_record_verifies_elsewhere(table: Table) -> None:
    board = await table.play("figure_yatzy", table.ada, table.bo)
    await play_out(table, board, [table.ada, table.bo], "figure_yatzy")
    answer = await table.cleo.slash(table.channel, "verify")
    [attached] = answer.response.attachments
    text = table.env.backend.cdn.get(attached.url).decode()
    [read] = record.read(text)
    assert verify(read) is None
    assert read.tags["Nonce"] == str(board.id)


# -- again --------------------------------------------------------------------------------------------------------


async def ended(table: Table, *members: MemberActor) -> Board:
    """A game of yatzy with these members that is over."""
    board = await table.play("yatzy", *members)
    word = "end" if len(members) == 1 else "resign"
    await board.forge(members[-1], f"v1:{(await table.session()).id}:0:{word}.yes")
    return board


async def test_rematch_opens_a_lobby_that_the_others_join(table: Table) -> None:
    await table.set_rule("yatzy", upper_bonus=25)
    board = await ended(table, table.ada, table.bo)
    first = await table.bot.arbiter.session(1)
    lobby = table.board_of(await board.press(table.bo, "Rematch"))
    assert "1. \u2068Bo\u2069 (host)\n-# 7 seats free." in lobby.shown.text
    assert "Upper bonus: 25" in lobby.shown.text, "under the same options"
    session = await table.session()
    assert session.rematch_of == first.id
    assert session.secret != first.secret
    assert told(await board.press(table.ada, "Rematch")) == "This channel has a game already: `/board` shows it."
    await lobby.press(table.ada, "Join")
    await lobby.press(table.bo, "Start with 2")
    assert "Bo\u2069's turn" in lobby.shown.text


async def test_play_again_starts_at_once(table: Table) -> None:
    board = await ended(table, table.ada)
    again = table.board_of(await board.press(table.ada, "Play again"))
    assert again.id != board.id
    assert again.shown.text.startswith("## Yatzy · Your game\nTurn 1 of 15")
    assert "result" in board.shown.text


async def test_an_outsider_asks_for_no_rematch(table: Table) -> None:
    board = await ended(table, table.ada, table.bo)
    rows = table.rows()
    assert told(await board.press(table.cleo, "Rematch")).startswith("Only players of this game")
    assert table.rows() == rows


async def test_rematch_pressed_at_once_by_both_opens_one_lobby(table: Table) -> None:
    board = await ended(table, table.ada, table.bo)
    again = board.shown.custom_id("Rematch")
    results = await board.at_once((table.ada, again), (table.bo, again))
    assert sorted(r.ephemeral for r in results) == [False, True]
    assert len((await table.session()).people) == 1
