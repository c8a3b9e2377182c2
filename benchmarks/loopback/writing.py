"""What a request makes of a message."""

from __future__ import annotations

from benchmarks.loopback import payloads
from benchmarks.loopback.emojis import refuse_unknown_emojis
from benchmarks.loopback.files import Upload, files_after, show_files
from benchmarks.loopback.limits import message_faults
from benchmarks.loopback.refused import refuse_faults
from benchmarks.loopback.world import COMPONENTS_V2, LOADING, Json, Message, World


def write(world: World, message: Message, body: Json, uploads: list[Upload]) -> None:
    """Lay `body` over a message as Discord does: fields that it leaves out stay.

    Raises Refused, the message unchanged, where Discord's limits forbid the outcome, or where it needs a file or an
    emoji that is not there.
    """
    flags = message.flags & ~LOADING | int(body.get("flags") or 0) & COMPONENTS_V2
    after = {key: body[key] if key in body else getattr(message, key) for key in ("embeds", "components")}
    content = body.get("content", message.content)
    files = files_after(world, message, body, uploads)
    refuse_faults(message_faults(after | {"attachments": files}, flags, content or ""))
    components = payloads.numbered(after["components"] or [])
    show_files(components, files)
    refuse_unknown_emojis(world, components)
    message.content = content or ""
    message.embeds = after["embeds"] or []
    message.components = components
    message.attachments = files
    message.flags = flags
