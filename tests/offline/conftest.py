from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.offline.process import PlayProcess
from tests.offline.visitor import Visitor, browser


# Not for the session: while Playwright runs, no test that is a coroutine can.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A headless Chromium, Debian's own."""
    installed = shutil.which("chromium") or shutil.which("chromium-browser")
    if installed is None:
        pytest.skip("no Chromium is installed here (Debian: apt-get install chromium)")
    yield from browser(Path(installed))


@pytest.fixture
def page(tmp_path: Path) -> Iterator[PlayProcess]:
    """The page of a server where nothing has been played; it must end well."""
    with PlayProcess(tmp_path / "offline.db") as process:
        yield process
        assert process.stop(signal.SIGTERM) == (0, "")


@pytest.fixture
def visitor(chromium: Browser, page: PlayProcess) -> Iterator[Visitor]:
    """Somebody who has opened it."""
    visitor = Visitor.arrive(chromium, page.address)
    yield visitor
    visitor.leave()
