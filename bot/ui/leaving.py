"""What a player is asked or told who goes: what becomes of them, and of the game."""

from __future__ import annotations

from collections.abc import Iterable

from bot.ids import UserId
from bot.session import GameSession
from bot.text.names import safe_name
from bot.text.times import moment, relative
from bot.ui.components import DANGER, SUCCESS, Control, button, container, row, text
from bot.ui.skins import skin_of
from bot.wire import Component
from engine.game import Seat

__all__ = ["leaving", "left"]


def leaving(session: GameSession, user: UserId, *others: Component) -> list[Component]:
    """Asks a player whether to end the game (alone), or to resign, with `others` beside yes; raises NotSeated."""
    if len(session.people) == 1:
        return _ask(session, f"End your game now? {skin_of(session.game).ending}", "end", "Yes, end it", others)
    becomes = _ends(session, session.seat_of(user)) or "You will rank below everybody who plays on."
    return _ask(session, f"Resign? {becomes}", "resign", "Yes, resign", others)


def _ask(session: GameSession, question: str, word: str, yes: str, others: Iterable[Component]) -> list[Component]:
    control = Control(str(session.id), session.ply, word, ("yes",))
    return [container(text(question), row(button(yes, control, DANGER), *others))]


def _ends(session: GameSession, seat: Seat) -> str:
    """How the game ends when that seat resigns, in a sentence; nothing where it goes on."""
    out = session.running().resigned | {seat}
    others = [person for i, person in enumerate(session.people) if i not in out]
    if len(others) == 1:
        return f"The game is over then, and {safe_name(others[0].name)} wins."
    if all(person.user is None for person in others):
        return "Only computers are left then: the game is stopped, and counts nowhere."
    return ""


def left(session: GameSession, seat: Seat) -> list[Component]:
    """Tells who has left a game how long they may come back, and asks nothing."""
    until = session.leaves_at(seat)
    words = "You have left this game."
    if until is not None:
        words += f" Any of its buttons brings you back until {moment(until)} ({relative(until)}); then you resign."
        words = f"{words} {_ends(session, seat)}".rstrip()
    back = Control(str(session.id), session.ply, "back")
    resign = Control(str(session.id), session.ply, "resign", ("yes",))
    return [container(text(words), row(button("I'm back", back, SUCCESS), button("Resign now", resign, DANGER)))]
