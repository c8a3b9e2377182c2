"""Options whose value is a text that a person types: a time zone, hours of the day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.option import BadOption, Option, OptionValue


@dataclass(frozen=True, slots=True)
class TypedText(Option):
    """An option that takes what `read` can read: it gives the text as it is kept, or raises BadOption.

    `takes` says in words what that is, and `longest` how many characters may be typed.
    """

    read: Callable[[str], str] = str
    takes: str = "a text"
    longest: int = 40

    def check(self, value: OptionValue) -> OptionValue:
        """The value as it is kept; raises BadOption."""
        if isinstance(value, str):
            return self.read(value)
        raise BadOption(self.id, self.spell(value), f"takes {self.takes}")

    def parse(self, text: str) -> OptionValue:
        """The value that a person typed, as it is kept; raises BadOption."""
        return self.read(text)

    def allowed(self) -> str:
        """What may be typed, in words."""
        return self.takes
