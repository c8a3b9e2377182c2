"""`python -m benchmarks`: run everything, print it, and write it to RESULTS.md."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import UTC, datetime
from importlib.metadata import version
from io import StringIO
from pathlib import Path

from benchmarks import computers, klondike, pictures, press, store, strategy, tables

RESULTS = Path(__file__).with_name("RESULTS.md")
CPU_INFO = Path("/proc/cpuinfo")
BENCHMARKS: dict[str, tuple[str, Callable[[], None]]] = {
    "press": ("Presses", press.main),
    "pictures": ("Pictures", pictures.main),
    "store": ("The store", store.main),
    "klondike": ("Klondike's solver", klondike.main),
    "tables": ("Tables of five dice", tables.main),
    "strategy": ("Models of six dice", strategy.main),
    "computers": ("Computer players", computers.main),
}


def main(arguments: list[str]) -> int:
    """Run the named benchmarks, or all; only a run of all is written down."""
    unknown = [name for name in arguments if name not in BENCHMARKS]
    if unknown:
        print(f"{unknown[0]} is no benchmark; there are: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    report = heading() + "".join(section(*BENCHMARKS[name]) for name in arguments or BENCHMARKS)
    if not arguments:
        RESULTS.write_text(report, encoding="utf-8")
    return 0


def section(title: str, measure: Callable[[], None]) -> str:
    """One benchmark's Markdown, printed as well when it is complete."""
    measured = StringIO()
    with redirect_stdout(measured):
        measure()
    text = f"## {title}\n\n{measured.getvalue().strip()}\n\n"
    print(text, end="", flush=True)
    return text


def heading() -> str:
    """Where and when this was measured, and how to repeat it."""
    day = datetime.now(UTC).date()
    return (
        "# Measured\n\n"
        f"`python -m benchmarks` (or `make bench`) on {day}: {os.cpu_count()} × {processor()}, {platform.system()}, "
        f"Python {platform.python_version()}, discord.py {version('discord.py')}. Other machines: read the ratios.\n\n"
    )


def processor() -> str:
    """The processor's name."""
    lines = CPU_INFO.read_text().splitlines() if CPU_INFO.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
