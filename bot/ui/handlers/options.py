"""Changing options: a guild's house rules (Manage Server, checked at each press), or a lobby's (its host)."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ui

from bot.errors import MayNot, UnknownControl
from bot.session import GameSession
from bot.ui.components import Control
from bot.ui.options_menu import is_typed, options_menu, value_menu
from bot.ui.press import Press
from bot.wire import Component, ReadyModal
from engine.game import AnyGame, BadOption, Option, Options, OptionValue
from engine.games import catalogue

TYPED = "typed"
SHOWINGS = 1000


@dataclass(frozen=True, slots=True)
class _Scope:
    """Whose options are changed: the guild's (no session), or a lobby's."""

    press: Press
    game: AnyGame
    session: GameSession | None

    @classmethod
    async def of(cls, press: Press) -> _Scope:
        if press.control.subject != "0":
            session = await press.session()
            return cls(press, session.game, session)
        game = catalogue.get(_argument(press, 0))
        if game is None:
            raise UnknownControl
        return cls(press, game, None)

    @property
    def subject(self) -> str:
        return self.press.control.subject

    @property
    def shown(self) -> int:
        """A number that no menu of this message has had lately."""
        return (self.press.control.ply + 1) % SHOWINGS

    @property
    def may_change(self) -> bool:
        if self.session is not None:
            return self.session.status == "lobby" and self.press.user == self.session.host
        return self.press.interaction.permissions.manage_guild

    async def options(self) -> Options:
        if self.session is not None:
            return self.session.options
        return await self.press.services.house_rules.options(self.press.guild, self.game)

    async def choose(self, option: Option, value: OptionValue) -> Options:
        services, user = self.press.services, self.press.user
        if self.session is None:
            return await services.house_rules.choose(self.press.guild, self.game, option.id, value)
        changed = await services.arbiter.change(
            self.session.id, lambda s: s.with_option(user, option.id, value), actor=user
        )
        await services.presenter.show(changed)
        return changed.options

    async def usual(self) -> Options:
        services, user = self.press.services, self.press.user
        if self.session is None:
            return await services.house_rules.reset(self.press.guild, self.game)
        changed = await services.arbiter.change(self.session.id, lambda s: s.with_usual_options(user), actor=user)
        await services.presenter.show(changed)
        return changed.options

    def check(self) -> None:
        """Raise what stands against a change; it may have come up since the menu was shown."""
        if self.session is not None:
            self.session.with_usual_options(self.press.user)  # a trial, of which nothing is kept
        elif not self.press.interaction.permissions.manage_guild:
            raise MayNot("you", ("Manage Server",))

    def option(self, option_id: str) -> Option:
        found = next((o for o in self.game.options if o.id == option_id), None)
        if found is None:
            raise UnknownControl
        return found


def _argument(press: Press, index: int) -> str:
    if len(press.control.arguments) <= index:
        raise UnknownControl
    return press.control.arguments[index]


def _menu(scope: _Scope, options: Options) -> list[Component]:
    return options_menu(scope.subject, scope.game, options, may_change=scope.may_change, shown=scope.shown)


async def options(press: Press) -> None:
    """Rules: from the lobby's button a private message of its own, from a menu's Back in place."""
    scope = await _Scope.of(press)
    shown = _menu(scope, await scope.options())
    await (press.answer.update(shown) if press.control.arguments else press.answer.show_privately(shown))


async def games(press: Press) -> None:
    """A game was chosen in /options."""
    chosen = Press(press.services, press.answer, Control("0", 0, "options", (press.value,)))
    await options(chosen)


async def option(press: Press) -> None:
    """An option was chosen: show its values, or ask for a number."""
    scope = await _Scope.of(press)
    scope.check()
    wanted = scope.option(press.value)
    current = await scope.options()
    if is_typed(wanted):
        await press.interaction.response.send_modal(_modal(scope, wanted, current))
    else:
        await press.answer.update(value_menu(scope.subject, scope.game, wanted, current, shown=scope.shown))


def _modal(scope: _Scope, option: Option, options: Options) -> ReadyModal:
    control = Control(scope.subject, scope.shown, "typed", (scope.game.id, option.id))
    modal = ReadyModal(title=scope.game.title[:45], custom_id=control.custom_id(), timeout=None)
    field: ui.TextInput[ReadyModal] = ui.TextInput(
        custom_id=TYPED, default=option.spell(options[option.id]), max_length=10, placeholder=option.allowed()
    )
    modal.add_item(ui.Label(text=option.title[:45], description=option.allowed()[:100], component=field))
    return modal


async def value(press: Press) -> None:
    """A value was chosen, or typed into the modal."""
    scope = await _Scope.of(press)
    scope.check()
    wanted = scope.option(_argument(press, 1))
    chosen = await press.answer.during(scope.choose(wanted, _parsed(wanted, press.value)))
    await press.answer.update(_menu(scope, chosen))


def _parsed(option: Option, typed: str) -> OptionValue:
    try:
        return option.parse(typed.strip().casefold())
    except BadOption as error:
        # Here the option is known by its title.
        raise BadOption(option.title, error.value, error.allowed) from error


async def usual(press: Press) -> None:
    """Back to the usual rules."""
    scope = await _Scope.of(press)
    scope.check()
    usual_rules = await press.answer.during(scope.usual())
    await press.answer.update(_menu(scope, usual_rules))


WORDS = {"options": options, "games": games, "option": option, "value": value, "typed": value, "usual": usual}
