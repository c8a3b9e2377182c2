from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.offline.process import PlayProcess
from tests.offline.visitor import SMALL, Visitor, Window, browser


# Not for the session: while Playwright runs, no test that is a coroutine can.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A headless Chromium, Debian's own."""
    installed = shutil.which("chromium") or shutil.which("chromium-browser")
    if installed is None:
        pytest.skip("no Chromium is installed here (Debian: apt-get install chromium)")
    yield from browser(Path(installed))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the page keeps its games."""
    return tmp_path / "offline.db"


@pytest.fixture
def page(database: Path) -> Iterator[PlayProcess]:
    """The page, where nothing has been played; it must end well."""
    with PlayProcess(database) as process:
        yield process
        assert process.stop(signal.SIGTERM) == (0, "")


@pytest.fixture
def window() -> Window:
    """What it is seen through; small, as it is drawn without a graphics card."""
    return SMALL


@pytest.fixture
def visitor(chromium: Browser, page: PlayProcess, window: Window) -> Iterator[Visitor]:
    """Somebody who has opened it."""
    width, height = window
    visitor = Visitor.arrive(chromium, page.address, width=width, height=height)
    yield visitor
    visitor.leave()
