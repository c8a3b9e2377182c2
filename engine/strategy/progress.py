"""How far a long computation has come, told while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["Listener", "Tell", "silent"]

Tell = Callable[[float], None]
"""Hears the share that is done again and again: 0 at first, and 1 at last."""


def silent(_share: float) -> None:
    """For those who don't want to know."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears it; all listeners are equal, so that nothing is computed anew for another one."""

    tell: Tell = field(default=silent, compare=False)
