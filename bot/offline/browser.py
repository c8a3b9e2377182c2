"""Showing the page in the member's browser, where there is one."""

from __future__ import annotations

import os
import subprocess
import sys
import threading


def open_page(address: str) -> None:
    """Open `address` in the default browser, if this machine has a display; never waits, never fails.

    In a process of its own: without a display `webbrowser` may start a text browser in this very terminal, a graphical
    one may write to it, and Ctrl-C meant for us would end it.
    """
    if _has_display():
        threading.Thread(
            target=_run_quietly, args=(sys.executable, "-m", "webbrowser", "-t", address), daemon=True
        ).start()


def _run_quietly(*command: str) -> None:
    subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _has_display() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
