"""Challenges: issuing one, and what its buttons do."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.challenges import check_opponent, options_of
from bot.errors import ChallengeClosed, ChallengedOutsider, NoSession, NotSeated, PlayedAlone, UnknownControl
from bot.ids import MessageId, SessionId, UserId
from bot.racing import is_raced
from bot.session import Person
from bot.store import ChallengeRow, ChallengeStatus
from bot.ui.answer import Answer
from bot.ui.challenge import challenge, settled
from bot.ui.lost import describe
from bot.ui.opening import Opening, Place, begin, check_place, taken
from bot.ui.press import Press, Services, person_of
from bot.ui.race import race_message
from bot.ui.race_start import start_race
from bot.ui.threads import chosen_room
from bot.ui.trouble import LOST
from bot.wire import Component
from engine.game import AnyGame
from engine.games import catalogue

log = logging.getLogger(__name__)


def check_member(
    interaction: discord.Interaction[discord.Client], opponent: discord.User | discord.Member
) -> discord.Member:
    """The member who may be challenged in the interaction's channel; raises a ChallengeRefused for anybody else."""
    if not isinstance(opponent, discord.Member):
        raise ChallengedOutsider
    seen = opponent.resolved_permissions
    if seen is None and isinstance(interaction.channel, discord.abc.GuildChannel | discord.Thread):
        seen = interaction.channel.permissions_for(opponent)
    check_opponent(
        UserId(interaction.user.id),
        UserId(opponent.id),
        is_bot=opponent.bot,
        sees_channel=seen is None or seen.view_channel,
    )
    return opponent


async def issue(services: Services, answer: Answer, whom: discord.User | discord.Member, game: AnyGame) -> None:
    """Post a challenge as the answer; the challenged member is pinged by it."""
    interaction = answer.interaction
    opponent = check_member(interaction, whom)
    place = Place.of(interaction)
    options = await services.house_rules.options(place.guild, game)
    if is_raced(game):
        racing = game.racing(options)
        if racing is None:
            raise PlayedAlone
        options = racing
        services.races.prepare(game, options)
    await check_place(services, place)
    row = await services.challenges.issue(
        place.guild, place.channel, person_of(interaction.user), person_of(opponent), game, options
    )
    try:
        message = await answer.post(
            challenge(row), mentions=discord.AllowedMentions(everyone=False, roles=False, users=[opponent])
        )
    except LOST:
        await services.store.close_challenge(row.id, "withdrawn")
        raise
    await services.challenges.shown(row.id, MessageId(message))


async def dare(press: Press) -> None:
    """A game was chosen after the context menu's Challenge."""
    game, member_id = catalogue.get(press.value), _number(press)
    if game is None:
        raise UnknownControl
    await issue(press.services, press.answer, await _member(press, member_id), game)


async def rerace(press: Press) -> None:
    """Rematch of a race: one racer challenges the other again."""
    session = await press.services.arbiter.session(SessionId(_number(press)))
    if session.race is None or session.race.channel != press.channel:
        raise NoSession
    hosts = {session.host, session.race.rival.host}
    if press.user not in hosts:
        raise NotSeated
    [opponent] = hosts - {press.user}
    await issue(press.services, press.answer, await _member(press, opponent), session.game)


def _number(press: Press) -> int:
    """The control's only argument; raises UnknownControl for any other."""
    arguments = press.control.arguments
    if len(arguments) != 1 or not arguments[0].isdecimal():
        raise UnknownControl
    return int(arguments[0])


async def _member(press: Press, member_id: int) -> discord.Member:
    """The member of the guild; raises ChallengedOutsider."""
    guild = press.interaction.guild
    if guild is None:
        raise UnknownControl
    try:
        known = guild.get_member(member_id)
        return await press.answer.during(guild.fetch_member(member_id)) if known is None else known
    except discord.NotFound as error:
        raise ChallengedOutsider from error


async def accept(press: Press) -> None:
    """Accept: the match starts in a message of its own, which shows the commitment first."""
    row = await _answerable(press)
    services, answer, game = press.services, press.answer, catalogue[row.game]
    if is_raced(game):
        await _show_accepted(press, row, race_message(await start_race(press, row)))
        return
    challenger, opponent = Person(row.challenger_id, row.challenger_name), press.person
    room = await chosen_room(services, answer, game, (challenger, opponent))
    # Where the channel is taken the challenge still stands.
    opening = Opening(challenger, game, options_of(row), others=(opponent,))
    async with taken(services, room, opening) as session:
        await services.challenges.close(row, "accepted")
        await _show_accepted(press, row, settled(row, "accepted"))
        message = await room.post(session)
    await room.announce(await begin(services, room, session, message))


async def _show_accepted(press: Press, row: ChallengeRow, components: list[Component]) -> None:
    """Show that on the challenge; a lost answer must not cost two members the game that they have agreed on."""
    try:
        await press.answer.update(components)
    except LOST as error:
        log.warning("challenge %s is shown through the bot: %s", row.id, describe(error))
        if row.message_id is not None:
            await press.services.presenter.edit(row.channel_id, row.message_id, components)


async def decline(press: Press) -> None:
    """Decline: the challenge is settled."""
    await _settle(press, await _answerable(press), "declined")


async def withdraw(press: Press) -> None:
    """Withdraw: the challenger takes it back."""
    async with _truth_shown(press):
        row = await press.services.challenges.withdrawable(press.challenge_id, press.user, press.channel)
    await _settle(press, row, "withdrawn")


async def _answerable(press: Press) -> ChallengeRow:
    async with _truth_shown(press):
        return await press.services.challenges.answerable(press.challenge_id, press.user, press.channel)


@asynccontextmanager
async def _truth_shown(press: Press) -> AsyncIterator[None]:
    """Where the challenge is closed already, its message says so from now on."""
    try:
        yield
    except ChallengeClosed:
        row = await press.services.challenges.closed(press.challenge_id)
        message = press.interaction.message
        if row is not None and message is not None and row.message_id == message.id:
            await press.answer.update(settled(row, row.status))
        raise


async def _settle(press: Press, row: ChallengeRow, status: ChallengeStatus) -> None:
    await press.services.challenges.close(row, status)
    await press.answer.update(settled(row, status))


WORDS = {"dare": dare, "rerace": rerace, "accept": accept, "decline": decline, "withdraw": withdraw}
