"""Before a command: the one place where all of them pass, and how many of them a member may send."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from typing import Any

import discord
from discord import app_commands

from bot.allowance import Allowance
from bot.commands.arguments import Interaction
from bot.errors import TooFast
from bot.ui.admission import RefusalGate
from engine.game import GameError

Guard = Callable[[Interaction], bool]
"""Whether a command may run; one that may not gets no answer, unless the guard raises a GameError, which is told."""


class GuardedTree(app_commands.CommandTree[Any]):
    """A command tree that asks its guards, one after another, before a command runs. Autocomplete asks nobody."""

    def __init__(self, client: discord.Client, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)
        self.guards: list[Guard] = []

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether the command may run; what a guard raises goes the way of a command's own errors."""
        command = interaction.command
        if command is None or interaction.type is not discord.InteractionType.application_command:
            return True
        try:
            return all(guard(interaction) for guard in self.guards)
        except GameError as error:
            raise app_commands.CommandInvokeError(command, error) from error


PUBLIC = frozenset({"play", "challenge", "Challenge", "board", "leaderboard"})
"""Commands that end in a message for everybody; "Challenge" is the one in the menu of a name."""

UNLIMITED = frozenset({"stop", "kick", "sessions"})
"""What a moderator needs when things go wrong."""


class Cooldowns:
    """How many commands a member may send in a guild: few that everybody sees, more that only they see."""

    PUBLIC_AT_ONCE, PUBLIC_EVERY = 4, 15.0
    PRIVATE_AT_ONCE, PRIVATE_EVERY = 10, 3.0

    def __init__(self, *, now: Callable[[], datetime]) -> None:
        self._public: Allowance[tuple[int, int]] = Allowance(self.PUBLIC_AT_ONCE, self.PUBLIC_EVERY, now=now)
        self._private: Allowance[tuple[int, int]] = Allowance(self.PRIVATE_AT_ONCE, self.PRIVATE_EVERY, now=now)
        self._gate = RefusalGate(now=now)

    def admit(self, interaction: Interaction) -> bool:
        """A guard; raises TooFast while Discord takes answers, and keeps silent towards whoever goes on and on.

        A command knows no answer without words: where a button would only be acknowledged it gets the sentence too.
        """
        name = interaction.command.qualified_name if interaction.command is not None else ""
        if name in UNLIMITED:
            return True
        allowance = self._public if name in PUBLIC else self._private
        seconds = allowance.take((interaction.guild_id or 0, interaction.user.id))
        if not seconds:
            return True
        if self._gate.ask(interaction.user.id) != "nothing":
            raise TooFast(math.ceil(seconds))
        return False
