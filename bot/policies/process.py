"""What a process beside the bot does with policies: builds them, and thinks with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from bot.policies import files
from bot.policies.played import Played
from bot.policies.wanted import Wanted
from engine.strategy import Policy, kept
from engine.strategy.kept import Arrays, WrongArrays
from engine.strategy.progress import Tell
from engine.strategy.review import Review, review
from engine.strategy.winning import chances

__all__ = ["Source", "Unkept", "build", "reviewed", "weighed"]

Source = Path | Arrays
"""Where a process has a policy from: the folder of the files, or its arrays where there is no file."""

MAPPED = 4
"""Policies that a process has at hand."""

STEPS = 5
"""How often it is told how far a build has come."""


@dataclass(frozen=True, slots=True)
class Unkept:
    """A policy that could not be written, and why not."""

    arrays: Arrays
    trouble: str


def build(wanted: Wanted, folder: Path, tell: Tell) -> Unkept | None:
    """Build a policy and write it into the folder; raises Unsupported."""
    policy = kept.made(wanted.ruleset, in_steps(tell))
    arrays = kept.arrays(policy)
    try:
        files.write(files.path_of(folder, policy.key), policy.key, arrays)
    except OSError as error:
        return Unkept(arrays, str(error))
    return None


def in_steps(tell: Tell) -> Callable[[float], None]:
    """Tells a share on when it has passed another step."""
    passed = 0

    def told(share: float) -> None:
        nonlocal passed
        step = int(share * STEPS)
        if step > passed:
            passed = step
            tell(step / STEPS)

    return told


def reviewed(wanted: Wanted, source: Source, played: Played) -> Review | None:
    """The review of a match; None where the policy can't be had from there. Raises GameErrors."""
    policy = _policy(wanted, source)
    return None if policy is None else review(policy, played.match())


def weighed(wanted: Wanted, source: Source, played: Played) -> tuple[float, ...] | None:
    """Each seat's chance to win; None where the policy can't be had from there. Raises GameErrors."""
    policy = _policy(wanted, source)
    return None if policy is None else chances(policy, played.match(), np.random.default_rng())


def _policy(wanted: Wanted, source: Source) -> Policy | None:
    if not isinstance(source, Path):
        return kept.restored(wanted.ruleset, source)
    try:
        return _mapped(wanted, source)
    except (files.BadFile, WrongArrays, OSError):
        return None


@lru_cache(maxsize=MAPPED)
def _mapped(wanted: Wanted, folder: Path) -> Policy:
    return kept.restored(wanted.ruleset, files.read(files.path_of(folder, wanted.key), wanted.key))
