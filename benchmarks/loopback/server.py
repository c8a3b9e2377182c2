"""Loopback: simulated Discord listening on 127.0.0.1, and the hands of its members."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from aiohttp import web

from benchmarks.loopback import payloads
from benchmarks.loopback.board import Press
from benchmarks.loopback.gateway import Gateway
from benchmarks.loopback.rest import API, Rest
from benchmarks.loopback.world import Channel, Interaction, Json, Member, Message, World

COMMAND, COMPONENT, MODAL_SUBMIT = 2, 3, 5
SUBCOMMAND, USER_OPTION = 1, 6
BUTTON, SELECT, TEXT_INPUT, LABEL = 2, 3, 4, 18
USER_COMMAND = 2


class Loopback:
    """An asynchronous context: inside it a bot can connect, die, and connect again; what it showed stays."""

    def __init__(self) -> None:
        self.world = World()
        self.gateway = Gateway(self.world)
        self.rest = Rest(self.world, self.gateway)
        self._port = 0
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=2**25, middlewares=[self.rest.refuse])
        application.add_routes([web.get("/gateway", self.gateway.serve), *self.rest.routes()])
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.gateway.drop(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api_base(self) -> str:
        """Where the bot finds REST."""
        return f"http://127.0.0.1:{self._port}{API}"

    @property
    def gateway_url(self) -> str:
        """Where the bot finds the gateway."""
        return f"ws://127.0.0.1:{self._port}/gateway"

    # -- what members do

    def command(self, member: Member, channel: Channel, name: str, **values: object) -> Interaction:
        """A slash command, a subcommand's name after a space; a `Member` among the values is a user option.

        Raises KeyError where the bot has not registered the command or the option.
        """
        root, *deeper = name.split()
        registered = self.world.commands[root]
        resolved: Json = {}
        options = self._options(registered, deeper, values, resolved)
        data = {"id": registered["id"], "name": root, "type": registered["type"], "options": options}
        return self._begin(COMMAND, member, channel, data | ({"resolved": resolved} if resolved else {}))

    def user_command(self, member: Member, channel: Channel, name: str, target: Member) -> Interaction:
        """A command from another member's context menu."""
        registered = self.world.commands[name]
        data = {"id": registered["id"], "name": name, "type": USER_COMMAND, "target_id": str(target.id)}
        return self._begin(COMMAND, member, channel, data | {"resolved": resolved_member(target)})

    def press(self, member: Member, message: Message, custom_id: str) -> Interaction:
        """A press of a button, also of one that is no longer there, as from a screen that lags behind."""
        return self._component(member, message, {"component_type": BUTTON, "custom_id": custom_id})

    def choose(self, member: Member, message: Message, custom_id: str, *values: str) -> Interaction:
        """A choice from a menu."""
        data = {"component_type": SELECT, "custom_id": custom_id, "values": list(values)}
        return self._component(member, message, data)

    def use(self, member: Member, message: Message, press: Press) -> Interaction:
        """A press or a choice that a board offers."""
        if press.value is None:
            return self.press(member, message, press.custom_id)
        return self.choose(member, message, press.custom_id, press.value)

    def submit(self, shown: Interaction, **values: str) -> Interaction:
        """Send off the modal with which `shown` was answered, its text inputs filled by custom_id."""
        modal = shown.answer.result().data
        rows = [{"type": LABEL, "component": text_value(custom_id, value)} for custom_id, value in values.items()]
        data = {"custom_id": modal["custom_id"], "components": rows}
        return self._begin(MODAL_SUBMIT, shown.member, shown.channel, data, shown.source)

    def deliver_again(self, interaction: Interaction) -> None:
        """The same event once more, as Discord may after a lost connection."""
        self.gateway.dispatch("INTERACTION_CREATE", payloads.interaction(self.world, interaction))

    def _component(self, member: Member, message: Message, data: Json) -> Interaction:
        control = message.controls().get(data["custom_id"], {})
        return self._begin(COMPONENT, member, message.channel, data | {"id": control.get("id", 1)}, message)

    def _begin(
        self, kind: int, member: Member, channel: Channel, data: Json, source: Message | None = None
    ) -> Interaction:
        begun = self.world.begin(kind, member, channel, data, source)
        self.deliver_again(begun)
        return begun

    def _options(self, parent: Json, deeper: list[str], values: dict[str, object], resolved: Json) -> list[Json]:
        known = {option["name"]: option for option in parent.get("options", [])}
        if deeper:
            child = known[deeper[0]]
            inner = self._options(child, deeper[1:], values, resolved)
            return [{"name": child["name"], "type": child["type"], "options": inner}]
        return [option_value(known[name], value, resolved) for name, value in values.items()]


def option_value(option: Json, value: object, resolved: Json) -> Json:
    """One option of a command as its interaction carries it; a member's data goes into `resolved`."""
    sent = value
    if isinstance(value, Member):
        sent = str(value.id)
        for key, members in resolved_member(value).items():
            resolved.setdefault(key, {}).update(members)
    return {"name": option["name"], "type": option["type"], "value": sent}


def resolved_member(member: Member) -> Json:
    """The users and members that an interaction names."""
    key = str(member.id)
    return {"users": {key: payloads.user(member)}, "members": {key: payloads.member(member)}}


def text_value(custom_id: str, value: str) -> Json:
    """A filled text input."""
    return {"type": TEXT_INPUT, "custom_id": custom_id, "value": value}
