"""Files of messages: uploaded, kept or dropped by an edit, and shown by components, as Discord is reported to do it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from benchmarks.loopback.refused import refuse_faults
from benchmarks.loopback.world import Json, Message, World, walk

CDN = "https://cdn.discordapp.com/attachments"
PROXY = "https://media.discordapp.net/attachments"
SIGNED = "ex=6924a1b2&is=69235032&hm=5d0c3a9be1f24c7f8a6e0b9d1c2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b&"
REFERENCE = "attachment://"
TYPES = {".png": "image/png"}
MOST = 10


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request; the request's JSON speaks of it by `number`."""

    number: str
    filename: str
    content: bytes


def files_after(world: World, message: Message, body: Json, uploads: list[Upload]) -> list[Json]:
    """The files that `message` has after a request: those that it lists, or all where it lists none.

    Raises Refused for one that is neither there nor uploaded, and for one that is kept under another name.
    """
    new = {upload.number: attachment(world, message, upload) for upload in uploads}
    if body.get("attachments") is None:
        return [*message.attachments, *new.values()]
    listed: list[Json] = body["attachments"]
    known = {file["id"]: file for file in message.attachments} | new
    faults = [f"attachments: too many, {len(listed)}"] if len(listed) > MOST else []
    for each in listed:
        file = known.get(str(each.get("id")))
        # The field report: a file that stays needs its name besides its id.
        if file is None or (str(each["id"]) not in new and each.get("filename") != file["filename"]):
            faults.append(f"attachments: no such file: {each}")
    refuse_faults(faults)
    return [known[str(each["id"])] for each in listed]


def attachment(world: World, message: Message, upload: Upload) -> Json:
    """An uploaded file as an attachment of `message`."""
    number = world.new_id()
    place = f"{message.channel.id}/{number}/{upload.filename}?{SIGNED}"
    return {
        "id": str(number),
        "filename": upload.filename,
        "size": len(upload.content),
        "url": f"{CDN}/{place}",
        "proxy_url": f"{PROXY}/{place}",
        "content_type": TYPES.get(PurePosixPath(upload.filename).suffix, "application/octet-stream"),
    }


def show_files(components: list[Json], files: list[Json]) -> None:
    """Turn `attachment://` references into what Discord gives back for them.

    Raises Refused for a reference to a file that is not among `files`.
    """
    named = {file["filename"]: file for file in files}
    there = {file["id"] for file in files}
    faults = []
    for media in media_of(components):
        name = media["url"].removeprefix(REFERENCE)
        if name != media["url"] and name in named:
            media.update(media_from(named[name]))
        elif name != media["url"] or media.get("attachment_id", "") not in {"", *there}:
            faults.append(f"UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND: {media['url']}")
    refuse_faults(faults)


def media_of(components: list[Json]) -> Iterator[Json]:
    """Whatever is shown by an address: the items of galleries, thumbnails and files."""
    for part in walk(components):
        for holder in (part, *part.get("items", [])):
            yield from (holder[key] for key in ("media", "file") if key in holder)


def media_from(file: Json) -> Json:
    """A shown file."""
    kept = {key: file[key] for key in ("url", "proxy_url", "content_type")}
    return {**kept, "id": file["id"], "attachment_id": file["id"], "loading_state": 2, "flags": 0}


def unused(message: Message) -> list[Json]:
    """The files that no component shows: Discord lists only those as the message's attachments."""
    used = {media.get("attachment_id") for media in media_of(message.components)}
    return [file for file in message.attachments if file["id"] not in used]
