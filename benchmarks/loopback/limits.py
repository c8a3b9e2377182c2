"""Discord's limits on messages, modals and commands, as the sentences of its error 50035.

discord.py checks some of them only while it builds its own Items; a bot that sends plain dictionaries meets them here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from benchmarks.loopback.world import COMPONENTS_V2, Json, walk

ROW, BUTTON, SELECT, TEXT_INPUT, SECTION, TEXT = 1, 2, 3, 4, 9, 10
THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 11, 12, 13, 14, 17, 18
AUTO_SELECTS = (5, 6, 7, 8)
TOP_LEVEL = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
IN_LABEL = (SELECT, TEXT_INPUT, *AUTO_SELECTS)
LINK, PREMIUM = 5, 6
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
CHAT_INPUT = 1
SUBCOMMANDS = (1, 2)


class Faults:
    """The faults found so far, each with the place it was found at."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, where: str, fault: str) -> None:
        self.found.append(f"{where}: {fault}")

    def text(self, where: str, value: object, low: int, high: int) -> None:
        """A string of `low` to `high` characters, nothing else."""
        if not isinstance(value, str):
            self.add(where, f"a string is required, not {value!r}")
        elif not low <= len(value) <= high:
            self.add(where, f"must be {low} to {high} characters, has {len(value)}")

    def optional(self, where: str, part: Json, key: str, low: int, high: int) -> None:
        """The same, where the field may be absent or null."""
        if part.get(key) is not None:
            self.text(f"{where}.{key}", part[key], low, high)

    def count(self, where: str, things: object, low: int, high: int) -> None:
        """A list of `low` to `high` members."""
        size = len(things) if isinstance(things, list) else -1
        if not low <= size <= high:
            self.add(where, f"must have {low} to {high} members, has {size}")

    def kinds(self, where: str, parts: list[Json], allowed: tuple[int, ...]) -> None:
        """Only components of the allowed types."""
        for place, part in enumerate(parts):
            if part.get("type") not in allowed:
                self.add(f"{where}[{place}]", f"type {part.get('type')} is not allowed here")


def message_faults(payload: Json, flags: int, content: str) -> list[str]:
    """What Discord would refuse in a message with these flags and this content, `payload` being laid over it."""
    faults = Faults()
    components: list[Json] = payload.get("components") or []
    faults.text("content", content, 0, 2000)
    if flags & COMPONENTS_V2:
        check_layout(faults, components, content, payload)
    else:
        faults.count("components", components, 0, 5)
        faults.kinds("components", components, (ROW,))
        if not (content or components or payload.get("embeds") or payload.get("attachments")):
            faults.add("content", "cannot send an empty message")
    check_tree(faults, components)
    return faults.found


def check_layout(faults: Faults, components: list[Json], content: str, payload: Json) -> None:
    """The rules of Components V2 for the message as a whole."""
    if content or payload.get("embeds"):
        faults.add("content", "cannot be used with the IS_COMPONENTS_V2 flag")
    faults.kinds("components", components, TOP_LEVEL)
    total = sum(1 for _ in walk(components))
    if not 1 <= total <= 40:
        faults.add("components", f"must be 1 to 40 with those nested, are {total}")
    letters = sum(len(part.get("content", "")) for part in walk(components) if part.get("type") == TEXT)
    if letters > 4000:
        faults.add("components", f"must have at most 4000 characters of text in total, have {letters}")


def check_tree(faults: Faults, components: list[Json]) -> None:
    """Every component by itself, and what must be unique among them."""
    parts = list(walk(components))
    for number, part in enumerate(parts):
        check = CHECKS.get(part.get("type", 0))
        where = f"component {number} (type {part.get('type')})"
        if check is None:
            faults.add(where, "is of no known type")
        else:
            check(faults, where, part)
    for key in ("custom_id", "id"):
        repeated = [value for value, times in Counter(part.get(key) for part in parts).items() if value and times > 1]
        if repeated:
            faults.add("components", f"{key} is used twice: {repeated[0]!r}")


def check_row(faults: Faults, where: str, row: Json) -> None:
    inside: list[Json] = row.get("components", [])
    if any(part.get("type") == BUTTON for part in inside):
        faults.count(where, inside, 1, 5)
        faults.kinds(where, inside, (BUTTON,))
    else:
        faults.count(where, inside, 1, 1)
        faults.kinds(where, inside, IN_LABEL)


def check_button(faults: Faults, where: str, button: Json) -> None:
    faults.optional(where, button, "label", 1, 80)
    if not button.get("label") and not button.get("emoji"):
        faults.add(where, "needs a label or an emoji")
    if button.get("style") == LINK:
        faults.text(f"{where}.url", button.get("url"), 1, 512)
    elif button.get("style") in (1, 2, 3, 4):
        faults.text(f"{where}.custom_id", button.get("custom_id"), 1, 100)
    elif button.get("style") != PREMIUM:
        faults.add(f"{where}.style", f"{button.get('style')!r} is no button style")


def check_any_select(faults: Faults, where: str, select: Json) -> None:
    faults.text(f"{where}.custom_id", select.get("custom_id"), 1, 100)
    faults.optional(where, select, "placeholder", 1, 150)
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        faults.add(where, f"min_values {low} and max_values {high} do not fit")


def check_select(faults: Faults, where: str, select: Json) -> None:
    check_any_select(faults, where, select)
    options: list[Json] = select.get("options", [])
    faults.count(f"{where}.options", options, 1, 25)
    for place, option in enumerate(options):
        check_option(faults, f"{where}.options[{place}]", option)
    if len({option.get("value") for option in options}) < len(options):
        faults.add(f"{where}.options", "values must be unique")
    if select.get("max_values", 1) > max(1, len(options)):
        faults.add(f"{where}.max_values", "more than there are options")
    if sum(bool(option.get("default")) for option in options) > select.get("max_values", 1):
        faults.add(f"{where}.options", "more defaults than max_values")


def check_option(faults: Faults, where: str, option: Json) -> None:
    faults.text(f"{where}.label", option.get("label"), 1, 100)
    faults.text(f"{where}.value", option.get("value"), 1, 100)
    faults.optional(where, option, "description", 1, 100)


def check_text(faults: Faults, where: str, part: Json) -> None:
    faults.text(f"{where}.content", part.get("content"), 1, 4000)


def check_section(faults: Faults, where: str, section: Json) -> None:
    faults.count(where, section.get("components"), 1, 3)
    faults.kinds(where, section.get("components", []), (TEXT,))
    faults.kinds(f"{where}.accessory", [section.get("accessory") or {}], (BUTTON, THUMBNAIL))


def check_gallery(faults: Faults, where: str, gallery: Json) -> None:
    faults.count(f"{where}.items", gallery.get("items"), 1, 10)
    for place, item in enumerate(gallery.get("items", [])):
        check_media(faults, f"{where}.items[{place}]", item)


def check_media(faults: Faults, where: str, item: Json) -> None:
    faults.text(f"{where}.media.url", (item.get("media") or {}).get("url"), 1, 2048)
    faults.optional(where, item, "description", 1, 1024)


def check_file(faults: Faults, where: str, part: Json) -> None:
    faults.text(f"{where}.file.url", (part.get("file") or {}).get("url"), 1, 2048)


def check_separator(faults: Faults, where: str, separator: Json) -> None:
    if separator.get("spacing", 1) not in (1, 2):
        faults.add(f"{where}.spacing", "must be 1 or 2")


def check_container(faults: Faults, where: str, container: Json) -> None:
    faults.count(where, container.get("components"), 1, 40)
    faults.kinds(where, container.get("components", []), IN_CONTAINER)
    if not 0 <= (container.get("accent_color") or 0) <= 0xFFFFFF:
        faults.add(f"{where}.accent_color", "must be a colour of 24 bits")


def check_label(faults: Faults, where: str, label: Json) -> None:
    faults.text(f"{where}.label", label.get("label"), 1, 45)
    faults.optional(where, label, "description", 1, 100)
    faults.kinds(f"{where}.component", [label.get("component") or {}], IN_LABEL)


def check_text_input(faults: Faults, where: str, part: Json) -> None:
    faults.text(f"{where}.custom_id", part.get("custom_id"), 1, 100)
    faults.optional(where, part, "label", 1, 45)
    faults.optional(where, part, "placeholder", 1, 100)
    faults.optional(where, part, "value", 0, 4000)


CHECKS: dict[int, Callable[[Faults, str, Json], None]] = {
    ROW: check_row,
    BUTTON: check_button,
    SELECT: check_select,
    TEXT_INPUT: check_text_input,
    SECTION: check_section,
    TEXT: check_text,
    THUMBNAIL: check_media,
    GALLERY: check_gallery,
    FILE: check_file,
    SEPARATOR: check_separator,
    CONTAINER: check_container,
    LABEL: check_label,
    **dict.fromkeys(AUTO_SELECTS, check_any_select),
}


def modal_faults(modal: Json) -> list[str]:
    """What Discord would refuse in a modal."""
    faults = Faults()
    faults.text("title", modal.get("title"), 1, 45)
    faults.text("custom_id", modal.get("custom_id"), 1, 100)
    faults.count("components", modal.get("components"), 1, 5)
    faults.kinds("components", modal.get("components", []), (ROW, LABEL, TEXT))
    check_tree(faults, modal.get("components", []))
    return faults.found


def command_faults(commands: list[Json]) -> list[str]:
    """What Discord would refuse in a bulk registration of global commands."""
    faults = Faults()
    for command in commands:
        check_command(faults, f"/{command.get('name')}", command)
    kinds = Counter(command.get("type", CHAT_INPUT) for command in commands)
    for kind, most in ((1, 100), (2, 5), (3, 5)):
        if kinds[kind] > most:
            faults.add("commands", f"at most {most} of type {kind}, not {kinds[kind]}")
    return faults.found


def check_command(faults: Faults, where: str, command: Json) -> None:
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        faults.text(f"{where}.name", command.get("name"), 1, 32)
        return
    check_name(faults, where, command)
    check_command_options(faults, where, command)


def check_command_options(faults: Faults, where: str, command: Json) -> None:
    options: list[Json] = command.get("options", [])
    faults.count(f"{where}.options", options, 0, 25)
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        faults.add(f"{where}.options", "required options must come first")
    for option in options:
        check_command_option(faults, f"{where} {option.get('name')}", option)


def check_command_option(faults: Faults, where: str, option: Json) -> None:
    check_name(faults, where, option)
    if option.get("type") in SUBCOMMANDS:
        check_command_options(faults, where, option)
    choices: list[Json] = option.get("choices", [])
    faults.count(f"{where}.choices", choices, 0, 25)
    for choice in choices:
        faults.text(f"{where}.choices.name", choice.get("name"), 1, 100)


def check_name(faults: Faults, where: str, named: Json) -> None:
    name = str(named.get("name"))
    if not COMMAND_NAME.fullmatch(name) or name != name.lower():
        faults.add(f"{where}.name", "must be 1 to 32 lower-case letters, digits, - or _")
    faults.text(f"{where}.description", named.get("description"), 1, 100)
