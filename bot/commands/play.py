"""/play: open a lobby, or start at once, alone or against the computer."""

from __future__ import annotations

from discord import app_commands

from bot.commands.arguments import WHICH_GAME, Interaction, complete_game, game_named, in_guilds, place_of
from bot.computer_seats import check_strategy, new_computer
from bot.errors import ChannelTaken
from bot.ids import SessionId
from bot.session import Person
from bot.ui.answer import Answer
from bot.ui.handlers.table import channel_taken
from bot.ui.opening import Opening, open_lobby
from bot.ui.press import Services, person_of
from bot.ui.threads import can_have_threads, chosen_room, lacking_for_threads
from engine.game import AnyGame, IllegalMove, Options
from engine.strategy.computers import LEVELS

OPPONENTS = [app_commands.Choice(name=level.title, value=level.id) for level in LEVELS.values()]


def install(tree: app_commands.CommandTree, services: Services) -> None:
    """Add the command."""

    @tree.command(description="Start a game in this channel: others join by button")
    @app_commands.describe(
        game=WHICH_GAME, solo="Play alone, at once", opponent="Play against the computer, at once: how well it plays"
    )
    @app_commands.autocomplete(game=complete_game)
    @app_commands.choices(opponent=OPPONENTS)
    @in_guilds
    async def play(interaction: Interaction, game: str, solo: bool = False, opponent: str | None = None) -> None:
        answer = Answer(interaction, private=False)
        wanted, host = game_named(game), person_of(interaction.user)
        guild, _, _ = place_of(interaction)
        options = await services.house_rules.options(guild, wanted)
        others = _opponents(services, wanted, options, opponent, solo=solo)
        room = await chosen_room(services, answer, wanted, (host, *others))
        opening = Opening(host, wanted, options, others, at_once=solo or bool(others))
        try:
            session = await open_lobby(services, answer, opening, room=room)
        except ChannelTaken as error:
            running = await services.arbiter.session(SessionId(error.session))
            threads = can_have_threads(interaction) and not lacking_for_threads(interaction)
            offered = channel_taken(running, wanted.id, threads=threads)
            await answer.show_privately(offered)
        else:
            await room.announce(session)


def _opponents(
    services: Services, game: AnyGame, options: Options, level: str | None, *, solo: bool
) -> tuple[Person, ...]:
    """The computer of that level, if there is to be one; raises IllegalMove, PlayedAlone or NoComputer."""
    if level is None:
        return ()
    if solo:
        raise IllegalMove("choose one of solo and opponent: whoever plays alone has no opponent")
    check_strategy(services.strategist, game, options)
    return (new_computer(level),)
