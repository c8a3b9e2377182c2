"""Hosting: in which channels a guild has games, and how many at once, whichever way they are opened."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot import archive
from bot.errors import ChannelRefused, HintsOff
from bot.hosting import WHEN, WHERE, Hosting
from bot.ids import ChannelId, GuildId
from bot.session import GameSession, Person
from bot.store import ChannelTaken, GuildFull, Store
from engine.game import BadOption
from tests.bot.board import told
from tests.bot.seated import begun, lobby
from tests.bot.table import Table

GUILD, OTHER = GuildId(1), GuildId(2)
ALONE, PAIR = begun("yahtzee", ["Ada"]), begun("yahtzee", ["Ada", "Bo"])
BESIDE_A_COMPUTER = replace(PAIR, people=(PAIR.people[0], Person(None, "Computer", "strong")))
HERE, THERE, THREAD = ChannelId(11), ChannelId(12), ChannelId(13)


# -- what a guild chooses -------------------------------------------------------------------------------------------


async def test_at_first_games_are_everywhere_and_25_at_once(store: Store) -> None:
    hosting = Hosting(store)
    assert dict(await hosting.options(GUILD)) == {
        "channels": "everywhere",
        "most_games": 25,
        "place": "channel",
        "repost_after": None,
        "reminders": True,
        "quiet_hours": "off",
        "time_zone": "UTC",
        "hints": "always",
    }
    assert await hosting.channels(GUILD) == frozenset()
    assert await hosting.most_games(GUILD) == 25


@pytest.mark.parametrize(
    ("where", "listed", "channel", "parent", "allowed"),
    [
        ("everywhere", [], HERE, None, True),
        ("everywhere", [THERE], HERE, None, True),
        ("only", [HERE], HERE, None, True),
        ("only", [THERE], HERE, None, False),
        ("only", [], HERE, None, False),
        ("only", [HERE], THREAD, HERE, True),
        ("only", [THERE], THREAD, HERE, False),
        ("only", [THREAD], THREAD, HERE, False),
        ("except", [HERE], HERE, None, False),
        ("except", [THERE], HERE, None, True),
        ("except", [], HERE, None, True),
        ("except", [HERE], THREAD, HERE, False),
        ("except", [THERE], THREAD, HERE, True),
    ],
)
async def test_a_channel_is_allowed_as_the_list_says_and_a_thread_as_its_channel(
    store: Store, where: str, listed: list[ChannelId], channel: ChannelId, parent: ChannelId | None, allowed: bool
) -> None:
    hosting = Hosting(store)
    await hosting.choose(GUILD, "channels", where)
    await hosting.choose_channels(GUILD, listed)
    if allowed:
        await hosting.check_channel(GUILD, channel, parent)
    else:
        with pytest.raises(ChannelRefused) as refused:
            await hosting.check_channel(GUILD, channel, parent)
        assert refused.value.allowed == (tuple(listed) if where == "only" else ()), "where there are games"


async def test_a_guilds_settings_are_its_own_and_outlive_the_process(store: Store) -> None:
    hosting = Hosting(store)
    for guild in (GUILD, OTHER):
        await hosting.options(guild)  # so that both are known, and kept
    for option, value in (("channels", "only"), ("most_games", 1), ("reminders", False), ("quiet_hours", "22-7")):
        await hosting.choose(GUILD, option, value)
    await hosting.choose_channels(GUILD, [THERE, HERE])
    for known in (hosting, Hosting(store)):
        assert (await known.options(GUILD)).spelled() == "channels=only most_games=1 reminders=off quiet_hours=22-7"
        assert await known.channels(GUILD) == {HERE, THERE}
        assert (await known.options(OTHER)).spelled() == ""
        assert await known.channels(OTHER) == frozenset()
        await known.check_channel(OTHER, ChannelId(99), None)


async def test_what_is_usual_is_stored_as_nothing(store: Store) -> None:
    hosting = Hosting(store)
    for where in ("only", "everywhere"):
        await hosting.choose(GUILD, "channels", where)
    for typed in ("22 - 7", "OFF"):
        await hosting.choose(GUILD, "quiet_hours", typed)
    for zone in ("europe/berlin", "utc"):
        await hosting.choose(GUILD, "time_zone", zone)
    await hosting.choose_channels(GUILD, [HERE])
    await hosting.choose_channels(GUILD, [])
    assert await store.guild_options(GUILD) == {}


async def test_what_was_typed_is_kept_as_it_is_written(store: Store) -> None:
    hosting = Hosting(store)
    await hosting.choose(GUILD, "quiet_hours", "22 - 07")
    await hosting.choose(GUILD, "time_zone", "america/new york")
    assert await store.guild_options(GUILD) == {
        ("", "quiet_hours"): "22-7",
        ("", "time_zone"): "America/New_York",
    }


@pytest.mark.parametrize(
    ("hints", "session", "given"),
    [
        ("always", PAIR, True),
        ("unrated", PAIR, False),
        ("unrated", ALONE, True),
        ("unrated", BESIDE_A_COMPUTER, True),
        ("never", ALONE, False),
        ("never", PAIR, False),
    ],
)
async def test_who_gets_hints(store: Store, hints: str, session: GameSession, given: bool) -> None:
    await Hosting(store).choose(session.guild, "hints", hints)
    hosting = Hosting(store)
    assert await hosting.gives_hints(session) == given
    if given:
        await hosting.check_hints(session)
    else:
        with pytest.raises(HintsOff) as refused:
            await hosting.check_hints(session)
        assert refused.value.rated == (hints == "unrated")
    with pytest.raises(StopIteration) as kept:
        hosting.gives_hints(session).send(None)  # that waits for nothing, as a press does
    assert kept.value.value == given


async def test_a_group_is_reset_without_the_other(store: Store) -> None:
    hosting = Hosting(store)
    await hosting.choose(GUILD, "place", "thread")
    await hosting.choose(GUILD, "reminders", False)
    await hosting.choose_channels(GUILD, [HERE])
    await hosting.reset(GUILD, WHEN)
    assert (await hosting.options(GUILD)).spelled() == "place=thread"
    assert await hosting.channels(GUILD) == {HERE}
    await hosting.reset(GUILD, WHERE)
    assert await store.guild_options(GUILD) == {}


@pytest.mark.parametrize(
    ("option", "value", "right"),
    [
        ("channels", "nowhere", "everywhere or only or except"),
        ("most_games", 0, "unlimited or 1 to 1000"),
        ("most_games", True, "unlimited or 1 to 1000"),
        ("repost_after", 4, "off or 5 to 500"),
        ("quiet_hours", "22-22", "like 22-7"),
        ("quiet_hours", 7, "like 22-7"),
        ("time_zone", "Atlantis", "IANA name"),
        ("channel_list", "1", "no such option"),
    ],
)
async def test_what_is_no_setting_is_refused_with_what_would_be_right(
    store: Store, option: str, value: Any, right: str
) -> None:
    with pytest.raises(BadOption) as refused:
        await Hosting(store).choose(GUILD, option, value)
    assert right in refused.value.allowed
    assert await store.guild_options(GUILD) == {}


async def test_more_channels_than_a_menu_has_are_refused(store: Store) -> None:
    with pytest.raises(BadOption):
        await Hosting(store).choose_channels(GUILD, [ChannelId(n) for n in range(1, 27)])
    assert await store.guild_options(GUILD) == {}


@pytest.mark.parametrize("stored", ["1,2,x", "1,,2", "-1", "٣", "1" * 20])
async def test_a_list_of_another_version_is_ignored_and_logged(
    store: Store, caplog: pytest.LogCaptureFixture, stored: str
) -> None:
    await store.set_option(GUILD, "", "channel_list", stored)
    assert await Hosting(store).channels(GUILD) == frozenset()
    assert f"guild {GUILD} has channel_list=" in caplog.text


# -- the store counts -----------------------------------------------------------------------------------------------


def row(channel: int, guild: GuildId = GUILD) -> Any:
    return archive.to_row(replace(lobby("yatzy", ["Ada"]), channel=ChannelId(channel), guild=guild))


async def test_the_store_counts_in_the_transaction_that_opens(store: Store) -> None:
    outcomes = await asyncio.gather(
        *(store.create_session(row(channel), most=3) for channel in range(1, 9)), return_exceptions=True
    )
    assert sum(isinstance(outcome, GuildFull) for outcome in outcomes) == 5
    assert await store.count_open(GUILD) == 3
    assert await store.count_open(OTHER) == 0
    await store.create_session(row(20, OTHER), most=1)
    taken = next(entry for entry in await store.open_sessions() if entry.guild_id == GUILD)
    with pytest.raises(ChannelTaken):
        await store.create_session(row(taken.channel_id), most=3)
    await store.drop_session(taken.id)
    await store.create_session(row(30), most=3)
    await store.create_session(row(31))
    assert await store.count_open(GUILD) == 4, "without a limit there is none"


# -- every way to open a game ---------------------------------------------------------------------------------------


def hosting_of(table: Table) -> Hosting:
    """The bot's own, as /options changes it."""
    return table.bot._dispatcher._services.hosting  # type: ignore[no-any-return]


async def only(table: Table, *channels: Any) -> None:
    await hosting_of(table).choose(GuildId(table.guild.id), "channels", "only")
    await hosting_of(table).choose_channels(GuildId(table.guild.id), [ChannelId(c.id) for c in channels])


async def at_most(table: Table, games: int) -> None:
    await hosting_of(table).choose(GuildId(table.guild.id), "most_games", games)


async def test_no_game_is_opened_where_none_are_allowed(table: Table) -> None:
    games = table.guild.create_text_channel("games")
    await only(table, games)
    rows = table.rows()
    for solo in (False, True):
        said = told(await table.ada.slash(table.channel, "play", game="yatzy", solo=solo))
        assert said.startswith(f"Games aren't allowed in this channel, but in <#{games.id}>;")
        assert "`/options`" in said
    assert table.rows() == rows, "nothing was stored"
    assert table.channel.history() == [], "and nothing was posted"
    await table.play("yatzy", table.ada, channel=games)
    assert (await table.session(games)).status == "running"


async def test_where_only_some_channels_are_refused_none_is_named(table: Table) -> None:
    await hosting_of(table).choose(GuildId(table.guild.id), "channels", "except")
    await hosting_of(table).choose_channels(GuildId(table.guild.id), [ChannelId(table.channel.id)])
    said = told(await table.ada.slash(table.channel, "play", game="yatzy"))
    assert said.startswith("Games aren't allowed in this channel; whoever manages this server can change that")
    assert "<#" not in said


async def test_a_game_that_is_open_plays_on_where_no_other_may_be_opened(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    await only(table)
    await board.press(table.ada, "Roll")
    assert (await table.session()).ply == 1
    assert table.board_of(await table.bo.slash(table.channel, "board")).shown.text


async def test_a_thread_counts_as_its_channel(table: Table) -> None:
    thread = await thread_of_a_game(table)
    await only(table, table.channel)
    await table.env.advance_time(60)
    await table.ada.slash(thread, "stop")
    await table.play("yahtzee", table.ada, channel=thread)
    assert (await table.session(thread)).game.id == "yahtzee"
    await table.ada.slash(thread, "stop")
    await only(table, table.guild.create_text_channel("games"))
    assert "aren't allowed" in told(await table.bo.slash(thread, "play", game="yatzy"))


async def thread_of_a_game(table: Table) -> Any:
    """A thread with a solo game of Ada's, of a channel with a game of Bo's."""
    await table.play("yatzy", table.bo)
    offer = table.at((await table.ada.slash(table.channel, "play", game="yatzy")).response)
    await offer.press(table.ada, "Play alone in a thread")
    [thread] = table.channel.threads
    return thread


async def test_no_thread_is_made_for_a_game_that_may_not_be_opened(table: Table) -> None:
    await table.play("yatzy", table.bo)
    offer = table.at((await table.ada.slash(table.channel, "play", game="yatzy")).response)
    await only(table)
    assert "aren't allowed" in told(await offer.press(table.ada, "Play alone in a thread"))
    await hosting_of(table).reset(GuildId(table.guild.id))
    await at_most(table, 1)
    assert "hosts one game at once" in told(await offer.press(table.ada, "Play alone in a thread"))
    assert table.channel.threads == []


async def test_a_guild_that_plays_in_threads_makes_none_for_a_game_that_may_not_be_opened(table: Table) -> None:
    await hosting_of(table).choose(GuildId(table.guild.id), "place", "thread")
    await only(table)
    assert "aren't allowed" in told(await table.ada.slash(table.channel, "play", game="yatzy"))
    assert table.channel.threads == []


async def test_a_guild_that_plays_in_threads_plays_in_those_of_the_channels_it_allows(table: Table) -> None:
    await hosting_of(table).choose(GuildId(table.guild.id), "place", "thread")
    await only(table, table.channel)
    await table.ada.slash(table.channel, "play", game="yatzy")
    [thread] = table.channel.threads
    assert (await table.session(thread)).status == "lobby"


async def test_a_rematch_is_a_new_game(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    await table.ada.slash(table.channel, "stop")
    await only(table)
    assert "aren't allowed" in told(await board.press(table.ada, "Rematch"))
    await hosting_of(table).reset(GuildId(table.guild.id))
    await table.play("yatzy", table.cleo, channel=table.guild.create_text_channel("games"))
    await at_most(table, 1)
    assert "hosts one game at once" in told(await board.press(table.ada, "Rematch"))
    assert await hosting_count(table) == 1, "Cleo's game is the one"


async def hosting_count(table: Table) -> int:
    return await table.bot._store.count_open(GuildId(table.guild.id))  # type: ignore[no-any-return]


async def test_a_challenge_is_refused_when_it_is_made(table: Table) -> None:
    await only(table)
    assert "aren't allowed" in told(await challenged(table))
    await hosting_of(table).reset(GuildId(table.guild.id))
    await table.play("yatzy", table.cleo, channel=table.guild.create_text_channel("games"))
    await at_most(table, 1)
    assert "hosts one game at once" in told(await challenged(table))
    assert [line for line in table.rows() if 'INTO "challenges"' in line] == []


async def challenged(table: Table) -> Any:
    return await table.ada.slash(table.channel, "challenge", member=table.bo, game="yatzy")


async def test_a_challenge_is_refused_when_it_is_accepted_and_stands(table: Table) -> None:
    challenge = table.board_of(await challenged(table))
    await only(table)
    assert "aren't allowed" in told(await challenge.press(table.bo, "Accept"))
    await hosting_of(table).reset(GuildId(table.guild.id))
    other = table.guild.create_text_channel("games")
    await table.play("yatzy", table.cleo, channel=other)
    await at_most(table, 1)
    assert "hosts one game at once" in told(await challenge.press(table.bo, "Accept"))
    await table.cleo.slash(other, "stop")
    await challenge.press(table.bo, "Accept")
    assert (await table.session()).names == ("Ada", "Bo")


# -- how many at once -----------------------------------------------------------------------------------------------


async def test_a_guild_hosts_so_many_games_lobbies_among_them(table: Table) -> None:
    await at_most(table, 2)
    first, second, third = (table.guild.create_text_channel(name) for name in ("one", "two", "three"))
    await table.play("yatzy", table.ada, channel=first)
    await table.play("yatzy", table.bo, channel=second, start=False)
    said = told(await table.cleo.slash(third, "play", game="yatzy"))
    assert said == "This server hosts 2 games at once, and no more: `/sessions` shows what is open."
    assert third.history() == []
    taken = table.at((await table.cleo.slash(second, "play", game="yatzy")).response)
    assert "has a lobby of Yatzy" in taken.shown.text, "where a game is, that is said first"
    await table.ada.slash(first, "stop")
    await table.play("yatzy", table.cleo, channel=third)
    assert await hosting_count(table) == 2


async def test_other_guilds_are_not_counted(table: Table) -> None:
    await at_most(table, 1)
    await table.play("yatzy", table.ada)
    other = table.env.create_guild("Elsewhere", owner=table.ada.user)
    channel, visitor = other.create_text_channel("dice"), other.add_member(table.bo.user)
    assert (await visitor.slash(channel, "play", game="yatzy")).response.ephemeral is False


async def test_unlimited_is_unlimited(table: Table) -> None:
    await hosting_of(table).choose(GuildId(table.guild.id), "most_games", None)
    for number in range(4):
        await table.play("yatzy", table.ada, channel=table.guild.create_text_channel(f"c{number}"), start=False)
    assert await hosting_count(table) == 4


async def test_games_opened_in_the_same_moment_do_not_pass_the_limit(table: Table) -> None:
    await at_most(table, 2)
    channels = [table.guild.create_text_channel(f"c{number}") for number in range(5)]
    members = [table.ada, table.bo, table.cleo, table.member("Dan"), table.member("Eve")]
    sent = []
    for channel, member in zip(channels, members, strict=True):
        table.channel = channel
        sent.append(table.emit_slash(member, "play", game="yatzy"))
    await table.env.settle()
    refused = [told(result) for result in sent if result.response is not None and result.response.ephemeral]
    assert len(refused) == 3
    assert all("hosts 2 games at once" in said for said in refused)
    assert await hosting_count(table) == 2


async def test_a_table_is_as_the_guild_has_it_and_a_rematch_as_the_game_was(table: Table) -> None:
    await table.set_rule("yatzy", turn_time="10m", upper_bonus=40)
    board = await table.play("yatzy", table.ada, table.bo, start=False)
    session: GameSession = await table.session()
    assert session.table.spelled() == "turn_time=10m"
    assert session.options.spelled() == "upper_bonus=40"
    menu = table.at((await board.press(table.ada, "Rules")).response)
    await menu.choose(table.ada, "turn_time")
    await menu.choose(table.ada, "1h")
    assert (await table.session()).table.spelled() == "turn_time=1h"
    await board.press(table.ada, "Start")
    await table.ada.slash(table.channel, "stop")
    await board.press(table.bo, "Rematch")
    assert (await table.session()).table.spelled() == "turn_time=1h"
