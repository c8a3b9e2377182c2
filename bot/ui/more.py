"""More: what there is beside the moves of a game, and the way back to it from each of that."""

from __future__ import annotations

from bot.reviews import can_compete
from bot.session import GameSession
from bot.text.chance import before
from bot.ui.components import DANGER, Control, button, container, row, text
from bot.ui.skins import skin_of
from bot.wire import Component
from engine.dice.dice_game import DiceGame

__all__ = ["BACK", "back", "more_menu", "of_more"]

BACK = ("back",)
"""What the control of More has as its arguments where it leads back."""


def more_menu(session: GameSession, *, seated: bool) -> list[Component]:
    """The rules, and the ways out for those who are `seated`."""
    as_text = skin_of(session.game).as_text
    buttons = [button("Rules", _control(session, "rules")), button(as_text, _control(session, "card"))]
    others = [button("Odds", _control(session, "odds"))] if isinstance(session.game, DiceGame) else []
    if can_compete(session.running()):
        others.append(button("Who is ahead?", _control(session, "ahead")))
    if seated and len(session.people) == 1:
        others.append(button("End game", _control(session, "end"), DANGER))
    elif seated:
        others.append(button("Resign", _control(session, "resign"), DANGER))
    # Four do not fit side by side on a phone.
    rows = [buttons, others] if len(others) > 1 else [[*buttons, *others]]
    about = (
        f"**{session.game.title}**, game {session.id}\n-# {before(session.game, session.options, session.commitment)}"
    )
    return [container(text(about), *(row(*buttons) for buttons in rows))]


def of_more(session: GameSession, words: str) -> list[Component]:
    """One of the things that More offers, in words, and the way back as long as the game goes on."""
    return [container(text(words), *([row(back(session))] if session.status == "running" else []))]


def back(session: GameSession) -> Component:
    """The button that leads back to More."""
    return button("Back", Control(str(session.id), session.ply, "more", BACK))


def _control(session: GameSession, word: str) -> Control:
    return Control(str(session.id), session.ply, word)
