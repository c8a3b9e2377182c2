"""Options: what a game lets a table decide, with defaults and allowed values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

OptionValue = bool | int | str | None


class GameError(Exception):
    """A game refuses something; the message says what and why, and nothing has changed."""

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions are pickled as if they were made from their message; many of these are made from something else.
        return _again, (type(self), self.args), vars(self)


def _again(kind: type[GameError], args: tuple[object, ...]) -> GameError:
    return kind.__new__(kind, *args)


class BadOption(GameError):
    """An option that the game does not have, or a value that the option does not take."""

    def __init__(self, option: str, value: object, allowed: str) -> None:
        super().__init__(f"{option}={value}: {allowed}")
        self.option = option
        self.value = value
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Option:
    """One option: a switch, a choice, or a whole number in a range (with a word for "none").

    `ranked` says that it changes scoring or legality, so that games under other values are not comparable.
    """

    id: str
    title: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    numbers: range | None = None
    none: str | None = None
    ranked: bool = True

    def check(self, value: OptionValue) -> OptionValue:
        """The value itself if the option takes it; raises BadOption."""
        if self._takes(value):
            return value
        raise BadOption(self.id, self.spell(value), f"takes {self.allowed()}")

    def _takes(self, value: OptionValue) -> bool:
        if value is None:
            return self.none is not None
        if self.numbers is not None:
            return isinstance(value, int) and not isinstance(value, bool) and value in self.numbers
        # True == 1 in Python: a switch must not be taken for a number, nor the reverse.
        return any(value == choice and type(value) is type(choice) for choice in self.choices)

    def parse(self, text: str) -> OptionValue:
        """The value that a person or a record wrote: `on`, `off`, a whole number, a word; raises BadOption."""
        for value in self.choices:
            if text == self.spell(value):
                return value
        if self.none is not None and text in {self.none, "none"}:
            return None
        if self.numbers is not None and re.fullmatch(r"\d{1,9}", text, re.ASCII) and int(text) in self.numbers:
            return int(text)
        raise BadOption(self.id, text, f"takes {self.allowed()}")

    def spell(self, value: OptionValue) -> str:
        """The value as a record writes it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return (self.none or "none") if value is None else str(value)

    def allowed(self) -> str:
        """The allowed values in words."""
        words = [self.spell(value) for value in self.choices]
        if self.none is not None:
            words.append(self.none)
        if self.numbers is not None:
            words.append(f"{self.numbers[0]} to {self.numbers[-1]}")
        return " or ".join(words)


def switch(id: str, title: str, default: bool, *, ranked: bool = True) -> Option:
    """An option that is on or off."""
    return Option(id, title, default, choices=(True, False), ranked=ranked)


def choice(id: str, title: str, *values: OptionValue, ranked: bool = True) -> Option:
    """An option with named values, the first of which is the default."""
    return Option(id, title, values[0], choices=values, ranked=ranked)


def number(
    id: str, title: str, default: int | None, low: int, high: int, *, none: str | None = None, ranked: bool = True
) -> Option:
    """An option that is a whole number from low to high, or none where a word for that is given."""
    return Option(id, title, default, numbers=range(low, high + 1), none=none, ranked=ranked)


class Options(Mapping[str, OptionValue]):
    """A complete, checked, immutable set of options; hashable, so that what follows from it can be kept."""

    __slots__ = ("_hash", "_options", "_values")

    def __init__(self, options: tuple[Option, ...], values: Mapping[str, OptionValue]) -> None:
        self._options = options
        self._values = {option.id: values[option.id] for option in options}
        self._hash = hash(tuple((k, type(v), v) for k, v in self._values.items()))

    @classmethod
    def complete(cls, options: tuple[Option, ...], given: Mapping[str, OptionValue]) -> Options:
        """The given values, checked, with defaults for the rest; raises BadOption."""
        known = {option.id: option for option in options}
        for key, value in given.items():
            if key not in known:
                raise BadOption(key, value, f"no such option; there are {', '.join(known)}")
        return cls(options, {o.id: o.check(given[o.id]) if o.id in given else o.default for o in options})

    def __getitem__(self, key: str) -> OptionValue:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Options({self.spelled()})"

    def on(self, key: str) -> bool:
        """A switch's value."""
        return self._values[key] is True

    def number(self, key: str) -> int:
        """A number's value; 0 for none."""
        value = self._values[key]
        return value if isinstance(value, int) else 0

    def word(self, key: str) -> str:
        """A choice's value."""
        return str(self._values[key])

    def changed(self) -> tuple[Option, ...]:
        """The options that differ from their defaults."""
        return tuple(o for o in self._options if self._values[o.id] != o.default)

    def spelled(self) -> str:
        """As a record's `Options` tag: what differs from the defaults, `key=value` by blanks."""
        return " ".join(f"{o.id}={o.spell(self._values[o.id])}" for o in self.changed())

    def rules(self) -> str:
        """A key for comparable games: what differs from the defaults in scoring or legality."""
        return " ".join(f"{o.id}={o.spell(self._values[o.id])}" for o in self.changed() if o.ranked)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Options):
            return self._hash == other._hash and self._values == other._values
        return NotImplemented
