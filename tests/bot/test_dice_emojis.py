"""Dice as emojis of the application, over simulated Discord, whose application keeps them from start to start."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import aiohttp
import discord
import pytest
from simcord.backend import errors

from bot.dice_emojis import DiceEmojis
from bot.pictures import emojis as pictures
from bot.ui.components import Control, button
from bot.wire import Component
from tests.bot.table import Table

EMOJIS = "/applications/*/emojis"
DICE = [(face, held) for face in range(1, 7) for held in (False, True)]


def there(table: Table) -> dict[int, str]:
    """The application's emojis: names by id."""
    return {emoji.id: emoji.name for emoji in table.env.backend.application_emojis.values()}


def shown(dice: DiceEmojis) -> list[Component | None]:
    return [dice.component(face, held) for face, held in DICE]


def changes(table: Table) -> int:
    """How often the bot has changed the application's emojis since it was last asked."""
    requests = table.env.http_requests
    count = sum("/emojis" in request.path and request.method != "GET" for request in requests)
    requests.clear()
    return count


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "bot.dice_emojis"]


def redraw_five(monkeypatch: pytest.MonkeyPatch) -> None:
    """The free five looks different from now on."""
    monkeypatch.setattr(pictures, "EMOJIS", {**pictures.EMOJIS, "die_5": pictures.EMOJIS["die_6_held"]})


async def test_the_first_start_uploads_all_twelve(table: Table) -> None:
    assert changes(table) == 12
    uploaded = there(table)
    for face, held in DICE:
        emoji = table.bot.dice_emojis.component(face, held)
        assert uploaded[int(emoji["id"])] == emoji["name"]
        assert pictures.own_name(emoji["name"]) == pictures.emoji_name(face, held)


async def test_later_starts_recognise_them(table: Table) -> None:
    before = shown(table.bot.dice_emojis)
    changes(table)
    await table.restart()
    assert shown(table.bot.dice_emojis) == before
    assert changes(table) == 0


async def test_a_redrawn_die_is_replaced_and_the_others_stay(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = there(table)
    changes(table)
    redraw_five(monkeypatch)
    await table.restart()
    after = there(table)
    assert changes(table) == 2
    assert {pictures.own_name(name) for name in after.values()} == set(pictures.EMOJIS)
    assert len(after) == 12
    assert len(before.keys() & after.keys()) == 11
    assert after[int(table.bot.dice_emojis.component(5, False)["id"])] == pictures.uploaded_name("die_5")


async def test_other_emojis_of_the_application_are_left_alone(table: Table) -> None:
    names = ["die", "die_5", "party_die_5_00000000", "die_7_00000000"]
    foreign = [await table.bot.create_application_emoji(name=name, image=pictures.EMOJIS["die_5"]) for name in names]
    before = shown(table.bot.dice_emojis)
    await table.restart()
    assert [there(table).get(emoji.id) for emoji in foreign] == names
    assert shown(table.bot.dice_emojis) == before


@pytest.mark.parametrize(
    ("method", "status", "code"),
    [
        ("GET", 403, 50013),
        ("GET", 502, 0),
        ("POST", 403, 50013),
        ("POST", 400, 30008),
        ("POST", 429, 0),
        ("POST", 503, 0),
    ],
)
async def test_what_discord_refuses_costs_the_emojis_and_one_line_in_the_log(
    table: Table, caplog: pytest.LogCaptureFixture, method: str, status: int, code: int
) -> None:
    table.env.backend.application_emojis.clear()
    table.env.inject_error(method, EMOJIS, status=status, code=code)
    await table.restart()
    assert shown(table.bot.dice_emojis) == [None] * 12
    assert len(complaints(caplog)) == 1
    assert f"plain labels instead of emojis: {status} " in caplog.text
    board = await table.play("yatzy")
    await board.press(table.ada, "Roll")
    assert "roll 1 of 3" in board.shown.text
    await table.restart()
    assert None not in shown(table.bot.dice_emojis), "and the next start tries again"
    assert len(there(table)) == 12


async def test_a_limit_that_is_reached_half_way_leaves_no_mixed_board(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    backend = table.env.backend
    create = backend.create_application_emoji

    def up_to_five(name: str, **rest: Any) -> Any:
        if len(backend.application_emojis) == 5:
            raise errors.BackendError(400, 30008, "Maximum number of emojis reached")
        return create(name, **rest)

    backend.application_emojis.clear()
    monkeypatch.setattr(backend, "create_application_emoji", up_to_five)
    await table.restart()
    assert shown(table.bot.dice_emojis) == [None] * 12
    assert len(complaints(caplog)) == 1


@pytest.mark.parametrize("trouble", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError()])
async def test_a_connection_that_breaks(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, trouble: Exception
) -> None:
    async def broken(_: discord.Client) -> None:
        raise trouble

    monkeypatch.setattr(discord.Client, "fetch_application_emojis", broken)
    await table.restart()
    assert shown(table.bot.dice_emojis) == [None] * 12
    assert len(complaints(caplog)) == 1


async def test_without_pillow_there_are_labels(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "bot.pictures", None)
    await table.restart()
    assert shown(table.bot.dice_emojis) == [None] * 12
    assert len(complaints(caplog)) == 1


async def test_a_surprise_is_logged(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def surprise(_: discord.Client) -> None:
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr(discord.Client, "fetch_application_emojis", surprise)
    await table.restart()
    assert shown(table.bot.dice_emojis) == [None] * 12
    assert "nobody foresaw this" in caplog.text


async def test_an_outdated_emoji_that_cannot_be_deleted_keeps_no_new_one_from_being_used(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    redraw_five(monkeypatch)
    table.env.inject_error("DELETE", f"{EMOJIS}/*", status=503)
    await table.restart()
    new = table.bot.dice_emojis.component(5, False)
    assert new["name"] == pictures.uploaded_name("die_5")
    (complaint,) = complaints(caplog)
    assert "outdated dice emojis are still there: 503" in complaint
    await table.restart()
    assert len(there(table)) == 12
    assert table.bot.dice_emojis.component(5, False) == new


@pytest.mark.parametrize("names_are_unique", [True, False])
async def test_two_processes_that_start_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, names_are_unique: bool
) -> None:
    """Both have outdated emojis to replace; simulated Discord takes a name twice, the real one perhaps not."""
    backend = table.env.backend
    create = backend.create_application_emoji

    def once(name: str, **rest: Any) -> Any:
        if name in there(table).values():
            raise errors.invalid_form_body("That name is already taken")
        return create(name, **rest)

    if names_are_unique:
        monkeypatch.setattr(backend, "create_application_emoji", once)
    for emoji in backend.application_emojis.values():
        emoji.name = f"{emoji.name[:-8]}00000000"
    both = [DiceEmojis(), DiceEmojis()]
    await asyncio.gather(*(dice.prepare(table.bot) for dice in both))
    uploaded = there(table)
    assert set(uploaded.values()) == set(map(pictures.uploaded_name, pictures.EMOJIS)), "the outdated ones are gone"
    for dice in both:
        for face, held in DICE:
            component = dice.component(face, held)
            assert component is not None
            assert uploaded[int(component["id"])] == pictures.uploaded_name(pictures.emoji_name(face, held))
    assert not complaints(caplog)


async def test_of_two_with_one_name_every_process_takes_the_same_and_leaves_the_other(table: Table) -> None:
    before = shown(table.bot.dice_emojis)
    table.env.backend.create_application_emoji(pictures.uploaded_name("die_5"))
    other = DiceEmojis()
    await other.prepare(table.bot)
    assert shown(other) == before
    assert len(there(table)) == 13


async def test_a_refused_emoji_means_an_hour_of_labels(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    dice = table.bot.dice_emojis
    before = shown(dice)
    text = "Invalid Form Body\nIn data.components.0.components.2.components.0.emoji.id: Invalid emoji"
    assert dice.refused(await refusal(table, code=50035, message=text))
    assert shown(dice) == [None] * 12
    assert len(complaints(caplog)) == 1
    table.env.backend.advance_clock(3601)
    assert shown(dice) == before


async def test_another_refusal_costs_no_emojis(table: Table) -> None:
    dice = table.bot.dice_emojis
    assert not dice.refused(await refusal(table, code=50013, message="Missing Permissions"))
    assert not dice.refused(await refusal(table, code=50035, message="In data.components.0.content: Too long"))
    assert None not in shown(dice)


async def refusal(table: Table, *, code: int, message: str) -> discord.HTTPException:
    table.env.inject_error("POST", "/channels/*/messages", status=400, code=code, message=message)
    with pytest.raises(discord.HTTPException) as refused:
        await table.bot.get_channel(table.channel.id).send("-")
    return refused.value


async def test_a_bot_that_closes_meanwhile_does_not_wait_for_them(table: Table) -> None:
    table.env.backend.application_emojis.clear()
    dice = DiceEmojis()
    dice.start(table.bot)
    await dice.stop()
    assert shown(dice) == [None] * 12
    assert not there(table)


def test_no_emojis_at_all() -> None:
    assert shown(DiceEmojis.none()) == [None] * 12


def test_a_button_with_an_emoji_needs_no_label() -> None:
    control, emoji = Control("1", 0, "h1+"), {"id": "5", "name": "die_5"}
    assert button("", control, emoji=emoji) == {"type": 2, "style": 2, "custom_id": "v1:1:0:h1+", "emoji": emoji}
    assert button("5", control, emoji=emoji)["label"] == "5"
    assert "emoji" not in button("5", control)
