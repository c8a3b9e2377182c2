"""What a member does in a game with dice, in the page."""

from __future__ import annotations

import re
from collections import Counter

from tests.offline.visitor import Visitor


def open_game(visitor: Visitor, game: str, host: str, *others: str) -> None:
    visitor.as_member(host).command("play", game=game)
    for other in others:
        visitor.as_member(other).press("Join")
    visitor.as_member(host).press("Start")


def dice(visitor: Visitor) -> list[str]:
    """What the dice on the board say: a face, and a tick where it is held."""
    labels = [label.strip("()") for label in visitor.buttons()]
    return [label for label in labels if re.fullmatch("[1-6–]( ✓)?", label)]


def roll(visitor: Visitor) -> None:
    """The first roll of a turn, unless it was made by itself."""
    if "–" in dice(visitor):
        visitor.press("Roll")


def hold_a_die(visitor: Visitor) -> str:
    """Hold one of the dice that show the commonest face, the highest such one; returns what it says then."""
    visitor.sees("Score in")  # the dice lie there
    faces = Counter(dice(visitor))
    face = max(faces, key=lambda face: (faces[face], face))
    visitor.press(face, whole=True)
    return f"{face} ✓"


def points(offer: str) -> int:
    found = re.search(r": (\d+)", offer)
    assert found, offer
    return int(found[1])


def score(visitor: Visitor) -> None:
    """Take the box that gives most now."""
    visitor.choose(max(visitor.offers(), key=points))


def take_turn(visitor: Visitor, member: str) -> None:
    visitor.as_member(member)
    roll(visitor)
    held = hold_a_die(visitor)
    visitor.press("Roll again")
    assert held in dice(visitor)
    score(visitor)


def take_turn_quickly(visitor: Visitor, member: str) -> None:
    roll(visitor.as_member(member))
    score(visitor)
