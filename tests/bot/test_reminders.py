"""Reminders: the right member is pinged, once a turn, and nobody else ever."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ids import UserId
from bot.session import GameSession
from bot.ui.moving import bump
from engine.dice.dice_game import ROLL
from tests.bot.board import Board
from tests.bot.pinged import pinged
from tests.bot.table import Table


@pytest.fixture
async def quick(table: Table) -> Table:
    """A guild in which a turn has a minute."""
    await table.set_rule("yahtzee", turn_time="1m")
    return table


def new_board(table: Table, old: Board) -> Board:
    """The board that was posted after the old one, which points to it."""
    assert table.last.id != old.id
    assert "moved down" in old.shown.text
    assert old.shown.labels == []
    return table.last


async def test_after_half_of_the_time_the_one_to_move_is_pinged_once(quick: Table) -> None:
    old = await quick.play("yahtzee", quick.ada, quick.bo)
    await quick.env.advance_time(25)
    assert quick.last.id == old.id
    await quick.env.advance_time(10)
    new = new_board(quick, old)
    deadline = (await quick.session()).deadline
    assert deadline is not None
    first, *_ = new.shown.text.splitlines()
    assert first == f"<@{quick.ada.id}>, it is your turn: your time is up <t:{int(deadline.timestamp())}:R>."
    assert pinged(quick.env.http_requests) == [quick.ada.id]
    await quick.env.advance_time(10)
    assert pinged(quick.env.http_requests) == [quick.ada.id]
    assert quick.last.id == new.id


async def test_the_next_press_takes_the_ping_away(quick: Table) -> None:
    old = await quick.play("yahtzee", quick.ada, quick.bo)
    await quick.env.advance_time(35)
    new = new_board(quick, old)
    await new.press(quick.ada, "Roll")
    assert "it is your turn" not in new.shown.text
    assert "rolled all 5 dice" in new.shown.text
    assert pinged(quick.env.http_requests) == [quick.ada.id]


async def test_the_next_turn_is_somebody_elses(quick: Table) -> None:
    board = await quick.play("yahtzee", quick.ada, quick.bo)
    await board.press(quick.ada, "Roll")
    await board.choose(quick.ada, "chance")
    await quick.env.advance_time(35)
    assert new_board(quick, board).shown.text.startswith(f"<@{quick.bo.id}>, it is your turn")
    assert pinged(quick.env.http_requests) == [quick.bo.id]


@pytest.mark.parametrize("options", [{"reminders": "off"}, {"quiet_hours": "22-7", "time_zone": "UTC"}])
async def test_who_wants_none_gets_none(quick: Table, options: dict[str, str]) -> None:
    await quick.ada.slash(quick.channel, "pings", **options)
    board = await quick.play("yahtzee", quick.ada, quick.bo)
    await quick.env.advance_time(45)
    assert quick.last.id == board.id
    assert pinged(quick.env.http_requests) == []


# -- what the clock leaves to the mover -------------------------------------------------------------------------------


def services(table: Table) -> Any:
    return table.bot._dispatcher._services


async def bumped(table: Table, ping: int | None = None) -> GameSession | None:
    return await bump(services(table), await table.session(), ping=None if ping is None else UserId(ping))


async def test_whoever_has_moved_by_now_is_not_pinged(table: Table) -> None:
    old = await table.play("yahtzee", table.ada, table.bo)
    assert await bumped(table, ping=table.bo.id) is None
    assert table.last.id == old.id
    assert old.shown.usable
    assert pinged(table.env.http_requests) == []


async def test_a_board_that_has_moved_by_now_is_left_there(table: Table) -> None:
    await table.play("yahtzee")
    before = await table.session()
    new = table.board_of(await table.ada.slash(table.channel, "board"))
    assert await bump(services(table), before) is None
    assert table.last.id == new.id
    assert new.shown.usable


async def test_a_game_that_is_over_by_now_is_left_alone(table: Table) -> None:
    board = await table.play("yahtzee", table.ada, table.bo)
    before = await table.session()
    await table.ada.slash(table.channel, "stop")
    assert await bump(services(table), before) is None
    assert await bump(services(table), before, ping=UserId(table.ada.id)) is None
    assert table.last.id == board.id
    assert pinged(table.env.http_requests) == []


async def test_a_lobby_that_is_closed_by_now_is_left_alone(table: Table) -> None:
    board = await table.play("yahtzee", start=False)
    before = await table.session()
    await board.press(table.ada, "Cancel")
    assert await bump(services(table), before) is None
    assert table.last.id == board.id


class SlowPost:
    """While a board is on its way to Discord, something else happens."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch, meanwhile: Any) -> None:
        presenter = services(table).presenter
        post = presenter.post

        async def slow(session: GameSession, **options: Any) -> Any:
            message = await post(session, **options)
            await meanwhile()
            return message

        monkeypatch.setattr(presenter, "post", slow)


async def test_a_press_while_the_board_moves_shows_on_the_new_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await table.play("yahtzee", table.ada, table.bo)
    arbiter, session = table.bot.arbiter, await table.session()

    async def roll() -> None:
        await arbiter.move(session.id, table.ada.id, ROLL)

    SlowPost(table, monkeypatch, roll)
    await bumped(table)
    await table.env.settle()
    assert "rolled all 5 dice" in new_board(table, old).shown.text


async def test_a_lobby_closed_while_it_moves_leaves_no_controls(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.play("yahtzee", start=False)
    arbiter, session = table.bot.arbiter, await table.session()

    async def close() -> None:
        await arbiter.stop(session.id, table.ada.id)

    SlowPost(table, monkeypatch, close)
    assert await bumped(table) is None
    await table.env.settle()
    assert table.last.shown.labels == []
    assert "The lobby is closed." in table.last.shown.text


# -- an old board that is not there any more --------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["/board", "bring", "bump", "reminder"])
async def test_an_old_board_that_is_gone_is_no_trouble(table: Table, how: str) -> None:
    old = await table.play("yahtzee", table.ada, table.bo)
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    table.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=404, code=10008, times=9)
    if how == "/board":
        await table.bo.slash(table.channel, "board")
    elif how == "bring":
        await offer.press(table.cleo, "Bring it down here")
    else:
        assert await bumped(table, table.ada.id if how == "reminder" else None) is not None
    new = table.last
    assert new.id == (await table.session()).message != old.id
    await new.press(table.ada, "Roll")
    assert "rolled all 5 dice" in new.shown.text
    assert pinged(table.env.http_requests) == ([table.ada.id] if how == "reminder" else [])
