"""Pictures on messages as Discord is reported to treat them: an answer that would lose one here would lose it there."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any

import aiohttp
import pytest
from discord.components import MediaGalleryComponent
from yarl import URL

from benchmarks.loopback import Interaction, Loopback, Message

Body = dict[str, Any]
V2 = 1 << 15
PNG = b"\x89PNG\r\n\x1a\n"
NEW_MESSAGE, UPDATE = 4, 7


def showing(name: str, *listed: Body) -> Body:
    """A message with a picture and the files listed for it."""
    gallery = {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, "description": "Ada: 12"}]}
    button = {"type": 2, "style": 2, "label": "Roll", "custom_id": "roll"}
    components = [{"type": 17, "components": [gallery, {"type": 1, "components": [button]}]}]
    return {"components": components, "flags": V2, "attachments": list(listed)}


def new(name: str) -> Body:
    """The first file of the request."""
    return {"id": 0, "filename": name}


class Bot:
    """What a bot sends, with a file named `upload` beside the JSON if there is one."""

    def __init__(self, discord: Loopback, http: aiohttp.ClientSession) -> None:
        self.discord = discord
        self._http = http
        self._member = discord.world.add_member("Ada")
        self.channel = discord.world.add_guild("The Parlour").channels[0]

    async def send(self, method: str, path: str, body: Body, upload: str | None = None) -> int:
        sent: dict[str, Any] = {"json": body}
        if upload is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            form.add_field("files[0]", PNG, filename=upload, content_type="application/octet-stream")
            sent = {"data": form}
        async with self._http.request(method, f"{self.discord.api_base}{path}", **sent) as response:
            return response.status

    async def answer(self, interaction: Interaction, kind: int, body: Body, upload: str | None = None) -> int:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await self.send("POST", path, {"type": kind, "data": body}, upload)

    async def update(self, message: Message, body: Body, upload: str | None = None) -> int:
        """Answer a press by changing the message."""
        return await self.answer(self.discord.press(self._member, message, "roll"), UPDATE, body, upload)

    async def edit(self, message: Message, body: Body, upload: str | None = None) -> int:
        return await self.send("PATCH", f"/channels/{message.channel.id}/messages/{message.id}", body, upload)

    async def post(self, body: Body, upload: str | None = None) -> int:
        return await self.send("POST", f"/channels/{self.channel.id}/messages", body, upload)

    async def seen(self, message: Message) -> Body:
        """The message as Discord tells it."""
        path = f"/channels/{message.channel.id}/messages/{message.id}"
        async with self._http.get(f"{self.discord.api_base}{path}") as response:
            told: Body = await response.json()
            return told


@pytest.fixture
def bot(discord: Loopback, http: aiohttp.ClientSession) -> Bot:
    return Bot(discord, http)


@pytest.fixture
async def board(bot: Bot) -> Message:
    """A message that shows one.png."""
    assert await bot.post(showing("one.png", new("one.png")), "one.png") == 200
    return bot.discord.world.in_channel(bot.channel)[-1]


def shown_names(message: Message) -> list[str]:
    """The files that viewers load."""
    return [PurePosixPath(URL(item["media"]["url"]).path).name for item in message.pictures()]


def kept(message: Message) -> Body:
    """The message's first file as an edit has to list it."""
    return {key: message.attachments[0][key] for key in ("id", "filename")}


async def test_an_uploaded_picture_is_shown_and_not_listed_as_an_attachment(bot: Bot, board: Message) -> None:
    told = await bot.seen(board)
    assert told["attachments"] == []
    [gallery] = [part for part in told["components"][0]["components"] if part["type"] == 12]
    component = MediaGalleryComponent(gallery, None)
    assert component.items[0].media.attachment_id == int(board.attachments[0]["id"])
    assert shown_names(board) == ["one.png"]
    assert board.attachments[0]["size"] == len(PNG)


async def test_a_picture_that_nothing_shows_is_listed(bot: Bot) -> None:
    assert await bot.post({"content": "", "attachments": [new("one.png")]}, "one.png") == 200
    [message] = bot.discord.world.in_channel(bot.channel)
    [listed] = (await bot.seen(message))["attachments"]
    assert (listed["filename"], listed["size"]) == ("one.png", len(PNG))


async def test_an_update_keeps_the_picture_that_it_lists_by_id_and_name(bot: Bot, board: Message) -> None:
    before = board.attachments
    assert await bot.update(board, showing("one.png", kept(board))) == 204
    assert (board.attachments, shown_names(board)) == (before, ["one.png"])


@pytest.mark.parametrize("change", [{"filename": None}, {"filename": "two.png"}, {"id": "77"}])
async def test_a_picture_is_not_kept_by_id_alone_or_by_another_name(bot: Bot, board: Message, change: Body) -> None:
    before = board.attachments
    assert await bot.update(board, showing("one.png", kept(board) | change)) == 400
    assert (board.attachments, shown_names(board)) == (before, ["one.png"])
    assert [refusal.code for refusal in bot.discord.world.refusals] == [50035]


async def test_a_new_picture_takes_the_place_of_the_old_one(bot: Bot, board: Message) -> None:
    first = board.attachments[0]["id"]
    assert await bot.update(board, showing("two.png", new("two.png")), "two.png") == 204
    assert [file["filename"] for file in board.attachments] == shown_names(board) == ["two.png"]
    assert board.attachments[0]["id"] != first


async def test_a_picture_that_is_not_there_is_refused(bot: Bot, board: Message) -> None:
    assert await bot.update(board, showing("two.png", kept(board))) == 400
    assert await bot.edit(board, showing("one.png")) == 400
    assert await bot.post(showing("one.png")) == 400
    assert [refusal.code for refusal in bot.discord.world.refusals] == [50035] * 3
    assert shown_names(board) == ["one.png"]
    assert bot.discord.world.in_channel(bot.channel) == [board]


async def test_an_edit_that_lists_no_file_drops_them_and_one_without_a_list_keeps_them(
    bot: Bot, board: Message
) -> None:
    assert await bot.edit(board, {"components": board.components}) == 200
    assert len(board.attachments) == 1
    assert await bot.edit(board, {"components": [{"type": 10, "content": "Moved"}], "attachments": []}) == 200
    assert (board.attachments, board.pictures()) == ([], [])


async def test_edits_and_answers_upload_pictures_too(bot: Bot, board: Message) -> None:
    assert await bot.edit(board, showing("two.png", new("two.png")), "two.png") == 200
    assert shown_names(board) == ["two.png"]
    command = bot.discord.press(bot.discord.world.add_member("Bo"), board, "roll")
    assert await bot.answer(command, NEW_MESSAGE, showing("three.png", new("three.png")), "three.png") == 204
    assert shown_names(bot.discord.world.in_channel(bot.channel)[-1]) == ["three.png"]
    follow_up = f"/webhooks/1/{command.token}"
    assert await bot.send("POST", follow_up, showing("four.png", new("four.png")), "four.png") == 200
    assert await bot.send("PATCH", f"{follow_up}/messages/@original", showing("three.png")) == 400
    newest = bot.discord.world.in_channel(bot.channel)[-2:]
    assert [shown_names(message) for message in newest] == [["three.png"], ["four.png"]]
