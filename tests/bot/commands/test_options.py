"""House rules: of a guild, for those who may manage it; of one lobby, for its host."""

from __future__ import annotations

from typing import Any

import pytest

from bot.text.rules import in_words
from engine.games import catalogue
from tests.bot.commands.room import Room, buttons, control, entries, parts, told, words

MENU = 3


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
    assert list(entries(asked.response)) == ["boards", *catalogue]
    await room.max.select(asked.response, ["maxi_yatzy"])
    assert "Maxi Yatzy: rules in this server" in words(asked.response)
    assert set(entries(asked.response)) == {o.id for o in catalogue["maxi_yatzy"].options if o.ranked}


@pytest.mark.parametrize("game", catalogue)
async def test_every_option_that_the_bot_keeps_is_in_the_menu(room: Room, game: str) -> None:
    menu = await menu_of(room, game)
    offered = [option for option in catalogue[game].options if option.ranked]
    assert list(entries(menu)) == [option.id for option in offered], "the bot keeps no clocks, and offers none"
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
    room.env.backend.delete_message(room.channel.id, lobby.id)
    await choose(room.ada, menu, "upper_bonus", "50")
    assert "Upper bonus: 50" in words(menu)
    assert control(menu, "Back to the usual rules")
