"""Games with dice by real clicks in a real browser, from `/play` to the result."""

from __future__ import annotations

import os

from bot.text.names import safe_name
from tests.offline.turns import dice, hold_a_die, open_game, roll, score, take_turn, take_turn_quickly
from tests.offline.visitor import Visitor

OTHER_GAMES = ("Yatzy", "Maxi Yatzy", "Figure Yatzy", "Mega Yatzy")
YAHTZEE_BOXES = 13
ROUNDS_WITH_HOLDS = 2
# Where to put a picture of a board in the middle of a game (the README's); none is taken if it is not set.
PICTURE = os.environ.get("PARLOUR_SCREENSHOT")


def picture_a_turn(visitor: Visitor, member: str, path: str) -> None:
    visitor.as_member(member)
    roll(visitor)
    face = hold_a_die(visitor)[0]
    while face in dice(visitor):
        visitor.press(face, whole=True)
    visitor.photograph(path)
    score(visitor)


def test_two_members_play_yahtzee_to_its_end_and_land_on_the_leaderboard(visitor: Visitor) -> None:
    open_game(visitor, "Yahtzee", "Ada", "Bo")
    for box in range(YAHTZEE_BOXES):
        take = take_turn if box < ROUNDS_WITH_HOLDS else take_turn_quickly
        take(visitor, "Ada")
        if PICTURE and box == YAHTZEE_BOXES // 2:
            picture_a_turn(visitor, "Bo", PICTURE)
        else:
            take(visitor, "Bo")
    visitor.sees("Yahtzee · result")
    visitor.as_member("Cleo").command("leaderboard", game="Yahtzee")
    board = visitor.newest()
    assert "Ada" in board
    assert "Bo" in board
    assert "Cleo" not in board


def test_each_other_game_is_opened_played_with_holds_and_stopped(visitor: Visitor) -> None:
    for game in OTHER_GAMES:
        open_game(visitor, game, "Cleo", "Bo")
        take_turn(visitor, "Cleo")
        visitor.sees(f"{game} · {safe_name('Bo')}'s turn")
        assert visitor.newest().startswith(f"{game} · "), "not another game whose title ends like this one's"
        visitor.as_member("Ada").command("stop")
        visitor.sees(f"{game} · result")
