"""What the tests of workers let a process do."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable

from bot.worker import Worker
from engine.game import IllegalMove


def double(number: int) -> int:
    return 2 * number


def count(to: int, tell: Callable[[int], None]) -> str:
    for number in range(to):
        tell(number)
    return "counted"


def refuse(why: str) -> None:
    raise IllegalMove(why)


def divide(number: int) -> float:
    return number / 0


def circumstances() -> tuple[int, str | None]:
    """How far the process steps back, and how many threads numpy may have."""
    return os.nice(0), os.environ.get("OPENBLAS_NUM_THREADS")


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """A bot whose process thinks for longer than anybody waits."""
    worker = Worker("the thinker")
    worker.call(double, 1)
    threading.Thread(target=worker.call, args=(sleep, 600), daemon=True).start()
    print(worker.pid, flush=True)  # noqa: T201
    sys.stdin.read()


if __name__ == "__main__":
    main()
