"""Discord's components as dicts, and the custom_ids by which their presses come back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.wire import Component

PRIMARY, SECONDARY, SUCCESS, DANGER, LINK = 1, 2, 3, 4, 5
ACCENT = 0x5865F2
DONE = 0x2E7D32

MOST_CHOICES = 25
"""Discord's limit for a menu."""

MOST_BUTTONS = 5
"""Discord's limit for a row."""

CHANNEL_TYPES = (0, 2, 5, 13, 15, 16)
"""Text, voice, announcements, stage, forum and media: threads count as the channel that they are in."""

CUSTOM_ID = re.compile(
    r"v1:(?P<subject>[a-z]?[0-9]{1,19}):(?P<ply>[0-9]{1,6}):(?P<what>[a-z0-9][A-Za-z0-9_.+-]{0,60})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Control:
    """What a custom_id says: whose control it is, at which ply it was shown, and what it asks for.

    `subject` is a session's number, `c` and a challenge's, or `0`; `what` is a word with arguments by dots.
    """

    subject: str
    ply: int
    word: str
    arguments: tuple[str, ...] = ()

    def custom_id(self) -> str:
        """The text that comes back with a press; at most 100 ASCII characters."""
        return f"v1:{self.subject}:{self.ply}:{'.'.join((self.word, *self.arguments))}"

    @classmethod
    def parse(cls, custom_id: str) -> Control | None:
        """The control of a custom_id; None for one that is not ours, or from another version."""
        found = CUSTOM_ID.fullmatch(custom_id)
        if found is None:
            return None
        word, *arguments = found["what"].split(".")
        return cls(found["subject"], int(found["ply"]), word, tuple(arguments))


def text(content: str) -> Component:
    """A paragraph of Discord markdown."""
    return {"type": 10, "content": content}


def line() -> Component:
    """A dividing line."""
    return {"type": 14, "divider": True, "spacing": 1}


def container(*parts: Component, accent: int = ACCENT) -> Component:
    """A framed group with a coloured edge."""
    return {"type": 17, "accent_color": accent, "components": list(parts)}


def row(*parts: Component) -> Component:
    """Up to five buttons side by side, or one menu."""
    return {"type": 1, "components": list(parts)}


def button(
    label: str,
    control: Control,
    style: int = SECONDARY,
    *,
    disabled: bool = False,
    emoji: Component | None = None,
) -> Component:
    """A button; the label is plain text of at most 80 characters, and may be empty beside an emoji."""
    made: Component = {"type": 2, "style": style, "custom_id": control.custom_id()}
    if label:
        made["label"] = label
    if emoji is not None:
        made["emoji"] = emoji
    if disabled:
        made["disabled"] = True
    return made


def link(label: str, url: str) -> Component:
    """A button that opens an address."""
    return {"type": 2, "style": LINK, "label": label, "url": url}


def choice(label: str, value: str, description: str = "", *, chosen: bool = False) -> Component:
    """One entry of a menu; label and description at most 100 characters."""
    made: Component = {"label": label[:100], "value": value}
    if description:
        made["description"] = description[:100]
    if chosen:
        made["default"] = True
    return made


def menu(
    placeholder: str,
    control: Control,
    choices: Sequence[Component],
    *,
    disabled: bool = False,
    number: int | None = None,
) -> Component:
    """A menu of at most 25 entries, in a row of its own.

    `number` is the menu's own, below 2³¹ and no other component's of the message: where it differs from one showing to
    the next, no client takes the menu for the one before, with what was chosen there.
    """
    made: Component = {
        "type": 3,
        "custom_id": control.custom_id(),
        "placeholder": placeholder[:150],
        "options": list(choices)[:MOST_CHOICES],
    }
    if number is not None:
        made["id"] = number
    if disabled:
        made["disabled"] = True
    return row(made)


def channel_menu(placeholder: str, control: Control, chosen: Iterable[int]) -> Component:
    """A menu of the channels in which messages can be sent: up to 25 of them may be chosen, or none."""
    return row(
        {
            "type": 8,
            "custom_id": control.custom_id(),
            "placeholder": placeholder[:150],
            "channel_types": list(CHANNEL_TYPES),
            "min_values": 0,
            "max_values": MOST_CHOICES,
            "default_values": [{"id": str(channel), "type": "channel"} for channel in chosen][:MOST_CHOICES],
        }
    )
