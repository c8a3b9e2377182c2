"""What settings need of the bot's own permissions, and what happens without: the warnings of /options."""

from __future__ import annotations

from dataclasses import dataclass

from bot.permissions import missing
from engine.option import Options, OptionValue


@dataclass(frozen=True, slots=True)
class Need:
    """What the bot needs, for an option (or "", for every board) unless that has one of these values."""

    permission: str
    without: str
    option: str = ""
    unless: frozenset[OptionValue] = frozenset()


OPEN_RACES = "a race is run in the channel itself, with both tables open to everybody"
"""Told where games are placed, and with the rules of the game that is raced."""

NEEDS = (
    Need("View Channels", "a board changes only when it is pressed"),
    Need("Send Messages", "a board that was deleted is not posted anew"),
    Need("Embed Links", "links may show without a preview"),
    Need("Attach Files", "cards are shown as text", "card", frozenset({"text"})),
    Need("Use External Emojis", "dice are plain numbers", "card"),
    Need("Create Public Threads", "games are played in the channel itself", "place", frozenset({"channel"})),
    Need("Send Messages in Threads", "games are played in the channel itself", "place", frozenset({"channel"})),
    Need("Create Private Threads", OPEN_RACES, "place"),
    Need("Create Private Threads", OPEN_RACES, "winnable"),
    Need("Send Messages", "boards do not come down by themselves", "repost_after", frozenset({None})),
    Need("Read Message History", "I can't tell whether a board was deleted", "repost_after", frozenset({None})),
    Need("Send Messages", "nobody is reminded", "reminders", frozenset({False})),
)


def warnings(granted: int, options: Options) -> list[str]:
    """What the bot lacks in a channel for what has been chosen, a line for each permission."""
    lacking = set(missing(granted))
    found: dict[str, list[str]] = {}
    for need in NEEDS:
        if need.permission in lacking and _is_needed(need, options):
            found.setdefault(need.permission, []).append(need.without)
    return [f"⚠ I lack **{permission}** here: {', and '.join(without)}." for permission, without in found.items()]


def _is_needed(need: Need, options: Options) -> bool:
    return not need.option or (need.option in options and options[need.option] not in need.unless)
