"""Where the files of policies are."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Settings
from bot.policies import place


@pytest.mark.parametrize(
    ("settings", "folder"),
    [
        (Settings(), Path("strategy")),
        (Settings(database="/srv/parlour/parlour.db"), Path("/srv/parlour/strategy")),
        (Settings(database=".parlour/offline-2.db"), Path(".parlour/strategy")),
        (Settings(database="sqlite:////srv/parlour/parlour.db"), Path("/srv/parlour/strategy")),
        (Settings(database="postgresql://ada:word@host/parlour"), Path("strategy")),
        (Settings(database="/srv/parlour/parlour.db", strategy="/var/cache/parlour"), Path("/var/cache/parlour")),
        (Settings(database="postgresql://ada@host/parlour", strategy="~/tables"), Path.home() / "tables"),
    ],
)
def test_it_is_beside_the_database_unless_it_was_set(settings: Settings, folder: Path) -> None:
    assert place.folder(settings) == folder
