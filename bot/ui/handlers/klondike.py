"""The buttons of a game of Klondike; its menus are every game's (`move`)."""

from __future__ import annotations

from bot.errors import NoHints, UnknownControl
from bot.hints import Hint
from bot.session import GameSession
from bot.ui.components import container, text
from bot.ui.handlers.board import play, show_change
from bot.ui.press import Press
from engine.cards.notation import UNDO
from engine.cards.rules import DRAW, RECYCLE
from engine.cards.view import View
from engine.games.klondike import Klondike, KlondikeState


async def draw(press: Press) -> None:
    """Draw; the waste is turned over where the stock is empty."""
    session = await press.session_on_board()
    await play(press, session, DRAW if _state(session).dealt.stock_count else RECYCLE)


async def take_back(press: Press) -> None:
    """Undo: the last move, or the one before it, back to the deal."""
    session = await press.session_on_board()
    _state(session)  # raises UnknownControl
    await play(press, session, UNDO)


async def finish(press: Press) -> None:
    """Finish: every card up that no other can still need."""
    session = await press.session_on_board()
    await show_change(press, press.services.arbiter.finish(session.id, press.user, ply=press.control.ply))


async def hint(press: Press) -> None:
    """Hint: what to do now, for the player alone to see."""
    session = await press.session_on_board()
    _state(session)
    session.seat_of(press.user)  # raises NotSeated
    if session.race is not None:
        raise NoHints
    await show_change(press, _as_shown(session, press.control.ply), anew=False)
    found = await press.answer.during(press.services.hints.of(session))
    await press.services.asides.show(session.id, press.answer, [container(text(_told(session, found)))])


async def _as_shown(session: GameSession, ply: int) -> GameSession:
    """The session, if the pressed board still shows it; raises MatchOver or StalePly."""
    session.check_shown(ply)
    return session


def _told(session: GameSession, hint: Hint) -> str:
    state, game = session.running().state, session.game
    assert isinstance(game, Klondike)
    if hint.move is None:
        return NOTHING[bool(state.past)]
    return f"{game.words(game.view(state), hint.move)}{_effect(game, game.view(state), hint)}\n-# {SURE[hint.verdict]}"


def _effect(game: Klondike, view: View, hint: Hint) -> str:
    assert hint.move is not None
    effect = game.effect(view, hint.move)
    return f": {effect}" if effect else ""


SURE = {
    "won": "This game can be won, and that is a step on the way.",
    "unknown": "I can't tell whether this game can still be won; mostly that is the best.",
}

NOTHING = {
    True: "Nothing useful is left: from here this game can't be won. Undo takes moves back; More has End game.",
    False: "Nothing useful is left: this deal can't be won by anybody. More has End game.",
}


def _state(session: GameSession) -> KlondikeState:
    """The game's state; raises UnknownControl for another game's board."""
    state = session.running().state
    if not isinstance(state, KlondikeState):
        raise UnknownControl
    return state


WORDS = {"draw": draw, "takeback": take_back, "finish": finish, "hint": hint}
