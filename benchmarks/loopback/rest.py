"""The REST endpoints that the bot calls, with Discord's refusals, and with faults by plan."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from benchmarks.loopback import payloads
from benchmarks.loopback.emojis import Emojis
from benchmarks.loopback.exchange import cut, nothing, read, reply
from benchmarks.loopback.faults import Faults
from benchmarks.loopback.files import Upload
from benchmarks.loopback.gateway import Gateway
from benchmarks.loopback.limits import command_faults, modal_faults
from benchmarks.loopback.refused import Refused, refuse_faults
from benchmarks.loopback.world import (
    EPHEMERAL,
    LOADING,
    Answer,
    Channel,
    Interaction,
    Json,
    Message,
    Refusal,
    World,
)
from benchmarks.loopback.writing import write

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

API = "/api/v10"
DEADLINE_SECONDS = 3.0

NEW_MESSAGE, THINKING, DEFERRED_UPDATE, UPDATE, AUTOCOMPLETE, MODAL = 4, 5, 6, 7, 8, 9
ALLOWED_ANSWERS = {
    2: (NEW_MESSAGE, THINKING, MODAL),
    3: (NEW_MESSAGE, THINKING, DEFERRED_UPDATE, UPDATE, MODAL),
    4: (AUTOCOMPLETE,),
    5: (NEW_MESSAGE, THINKING, DEFERRED_UPDATE, UPDATE),
}


class Rest:
    """Handlers over one world; message events go out by the gateway."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway
        self.faults = Faults()
        self.before_answer: Callable[[Interaction], bool] | None = None
        """Called when a callback arrives; if it says False, the connection is cut and the callback never happened."""

    def routes(self) -> list[web.RouteDef]:
        """All endpoints."""
        webhook = f"{API}/webhooks/{{application}}/{{token}}"
        channel = f"{API}/channels/{{channel}}"
        return [
            web.get(f"{API}/users/@me", self._me),
            web.get(f"{API}/oauth2/applications/@me", self._application),
            web.get(f"{API}/gateway/bot", self._gateway_address),
            web.get(f"{API}/applications/{{application}}/commands", self._commands),
            web.put(f"{API}/applications/{{application}}/commands", self._register),
            web.post(f"{API}/interactions/{{interaction}}/{{token}}/callback", self._callback),
            web.post(webhook, self._follow_up),
            web.get(f"{webhook}/messages/{{message}}", self._webhook_message),
            web.patch(f"{webhook}/messages/{{message}}", self._edit_by_webhook),
            web.delete(f"{webhook}/messages/{{message}}", self._delete_by_webhook),
            web.get(channel, self._channel),
            web.post(f"{channel}/messages", self._send),
            web.get(f"{channel}/messages", self._history),
            web.get(f"{channel}/messages/{{message}}", self._message),
            web.patch(f"{channel}/messages/{{message}}", self._edit),
            web.delete(f"{channel}/messages/{{message}}", self._delete),
            web.post(f"{channel}/threads", self._thread),
            web.put(f"{channel}/thread-members/{{user}}", self._nothing),
            *Emojis(self._world).routes(API),
        ]

    @web.middleware
    async def refuse(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turn a refusal, and an endpoint that is not there, into Discord's error object."""
        try:
            return await self.faults.handle(request, request.path.removeprefix(API), handler)
        except Refused as refused:
            return self._error(request, refused)
        except web.HTTPNotFound:
            return self._error(request, Refused(404, 0, "simulated Discord has no such endpoint"))

    def _error(self, request: web.Request, refused: Refused) -> web.Response:
        entry = Refusal(request.method, request.path, refused.status, refused.code, refused.reason)
        self._world.refusals.append(entry)
        return reply({"message": refused.reason, "code": refused.code}, refused.status)

    # -- the bot itself

    async def _me(self, request: web.Request) -> web.Response:
        return reply(payloads.bot_user(self._world))

    async def _application(self, request: web.Request) -> web.Response:
        return reply(payloads.application(self._world))

    async def _gateway_address(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return reply({"url": f"ws://{request.host}/gateway", "shards": 1, "session_start_limit": limit})

    async def _commands(self, request: web.Request) -> web.Response:
        return reply(list(self._world.commands.values()))

    async def _register(self, request: web.Request) -> web.Response:
        commands: list[Json] = await request.json()
        refuse_faults(command_faults(commands))
        kept = [self._registered(command) for command in commands]
        self._world.commands = {command["name"]: command for command in kept}
        return reply(kept)

    def _registered(self, command: Json) -> Json:
        known = self._world.commands.get(command["name"])
        own = {
            "id": known["id"] if known else str(self._world.new_id()),
            "application_id": str(self._world.application_id),
            "version": "1",
        }
        usual = {"type": 1, "description": "", "default_member_permissions": None, "dm_permission": True}
        return usual | command | own

    # -- interactions

    async def _callback(self, request: web.Request) -> web.Response:
        begun = self._world.interactions.get(int(request.match_info["interaction"]))
        if begun is None or begun.token != request.match_info["token"]:
            raise Refused(404, 10062, "Unknown interaction")
        body, uploads = await read(request)
        if self.before_answer is not None and not self.before_answer(begun):
            cut(request)
            return web.Response()
        size = request.content_length or 0
        answer = Answer(int(body["type"]), body.get("data") or {}, size, time.monotonic())
        refuse_unanswerable(begun, answer)
        self._take(begun, answer, uploads)
        begun.answer.set_result(answer)
        if request.query.get("with_response", "").lower() not in ("1", "true"):
            return nothing()
        return reply(self._callback_response(begun, answer))

    def _take(self, begun: Interaction, answer: Answer, uploads: list[Upload]) -> None:
        """Show what the answer shows."""
        if answer.kind == NEW_MESSAGE:
            begun.original = self._create(begun.channel, answer.data, uploads)
        elif answer.kind == THINKING:
            begun.original = self._world.add_message(begun.channel)
            begun.original.flags = LOADING | int(answer.data.get("flags", 0)) & EPHEMERAL
        elif answer.kind in (UPDATE, DEFERRED_UPDATE):
            begun.original = begun.source
        elif answer.kind == MODAL:
            refuse_faults(modal_faults(answer.data))
        if answer.kind == UPDATE and begun.source is not None:
            self._change(begun.source, answer.data, uploads)

    def _callback_response(self, begun: Interaction, answer: Answer) -> Json:
        shown = begun.original
        called: Json = {"id": str(begun.id), "type": begun.kind}
        if shown is None:
            return {"interaction": called}
        called |= {
            "response_message_id": str(shown.id),
            "response_message_loading": bool(shown.flags & LOADING),
            "response_message_ephemeral": shown.private,
        }
        return {"interaction": called, "resource": {"type": answer.kind, "message": self._shown(shown)}}

    # -- the interaction's webhook

    def _by_token(self, request: web.Request) -> Interaction:
        begun = self._world.by_token.get(request.match_info["token"])
        if begun is None or not begun.answer.done():
            raise Refused(404, 10015, "Unknown Webhook")
        return begun

    def _of_webhook(self, request: web.Request) -> tuple[Interaction, Message]:
        begun = self._by_token(request)
        named = request.match_info["message"]
        if named != "@original":
            return begun, self._known_message(int(named))
        if begun.original is None or begun.original.id not in self._world.messages:
            raise Refused(404, 10008, "Unknown Message")
        return begun, begun.original

    async def _follow_up(self, request: web.Request) -> web.Response:
        begun = self._by_token(request)
        body, uploads = await read(request)
        waiting = begun.original
        if waiting is not None and waiting.flags & LOADING and waiting.id in self._world.messages:
            self._change(waiting, body, uploads)
            return reply(self._shown(waiting))
        sent = self._create(begun.channel, body, uploads)
        begun.followups.append(sent)
        return reply(self._shown(sent))

    async def _webhook_message(self, request: web.Request) -> web.Response:
        return reply(self._shown(self._of_webhook(request)[1]))

    async def _edit_by_webhook(self, request: web.Request) -> web.Response:
        begun, message = self._of_webhook(request)
        self._change(message, *await read(request))
        begun.edited.set()
        return reply(self._shown(message))

    async def _delete_by_webhook(self, request: web.Request) -> web.Response:
        return self._remove(self._of_webhook(request)[1])

    # -- channels

    def _known_channel(self, request: web.Request) -> Channel:
        channel = self._world.channels.get(int(request.match_info["channel"]))
        if channel is None:
            raise Refused(404, 10003, "Unknown Channel")
        return channel

    def _known_message(self, message_id: int) -> Message:
        message = self._world.messages.get(message_id)
        if message is None:
            raise Refused(404, 10008, "Unknown Message")
        return message

    def _public_message(self, request: web.Request) -> Message:
        channel = self._known_channel(request)
        message = self._known_message(int(request.match_info["message"]))
        if message.channel is not channel or message.private:
            raise Refused(404, 10008, "Unknown Message")
        return message

    async def _channel(self, request: web.Request) -> web.Response:
        return reply(payloads.channel(self._known_channel(request)))

    async def _send(self, request: web.Request) -> web.Response:
        channel = self._known_channel(request)
        return reply(self._shown(self._create(channel, *await read(request))))

    async def _history(self, request: web.Request) -> web.Response:
        newest_first = reversed(self._world.in_channel(self._known_channel(request)))
        limit = int(request.query.get("limit", 50))
        return reply([self._shown(message) for message in newest_first][:limit])

    async def _message(self, request: web.Request) -> web.Response:
        return reply(self._shown(self._public_message(request)))

    async def _edit(self, request: web.Request) -> web.Response:
        message = self._public_message(request)
        self._change(message, *await read(request))
        return reply(self._shown(message))

    async def _delete(self, request: web.Request) -> web.Response:
        return self._remove(self._public_message(request))

    async def _thread(self, request: web.Request) -> web.Response:
        parent = self._known_channel(request)
        body = await request.json()
        thread = self._world.add_channel(parent.guild, str(body["name"]), parent)
        self._gateway.dispatch("THREAD_CREATE", payloads.channel(thread))
        return reply(payloads.channel(thread), 201)

    async def _nothing(self, request: web.Request) -> web.Response:
        return nothing()

    # -- messages

    def _shown(self, message: Message) -> Json:
        return payloads.message(self._world, message)

    def _create(self, channel: Channel, body: Json, uploads: list[Upload]) -> Message:
        draft = Message(self._world.new_id(), channel)
        draft.flags = int(body.get("flags") or 0) & EPHEMERAL
        write(self._world, draft, body, uploads)
        self._world.messages[draft.id] = draft
        self._tell("MESSAGE_CREATE", draft)
        return draft

    def _change(self, message: Message, body: Json, uploads: list[Upload]) -> None:
        write(self._world, message, body, uploads)
        message.edited = True
        self._tell("MESSAGE_UPDATE", message)

    def _remove(self, message: Message) -> web.Response:
        del self._world.messages[message.id]
        gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
        self._gateway.dispatch_message("MESSAGE_DELETE", gone | {"guild_id": str(message.channel.guild.id)})
        return nothing()

    def _tell(self, event: str, message: Message) -> None:
        if not message.private:
            guild_id = str(message.channel.guild.id)
            self._gateway.dispatch_message(event, self._shown(message) | {"guild_id": guild_id})


def refuse_unanswerable(begun: Interaction, answer: Answer) -> None:
    """Raises Refused for a second answer, one after 3 seconds, or one of a type that does not suit."""
    if begun.answer.done():
        raise Refused(400, 40060, "Interaction has already been acknowledged.")
    if answer.at - begun.sent_at > DEADLINE_SECONDS:
        raise Refused(404, 10062, "Unknown interaction")
    if answer.kind not in ALLOWED_ANSWERS[begun.kind]:
        raise Refused(400, 50035, f"type {answer.kind} cannot answer an interaction of type {begun.kind}")
