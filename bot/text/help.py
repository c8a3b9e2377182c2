"""A newcomer's first minute, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games import catalogue


def help_text(missing_permissions: Sequence[str]) -> str:
    """What to type first, and which permissions the bot lacks here."""
    games = ", ".join(game.title for game in catalogue.values())
    lines = [
        "## Parlour",
        f"Games for this channel, with buttons: {games}.",
        "• `/play` opens a lobby; others join, the host starts. `solo: True` plays alone.",
        "• Computers: the host adds them in the lobby, or `/play` with `opponent` starts against one at once.",
        "• `/challenge` dares one member; so does **Apps → Challenge** in the menu of a name.",
        "• On the board: press a die to hold it, **Roll** the others, and choose a box in the menu.",
        "• In Klondike: choose a move in the menu, or **Draw**.",
        "• **Hint** on the board, or `/hint`, tells you alone what is best; the result says how many you used.",
        "• **More** says who is ahead; **Review** under a result tells luck from skill, and the costliest choices.",
        "• `/board` brings the board down again, `/turns` shows every game that waits for you.",
        "• `/leave` leaves, and for a while you can come back; `/pings` sets whether I remind you of your turn.",
        "• `/kick` and `/stop` are for hosts and moderators, `/sessions` shows every open game.",
        "• `/leaderboard` ranks this server, `/rules` explains a game, `/verify` proves its dice.",
        "• `/card` shows your games' cards as pictures or as text, which screen readers can read.",
        "• `/pings` sets whether and when I remind you that it is your turn.",
        "• `/options` sets this server's house rules, channels, reminders and boards (Manage Server).",
    ]
    if missing_permissions:
        lines.append(_missing(missing_permissions))
    return "\n".join(lines)


def _missing(permissions: Sequence[str]) -> str:
    noun = "this permission" if len(permissions) == 1 else "these permissions"
    names = ", ".join(f"**{permission}**" for permission in permissions)
    return f"⚠️ In this channel I lack {noun}: {names}. Whoever manages this server can give me what is missing."


def welcome_text() -> str:
    """The first words in a new guild."""
    return "Hello! I am Parlour. Type `/play` to start a game in any channel, and `/help` to see what else I can do."
