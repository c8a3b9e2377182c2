"""What can be done about a channel that is taken: buttons that /play offers privately."""

from __future__ import annotations

from bot.errors import UnknownControl
from bot.session import GameSession
from bot.ui.components import PRIMARY, Control, button, container, link, row, text
from bot.ui.links import jump_link
from bot.ui.moving import move_board
from bot.ui.opening import Opening, open_lobby
from bot.ui.press import Press
from bot.ui.threads import in_thread
from bot.wire import Component
from engine.games import catalogue


def channel_taken(session: GameSession, game_id: str, *, threads: bool) -> list[Component]:
    """Privately: this channel has a game; here it is, and a solo game can be played in a thread if there are any."""
    parts = []
    if (url := jump_link(session)) is not None:
        parts.append(link("Go to it", url))
    parts.append(button("Bring it down here", Control(str(session.id), 0, "bring"), PRIMARY))
    if threads:
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
    await move_board(press.services, press.answer, await press.session())


async def thread(press: Press) -> None:
    """Start a solo game in a thread of this channel."""
    game = catalogue.get(press.control.arguments[0]) if press.control.arguments else None
    if game is None:
        raise UnknownControl
    services, answer = press.services, press.answer
    options = await services.house_rules.options(press.guild, game)
    room = await in_thread(services, answer, game, (press.person,))
    await open_lobby(services, answer, Opening(press.person, game, options, at_once=True), room=room)
    await answer.update([container(text(f"Your game is in <#{room.place.channel}>."))])


WORDS = {"bring": bring, "thread": thread}
