"""Klondike in a channel, by buttons and menus alone."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot import lobbies
from bot.deals import READY
from bot.hosting import Hosting
from bot.ids import GuildId, SessionId, UserId
from bot.store import Store
from engine import record
from engine.cards.card import PACK, show
from engine.cards.solver import Solution
from engine.games.klondike import SOLE
from tests.bot.board import MENU, Board, told, walk
from tests.bot.table import Table

RECORDS = Path(__file__).parents[1] / "engine" / "data" / "records"
SOLVED = record.read((RECORDS / "klondike-d1-a.game").read_text())[0]
DECK = SOLVED.start.dealt
LINE = tuple(written.ply.move for _, written in SOLVED.written)


async def deal(table: Table, *, solo: bool = True, deck: str = DECK, **options: Any) -> Board:
    """A game of Ada's with a known deal."""
    if options:
        await table.set_rule("klondike", **options)
    table.dice.decks.append(deck)
    if solo:
        return table.board_of(await table.ada.slash(table.channel, "play", game="klondike", solo=True))
    return await table.play("klondike")


def menus(board: Board) -> list[Any]:
    return [part for part in walk(board.shown.components) if part["type"] == MENU]


def offered(board: Board) -> dict[str, str]:
    """What the menus say, by move."""
    return {entry["value"]: entry["label"] for menu in menus(board) for entry in menu["options"]}


async def choose(board: Board, member: Any, move: str) -> Any:
    """Choose a move in whichever menu has it."""
    menu = next(m for m in menus(board) if any(entry["value"] == move for entry in m["options"]))
    return await board.forge(member, menu["custom_id"], move)


# -- the board ----------------------------------------------------------------------------------------------------


async def test_a_lobby_for_one_and_the_deal_at_start(table: Table) -> None:
    board = await table.play("klondike", start=False)
    assert board.shown.rows == [["Rules"], ["Start alone", "Cancel"]]
    assert "Fair deal: committed to `" in board.shown.text
    assert "a turn" not in board.shown.text
    assert "seat" not in board.shown.text
    table.dice.decks.append(DECK)
    await board.press(table.ada, "Start alone")
    assert board.shown.rows == [["Draw 1", "Undo"], ["Hint", "Finish", "More"]]
    assert board.shown.usable == ["Draw 1", "Hint", "Finish", "More"], "an ace lies open"
    assert "0 moves · 0 of 52 cards up · your time begins with the first move" in board.shown.text


async def test_the_menu_has_the_legal_moves_in_words_the_most_useful_first(table: Table) -> None:
    board = await deal(table)
    [menu] = menus(board)
    first = menu["options"][0]
    assert (first["value"], first["label"]) == ("6>f", "A♥ from 6 to its foundation")
    assert first["description"] == "turns up a card"
    session = await table.session()
    assert tuple(offered(board)) == session.game.legal_moves(session.running().state, SOLE)


async def test_drawing_moving_and_taking_back(table: Table) -> None:
    board = await deal(table)
    await board.press(table.ada, "Draw 1")
    assert "1 move · 0 of 52 cards up · begun <t:" in board.shown.text
    assert "A card was drawn." in board.shown.text
    await choose(board, table.ada, LINE[0])
    assert re.search(r"-# \S+ went from 6 to its foundation\.", board.shown.text)
    assert "2 moves · 1 of 52 cards up" in board.shown.text
    await board.press(table.ada, "Undo")
    assert "3 moves · 0 of 52 cards up" in board.shown.text
    assert "A move was taken back." in board.shown.text
    await board.press(table.ada, "Undo")
    assert "Undo" not in board.shown.usable, "this is the deal again"
    assert [ply.move for ply in (await table.stored()).running().plies] == ["d", LINE[0], "u", "u"]


async def test_the_waste_is_turned_over_as_often_as_the_rules_allow(table: Table) -> None:
    board = await deal(table, draw=3, redeals=1)
    for _ in range(8):
        await board.press(table.ada, "Draw 3")
    await board.press(table.ada, "Turn the waste over")
    assert "The waste was turned over." in board.shown.text
    for _ in range(8):
        await board.press(table.ada, "Draw 3")
    assert "No redeal left" in board.shown.labels
    assert "No redeal left" not in board.shown.usable
    drawing = str((await table.session()).ply)
    refused = await board.forge(table.ada, f"v1:1:{drawing}:draw")
    assert told(refused) == "The waste may be turned over once, and it was."


async def test_no_menu_is_taken_for_the_one_before_it(table: Table) -> None:
    """The same move may come twice in a row: a client that still shows it as chosen would not send it again."""
    board = await deal(table)
    numbers = [menu["id"] for menu in menus(board)]
    for label in ("Draw 1", "Undo", "Draw 1"):
        await board.press(table.ada, label)
        numbers += [menu["id"] for menu in menus(board)]
    assert len(numbers) == len(set(numbers)) >= 4


async def test_nothing_is_said_of_when_time_begins_where_a_limit_runs_already(table: Table) -> None:
    board = await deal(table, seconds=600)
    assert "begins with the first move" not in board.shown.text
    assert "0 moves · 0 of 52 cards up\n" in board.shown.text
    assert "time for the whole game is up" in board.shown.text
    await board.press(table.ada, "Draw 1")
    assert "1 move · 0 of 52 cards up · begun <t:" in board.shown.text


async def test_the_picture_changes_with_every_move(table: Table) -> None:
    board = await deal(table)
    seen = {board.pictured.name}
    assert "face down" in board.shown.alt_text
    for label in ("Draw 1", "Draw 1", "Undo"):
        await board.press(table.ada, label)
        seen.add(board.pictured.name)
    assert len(seen) == 4


async def test_as_text_for_those_who_want_it(table: Table) -> None:
    await table.set_look(card="text")
    board = await deal(table)
    assert board.picture is None
    assert "Stock: 24 cards face down" in board.shown.text
    assert board.shown.text.count("of 52 cards up") == 1
    await board.press(table.ada, "Draw 1")
    assert "Stock: 23 cards face down" in board.shown.text


async def test_nobody_sees_a_card_that_lies_face_down(table: Table) -> None:
    await table.set_look(card="text")
    board = await deal(table)
    told(await table.bo.slash(table.channel, "verify"))
    shown = board.shown.text + "".join(str(request) for request in table.env.http_requests)
    seen = {card for card in PACK if show(card) in shown}
    assert seen == {run[-1] for run in (await table.session()).running().state.dealt.runs}
    assert DECK not in shown


# -- who and when -------------------------------------------------------------------------------------------------


async def test_only_the_player_may_press(table: Table) -> None:
    board = await deal(table)
    rows = table.rows()
    alone = "Only \u2068Ada\u2069 plays at this table; `/play` starts a game of your own."
    for label in ("Draw 1", "Hint"):
        assert told(await board.press(table.bo, label)) == alone
    assert told(await choose(board, table.bo, LINE[0])) == alone
    assert told(await board.forge(table.bo, "v1:1:0:finish")) == alone
    assert table.rows() == rows


async def test_a_stale_press_shows_the_true_board(table: Table) -> None:
    board = await deal(table)
    custom_id = board.shown.custom_id("Draw 1")
    hint = board.shown.custom_id("Hint")
    table.lose_the_answer()
    await board.press(table.ada, "Draw 1")
    assert "0 moves" in board.shown.text, "drawn, but not shown"
    assert "earlier moment" in told(await board.click(table.ada, custom_id))
    assert "1 move ·" in board.shown.text
    for stale in (hint, "v1:1:0:finish", "v1:1:0:takeback"):
        assert "earlier moment" in told(await board.forge(table.ada, stale))
    assert "earlier moment" in told(await board.forge(table.ada, "v1:1:0:move", "d"))
    assert (await table.session()).ply == 1


@pytest.mark.parametrize("word", ["end", "stop", "u", "timeout", "undo", "resign", "w>f", "nonsense"])
async def test_no_other_word_can_be_smuggled_into_the_menu(table: Table, word: str) -> None:
    board = await deal(table)
    rows = table.rows()
    assert "doesn't work any more" in told(await board.forge(table.ada, "v1:1:0:move", word))
    assert table.rows() == rows


@pytest.mark.parametrize("word", ["roll", "h1+", "undo", "resign.yes"])
async def test_a_dice_board_s_controls_do_nothing_here(table: Table, word: str) -> None:
    board = await deal(table)
    rows = table.rows()
    told(await board.forge(table.ada, f"v1:1:0:{word}"))
    assert table.rows() == rows
    told(await board.forge(table.ada, "v1:1:0:box", "ones"))
    assert table.rows() == rows


@pytest.mark.parametrize("word", ["draw", "takeback", "finish"])
async def test_nor_do_its_own_on_a_dice_board(table: Table, word: str) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    rows = table.rows()
    assert told(await board.forge(table.ada, f"v1:1:0:{word}"))
    assert table.rows() == rows


async def test_more_moves_than_a_menu_takes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty-five are the most that were ever seen; a second menu is there for the twenty-sixth."""
    monkeypatch.setattr("bot.ui.move_menus.MOST_CHOICES", 2)
    board = await deal(table)
    session = await table.session()
    legal = session.game.legal_moves(session.running().state, SOLE)
    assert len(menus(board)) == (len(legal) + 1) // 2 > 1
    assert tuple(offered(board)) == legal
    last = menus(board)[-1]
    assert last["placeholder"].startswith("More moves: ")
    await board.forge(table.ada, last["custom_id"], last["options"][-1]["value"])
    assert (await table.session()).ply == 1


# -- hints and the end --------------------------------------------------------------------------------------------


async def test_a_game_is_won_by_buttons_alone_with_hints(table: Table) -> None:
    table.solver.solutions.append(Solution("won", LINE))
    board = await deal(table, scoring="standard")
    for step, move in enumerate(LINE):
        said = told(await board.press(table.ada, "Hint"))
        assert said.startswith(offered(board)[move]), (step, said)
        assert "can be won" in said
        await choose(board, table.ada, move)
        if "result" in board.shown.text:
            break
    assert len(table.solver.asked) == 1, "the way to win is remembered"
    assert "🏆 \u2068Ada\u2069 has won: all 52 cards are up!" in board.shown.text
    moves = (await table.stored()).running().state.moves
    assert f"{moves} moves · score " in board.shown.text
    assert "52 of 52 cards up" in board.shown.text
    assert board.pictured.name.startswith("table-1-")
    assert board.shown.labels == ["Play again", "Check the deal"]
    ranks = table.board_of(await table.bo.slash(table.channel, "leaderboard", game="klondike"))
    assert "\u2068Ada\u2069 · **" in ranks.shown.text


async def test_a_hint_where_nothing_is_known_is_the_first_of_the_menu(table: Table) -> None:
    board = await deal(table)
    said = told(await board.press(table.ada, "Hint"))
    assert said.startswith(next(iter(offered(board).values())))
    assert "I can't tell whether" in said


def private(table: Table) -> list[str]:
    """The private messages that Ada still sees, in their order."""
    return [table.at(seen).shown.text for seen in table.channel.history(viewer=table.ada) if seen.flags.ephemeral]


async def test_a_hint_takes_the_place_of_the_one_before_it(table: Table) -> None:
    board = await deal(table)
    for _ in range(3):
        said = told(await board.press(table.ada, "Hint"))
        assert private(table) == [said], "the board stays in sight"
        await board.press(table.ada, "Draw 1")
    assert "A card was drawn." in board.shown.text


@pytest.mark.parametrize("ended", ["won", "given up"])
async def test_the_last_hint_goes_when_the_game_is_over(table: Table, ended: str) -> None:
    board = await deal(table)
    for move in LINE[:-1]:
        await choose(board, table.ada, move)
    await board.press(table.ada, "Hint")
    if ended == "won":
        await choose(board, table.ada, LINE[-1])
        assert private(table) == []
    else:
        more = table.at((await board.press(table.ada, "More")).response)
        await more.press(table.ada, "End game")
        await more.press(table.ada, "Yes, end it")
        assert ["can't tell whether this game can still" in words for words in private(table)] == [False]
    assert "result" in board.shown.text


async def test_a_hint_comes_though_the_one_before_was_dismissed_or_is_too_old_to_be_taken_away(table: Table) -> None:
    board = await deal(table)
    await board.press(table.ada, "Hint")
    await table.env.advance_time(timedelta(minutes=16).total_seconds())
    assert "I can't tell whether" in told(await board.press(table.ada, "Hint"))
    await board.press(table.ada, "Draw 1")
    assert "I can't tell whether" in told(await board.press(table.ada, "Hint"))


async def test_nothing_useful_is_said_only_of_what_is_proven(table: Table) -> None:
    board = await deal(table)
    table.solver.solutions += [Solution("lost"), Solution("lost")]
    assert told(await board.press(table.ada, "Hint")).startswith("Nothing useful is left: this deal can't be won")
    await board.press(table.ada, "Draw 1")
    assert "Undo takes moves back" in told(await board.press(table.ada, "Hint"))


async def test_finish_plays_what_can_t_be_regretted(table: Table) -> None:
    board = await deal(table)
    await board.press(table.ada, "Finish")
    assert "Finish" not in board.shown.usable
    ply = (await table.session()).ply
    assert "No card goes up now" in told(await board.forge(table.ada, f"v1:1:{ply}:finish"))
    while "Finish" not in board.shown.usable:
        await board.press(table.ada, "Draw 1")
    await choose(board, table.ada, "4>3")
    before = (await table.session()).running().state
    await board.press(table.ada, "Finish")
    after = (await table.stored()).running().state
    assert after.moves - before.moves == after.foundation_cards - before.foundation_cards > 0
    await board.press(table.ada, "Undo")
    assert (await table.session()).running().state.foundation_cards == after.foundation_cards - 1


async def test_conceding_asks_first_and_says_whether_it_could_have_been_won(table: Table) -> None:
    board = await deal(table)
    await board.press(table.ada, "Draw 1")
    more = table.at((await board.press(table.ada, "More")).response)
    assert more.shown.labels == ["Rules", "Table as text", "End game"]
    await more.press(table.ada, "End game")
    assert "End your game now?" in more.shown.text
    assert (await table.session()).status == "running"
    table.solver.solutions += [Solution("lost"), Solution("won", LINE)]
    await more.press(table.ada, "Yes, end it")
    assert "This deal could have been won, but not any more from where you stopped." in more.shown.text
    assert "\u2068Ada\u2069 ended the game." in board.shown.text
    assert "1 move · 0 of 52 cards up" in board.shown.text


@pytest.mark.parametrize(
    ("solutions", "said"),
    [
        (["won"], "It could still have been won from where you stopped."),
        (["lost", "lost"], "Nobody could have won this deal."),
        (["unknown", "won"], "This deal could have been won."),
        (["unknown", "unknown"], "I can't tell whether this deal could have been won."),
    ],
)
async def test_what_is_said_afterwards(table: Table, solutions: list[Any], said: str) -> None:
    await deal(table)
    asked = table.at((await table.ada.slash(table.channel, "leave")).response)
    table.solver.solutions += [Solution(verdict) for verdict in solutions]
    await asked.press(table.ada, "Yes, end it")
    assert asked.shown.text == f"Done. Thank you for playing!\n{said}"


async def test_rules_and_table_behind_more(table: Table) -> None:
    board = await deal(table, draw=3)
    more = table.at((await board.press(table.bo, "More")).response)
    assert "The deal follows from a secret" in more.shown.text
    await more.press(table.bo, "Table as text")
    assert "Foundations: no ♠" in more.shown.text
    more = table.at((await board.press(table.bo, "More")).response)
    await more.press(table.bo, "Rules")
    assert "Draw turns 3 cards" in more.shown.text


async def test_time_is_up(table: Table) -> None:
    board = await deal(table, seconds=60)
    assert "time for the whole game is up <t:" in board.shown.text
    await board.press(table.ada, "Draw 1")
    await table.env.advance_time(61)
    assert "The time is up." in board.shown.text
    assert [ply.move for ply in (await table.stored()).running().plies] == ["d", "timeout"]


async def test_time_is_counted_from_the_first_move(table: Table) -> None:
    board = await deal(table)
    await table.env.advance_time(100)
    await board.press(table.ada, "Draw 1")
    await table.env.advance_time(30)
    await table.restart()
    await table.ada.slash(table.channel, "stop")
    assert "played in 30 s" in board.shown.text
    assert (await table.stored()).played == timedelta(seconds=30)


# -- the deal, kept and proven ------------------------------------------------------------------------------------


async def test_a_restart_in_the_middle(table: Table) -> None:
    board = await deal(table)
    for move in LINE[:20]:
        await choose(board, table.ada, move)
    before = await table.session()
    await table.restart()
    assert await table.session() == before
    await choose(board, table.ada, LINE[20])
    for _ in range(21):
        await board.press(table.ada, "Undo")
    assert "Undo" not in board.shown.usable


async def test_a_restart_before_the_first_move(table: Table) -> None:
    board = await deal(table)
    before = await table.session()
    await table.restart()
    assert (await table.session()).running().dealt == DECK
    assert await table.session() == before
    await board.press(table.ada, "Draw 1")
    assert "1 move ·" in board.shown.text


async def test_a_fair_deal_is_proven(table: Table) -> None:
    board = table.board_of(await table.ada.slash(table.channel, "play", game="klondike", solo=True))
    await board.press(table.ada, "Draw 1")
    running = await table.bo.slash(table.channel, "verify")
    assert "Its deal follows from a secret" in told(running)
    assert not running.response.attachments, "the record has the cards that lie face down"
    secret = (await table.session()).secret.hex()
    assert secret not in "".join(map(str, table.env.http_requests))
    await table.ada.slash(table.channel, "stop")
    assert f"Secret, now revealed: `{secret}`" in board.shown.text
    assert "Commitment before the deal: `" in board.shown.text
    proof = told(await board.press(table.bo, "Check the deal"))
    assert proof.startswith("✅ The deal of game 1 follows from the secret")
    assert f"Nonce (the message that showed it): `{board.id}`" in proof
    [attached] = (await table.bo.slash(table.channel, "verify")).response.attachments
    [read] = record.read(table.env.backend.cdn.get(attached.url).decode())
    assert record.verify(read) is None
    assert read.replay().outcome.ended == "ended_early"


async def test_a_stacked_deck_is_found_out(table: Table) -> None:
    board = await deal(table)
    await table.ada.slash(table.channel, "stop")
    assert "❌ The deal of game 1 is not the one" in told(await board.press(table.bo, "Check the deal"))


async def test_play_again_deals_anew(table: Table) -> None:
    board = await deal(table)
    await table.ada.slash(table.channel, "stop")
    await board.press(table.ada, "Play again")
    assert table.last.id != board.id
    assert "Draw 1" in table.last.shown.labels


# -- deals that can be won ----------------------------------------------------------------------------------------


async def test_a_deal_that_can_be_won_comes_from_the_pool(table: Table) -> None:
    await table.set_rule("klondike", winnable=True)
    table.solver.solutions += [Solution("lost"), *[Solution("won")] * READY]
    board = await table.play("klondike", start=False)
    assert "Fair deal" not in board.shown.text
    assert "it can't be verified" in board.shown.text
    assert len(table.solver.asked) == READY + 1
    first = table.solver.asked[1][0]
    await board.press(table.ada, "Start alone")
    assert (await table.session()).running().state.dealt == first
    await table.restart()
    assert (await table.session()).running().state.dealt == first
    await table.ada.slash(table.channel, "stop")
    assert board.shown.labels == ["Play again"]
    assert "Secret" not in board.shown.text
    assert "it can't be verified" in board.shown.text
    assert "Nothing can be verified" in told(await table.bo.slash(table.channel, "verify"))


async def test_start_waits_for_a_deal_and_works_a_moment_later(table: Table) -> None:
    await table.set_rule("klondike", winnable=True)
    table.solver.solutions += [Solution("unknown")] * 400
    board = await table.play("klondike", start=False)
    rows = table.rows()
    table.solver.solutions += [Solution("unknown")] * 400
    assert told(await board.press(table.ada, "Start alone")).startswith("A deal that can be won is being found")
    assert table.rows() == rows
    table.solver.solutions += [Solution("won")] * READY
    assert told(await board.press(table.ada, "Start alone")).startswith("A deal that can be won is being found")
    await board.press(table.ada, "Start alone")
    assert "Draw 1" in board.shown.labels


async def test_alone_at_once_without_a_deal_leaves_a_lobby(table: Table) -> None:
    await table.set_rule("klondike", winnable=True)
    table.solver.solutions += [Solution("unknown")] * 400
    board = table.board_of(await table.ada.slash(table.channel, "play", game="klondike", solo=True))
    assert "Start has to wait a moment" in board.shown.text
    table.solver.solutions += [Solution("won")] * READY
    await board.press(table.ada, "Start alone")
    await board.press(table.ada, "Start alone")
    assert "Draw 1" in board.shown.labels


async def test_nor_does_it_lose_a_thread(table: Table) -> None:
    store = await Store.open(str(table.database))
    await Hosting(store).choose(GuildId(table.guild.id), "place", "thread")
    await store.close()
    await table.set_rule("klondike", winnable=True)
    table.solver.solutions += [Solution("unknown")] * 400
    announced = table.board_of(await table.ada.slash(table.channel, "play", game="klondike", solo=True))
    assert "opened a game of Klondike in <#" in announced.shown.text


async def test_a_deal_is_given_once_and_only_under_its_rules(table: Table) -> None:
    store = await Store.open(str(table.database))
    await store.add_deal("draw=1 redeals=None worry_back=True", "one")
    await store.add_deal("draw=1 redeals=None worry_back=True", "two")
    await store.add_deal("draw=3 redeals=None worry_back=True", "three")
    key = "draw=1 redeals=None worry_back=True"
    assert [await store.take_deal(key) for _ in range(3)] == ["one", "two", None]
    assert await store.count_deals("draw=3 redeals=None worry_back=True") == 1
    await store.close()


async def test_a_deal_found_under_other_rules_is_not_dealt(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host changes the rules while Start is on its way."""
    await table.set_rule("klondike", winnable=True)
    table.solver.solutions += [Solution("won")] * READY
    board = await table.play("klondike", start=False)
    arbiter, ada = table.bot.arbiter, UserId(table.ada.id)
    take = arbiter._deals.take

    async def meanwhile(*wanted: Any) -> Any:
        await arbiter.change(SessionId(1), lambda session: lobbies.with_option(session, ada, "draw", 3), actor=ada)
        return await take(*wanted)

    monkeypatch.setattr(arbiter._deals, "take", meanwhile)
    assert told(await board.press(table.ada, "Start alone")).startswith("A deal that can be won is being found")
    assert (await table.session()).status == "lobby"


async def test_nobody_but_the_host_takes_a_deal_away(table: Table) -> None:
    await table.set_rule("klondike", winnable=True)
    table.solver.solutions += [Solution("won")] * READY
    board = await table.play("klondike", start=False)
    rows = table.rows()
    assert told(await board.press(table.bo, "Start alone")).startswith("Only \u2068Ada\u2069")
    assert table.rows() == rows
