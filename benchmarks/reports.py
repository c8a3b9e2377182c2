"""Reports that are made by themselves, and written to a file of their own where the numbers are the usual ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path


def by_itself(
    name: str, title: str, report: Callable[..., str], arguments: Sequence[str], usual: tuple[int, ...]
) -> int:
    """Print the report on as many as are asked for, the usual ones else, and write down that on the usual numbers.

    `name` is the module's, by which its file is called as well; the exit status is returned.
    """
    asked = (*map(int, arguments), *usual[len(arguments) :])
    heading = f"# {title}\n\n`python -m benchmarks.{name}` on {datetime.now(UTC).date()}: "
    text = heading + report(*asked)
    print(text)
    if asked == usual:
        Path(__file__).with_name(f"{name.upper()}.md").write_text(text, encoding="utf-8")
    return 0
