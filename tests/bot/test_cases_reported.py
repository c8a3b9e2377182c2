"""What people reported of other bots and what no other test answers; tests/CASES.md maps every report to its tests."""

from __future__ import annotations

from datetime import datetime, timedelta
from fnmatch import fnmatch
from random import Random

import pytest

from bot import lobbies, playing, presence, timekeeping
from bot.errors import NoGameHere
from bot.ids import SessionId
from bot.pace import IDLE_FOR
from bot.session import Person
from bot.store import Store
from bot.text.names import FSI, PDI
from engine.dice.dice_game import ROLL
from engine.game import Move
from engine.games import dice_game
from tests.bot.board import Board, told
from tests.bot.pinged import pinged
from tests.bot.seated import NOON, Seeded, lobby, user
from tests.bot.table import Table

MINUTE = 60
GRACE = 5 * MINUTE
CALLBACK, MESSAGE = "/interactions/*/*/callback", "/channels/*/messages/*"


def words(board: Board) -> str:
    """What the board says, without the marks around names."""
    return board.shown.text.replace(FSI, "").replace(PDI, "")


def requests(table: Table, method: str, path: str) -> int:
    """How many such requests the bot has made."""
    return sum(entry.method == method and fnmatch(entry.path, path) for entry in table.env.backend.http_requests)


# -- restart and deploy -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["Join", "Leave", "Start", "Cancel"])
async def test_a_lobby_that_the_last_process_left_behind_loses_its_buttons(table: Table, label: str) -> None:
    """Posted, but killed before its message was noted: the first press says so, and there is no second one."""
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    store = await Store.open(str(table.database))
    await store.set_message(SessionId(1), None)
    await store.close()
    await table.restart()
    result = await board.press(table.cleo if label == "Join" else table.ada, label)
    assert told(result) == "That game is not there any more; `/play` starts a new one."
    assert board.shown.text == "This lobby is closed; `/play` opens another one."
    assert board.shown.labels == []


async def test_a_lobby_that_expired_while_discord_took_no_edit_loses_its_buttons(table: Table) -> None:
    await table.restart(lobby_minutes=1)
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    table.env.inject_error("PATCH", MESSAGE, status=500)
    await table.env.advance_time(MINUTE + 2)
    with pytest.raises(NoGameHere):
        await table.session()
    assert "Join" in board.shown.labels, "what happened was not shown"
    assert "not there any more" in told(await board.press(table.cleo, "Join"))
    assert board.shown.labels == []


async def test_a_board_is_not_taken_for_a_lobby_that_is_gone(table: Table) -> None:
    """A forged button of a lobby that never was takes nothing off the message that it was sent from."""
    board = await table.play("yatzy", table.ada, table.bo)
    shown = board.shown.components
    assert "not there any more" in told(await board.forge(table.cleo, "v1:99:0:join"))
    assert board.shown.components == shown


def test_no_clock_runs_while_a_computer_is_to_move() -> None:
    """However long a deploy lasts that falls into its move."""
    seats = lobbies.join(lobby("yatzy", ["Ada"]), Person(None, "Computer", "careful"))
    session = lobbies.start(seats, user(0), NOON, Seeded(Random(1)))
    session = playing.move(session, user(0), ROLL, NOON, Seeded(Random(1)))
    session = playing.move(session, user(0), Move("chance"), NOON, Seeded(Random(1)))
    assert session.to_move is not None
    assert session.to_move.user is None
    assert (session.deadline, session.remind_at) == (None, None)
    assert timekeeping.pass_time(session, NOON + timedelta(days=3), Seeded(Random(1))) is session
    assert timekeeping.due(session) == NOON + IDLE_FOR


# -- absent players -----------------------------------------------------------------------------------------------


async def test_the_clock_is_woken_by_what_is_due_sooner_than_its_next_look(table: Table) -> None:
    """A game that begins while it sleeps has its time-outs all the same."""
    await table.set_rule("yatzy", turn_time="1m")
    await table.env.advance_time(5)
    await table.play("yatzy", table.ada, table.bo)
    await table.env.advance_time(MINUTE + 1)
    assert words(table.last).startswith("## Yatzy · Bo's turn")


@pytest.mark.parametrize("how", ["leave", "resign", "kick"])
async def test_whoever_goes_in_the_last_turn_freezes_nothing(table: Table, how: str) -> None:
    board = await table.play("figure_yatzy", table.ada, table.bo)
    boxes = [box.id for box in dice_game("figure_yatzy").rules(dice_game("figure_yatzy").complete()).boxes]
    for box in boxes:
        await board.choose(table.ada, box)
        if box != boxes[-1]:
            await board.choose(table.bo, box)
    assert words(board).startswith("## Figure Yatzy · Bo's turn"), "one box is open, and it is Bo's"
    if how == "leave":
        await table.bo.slash(table.channel, "leave")
        await table.env.advance_time(GRACE + 2)
    elif how == "kick":
        await table.ada.slash(table.channel, "kick", member=table.bo)
    else:
        more = table.at((await board.press(table.bo, "More")).response)
        await more.press(table.bo, "Resign")
        await more.press(table.bo, "Yes, resign")
    assert words(board).startswith("## Figure Yatzy · result")
    assert "Ada wins with" in words(board)
    assert "Rematch" in board.shown.labels
    await table.play("yahtzee")


def test_of_three_whoever_leaves_in_their_last_turn_passes_it_on() -> None:
    """Not to the next seat, whose boxes are filled, but to the one that has a box left."""
    chance = Seeded(Random(1))
    session = lobbies.start(lobby("yatzy", ["Ada", "Bo", "Cy"]), user(0), NOON, chance)
    for number, box in enumerate(dice_game("yatzy").rules(session.options).boxes, 1):
        for seat in (0, 1, 2) if number < 15 else (0,):
            session = playing.move(
                playing.move(session, user(seat), ROLL, NOON, chance), user(seat), Move(box.id), NOON, chance
            )
    assert session.running().to_move == 1
    gone = timekeeping.pass_time(presence.away(session, user(1), NOON), NOON + timedelta(seconds=GRACE), chance)
    assert (gone.status, gone.running().to_move) == ("running", 2)
    session = playing.move(playing.move(gone, user(2), ROLL, NOON, chance), user(2), Move("yatzy"), NOON, chance)
    assert session.status == "over"


async def test_a_lobby_in_a_server_that_the_bot_has_left_is_closed_when_it_is_due(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not looked at again and again, as nobody there can press."""
    looks, due = [], Store.due

    async def counted(store: Store, now: datetime) -> list[SessionId]:
        looks.append(now)
        return await due(store, now)

    await table.restart(lobby_minutes=1)
    await table.play("yatzy", start=False)
    table.env.backend.emit("GUILD_DELETE", {"id": str(table.guild.id)})
    await table.env.settle()
    monkeypatch.setattr(Store, "due", counted)
    await table.env.advance_time(MINUTE + 5)
    assert len(looks) < 5
    assert await table.bot.arbiter.count() == (0, 0)


# -- Discord itself -----------------------------------------------------------------------------------------------


async def test_nobody_is_written_to_directly(table: Table) -> None:
    """Closed DMs can hang nothing: what is for one member is a private answer, or a mention in the channel."""
    await table.set_rule("yatzy", turn_time="1m")
    challenge = table.board_of(await table.ada.slash(table.channel, "challenge", member=table.bo, game="yatzy"))
    await challenge.press(table.bo, "Accept")
    await table.env.advance_time(35)
    assert pinged(table.env.http_requests) == [table.bo.id, table.ada.id], "the challenge, and the reminder"
    await table.env.advance_time(2 * MINUTE)
    await table.bo.slash(table.channel, "leave")
    await table.ada.slash(table.channel, "kick", member=table.bo)
    assert requests(table, "POST", "/users/@me/channels") == 0


async def test_a_deleted_thread_costs_no_game(table: Table) -> None:
    await table.play("yahtzee", table.ada, table.bo)
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    await offer.press(table.cleo, "Play alone in a thread")
    [thread] = table.channel.threads
    await table.at(thread.last_message).press(table.cleo, "Roll")
    sent = len(table.env.backend.http_requests)
    table.env.backend.delete_channel(thread.id)
    await table.env.settle()
    session = await table.stored(2)
    assert (session.status, session.ply, session.message) == ("running", 1, None)
    assert len(table.env.backend.http_requests) == sent, "nobody runs after it"
    turns = table.at((await table.cleo.slash(table.channel, "turns")).response)
    assert "Yatzy" in turns.shown.text
    elsewhere = table.guild.create_text_channel("elsewhere")
    turns = table.at((await table.cleo.slash(elsewhere, "turns")).response)
    await turns.press(table.cleo, "Bring it here")
    again = table.at([message for message in elsewhere.history() if not message.flags.ephemeral][-1])
    await again.press(table.cleo, "Roll")
    assert "roll 2 of 3" in again.shown.text


async def test_quick_presses_make_no_edits_but_their_own_answers(table: Table) -> None:
    """An edit of a message has limits that the answer to a press has not."""
    board = await table.play("yatzy", table.ada, table.bo)
    await board.press(table.ada, "Roll")
    edits, callbacks = requests(table, "PATCH", "*"), requests(table, "POST", CALLBACK)
    for _ in range(6):
        await board.hold(table.ada, 1, 2, 3, 4, 5)
    assert requests(table, "PATCH", "*") == edits
    assert requests(table, "POST", CALLBACK) == callbacks + 30
    assert requests(table, "POST", "/webhooks/*") == 0


# -- clicks and races ---------------------------------------------------------------------------------------------


async def test_outsiders_at_an_old_start_button_change_nothing(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    start = board.shown.custom_id("Start")
    await board.press(table.ada, "Start")
    rows, shown = table.rows(), board.shown.components
    results = await board.at_once(*[(table.cleo, start)] * 30)
    assert (table.rows(), board.shown.components) == (rows, shown)
    sentences = [follow.content for result in results for follow in result.followups]
    assert sentences == ["The game has started already: `/board` shows it."] * 5, "a few words, and then none"


async def test_a_challenge_binds_nobody_who_has_not_accepted_it(table: Table) -> None:
    """The challenged member may open a game, be challenged by others, and take a seat elsewhere."""
    await table.ada.slash(table.channel, "challenge", member=table.bo, game="yatzy")
    again = table.board_of(await table.cleo.slash(table.channel, "challenge", member=table.bo, game="yatzy"))
    assert await table.bot.arbiter.count() == (0, 0)
    elsewhere = table.guild.create_text_channel("elsewhere")
    board = await table.play("yahtzee", table.cleo, table.bo, channel=elsewhere)
    assert words(board).startswith("## Yahtzee · Cleo's turn")
    await again.press(table.bo, "Accept")
    assert words(table.last).startswith("## Yatzy · Cleo's turn")
