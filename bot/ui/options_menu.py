"""Menus that show and change options: a guild's, of its games and its hosting, or a game's in one lobby."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.hosting import CHANNELS, EXCEPT, HINTS, NEVER, ONLY, PLACE, STRATEGY, UNRATED, WHEN, WHERE
from bot.house_rules import to_choose
from bot.ids import ChannelId
from bot.looks import LOOKS
from bot.text.rules import in_words, options_in_words
from bot.typed_text import TypedText
from bot.ui.components import (
    DANGER,
    MOST_CHOICES,
    Control,
    button,
    channel_menu,
    choice,
    container,
    menu,
    row,
    text,
)
from bot.wire import Component
from engine.game import AnyGame, Option, Options, OptionValue


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that are shown together: a game's, or some that hold for all games. A control names them by their id.

    `label` and `summary` are how a menu offers the group; `hint` is said under its options, `usual` on the way back.
    """

    id: str
    title: str
    label: str
    summary: str
    options: tuple[Option, ...]
    hint: str = ""
    usual: str = "Back to the usual"


BOARDS = OptionGroup(
    "boards",
    "Boards",
    "Boards: picture or text, dark or light",
    "How boards look in this server",
    LOOKS,
    "A board on show follows with its next press. `/card` is each member's own choice of picture or text.",
    "Back to the usual looks",
)
HOSTING = OptionGroup(
    "hosting",
    "Hosting",
    "Hosting: channels, how many games, threads",
    "Where games are played in this server",
    WHERE,
    "A change holds for games opened from now on; a thread counts as the channel that it is in.",
)
TURNS = OptionGroup(
    "turns",
    "Turns and reminders",
    "Turns and reminders: when members are pinged",
    "Quiet hours and time zone of this server; the time for a turn is each game's own",
    WHEN,
    "Who is to move is reminded once, after half of the turn's time. `/pings` is each member's own choice.",
)
ADVICE = OptionGroup(
    "strategy",
    "Strategy",
    "Strategy: who gets hints",
    "What players of this server are told about their games",
    STRATEGY,
    "Boards on show follow with their next press. How many hints a player has used is said in the result.",
)
GENERAL: Mapping[str, OptionGroup] = {group.id: group for group in (BOARDS, HOSTING, TURNS, ADVICE)}
"""What holds for all games of a guild, by id."""

MEANINGS: Mapping[tuple[str, OptionValue], str] = {
    (CHANNELS.id, ONLY): "in the channels that are listed, nowhere else",
    (CHANNELS.id, EXCEPT): "everywhere but in the channels that are listed",
    (PLACE.id, "channel"): "in the channel where it is opened: one game at a time",
    (PLACE.id, "thread"): "each in a thread of its own",
    (HINTS.id, UNRATED): "only where one member plays alone, or against computers",
    (HINTS.id, NEVER): "nobody is told what is best",
}
"""What a value means, where its word does not say it all."""


def group_of(game: AnyGame) -> OptionGroup:
    """The game's own options, and its table's."""
    return OptionGroup(game.id, game.title, game.title, game.summary, to_choose(game), usual="Back to the usual rules")


def groups_menu(games: Iterable[AnyGame]) -> list[Component]:
    """A menu of what a guild may change: what holds for all games, or the house rules of one."""
    groups = (*GENERAL.values(), *map(group_of, games))
    asked = text("## Options of this server\nWhat holds for all games, or the house rules of one?")
    entries = [choice(group.label, group.id, group.summary) for group in groups]
    return [container(asked, menu("Choose…", Control("0", 0, "games"), entries))]


def general_menu(
    group: OptionGroup,
    options: Options,
    *,
    listed: Iterable[ChannelId] = (),
    warnings: Iterable[str] = (),
    may_change: bool,
    shown: int = 0,
) -> list[Component]:
    """What holds for all games of the guild, and (for whoever may change it) menus; for `shown` see `options_menu`.

    `listed` are the channels that the hosting is about.
    """
    told = [f"{o.title}: {in_words(o, options[o.id])}" for o in group.options]
    channels = list(listed)
    parts = [text("\n".join([f"## {group.title} in this server", *_bullets(told), f"-# {group.hint}", *warnings]))]
    if group is HOSTING:
        parts += _channels(options, channels, may_change=may_change, shown=shown)
    if may_change:
        parts += _change("0", group, options, shown, more_changed=bool(channels))
    return [container(*parts)]


def _channels(options: Options, listed: list[ChannelId], *, may_change: bool, shown: int) -> list[Component]:
    """The channels that are listed, and the menu that lists others."""
    where = options.word(CHANNELS.id)
    mentions = ", ".join(f"<#{channel}>" for channel in listed) or "none"
    told = {
        ONLY: f"Games are allowed only in: {mentions}",
        EXCEPT: f"Games are allowed everywhere but in: {mentions}",
    }.get(where, f"Listed channels, for “only” and “except”: {mentions}")
    if where == ONLY and not listed:
        told += "\n⚠ As no channel is listed, nobody can open a game: list one below."
    parts = [text(told)]
    if may_change:
        parts.append(channel_menu("List channels…", Control("0", shown, "channels", (HOSTING.id,)), listed))
    return parts


def options_menu(
    subject: str,
    group: OptionGroup,
    options: Options,
    *,
    warnings: Iterable[str] = (),
    may_change: bool,
    shown: int = 0,
) -> list[Component]:
    """A game's options in force, and (for whoever may change them) a menu of them.

    `shown` must differ from one showing to the next: a menu whose id stays keeps its last choice, and Discord does not
    tell when that is chosen again.
    """
    changed = options_in_words(options)
    told = _bullets(changed) if changed else ["The usual rules, nothing changed."]
    scope = "in this game" if subject != "0" else "in this server"
    heading = f"## {group.title}: rules {scope}"
    parts = [text("\n".join([heading, *told, _hint(subject, may_change=may_change), *warnings]))]
    if may_change:
        parts += _change(subject, group, options, shown)
    return [container(*parts)]


def _bullets(lines: Iterable[str]) -> list[str]:
    return [f"• {line}" for line in lines]


def _hint(subject: str, *, may_change: bool) -> str:
    if not may_change:
        return "-# `/rules` explains the game."
    what = "this game alone" if subject != "0" else "games opened from now on"
    return f"-# A change holds for {what}."


def _change(
    subject: str, group: OptionGroup, options: Options, shown: int, *, more_changed: bool = False
) -> list[Component]:
    """The menu of the options, and the way back where something has been changed."""
    entries = [choice(o.title, o.id, f"now: {in_words(o, options[o.id])}") for o in group.options]
    parts = [menu("Change an option…", Control(subject, shown, "option", (group.id,)), entries)]
    if more_changed or any(options[o.id] != o.default for o in group.options):
        parts.append(row(button(group.usual, Control(subject, shown, "usual", (group.id,)), DANGER)))
    return parts


def value_menu(
    subject: str, group: OptionGroup, option: Option, options: Options, *, shown: int = 0
) -> list[Component]:
    """The values of one option that has only a few; for `shown` see `options_menu`."""
    entries = [
        choice(
            in_words(option, value),
            option.spell(value),
            _meaning(option, value),
            chosen=value == options[option.id],
        )
        for value in option.choices
    ]
    control = Control(subject, shown, "value", (group.id, option.id))
    back = row(button("Back", Control(subject, shown, "options", (group.id,))))
    return [container(text(f"## {group.title}\n{option.title}"), menu("Choose a value…", control, entries), back)]


def _meaning(option: Option, value: OptionValue) -> str:
    words = [MEANINGS.get((option.id, value), ""), "the usual" if value == option.default else ""]
    return ": ".join(filter(None, reversed(words)))


def is_typed(option: Option) -> bool:
    """Whether the option's value is typed into a modal instead of chosen."""
    return isinstance(option, TypedText) or option.numbers is not None or len(option.choices) > MOST_CHOICES
