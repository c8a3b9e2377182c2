"""Simulated Discord refuses what Discord refuses, so that a board of plain dictionaries cannot break a limit unseen."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.loopback.limits import command_faults, message_faults, modal_faults
from benchmarks.loopback.world import COMPONENTS_V2

Part = dict[str, Any]


def button(custom_id: str = "roll", **more: object) -> Part:
    return {"type": 2, "style": 2, "label": "Roll", "custom_id": custom_id, **more}


def row(*parts: Part) -> Part:
    return {"type": 1, "components": list(parts)}


def text(content: str) -> Part:
    return {"type": 10, "content": content}


def container(*parts: Part) -> Part:
    return {"type": 17, "components": list(parts)}


def option(number: int, **more: object) -> Part:
    return {"label": f"Box {number}", "value": str(number), **more}


def menu(*options: Part, **more: object) -> Part:
    return {"type": 3, "custom_id": "box", "options": list(options), **more}


def faults(*parts: Part) -> list[str]:
    return message_faults({"components": list(parts)}, COMPONENTS_V2, "")


GOOD = {
    "a board": container(text("Yatzy"), row(button("a"), button("b")), row(menu(option(1), option(2)))),
    "five buttons": row(*(button(str(number)) for number in range(5))),
    "a custom_id of 100": row(button("x" * 100)),
    "25 options": row(menu(*map(option, range(25)))),
    "4,000 characters": text("x" * 4000),
    "an emoji for a label": row(button(label=None, emoji={"name": "🎲"})),
    "a section": {"type": 9, "components": [text("Ones")], "accessory": button()},
}

BAD = {
    "six buttons": row(*(button(str(number)) for number in range(6))),
    "a custom_id of 101": row(button("x" * 101)),
    "no custom_id": row(button("")),
    "a label of 81": row(button(label="x" * 81)),
    "a button without a face": row(button(label="")),
    "a link without an address": row(button(style=5)),
    "26 options": row(menu(*map(option, range(26)))),
    "no options": row(menu()),
    "an option label of 101": row(menu(option(1, label="x" * 101))),
    "an empty option label": row(menu(option(1, label=""))),
    "an option description of 101": row(menu(option(1, description="x" * 101))),
    "an empty option description": row(menu(option(1, description=""))),
    "equal option values": row(menu(option(1), option(1))),
    "two defaults": row(menu(option(1, default=True), option(2, default=True))),
    "a placeholder of 151": row(menu(option(1), placeholder="x" * 151)),
    "a bare button": button(),
    "a menu beside a button": row(button(), menu(option(1))),
    "an empty row": row(),
    "a container in a container": container(container(text("x"))),
    "an empty container": container(),
    "empty text": text(""),
    "4,001 characters": text("x" * 4001),
    "4,001 characters in two texts": container(text("x" * 4000), text("x")),
    "one custom_id twice": container(row(button("a")), row(button("a"))),
    "41 components": container(*(text("x") for _ in range(40))),
    "a section without an accessory": {"type": 9, "components": [text("Ones")]},
    "eleven pictures": {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}] * 11},
    "a type that does not exist": {"type": 99},
}


@pytest.mark.parametrize("part", GOOD.values(), ids=GOOD)
def test_within_the_limits(part: Part) -> None:
    assert faults(part) == []


@pytest.mark.parametrize("part", BAD.values(), ids=BAD)
def test_beyond_a_limit(part: Part) -> None:
    assert faults(part)


def test_content_beside_components_v2() -> None:
    assert message_faults({"components": [text("x")]}, COMPONENTS_V2, "x")


def test_components_v2_without_the_flag() -> None:
    assert message_faults({"components": [text("x")]}, 0, "")


def test_an_empty_message() -> None:
    assert message_faults({}, 0, "")
    assert message_faults({"components": []}, COMPONENTS_V2, "")


def test_a_plain_message() -> None:
    assert message_faults({}, 0, "Not your turn.") == []
    assert message_faults({}, 0, "x" * 2001)


def test_modals() -> None:
    field = {"type": 18, "label": "Bonus", "component": {"type": 4, "custom_id": "bonus", "style": 1}}
    modal = {"title": "Rules", "custom_id": "rules", "components": [field]}
    assert modal_faults(modal) == []
    assert modal_faults(modal | {"title": "x" * 46})
    assert modal_faults(modal | {"components": [field] * 6})
    assert modal_faults(modal | {"components": [field | {"label": "x" * 46}]})


def test_commands() -> None:
    game = {"name": "game", "description": "Which game", "type": 3, "required": True}
    play = {"name": "play", "description": "Open a lobby", "options": [game]}
    assert command_faults([play, {"name": "Challenge", "type": 2}]) == []
    assert command_faults([play | {"name": "Play"}])
    assert command_faults([play | {"description": ""}])
    assert command_faults([play | {"options": [game | {"required": False}, game]}])
    assert command_faults([play | {"options": [game | {"description": "x" * 101}]}])
    assert command_faults([{"name": f"Menu {number}", "type": 2} for number in range(6)])
