"""Several members, or one with a quick finger, do the same at once: one change, and a private word for the others."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import InteractionResult

from tests.bot.board import Board, Shown, told
from tests.bot.table import Table


async def lobby(table: Table, *members: str) -> Board:
    return await table.play("yatzy", *(getattr(table, name) for name in members or ("ada", "bo")), start=False)


async def running(table: Table) -> Board:
    table.roll_next("66123")
    board = await table.play("yatzy", table.ada, table.bo)
    await board.press(table.ada, "Roll")
    return board


def split(results: list[InteractionResult]) -> tuple[list[InteractionResult], list[str]]:
    """Those whose press did something, and what the others were told."""
    private = [[m for m in (r.response, *r.followups) if m is not None and m.ephemeral] for r in results]
    done = [result for result, words in zip(results, private, strict=True) if not words]
    return done, [told(result) for result, words in zip(results, private, strict=True) if words]


@pytest.mark.parametrize("control", ["Roll", "box"])
@pytest.mark.parametrize("presses", [2, 5])
async def test_identical_presses_make_one_move(table: Table, control: str, presses: int) -> None:
    board = await running(table)
    menu = board.shown.menu["custom_id"]
    press = [board.shown.custom_id("Roll")] if control == "Roll" else [menu, "sixes"]
    done, words = split(await board.at_once(*[(table.ada, *press)] * presses))
    assert len(done) == 1
    assert words == ["That button was from an earlier moment of the game; the board is up to date now."] * (presses - 1)
    assert (await table.stored()).ply == 2
    assert ("roll 2 of 3" if control == "Roll" else "scored 12 in Sixes") in board.shown.text


async def test_a_roll_and_a_box_at_once_are_one_move(table: Table) -> None:
    board = await running(table)
    roll, menu = board.shown.custom_id("Roll"), board.shown.menu["custom_id"]
    done, words = split(await board.at_once((table.ada, roll), (table.ada, menu, "sixes")))
    assert (len(done), len(words)) == (1, 1)
    assert (await table.stored()).ply == 2


async def test_two_members_press_at_once(table: Table) -> None:
    board = await running(table)
    roll = board.shown.custom_id("Roll")
    done, words = split(await board.at_once((table.bo, roll), (table.ada, roll), (table.cleo, roll)))
    assert len(done) == 1
    assert sorted(words) == [
        "It is \u2068Ada\u2069's turn.",
        "Only players of this game can do that; press Join while it is in its lobby, or join the next one.",
    ]
    assert (await table.stored()).ply == 2


async def test_two_plays_at_once_open_one_lobby(table: Table) -> None:
    results = [table.emit_slash(member, "play", game="yatzy") for member in (table.ada, table.bo, table.cleo)]
    await table.env.settle()
    done, words = split(results)
    [winner] = done
    assert len(words) == 2
    assert all(word.startswith("This channel has a lobby of Yatzy already") for word in words)
    board = table.board_of(winner)
    assert board.shown.labels[:2] == ["Join", "Leave"]
    assert len(await table.bot._store.open_sessions()) == 1
    assert (await table.session()).message == board.id


@pytest.mark.parametrize("name", ["play", "stop", "board"])
async def test_a_command_that_is_delivered_twice_runs_once(table: Table, name: str) -> None:
    if name != "play":
        await running(table)
    seen = len(table.channel.history())
    options: dict[str, Any] = {"game": "yatzy"} if name == "play" else {}
    sent = len(table.env.backend.http_requests)
    result = table.emit_slash(table.ada, name, times=3, **options)
    await table.env.settle()
    assert result.acknowledged
    answers = [request for request in table.env.backend.http_requests[sent:] if request.path.endswith("/callback")]
    assert len(answers) == 1, "a second answer would only be refused"
    assert not result.followups, "whoever asked once is told once"
    new = [message for message in table.channel.history()[seen:] if not message.flags.ephemeral]
    assert len(new) == (0 if name == "stop" else 1)
    assert (await table.stored()).status == {"play": "lobby", "stop": "over", "board": "running"}[name]


async def test_start_pressed_twice(table: Table) -> None:
    board = await lobby(table)
    start = board.shown.custom_id("Start")
    done, words = split(await board.at_once((table.ada, start), (table.ada, start)))
    assert len(done) == 1
    assert words == ["The game has started already: `/board` shows it."]
    assert "Ada\u2069's turn" in board.shown.text
    assert (await table.stored()).ply == 0


async def test_start_and_join_at_once(table: Table) -> None:
    """Whichever comes first: either Cleo plays, or she is told that it has begun."""
    for first in ("start", "join"):
        channel = table.guild.create_text_channel(first)
        board = await table.play("yatzy", table.ada, table.bo, channel=channel, start=False)
        start, join = (table.ada, board.shown.custom_id("Start")), (table.cleo, board.shown.custom_id("Join"))
        results = await board.at_once(*((start, join) if first == "start" else (join, start)))
        people = (await table.session(channel)).people
        if first == "start":
            assert told(results[1]) == "The game has started already: `/board` shows it."
            assert len(people) == 2
        else:
            assert len(people) == 3
        assert "Ada\u2069's turn" in board.shown.text


async def test_join_pressed_twice_takes_one_seat(table: Table) -> None:
    board = await lobby(table, "ada")
    join = board.shown.custom_id("Join")
    done, words = split(await board.at_once(*[(table.bo, join)] * 3))
    assert len(done) == 1
    assert words == ["You have a seat already."] * 2
    assert [person.name for person in (await table.stored()).people] == ["Ada", "Bo"]


async def test_the_last_seat_is_taken_by_one(table: Table) -> None:
    guests = [table.member(f"Guest {number}") for number in range(6)]
    board = await table.play("maxi_yatzy", table.ada, *guests, start=False)
    join = board.shown.custom_id("Join")
    late = [table.bo, table.cleo, table.member("Dan"), table.member("Eve")]
    done, words = split(await board.at_once(*[(member, join) for member in late]))
    assert len(done) == 1
    assert (
        words
        == [
            "All 8 seats are taken: wait for one to become free, or play in another channel.",
        ]
        * 3
    )
    assert len((await table.stored()).people) == 8
    assert "Every seat is taken." in board.shown.text


@pytest.mark.parametrize("label", ["Join", "Start", "Cancel"])
async def test_a_lobby_press_that_is_delivered_twice_counts_once(table: Table, label: str) -> None:
    board = await lobby(table)
    member = table.cleo if label == "Join" else table.ada
    result = board.emit(member, board.shown.custom_id(label), times=3)
    await table.env.settle()
    assert result.acknowledged
    assert not result.followups
    assert {"Join": "3. \u2068Cleo", "Start": "Ada\u2069's turn", "Cancel": "cancelled"}[label] in board.shown.text


async def test_rematch_pressed_by_both_at_once_opens_one_lobby(table: Table) -> None:
    board = await running(table)
    await table.ada.slash(table.channel, "stop")
    again = board.shown.custom_id("Rematch")
    results = await board.at_once((table.ada, again), (table.bo, again))
    lobbies = [m for m in table.channel.history() if not m.flags.ephemeral and "Join" in table.at(m).shown.labels]
    assert len(lobbies) == 1
    assert len(await table.bot._store.open_sessions()) == 1
    private = [m for r in results for m in (r.response, *r.followups) if m is not None and m.ephemeral]
    assert len(private) == 1
    assert "already" in (private[0].content or Shown(private[0].components).text)


async def test_a_stopped_games_presses_are_told_apart(table: Table) -> None:
    """Stop and a box at once: the game ends once, and whoever came second is told."""
    board = await running(table)
    menu = board.shown.menu["custom_id"]
    stop = table.emit_slash(table.ada, "stop")
    press = board.emit(table.ada, menu, "sixes")
    await table.env.settle()
    assert stop.acknowledged
    assert press.acknowledged
    session = await table.stored()
    assert session.status == "over"
    assert session.ply in (2, 3)
    assert "stopped" in board.shown.text
