"""The leaderboard: this server's best of a game, under the rules in force here."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.ids import ChannelId, GuildId, SessionId, UserId
from bot.store import Counted, Finish, ResultRow, SessionRow
from engine.games import catalogue
from tests.bot.commands.room import Room, buttons, control, entries, parts, told, words

RACING = catalogue["klondike"].complete({"winnable": True}).rules()
BACKSTAGE = ChannelId(1)  # where the results that a test begins with were made


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
    **changes: Any,
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
    await room.store.append(number, (), holds=0, finish=Finish("complete", now, (replace(row, **changes),)))


async def board(room: Room, by: str | None = None, game: str = "yahtzee") -> Any:
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
    assert lines(shown) == ["1. Bo · 2 wins (2 games)", "2. Ada · 0 wins (2 games)"]
    await room.cleo.click(shown, label="Best total")
    assert lines(shown)[0].startswith("1. Ada · 300")
    assert lines(await board(room, by="wins"))[0].startswith("1. Bo · 2 wins")


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


# -- each game by its own measures ------------------------------------------------------------------------------------

KLONDIKE = ["Wins", "Streak", "Best time", "Fewest moves", "Races"]


async def klondike(room: Room, name: str, *, won: bool = True, total: int = 52, **changes: Any) -> None:
    """A game of somebody's: won in 112 moves and 200 seconds, or given up."""
    usual: dict[str, Any] = {"seats": 1, "counted": "full" if won else "early", "seconds": 200, "moves": 112}
    await result(room, name, total, game="klondike", won=won, **usual | changes)


async def three_players(room: Room, **changes: Any) -> None:
    for won in (True, True, False, True):
        await klondike(room, "Ada", won=won, **changes)
    await klondike(room, "Bo", seconds=3723, moves=1, **changes)
    await klondike(room, "Cleo", won=False, **changes)


async def test_klondike_by_its_own_measures(room: Room) -> None:
    await three_players(room)
    shown = await board(room, game="klondike")
    assert heading(shown) == "## Klondike · Wins"
    assert buttons(shown) == KLONDIKE
    assert lines(shown) == ["1. Ada · 3 wins (4 games)", "2. Bo · 1 win (1 game)", "3. Cleo · 0 wins (1 game)"]
    await room.bo.click(shown, label="Streak")
    assert heading(shown) == "## Klondike · Streak"
    assert lines(shown) == ["1. Ada · 2 in a row (4 games)", "2. Bo · 1 in a row (1 game)"]
    await room.bo.click(shown, label="Best time")
    assert lines(shown) == ["1. Ada · 3:20 (4 games)", "2. Bo · 1:02:03 (1 game)"]
    await room.bo.click(shown, label="Fewest moves")
    assert lines(shown) == ["1. Bo · 1 move (1 game)", "2. Ada · 112 moves (4 games)"]
    await room.bo.click(shown, label="Races")
    assert lines(shown) == []
    assert "Nobody yet. Race somebody, and you are the first: /challenge" in words(shown)
    assert buttons(shown) == KLONDIKE


async def test_races_are_counted_apart(room: Room) -> None:
    """Under the rules of races, in which deals can be won, whatever the server plays alone."""
    await klondike(room, "Ada", won=False, seats=2, place=1, rules=RACING)
    await klondike(room, "Bo", won=False, seats=2, place=2, rules=RACING)
    await klondike(room, "Ada", seats=2, place=2, rules=RACING)
    await klondike(room, "Ada")
    assert lines(await board(room, "races", game="klondike")) == ["1. Ada · 1 won (2 races)", "2. Bo · 0 won (1 race)"]
    assert lines(await board(room, "streak", game="klondike")) == ["1. Ada · 1 in a row (1 game)"]


@pytest.mark.parametrize(
    ("scoring", "totals", "said"),
    [("standard", (540, 1), ("540 points", "1 point")), ("vegas", (23, -12), ("+23", "−12"))],
)
async def test_a_score_is_ranked_where_one_is_kept(
    room: Room, scoring: str, totals: tuple[int, int], said: tuple[str, str]
) -> None:
    await room.store.set_option(GuildId(room.guild.id), "klondike", "scoring", scoring)
    for name, total in zip(("Ada", "Bo"), totals, strict=True):
        await klondike(room, name, won=False, total=total, rules=f"scoring={scoring}")
    shown = await board(room, "score", game="klondike")
    assert buttons(shown) == [*KLONDIKE[:4], "Score", "Races"]
    assert [part["components"] for part in parts(shown) if part["type"] == 1 and len(part["components"]) > 5] == []
    assert lines(shown) == [
        f"1. Ada · {said[0]} (1 game · ended early)",
        f"2. Bo · {said[1]} (1 game · ended early)",
    ]


async def test_a_button_for_a_score_that_is_kept_no_more_says_what_there_is(room: Room) -> None:
    where = GuildId(room.guild.id)
    await room.store.set_option(where, "klondike", "scoring", "vegas")
    shown = await board(room, game="klondike")
    await room.store.set_option(where, "klondike", "scoring", None)
    await room.restart()
    said = told(await room.bo.click(shown, label="Score"))
    assert (
        said
        == "Klondike is not ranked by that here; there are boards for Wins, Streak, Best time, Fewest moves, Races."
    )
    assert heading(shown) == "## Klondike · Wins"


@pytest.mark.parametrize(
    ("game", "by", "title"),
    [
        ("klondike", "wins", "Wins"),
        ("klondike", " TIME ", "Best time"),
        ("klondike", "fewest moves", "Fewest moves"),
        ("klondike", "streak", "Streak"),
        ("yatzy", "average", "Average"),
        ("yatzy", "best", "Best total"),
    ],
)
async def test_a_measure_typed_out_is_understood(room: Room, game: str, by: str, title: str) -> None:
    assert heading(await board(room, by, game=game)).endswith(f" · {title}")


@pytest.mark.parametrize(
    ("game", "by", "known"),
    [("yatzy", "streak", "Best total, Average, Wins"), ("klondike", "score", "Fewest moves, Races"), ("yatzy", "", "")],
)
async def test_a_measure_that_a_game_has_not_gets_a_sentence(room: Room, game: str, by: str, known: str) -> None:
    said = told(await room.ada.slash(room.channel, "leaderboard", game=game, by=by))
    assert said.startswith(f"{catalogue[game].title} is not ranked by that here; there are boards for ")
    assert known in said
    assert room.public() == []


@pytest.mark.parametrize(
    ("game", "typed", "offered"),
    [
        ("klondike", "", KLONDIKE),
        ("Klondike", "", KLONDIKE),
        ("klondike", "MO", ["Fewest moves"]),
        ("yatzy", "", ["Best total", "Average", "Wins"]),
        ("chess", "", []),
    ],
)
async def test_the_measures_of_the_chosen_game_are_offered(
    room: Room, game: str, typed: str, offered: list[str]
) -> None:
    found = await room.ada.autocomplete(room.channel, "leaderboard", "by", typed, game=game)
    assert [choice["name"] for choice in found] == offered
    for choice in found[-3:]:  # more would be too fast
        assert heading(await board(room, choice["value"], game=game)).endswith(choice["name"])


async def test_a_score_is_offered_where_one_is_kept(room: Room) -> None:
    await room.store.set_option(GuildId(room.guild.id), "klondike", "scoring", "standard")
    found = await room.ada.autocomplete(room.channel, "leaderboard", "by", "sco", game="klondike")
    assert [choice["name"] for choice in found] == ["Score"]


@pytest.mark.parametrize("game", list(catalogue))
async def test_the_longest_board_of_every_game_fits_a_phone(room: Room, game: str) -> None:
    most: dict[str, Any] = {"game": game, "won": True, "seconds": 10**6, "moves": 10**6}
    for i in range(11):
        for rules in ("", RACING):
            await result(room, f"{i:03} {'W' * 60}", 10**6, user=2000 + i, rules=rules, **most)
    shown = await board(room, game=game)
    for label in buttons(shown):
        await room.bo.click(shown, label=label)
        if label != "Races":
            assert all(len(line) < 80 for line in lines(shown))
        assert len(words(shown)) < 1500


OTHER_RULES = [
    ("draw", "3"),
    ("redeals", "2"),
    ("worry_back", "off"),
    ("auto_flip", "off"),  # a card turned up is a move then
    ("early_autofinish", "on"),
    ("scoring", "vegas"),
    ("winnable", "on"),
]


@pytest.mark.parametrize(("option", "value"), OTHER_RULES)
async def test_what_changes_moves_scores_or_deals_makes_another_board(room: Room, option: str, value: str) -> None:
    await three_players(room)
    await room.store.set_option(GuildId(room.guild.id), "klondike", option, value)
    assert lines(await board(room, game="klondike")) == []


async def test_a_time_limit_does_not_as_a_game_won_in_time_would_have_been_won_without(room: Room) -> None:
    assert {option.id for option in catalogue["klondike"].options} == {"seconds", *dict(OTHER_RULES)}
    await three_players(room)
    await room.store.set_option(GuildId(room.guild.id), "klondike", "seconds", "600")
    assert len(lines(await board(room, game="klondike"))) == 3


# -- what is played in a channel --------------------------------------------------------------------------------------


async def begin_alone(room: Room, who: str = "ada", *, boxes: int = 1) -> None:
    """Somebody plays alone, and fills so many boxes."""
    member = getattr(room, who)
    message = (await member.slash(room.channel, "play", game="yahtzee", solo=True)).response
    for _ in range(boxes):
        await member.click(message, label="Roll (3 left)")
        await member.select(message, [next(iter(entries(message)))])


async def play_alone(room: Room, *, boxes: int = 1) -> None:
    """Ada plays alone, fills so many boxes, and ends."""
    await begin_alone(room, boxes=boxes)
    asked = await room.ada.slash(room.channel, "leave")
    await room.ada.click(asked.response, label="Yes, end it")


async def test_a_solo_game_ended_early_lands_on_the_board(room: Room) -> None:
    await play_alone(room)
    assert lines(await board(room))[0].endswith("(1 game · ended early)")


async def test_a_solo_game_ended_before_its_first_box_lands_nowhere(room: Room) -> None:
    await play_alone(room, boxes=0)
    assert lines(await board(room)) == []


async def test_a_stopped_match_counts_nowhere(room: Room) -> None:
    await room.ada.slash(room.channel, "challenge", member=room.bo, game="yahtzee")
    await room.bo.click(room.public()[-1], label="Accept")
    message = room.public()[-1]
    for member in (room.ada, room.bo):
        await member.click(message, label="Roll (3 left)")
        await member.select(message, ["chance"])
    await room.ada.slash(room.channel, "stop")
    for by in ("best", "average", "wins"):
        assert lines(await board(room, by)) == []


async def test_a_moderator_who_stops_somebodys_game_spoils_no_board(room: Room) -> None:
    await begin_alone(room)
    await room.mo.slash(room.channel, "stop")
    assert lines(await board(room)) == []


@pytest.mark.parametrize("who", ["ada", "mo"])
async def test_who_stops_the_game_that_they_play_alone_has_ended_it(room: Room, who: str) -> None:
    await begin_alone(room, who)
    said = told(await getattr(room, who).slash(room.channel, "stop"))
    assert said == "Your game has ended, and counts as far as it went. The channel is free for another game."
    assert "ended the game early" in words(room.public()[-1])
    [line] = lines(await board(room))
    assert line.endswith("(1 game · ended early)")


async def test_nor_does_the_list_of_games_help(room: Room) -> None:
    await begin_alone(room)
    listed = (await room.ada.slash(room.elsewhere, "sessions")).response
    await room.ada.select(listed, ["1"])
    assert "Your game counts as far as it went." in words(listed)
    await room.ada.click(listed, label="Yes, stop it")
    assert words(listed).startswith("Your game has ended, and counts as far as it went.")
    assert len(lines(await board(room))) == 1


async def test_a_streak_is_not_saved_by_stopping_a_game_that_goes_badly(room: Room) -> None:
    for won in (True, True):
        await klondike(room, "Ada", won=won, user=room.ada.id)
    message = (await room.ada.slash(room.channel, "play", game="klondike", solo=True)).response
    await room.ada.click(message, label="Draw 1")
    await room.env.advance_time(60)
    await room.ada.slash(room.channel, "stop")
    await klondike(room, "Ada", user=room.ada.id)
    assert lines(await board(room, "streak", game="klondike")) == ["1. Ada · 2 in a row (4 games)"]


async def test_who_resigns_has_lost(room: Room) -> None:
    await room.ada.slash(room.channel, "challenge", member=room.bo, game="yahtzee")
    await room.bo.click(room.public()[-1], label="Accept")
    asked = (await room.bo.slash(room.channel, "leave")).response
    await room.bo.click(asked, label="Resign now")
    assert "1. Bo" not in "\n".join(lines(await board(room))), "no filled card, no best total"
    assert any("Bo · 0 wins (1 game)" in line for line in lines(await board(room, "wins")))


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
