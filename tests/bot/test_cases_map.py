"""The map of reported cases (tests/CASES.md) can't rot: every test and every guard that it names is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import pytest

TESTS = Path(__file__).parents[1]
MAP = (TESTS / "CASES.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::([\w:]+)`", MAP)))
GUARDS = sorted(set(re.findall(r"`((?:bot|engine)\.[\w.]+)`", MAP)))


def test_the_map_names_tests_and_guards() -> None:
    assert len(NAMED) > 50
    assert len(GUARDS) > 30
    assert MAP.count("::") == sum(MAP.count(f"`{path}::{name}`") for path, name in NAMED), "one is misspelt"


def defined_in(body: list[ast.stmt]) -> Iterator[str]:
    """The names of tests, those in classes as `Class::test`."""
    for part in body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part.name
        elif isinstance(part, ast.ClassDef):
            yield from (part.name, *(f"{part.name}::{name}" for name in defined_in(part.body)))
        elif isinstance(part, ast.Assign):  # a state machine's TestCase
            yield from (target.id for target in part.targets if isinstance(target, ast.Name))


@pytest.mark.parametrize("path", sorted({path for path, _ in NAMED}))
def test_every_named_test_exists(path: str) -> None:
    found = set(defined_in(ast.parse((TESTS.parent / path).read_text(encoding="utf-8")).body))
    assert {name for where, name in NAMED if where == path} <= found


@pytest.mark.parametrize("guard", GUARDS)
def test_every_named_guard_exists(guard: str) -> None:
    assert resolve_name(guard) is not None
