"""The result's buttons: play again, and check the dice."""

from __future__ import annotations

from bot.errors import UnknownControl
from bot.ui.opening import open_lobby
from bot.ui.press import Press
from bot.ui.proof import proof


async def again(press: Press) -> None:
    """Rematch: a new lobby under the same options, in which the others confirm by joining; alone, a new game."""
    session = await press.session()
    session.seat_of(press.user)  # raises NotSeated
    if session.race is not None:
        raise UnknownControl
    await open_lobby(
        press.services,
        press.answer,
        press.person,
        session.game,
        session.options,
        at_once=len(session.people) == 1,
        rematch_of=session.id,
        table=session.table,
    )


async def verify(press: Press) -> None:
    """Check the dice: recompute every roll of this match."""
    await press.answer.tell(proof(await press.session()))


WORDS = {"again": again, "verify": verify}
