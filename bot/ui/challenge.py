"""A challenge's message."""

from __future__ import annotations

from bot.challenges import options_of
from bot.racing import is_raced
from bot.store import ChallengeRow
from bot.text.names import safe_name
from bot.text.rules import options_in_words, race_in_words
from bot.ui.components import DANGER, SECONDARY, SUCCESS, Control, button, choice, container, menu, row, text
from bot.wire import Component
from engine.game import AnyGame, Options
from engine.games import catalogue


def challenge(row_: ChallengeRow) -> list[Component]:
    """An open challenge: the challenged member is mentioned, and may accept or decline."""
    control = f"c{row_.id}"
    game, options = catalogue[row_.game], options_of(row_)
    raced = is_raced(game)
    what = " to a race on the same deal" if raced else ""
    told_rules = _race_rules(game, options) if raced else _rules(options)
    told = (
        f"## {catalogue[row_.game].title}\n"
        f"<@{row_.opponent_id}>, {safe_name(row_.challenger_name)} challenges you{what}!\n"
        f"-# {told_rules}. Open until <t:{int(row_.expires_at.timestamp())}:t>."
    )
    return [
        container(
            text(told),
            row(
                button("Accept", Control(control, 0, "accept"), SUCCESS),
                button("Decline", Control(control, 0, "decline"), DANGER),
                button("Withdraw", Control(control, 0, "withdraw"), SECONDARY),
            ),
        )
    ]


def _rules(options: Options) -> str:
    changed = options_in_words(options)
    return f"House rules: {'; '.join(changed)}" if changed else "The usual rules"


def _race_rules(game: AnyGame, options: Options) -> str:
    return "; ".join(["The deal can be won", *race_in_words(game, options)])


ENDINGS = {
    "accepted": "{opponent} has accepted the challenge of {challenger}.",
    "declined": "{opponent} has declined the challenge of {challenger}.",
    "withdrawn": "{challenger} has withdrawn the challenge to {opponent}.",
    "expired": "The challenge of {challenger} to {opponent} has expired.",
}


def settled(row_: ChallengeRow, status: str) -> list[Component]:
    """A challenge that nothing can be done about any more."""
    told = ENDINGS[status].format(opponent=safe_name(row_.opponent_name), challenger=safe_name(row_.challenger_name))
    return [container(text(f"## {catalogue[row_.game].title}\n{told}"))]


def game_choice(opponent: int) -> list[Component]:
    """Which game? Asked privately after the context menu's Challenge."""
    entries = [choice(game.title, game.id, game.summary) for game in catalogue.values()]
    return [
        container(
            text(f"## Challenge\nWhich game do you want to play against <@{opponent}>?"),
            menu("Choose a game…", Control("0", 0, "dare", (str(opponent),)), entries),
        )
    ]
