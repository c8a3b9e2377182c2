"""How far a long computation has come, told while it runs."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Tell", "silent"]

Tell = Callable[[float], None]
"""Hears the share that is done, from 0 to 1, again and again."""


def silent(_share: float) -> None:
    """For those who don't want to know."""
