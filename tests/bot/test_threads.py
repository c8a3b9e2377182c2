"""Games in threads of their own, where the guild wants that; and right here where there can be no thread."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.board import Board, Shown, told
from tests.bot.pinged import pinged
from tests.bot.table import Table


@pytest.fixture
async def threaded(table: Table) -> Table:
    """A guild whose games are played in threads."""
    await table.set_hosting(place="thread")
    return table


def only_thread(table: Table, channel: Any = None) -> Any:
    [thread] = (channel or table.channel).threads
    return thread


def board_in(table: Table, thread: Any) -> Board:
    """The game's message, which is the first one that the bot has sent there."""
    mine = [message for message in thread.history() if message.author.id == table.bot.user.id and message.components]
    return table.at(mine[0])


def words(board: Board) -> str:
    """What it says, without the marks around names."""
    return board.shown.text.replace("\u2068", "").replace("\u2069", "")


async def without(table: Table, *permissions: str) -> Any:
    """A channel in which nobody has these permissions."""
    denied = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    return table.guild.create_text_channel("quiet", overwrites={table.guild.default_role: denied})


async def test_a_lobby_opens_in_a_thread_and_the_channel_is_told_where(threaded: Table) -> None:
    line = threaded.board_of(await threaded.ada.slash(threaded.channel, "play", game="yahtzee"))
    thread = only_thread(threaded)
    assert thread.name == "Yahtzee · Ada"
    assert words(line) == f"Ada opened a game of Yahtzee in <#{thread.id}>: come and join."
    assert line.shown.labels == []
    board = board_in(threaded, thread)
    await board.press(threaded.bo, "Join")
    await board.press(threaded.ada, "Start with 2")
    await board.press(threaded.ada, "Roll")
    assert "Ada rolled all 5 dice." in words(board)
    assert pinged(threaded.env.http_requests) == []


async def test_a_game_against_the_computer_in_a_thread(threaded: Table) -> None:
    line = threaded.board_of(await threaded.ada.slash(threaded.channel, "play", game="yatzy", opponent="strong"))
    thread = only_thread(threaded)
    assert thread.name == "Yatzy · Ada & Computer (strong)"
    assert words(line).replace("\\", "") == f"Ada and Computer (strong) play Yatzy in <#{thread.id}>."
    assert words(board_in(threaded, thread)).startswith("## Yatzy · Ada's turn")


async def test_the_dice_follow_from_the_message_in_the_thread(threaded: Table) -> None:
    await threaded.ada.slash(threaded.channel, "play", game="figure_yatzy", solo=True)
    thread = only_thread(threaded)
    board, session = board_in(threaded, thread), await threaded.session(thread)
    assert session.nonce == str(board.id)
    posted, *edits = [
        request.json or {}
        for request in threaded.env.http_requests
        if f"/channels/{thread.id}/messages" in request.path
    ]
    assert session.commitment in Shown(posted["components"]).text, "it was shown before anything was drawn"
    assert edits


async def test_alone_in_a_thread(threaded: Table) -> None:
    line = threaded.board_of(await threaded.ada.slash(threaded.channel, "play", game="yahtzee", solo=True))
    thread = only_thread(threaded)
    assert words(line) == f"Ada plays Yahtzee in <#{thread.id}>."
    assert words(board_in(threaded, thread)).startswith("## Yahtzee · Your game")


async def test_a_channel_may_have_as_many_games_as_threads(threaded: Table) -> None:
    for member in (threaded.ada, threaded.bo):
        threaded.board_of(await member.slash(threaded.channel, "play", game="yahtzee", solo=True))
    assert {thread.name for thread in threaded.channel.threads} == {"Yahtzee · Ada", "Yahtzee · Bo"}
    assert await threaded.bot.arbiter.count() == (2, 0)


async def test_a_name_is_no_markup(threaded: Table) -> None:
    rogue = threaded.member("@everyone **x**")
    line = threaded.board_of(await rogue.slash(threaded.channel, "play", game="yahtzee", solo=True))
    assert "@everyone" not in line.shown.text
    assert "\\*\\*x\\*\\*" in line.shown.text
    assert pinged(threaded.env.http_requests) == []


@pytest.mark.parametrize(
    ("permission", "title"),
    [
        ("create_public_threads", "Create Public Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
    ],
)
async def test_without_the_permission_it_opens_here_and_the_host_is_told(
    threaded: Table, permission: str, title: str
) -> None:
    channel = await without(threaded, permission)
    answer = await threaded.ada.slash(channel, "play", game="yahtzee")
    lobby = threaded.board_of(answer)
    assert lobby.channel == channel.id
    assert "Start alone" in lobby.shown.usable
    said = told(answer)
    assert said.startswith("I opened the game right here")
    assert f"**{title}**" in said
    assert not channel.threads


async def test_a_thread_has_no_threads_and_that_needs_no_words(threaded: Table) -> None:
    await threaded.ada.slash(threaded.channel, "play", game="yahtzee", solo=True)
    thread = only_thread(threaded)
    await threaded.ada.slash(thread, "stop")
    answer = await threaded.ada.slash(thread, "play", game="yatzy")
    assert threaded.board_of(answer).channel == thread.id
    assert answer.followups == []
    assert len(threaded.channel.threads) == 1


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (403, 50013, "**Create Public Threads**"),
        (400, 160006, "Discord doesn't let me make a thread"),
        (500, 0, "Discord doesn't let me make a thread"),
    ],
)
async def test_where_discord_makes_no_thread_it_opens_here(threaded: Table, status: int, code: int, words: str) -> None:
    threaded.env.inject_error("POST", "/channels/*/threads", status=status, code=code)
    answer = await threaded.ada.slash(threaded.channel, "play", game="yahtzee", solo=True)
    board = threaded.board_of(answer)
    assert board.channel == threaded.channel.id
    assert words in told(answer)
    await board.press(threaded.ada, "Roll")
    assert "rolled all 5 dice" in board.shown.text


async def test_a_thread_that_takes_no_message_is_put_away_and_no_game_is_left(threaded: Table) -> None:
    rows = threaded.rows()
    threaded.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    answer = await threaded.ada.slash(threaded.channel, "play", game="yahtzee")
    assert "**Send Messages in Threads**" in told(answer)
    assert threaded.rows() == rows
    assert archived(threaded)


def archived(table: Table) -> bool:
    [thread] = [c for c in table.env.backend.channels.values() if c.parent_id == table.channel.id]
    return bool(thread.thread_metadata.archived)


async def test_beyond_the_most_games_no_thread_is_made(threaded: Table) -> None:
    await threaded.set_hosting(most_games=1)
    await threaded.ada.slash(threaded.channel, "play", game="yahtzee", solo=True)
    said = told(await threaded.bo.slash(threaded.channel, "play", game="yahtzee"))
    assert "hosts one game at once" in said
    assert len(threaded.channel.threads) == 1


async def test_a_rematch_stays_in_its_thread(threaded: Table) -> None:
    await threaded.ada.slash(threaded.channel, "play", game="yahtzee", solo=True)
    thread = only_thread(threaded)
    await threaded.ada.slash(thread, "stop")
    again = threaded.board_of(await board_in(threaded, thread).press(threaded.ada, "Play again"))
    assert again.channel == thread.id
    assert len(threaded.channel.threads) == 1


async def test_a_board_comes_down_within_its_thread(threaded: Table) -> None:
    await threaded.ada.slash(threaded.channel, "play", game="yahtzee", solo=True)
    thread = only_thread(threaded)
    old = board_in(threaded, thread)
    new = threaded.board_of(await threaded.ada.slash(thread, "board"))
    assert new.channel == thread.id
    assert f"/{thread.id}/{new.id}" in old.shown.text


# -- challenges -------------------------------------------------------------------------------------------------------


async def challenge(table: Table, channel: Any = None) -> Board:
    return table.board_of(await table.ada.slash(channel or table.channel, "challenge", member=table.bo, game="yahtzee"))


async def test_an_accepted_challenge_is_played_in_a_thread(threaded: Table) -> None:
    asked = await challenge(threaded)
    answer = await asked.press(threaded.bo, "Accept")
    thread = only_thread(threaded)
    assert thread.name == "Yahtzee · Ada & Bo"
    assert "has accepted the challenge" in asked.shown.text
    assert asked.shown.labels == []
    [line] = answer.followups
    assert words(threaded.at(line)) == f"Ada and Bo play Yahtzee in <#{thread.id}>."
    board = board_in(threaded, thread)
    assert words(board).startswith("## Yahtzee · Ada's turn")
    assert (await threaded.session(thread)).nonce == str(board.id)
    assert pinged(threaded.env.http_requests) == [threaded.bo.id], "by the challenge, and by nothing else"


async def test_a_challenge_where_no_thread_can_be_made(threaded: Table) -> None:
    channel = await without(threaded, "create_public_threads")
    asked = await challenge(threaded, channel)
    answer = await asked.press(threaded.bo, "Accept")
    assert "**Create Public Threads**" in told(answer)
    board = threaded.at(channel.history()[-2] if channel.history()[-1].flags.ephemeral else channel.history()[-1])
    await board.press(threaded.ada, "Roll")
    assert "rolled all 5 dice" in board.shown.text


async def test_a_challenge_that_is_withdrawn_meanwhile_leaves_no_game(
    threaded: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await challenge(threaded)
    create = discord.TextChannel.create_thread

    async def slow(self: Any, **options: Any) -> Any:
        made = await create(self, **options)
        services = threaded.bot._dispatcher._services
        row = await services.challenges.withdrawable(1, threaded.ada.id, threaded.channel.id)
        await services.challenges.close(row, "withdrawn")
        return made

    monkeypatch.setattr(discord.TextChannel, "create_thread", slow)
    said = told(await asked.press(threaded.bo, "Accept"))
    assert "This challenge is closed" in said
    assert await threaded.bot.arbiter.count() == (0, 0)
    assert archived(threaded)


# -- a channel that is taken ------------------------------------------------------------------------------------------


async def test_a_thread_offers_no_thread(table: Table) -> None:
    await table.play("yahtzee")
    offer = table.at((await table.cleo.slash(table.channel, "play", game="yatzy")).response)
    assert "Play alone in a thread" in offer.shown.labels
    await offer.press(table.cleo, "Play alone in a thread")
    inside = await table.ada.slash(only_thread(table), "play", game="yatzy")
    assert "has a game of Yatzy already" in told(inside)
    assert Shown(inside.response.components).labels == ["Go to it", "Bring it down here"]
