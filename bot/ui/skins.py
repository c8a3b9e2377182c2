"""Skins: how the matches of each kind of game are shown; a game without one gets a plain board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.pictures.theme import Theme
from bot.racing import is_beaten
from bot.session import GameSession
from bot.text.card import text_card
from bot.text.klondike import text_table
from bot.text.klondike_outcome import ending as klondike_ending
from bot.text.klondike_rules import klondike_rules
from bot.text.outcome import ending, places
from bot.text.plain import plain_rules, plain_text
from bot.text.review import account_lines
from bot.text.rules import rules_text
from bot.ui.card_picture import Picture, card_picture, card_version, table_picture
from bot.ui.dice_board import dice_board
from bot.ui.klondike_board import klondike_board
from bot.ui.plain_board import plain_board
from bot.ui.race import race_ending, rival_line
from bot.ui.rankings import KLONDIKE, USUAL, Ranking
from bot.ui.showing import Showing
from bot.wire import Component
from engine.dice.dice_game import DiceGame
from engine.game import AnyGame, Options
from engine.games.klondike import Klondike
from engine.match import Match

__all__ = ["PLAIN", "Skin", "skin_of"]


def _places(session: GameSession, match: Match) -> list[str]:
    how = ending(match, session.absent, session.why)
    return [how, *places(match, session.absent), *account_lines(match, session.account)]


def _table_text(match: Match) -> str:
    return text_table(match.game.view(match.state))  # type: ignore[attr-defined]  # it is Klondike's


def _klondike_result(session: GameSession, match: Match) -> list[str]:
    view = match.game.view(match.state)  # type: ignore[attr-defined]  # it is Klondike's
    how, *standing = klondike_ending(match, view, session.why)
    if session.race is None:
        return [how, *standing]
    return [*race_ending(session), *([] if is_beaten(session) else [how]), *standing, rival_line(session)]


def _latest(match: Match) -> Hashable:
    return match.ply


@dataclass(frozen=True, slots=True)
class Skin:
    """What shows a game's matches.

    `board` is the message of a running match around its card, `card` that card as text, and `picture` as a picture,
    where there is one; the text is made again when `version` changes. `result` are the lines over a result's card,
    `rules` the rules in words. A button calls the text `as_text`; `ending` says what ending a game alone costs. Boards
    of the best are `rankings`, the first of which is shown first.
    """

    board: Callable[[GameSession, Match, Component, Showing], list[Component]]
    card: Callable[[Match], str]
    rules: Callable[[Any, Options], str]
    picture: Callable[[GameSession, Match, Theme], Picture | None] = lambda *_: None
    version: Callable[[Match], Hashable] = _latest
    result: Callable[[GameSession, Match], list[str]] = _places
    as_text: str = "Game as text"
    ending: str = "What you have reached counts."
    rankings: tuple[Ranking, ...] = USUAL


PLAIN = Skin(plain_board, plain_text, plain_rules)

SKINS: Mapping[type[AnyGame], Skin] = {
    DiceGame: Skin(
        dice_board,
        text_card,
        rules_text,
        picture=card_picture,
        version=card_version,
        as_text="Card as text",
        ending="Open boxes count 0.",
    ),
    Klondike: Skin(
        klondike_board,
        _table_text,
        klondike_rules,
        picture=table_picture,
        result=_klondike_result,
        as_text="Table as text",
        ending="What is not up by then stays down.",
        rankings=KLONDIKE,
    ),
}


def skin_of(game: AnyGame) -> Skin:
    """The skin that shows this game's matches."""
    return next((SKINS[kind] for kind in type(game).__mro__ if kind in SKINS), PLAIN)
