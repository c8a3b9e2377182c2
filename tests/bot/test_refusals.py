"""Presses that nobody should make: each is answered privately, and changes nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from simcord import InteractionResult

from bot.ui.presses import HANDLERS
from engine.games import catalogue
from tests.bot.board import Board, told
from tests.bot.table import Table

on_one_table = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)
PATIENCE_SECONDS = 20
"""After which a member who pressed wrongly is told why again."""


async def running(table: Table) -> Board:
    """A game of Ada's and Bo's, with dice on the table and Ada to move."""
    table.roll_next("66123")
    board = await table.play("yatzy", table.ada, table.bo)
    await board.press(table.ada, "Roll")
    return board


def answers_sent(table: Table) -> int:
    """How many first answers the bot has sent to Discord, taken or not."""
    return sum(request.path.endswith("/callback") for request in table.env.backend.http_requests)


async def unchanged(table: Table, press: Callable[[], Awaitable[InteractionResult]]) -> str:
    """The private sentence that a press got, having changed neither the database nor the newest message."""
    rows, board = table.rows(), table.last
    shown = board.shown.components
    sentence = told(await press())
    assert table.rows() == rows
    assert table.last.id == board.id
    assert board.shown.components == shown
    return sentence


# -- who ----------------------------------------------------------------------------------------------------------


async def test_an_outsider(table: Table) -> None:
    board = await running(table)
    for press in (board.shown.custom_id("Roll"), board.shown.die(1)):
        sentence = await unchanged(table, lambda press=press: board.click(table.cleo, press))  # type: ignore[misc]
        assert (
            sentence
            == "Only players of this game can do that; press Join while it is in its lobby, or join the next one."
        )
    assert "Only players" in await unchanged(table, lambda: board.choose(table.cleo, "sixes"))


async def test_not_on_turn(table: Table) -> None:
    board = await running(table)
    for press in (board.shown.custom_id("Roll"), board.shown.die(1)):
        sentence = await unchanged(table, lambda press=press: board.click(table.bo, press))  # type: ignore[misc]
        assert sentence == "It is \u2068Ada\u2069's turn."
    assert "It is \u2068Ada\u2069's turn." in await unchanged(table, lambda: board.choose(table.bo, "sixes"))


# -- when ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("control", ["Roll", "die", "box"])
async def test_a_press_that_was_delivered_twice_counts_once(table: Table, control: str) -> None:
    board = await running(table)
    ids = {"Roll": board.shown.custom_id("Roll"), "die": board.shown.die(1), "box": board.shown.menu["custom_id"]}
    values = ["sixes"] if control == "box" else []
    answers = answers_sent(table)
    result = board.emit(table.ada, ids[control], *values, times=3)
    await table.env.settle()
    assert result.acknowledged
    assert answers_sent(table) == answers + 1, "a second answer would only be refused"
    assert result.followups == [], "whoever pressed once is not told off"
    session = await table.session()
    assert session.ply == (1 if control == "die" else 2)
    assert board.shown.dice.count("6 ✓") == (control == "die")


async def test_many_presses_at_once_make_one_move(table: Table) -> None:
    board = await running(table)
    roll = board.shown.custom_id("Roll")
    results = await board.at_once(*[(table.ada, roll)] * 6)
    assert (await table.session()).ply == 2
    assert [len(r.followups) for r in results] == [0, 1, 1, 1, 1, 1]
    assert told(results[1]).startswith("That button was from an earlier moment")
    assert "roll 2 of 3" in board.shown.text


async def test_of_a_roll_and_a_box_at_once_one_counts(table: Table) -> None:
    board = await running(table)
    roll, menu = board.shown.custom_id("Roll"), board.shown.menu["custom_id"]
    results = await board.at_once((table.ada, menu, "sixes"), (table.ada, roll))
    assert (await table.session()).ply == 2
    assert "scored 12 in Sixes" in board.shown.text
    assert "earlier moment" in told(results[1])


async def test_an_earlier_moments_button_shows_the_true_board(table: Table) -> None:
    """As after a crash between commit and answer: the member still has the buttons of before."""
    board = await running(table)
    roll, die = board.shown.custom_id("Roll"), board.shown.die(1)
    table.lose_the_answer()
    await board.choose(table.ada, "sixes")
    assert "roll 1 of 3" in board.shown.text, "what happened was not shown"
    rows = table.rows()
    for old in (roll, die):
        assert "earlier moment" in told(await board.forge(table.ada, old))
        assert "scored 12 in Sixes" in board.shown.text
    assert table.rows() == rows


async def test_an_earlier_moments_box_is_not_filled(table: Table) -> None:
    board = await running(table)
    menu = board.shown.menu["custom_id"]
    await board.choose(table.ada, "sixes")
    assert "earlier moment" in await unchanged(table, lambda: board.forge(table.ada, menu, "chance"))


@pytest.mark.parametrize("member", ["ada", "bo"])
async def test_after_the_end_the_result_is_shown(table: Table, member: str) -> None:
    board = await running(table)
    roll, die, menu = board.shown.custom_id("Roll"), board.shown.die(1), board.shown.menu["custom_id"]
    more = table.at((await board.press(table.bo, "More")).response)
    await more.press(table.bo, "Resign")
    table.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    await more.press(table.bo, "Yes, resign")
    assert "roll 1 of 3" in board.shown.text, "what happened was not shown"
    rows = table.rows()
    for press in ([roll], [die], [menu, "sixes"]):
        told_off = told(await board.forge(getattr(table, member), *press))
        assert told_off == "This game is over; `/play` starts a new one."
        assert "Bo\u2069 resigned: \u2068Ada\u2069 wins" in board.shown.text
    assert table.rows() == rows


async def test_an_old_board_says_where_the_game_is(table: Table) -> None:
    old = await running(table)
    roll, die, menu, more = (
        old.shown.custom_id("Roll"),
        old.shown.die(1),
        old.shown.menu["custom_id"],
        old.shown.custom_id("More"),
    )
    new = table.board_of(await table.cleo.slash(table.channel, "board"))
    assert "This board has moved down: https://" in old.shown.text
    for press in ([roll], [die], [menu, "sixes"], [more]):
        sentence = await unchanged(table, lambda press=press: old.forge(table.ada, *press))  # type: ignore[misc]
        assert sentence.startswith("The game goes on in a newer message: go on at https://")
        assert sentence.endswith(f"/{new.id}.")


# -- what: forged custom_ids and values ---------------------------------------------------------------------------


ANYBODYS = {"bring", "thread", "ranks", "options", "games", "option", "rules"}
"""They show something to whoever asks, and Discord sends them only from messages that offer them."""
WORDS = st.sampled_from(sorted(set(HANDLERS) - ANYBODYS))
NUMBERS = st.integers(0, 10**19).map(str) | st.sampled_from(["0", "1", "2", "c1", "٣", "-1", "1.5", "", "01"])
ARGUMENTS = st.lists(st.sampled_from([*catalogue, "yes", "best", "1", "b", "order", "x" * 70, "…"]), max_size=4)
FORGED = st.builds(
    lambda version, subject, ply, word, arguments: ":".join([version, subject, ply, ".".join([word, *arguments])]),
    st.sampled_from(["v1", "v2", "V1", ""]),
    NUMBERS,
    NUMBERS,
    WORDS | st.text(max_size=20),
    ARGUMENTS,
)


async def test_arbitrary_custom_ids_change_nothing(table: Table) -> None:
    """Cleo, who has no seat, presses whatever can be made up."""
    board = await running(table)
    rows, shown = table.rows(), board.shown.components

    @on_one_table
    @given(custom_id=FORGED | st.text(max_size=100), values=st.lists(st.text(max_size=20), max_size=2))
    @example(custom_id="v1:1:1:box", values=["stop"])
    @example(custom_id="v1:1:1:h9+", values=[])
    @example(custom_id="v1:9223372036854775808:0:roll", values=[])
    @example(custom_id="v1:1:1:roll\n", values=[])
    @example(custom_id="", values=[])
    def forged(custom_id: str, values: list[str]) -> None:
        tried.append((custom_id, values))

    tried: list[tuple[str, list[str]]] = []
    forged()
    for custom_id, values in tried:
        await table.env.advance_time(PATIENCE_SECONDS)
        result = await board.forge(table.cleo, custom_id, *values)
        assert result.acknowledged, custom_id
        answers = [m for m in (result.response, *result.followups) if m is not None]
        assert all(answer.ephemeral for answer in answers), custom_id
        assert table.rows() == rows, custom_id
        assert board.shown.components == shown, custom_id


@pytest.mark.parametrize(
    "value",
    ["resign", "skip", "stop", "end", "timeout", "undo", "roll", "sixes!", "66___", "ones ", "SIXES", "", "x" * 200],
)
async def test_the_menu_plays_nothing_but_boxes(table: Table, value: str) -> None:
    board = await running(table)
    menu = board.shown.menu["custom_id"]
    sentence = await unchanged(table, lambda: board.forge(table.ada, menu, value))
    assert "doesn't work any more" in sentence


async def test_the_menu_without_a_choice(table: Table) -> None:
    board = await running(table)
    menu = board.shown.menu["custom_id"]
    assert "doesn't work" in await unchanged(table, lambda: board.forge(table.ada, menu))


async def test_a_filled_box_is_not_filled_again(table: Table) -> None:
    board = await running(table)
    await board.choose(table.ada, "sixes")
    for member in (table.bo, table.ada):
        await board.press(member, "Roll")
        if member is table.bo:
            await board.choose(member, "chance")
    menu = board.shown.menu["custom_id"]
    assert "Sixes is already filled." in await unchanged(table, lambda: board.forge(table.ada, menu, "sixes"))


async def test_a_seventh_die(table: Table) -> None:
    board = await running(table)
    session = await table.session()
    wanted = f"v1:{session.id}:{session.ply}:h6+"
    assert "there is no die 6" in (await unchanged(table, lambda: board.forge(table.ada, wanted))).lower()


async def test_another_channels_game(table: Table) -> None:
    """A button of another channel's game, pressed here, is nobody's."""
    board = await running(table)
    other = table.guild.create_text_channel("other")
    there = await table.play("yatzy", table.ada, channel=other)
    for press in (there.shown.custom_id("Roll"), there.shown.custom_id("More"), "v1:2:0:end.yes", "v1:2:0:again"):
        sentence = await unchanged(table, lambda press=press: board.forge(table.ada, press))  # type: ignore[misc]
        assert sentence.startswith("That game is not there any more")
    assert (await table.session(other)).ply == 0


async def test_a_game_in_the_lobby_is_not_played(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    for press in (["roll"], ["h1+"], ["box", "ones"], ["end"], ["resign.yes"], ["verify"]):
        what, *values = press
        await table.env.advance_time(PATIENCE_SECONDS)
        wanted = f"v1:1:0:{what}"
        sentence = await unchanged(table, lambda w=wanted, v=values: board.forge(table.ada, w, *v))  # type: ignore[misc]
        assert "hasn't started yet" in sentence


async def test_a_forged_modal(table: Table) -> None:
    """The number that a lobby's rule is typed into, sent by somebody who is not its host, and with nonsense."""
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    typed = "v1:1:0:typed.yatzy.upper_bonus"
    for member, custom_id, value in (
        (table.bo, typed, "10"),
        (table.cleo, typed, "10"),
        (table.ada, typed, "many"),
        (table.ada, typed, "٣"),
        (table.ada, typed, "201"),
        (table.ada, "v1:1:0:typed.yatzy.nothing", "1"),
        (table.ada, "v1:1:0:typed", "1"),
        (table.bo, "v1:0:0:typed.yatzy.upper_bonus", "10"),
        (table.bo, "v1:0:0:typed.chess.upper_bonus", "10"),
    ):
        await table.env.advance_time(PATIENCE_SECONDS)
        await unchanged(table, lambda m=member, c=custom_id, v=value: board.submit(m, c, typed=v))  # type: ignore[misc]
    await board.submit(table.ada, typed, typed="25")
    assert "Upper bonus: 25" in board.shown.text, "as a real one does"


# -- a spammer ----------------------------------------------------------------------------------------------------


async def test_a_spammer_is_told_a_few_times(table: Table) -> None:
    board = await running(table)
    roll = board.shown.custom_id("Roll")
    results = await board.at_once(*[(table.cleo, roll)] * 50)
    sentences = [r for r in results if r.response is not None and r.response.ephemeral]
    assert len(sentences) == 5
    assert sum(r.acknowledged for r in results) == 8, "a few more without a word; answers for all would bring 429s"
    assert (await board.press(table.bo, "Roll")).response.ephemeral, "others are told as ever"
    await table.env.advance_time(PATIENCE_SECONDS)
    assert "Only players" in told(await board.forge(table.cleo, roll))
