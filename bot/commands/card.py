"""/card: how a member wants cards, in every server."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import Interaction, in_guilds, place_of
from bot.errors import NoGameHere
from bot.ids import ChannelId, UserId
from bot.ui.answer import Answer
from bot.ui.moving import show_board
from bot.ui.press import Services

CHOICES = [
    app_commands.Choice(name="As a picture", value="picture"),
    app_commands.Choice(name="As text, which screen readers can read", value="text"),
    app_commands.Choice(name="As the server has it", value="server"),
]

MEANING = {
    "picture": (
        "Where you sit alone, the card is a picture from now on, in every server. With others at the board it is as "
        "the server has it, and text if one of them prefers text."
    ),
    "text": "Wherever you sit, the card is text from now on, in every server, for everybody at the board.",
    "server": "The card is as each server has it from now on, and text if somebody at the board prefers text.",
}


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    @tree.command(description="See the cards of your games as pictures or as text, in every server")
    @app_commands.describe(how="How shall the card of a game be shown when you play?")
    @app_commands.choices(how=CHOICES)
    @in_guilds
    async def card(interaction: Interaction, how: str) -> None:
        _, channel, user = place_of(interaction)
        answer = Answer(interaction)
        await answer.during(services.looks.prefer(user, how))
        await answer.tell(MEANING[how])
        await _show_at_once(services, channel, user)


async def _show_at_once(services: Services, channel: ChannelId, user: UserId) -> None:
    """Show the member's board in this channel anew: who cannot read it will not press it to make it readable."""
    try:
        session = await services.arbiter.in_channel(channel, user)
    except NoGameHere:
        return
    if session.match is not None and session.is_seated(user):
        await show_board(services, session)
