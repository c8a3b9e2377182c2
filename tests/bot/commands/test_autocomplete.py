"""Games are found by a part of their title, and an unknown one gets a kind answer."""

from __future__ import annotations

import pytest

from engine.games import catalogue
from tests.bot.commands.room import Room, told, words


@pytest.mark.parametrize("command", ["play", "rules", "leaderboard", "challenge"])
async def test_nothing_typed_offers_every_game(room: Room, command: str) -> None:
    offered = await room.ada.autocomplete(room.channel, command, "game", "")
    assert {choice["value"] for choice in offered} == set(catalogue)
    assert {choice["name"] for choice in offered} == {game.title for game in catalogue.values()}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("YAHT", {"yahtzee"}),
        ("yatzy", {"yatzy", "maxi_yatzy", "figure_yatzy", "mega_yatzy"}),
        ("  maxi ", {"maxi_yatzy"}),
        ("chess", set()),
    ],
)
async def test_a_part_of_the_title_is_enough(room: Room, typed: str, found: set[str]) -> None:
    offered = await room.ada.autocomplete(room.channel, "play", "game", typed)
    assert {choice["value"] for choice in offered} == found


async def test_a_title_that_begins_with_it_comes_first(room: Room) -> None:
    offered = await room.ada.autocomplete(room.channel, "play", "game", "yatzy")
    assert [choice["name"] for choice in offered] == ["Yatzy", "Figure Yatzy", "Maxi Yatzy", "Mega Yatzy"]


async def test_a_title_typed_out_is_understood(room: Room) -> None:
    played = await room.ada.slash(room.channel, "play", game="maxi YATZY ")
    assert words(played.response).startswith("## Maxi Yatzy")


@pytest.mark.parametrize("command", ["play", "rules", "leaderboard"])
async def test_an_unknown_game_gets_the_list_of_games(room: Room, command: str) -> None:
    said = told(await room.ada.slash(room.channel, command, game="chess @everyone"))
    assert "chess" in said
    assert all(game.title in said for game in catalogue.values())
    assert room.public() == []
