"""What can be done about a channel that is taken, and about leaving: buttons that commands offer privately."""

from __future__ import annotations

import discord

from bot.errors import MayNot, UnknownControl
from bot.ids import ChannelId, GuildId
from bot.session import GameSession
from bot.text.names import plain_name
from bot.ui.components import PRIMARY, Control, button, container, link, row, text
from bot.ui.moving import move_board
from bot.ui.presenter import jump_link
from bot.ui.press import Press
from bot.wire import Component
from engine.games import catalogue

THREAD_NEEDS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}


def channel_taken(session: GameSession, game_id: str) -> list[Component]:
    """Privately: this channel has a game; here it is, and a solo game can be played in a thread."""
    parts = []
    if (url := jump_link(session)) is not None:
        parts.append(link("Go to it", url))
    parts.append(button("Bring it down here", Control(str(session.id), 0, "bring"), PRIMARY))
    parts.append(button("Play alone in a thread", Control("0", 0, "thread", (game_id,))))
    what = "a lobby" if session.status == "lobby" else "a game"
    return [
        container(
            text(f"This channel has {what} of {session.game.title} already; a channel has one game at a time."),
            row(*parts),
        )
    ]


async def bring(press: Press) -> None:
    """Post the channel's board anew, at the bottom."""
    session = await press.session()
    await move_board(press.services, press.answer, session)


async def thread(press: Press) -> None:
    """Start a solo game in a thread of this channel."""
    game = catalogue.get(press.control.arguments[0]) if press.control.arguments else None
    channel = press.interaction.channel
    if game is None:
        raise UnknownControl
    _check_threads(press, channel)
    assert isinstance(channel, discord.TextChannel)
    options = await press.services.house_rules.options(press.guild, game)
    made = await press.answer.during(
        channel.create_thread(
            name=f"{game.title} · {plain_name(press.person.name)}", type=discord.ChannelType.public_thread
        )
    )
    arbiter = press.services.arbiter
    session = await arbiter.open_lobby(
        GuildId(made.guild.id), ChannelId(made.id), press.person, game, options, solo=True
    )
    message = await press.services.presenter.post(session)
    if message is None:
        await arbiter.discard(session.id)
        raise MayNot("I", ("Send Messages in Threads",))
    await arbiter.shown(session.id, message)
    session = await arbiter.start(session.id, press.user)
    await press.services.presenter.show(session)
    await press.answer.update([container(text(f"Your game is in <#{made.id}>."))])


def _check_threads(press: Press, channel: object) -> None:
    if not isinstance(channel, discord.TextChannel):
        raise MayNot("I", ("threads in this kind of channel",))
    lacking = tuple(
        title for name, title in THREAD_NEEDS.items() if not getattr(press.interaction.app_permissions, name)
    )
    if lacking:
        raise MayNot("I", lacking)


WORDS = {"bring": bring, "thread": thread}
