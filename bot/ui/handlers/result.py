"""The result's buttons: play again, and check the dice."""

from __future__ import annotations

from bot.computer_seats import computers_of, plays_computers_alone
from bot.errors import UnknownControl
from bot.ui.opening import Opening, open_lobby
from bot.ui.press import Press
from bot.ui.proof import proof


async def again(press: Press) -> None:
    """Rematch: a new lobby under the same options and with the same computers, in which members confirm by joining.

    Where there are no others, it is a new game at once.
    """
    session = await press.session()
    session.seat_of(press.user)  # raises NotSeated
    if session.race is not None:
        raise UnknownControl
    opening = Opening(
        press.person,
        session.game,
        session.options,
        others=computers_of(session),
        at_once=plays_computers_alone(session),
        rematch_of=session.id,
        table=session.table,
    )
    await open_lobby(press.services, press.answer, opening)


async def verify(press: Press) -> None:
    """Check the dice: recompute every roll of this match."""
    await press.answer.tell(proof(await press.session()))


WORDS = {"again": again, "verify": verify}
