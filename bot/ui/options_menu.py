"""Menus that show and change a game's options: the guild's house rules, or those of one lobby."""

from __future__ import annotations

from bot.text.rules import in_words, options_in_words
from bot.ui.components import DANGER, Control, button, choice, container, menu, row, text
from bot.wire import Component
from engine.game import AnyGame, Option, Options

MOST_CHOICES = 25
"""Discord's limit for a menu; numbers with a wider range are typed into a modal."""


def game_menu(games: list[AnyGame]) -> list[Component]:
    """A menu of the games, to choose whose house rules are changed."""
    entries = [choice(game.title, game.id, game.summary) for game in games]
    return [
        container(text("## House rules\nFor which game?"), menu("Choose a game…", Control("0", 0, "games"), entries))
    ]


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
        entries = [choice(o.title, o.id, f"now: {in_words(o, options[o.id])}") for o in game.options if o.ranked]
        parts.append(menu("Change an option…", Control(subject, shown, "option", (game.id,)), entries))
        if changed:
            parts.append(row(button("Back to the usual rules", Control(subject, shown, "usual", (game.id,)), DANGER)))
    return [container(*parts)]


def _hint(subject: str, *, may_change: bool) -> str:
    if not may_change:
        return "-# `/rules` explains the game."
    what = "this game alone" if subject != "0" else "games opened from now on"
    return f"-# A change holds for {what}."


def value_menu(subject: str, game: AnyGame, option: Option, options: Options, *, shown: int = 0) -> list[Component]:
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
    control = Control(subject, shown, "value", (game.id, option.id))
    back = row(button("Back", Control(subject, shown, "options", (game.id,))))
    return [container(text(f"## {game.title}\n{option.title}"), menu("Choose a value…", control, entries), back)]


def is_typed(option: Option) -> bool:
    """Whether the option's value is typed into a modal instead of chosen."""
    return option.numbers is not None or len(option.choices) > MOST_CHOICES
