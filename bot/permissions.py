"""What the bot asks a server for, in one place: the invite link, the checks and the hints take it from here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["BITS", "BOARD", "MODERATING", "PERMISSIONS", "SCOPES", "THREAD_BOARD", "invite_link", "missing"]

SCOPES = ("bot", "applications.commands")

# Discord's documented bits, by the name that its server settings show.
PERMISSIONS: Mapping[str, int] = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Use External Emojis": 1 << 18,
    "Create Public Threads": 1 << 35,
    "Create Private Threads": 1 << 36,
    "Send Messages in Threads": 1 << 38,
}
BOARD = ("View Channels", "Send Messages", "Embed Links", "Attach Files", "Use External Emojis")
"""What a board in a channel needs."""

THREAD_BOARD = ("View Channels", "Send Messages in Threads", "Embed Links", "Attach Files", "Use External Emojis")
ADMINISTRATOR = 1 << 3

MODERATING = ("Manage Messages",)
"""What a moderator is known by, as Discord's settings call it."""

BITS = sum(PERMISSIONS.values())


def invite_link(application_id: int) -> str:
    """The address at which somebody with Manage Server adds the bot, with exactly these permissions."""
    scopes = "+".join(SCOPES)
    return f"https://discord.com/oauth2/authorize?client_id={application_id}&scope={scopes}&permissions={BITS}"


def missing(granted: int, wanted: Iterable[str] = PERMISSIONS) -> tuple[str, ...]:
    """The names of those wanted permissions that a member with the `granted` bits lacks."""
    if granted & ADMINISTRATOR:
        return ()
    return tuple(name for name in wanted if not granted & PERMISSIONS[name])
