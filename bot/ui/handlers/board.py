"""The board's buttons and menu, and what stands behind More."""

from __future__ import annotations

from collections.abc import Awaitable

from bot import presence
from bot.errors import UnknownControl
from bot.playing import END, RESIGN
from bot.session import GameSession
from bot.text.odds import odds_told
from bot.ui.components import container, text
from bot.ui.leaving import leaving
from bot.ui.more import BACK, back, more_menu, of_more
from bot.ui.moving import show_board
from bot.ui.press import Press
from bot.ui.skins import skin_of
from engine.dice.dice_game import ROLL, DiceState
from engine.game import MatchOver, Move, StalePly


async def roll(press: Press) -> None:
    """Roll: what is not held."""
    await play(press, await press.session_on_board(), ROLL)


async def box(press: Press) -> None:
    """The score menu: fill a box."""
    session = await press.session_on_board()
    # The value comes from outside: only a box may be played by it, none of the words that end or skip a game.
    state = session.running().state
    if not isinstance(state, DiceState) or press.value not in state.ruleset.index:
        raise UnknownControl
    await play(press, session, Move(press.value))


async def move(press: Press) -> None:
    """A menu of moves: any that is legal, in whatever game."""
    session = await press.session_on_board()
    match = session.running()
    # As with boxes; the list says nothing of another moment, and there the ply refuses.
    shown = match.to_move if match.ply == press.control.ply else None
    if shown is not None and not match.game.is_legal(match.state, shown, Move(press.value)):
        raise UnknownControl
    await play(press, session, Move(press.value))


async def hold(press: Press) -> None:
    """A die: `h3+` holds the third, `h3-` releases it; a press delivered twice is harmless."""
    word, ply = press.control.word, press.control.ply
    session = await press.session_on_board()
    held = press.services.arbiter.hold(session.id, press.user, int(word[1]), on=word[2] == "+", ply=ply)
    await show_change(press, held)


async def undo(press: Press) -> None:
    """Take back: the last box is open again, and its owner's turn goes on."""
    session = await press.session_on_board()
    await show_change(press, press.services.arbiter.undo(session.id, press.user, ply=press.control.ply))


async def i_am_back(press: Press) -> None:
    """I'm back: to press anything is enough for that; this one says so."""
    session = await press.services.arbiter.session(press.session_id)
    seat = session.seat_of(press.user)
    was_away = session.is_away(seat)
    session = presence.back(await press.session(), press.user, press.services.now())  # raises SeatGone
    if not was_away:
        await press.answer.tell("You are here already; this button is for those who are away.")
    elif press.is_on_board(session):
        await press.services.boards.update(press.answer, session)
    else:
        await press.answer.update([container(text("Welcome back: the game goes on with you."))])


async def play(press: Press, session: GameSession, move: Move) -> None:
    """Play a move of the member's, chosen at the ply of the control, and show the board."""
    await show_change(press, press.services.arbiter.move(session.id, press.user, move, ply=press.control.ply))


async def show_change(press: Press, change: Awaitable[GameSession], *, anew: bool = True) -> None:
    """Show what came of the change; a press of an earlier moment shows the true board, with a sentence beside it.

    Not `anew` where the board shows it already.
    """
    try:
        session = await press.answer.during(change)
    except (StalePly, MatchOver):
        await press.services.boards.update(press.answer, await press.session())
        raise
    if anew:
        await press.services.boards.update(press.answer, session)
    await press.services.asides.outdated(session)


# -- More ---------------------------------------------------------------------------------------------------------


async def more(press: Press) -> None:
    """More: the rules, and the ways out, for whoever pressed alone to see; by Back, where one of them was shown."""
    if press.control.arguments != BACK:
        session = await press.session_on_board()
        await press.answer.show_privately(more_menu(session, seated=session.is_seated(press.user)))
        return
    session = await press.session()
    if session.running().over:
        raise MatchOver
    await press.answer.update(more_menu(session, seated=session.is_seated(press.user)))


async def rules(press: Press) -> None:
    """The rules of this very match."""
    session = await press.session()
    await press.answer.update(of_more(session, skin_of(session.game).rules(session.game, session.options)))


async def card(press: Press) -> None:
    """Card as text: for whoever can't see the picture, or not well."""
    session = await press.session()
    await press.answer.update(of_more(session, skin_of(session.game).card(session.running())))


async def odds(press: Press) -> None:
    """Odds: the chance of each open box with the dice held now."""
    session = await press.session()
    state = session.running().state
    found = await press.services.odds.of(session)
    if session.running().over:
        raise MatchOver
    if not isinstance(state, DiceState):
        raise UnknownControl
    told = NO_ODDS if found is None else f"{odds_told(state, found)}\n-# {ODDS_MEAN}"
    await press.answer.update(of_more(session, told))


ODDS_MEAN = (
    "How likely each open box is for whoever is to move, who holds what is held now and then plays for that box alone. "
    "A box of the upper section needs three dice of five, or four of six."
)

NO_ODDS = "No roll is left in this turn, so nothing is left to chance: the menu says what each box gives."


async def leave(press: Press) -> None:
    """End game or Resign: asks first, and does it when `yes` was pressed."""
    session = await press.session()
    session.running()
    if press.control.arguments == ("yes",):
        await _leave_now(press, session)
    else:
        await press.answer.update(leaving(session, press.user, back(session)))


async def _leave_now(press: Press, session: GameSession) -> None:
    """End or resign; the board is brought up to date through the bot."""
    move = {"end": END, "resign": RESIGN}[press.control.word]
    session = await press.answer.during(press.services.arbiter.move(session.id, press.user, move))
    await press.answer.update([container(text(DONE))])
    await show_board(press.services, session)
    if press.control.word == "end" and (verdict := await press.services.hints.afterwards(session)):
        await press.answer.update([container(text(f"{DONE}\n{verdict}"))])


DONE = "Done. Thank you for playing!"

WORDS = {
    **{f"h{die}{sign}": hold for die in range(1, 10) for sign in "+-"},
    "roll": roll,
    "box": box,
    "move": move,
    "undo": undo,
    "back": i_am_back,
    "more": more,
    "rules": rules,
    "card": card,
    "odds": odds,
    "end": leave,
    "resign": leave,
}
