"""The one place that leans on discord.py's insides: views as plain dicts, and answers without the message sent back.

Building a board from dicts and not asking for the message back makes a press cost two thirds of a plain discord.py
callback (benchmarks/press.py). Ready dicts skip discord.py's own checks of Discord's limits; the tests check them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, cast

import aiohttp
import discord
import yarl
from discord import ui
from discord.components import MediaGalleryComponent
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

GALLERY = 12

Component = dict[str, Any]
"""A component as Discord's API has it."""

NO_MENTIONS = discord.AllowedMentions.none()
"""Edits parse mentions anew with the defaults: every send and edit of ours passes this, or names who is pinged."""


def only(user: int) -> discord.AllowedMentions:
    """That member is pinged where the message mentions them, and nobody else."""
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user)], replied_user=False)


class ReadyView(ui.LayoutView):
    """A view that carries components as they go over the wire, and that discord.py never stores."""

    timeout = None

    def __init__(self, components: list[Component]) -> None:
        # BaseView's own set-up (a future, a random id, a walk over items) is what this class is there to avoid.
        self._components = components

    def to_components(self) -> list[Any]:
        """The components, as they are."""
        return self._components

    def has_components_v2(self) -> bool:
        """All our messages are."""
        return True

    def is_finished(self) -> bool:
        """Always, so that discord.py does not keep it: presses come to our own dispatcher."""
        return True

    def is_dispatchable(self) -> bool:
        """Never, for the same reason."""
        return False

    def walk_children(self) -> Generator[Any, None, None]:
        """It has no items."""
        yield from ()


class ReadyModal(ui.Modal):
    """A modal that discord.py never stores, or a dismissed one would stay in memory for ever."""

    def is_finished(self) -> bool:
        """Always: what is submitted comes to our own dispatcher."""
        return True


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that a message has and keeps: Discord wants its id, and its name, by which components refer to it."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, Any]:
        """As an edit lists it; this is all that discord.py asks of an attachment."""
        return {"id": self.id, "filename": self.filename}


Attachment = KeptFile | discord.File


def kept_files(message: discord.Message | None) -> list[KeptFile]:
    """The files in a message's galleries. Discord leaves them out of `message.attachments` (field reports)."""
    found: dict[int, KeptFile] = {}

    def walk(components: Any) -> None:
        for component in components:
            if isinstance(component, MediaGalleryComponent):
                for item in component.items:
                    if item.media.attachment_id:
                        name = PurePosixPath(yarl.URL(item.media.url).path).name
                        found[item.media.attachment_id] = KeptFile(item.media.attachment_id, name)
            walk(getattr(component, "children", ()))

    walk(message.components if message is not None else ())
    return list(found.values())


BROKEN = (aiohttp.ClientConnectionError, ConnectionError)
"""What a connection that breaks raises."""

ANSWERED_ALREADY = 40060
CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"


class _SturdyAdapter(AsyncWebhookAdapter):
    """discord.py's adapter, with its retries, and one more where the connection breaks.

    discord.py leaves those alone (it knows the number that Linux has for it as little as a connection that was closed
    while it was idle), though nobody knows whether Discord took the request. Edits can be made twice; and of a
    callback that it has taken, Discord says so.
    """

    async def request(self, route: Route, session: aiohttp.ClientSession, **more: Any) -> Any:
        """As discord.py's."""
        try:
            return await super().request(route, session, **more)
        except BROKEN:
            if route.path != CALLBACK and route.method != "PATCH":
                raise
        for file in more.get("files") or ():
            file.reset()
        try:
            return await super().request(route, session, **more)
        except discord.HTTPException as error:
            if error.code != ANSWERED_ALREADY:
                raise
            return _taken(route.webhook_id)


class _QuietAdapter(_SturdyAdapter):
    """The same without asking for the message back: Discord answers 204."""

    def create_interaction_response(  # type: ignore[override]
        self, interaction_id: int, token: str, *, session: Any, proxy: Any, proxy_auth: Any, params: MultipartParameters
    ) -> Any:
        route = Route("POST", CALLBACK, webhook_id=interaction_id, webhook_token=token)

        async def answer() -> dict[str, Any]:
            await self.request(
                route,
                session=session,
                proxy=proxy,
                proxy_auth=proxy_auth,
                payload=params.payload,
                multipart=params.multipart,
                files=params.files,
            )
            return _taken(interaction_id)

        return answer()


def _taken(interaction_id: object) -> dict[str, Any]:
    """What Discord would say of an answer that it has taken, as far as that is known."""
    return {"interaction": {"id": interaction_id, "type": 3}}


_STURDY, _QUIET = _SturdyAdapter(), _QuietAdapter()  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def answering(*, quietly: bool) -> Iterator[None]:
    """Within, interaction answers are sent again where the connection breaks; `quietly`, without the message sent back.

    Simulated Discord's own adapter is left alone.
    """
    if type(async_context.get()) is not AsyncWebhookAdapter:
        yield
        return
    token = async_context.set(_QUIET if quietly else _STURDY)
    try:
        yield
    finally:
        async_context.reset(token)


def count_responses(client: discord.Client, count: Callable[[int, bool], None]) -> None:
    """Have `count` told of every failure over a socket: its status, and whether a limit was shared with others.

    The client must be logged in. A TraceConfig, which aiohttp has for this, costs 20 µs a request; this costs one.
    """

    class Counted(aiohttp.ClientResponse):
        async def start(self, connection: Any) -> aiohttp.ClientResponse:
            started = await super().start(connection)
            if self.status >= 400:
                count(self.status, self.headers.get("X-RateLimit-Scope") == "shared")
            return started

    session = getattr(client.http, "_HTTPClient__session", None)
    if isinstance(session, aiohttp.ClientSession):  # simulated Discord has none
        session._response_class = Counted


def was_counted(error: discord.HTTPException) -> bool:
    """Whether it came over a socket; what simulated Discord refuses did not."""
    return isinstance(error.response, aiohttp.ClientResponse)


def submitted(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """What was put into a modal: the value, or first choice, by custom_id."""
    found: dict[str, str] = {}

    def walk(components: list[Any]) -> None:
        for component in components:
            if "component" in component:
                walk([component["component"]])
            walk(component.get("components", []))
            if "custom_id" in component:
                values = component.get("values")
                found[component["custom_id"]] = values[0] if values else str(component.get("value", ""))

    walk(list(cast("dict[str, Any]", interaction.data or {}).get("components", [])))
    return found


def press_data(interaction: discord.Interaction[Any]) -> tuple[str, tuple[str, ...]]:
    """A component press's custom_id and chosen values."""
    data = cast("dict[str, Any]", interaction.data or {})
    return str(data.get("custom_id", "")), tuple(map(str, data.get("values", ())))


def lighten(client: discord.Client) -> None:
    """Have discord.py leave out what nobody reads.

    An edit of ours comes back as a MESSAGE_UPDATE, and every press brings its whole message: making objects of them
    costs about as much as the game itself (benchmarks/press.py). Of a pressed message only the galleries are kept.
    """
    parsers = client._connection.parsers
    parsers["MESSAGE_UPDATE"] = lambda _: None
    parse = parsers["INTERACTION_CREATE"]

    def interaction_create(data: Any) -> None:
        message = data.get("message")
        if message is not None:
            data = {**data, "message": {**message, "components": _galleries(message.get("components", []))}}
        parse(data)

    parsers["INTERACTION_CREATE"] = interaction_create


def _galleries(components: list[Component]) -> list[Component]:
    found = []
    for component in components:
        if component["type"] == GALLERY:
            found.append(component)
        else:
            found += _galleries(component.get("components", []))
    return found


def stored_views(client: discord.Client) -> int:
    """How many views and modals discord.py keeps: none, as ours are never stored (a test asks)."""
    store = client._connection._view_store
    return len(store._views) + len(store._modals)


def point_at(api_base: str | None, gateway: str | None) -> None:
    """Send REST and gateway traffic elsewhere: a rate-limit proxy, or simulated Discord over sockets."""
    if api_base is not None:
        discord.http.Route.BASE = api_base
    if gateway is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
