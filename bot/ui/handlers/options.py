"""Changing options: a guild's, of its games and its hosting (Manage Server, checked at each press), or a lobby's."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from discord import ui

from bot import lobbies
from bot.errors import MayNot, UnknownControl
from bot.house_rules import to_choose
from bot.ids import ChannelId
from bot.needs import warnings
from bot.session import Change, GameSession
from bot.typed_text import TypedText
from bot.ui.components import Control
from bot.ui.moving import show_board
from bot.ui.options_menu import (
    ADVICE,
    BOARDS,
    HOSTING,
    TURNS,
    OptionGroup,
    general_menu,
    group_of,
    is_typed,
    options_menu,
    value_menu,
)
from bot.ui.press import Press
from bot.wire import Component, ReadyModal
from engine.game import AnyGame, BadOption, Option, Options, OptionValue
from engine.games import catalogue

TYPED = "typed"
NUMBER_LENGTH = 10
SHOWINGS = 1000


@dataclass(frozen=True, slots=True)
class _Scope(ABC):
    """Which options are changed, and for whom."""

    press: Press
    group: OptionGroup

    @property
    def subject(self) -> str:
        return self.press.control.subject

    @property
    def shown(self) -> int:
        """A number that no menu of this message has had lately."""
        return (self.press.control.ply + 1) % SHOWINGS

    def option(self, option_id: str) -> Option:
        found = next((o for o in self.group.options if o.id == option_id), None)
        if found is None:
            raise UnknownControl
        return found

    @abstractmethod
    def check(self) -> None:
        """Raise what stands against a change; it may have come up since the menu was shown."""

    @abstractmethod
    async def options(self) -> Options: ...

    @abstractmethod
    async def choose(self, option: Option, value: OptionValue) -> Options: ...

    @abstractmethod
    async def usual(self) -> Options: ...

    @abstractmethod
    async def menu(self, options: Options) -> list[Component]: ...


@dataclass(frozen=True, slots=True)
class _InLobby(_Scope):
    """A game's options in one lobby."""

    session: GameSession

    def check(self) -> None:
        lobbies.with_usual_options(self.session, self.press.user)  # a trial, of which nothing is kept

    async def options(self) -> Options:
        return self._all(self.session)

    async def choose(self, option: Option, value: OptionValue) -> Options:
        user = self.press.user
        return await self._change(lambda session: lobbies.with_option(session, user, option.id, value))

    async def usual(self) -> Options:
        user = self.press.user
        return await self._change(lambda session: lobbies.with_usual_options(session, user))

    async def _change(self, change: Change) -> Options:
        services = self.press.services
        changed = await services.arbiter.change(self.session.id, change, actor=self.press.user)
        await show_board(services, changed)
        return self._all(changed)

    def _all(self, session: GameSession) -> Options:
        return Options(to_choose(session.game), {**session.options, **session.table})

    async def menu(self, options: Options) -> list[Component]:
        may_change = self.session.status == "lobby" and self.press.user == self.session.host
        return options_menu(self.subject, self.group, options, may_change=may_change, shown=self.shown)


@dataclass(frozen=True, slots=True)
class _InGuild(_Scope):
    """What whoever manages the server may change."""

    @property
    def may_change(self) -> bool:
        return self.press.interaction.permissions.manage_guild

    def check(self) -> None:
        if not self.may_change:
            raise MayNot("you", ("Manage Server",))

    def warnings(self, options: Options) -> list[str]:
        return warnings(self.press.interaction.app_permissions.value, options)

    async def menu(self, options: Options) -> list[Component]:
        return general_menu(
            self.group, options, warnings=self.warnings(options), may_change=self.may_change, shown=self.shown
        )


@dataclass(frozen=True, slots=True)
class _HouseRules(_InGuild):
    """A game's options in the guild."""

    game: AnyGame

    async def options(self) -> Options:
        return await self.press.services.house_rules.chosen(self.press.guild, self.game)

    async def choose(self, option: Option, value: OptionValue) -> Options:
        return await self.press.services.house_rules.choose(self.press.guild, self.game, option.id, value)

    async def usual(self) -> Options:
        return await self.press.services.house_rules.reset(self.press.guild, self.game)

    async def menu(self, options: Options) -> list[Component]:
        return options_menu(
            self.subject,
            self.group,
            options,
            warnings=self.warnings(options),
            may_change=self.may_change,
            shown=self.shown,
        )


@dataclass(frozen=True, slots=True)
class _GuildLooks(_InGuild):
    """How boards look in the guild."""

    async def options(self) -> Options:
        return await self.press.services.looks.options(self.press.guild)

    async def choose(self, option: Option, value: OptionValue) -> Options:
        return await self.press.services.looks.choose(self.press.guild, option.id, value)

    async def usual(self) -> Options:
        return await self.press.services.looks.reset(self.press.guild)


@dataclass(frozen=True, slots=True)
class _GuildHosting(_InGuild):
    """Where and how the guild hosts games, when its members are reminded, or who gets hints."""

    async def options(self) -> Options:
        chosen = await self.press.services.hosting.options(self.press.guild)
        return Options(self.group.options, chosen)

    async def choose(self, option: Option, value: OptionValue) -> Options:
        await self.press.services.hosting.choose(self.press.guild, option.id, value)
        return await self.options()

    async def usual(self) -> Options:
        await self.press.services.hosting.reset(self.press.guild, self.group.options)
        return await self.options()

    async def menu(self, options: Options) -> list[Component]:
        return general_menu(
            self.group,
            options,
            listed=await self._listed(),
            warnings=self.warnings(options),
            may_change=self.may_change,
            shown=self.shown,
        )

    async def _listed(self) -> list[ChannelId]:
        """The listed channels that are still there: Discord takes no others as a menu's choices."""
        listed, guild = await self.press.services.hosting.channels(self.press.guild), self.press.interaction.guild
        return sorted(c for c in listed if guild is None or guild.get_channel(c) is not None)


GENERAL: Mapping[str, Callable[[Press], _InGuild]] = {
    BOARDS.id: lambda press: _GuildLooks(press, BOARDS),
    HOSTING.id: lambda press: _GuildHosting(press, HOSTING),
    TURNS.id: lambda press: _GuildHosting(press, TURNS),
    ADVICE.id: lambda press: _GuildHosting(press, ADVICE),
}
"""What holds for all games of a guild."""


async def _scope_of(press: Press) -> _Scope:
    if press.control.subject != "0":
        session = await press.session()
        return _InLobby(press, group_of(session.game), session)
    wanted = _argument(press, 0)
    if wanted in GENERAL:
        return GENERAL[wanted](press)
    game = catalogue.get(wanted)
    if game is None:
        raise UnknownControl
    return _HouseRules(press, group_of(game), game)


def _argument(press: Press, index: int) -> str:
    if len(press.control.arguments) <= index:
        raise UnknownControl
    return press.control.arguments[index]


async def options(press: Press) -> None:
    """Rules: from the lobby's button a private message of its own, from a menu's Back in place."""
    scope = await _scope_of(press)
    shown = await scope.menu(await scope.options())
    if press.control.arguments:
        await press.answer.update(shown)
    elif isinstance(scope, _InLobby):
        await press.services.asides.show(scope.session, press.answer, shown)
    else:
        await press.answer.show_privately(shown)


async def games(press: Press) -> None:
    """A game, or what holds for all of them, was chosen in /options."""
    chosen = replace(press, control=Control("0", 0, "options", (press.value,)), values=())
    await options(chosen)


async def option(press: Press) -> None:
    """An option was chosen: show its values, or ask for a number or a text."""
    scope = await _scope_of(press)
    scope.check()
    wanted = scope.option(press.value)
    current = await scope.options()
    if is_typed(wanted):
        await press.interaction.response.send_modal(_modal(scope, wanted, current))
    else:
        await press.answer.update(value_menu(scope.subject, scope.group, wanted, current, shown=scope.shown))


def _modal(scope: _Scope, option: Option, options: Options) -> ReadyModal:
    control = Control(scope.subject, scope.shown, "typed", (scope.group.id, option.id))
    modal = ReadyModal(title=scope.group.title[:45], custom_id=control.custom_id(), timeout=None)
    field: ui.TextInput[ReadyModal] = ui.TextInput(
        custom_id=TYPED,
        default=option.spell(options[option.id]),
        max_length=option.longest if isinstance(option, TypedText) else NUMBER_LENGTH,
        placeholder=option.allowed()[:100],
    )
    modal.add_item(ui.Label(text=option.title[:45], description=option.allowed()[:100], component=field))
    return modal


async def value(press: Press) -> None:
    """A value was chosen, or typed into the modal."""
    scope = await _scope_of(press)
    scope.check()
    wanted = scope.option(_argument(press, 1))
    chosen = await press.answer.during(scope.choose(wanted, _parsed(wanted, press.value)))
    await press.answer.update(await scope.menu(chosen))


def _parsed(option: Option, typed: str) -> OptionValue:
    try:
        return option.parse(typed.strip().casefold())
    except BadOption as error:
        # Here the option is known by its title.
        raise BadOption(option.title, error.value, error.allowed) from error


async def channels(press: Press) -> None:
    """Channels were listed, or none: those that are chosen now are the list."""
    scope = await _scope_of(press)
    if scope.group is not HOSTING:
        raise UnknownControl
    scope.check()
    if not all(value.isdecimal() for value in press.values):
        raise UnknownControl
    listed = frozenset(ChannelId(int(value)) for value in press.values)
    await press.answer.during(press.services.hosting.choose_channels(press.guild, listed))
    await press.answer.update(await scope.menu(await scope.options()))


async def usual(press: Press) -> None:
    """Back to the usual."""
    scope = await _scope_of(press)
    scope.check()
    usual_options = await press.answer.during(scope.usual())
    await press.answer.update(await scope.menu(usual_options))


WORDS = {
    "options": options,
    "games": games,
    "option": option,
    "value": value,
    "typed": value,
    "channels": channels,
    "usual": usual,
}
