"""Refusals: a request that Discord would not take."""

from __future__ import annotations

INVALID_FORM = 50035


class Refused(Exception):
    """The request is answered with Discord's error `code` and recorded."""

    def __init__(self, status: int, code: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.code = code
        self.reason = reason


def refuse_faults(faults: list[str]) -> None:
    """Raises Refused when there are any."""
    if faults:
        raise Refused(400, INVALID_FORM, "Invalid Form Body\n" + "\n".join(faults))
