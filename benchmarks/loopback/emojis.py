"""The application's emojis: listed, added and deleted, and refused on a button once they are gone."""

from __future__ import annotations

import re
from base64 import b64decode

from aiohttp import web

from benchmarks.loopback import payloads
from benchmarks.loopback.exchange import nothing, reply
from benchmarks.loopback.refused import Refused, refuse_faults
from benchmarks.loopback.world import Json, World, walk

NAME = re.compile(r"\w{2,32}", re.ASCII)
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,(.+)", re.ASCII)
MOST_BYTES = 256 * 1024
UNKNOWN_EMOJI = 10014


class Emojis:
    """Handlers over the emojis of one world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self, api: str) -> list[web.RouteDef]:
        """All endpoints."""
        emojis = f"{api}/applications/{{application}}/emojis"
        return [
            web.get(emojis, self._list),
            web.post(emojis, self._create),
            web.delete(f"{emojis}/{{emoji}}", self._delete),
        ]

    async def _list(self, request: web.Request) -> web.Response:
        return reply({"items": list(self._world.emojis.values())})

    async def _create(self, request: web.Request) -> web.Response:
        body: Json = await request.json()
        refuse_faults(emoji_faults(body, {emoji["name"] for emoji in self._world.emojis.values()}))
        number = str(self._world.new_id())
        usual = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}
        created = {"id": number, "name": body["name"], "user": payloads.bot_user(self._world), **usual}
        self._world.emojis[number] = created
        return reply(created, 201)

    async def _delete(self, request: web.Request) -> web.Response:
        if self._world.emojis.pop(request.match_info["emoji"], None) is None:
            raise Refused(404, UNKNOWN_EMOJI, "Unknown Emoji")
        return nothing()


def emoji_faults(body: Json, taken: set[str]) -> list[str]:
    """What Discord would refuse in a new emoji."""
    faults = []
    name, image = str(body.get("name")), IMAGE.fullmatch(str(body.get("image")))
    if not NAME.fullmatch(name):
        faults.append(f"name: must be 2 to 32 letters, digits or _, is {name!r}")
    if name in taken:
        faults.append(f"name: APPLICATION_EMOJI_NAME_ALREADY_TAKEN: {name!r}")
    if image is None:
        faults.append("image: must be the data URI of an image")
    elif (size := len(b64decode(image[1]))) > MOST_BYTES:
        faults.append(f"image: must be at most {MOST_BYTES} bytes, is {size}")
    return faults


def refuse_unknown_emojis(world: World, components: list[Json]) -> None:
    """Raises Refused where a button shows an emoji that the application does not have."""
    shown = (part["emoji"] for part in walk(components) if part.get("emoji"))
    unknown = [emoji for emoji in shown if emoji.get("id") and str(emoji["id"]) not in world.emojis]
    refuse_faults([f"emoji: BUTTON_COMPONENT_INVALID_EMOJI: {emoji}" for emoji in unknown])
