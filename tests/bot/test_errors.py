"""Refusals come back from a process as they were raised there."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from inspect import Parameter, signature
from typing import Any

import pytest

import bot.errors
from engine.game import BadRecord, GameError

VALUES: dict[str, Any] = {
    "bool": True,
    "int": 3,
    "object": 7,
    "Seat": 1,
    "str": "a name",
    "str | None": "a name",
    "tuple[int, ...]": (1, 2),
    "tuple[str, ...]": ("a", "b"),
}
"""By their type, something to raise each error with."""


def kinds(base: type[GameError]) -> Iterator[type[GameError]]:
    yield base
    for kind in base.__subclasses__():
        yield from kinds(kind)


KINDS = [kind for kind in kinds(GameError) if kind.__module__.startswith(("engine.", "bot."))]


def raised(kind: type[GameError]) -> GameError:
    """One of that kind; those that take a message only get one."""
    if kind.__init__ is Exception.__init__:
        return kind("a message")
    parameters = list(signature(kind).parameters.values())
    named = {one.name: VALUES[one.annotation] for one in parameters if one.kind is Parameter.KEYWORD_ONLY}
    return kind(*(VALUES[one.annotation] for one in parameters if one.name not in named), **named)


@pytest.mark.parametrize("kind", KINDS)
def test_every_refusal_comes_back_as_it_was(kind: type[GameError]) -> None:
    error = raised(kind)
    found = pickle.loads(pickle.dumps(error))  # noqa: S301 - a process of ours has written it
    assert type(found) is kind
    assert (str(found), vars(found)) == (str(error), vars(error))


def test_all_of_them_are_looked_at() -> None:
    assert {BadRecord, *(kind for kind in vars(bot.errors).values() if isinstance(kind, type))} <= set(KINDS)
