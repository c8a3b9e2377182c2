"""The end of a race, told where nobody has pressed: in the message that tells of it, and to both racers."""

from __future__ import annotations

from bot.ids import MessageId
from bot.racing import rival_of
from bot.session import GameSession, Race
from bot.ui.moving import show_board
from bot.ui.press import Services
from bot.ui.race import race_message
from bot.ui.trouble import Fate
from bot.wire import Component

__all__ = ["tell_race"]


async def tell_race(services: Services, session: GameSession) -> bool:
    """Show the end to both racers, and on the message that tells of the race; False where that may work later."""
    assert session.race is not None
    fate, message = await _tell(services, session.race, race_message(session))
    told = fate is not Fate.PASSING
    if told:
        session = await services.arbiter.sessions.race_told(session.id, message)
    for racer in (rival_of(session), session):
        await show_board(services, racer)
    return told


async def _tell(services: Services, race: Race, components: list[Component]) -> tuple[Fate, MessageId | None]:
    """What became of the race's message, and which one it is by now: a new one, if the old one is gone."""
    fate = Fate.GONE if race.message is None else await services.presenter.edit(race.channel, race.message, components)
    return await services.presenter.send(race.channel, components) if fate is Fate.GONE else (fate, race.message)
