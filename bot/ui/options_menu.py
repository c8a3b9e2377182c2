"""Menus that show and change options: a game's, as the guild's house rules or in one lobby, and the looks of boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from bot.looks import LOOKS
from bot.text.rules import in_words, options_in_words
from bot.ui.components import DANGER, Control, button, choice, container, menu, row, text
from bot.wire import Component
from engine.game import AnyGame, Option, Options

MOST_CHOICES = 25
"""Discord's limit for a menu; numbers with a wider range are typed into a modal."""


class OptionGroup(Protocol):
    """Options that are shown together: a game's, or those of boards. A control names them by their id."""

    @property
    def id(self) -> str:
        """What no other group has."""

    @property
    def title(self) -> str:
        """What a member calls them."""

    @property
    def options(self) -> tuple[Option, ...]:
        """In the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class _Boards:
    id: str = "boards"
    title: str = "Boards"
    options: tuple[Option, ...] = LOOKS


BOARDS: OptionGroup = _Boards()


def groups_menu(games: list[AnyGame]) -> list[Component]:
    """A menu of what a guild may change: how boards look, or the house rules of a game."""
    boards = choice("Boards: picture or text, dark or light", BOARDS.id, "How boards look in this server")
    entries = [boards, *(choice(game.title, game.id, game.summary) for game in games)]
    asked = text("## Options of this server\nHow boards look, or a game's house rules?")
    return [container(asked, menu("Choose…", Control("0", 0, "games"), entries))]


def looks_menu(options: Options, *, may_change: bool, shown: int = 0) -> list[Component]:
    """How boards look in the guild, and (for whoever may change it) a menu; for `shown` see `options_menu`."""
    told = "\n".join(f"• {o.title}: {in_words(o, options[o.id])}" for o in BOARDS.options)
    hint = "-# A board on show follows with its next press. `/card` is each member's own choice of picture or text."
    parts = [text(f"## Boards in this server\n{told}\n{hint}")]
    if may_change:
        parts += _change("0", BOARDS, BOARDS.options, options, shown, usual="Back to the usual looks")
    return [container(*parts)]


def options_menu(subject: str, game: AnyGame, options: Options, *, may_change: bool, shown: int = 0) -> list[Component]:
    """The options in force, and (for whoever may change them) a menu of them.

    Options about time are left out: they would do nothing, as the bot keeps no clocks yet. `shown` must differ from
    one showing to the next: a menu whose id stays keeps its last choice, and Discord does not tell when that is chosen
    again.
    """
    changed = options_in_words(options)
    told = "\n".join(f"• {line}" for line in changed) if changed else "The usual rules, nothing changed."
    scope = "in this game" if subject != "0" else "in this server"
    parts = [text(f"## {game.title}: rules {scope}\n{told}\n{_hint(subject, may_change=may_change)}")]
    if may_change:
        offered = (o for o in game.options if o.ranked)
        parts += _change(subject, game, offered, options, shown, usual="Back to the usual rules")
    return [container(*parts)]


def _hint(subject: str, *, may_change: bool) -> str:
    if not may_change:
        return "-# `/rules` explains the game."
    what = "this game alone" if subject != "0" else "games opened from now on"
    return f"-# A change holds for {what}."


def _change(
    subject: str, group: OptionGroup, offered: Iterable[Option], options: Options, shown: int, *, usual: str
) -> list[Component]:
    """The menu of the options on offer, and the way back where something has been changed."""
    entries = [choice(o.title, o.id, f"now: {in_words(o, options[o.id])}") for o in offered]
    parts = [menu("Change an option…", Control(subject, shown, "option", (group.id,)), entries)]
    if options.changed():
        parts.append(row(button(usual, Control(subject, shown, "usual", (group.id,)), DANGER)))
    return parts


def value_menu(
    subject: str, group: OptionGroup, option: Option, options: Options, *, shown: int = 0
) -> list[Component]:
    """The values of one option that has only a few; for `shown` see `options_menu`."""
    entries = [
        choice(
            in_words(option, value),
            option.spell(value),
            "the usual" if value == option.default else "",
            chosen=value == options[option.id],
        )
        for value in option.choices
    ]
    control = Control(subject, shown, "value", (group.id, option.id))
    back = row(button("Back", Control(subject, shown, "options", (group.id,))))
    return [container(text(f"## {group.title}\n{option.title}"), menu("Choose a value…", control, entries), back)]


def is_typed(option: Option) -> bool:
    """Whether the option's value is typed into a modal instead of chosen."""
    return option.numbers is not None or len(option.choices) > MOST_CHOICES
