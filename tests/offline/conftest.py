from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.offline import visitor


# Not for the session: while Playwright runs, no test that is a coroutine can.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A headless Chromium, Debian's own."""
    installed = shutil.which("chromium") or shutil.which("chromium-browser")
    if installed is None:
        pytest.skip("no Chromium is installed here (Debian: apt-get install chromium)")
    yield from visitor.browser(Path(installed))
