"""The one place where a refusal becomes a sentence: short, kind, and saying what to do.

A language is a table from error classes to tellers; a class without a line is told by its parent's. Another language is
another table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot import errors
from bot.text.names import safe_name, safe_text
from engine import game
from engine.game import GameError

__all__ = ["ENGLISH", "Language", "sentence", "storage_trouble", "unexpected_trouble"]

Teller = Callable[[Any, Sequence[str]], str]
Language = Mapping[type[GameError], Teller]


def sentence(error: GameError, names: Sequence[str] = (), language: Language | None = None) -> str:
    """What the member is told of this refusal, as Discord text; `names` are the seats' names, as they are."""
    table = ENGLISH if language is None else language
    teller = next(table[kind] for kind in type(error).__mro__ if kind in table)
    return teller(error, names)


def storage_trouble() -> str:
    """What the member is told when the store could not keep what they did."""
    return "I couldn't save that, so nothing has changed. Please try again in a moment."


def unexpected_trouble() -> str:
    """For what nobody foresaw: the operator finds it in the log."""
    return "That did not work, and it is not your fault. Nothing was lost: please try again in a moment."


def _always(text: str) -> Teller:
    return lambda _error, _names: text


def _in_own_words(error: GameError, _names: Sequence[str]) -> str:
    """The engine's own message, which is English already: "no roll is left in this turn: choose a box"."""
    text = safe_text(str(error)).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}." if text else "That isn't possible now; nothing has changed."


def _not_your_turn(error: game.NotYourTurn, names: Sequence[str]) -> str:
    known = 0 <= error.to_move < len(names)
    return f"It is {safe_name(names[error.to_move]) if known else f'seat {error.to_move + 1}'}'s turn."


def _bad_option(error: game.BadOption, _names: Sequence[str]) -> str:
    option, value = (safe_text(str(word), 60) for word in (error.option, error.value))
    allowed = error.allowed.replace("takes ", "it takes ", 1)
    return f"The option {option} can't be set to {value or 'nothing'}: {safe_text(allowed)}."


def _bad_record(error: game.BadRecord, _names: Sequence[str]) -> str:
    return f"Line {error.line} of the record is wrong: {safe_text(str(error)).rstrip('.')}."


def _lobby_full(error: errors.LobbyFull, _names: Sequence[str]) -> str:
    return f"All {error.seats} seats are taken: wait for one to become free, or play in another channel."


def _not_host(error: errors.NotHost, _names: Sequence[str]) -> str:
    return f"Only {safe_name(error.host_name)} can do that, having opened this lobby."


def _old_board(error: errors.OldBoard, _names: Sequence[str]) -> str:
    # The link is the bot's own; a newline or bracket in it would only show that something else is wrong.
    where = f"go on at {error.link}" if error.link else "`/board` brings it here"
    return f"The game goes on in a newer message: {where}."


def _may_not(error: errors.MayNot, _names: Sequence[str]) -> str:
    wanted = " and ".join(f"**{safe_text(permission, 60)}**" for permission in error.permissions)
    noun = "permissions" if len(error.permissions) > 1 else "permission"
    if error.who == "I":
        return f"I need the {noun} {wanted} here: please ask somebody who manages this server to give it to me."
    return f"You need the {noun} {wanted} for that."


def _not_your_challenge(error: errors.NotYourChallenge, _names: Sequence[str]) -> str:
    return f"That button is for {safe_name(error.opponent_name)}."


ENGLISH: Language = {
    # what the engine refuses
    GameError: _in_own_words,
    game.IllegalMove: _in_own_words,
    game.NotYourTurn: _not_your_turn,
    game.StalePly: _always("That button was from an earlier moment of the game; the board is up to date now."),
    game.MatchOver: _always("This game is over; `/play` starts a new one."),
    game.BadOption: _bad_option,
    game.BadRecord: _bad_record,
    game.Unsupported: _in_own_words,
    # what the bot refuses
    errors.Refusal: _always("That isn't possible now; nothing has changed."),
    errors.NoSession: _always("That game is not there any more; `/play` starts a new one."),
    errors.NoGameHere: _always("There is no game in this channel; `/play` starts one."),
    errors.ChannelTaken: _always("This channel has a game already: `/board` shows it."),
    errors.NotSeated: _always("Only players of this game can do that; you can join the next one."),
    errors.AlreadySeated: _always("You have a seat already."),
    errors.LobbyFull: _lobby_full,
    errors.NotHost: _not_host,
    errors.NotStarted: _always("The game hasn't started yet: press Start in its lobby first."),
    errors.AlreadyStarted: _always("The game has started already: `/board` shows it."),
    errors.OldBoard: _old_board,
    errors.UnknownControl: _always("That button doesn't work any more: `/board` shows the game with ones that do."),
    errors.MayNot: _may_not,
    errors.ChallengeRefused: _always("That member can't be challenged; try somebody else."),
    errors.ChallengedSelf: _always("You can't challenge yourself: pick another member, or play alone with `/play`."),
    errors.ChallengedBot: _always("Bots can't be challenged: pick a member."),
    errors.ChallengedOutsider: _always("That member doesn't see this channel: challenge them where they do."),
    errors.ChallengeOpen: _always("You have challenged that member already: wait for the answer."),
    errors.NotYourChallenge: _not_your_challenge,
    errors.ChallengeClosed: _always("This challenge is closed; `/challenge` makes a new one."),
}
