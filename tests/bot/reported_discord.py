"""Simulated Discord made to treat files as Discord is reported to, and in the worst way that it might."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from simcord.backend import errors, serializers
from simcord.http.routes import interactions, messages

from tests.bot.board import BUTTON, walk

Edits = Callable[..., dict[str, Any]]

LARGEST_INDEX = 9
"""New files are listed by their index in the request, those that a message has by their id."""


def behave_as_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that components show are not in `attachments`; to keep one takes its id and its own name (FACTS.md)."""
    payload_of: Any = serializers.message_payload
    changes_of = edits()

    def payload(backend: Any, message: Any, **rest: Any) -> dict[str, Any]:
        made = dict(payload_of(backend, message, **rest))
        used = set(attachment_ids(made.get("components", [])))
        return made | {"attachments": [file for file in made["attachments"] if str(file["id"]) not in used]}

    def changes(context: Any, message: Any = None, *, body: Any = None) -> dict[str, Any]:
        names = {str(file["id"]): file["filename"] for file in message.attachments}
        for file in kept(context.body() if body is None else body):
            if names.get(str(file["id"])) != file.get("filename"):
                raise errors.invalid_form_body(f"attachments: {file}")
        return changes_of(context, message, body=body)

    monkeypatch.setattr(serializers, "message_payload", payload)
    patch_edits(monkeypatch, changes)


def never_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    """No edit may list a file that the message has."""
    changes_of = edits()

    def changes(context: Any, message: Any = None, *, body: Any = None) -> dict[str, Any]:
        if kept(context.body() if body is None else body):
            raise errors.invalid_form_body("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND")
        return changes_of(context, message, body=body)

    patch_edits(monkeypatch, changes)


def refuse_emojis(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application's emojis are gone: no edit may show them."""
    changes_of = edits()

    def changes(context: Any, message: Any = None, *, body: Any = None) -> dict[str, Any]:
        sent = context.body() if body is None else body
        if any("emoji" in part for part in walk(sent.get("components", [])) if part["type"] == BUTTON):
            raise errors.invalid_form_body("BUTTON_COMPONENT_INVALID_EMOJI")
        return changes_of(context, message, body=body)

    patch_edits(monkeypatch, changes)


def edits() -> Edits:
    """What takes an edit in at present; `patch_edits` puts something before it."""
    return vars(interactions)["message_edit_changes"]  # type: ignore[no-any-return]


def patch_edits(monkeypatch: pytest.MonkeyPatch, changes: Edits) -> None:
    for routes in (interactions, messages):
        monkeypatch.setattr(routes, "message_edit_changes", changes)


def kept(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The files of the message that an edit lists."""
    return [file for file in body.get("attachments") or [] if int(file["id"]) > LARGEST_INDEX]


def uploaded(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The new files that a request lists."""
    return [file for file in body.get("attachments") or [] if int(file["id"]) <= LARGEST_INDEX]


def attachment_ids(components: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The files that galleries show."""
    for part in walk(components):
        for item in part.get("items", ()):
            if "attachment_id" in item["media"]:
                yield str(item["media"]["attachment_id"])
