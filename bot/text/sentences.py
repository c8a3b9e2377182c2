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

__all__ = [
    "ENGLISH",
    "Language",
    "lost_answer",
    "moved_answer",
    "sentence",
    "storage_trouble",
    "unexpected_trouble",
]

Teller = Callable[[Any, Sequence[str]], str]
Language = Mapping[type[GameError], Teller]

MOST_NAMED = 5
"""Channels in a sentence."""


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


def lost_answer() -> str:
    """What the member is told when Discord has not taken the answer to what they did, but takes words."""
    return "Discord didn't take my answer. Nothing was lost: the board shows what counts; what it lacks, do once more."


def moved_answer() -> str:
    """The same where the message that was pressed can't be changed any more."""
    return "That message is gone, or too old to change: the game goes on in a new one at the bottom."


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


def _no_computer(error: errors.NoComputer, _names: Sequence[str]) -> str:
    why = safe_text(error.why).rstrip(".")
    return f"The computer can't play under these rules ({why}): change them, or play without it."


def _channel_refused(error: errors.ChannelRefused, _names: Sequence[str]) -> str:
    change = "whoever manages this server can change that with `/options`"
    if not error.allowed:
        return f"Games aren't allowed in this channel; {change}."
    named = [f"<#{channel}>" for channel in error.allowed[:MOST_NAMED]]
    more = len(error.allowed) - len(named)
    places = ", ".join([*named, *([f"{more} more"] if more else [])])
    return f"Games aren't allowed in this channel, but in {places}; {change}."


def _too_many_games(error: errors.TooManyGames, _names: Sequence[str]) -> str:
    games = "one game" if error.most == 1 else f"{error.most} games"
    return f"This server hosts {games} at once, and no more: `/sessions` shows what is open."


def _not_ranked(error: errors.NotRanked, _names: Sequence[str]) -> str:
    titles = ", ".join(error.titles)
    return f"{error.game_title} is not ranked by that here; there are boards for {titles}."


def _too_fast(error: errors.TooFast, _names: Sequence[str]) -> str:
    seconds = "a second" if error.seconds == 1 else f"{error.seconds} seconds"
    return f"Not so fast, please: try that again in {seconds}."


def _not_seated(error: errors.NotSeated, _names: Sequence[str]) -> str:
    if error.alone is not None:
        return f"Only {safe_name(error.alone)} plays at this table; `/play` starts a game of your own."
    return "Only players of this game can do that; press Join while it is in its lobby, or join the next one."


def _not_host(error: errors.NotHost, _names: Sequence[str]) -> str:
    return f"Only {safe_name(error.host_name)}, the host, can do that."


def _not_your_box(error: errors.NotYourBox, _names: Sequence[str]) -> str:
    return f"That box is {safe_name(error.owner_name)}'s to take back."


def _seat_gone(error: errors.SeatGone, _names: Sequence[str]) -> str:
    if error.kicked:
        return "The host or a moderator has taken you out of this game; you are welcome in the next one."
    return "You are out of this game; the others play on, and you can join the next one."


def _not_playing(error: errors.NotPlaying, _names: Sequence[str]) -> str:
    return f"In this channel's game {safe_name(error.name)} has no seat."


def _no_review(error: errors.NoReview, _names: Sequence[str]) -> str:
    if error.over:
        return "There is nothing to review here: the game was stopped, or nothing was played."
    return "A review looks at a game that is over: come back when this one is."


def _old_board(error: errors.OldBoard, _names: Sequence[str]) -> str:
    # The link is the bot's own; a newline or bracket in it would only show that something else is wrong.
    where = f"go on at {error.link}" if error.link else "`/board` brings it here"
    return f"The game goes on in a newer message: {where}."


def _hints_off(error: errors.HintsOff, _names: Sequence[str]) -> str:
    if error.rated:
        return "In this server there are hints only for one who plays alone, or against computers."
    return "Hints are switched off in this server."


def _may_not(error: errors.MayNot, _names: Sequence[str]) -> str:
    if not error.permissions:
        return "I may not do that here: please ask somebody who manages this server to look at my permissions."
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
    errors.LostBoard: _always(
        "There is no game in this channel, but one of yours is shown nowhere: `/turns` can bring it here."
    ),
    errors.ChannelTaken: _always("This channel has a game already: `/board` shows it."),
    errors.ChannelRefused: _channel_refused,
    errors.TooManyGames: _too_many_games,
    errors.NotSeated: _not_seated,
    errors.AlreadySeated: _always("You have a seat already."),
    errors.LobbyFull: _lobby_full,
    errors.NoComputer: _no_computer,
    errors.NoComputerHere: _always("No computer sits at this table."),
    errors.NotHost: _not_host,
    errors.NotStarted: _always("The game hasn't started yet: press Start in its lobby first."),
    errors.AlreadyStarted: _always("The game has started already: `/board` shows it."),
    errors.NoDealYet: _always("A deal that can be won is being found: press again in a moment."),
    errors.NoHints: _always("There are no hints in a race."),
    errors.HintsOff: _hints_off,
    errors.NoReview: _no_review,
    errors.NoStrategy: _always("I couldn't work that out just now; please try again in a minute."),
    errors.TooManyQuestions: _always("Too many players are asking me at once: please try again in a moment."),
    errors.NoUndo: _always("At this table a box stays as it was filled; the host chooses that in the lobby's Rules."),
    errors.NotYourBox: _not_your_box,
    errors.SeatGone: _seat_gone,
    errors.KickedSelf: _always("That is you: `/leave` takes you out of the game."),
    errors.NotPlaying: _not_playing,
    errors.OldBoard: _old_board,
    errors.UnknownControl: _always("That button doesn't work any more: `/board` shows the game with ones that do."),
    errors.NotRanked: _not_ranked,
    errors.TooFast: _too_fast,
    errors.NoThread: _always("Discord doesn't let me make a thread in this channel right now."),
    errors.MayNot: _may_not,
    errors.ChallengeRefused: _always("That member can't be challenged; try somebody else."),
    errors.ChallengedSelf: _always("You can't challenge yourself: pick another member, or play alone with `/play`."),
    errors.ChallengedBot: _always(
        "Bots can't be challenged: pick a member, or play against the computer: `/play` with `opponent`."
    ),
    errors.ChallengedOutsider: _always("That member doesn't see this channel: challenge them where they do."),
    errors.PlayedAlone: _always("That game is played alone: `/play` starts it."),
    errors.ChallengeOpen: _always("You have challenged that member already: wait for the answer."),
    errors.NotYourChallenge: _not_your_challenge,
    errors.ChallengeClosed: _always("This challenge is closed; `/challenge` makes a new one."),
}
