"""Whom the bot's messages may ping, by what it sent to Discord."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any


def messages(requests: Iterable[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The messages in requests, each with how it is sent: by POST a new one, by PATCH an edit."""
    for request in requests:
        body = request.json if isinstance(request.json, dict) else {}
        if "callback" in request.path:
            if body["type"] in {4, 7}:
                yield ("POST" if body["type"] == 4 else "PATCH"), body["data"]
        elif body.keys() & {"components", "content"} and ("/messages" in request.path or "/webhooks/" in request.path):
            yield request.method, body


def pinged(requests: Iterable[Any]) -> list[int]:
    """The members whom these requests ping; each message says whom it may ping, and an edit that it pings nobody."""
    found = []
    for method, message in messages(requests):
        allowed = message["allowed_mentions"]
        assert allowed["parse"] == []
        assert not allowed.get("roles")
        for user in allowed.get("users", ()):
            assert method == "POST", "an edit pings nobody, but may not even try"
            assert f"<@{user}>" in json.dumps(message["components"])
            found.append(int(user))
    return found
