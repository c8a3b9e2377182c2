"""Faults by plan: what simulated Discord does with the next requests instead of, or before, what they ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from aiohttp import web

from benchmarks.loopback.exchange import VIA, cut, error_reply
from benchmarks.loopback.world import Json

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

CALLBACK = "/interactions/*/*/callback"
MESSAGES = "/channels/*/messages"
MESSAGE = "/channels/*/messages/*"

RATE_LIMITED = 429
RETRY_AFTER = 0.25


@dataclass(slots=True)
class Fault:
    """What happens to the next `times` requests of `method` to a path like `path` (below the API's base).

    With a `status` they are answered so, with Discord's `code`; a 429 without `via` is Cloudflare's. `cut` breaks the
    connection instead. Discord may have `taken` the request all the same. `until` holds everything back.
    """

    method: str = "POST"
    path: str = CALLBACK
    status: int = 0
    code: int = 0
    via: bool = True
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    taken: bool = False
    until: asyncio.Event | None = None
    times: int = 1

    def meets(self, method: str, path: str) -> bool:
        """Whether such a request falls into it."""
        return self.times > 0 and self.method == method and fnmatchcase(path, self.path)

    async def befall(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """The answer to a request that fell into it."""
        self.times -= 1
        if self.until is not None:
            await self.until.wait()
        answer = await handler(request) if self.taken or not (self.status or self.cut) else web.Response()
        if self.cut:
            cut(request)
        if not self.status:
            return answer
        return error_reply(self.status, self._body(), self.headers | (VIA if self.via else {}))

    def _body(self) -> Json:
        body: Json = {"message": f"a fault by plan: {self.status}", "code": self.code}
        if self.status == RATE_LIMITED:
            body |= {"retry_after": RETRY_AFTER, "global": False}
        return body


class Faults:
    """The faults to come, and the requests that there were."""

    def __init__(self) -> None:
        self.planned: list[Fault] = []
        self.requests: list[tuple[str, str]] = []
        """Method and path of each, where that is noted."""
        self.noted = False

    def plan(self, *faults: Fault) -> None:
        """Let these befall the next requests; of two that suit one, the one that was planned first."""
        self.planned += faults

    def count(self, method: str, path: str) -> int:
        """How many such requests were noted."""
        return sum(entry[0] == method and fnmatchcase(entry[1], path) for entry in self.requests)

    async def handle(self, request: web.Request, path: str, handler: Handler) -> web.StreamResponse:
        """Answer a request, or let a fault befall it."""
        if self.noted:
            self.requests.append((request.method, path))
        if self.planned:
            for fault in self.planned:
                if fault.meets(request.method, path):
                    return await fault.befall(request, handler)
        return await handler(request)
