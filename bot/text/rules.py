"""A dice game's rules in words, made from the tables that the engine plays by, so that they are never wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta

from bot.text.times import span
from engine.dice.dice_game import DiceGame
from engine.dice.ruleset import Box, JokerRule, RollBudget, Ruleset
from engine.game import AnyGame, Option, Options, OptionValue

__all__ = ["options_in_words", "race_in_words", "rules_text"]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
FORCED = "they must go to the upper box of their face, else to an open lower box, else for 0 to an upper one"


def rules_text(game: DiceGame, options: Options) -> str:
    """The rules of the game under these options as Discord markdown, below 3,500 characters."""
    ruleset = game.rules(options)
    sections = {
        f"### {game.title}": [_summary(game, options)],
        "**Different here**": _bullets(options_in_words(options)),
        "**A turn**": _bullets(_turn(ruleset)),
        "**Upper section**": [_upper(ruleset)],
        "**Lower section**: needs → pays (dice pay their pips)": _bullets(
            _box(box) for box in ruleset.boxes if box.face is None
        ),
        "**Also**": _bullets([*_sets(ruleset), *_joker(ruleset), *_switches(game, options)]),
        "**Tips**" if not options.rules() else "**Tips for the usual rules**": _bullets(game.tips),
        "**Its kin**": [game.kin] if game.kin else [],
    }
    return "\n".join("\n".join([heading, *lines]) for heading, lines in sections.items() if lines)


def options_in_words(options: Options) -> list[str]:
    """What differs from the game's usual options: `Upper bonus: 40 (usually 35)`."""
    return [_in_words(option, options[option.id], option.default) for option in options.changed()]


def race_in_words(game: AnyGame, options: Options) -> list[str]:
    """The time limit of a race, and what else differs from a race under the game's usual options."""
    usual = game.racing(game.complete({}))
    assert usual is not None, "the game has races"
    limit = [f"{span(timedelta(seconds=options.number(game.clock)))} at most"] if game.clock else []
    changed = [o for o in game.options if o.id != game.clock and options[o.id] != usual[o.id]]
    return [*limit, *(_in_words(option, options[option.id], usual[option.id]) for option in changed)]


def _in_words(option: Option, value: OptionValue, usual: OptionValue) -> str:
    return f"{option.title}: {in_words(option, value)} (usually {in_words(option, usual)})"


def in_words(option: Option, value: OptionValue) -> str:
    """An option's value as a person would say it."""
    # `positions_1_6` reads as "positions 1-6", `top_down` as "top down".
    return re.sub(r"(?<=[0-9])_(?=[0-9])", "-", option.spell(value)).replace("_", " ")


def _bullets(lines: Iterable[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def _summary(game: DiceGame, options: Options) -> str:
    # The summary tells the usual game; under other rules it would claim too much.
    return f"Usually: {game.summary}" if options.rules() else game.summary


# -- a turn -----------------------------------------------------------------------------------------------------------


def _turn(ruleset: Ruleset) -> Iterator[str]:
    budget = ruleset.budget
    yield f"Roll {NUMBERS[ruleset.dice]} dice up to {NUMBERS[budget.per_turn]} times."
    yield "Before each further roll, hold the dice that you keep."
    if budget.automatic:
        yield "The first roll is made for you and counts as one of them."
    yield from _saving(budget)
    yield "Then fill one open box, which ends the turn; a box that the dice don't fit gets 0."
    if not budget.least and not budget.automatic:
        yield "A box may be filled without any roll, for 0 points."
    if ruleset.order != "free":
        first = "top to bottom" if ruleset.order == "top_down" else "bottom to top"
        yield f"Boxes are filled in order, from {first}."
    yield "The game ends when every box is filled; the highest total wins."


def _saving(budget: RollBudget) -> Iterator[str]:
    if not budget.saves or budget.cap == 0:
        return
    limit = "" if budget.cap is None else f", {budget.cap} at most"
    yield f"Rolls that you don't use are saved for your later turns{limit}."


# -- boxes ------------------------------------------------------------------------------------------------------------


def _upper(ruleset: Ruleset) -> str:
    titles = [box.title for box in ruleset.boxes if box.face is not None]
    pips = f"{titles[0]} to {titles[-1]} count the pips of their face."
    bonus = ruleset.upper
    if not bonus.points:
        return f"{pips} There is no upper bonus."
    return f"{pips} {bonus.threshold} or more together bring a bonus of {bonus.points}."


def _box(box: Box) -> str:
    needs, _, pays = box.needs.partition(": ")
    if box.fixed is not None:
        pays = str(box.fixed)
    per_roll = f", and {box.unused_bonus} for each unused roll" if box.unused_bonus else ""
    return f"{box.title}: {needs} → {pays or 'all of these dice'}{per_roll}"


def _sets(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.sets and ruleset.sets.points:
        titles = [box.title for box in ruleset.boxes if box.id in ruleset.sets.boxes]
        yield f"{_listed(titles)} all above 0 bring {ruleset.sets.points} more."


def _joker(ruleset: Ruleset) -> Iterator[str]:
    joker = ruleset.joker
    if joker is None or not (joker.extra or joker.wild):
        return
    title = ruleset.box(joker.box).title
    clauses = []
    if joker.extra:
        clauses.append(f"{joker.extra} extra in any box, unless {title} holds 0")
    if ruleset.order == "free":
        clauses.append(FORCED if joker.forced else "they may go to any open box")
    if joker.wild:
        clauses.append(f"they pay in full in {_wild(ruleset, joker)}{_condition(ruleset, joker, title)}")
    yield f"All dice equal again after {title}: {'; '.join(clauses)}."


def _wild(ruleset: Ruleset, joker: JokerRule) -> str:
    return _listed([box.title for box in ruleset.boxes if box.id in joker.wild])


def _condition(ruleset: Ruleset, joker: JokerRule, title: str) -> str:
    needs_face = joker.needs_face and not (joker.forced and ruleset.order != "free")
    face = ", once the upper box of their face is filled" if needs_face else ""
    return face + (f", also when {title} holds 0" if joker.after_zero else f", unless {title} holds 0")


def _switches(game: DiceGame, options: Options) -> Iterator[str]:
    """What the game's own switches say; numbers and choices are in the sentences above."""
    for option in game.options:
        value = options[option.id]
        if option.ranked and isinstance(value, bool):
            yield f"{option.title}: {'yes' if value else 'no'}."


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
