"""The start of a race, which two members have agreed on: a deal, a place for each one's table, and both tables."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.challenges import options_of
from bot.errors import ChannelTaken, MayNot, NoThread
from bot.ids import ChannelId
from bot.races import Terms
from bot.session import GameSession, Person
from bot.store import ChallengeRow
from bot.ui.moving import NOT_SENT_YET
from bot.ui.opening import Place, check_place
from bot.ui.press import Press
from bot.ui.threads import can_have_private_threads, private_thread
from engine.game import AnyGame
from engine.games import catalogue

log = logging.getLogger(__name__)


async def start_race(press: Press, row: ChallengeRow) -> GameSession:
    """Begin the race that a challenge was for, each racer at a table of their own; the challenger's session.

    Raises NoDealYet, ChannelTaken, ChannelRefused and TooManyGames while the challenge still stands.
    """
    services, game, options = press.services, catalogue[row.game], options_of(row)
    place = Place.of(press.interaction)
    await check_place(services, place)
    await _check_room(press, place)
    people = (Person(row.challenger_id, row.challenger_name), press.person)
    deal = await press.answer.during(services.races.deal(game, options))
    await services.challenges.close(row, "accepted")
    lanes = await _lanes(press, game, place, people)
    message = row.message_id
    assert message is not None, "it was pressed"
    terms = Terms(
        place.guild, place.channel, message, game, options, await services.house_rules.table(place.guild, game)
    )
    most = await services.hosting.most_games(place.guild)
    racers = await services.races.begin(terms, list(zip(lanes, people, strict=True)), deal, most=most)
    if not await _show_tables(press, racers):
        await press.answer.during(services.arbiter.stop(racers[0].id, press.user))
        raise MayNot("I", ("Send Messages",))
    return await services.arbiter.session(racers[0].id)


async def _check_room(press: Press, place: Place) -> None:
    """Raise ChannelTaken where both tables would have to lie in a channel that has a game."""
    if can_have_private_threads(press.interaction):
        return
    for session in await press.services.arbiter.all_in_channel(place.channel):
        raise ChannelTaken(session.id)


async def _lanes(press: Press, game: AnyGame, place: Place, people: Sequence[Person]) -> list[ChannelId]:
    """A private thread for each racer; or the channel itself for both, where there can be none."""
    if not can_have_private_threads(press.interaction):
        return [place.channel] * len(people)
    try:
        return [await private_thread(press.answer, game, person) for person in people]
    except NoThread as error:
        log.warning("a race is run in channel %s itself: %s", place.channel, error)
        return [place.channel] * len(people)


async def _show_tables(press: Press, racers: Sequence[GameSession]) -> bool:
    """Whether both tables could be posted; each pings whose it is."""
    for racer in racers:
        shown = replace(racer, message=NOT_SENT_YET)  # its time runs on the message that is about to show it
        message = await press.answer.during(press.services.presenter.post(shown, mention=racer.host))
        if message is None:
            return False
        await press.services.arbiter.shown(racer.id, message)
    return True
