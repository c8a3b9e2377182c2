"""The leaderboard: this server's best of a game, under the rules in force here."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal

import pytest

from bot.ids import ChannelId, GuildId, SessionId, UserId
from bot.store import Counted, Finish, ResultRow, SessionRow
from tests.bot.commands.room import Room, buttons, control, entries, parts, told, words

BACKSTAGE = ChannelId(1)  # where the results that a test begins with were made
Measure = Literal["best", "average", "wins"]


async def result(
    room: Room,
    name: str,
    total: int,
    *,
    user: int | None = None,
    counted: Counted = "full",
    won: bool = False,
    game: str = "yahtzee",
    rules: str = "",
    guild: int | None = None,
) -> None:
    """A finished game of somebody; a user id of their own is made of the name."""
    now, where = room.env.now(), GuildId(guild or room.guild.id)
    lobby = SessionRow(
        id=SessionId(0),
        guild_id=where,
        channel_id=BACKSTAGE,
        message_id=None,
        host_id=UserId(1),
        game=game,
        options="{}",
        status="lobby",
        solo=True,
        secret=bytes(32),
        nonce="1",
        created_at=now,
        started_at=None,
        ended_at=None,
        ended=None,
        holds=0,
        rematch_of=None,
        seats=(),
    )
    number = await room.store.create_session(lobby)
    await room.store.start_session(replace(lobby, id=number, status="running", started_at=now))
    row = ResultRow(
        session_id=number,
        seat=0,
        guild_id=where,
        user_id=UserId(user or sum(map(ord, name))),
        name=name,
        game=game,
        rules=rules,
        total=total,
        place=1,
        seats=2,
        won=won,
        counted=counted,
        seconds=60,
        ended_at=now + timedelta(seconds=number),
    )
    await room.store.append(number, (), holds=0, finish=Finish("complete", now, (row,)))


async def board(room: Room, by: Measure | None = None, game: str = "yahtzee") -> Any:
    chosen = {} if by is None else {"by": by}
    response = (await room.ada.slash(room.channel, "leaderboard", game=game, **chosen)).response
    assert not response.ephemeral
    return response


def lines(message: Any) -> list[str]:
    """The players' lines."""
    return [line.replace("**", "") for line in words(message).splitlines() if line.startswith("**")]


def heading(message: Any) -> str:
    return words(message).splitlines()[0]


async def test_an_empty_board_says_how_to_get_on_it(room: Room) -> None:
    shown = await board(room)
    assert heading(shown) == "## Yahtzee · Best total"
    assert lines(shown) == []
    assert "/play" in words(shown)
    assert buttons(shown) == ["Best total", "Average", "Wins"]


async def test_ties_share_a_place(room: Room) -> None:
    for name, total in (("Ada", 100), ("Bo", 100), ("Cleo", 90)):
        await result(room, name, total)
    assert lines(await board(room)) == ["1. Ada · 100 (1 game)", "1. Bo · 100 (1 game)", "3. Cleo · 90 (1 game)"]


async def test_the_three_measures(room: Room) -> None:
    await result(room, "Ada", 300, won=False)
    await result(room, "Ada", 101, won=False)
    await result(room, "Bo", 250, won=True)
    await result(room, "Bo", 200, won=True, counted="full")
    shown = await board(room)
    assert lines(shown) == ["1. Ada · 300 (2 games)", "2. Bo · 250 (2 games)"]
    await room.bo.click(shown, label="Average")
    assert heading(shown) == "## Yahtzee · Average"
    assert lines(shown) == ["1. Bo · 225.0 (2 games)", "2. Ada · 200.5 (2 games)"]
    await room.bo.click(shown, label="Wins")
    assert lines(shown) == ["1. Bo · 2 (2 games)", "2. Ada · 0 (2 games)"]
    await room.cleo.click(shown, label="Best total")
    assert lines(shown)[0].startswith("1. Ada · 300")
    assert lines(await board(room, by="wins"))[0].startswith("1. Bo · 2")


async def test_ten_a_page(room: Room) -> None:
    for i in range(23):
        await result(room, f"Player {i:02}", 400 - i, user=1000 + i)
    shown = await board(room)
    assert len(lines(shown)) == 10
    assert "23 players · page 1 of 3" in words(shown)
    assert "◀ Back" not in buttons(shown)
    await room.bo.click(shown, label="Next ▶")
    assert lines(shown)[0] == "11. Player 10 · 390 (1 game)"
    await room.bo.click(shown, label="Next ▶")
    assert [line.split(" · ")[0] for line in lines(shown)] == ["21. Player 20", "22. Player 21", "23. Player 22"]
    assert "Next ▶" not in buttons(shown)
    await room.bo.click(shown, label="◀ Back")
    assert lines(shown)[0].startswith("11. Player 10")
    await room.bo.click(shown, label="Wins")
    assert "page 1 of 3" in words(shown), "another measure begins at its top"


async def test_a_tie_across_pages_keeps_its_place(room: Room) -> None:
    for i in range(12):
        await result(room, f"Player {i:02}", 200, user=1000 + i)
    shown = await board(room)
    await room.bo.click(shown, label="Next ▶")
    assert [line[:2] for line in lines(shown)] == ["1.", "1."]


async def test_a_game_ended_early_is_marked_and_only_under_best(room: Room) -> None:
    await result(room, "Ada", 120, counted="early")
    await result(room, "Bo", 110)
    assert lines(await board(room)) == ["1. Ada · 120 (1 game · ended early)", "2. Bo · 110 (1 game)"]
    for by in ("average", "wins"):
        assert [line.split(" · ")[0] for line in lines(await board(room, by))] == ["1. Bo"]


async def test_who_has_left_the_server_is_shown_by_their_last_name(room: Room) -> None:
    await result(room, "Beau", 200, user=room.bo.id)
    await result(room, "Bo the Bold", 100, user=room.bo.id)
    room.guild.remove_member(room.bo)
    assert lines(await board(room)) == ["1. Bo the Bold · 200 (2 games)"]


@pytest.mark.parametrize(
    "name", ["@everyone", "<@1>", "**Bold**", "`code`", "\u202eevil", "\u200b", "[x](https://a.b)", "# H"]
)
async def test_names_are_shown_safely(room: Room, name: str) -> None:
    await result(room, name, 100, user=7)
    shown = await board(room)
    text = words(shown)
    assert "1 player ·" in text
    for raw in ("@everyone", "<@1>", "**Bold**", "`code`", "\u202e", "[x](", "\n# H"):
        assert raw not in text
    assert shown.message.mentions == []
    assert not shown.message.mention_everyone


async def test_boards_are_a_guilds_own(room: Room) -> None:
    await result(room, "Ada", 300, guild=42)
    await result(room, "Bo", 300, game="yatzy")
    assert lines(await board(room)) == []
    assert len(lines(await board(room, game="yatzy"))) == 1


# -- what is played in a channel --------------------------------------------------------------------------------------


async def play_alone(room: Room, *, boxes: int = 1) -> None:
    """Ada plays alone, fills so many boxes, and ends."""
    message = (await room.ada.slash(room.channel, "play", game="yahtzee", solo=True)).response
    for _ in range(boxes):
        await room.ada.click(message, label="Roll (3 left)")
        await room.ada.select(message, [next(iter(entries(message)))])
    asked = await room.ada.slash(room.channel, "leave")
    await room.ada.click(asked.response, label="Yes, end it")


async def test_a_solo_game_ended_early_lands_on_the_board(room: Room) -> None:
    await play_alone(room)
    assert lines(await board(room))[0].endswith("(1 game · ended early)")


async def test_a_solo_game_ended_before_its_first_box_lands_nowhere(room: Room) -> None:
    await play_alone(room, boxes=0)
    assert lines(await board(room)) == []


async def test_a_stopped_game_counts_nowhere(room: Room) -> None:
    await room.ada.slash(room.channel, "play", game="yahtzee", solo=True)
    await room.ada.slash(room.channel, "stop")
    for by in ("best", "average", "wins"):
        assert lines(await board(room, by)) == []


async def test_who_resigns_has_lost(room: Room) -> None:
    await room.ada.slash(room.channel, "challenge", member=room.bo, game="yahtzee")
    await room.bo.click(room.public()[-1], label="Accept")
    asked = (await room.bo.slash(room.channel, "leave")).response
    await room.bo.click(asked, label="Resign now")
    assert "1. Bo" not in "\n".join(lines(await board(room))), "no filled card, no best total"
    assert any("Bo · 0 (1 game)" in line for line in lines(await board(room, "wins")))


async def set_guild_bonus(room: Room, points: str) -> None:
    menu = (await room.max.slash(room.channel, "options", game="yahtzee")).response
    await room.max.submit_modal(await room.max.select(menu, ["upper_bonus"]), {"typed": points})


async def test_games_under_other_rules_are_on_another_board(room: Room) -> None:
    await result(room, "Ada", 300)
    await set_guild_bonus(room, "50")
    shown = await board(room)
    assert lines(shown) == []
    assert "house rules: Upper bonus: 50 (usually 35)" in words(shown)
    await play_alone(room)
    assert lines(await board(room))[0].endswith("(1 game · ended early)")
    await set_guild_bonus(room, "35")
    shown = await board(room)
    assert lines(shown) == ["1. Ada · 300 (1 game)"]
    assert "the usual rules" in words(shown)


async def test_a_clock_does_not_make_another_board(room: Room) -> None:
    await result(room, "Ada", 300)
    await room.store.set_option(GuildId(room.guild.id), "yahtzee", "clock_seconds_per_player", "600")
    assert lines(await board(room)) == ["1. Ada · 300 (1 game)"]


# -- forged buttons ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what",
    [
        "ranks",
        "ranks.yahtzee",
        "ranks.yahtzee.best",
        "ranks.chess.best.1",
        "ranks.yahtzee.luck.1",
        "ranks.yahtzee.best.x",
    ],
)
async def test_a_forged_button_gets_a_private_sentence(room: Room, what: str) -> None:
    shown = await board(room)
    before = words(shown)
    assert told(await room.press_forged(room.bo, shown, f"v1:0:0:{what}"))
    assert words(shown) == before


@pytest.mark.parametrize("page", ["0", "2", "99999999999999999999999999999999"])
async def test_a_page_that_is_not_there_shows_the_nearest(room: Room, page: str) -> None:
    await result(room, "Ada", 100)
    shown = await board(room)
    await room.press_forged(room.bo, shown, f"v1:0:0:ranks.yahtzee.best.{page}")
    assert len(lines(shown)) == 1
    assert "page 1 of 1" in words(shown)


async def test_every_button_has_its_own_id(room: Room) -> None:
    for i in range(12):
        await result(room, f"Player {i}", i, user=1000 + i)
    shown = await board(room)
    ids = [part["custom_id"] for part in parts(shown) if "custom_id" in part]
    assert len(ids) == len(set(ids)) == 5
    assert control(shown, "Next ▶")
