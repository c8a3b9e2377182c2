"""The review of a match that is over, and who is ahead in one that runs: both for whoever asks alone to see."""

from __future__ import annotations

from functools import partial

from bot.errors import UnknownControl
from bot.session import GameSession
from bot.text.review import ahead as who_is_ahead
from bot.ui.card_picture import review_picture
from bot.ui.more import of_more
from bot.ui.press import Press
from bot.ui.review import review_message
from engine.game import Seat


async def review(press: Press) -> None:
    """Review: luck and skill of all, and the mistakes of whoever asks; of the winner for one who has not played."""
    press.answer.think()
    session = await press.session()
    ranking = session.running().outcome.ranking()
    played = [seat for seat in ranking if session.people[seat].user == press.user]
    await _show(press, session, played[0] if played else ranking[0], again=False)


async def another(press: Press) -> None:
    """The menu of a review: another seat's mistakes."""
    session = await press.session()
    if press.value not in map(str, range(len(session.people))):
        raise UnknownControl
    await _show(press, session, Seat(int(press.value)), again=True)


async def _show(press: Press, session: GameSession, seat: Seat, *, again: bool) -> None:
    services, match = press.services, session.running()
    found = await press.awaiting(services.reviews.of(session))
    picture = partial(review_picture, session, match, found)
    around = partial(review_message, session, match, found, seat)
    await services.boards.show_alone(press.answer, session.guild, picture, around, again=again)
    # Where a crash or a table that was not there kept the result from telling.
    services.reviews.shown(session)


async def ahead(press: Press) -> None:
    """Who is ahead: each seat's chance to win."""
    session = await press.session()
    chances = await press.awaiting(press.services.reviews.chances(session))
    await press.answer.update(of_more(session, who_is_ahead(session.running(), chances)))


WORDS = {"review": review, "reviewof": another, "ahead": ahead}
