"""/card, and the boards of /options: who sees cards as pictures, and who as text."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.commands.room import Room, buttons, entries, parts, told, words

GALLERY, MENU = 12, 3


def pictured(message: Any) -> list[str]:
    """The file names of the pictures in a message."""
    return [
        item["media"]["url"].rsplit("/", 1)[-1].split("?")[0]
        for part in parts(message)
        if part["type"] == GALLERY
        for item in part["items"]
    ]


async def alone(room: Room, member: Any) -> Any:
    """The member's own board."""
    await member.slash(room.channel, "play", game="yahtzee", solo=True)
    return room.public()[-1]


async def pair(room: Room) -> Any:
    """A board with Ada and Bo."""
    await room.ada.slash(room.channel, "play", game="yahtzee")
    lobby = room.public()[-1]
    await room.bo.click(lobby, label="Join")
    await room.ada.click(lobby, label="Start with 2")
    return room.message(lobby)


async def boards_menu(room: Room) -> Any:
    """The private menu of how boards look, as Max sees it."""
    menu = (await room.max.slash(room.channel, "options")).response
    await room.max.select(menu, ["boards"])
    return menu


async def choose(room: Room, menu: Any, option: str, value: str) -> None:
    await room.max.select(menu, [option])
    await room.max.select(menu, [value])


# -- a member's -------------------------------------------------------------------------------------------------------


async def test_the_choices_are_fixed(room: Room) -> None:
    command = next(c for c in room.bot.tree.get_commands() if c.name == "card").to_dict(room.bot.tree)
    (how,) = command["options"]
    assert how["required"]
    assert [choice["value"] for choice in how["choices"]] == ["picture", "text", "server"]
    assert all(len(choice["name"]) <= 100 for choice in how["choices"])


@pytest.mark.parametrize(
    ("how", "said"),
    [("picture", "Where you sit alone"), ("text", "for everybody at the board"), ("server", "as each server has it")],
)
async def test_the_member_alone_is_told_what_it_means(room: Room, how: str, said: str) -> None:
    assert said in told(await room.ada.slash(room.channel, "card", how=how))
    assert room.public() == []


async def test_a_board_is_a_picture_until_one_of_its_members_wants_text(room: Room) -> None:
    board = await pair(room)
    assert pictured(board)
    await room.bo.slash(room.channel, "card", how="text")
    board = room.message(board)
    assert not pictured(board), "the board on show follows at once"
    assert not board.attachments
    assert "Chance" in words(board)
    await room.bo.slash(room.channel, "card", how="server")
    assert pictured(room.message(board))


async def test_whoever_only_watches_changes_nothing_for_the_players(room: Room) -> None:
    board = await pair(room)
    before = len(room.env.http_requests)
    await room.cleo.slash(room.channel, "card", how="text")
    assert pictured(room.message(board))
    assert not [r for r in room.env.http_requests[before:] if r.method == "PATCH"], "the board is left in peace"


async def test_a_members_choice_holds_in_every_server_and_after_a_restart(room: Room) -> None:
    await room.ada.slash(room.channel, "card", how="text")
    await room.restart()
    assert not pictured(await alone(room, room.ada))
    other = room.env.create_guild("Elsewhere", owner=room.ada.user)
    channel, visitor = other.create_text_channel("dice"), other.add_member(room.ada.user)
    await visitor.slash(channel, "play", game="yahtzee", solo=True)
    assert not pictured(channel.history()[-1])


async def test_a_lobby_stays_as_it_is(room: Room) -> None:
    await room.ada.slash(room.channel, "play", game="yahtzee")
    before = words(room.public()[-1])
    assert told(await room.ada.slash(room.channel, "card", how="text"))
    assert words(room.public()[-1]) == before


# -- the guild's ------------------------------------------------------------------------------------------------------


async def test_the_boards_come_first_in_options(room: Room) -> None:
    asked = (await room.max.slash(room.channel, "options")).response
    value, entry = next(iter(entries(asked).items()))
    assert (value, entry["label"]) == ("boards", "Boards: picture or text, dark or light")
    await room.max.select(asked, ["boards"])
    assert "Card: picture" in words(asked)
    assert "Colours: dark" in words(asked)
    assert list(entries(asked)) == ["card", "theme"]
    assert buttons(asked) == []


async def test_a_server_without_pictures(room: Room) -> None:
    menu = await boards_menu(room)
    await choose(room, menu, "card", "text")
    assert "Card: text" in words(menu)
    board = await alone(room, room.ada)
    assert not pictured(board)
    await room.ada.slash(room.channel, "card", how="picture")
    assert pictured(room.message(board)), "who sits alone has it as they like"


async def test_a_change_shows_with_the_next_press(room: Room) -> None:
    board = await alone(room, room.ada)
    (dark,) = pictured(board)
    menu = await boards_menu(room)
    await choose(room, menu, "theme", "light")
    await room.ada.click(board, label=next(label for label in buttons(board) if label.startswith("Roll")))
    (light,) = pictured(room.message(board))
    assert dark != light
    await choose(room, menu, "card", "text")
    board = room.message(board)
    await room.ada.click(board, label=next(label for label in buttons(board) if label.startswith("Roll")))
    assert not pictured(room.message(board))
    assert not room.message(board).attachments


async def test_back_to_the_usual_looks(room: Room) -> None:
    menu = await boards_menu(room)
    await choose(room, menu, "card", "text")
    await room.max.select(menu, ["theme"])
    assert entries(menu)["dark"].get("default")
    assert entries(menu)["dark"]["description"] == "the usual"
    await room.max.click(menu, label="Back")
    await room.max.click(menu, label="Back to the usual looks")
    assert "Card: picture" in words(menu)
    assert pictured(await alone(room, room.ada))


async def test_house_rules_are_left_alone(room: Room) -> None:
    rules = (await room.max.slash(room.channel, "options", game="yahtzee")).response
    await choose(room, rules, "joker", "free_choice")
    menu = await boards_menu(room)
    await choose(room, menu, "card", "text")
    await room.max.click(menu, label="Back to the usual looks")
    assert "free choice" in words((await room.max.slash(room.channel, "options", game="yahtzee")).response)


async def test_manage_server_is_checked_again_at_each_press(room: Room) -> None:
    menu = await boards_menu(room)
    await choose(room, menu, "card", "text")
    await room.max.select(menu, ["theme"])
    room.env.backend.edit_member(room.guild.id, room.max.id, {"role_ids": []})

    assert "**Manage Server**" in told(await room.max.select(menu, ["light"]))
    for what, value in (("option.boards", ["card"]), ("usual.boards", [])):
        assert "**Manage Server**" in told(await room.press_forged(room.max, menu, f"v1:0:0:{what}", value))
        room.env.backend.advance_clock(60)  # the bot is short with whoever presses wrongly again and again
    await room.max.click(menu, label="Back")
    assert not [part for part in parts(menu) if part["type"] == MENU]
    assert "Card: text" in words(menu)
    assert "Colours: dark" in words(menu)


@pytest.mark.parametrize("what", ["value.boards", "value.boards.joker", "value.boards.card", "option.boards"])
async def test_a_forged_menu_gets_a_private_sentence(room: Room, what: str) -> None:
    menu = await boards_menu(room)
    assert told(await room.press_forged(room.max, menu, f"v1:0:0:{what}", ["film"]))
    assert "Card: picture" in words(await boards_menu(room))
