"""The time for a turn and for a whole game: what the board says of it, and what happens when it is up."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.text.names import FSI, PDI
from engine.game import OptionValue
from tests.bot.board import Board, told
from tests.bot.pinged import pinged
from tests.bot.table import Table

MINUTE = 60
DAY = 24 * 60 * MINUTE


def words(board: Board) -> str:
    """What the board says, without the marks around names."""
    return board.shown.text.replace(FSI, "").replace(PDI, "")


async def begin(table: Table, *names: str, **rules: OptionValue) -> Board:
    """A game with a minute a turn, unless the rules say otherwise."""
    await table.set_rule("yatzy", **({"turn_time": "1m"} | rules))
    return await table.play("yatzy", *(getattr(table, name) for name in names or ("ada", "bo")))


async def turn(table: Table, board: Board, name: str, box: str, dice: str = "12346") -> None:
    """A member's turn of one roll."""
    table.roll_next(dice)
    await board.press(getattr(table, name), "Roll")
    await board.choose(getattr(table, name), box)


def at(table: Table, seconds: int) -> int:
    """That moment from now on, as Discord's timestamps have it."""
    return int(table.env.now().timestamp()) + seconds


# -- what the board says ------------------------------------------------------------------------------------------


async def test_the_board_says_until_when_a_short_turn_lasts(table: Table) -> None:
    ends = at(table, MINUTE)
    board = await begin(table)
    assert f"-# Ada begins.\n-# ⏳ The turn ends <t:{ends}:R>\n" in words(board) + "\n"


async def test_of_a_long_turn_the_moment_is_told_too(table: Table) -> None:
    ends = at(table, DAY)
    board = await table.play("yatzy", table.ada, table.bo)
    assert f"⏳ The turn ends <t:{ends}:R>, <t:{ends}:f>" in words(board), "a day is the usual"


async def test_the_next_turn_has_its_own_time(table: Table) -> None:
    board = await begin(table)
    await table.env.advance_time(40)
    ends = at(table, MINUTE)
    await turn(table, table.last, "ada", "ones")
    assert f"The turn ends <t:{ends}:R>" in words(table.last)
    assert board.shown.labels == [], "it was reminded of, and moved down"


@pytest.mark.parametrize(("names", "turn_time"), [(("ada",), "1m"), (("ada", "bo"), "off")])
async def test_alone_and_without_a_limit_no_time_runs(table: Table, names: tuple[str, ...], turn_time: str) -> None:
    board = await begin(table, *names, turn_time=turn_time)
    assert "⏳" not in words(board)
    await table.env.advance_time(10 * MINUTE)
    assert (await table.session()).ply == 0
    assert "Roll (3 left)" in board.shown.usable


async def test_the_time_is_not_said_when_the_game_is_over(table: Table) -> None:
    board = await begin(table)
    await table.ada.slash(table.channel, "stop")
    assert "⏳" not in words(board)


# -- when the time is up ------------------------------------------------------------------------------------------


async def test_a_turn_is_skipped(table: Table) -> None:
    board = await begin(table)
    await board.press(table.ada, "Roll")
    await table.env.advance_time(MINUTE + 1)
    assert words(table.last).startswith("## Yatzy · Bo's turn\n")
    assert "Ada's time was up: 0 in Ones." in words(table.last)
    await turn(table, table.last, "bo", "sixes", "66123")
    assert "Ada's turn\nTurn 2 of 15" in words(table.last), "once is no absence"
    assert "away" not in words(table.last)


async def test_the_best_box_is_filled(table: Table) -> None:
    board = await begin(table, on_turn_timeout="auto")
    table.roll_next("66661", "55555")
    await board.press(table.ada, "Roll")
    await board.hold(table.ada, 1, 2)
    await table.env.advance_time(MINUTE + 1)
    assert "Ada scored 25 in Chance when the time was up." in words(table.last)
    await table.env.advance_time(MINUTE + 1)
    assert "Bo scored 50 in Yatzy when the time was up." in words(table.last), "who has not rolled is rolled for, once"


@pytest.mark.parametrize("rest", [False, True])
async def test_a_seat_is_forfeited(table: Table, rest: bool) -> None:
    board = await begin(table, *(("ada", "bo", "cleo") if rest else ("ada", "bo")), on_turn_timeout="forfeit")
    await turn(table, board, "ada", "ones")
    await table.env.advance_time(MINUTE + 1)
    shown = words(table.last)
    assert "Bo ran out of time" in shown
    if rest:
        assert shown.startswith("## Yatzy · Cleo's turn")
        assert told(await table.last.press(table.bo, "Roll")).startswith("You are out of this game; the others play on")
    else:
        assert "Bo ran out of time: Ada wins with 1 point." in shown
        assert "🏳️ Bo — 0 (out of time)" in shown


async def test_a_press_that_comes_too_late_changes_nothing(table: Table) -> None:
    board = await begin(table)
    await table.bot._clock.stop()  # as in the moment before it looks
    await table.env.advance_time(MINUTE + 1)
    assert "earlier moment" in told(await board.press(table.ada, "Roll"))
    assert "Bo's turn" in words(board)
    assert "Ada's time was up: 0 in Ones." in words(board)


async def test_who_misses_two_turns_is_away_and_passed_over_until_the_next_press(table: Table) -> None:
    await begin(table)
    await table.env.advance_time(MINUTE + 1)
    await turn(table, table.last, "bo", "ones")
    await table.env.advance_time(MINUTE + 1)
    assert "💤 Ada is away and is passed over; any button brings them back" in words(table.last)
    await turn(table, table.last, "bo", "twos")
    ply = (await table.session()).ply
    assert words(table.last).startswith("## Yatzy · Bo's turn\nTurn 3")
    assert "Ada is away: 0 in Threes." in words(table.last), "at once, for no time has passed"
    board = table.last
    await board.press(table.ada, "More")
    assert "away" not in words(board)
    assert "I'm back" not in board.shown.labels
    assert (await table.session()).ply == ply
    await turn(table, board, "bo", "threes")
    assert words(board).startswith("## Yatzy · Ada's turn\nTurn 4")


async def test_im_back_says_so(table: Table) -> None:
    await begin(table)
    await table.env.advance_time(MINUTE + 1)
    await turn(table, table.last, "bo", "ones")
    await table.env.advance_time(MINUTE + 1)
    board = table.last
    assert told(await board.press(table.bo, "I'm back")).startswith("You are here already")
    assert told(await board.press(table.cleo, "I'm back")).startswith("Only players")
    assert "Ada is away" in words(board)
    assert (await board.press(table.ada, "I'm back")).acknowledged
    assert "away" not in words(board)
    assert "I'm back" not in board.shown.labels


async def test_a_move_between_two_misses_begins_the_count_anew(table: Table) -> None:
    await begin(table)
    for first, second in (("twos", "fours"), ("threes", "fives")):
        await table.env.advance_time(MINUTE + 1)
        await turn(table, table.last, "bo", first)
        await turn(table, table.last, "ada", second)
        await turn(table, table.last, "bo", second)
    assert "Ada's turn\nTurn 5" in words(table.last)
    assert "away" not in words(table.last)


async def test_with_all_away_nothing_moves_and_the_game_ends_after_a_stated_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.session.AWAY_FOR", timedelta(minutes=90))  # a day of simulated time takes too long
    await begin(table)
    await table.env.advance_time(4 * MINUTE + 8)
    session = await table.session()
    assert session.pace is not None
    assert session.pace.all_away_since is not None
    ends = int(session.pace.all_away_since.timestamp()) + 90 * MINUTE
    board = table.last
    assert "💤 Ada and Bo are away; any button brings each of them back" in words(board)
    assert f"Everybody is away: the game ends <t:{ends}:R>, <t:{ends}:f>" in words(board)
    assert "⏳" not in words(board)
    ply = session.ply
    await table.env.advance_time(85 * MINUTE)
    assert (await table.session()).ply == ply, "no turn of those who are away is taken from them"
    await table.env.advance_time(10 * MINUTE)
    assert "Everybody was away for too long, so the game was stopped; it does not count." in words(board)
    assert (await table.stored()).status == "over"
    await table.play("yatzy")
    assert "Ada" in words(table.last), "the channel is free"


async def test_who_comes_back_to_all_away_has_a_whole_turn(table: Table) -> None:
    await begin(table)
    await table.env.advance_time(4 * MINUTE + 8)
    await table.env.advance_time(10 * MINUTE)
    board, ends = table.last, at(table, MINUTE)
    await board.press(table.bo, "I'm back")
    assert words(board).startswith("## Yatzy · Bo's turn"), "Ada's turn is passed over"
    assert f"The turn ends <t:{ends}:R>" in words(board)


# -- a board that is gone -----------------------------------------------------------------------------------------


async def test_a_board_that_was_deleted_comes_back_with_its_time(table: Table) -> None:
    board = await begin(table)
    table.env.backend.delete_message(board.channel, board.id)
    ends = at(table, MINUTE)
    await table.env.settle()
    assert f"The turn ends <t:{ends}:R>" in words(table.last)
    await table.last.press(table.ada, "Roll")


async def test_where_there_was_no_board_no_time_has_passed(table: Table) -> None:
    board = await begin(table)
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=99)
    table.env.backend.delete_message(board.channel, board.id)
    await table.env.advance_time(10 * MINUTE)
    ends = at(table, MINUTE)
    new = table.board_of(await table.bo.slash(table.channel, "board"))
    assert words(new).startswith("## Yatzy · Ada's turn\nTurn 1")
    assert f"The turn ends <t:{ends}:R>" in words(new)
    deadline = (await table.session()).deadline
    assert deadline is not None
    assert int(deadline.timestamp()) == ends


# -- the time for a whole game ------------------------------------------------------------------------------------


async def test_the_time_for_the_whole_game_ends_it(table: Table) -> None:
    ends = at(table, MINUTE)
    board = await begin(table, turn_time="off", clock_seconds_per_player=60)
    assert f"⏳ Ada's time for the whole game is up <t:{ends}:R>" in words(board)
    await table.env.advance_time(40)
    await turn(table, board, "ada", "ones")
    await table.env.advance_time(50)
    await turn(table, board, "bo", "twos")
    assert "Ada's time for the whole game" in words(board)
    await table.env.advance_time(15)
    assert (await table.session()).status == "running", "a move costs only what it took"
    await table.env.advance_time(6)
    assert "Ada ran out of time: Bo wins with 2 points." in words(board)
    assert "(out of time)" not in words(board), "the highest total wins, whoever's time was up"


async def test_the_time_for_the_whole_game_can_cost_the_seat(table: Table) -> None:
    board = await begin(table, turn_time="off", clock_seconds_per_player=60, on_timeout="forfeit")
    await turn(table, board, "ada", "sixes")
    await table.env.advance_time(MINUTE + 1)
    assert "Bo ran out of time: Ada wins with 6 points." in words(board)
    assert "🏳️ Bo — 0 (out of time)" in words(board)


async def test_alone_the_time_for_the_whole_game_runs_too(table: Table) -> None:
    board = await begin(table, "ada", clock_seconds_per_player=60)
    await table.env.advance_time(MINUTE + 1)
    assert "Ada ran out of time: 0 points in the end." in words(board)


# -- restarts -----------------------------------------------------------------------------------------------------


async def down_for(table: Table, seconds: int) -> None:
    """The bot ends, and begins again after that time."""
    await table.bot.close()
    await table.env.advance_time(seconds)
    await table.restart()


async def test_a_turn_ends_in_time_after_a_restart(table: Table) -> None:
    await begin(table)
    await table.env.advance_time(20)
    await table.restart()
    await table.env.advance_time(MINUTE)
    assert words(table.last).startswith("## Yatzy · Bo's turn")
    assert "Ada's time was up: 0 in Ones." in words(table.last)


@pytest.mark.parametrize("rule", [{}, {"turn_time": "off", "clock_seconds_per_player": 60}])
async def test_no_time_passes_while_the_bot_is_down(table: Table, rule: dict[str, OptionValue]) -> None:
    await begin(table, **rule)
    await table.env.advance_time(20)
    await down_for(table, 60 * MINUTE)
    left = (await table.session()).deadline
    assert left is not None
    assert 30 <= (left - table.env.now()).total_seconds() <= 60
    assert (await table.session()).ply == 0
    await table.env.advance_time(10)
    await table.last.press(table.ada, "Roll")
    assert "rolled all 5 dice" in words(table.last)


async def test_after_a_long_time_down_the_boards_say_the_new_time(table: Table) -> None:
    await begin(table)
    await down_for(table, 60 * MINUTE)
    await table.env.advance_time(1)
    deadline = (await table.session()).deadline
    assert deadline is not None
    assert f"The turn ends <t:{int(deadline.timestamp())}:R>" in words(table.last)


async def test_two_misses_are_known_after_a_restart(table: Table) -> None:
    await begin(table)
    await table.env.advance_time(MINUTE + 1)
    await turn(table, table.last, "bo", "ones")
    await table.restart()
    await table.env.advance_time(MINUTE + 30)
    assert "Ada is away and is passed over" in words(table.last)
    await table.restart()
    await turn(table, table.last, "bo", "twos")
    assert words(table.last).startswith("## Yatzy · Bo's turn\nTurn 3")


async def test_a_reminder_is_not_repeated_after_a_restart(table: Table) -> None:
    await begin(table)
    await table.env.advance_time(35)
    assert pinged(table.env.http_requests) == [table.ada.id]
    await table.restart()
    await table.env.advance_time(20)
    assert pinged(table.env.http_requests) == [table.ada.id]
