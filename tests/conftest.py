"""What all tests share."""

from __future__ import annotations

import os

# Before anything imports numpy: beside other workers, its own threads would only wait for each other.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

import pytest  # noqa: E402 -- see above
from hypothesis import HealthCheck, settings  # noqa: E402

# A slow or busy machine is no reason to fail.
settings.register_profile("parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parlour")

# The files that take longest: with them at the end, one worker would be left alone with the last.
FIRST = (
    "tests/offline/test_dice_games",
    "tests/offline/test_page",
    "tests/bot/test_kill",
    "tests/offline",
    "tests/engine/strategy",
    "tests/bot/test_race",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first (the workers take files in this order: `--no-loadscope-reorder`)."""
    items.sort(key=lambda item: next((n for n, start in enumerate(FIRST) if item.nodeid.startswith(start)), len(FIRST)))
