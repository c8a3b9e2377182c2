"""Requests and replies as they go over HTTP: JSON, alone or with files beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from aiohttp import BodyPartReader, web

from benchmarks.loopback.files import Upload
from benchmarks.loopback.world import Json

VIA = {"Via": "1.1 loopback"}  # without it discord.py does not retry a 429
FILE_PART = re.compile(r"files\[(\d{1,2})\]", re.ASCII)


async def read(request: web.Request) -> tuple[Json, list[Upload]]:
    """The JSON of a request, and the files uploaded with it."""
    if request.content_type != "multipart/form-data":
        return (await request.json() if request.can_read_body else {}), []
    body: Json = {}
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        if part.name == "payload_json":
            body = json.loads(await part.text())
        elif named := FILE_PART.fullmatch(part.name or ""):
            uploads.append(Upload(named[1], part.filename or "unknown", bytes(await part.read())))
    return body, uploads


def reply(payload: Any, status: int = 200) -> web.Response:
    """JSON with the plain content type that discord.py insists on."""
    return error_reply(status, payload, VIA)


def error_reply(status: int, payload: Any, headers: Mapping[str, str]) -> web.Response:
    """The same with headers of one's own: without Via it is not Discord itself that answers."""
    headers = {"Content-Type": "application/json", **headers}
    return web.Response(body=json.dumps(payload).encode(), status=status, headers=headers)


def nothing() -> web.Response:
    """Done, and no more to say."""
    return web.Response(status=204, headers=VIA)


def cut(request: web.Request) -> None:
    """Break the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
