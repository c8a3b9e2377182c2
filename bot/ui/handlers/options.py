"""Changing options: a guild's, of games and boards (Manage Server, checked at each press), or a lobby's (its host)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from discord import ui

from bot.errors import MayNot, UnknownControl
from bot.session import Change, GameSession
from bot.ui.components import Control
from bot.ui.moving import show_board
from bot.ui.options_menu import BOARDS, OptionGroup, is_typed, looks_menu, options_menu, value_menu
from bot.ui.press import Press
from bot.wire import Component, ReadyModal
from engine.game import AnyGame, BadOption, Option, Options, OptionValue
from engine.games import catalogue

TYPED = "typed"
SHOWINGS = 1000


@dataclass(frozen=True, slots=True)
class _Scope(ABC):
    """Which options are changed, and for whom."""

    press: Press

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

    @property
    @abstractmethod
    def group(self) -> OptionGroup: ...

    @property
    @abstractmethod
    def may_change(self) -> bool: ...

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
    def menu(self, options: Options) -> list[Component]: ...


@dataclass(frozen=True, slots=True)
class _InLobby(_Scope):
    """A game's options in one lobby."""

    session: GameSession

    @property
    def group(self) -> OptionGroup:
        return self.session.game

    @property
    def may_change(self) -> bool:
        return self.session.status == "lobby" and self.press.user == self.session.host

    def check(self) -> None:
        self.session.with_usual_options(self.press.user)  # a trial, of which nothing is kept

    async def options(self) -> Options:
        return self.session.options

    async def choose(self, option: Option, value: OptionValue) -> Options:
        user = self.press.user
        return await self._change(lambda session: session.with_option(user, option.id, value))

    async def usual(self) -> Options:
        user = self.press.user
        return await self._change(lambda session: session.with_usual_options(user))

    async def _change(self, change: Change) -> Options:
        services = self.press.services
        changed = await services.arbiter.change(self.session.id, change, actor=self.press.user)
        await show_board(services, changed)
        return changed.options

    def menu(self, options: Options) -> list[Component]:
        return options_menu(self.subject, self.session.game, options, may_change=self.may_change, shown=self.shown)


@dataclass(frozen=True, slots=True)
class _InGuild(_Scope):
    """What whoever manages the server may change."""

    @property
    def may_change(self) -> bool:
        return self.press.interaction.permissions.manage_guild

    def check(self) -> None:
        if not self.may_change:
            raise MayNot("you", ("Manage Server",))


@dataclass(frozen=True, slots=True)
class _HouseRules(_InGuild):
    """A game's options in the guild."""

    game: AnyGame

    @property
    def group(self) -> OptionGroup:
        return self.game

    async def options(self) -> Options:
        return await self.press.services.house_rules.options(self.press.guild, self.game)

    async def choose(self, option: Option, value: OptionValue) -> Options:
        return await self.press.services.house_rules.choose(self.press.guild, self.game, option.id, value)

    async def usual(self) -> Options:
        return await self.press.services.house_rules.reset(self.press.guild, self.game)

    def menu(self, options: Options) -> list[Component]:
        return options_menu(self.subject, self.game, options, may_change=self.may_change, shown=self.shown)


@dataclass(frozen=True, slots=True)
class _GuildLooks(_InGuild):
    """How boards look in the guild."""

    @property
    def group(self) -> OptionGroup:
        return BOARDS

    async def options(self) -> Options:
        return await self.press.services.looks.options(self.press.guild)

    async def choose(self, option: Option, value: OptionValue) -> Options:
        return await self.press.services.looks.choose(self.press.guild, option.id, value)

    async def usual(self) -> Options:
        return await self.press.services.looks.reset(self.press.guild)

    def menu(self, options: Options) -> list[Component]:
        return looks_menu(options, may_change=self.may_change, shown=self.shown)


async def _scope_of(press: Press) -> _Scope:
    if press.control.subject != "0":
        return _InLobby(press, await press.session())
    wanted = _argument(press, 0)
    if wanted == BOARDS.id:
        return _GuildLooks(press)
    game = catalogue.get(wanted)
    if game is None:
        raise UnknownControl
    return _HouseRules(press, game)


def _argument(press: Press, index: int) -> str:
    if len(press.control.arguments) <= index:
        raise UnknownControl
    return press.control.arguments[index]


async def options(press: Press) -> None:
    """Rules: from the lobby's button a private message of its own, from a menu's Back in place."""
    scope = await _scope_of(press)
    shown = scope.menu(await scope.options())
    await (press.answer.update(shown) if press.control.arguments else press.answer.show_privately(shown))


async def games(press: Press) -> None:
    """A game, or the boards, were chosen in /options."""
    chosen = Press(press.services, press.answer, Control("0", 0, "options", (press.value,)))
    await options(chosen)


async def option(press: Press) -> None:
    """An option was chosen: show its values, or ask for a number."""
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
        custom_id=TYPED, default=option.spell(options[option.id]), max_length=10, placeholder=option.allowed()
    )
    modal.add_item(ui.Label(text=option.title[:45], description=option.allowed()[:100], component=field))
    return modal


async def value(press: Press) -> None:
    """A value was chosen, or typed into the modal."""
    scope = await _scope_of(press)
    scope.check()
    wanted = scope.option(_argument(press, 1))
    chosen = await press.answer.during(scope.choose(wanted, _parsed(wanted, press.value)))
    await press.answer.update(scope.menu(chosen))


def _parsed(option: Option, typed: str) -> OptionValue:
    try:
        return option.parse(typed.strip().casefold())
    except BadOption as error:
        # Here the option is known by its title.
        raise BadOption(option.title, error.value, error.allowed) from error


async def usual(press: Press) -> None:
    """Back to the usual."""
    scope = await _scope_of(press)
    scope.check()
    usual_options = await press.answer.during(scope.usual())
    await press.answer.update(scope.menu(usual_options))


WORDS = {"options": options, "games": games, "option": option, "value": value, "typed": value, "usual": usual}
