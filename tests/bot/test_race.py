"""A race: two members alone on the same deal, from the challenge to the rematch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.ids import ChannelId, GuildId, SessionId, UserId
from bot.session import GameSession
from bot.store import Store
from engine.game import Move
from engine.games.klondike import Klondike
from tests.bot.board import Board, told
from tests.bot.table import Table
from tests.bot.test_klondike import DECK, LINE, choose

KEY = "draw=1 redeals=None worry_back=True"
HALF_AN_HOUR = timedelta(minutes=30)


async def keep_deals(table: Table, deals: int = 1) -> None:
    store = await Store.open(str(table.database))
    for _ in range(deals):
        await store.add_deal(KEY, DECK)
    await store.close()


async def challenge(table: Table, channel: Any = None) -> Board:
    return table.board_of(
        await table.ada.slash(channel or table.channel, "challenge", member=table.bo, game="klondike")
    )


async def race(table: Table, channel: Any = None) -> tuple[Board, Board, Board]:
    """The race's own message, and the tables of Ada, who has challenged, and of Bo."""
    await keep_deals(table)
    home = await challenge(table, channel)
    await home.press(table.bo, "Accept")
    return home, await table_of(table, 1), await table_of(table, 2)


async def table_of(table: Table, number: int) -> Board:
    session = await table.bot.arbiter.session(SessionId(number))
    return Board(table, session.channel, session.message)


async def narrow(table: Table) -> Any:
    """A channel in which there can be no threads."""
    denied = discord.PermissionOverwrite(create_private_threads=False)
    return table.guild.create_text_channel("narrow", overwrites={table.guild.default_role: denied})


async def sessions(table: Table) -> tuple[GameSession, GameSession]:
    first, second = [await table.bot.arbiter.session(SessionId(number)) for number in (1, 2)]
    return first, second


async def play(board: Board, member: Any, line: Sequence[str]) -> None:
    for move in line:
        if move in {"d", "r"}:
            await board.press(member, next(label for label in board.shown.labels if label.startswith(("Draw", "Turn"))))
        elif move == "u":
            await board.press(member, "Undo")
        else:
            await choose(board, member, move)


async def look(table: Table) -> None:
    """Let the bot's clock look, which tells of the ends of races."""
    await table.env.advance_time(1)


async def end(table: Table, board: Board, member: Any) -> None:
    """Give up, by More."""
    more = table.at((await board.press(member, "More")).response)
    await more.press(member, "End game")
    await more.press(member, "Yes, end it")


def words(board: Board) -> str:
    """What it says, without the marks around names."""
    return board.shown.text.replace("\u2068", "").replace("\u2069", "")


async def ranked(table: Table, by: Any) -> list[tuple[str, float]]:
    first, _ = await sessions(table)
    store = await Store.open(str(table.database))
    page = await store.leaderboard(GuildId(table.guild.id), "klondike", first.options.rules(), by)
    await store.close()
    return [(line.name, line.value) for line in page.rows]


# -- how it begins ----------------------------------------------------------------------------------------------------


async def test_both_get_the_same_winnable_deal_in_a_thread_of_their_own(table: Table) -> None:
    home, ada, _bo = await race(table)
    first, second = await sessions(table)
    assert first.running().dealt == second.running().dealt == DECK
    assert first.options["winnable"] is True
    assert [thread.name for thread in table.channel.threads] == ["Klondike · Ada", "Klondike · Bo"]
    assert len({first.channel, second.channel, ChannelId(table.channel.id)}) == 3
    assert words(ada).startswith(f"<@{table.ada.id}>, the race is on: this is your table.")
    assert "Klondike · Ada's race against Bo" in words(ada)
    assert "🏁 Bo: 0 moves · 0 of 52 cards up" in words(ada)
    assert "⏳ The race ends <t:" in words(ada)
    assert "Klondike · race" in words(home)
    assert home.shown.labels == ["Ada's table", "Bo's table"]


async def test_where_there_are_no_threads_both_tables_lie_in_the_channel(table: Table) -> None:
    channel = await narrow(table)
    home, ada, bo = await race(table, channel)
    assert {ada.channel, bo.channel} == {channel.id}
    assert len({home.id, ada.id, bo.id}) == 3
    await ada.press(table.ada, "Draw 1")
    await bo.press(table.bo, "Draw 1")
    assert [session.ply for session in await sessions(table)] == [1, 1]


async def test_a_taken_channel_without_threads_has_no_room_for_a_race(table: Table) -> None:
    channel = await narrow(table)
    await keep_deals(table)
    await table.play("yahtzee", table.cleo, channel=channel)
    home = await challenge(table, channel)
    refused = await home.press(table.bo, "Accept")
    assert "already" in told(refused)
    assert home.shown.labels == ["Accept", "Decline", "Withdraw"], "it still stands"


async def test_while_no_deal_is_found_the_challenge_stands(table: Table) -> None:
    home = await challenge(table)
    assert told(await home.press(table.bo, "Accept")) == (
        "A deal that can be won is being found: press again in a moment."
    )
    await keep_deals(table)
    await home.press(table.bo, "Accept")
    assert home.shown.labels == ["Ada's table", "Bo's table"]


async def test_a_game_for_one_without_races_has_no_challenges(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Klondike, "racing", lambda *_: None)
    answer = await table.ada.slash(table.channel, "challenge", member=table.bo, game="klondike")
    assert told(answer) == "That game is played alone: `/play` starts it."


async def test_only_the_challenged_member_accepts(table: Table) -> None:
    await keep_deals(table)
    home = await challenge(table)
    assert "Bo" in told(await home.press(table.cleo, "Accept"))
    assert table.channel.threads == []


# -- how it goes ------------------------------------------------------------------------------------------------------


async def test_nobody_plays_for_another(table: Table) -> None:
    _, ada, _ = await race(table, await narrow(table))
    before = table.rows()
    assert told(await ada.press(table.bo, "Draw 1"))
    assert told(await ada.press(table.cleo, "Draw 1"))
    assert table.rows() == before


async def test_each_sees_how_far_the_other_has_come_and_gets_no_hints(table: Table) -> None:
    _, ada, bo = await race(table)
    await play(bo, table.bo, LINE[:1])
    await ada.press(table.ada, "Draw 1")
    assert "🏁 Bo: 1 move · 1 of 52 cards up" in words(ada)
    assert "⏳ The race ends <t:" in words(ada)
    assert "Hint" not in ada.shown.labels
    session, _ = await sessions(table)
    assert told(await ada.forge(table.ada, f"v1:1:{session.ply}:hint")) == "There are no hints in a race."


async def test_the_first_with_all_cards_up_has_won(table: Table) -> None:
    home, ada, bo = await race(table)
    await play(bo, table.bo, LINE[:3])
    await play(ada, table.ada, LINE)
    assert "Ada has won the race." in words(ada)
    await look(table)
    first, second = await sessions(table)
    assert (first.running().outcome.ended, second.running().outcome.ended) == ("complete", "timeout")
    assert "Ada has won the race." in words(home)
    assert "Ada has won the race." in words(bo)
    assert "Draw 1" not in bo.shown.labels
    assert home.shown.labels == ["Rematch"]
    assert "🏁 Ada: " in words(bo)
    assert await ranked(table, "races") == [("Ada", 1), ("Bo", 0)] or await ranked(table, "races") == [("Ada", 1)]
    assert await ranked(table, "won") == [("Ada", 1), ("Bo", 0)]


async def test_the_board_of_races_shows_them_though_games_alone_have_other_rules_here(table: Table) -> None:
    _, ada, _ = await race(table)
    await play(ada, table.ada, LINE)
    await look(table)
    ranks = table.board_of(await table.cleo.slash(table.channel, "leaderboard", game="klondike", by="races"))
    assert "Ada · **1 won**" in words(ranks)


async def test_each_is_told_where_their_table_is_and_of_no_turn(table: Table) -> None:
    _, ada, bo = await race(table)
    for board, member in ((ada, table.ada), (bo, table.bo)):
        assert words(board).startswith(f"<@{member.id}>, the race is on: this is your table")
        assert "begins with the first move" not in words(board), "the limit runs already"


async def test_when_both_are_done_the_most_cards_up_decide(table: Table) -> None:
    home, ada, bo = await race(table)
    await play(ada, table.ada, LINE[:1])
    await end(table, ada, table.ada)
    assert "Bo still plays" in words(ada)
    assert await ranked(table, "races") == []
    await play(bo, table.bo, LINE[:2])
    await end(table, bo, table.bo)
    await look(table)
    first, second = [session.running().state.foundation_cards for session in await sessions(table)]
    winner = "Bo" if second > first else "Ada"
    for board in (home, ada, bo):
        assert f"{winner} has won the race." in words(board)


async def test_without_a_card_up_it_is_a_tie(table: Table) -> None:
    home, ada, bo = await race(table)
    await ada.press(table.ada, "Draw 1")
    await play(bo, table.bo, ["d", "d"])
    await end(table, ada, table.ada)
    await end(table, bo, table.bo)
    await look(table)
    assert "The race is a tie." in words(home)


async def test_with_as_many_cards_fewer_moves_decide(table: Table) -> None:
    home, ada, bo = await race(table)
    await play(ada, table.ada, [*LINE[:1], "d"])
    await play(bo, table.bo, [*LINE[:1], "d", "d"])
    await end(table, ada, table.ada)
    await end(table, bo, table.bo)
    await look(table)
    assert "Ada has won the race." in words(home)


async def test_at_the_time_limit_it_is_decided(table: Table) -> None:
    home, _ada, bo = await race(table)
    await play(bo, table.bo, LINE[:1])
    await table.env.advance_time((HALF_AN_HOUR + timedelta(minutes=1)).total_seconds())
    await look(table)
    assert "Bo has won the race." in words(home)
    assert [s.running().outcome.ended for s in await sessions(table)] == ["timeout", "timeout"]
    assert await ranked(table, "races") == [("Bo", 1)] or await ranked(table, "races") == [("Bo", 1), ("Ada", 0)]


async def test_a_stopped_race_counts_nowhere(table: Table) -> None:
    home, _ada, bo = await race(table)
    await play(bo, table.bo, LINE[:1])
    await table.bot.arbiter.stop(SessionId(1), UserId(table.cleo.id))
    await look(table)
    assert [s.running().outcome.ended for s in await sessions(table)] == ["stopped", "stopped"]
    assert "counts nowhere" in words(home)
    assert await ranked(table, "won") == []


async def test_a_racer_who_moderates_stops_only_themself(table: Table) -> None:
    channel = await narrow(table)
    _home, _ada, _bo = await race(table, channel)
    await table.ada.slash(channel, "stop")
    first, second = await sessions(table)
    assert (first.status, second.status) == ("over", "running")
    assert first.running().outcome.ended == "ended_early"


async def test_after_a_restart_it_goes_on(table: Table) -> None:
    home, ada, bo = await race(table)
    await play(bo, table.bo, LINE[:2])
    await table.restart()
    await ada.press(table.ada, "Draw 1")
    assert "🏁 Bo: 2 moves" in words(ada)
    await play(bo, table.bo, LINE[2:])
    await look(table)
    assert "Bo has won the race." in words(home)
    assert (await table.stored(1)).status == (await table.stored(2)).status == "over"


async def test_the_end_of_a_race_is_told_after_a_restart_where_it_was_not_before(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, ada, bo = await race(table)
    table.bot.arbiter.sessions.race_over = lambda _session: None  # the process dies just then
    await play(bo, table.bo, LINE)
    assert "Bo has won the race." not in words(home)
    await table.restart()
    await look(table)
    for board in (home, ada):
        assert "Bo has won the race." in words(board)


async def test_both_at_once(table: Table) -> None:
    """Presses of both members cross, and the end of one meets a move of the other."""
    _, ada, bo = await race(table)
    await play(ada, table.ada, LINE[:-1])
    await play(bo, table.bo, LINE[:-1])
    arbiter = table.bot.arbiter
    results = await asyncio.gather(
        arbiter.move(SessionId(1), UserId(table.ada.id), Move(LINE[-1])),
        arbiter.move(SessionId(2), UserId(table.bo.id), Move(LINE[-1])),
        return_exceptions=True,
    )
    assert [isinstance(result, GameSession) for result in results].count(True) == 1
    ended = sorted(s.running().outcome.ended for s in await sessions(table))
    assert ended == ["complete", "timeout"]


async def test_a_rematch_is_a_new_challenge(table: Table) -> None:
    home, ada, _bo = await race(table)
    await play(ada, table.ada, LINE)
    await look(table)
    assert "Cleo" not in words(home)
    await home.press(table.cleo, "Rematch")
    again = table.board_of(await home.press(table.bo, "Rematch"))
    assert "Bo challenges you to a race on the same deal" in words(again)
    assert again.shown.labels == ["Accept", "Decline", "Withdraw"]


async def test_a_challenge_says_how_long_a_race_lasts_at_most(table: Table) -> None:
    assert "The deal can be won; 30 minutes at most. Open until" in words(await challenge(table))


async def test_a_challenge_says_what_is_unusual_for_a_race(table: Table) -> None:
    await table.set_rule("klondike", draw=3, seconds=90)
    said = words(await challenge(table))
    assert "The deal can be won; 90 seconds at most; " in said
    assert "3 (usually 1)" in said
    assert "(usually off)" not in said


async def test_the_list_of_games_says_that_they_race(table: Table) -> None:
    await race(table, await narrow(table))
    listed = told(await table.ada.slash(table.channel, "sessions"))
    for first, second in (("Ada", "Bo"), ("Bo", "Ada")):
        assert f"\u2068{first}\u2069's race against \u2068{second}\u2069, time is up <t:" in listed
    assert "turn" not in listed


async def test_where_its_message_is_gone_the_end_is_told_in_a_new_one(table: Table) -> None:
    home, ada, _bo = await race(table)
    table.env.backend.delete_message(home.channel, home.id)
    await play(ada, table.ada, LINE)
    await look(table)
    new = table.last
    assert new.id != home.id
    assert "Ada has won the race." in words(new)
    for number in (1, 2):
        assert (await table_of(table, number)).shown.buttons[0]["url"].endswith(f"/{new.channel}/{new.id}")
    await table.restart()
    assert "challenges you to a race" in words(table.board_of(await new.press(table.bo, "Rematch")))


async def test_the_end_is_told_again_where_discord_failed_for_a_moment(table: Table) -> None:
    home, ada, bo = await race(table)
    await play(ada, table.ada, LINE[:-1])
    table.env.inject_error("PATCH", f"/channels/{home.channel}/messages/{home.id}", status=500)
    await play(ada, table.ada, LINE[-1:])
    await look(table)
    assert "Ada has won the race." not in words(home)
    await table.env.advance_time(20)
    for board in (home, ada, bo):
        assert "Ada has won the race." in words(board)


# -- trouble ----------------------------------------------------------------------------------------------------------


async def test_where_discord_makes_no_thread_the_race_is_run_in_the_channel(table: Table) -> None:
    await keep_deals(table)
    home = await challenge(table)
    table.env.inject_error("POST", "/channels/*/threads", status=500)
    table.env.inject_error("POST", "/channels/*/threads", status=500)
    await home.press(table.bo, "Accept")
    assert {session.channel for session in await sessions(table)} == {ChannelId(home.channel)}
    await (await table_of(table, 2)).press(table.bo, "Draw 1")


async def test_a_race_whose_tables_can_not_be_shown_is_stopped(table: Table) -> None:
    await keep_deals(table)
    home = await challenge(table)
    for _ in ("with a picture", "as text"):
        table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    assert "Send Messages" in told(await home.press(table.bo, "Accept"))
    assert [session.status for session in await sessions(table)] == ["over", "over"]
    await look(table)
    assert "The race was stopped; it counts nowhere." in words(home)


async def test_accepting_twice_is_one_race(table: Table) -> None:
    await keep_deals(table, 2)
    home = await challenge(table)
    accept = home.shown.custom_id("Accept")
    await home.press(table.bo, "Accept")
    assert "challenge" in told(await home.forge(table.bo, accept))
    assert len(table.channel.threads) == 2


async def test_chat_brings_both_tables_down(table: Table) -> None:
    await table.set_hosting(repost_after=20)
    channel = await narrow(table)
    _, ada, bo = await race(table, channel)
    for number in range(21):
        await table.cleo.send(channel, f"message {number}")
    first, second = await sessions(table)
    assert first.message != ada.id
    assert second.message != bo.id


async def test_a_racer_who_leaves_the_server_is_done_after_the_grace(table: Table) -> None:
    home, _, bo = await race(table)
    await play(bo, table.bo, LINE[:1])
    await table.bot.arbiter.away(SessionId(1), UserId(table.ada.id), "server")
    await table.env.advance_time(6 * 60)
    first, second = await sessions(table)
    assert (first.status, second.status) == ("over", "running")
    await end(table, bo, table.bo)
    await look(table)
    assert "Bo has won the race" in words(home)
