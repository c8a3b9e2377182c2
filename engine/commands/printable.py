"""Text from records, made fit for a terminal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def one_line(result: Mapping[str, Any]) -> str:
    """A JSON object on one line, names as they are.

    JSON leaves DEL, C1 controls and the marks that turn text around as they are; a terminal obeys them.
    """
    text = json.dumps(result, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def safe(message: str) -> str:
    """A message that may repeat anything from a record, without control characters."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in message)
