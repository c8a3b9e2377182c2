"""Hints, for a player alone to see: what to do now, by what is known of the game."""

from __future__ import annotations

from bot import hinting
from bot.ids import UserId
from bot.session import GameSession
from bot.text.hint import dice_hint
from bot.text.klondike_hint import klondike_hint
from bot.ui.answer import Answer
from bot.ui.components import container, text
from bot.ui.press import Services
from engine.games.klondike import Klondike

__all__ = ["give_hint"]


async def give_hint(services: Services, answer: Answer, session: GameSession, user: UserId, *, ply: int) -> GameSession:
    """Tell the member what is best on the board that was shown at that ply; returns the session, in which it is noted.

    Raises as hinting.check, HintsOff, and Unsupported for rules of which no strategy is known.
    """
    hinting.check(session, user, ply)
    await services.hosting.check_hints(session)
    words = await answer.during(_words(services, session))
    session = await answer.during(services.arbiter.hint(session.id, user, ply=ply))
    await services.asides.show(session, answer, [container(text(words))])
    return session


async def _words(services: Services, session: GameSession) -> str:
    match, game = session.running(), session.game
    if isinstance(game, Klondike):
        hint = await services.hints.of(session)
        return klondike_hint(game, game.view(match.state), hint.verdict, hint.move)
    return dice_hint(match.state, await services.strategist.advise(match))
