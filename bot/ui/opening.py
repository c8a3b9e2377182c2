"""Opening a lobby in answer to an interaction, and starting it at once where nobody is waited for."""

from __future__ import annotations

import discord

from bot.ids import ChannelId, GuildId, MessageId, SessionId
from bot.session import GameSession, Person
from bot.ui.answer import Answer
from bot.ui.press import Services
from bot.wire import NO_MENTIONS
from engine.game import AnyGame, Options


async def open_lobby(
    services: Services,
    answer: Answer,
    guild: GuildId,
    channel: ChannelId,
    host: Person,
    game: AnyGame,
    options: Options,
    *,
    others: tuple[Person, ...] = (),
    at_once: bool = False,
    rematch_of: SessionId | None = None,
    mentions: discord.AllowedMentions = NO_MENTIONS,
) -> GameSession:
    """Post a lobby as the answer; `at_once` starts it with those who sit there. Raises ChannelTaken.

    The message with the commitment is sent first: its id is the nonce, and nothing is drawn before it (DESIGN 5).
    """
    arbiter = services.arbiter
    solo = at_once and not others
    session = await arbiter.open_lobby(
        guild, channel, host, game, options, solo=solo, others=others, rematch_of=rematch_of
    )
    try:
        message = await services.boards.post(answer, session, mentions=mentions)
    except discord.HTTPException:
        await arbiter.discard(session.id)
        raise
    if at_once:
        return await begin(services, answer, session, message)
    return await arbiter.shown(session.id, message)


async def begin(services: Services, answer: Answer, session: GameSession, message: MessageId) -> GameSession:
    """Start a lobby that the answer has just posted, with those who sit there, and show its board in that message."""
    await services.arbiter.shown(session.id, message)
    session = await services.arbiter.start(session.id, session.host)
    await services.boards.revise(answer, message, session)
    return session
