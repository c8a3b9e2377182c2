"""Klondike's rules in words, under the options in force."""

from __future__ import annotations

from collections.abc import Iterator

from bot.text.rules import options_in_words
from engine.cards.rules import Rules
from engine.game import Options
from engine.games.klondike import Klondike

__all__ = ["klondike_rules"]


def klondike_rules(game: Klondike, options: Options) -> str:
    """The rules of the game under these options as Discord markdown, below 3,500 characters."""
    rules = Rules.of(options)
    sections = {
        f"### {game.title}": [game.summary],
        "**Different here**": _bullets(options_in_words(options)),
        "**The table**": _bullets(_table(rules)),
        "**Moves**": _bullets(_moves(rules)),
        "**The end**": _bullets(_end(options)),
        "**Tips**": _bullets(game.tips),
        "**Good to know**": [game.kin] if game.kin else [],
    }
    return "\n".join("\n".join([heading, *lines]) for heading, lines in sections.items() if lines)


def _bullets(lines: Iterator[str] | tuple[str, ...] | list[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def _table(rules: Rules) -> Iterator[str]:
    yield "Seven piles of one to seven cards, the last card of each face up; the other 24 cards are the stock."
    yield "Four foundations, one for each suit, are built up from the ace to the king: 52 cards up win."
    yield "On a pile, cards go down by one and change colour: a red 7 on a black 8. An empty pile takes a king."


def _moves(rules: Rules) -> Iterator[str]:
    cards = "one card" if rules.draw == 1 else f"{rules.draw} cards"
    yield f"Draw turns {cards} from the stock onto the waste; the top card of the waste can be played."
    yield f"When the stock is empty, the waste is turned over {_redeals(rules.redeals)}."
    yield "A run, or the lower part of it, moves as one."
    if rules.auto_flip:
        yield "A face-down card that nothing lies on turns up by itself."
    else:
        yield "A face-down card that nothing lies on is turned up by a move of its own."
    if rules.worry_back:
        yield "A card may come back from its foundation."
    yield "Undo takes back as many moves as you like, and counts as a move itself."


def _redeals(redeals: int | None) -> str:
    if redeals is None:
        return "as often as you like"
    return {0: "never", 1: "once", 2: "twice"}.get(redeals, f"{redeals} times at most")


SCORING = {
    "standard": "10 points for a card up, 5 for one from the waste to a pile or one turned up, 15 lost for one taken "
    "down; turning the waste over costs points too.",
    "vegas": "The pack costs 52, and each card up pays 5.",
}


def _end(options: Options) -> Iterator[str]:
    if options.on("early_autofinish") and options.number("draw") == 1 and options["redeals"] is None:
        yield "When no card lies face down, the rest goes up by itself and counts no move."
    else:
        yield "When no card lies face down and stock and waste are empty, the rest goes up by itself, without a move."
    yield "Finish plays every card up that no other card can still need."
    scoring = SCORING.get(options.word("scoring"))
    if scoring is not None:
        yield scoring
    if options["seconds"] is not None:
        yield f"The game ends after {options.number('seconds')} seconds."
    if options.on("winnable"):
        yield "Every deal can be won."
