"""The rules are pure: they pull in nothing of Discord, no event loop, no database and no chance of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
ALL = """
import importlib, json, pkgutil, sys
import engine
for found in pkgutil.walk_packages(engine.__path__, "engine."):
    # The command line reads files; numpy, which strategies may use, brings its own random numbers.
    if not found.name.startswith(("engine.__main__", "engine.strategy", "engine.commands")):
        importlib.import_module(found.name)
print(json.dumps(sorted(sys.modules)))
"""
IMPURE = {
    *("bot", "discord", "simcord", "aiohttp", "asyncio", "sqlalchemy", "sqlite3", "numpy"),
    *("random", "secrets", "socket", "threading", "subprocess", "tempfile", "logging", "datetime"),
}


def test_the_engine_imports_nothing_impure() -> None:
    command = [sys.executable, "-S", "-c", ALL]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ROOT)})
    modules = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert "engine" in modules
    assert not modules & IMPURE
