"""House rules: of a guild, for those who may manage it; of one lobby, for its host."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.table_options import TABLE
from bot.text.rules import in_words
from bot.ui.options_menu import GENERAL
from engine.games import catalogue
from tests.bot.commands.room import Room, buttons, control, entries, parts, told, words
from tests.bot.seated import DICE_GAMES

MENU, CHANNEL_MENU = 3, 8


def menu_id(message: Any) -> str:
    return next(str(part["custom_id"]) for part in parts(message) if part["type"] == MENU)


async def menu_of(room: Room, game: str = "yahtzee") -> Any:
    """The private menu of a game's house rules, as Max sees it."""
    response = (await room.max.slash(room.channel, "options", game=game)).response
    assert response.ephemeral
    return response


async def choose(member: Any, menu: Any, option: str, value: str) -> Any:
    """An option, then its value: out of a menu, or typed into a modal."""
    asked = await member.select(menu, [option])
    if asked.modal is not None:
        return await member.submit_modal(asked, {"typed": value})
    return await member.select(menu, [value])


async def lobby_of(room: Room, game: str = "yahtzee") -> Any:
    await room.ada.slash(room.channel, "play", game=game)
    return room.public()[-1]


# -- the guild's ------------------------------------------------------------------------------------------------------


async def test_options_asks_first_what_to_change(room: Room) -> None:
    asked = await room.max.slash(room.channel, "options")
    assert asked.response.ephemeral
    assert list(entries(asked.response)) == ["boards", "hosting", "turns", "strategy", *catalogue]
    await room.max.select(asked.response, ["maxi_yatzy"])
    assert "Maxi Yatzy: rules in this server" in words(asked.response)
    assert set(entries(asked.response)) == {o.id for o in (*catalogue["maxi_yatzy"].options, *TABLE)}


@pytest.mark.parametrize("game", catalogue)
async def test_every_option_is_in_the_menu(room: Room, game: str) -> None:
    menu = await menu_of(room, game)
    offered = [*catalogue[game].options, *(option for option in TABLE if option.id in entries(menu))]
    assert list(entries(menu)) == [option.id for option in offered], "what the game decides, then what a table does"
    dice = {"on_turn_timeout", "clock_seconds_per_player", "on_timeout", "turn_time", "undo", "odds"}
    assert (dice if game in DICE_GAMES else {"seconds", "winnable"}) <= set(entries(menu))
    assert game in DICE_GAMES or not dice & set(entries(menu)), "no boxes, and no turns that go round"
    for option in offered:
        entry = entries(menu)[option.id]
        assert entry["label"] == option.title
        assert in_words(option, option.default) in entry["description"]


@pytest.mark.parametrize(
    ("game", "option", "value", "shown"),
    [
        ("yahtzee", "multiple_yahtzees", "off", "Further Yahtzees count 100 and are jokers: off (usually on)"),
        ("yahtzee", "joker", "free_choice", "Where a joker goes: free choice (usually forced)"),
        ("yahtzee", "upper_bonus", "40", "Upper bonus: 40 (usually 35)"),
        ("yahtzee", "min_rolls", "0", "Least rolls a turn: 0 (usually 1)"),
        ("maxi_yatzy", "carry_cap", "3", "Most saved rolls: 3 (usually none)"),
        ("yatzy", "clock_seconds_per_player", "600", "Seconds a player for the game: 600 (usually none)"),
        ("yatzy", "on_turn_timeout", "auto", "When a turn's time is up: auto (usually skip)"),
    ],
)
async def test_a_changed_option_is_shown_and_a_lobby_uses_it(
    room: Room, game: str, option: str, value: str, shown: str
) -> None:
    menu = await menu_of(room, game)
    await choose(room.max, menu, option, value)
    assert shown in words(menu)
    lobby = await lobby_of(room, game)
    assert shown in words(lobby)
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert f"{option}={value.strip()}" in session.options.spelled()
    await room.restart()
    assert shown in words(await menu_of(room, game)), "a new process knows it too"


async def test_none_can_be_typed_where_it_is_allowed(room: Room) -> None:
    menu = await menu_of(room, "maxi_yatzy")
    await choose(room.max, menu, "carry_cap", "3")
    await choose(room.max, menu, "carry_cap", "None")
    assert "The usual rules" in words(menu)


async def test_the_menu_of_values_marks_the_present_and_the_usual_one(room: Room) -> None:
    menu = await menu_of(room)
    await choose(room.max, menu, "joker", "free_choice")
    await room.max.select(menu, ["joker"])
    assert entries(menu)["free_choice"].get("default")
    assert entries(menu)["forced"]["description"] == "the usual"
    await room.max.click(menu, label="Back")
    assert "free choice" in words(menu)


async def test_a_modal_says_what_is_allowed_and_what_is_set(room: Room) -> None:
    asked = await room.max.select(await menu_of(room), ["upper_threshold"])
    assert asked.modal["title"] == "Yahtzee"
    (label,) = asked.modal["components"]
    assert label["label"] == "Upper total for the bonus"
    assert label["description"] == "0 to 200"
    assert label["component"]["value"] == "63"


@pytest.mark.parametrize("typed", ["201", "-1", "abc", "3.5", "٣", "1e2", "none", "@everyone"])
async def test_a_bad_number_is_refused_by_the_options_name_and_what_it_takes(room: Room, typed: str) -> None:
    menu = await menu_of(room)
    said = told(await choose(room.max, menu, "upper_bonus", typed))
    assert "Upper bonus" in said
    assert "0 to 200" in said
    assert "The usual rules" in words(await menu_of(room)), "nothing has changed"


async def test_the_same_option_can_be_chosen_twice(room: Room) -> None:
    # Discord keeps a menu's last choice while its id stays, and says nothing when that is chosen again.
    menu = await menu_of(room)
    seen = {menu_id(menu)}
    for value in ("40", "41"):
        await choose(room.max, menu, "upper_bonus", value)
        assert menu_id(menu) not in seen
        seen.add(menu_id(menu))
    for _ in range(2):
        await room.max.select(menu, ["joker"])
        assert menu_id(menu) not in seen
        seen.add(menu_id(menu))
        await room.max.click(menu, label="Back")


async def test_back_to_the_usual_rules(room: Room) -> None:
    menu = await menu_of(room)
    assert "Back to the usual rules" not in buttons(menu)
    await choose(room.max, menu, "joker", "free_choice")
    await choose(room.max, menu, "upper_bonus", "40")
    await room.max.click(menu, label="Back to the usual rules")
    assert "The usual rules" in words(menu)
    assert "The usual rules" in words(await lobby_of(room))


async def test_house_rules_are_a_games_own_and_a_guilds_own(room: Room) -> None:
    menu = await menu_of(room)
    await choose(room.max, menu, "upper_bonus", "40")
    assert "The usual rules" in words(await menu_of(room, "yatzy"))

    other = room.env.create_guild("Elsewhere", owner=room.ada.user)
    channel, visitor = other.create_text_channel("dice"), other.add_member(room.ada.user)
    lobby = await visitor.slash(channel, "play", game="yahtzee")
    assert "The usual rules" in words(lobby.response)


# -- who may ----------------------------------------------------------------------------------------------------------


async def test_the_command_wants_manage_server(room: Room) -> None:
    # Discord hides the command from Ada; an administrator may have shown it to her.
    command = room.env.backend.find_command("options", room.guild.id, type=1)
    assert command is not None
    room.guild.set_command_permissions(int(command["id"]), {room.guild.default_role: True})
    said = told(await room.ada.slash(room.channel, "options", game="yahtzee"))
    assert "**Manage Server**" in said


def take_permission(room: Room) -> None:
    room.env.backend.edit_member(room.guild.id, room.max.id, {"role_ids": []})


async def test_manage_server_is_checked_again_at_each_press(room: Room) -> None:
    menu = await menu_of(room)
    typing = await room.max.select(menu, ["upper_bonus"])
    await choose(room.max, menu, "joker", "free_choice")
    await room.max.select(menu, ["joker"])
    take_permission(room)

    assert "**Manage Server**" in told(await room.max.select(menu, ["forced"]))
    assert "**Manage Server**" in told(await room.max.submit_modal(typing, {"typed": "40"}))
    await room.max.click(menu, label="Back")
    assert entries_or_none(menu) == {}, "who may not change anything sees the rules without the menu"
    game = "v1:0:0:{}.yahtzee"
    assert "**Manage Server**" in told(await room.press_forged(room.max, menu, game.format("option"), ["joker"]))
    room.env.backend.advance_clock(60)  # the bot is short with whoever presses wrongly again and again
    assert "**Manage Server**" in told(await room.press_forged(room.max, menu, game.format("usual")))
    assert "free choice" in words(await lobby_of(room)), "nothing has changed"


def entries_or_none(message: Any) -> dict[str, Any]:
    return entries(message) if any(part["type"] == MENU for part in parts(message)) else {}


@pytest.mark.parametrize(
    "what", ["option", "option.chess", "value.yahtzee", "value.yahtzee.chess", "value.yahtzee.joker", "usual.chess"]
)
async def test_a_forged_menu_gets_a_private_sentence(room: Room, what: str) -> None:
    menu = await menu_of(room)
    assert told(await room.press_forged(room.max, menu, f"v1:0:0:{what}", ["chess"]))
    assert "The usual rules" in words(await menu_of(room))


# -- a lobby's --------------------------------------------------------------------------------------------------------


async def test_the_host_changes_a_lobbys_rules_for_this_game_alone(room: Room) -> None:
    lobby = await lobby_of(room)
    menu = (await room.ada.click(lobby, label="Rules")).response
    assert menu.ephemeral
    assert "rules in this game" in words(menu)
    await choose(room.ada, menu, "upper_bonus", "50")
    assert "Upper bonus: 50" in words(menu)
    assert "Upper bonus: 50" in words(room.message(lobby)), "everybody sees it in the lobby"
    assert "The usual rules" in words(await menu_of(room))
    await room.ada.click(menu, label="Back to the usual rules")
    assert "The usual rules" in words(room.message(lobby))


async def test_others_only_see_a_lobbys_rules(room: Room) -> None:
    lobby = await lobby_of(room)
    seen = (await room.bo.click(lobby, label="Rules")).response
    assert "rules in this game" in words(seen)
    assert entries_or_none(seen) == {}
    assert "Ada" in told(await room.press_forged(room.bo, seen, "v1:1:0:value.yahtzee.joker", ["free_choice"]))
    assert "Ada" in told(await room.press_forged(room.bo, seen, "v1:1:0:option.yahtzee", ["joker"]))
    assert "Ada" in told(await room.press_forged(room.bo, seen, "v1:1:0:usual.yahtzee"))
    assert "The usual rules" in words(room.message(lobby))


async def test_rules_are_fixed_once_the_game_has_started(room: Room) -> None:
    lobby = await lobby_of(room)
    menu = (await room.ada.click(lobby, label="Rules")).response
    await room.restart()  # what was shown before it stays, as nobody knows how to take it away
    typing = await room.ada.select(menu, ["upper_bonus"])
    await room.ada.click(lobby, label="Start alone")
    assert "started already" in told(await room.ada.submit_modal(typing, {"typed": "50"}))
    assert "started already" in told(await room.ada.select(menu, ["joker"]))
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert session.options["upper_bonus"] == 35
    assert "Upper bonus" not in words(menu)


async def test_a_cancelled_lobbys_menu_is_dead(room: Room) -> None:
    lobby = await lobby_of(room)
    menu = (await room.ada.click(lobby, label="Rules")).response
    await room.restart()  # what was shown before it stays, as nobody knows how to take it away
    await room.ada.click(lobby, label="Cancel")
    assert "not there any more" in told(await room.ada.select(menu, ["joker"]))


async def test_a_bad_number_changes_nothing_in_a_lobby(room: Room) -> None:
    lobby = await lobby_of(room)
    menu = (await room.ada.click(lobby, label="Rules")).response
    assert "Upper bonus" in told(await choose(room.ada, menu, "upper_bonus", "1000"))
    assert "The usual rules" in words(room.message(lobby))


async def test_a_press_that_changes_the_rules_needs_no_message_of_the_lobby(room: Room) -> None:
    lobby = await lobby_of(room)
    menu = (await room.ada.click(lobby, label="Rules")).response
    del room.env.backend.messages[room.channel.id][lobby.id]  # while nobody told the bot
    await choose(room.ada, menu, "upper_bonus", "50")
    assert "Upper bonus: 50" in words(menu)
    assert control(menu, "Back to the usual rules")


async def test_the_host_settles_the_table_too(room: Room) -> None:
    lobby = await lobby_of(room)
    menu = (await room.ada.click(lobby, label="Rules")).response
    await choose(room.ada, menu, "undo", "off")
    assert "A box may be taken back until new dice are rolled: off (usually on)" in words(menu)
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert session.table.spelled() == "undo=off"
    assert "The usual rules" in words(await menu_of(room)), "of this game alone"


async def test_a_table_is_settled_for_each_game_of_a_guild(room: Room) -> None:
    menu = await menu_of(room)
    await choose(room.max, menu, "turn_time", "10m")
    assert "Time for a turn: 10m (usually 1d)" in words(menu)
    assert "The usual rules" in words(await menu_of(room, "yatzy"))
    await room.restart()
    await lobby_of(room)
    session = await room.bot.arbiter.in_channel(room.channel.id)
    assert session.table.spelled() == "turn_time=10m"
    await room.max.click(menu, label="Back to the usual rules")
    assert "The usual rules" in words(menu)


# -- what holds for all games ---------------------------------------------------------------------------------------


async def group_menu(room: Room, group: str, channel: Any = None) -> Any:
    """The private menu of a group, as Max sees it."""
    menu = (await room.max.slash(channel or room.channel, "options")).response
    await room.max.select(menu, [group])
    return menu


def channels_of(message: Any) -> dict[str, Any]:
    return next(part for part in parts(message) if part["type"] == CHANNEL_MENU)


async def pick(room: Room, menu: Any, option: str, value: str) -> Any:
    """As `choose`, where there are two menus."""
    asked = await room.max.select(menu, [option], custom_id=menu_id(menu))
    if asked.modal is not None:
        return await room.max.submit_modal(asked, {"typed": value})
    return await room.max.select(menu, [value])


async def list_channels(room: Room, menu: Any, *channels: Any) -> Any:
    return await room.max.select(menu, list(channels), custom_id=channels_of(menu)["custom_id"])


@pytest.mark.parametrize(
    ("group", "heading", "options"),
    [
        ("boards", "Boards in this server", ["card", "theme"]),
        ("hosting", "Hosting in this server", ["channels", "most_games", "place", "repost_after"]),
        ("turns", "Turns and reminders in this server", ["reminders", "quiet_hours", "time_zone"]),
    ],
)
async def test_each_group_shows_what_it_has(room: Room, group: str, heading: str, options: list[str]) -> None:
    menu = await group_menu(room, group)
    assert heading in words(menu)
    assert list(entries(menu)) == options
    for entry in entries(menu).values():
        assert f"• {entry['label']}: {entry['description'].removeprefix('now: ')}" in words(menu)
    assert "⚠" not in words(menu), "nothing is missing here"


@pytest.mark.parametrize(
    ("group", "option", "typed", "shown"),
    [
        ("hosting", "channels", "except", "Channels for games: except"),
        ("hosting", "most_games", "3", "Most games at once: 3"),
        ("hosting", "most_games", "Unlimited", "Most games at once: unlimited"),
        ("hosting", "place", "thread", "Where a game is played: thread"),
        ("hosting", "repost_after", "20", "Board comes down after other messages: 20"),
        ("turns", "reminders", "off", "Reminders: off"),
        ("turns", "quiet_hours", " 22 - 07 ", "Quiet hours: 22-7"),
        ("turns", "time_zone", "europe/BERLIN", "Time zone: Europe/Berlin"),
        ("turns", "time_zone", "america/new_york", "Time zone: America/New York"),
    ],
)
async def test_a_setting_is_changed_shown_and_goes_back(
    room: Room, group: str, option: str, typed: str, shown: str
) -> None:
    menu = await group_menu(room, group)
    assert shown not in words(menu)
    assert GENERAL[group].usual not in buttons(menu)
    await pick(room, menu, option, typed)
    assert shown in words(menu)
    await room.restart()
    assert shown in words(await group_menu(room, group)), "a new process knows it too"
    await room.max.click(menu, label="Back to the usual")
    assert shown not in words(menu)


@pytest.mark.parametrize(
    ("group", "option", "typed", "right"),
    [
        ("hosting", "most_games", "0", "1 to 1000"),
        ("hosting", "repost_after", "4", "5 to 500"),
        ("turns", "quiet_hours", "22-22", "like 22-7"),
        ("turns", "quiet_hours", "at night", "like 22-7"),
        ("turns", "time_zone", "Berln", "Europe/Berlin"),
        ("turns", "time_zone", "../etc/passwd", "UTC"),
    ],
)
async def test_what_is_typed_wrong_is_refused_with_what_is_right(
    room: Room, group: str, option: str, typed: str, right: str
) -> None:
    menu = await group_menu(room, group)
    before = words(menu)
    said = told(await pick(room, menu, option, typed))
    assert entries(menu)[option]["label"] in said
    assert right in said.replace("\\", "")
    assert words(await group_menu(room, group)) == before, "nothing has changed"


async def test_a_text_is_asked_for_with_what_it_takes(room: Room) -> None:
    asked = await room.max.select(await group_menu(room, "turns"), ["time_zone"])
    (label,) = asked.modal["components"]
    assert label["label"] == "Time zone"
    assert label["description"] == "the name of a time zone, like Europe/Berlin"
    assert label["component"]["value"] == "UTC"
    assert label["component"]["max_length"] >= len("America/Argentina/ComodRivadavia")


async def test_the_values_say_what_they_mean(room: Room) -> None:
    menu = await group_menu(room, "hosting")
    await room.max.select(menu, ["channels"], custom_id=menu_id(menu))
    assert entries(menu)["only"]["description"] == "in the channels that are listed, nowhere else"
    assert entries(menu)["everywhere"]["description"] == "the usual"
    assert entries(menu)["everywhere"]["default"]
    await room.max.click(menu, label="Back")
    assert "Hosting in this server" in words(menu)


async def test_channels_are_listed_and_games_follow(room: Room) -> None:
    menu = await group_menu(room, "hosting")
    assert channels_of(menu)["min_values"] == 0, "the list can be emptied"
    assert channels_of(menu)["max_values"] == 25
    await list_channels(room, menu, room.elsewhere)
    assert f"<#{room.elsewhere.id}>" in words(menu)
    assert channels_of(menu)["default_values"] == [{"id": str(room.elsewhere.id), "type": "channel"}]
    assert "Yahtzee" in words(await lobby_of(room)), "a list alone refuses nothing"
    await room.ada.slash(room.channel, "stop")

    await pick(room, menu, "channels", "only")
    assert f"Games are allowed only in: <#{room.elsewhere.id}>" in words(menu)
    assert "aren't allowed" in told(await room.bo.slash(room.channel, "play", game="yatzy"))
    await pick(room, menu, "channels", "except")
    assert f"Games are allowed everywhere but in: <#{room.elsewhere.id}>" in words(menu)
    assert "aren't allowed" in told(await room.bo.slash(room.elsewhere, "play", game="yatzy"))
    await list_channels(room, menu)
    assert "<#" not in words(menu)
    assert (await room.bo.slash(room.elsewhere, "play", game="yatzy")).response.ephemeral is False


async def test_only_and_no_channel_is_pointed_out(room: Room) -> None:
    menu = await group_menu(room, "hosting")
    await pick(room, menu, "channels", "only")
    assert "⚠ As no channel is listed, nobody can open a game" in words(menu)
    await list_channels(room, menu, room.channel)
    assert "⚠" not in words(menu)


async def test_a_listed_channel_that_is_gone_is_not_shown(room: Room) -> None:
    menu = await group_menu(room, "hosting")
    await list_channels(room, menu, room.channel, room.elsewhere)
    room.env.backend.delete_channel(room.elsewhere.id)
    await room.env.settle()
    menu = await group_menu(room, "hosting")
    assert channels_of(menu)["default_values"] == [{"id": str(room.channel.id), "type": "channel"}]
    assert str(room.elsewhere.id) not in words(menu)


async def test_the_way_back_empties_the_list(room: Room) -> None:
    menu = await group_menu(room, "hosting")
    await list_channels(room, menu, room.channel)
    await room.max.click(menu, label="Back to the usual")
    assert channels_of(menu)["default_values"] == []
    assert "Back to the usual" not in buttons(menu)


async def test_manage_server_is_checked_when_channels_are_listed(room: Room) -> None:
    menu = await group_menu(room, "hosting")
    take_permission(room)
    assert "**Manage Server**" in told(await list_channels(room, menu, room.channel))
    assert await room.store.guild_options(room.guild.id) == {}


@pytest.mark.parametrize(
    ("what", "values"),
    [("channels.boards", ["1"]), ("channels.yatzy", ["1"]), ("channels", ["1"]), ("channels.hosting", ["everyone"])],
)
async def test_a_forged_list_of_channels_is_refused(room: Room, what: str, values: list[str]) -> None:
    menu = await group_menu(room, "hosting")
    assert "doesn't work" in told(await room.press_forged(room.max, menu, f"v1:0:0:{what}", values))
    assert await room.store.guild_options(room.guild.id) == {}


async def test_settings_are_a_guilds_own(room: Room) -> None:
    await pick(room, await group_menu(room, "hosting"), "channels", "only")
    other = room.env.create_guild("Elsewhere", owner=room.max.user)
    channel, max_there = other.create_text_channel("dice"), other.add_member(room.max.user)
    menu: Any = (await max_there.slash(channel, "options")).response
    await max_there.select(menu, ["hosting"])
    assert "Channels for games: everywhere" in words(menu)
    assert (await max_there.slash(channel, "play", game="yatzy")).response.ephemeral is False


# -- what is missing ------------------------------------------------------------------------------------------------


def bare(room: Room, **denied: bool) -> Any:
    """A channel in which the bot may not do these things."""
    overwrites = {room.guild.default_role: discord.PermissionOverwrite(**denied)}
    return room.guild.create_text_channel("bare", overwrites=overwrites)


NEEDED = [
    ("boards", "card", "picture", "attach_files", "Attach Files", "cards are shown as text"),
    ("boards", "card", "", "external_emojis", "Use External Emojis", "dice are plain numbers"),
    ("boards", "card", "", "send_messages", "Send Messages", "not posted anew"),
    ("boards", "card", "", "embed_links", "Embed Links", "preview"),
    ("yatzy", "joker", "", "send_messages", "Send Messages", "not posted anew"),
    ("hosting", "place", "thread", "create_public_threads", "Create Public Threads", "in the channel itself"),
    ("hosting", "place", "thread", "send_messages_in_threads", "Send Messages in Threads", "in the channel itself"),
    ("hosting", "repost_after", "20", "send_messages", "Send Messages", "boards do not come down"),
    ("hosting", "repost_after", "20", "read_message_history", "Read Message History", "can't tell whether"),
    ("hosting", "place", "", "create_private_threads", "Create Private Threads", "a race is run in the channel itself"),
    ("klondike", "draw", "", "create_private_threads", "Create Private Threads", "a race is run in the channel itself"),
    ("turns", "reminders", "on", "send_messages", "Send Messages", "nobody is reminded"),
]


@pytest.mark.parametrize(("group", "option", "value", "denied", "permission", "without"), NEEDED)
async def test_a_permission_that_a_setting_needs_is_missed_at_once(
    room: Room, group: str, option: str, value: str, denied: str, permission: str, without: str
) -> None:
    menu = await group_menu(room, group, bare(room, **{denied: False}))
    if value and f"now: {value}" not in entries(menu)[option]["description"]:
        assert without not in words(menu), "what is not chosen needs nothing"
        await pick(room, menu, option, value)
    [line] = [line for line in words(menu).splitlines() if line.startswith("⚠ I lack")]
    assert f"**{permission}**" in line
    assert without in line


@pytest.mark.parametrize(
    ("group", "option", "value", "denied"),
    [
        ("boards", "card", "text", "attach_files"),
        ("hosting", "place", "channel", "create_public_threads"),
        ("hosting", "place", "channel", "send_messages_in_threads"),
        ("hosting", "repost_after", "off", "read_message_history"),
    ],
)
async def test_what_no_setting_needs_is_not_missed(
    room: Room, group: str, option: str, value: str, denied: str
) -> None:
    menu = await group_menu(room, group, bare(room, **{denied: False}))
    if f"now: {value}" not in entries(menu)[option]["description"]:
        assert "⚠" in words(menu)
        await pick(room, menu, option, value)
    assert "⚠" not in words(menu)


@pytest.mark.parametrize("group", ["strategy", "turns", "boards", "yatzy"])
async def test_where_no_race_is_spoken_of_its_threads_are_not_missed(room: Room, group: str) -> None:
    menu = await group_menu(room, group, bare(room, create_private_threads=False))
    assert "⚠" not in words(menu)


async def test_reminders_that_are_off_need_nothing_of_their_own(room: Room) -> None:
    menu = await group_menu(room, "turns", bare(room, send_messages=False))
    await pick(room, menu, "reminders", "off")
    assert "nobody is reminded" not in words(menu)


async def test_the_command_warns_too(room: Room) -> None:
    menu = (await room.max.slash(bare(room, send_messages=False), "options", game="yatzy")).response
    assert "⚠ I lack **Send Messages** here: a board that was deleted is not posted anew." in words(menu)
