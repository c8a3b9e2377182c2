"""The board of a running match: what it says, what its controls are called, and what they do."""

from __future__ import annotations

import pytest

from engine.game import IllegalMove
from engine.games import dice_game, score
from tests.bot.board import Shown, told
from tests.bot.seated import DICE_GAMES
from tests.bot.table import Table

GAMES = DICE_GAMES
FIVE_DICE = ("yahtzee", "yatzy", "figure_yatzy")
SIX_DICE = ("maxi_yatzy", "mega_yatzy")


# -- what it says -------------------------------------------------------------------------------------------------


async def test_whose_turn_it_is_and_what_happened_last(table: Table) -> None:
    await table.set_look(card="text")
    board = await table.play("yatzy", table.ada, table.bo)
    assert board.shown.text.startswith(
        "## Yatzy · \u2068Ada\u2069's turn\nTurn 1 of 15 · 3 rolls\n-# \u2068Ada\u2069 begins."
    )
    table.roll_next("66123", "66645")
    await board.press(table.ada, "Roll")
    assert "Turn 1 of 15 · roll 1 of 3\n-# \u2068Ada\u2069 rolled all 5 dice." in board.shown.text
    await board.hold(table.ada, 1, 2)
    await board.press(table.ada, "Roll")
    assert "roll 2 of 3\n-# \u2068Ada\u2069 rolled 3 of 5 dice." in board.shown.text
    await board.choose(table.ada, "sixes")
    assert board.shown.text.startswith(
        "## Yatzy · \u2068Bo\u2069's turn\nTurn 1 of 15 · 3 rolls\n-# \u2068Ada\u2069 scored 18 in Sixes."
    )
    assert "Sixes          18        ." in board.shown.text


async def test_alone_it_is_your_game(table: Table) -> None:
    board = await table.play("yatzy")
    assert board.shown.text.startswith("## Yatzy · Your game\n")


async def test_a_box_crossed_out_is_said_so(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    table.roll_next("12346")
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "yatzy")
    assert "Ada\u2069 put 0 in Yatzy." in board.shown.text


# -- dice ---------------------------------------------------------------------------------------------------------


async def without_emojis(table: Table) -> None:
    """The bot begins anew where it may not list the application's emojis."""
    table.env.inject_error("GET", "/applications/*/emojis", status=403, code=50001)
    await table.restart()


@pytest.mark.parametrize("game", FIVE_DICE)
async def test_five_dice_with_emojis_are_in_two_rows(table: Table, game: str) -> None:
    """With an emoji and a tick, no more than three fit in a row on a phone."""
    table.roll_next("66123")
    board = await table.play(game)
    if "Roll (3 left)" in board.shown.labels:
        assert board.shown.rows == [["–"] * 3, ["–"] * 2, ["Roll (3 left)", "Hint", "More"]]
        await board.press(table.ada, "Roll")
    assert board.shown.rows == [["6", "6", "1"], ["2", "3"], ["Roll again (2 left)", "Hint", "More"]]


async def test_a_die_shows_its_face_and_whether_it_is_held(table: Table) -> None:
    board = await table.play("yatzy")
    assert board.shown.emojis == [""] * 5
    table.roll_next("61626")
    await board.press(table.ada, "Roll")
    await board.hold(table.ada, 3)
    assert board.shown.dice == ["6", "1", "6 ✓", "2", "6"]
    assert board.shown.emojis == ["die_6", "die_1", "die_6_held", "die_2", "die_6"]


@pytest.mark.parametrize("game", FIVE_DICE)
async def test_five_dice_without_emojis_are_in_one_row(table: Table, game: str) -> None:
    await without_emojis(table)
    table.roll_next("66123")
    board = await table.play(game)
    if "Roll (3 left)" in board.shown.labels:
        assert board.shown.rows[0] == ["–"] * 5
        assert board.shown.usable == ["Roll (3 left)", "Hint", "More"]
        await board.press(table.ada, "Roll")
    assert board.shown.rows == [["6", "6", "1", "2", "3"], ["Roll again (2 left)", "Hint", "More"]]


@pytest.mark.parametrize("game", SIX_DICE)
async def test_six_dice_are_in_two_rows(table: Table, game: str) -> None:
    board = await table.play(game)
    table.roll_next("665123")
    await board.press(table.ada, "Roll")
    assert board.shown.rows == [["6", "6", "5"], ["1", "2", "3"], ["Roll again (2 left)", "Hint", "More"]]


async def test_no_label_is_too_long_for_a_phone_with_many_saved_rolls(table: Table) -> None:
    board = await table.play("maxi_yatzy")
    for box in ("ones", "twos", "threes", "fours"):
        await board.press(table.ada, "Roll")
        await board.choose(table.ada, box)
    await board.press(table.ada, "Roll (11 left)")
    assert board.shown.rows[-1] == ["Roll (10 left)", "Hint", "More"]
    await board.press(table.ada, "Roll")
    assert board.shown.rows[-1] == ["Roll again (9 left)", "Hint", "More"]


async def test_equal_dice_are_separate_and_keep_their_places(table: Table) -> None:
    board = await table.play("yatzy")
    table.roll_next("61626", "55555", "44444")
    await board.press(table.ada, "Roll")
    await board.hold(table.ada, 3, 5)
    assert board.shown.dice == ["6", "1", "6 ✓", "2", "6 ✓"]
    await board.press(table.ada, "Roll")
    assert board.shown.dice == ["5", "5", "6 ✓", "5", "6 ✓"], "a held die neither moves nor changes"
    await board.hold(table.ada, 3)
    await board.press(table.ada, "Roll")
    assert board.shown.dice == ["4", "4", "4", "4", "6 ✓"]
    assert board.shown.usable == ["Hint", "More"], "no roll is left that a hold could matter for"
    assert "No rolls left" in board.shown.labels


async def test_a_hold_names_what_is_wanted(table: Table) -> None:
    board = await table.play("yatzy")
    table.roll_next("61626")
    await board.press(table.ada, "Roll")
    wanted = board.shown.die(1)
    await board.at_once(*[(table.ada, wanted)] * 3)
    assert board.shown.dice == ["6 ✓", "1", "6", "2", "6"], "three presses of it hold the die, as one does"


async def test_with_every_die_held_nothing_is_rolled(table: Table) -> None:
    board = await table.play("yatzy")
    await board.press(table.ada, "Roll")
    await board.hold(table.ada, 1, 2, 3, 4, 5)
    assert "Roll again (2 left)" not in board.shown.usable
    answer = told(await board.forge(table.ada, board.shown.custom_id("Roll")))
    assert answer == "Every die is held: release one, or choose a box."
    assert (await table.session()).ply == 1


async def test_holds_are_gone_in_the_next_turn(table: Table) -> None:
    board = await table.play("yatzy")
    table.roll_next("66123", "11111")
    await board.press(table.ada, "Roll")
    await board.hold(table.ada, 1, 2)
    await board.choose(table.ada, "sixes")
    await board.press(table.ada, "Roll")
    assert board.shown.dice == ["1"] * 5


# -- rolls --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SIX_DICE)
async def test_rolls_that_are_not_used_are_saved(table: Table, game: str) -> None:
    board = await table.play(game)
    assert "Turn 1 of" in board.shown.text
    assert "3 rolls (3 new + 0 saved)" in board.shown.text
    await board.press(table.ada, "Roll (3 left)")
    await board.choose(table.ada, "chance")
    assert "5 rolls (3 new + 2 saved)" in board.shown.text
    for left in (5, 4, 3, 2):
        await board.press(table.ada, f"Roll{' again' if left < 5 else ''} ({left} left)")
    assert "roll 4 of 5 (3 new + 2 saved)" in board.shown.text
    assert "Roll again (1 left)" in board.shown.labels
    await board.choose(table.ada, "ones")
    assert "4 rolls (3 new + 1 saved)" in board.shown.text


async def test_each_seat_has_its_own_saved_rolls(table: Table) -> None:
    await table.set_look(card="text")
    board = await table.play("maxi_yatzy", table.ada, table.bo)
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "chance")
    assert "3 rolls (3 new + 0 saved)" in board.shown.text
    await board.press(table.bo, "Roll")
    await board.press(table.bo, "Roll")
    await board.choose(table.bo, "chance")
    assert "5 rolls (3 new + 2 saved)" in board.shown.text
    assert "Saved           2        1" in board.shown.text


async def test_figures_first_roll_is_made_by_itself(table: Table) -> None:
    table.roll_next("66123", "11111", "22222")
    board = await table.play("figure_yatzy", table.ada, table.bo)
    assert board.shown.dice == ["6", "6", "1", "2", "3"]
    assert "Turn 1 of 13 · roll 1 of 3\n-# \u2068Ada\u2069 begins." in board.shown.text
    await board.hold(table.ada, 1, 2)
    await board.choose(table.ada, "sixes")
    assert board.shown.dice == ["1"] * 5, "and for the next seat, with the box before it"
    assert "Bo\u2069's turn" in board.shown.text
    assert "Ada\u2069 scored 12 in Sixes." in board.shown.text


# -- the score menu -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_the_menu_has_each_open_box_with_what_it_gives(table: Table, game: str) -> None:
    """To the end of a game on fair dice: the menu agrees with the engine's own `score` at each turn."""
    board = await table.play(game)
    rules = dice_game(game).rules(dice_game(game).complete())
    card: dict[str, int] = {}
    for _ in rules.boxes:
        if "–" in board.shown.dice:
            assert board.shown.menu["disabled"] is True
            await board.press(table.ada, "Roll")
        left = (await table.session()).match.state.rolls_left
        thrown = [int(label[0]) for label in board.shown.dice]
        expected = {}
        for box in rules.boxes:
            try:
                got = score(game, box.id, thrown, card=card, unused_rolls=left)
            except IllegalMove:
                continue
            extra = f" + {got.extra} extra" if got.extra else ""
            points = f"{got.points} point{'' if got.points == 1 else 's'}" if got.points else "0, crosses it out"
            expected[box.id] = f"{box.title}: {points}{extra}"
        assert board.shown.boxes == expected
        chosen = next(reversed(expected))
        card[chosen] = score(game, chosen, thrown, card=card, unused_rolls=left).points
        await board.choose(table.ada, chosen)
    assert "result" in board.shown.text


async def test_before_the_first_roll_nothing_can_be_scored(table: Table) -> None:
    board = await table.play("yatzy")
    assert board.shown.menu["disabled"] is True
    assert board.shown.menu["placeholder"] == "Roll first, then score"
    answer = told(await board.forge(table.ada, board.shown.menu["custom_id"], "ones"))
    assert answer.startswith("Roll the dice first")


async def test_a_zero_says_why(table: Table) -> None:
    board = await table.play("yatzy")
    table.roll_next("12346")
    await board.press(table.ada, "Roll")
    entries = {entry["value"]: entry for entry in board.shown.menu["options"]}
    assert entries["yatzy"]["label"] == "Yatzy: 0, crosses it out"
    assert entries["yatzy"]["description"].startswith("these dice don't fit; it wants ")
    assert entries["twos"]["label"] == "Twos: 2 points"
    assert entries["ones"]["label"] == "Ones: 1 point"


async def test_a_joker_brings_extra_and_forces_its_box(table: Table) -> None:
    board = await table.play("yahtzee")
    table.roll_next("44444", "44444", "44444")
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "yahtzee")
    await board.press(table.ada, "Roll")
    assert board.shown.boxes == {"fours": "Fours: 20 points + 100 extra"}, "the official joker leaves no choice"
    await board.choose(table.ada, "fours")
    assert "Ada\u2069 scored 20 in Fours, +100 extra." in board.shown.text
    await board.press(table.ada, "Roll")
    assert board.shown.boxes == {
        "three_kind": "Three of a kind: 20 points + 100 extra",
        "four_kind": "Four of a kind: 20 points + 100 extra",
        "full_house": "Full house: 25 points + 100 extra",
        "small_straight": "Small straight: 30 points + 100 extra",
        "large_straight": "Large straight: 40 points + 100 extra",
        "chance": "Chance: 20 points + 100 extra",
    }


async def test_a_forced_order_offers_one_box(table: Table) -> None:
    await table.set_rule("yatzy", order="top_down")
    board = await table.play("yatzy")
    await board.press(table.ada, "Roll")
    assert list(board.shown.boxes) == ["ones"]
    await board.choose(table.ada, "ones")
    await board.press(table.ada, "Roll")
    assert list(board.shown.boxes) == ["twos"]


async def test_no_roll_is_needed_where_the_house_says_so(table: Table) -> None:
    await table.set_rule("yatzy", min_rolls=0)
    board = await table.play("yatzy")
    assert board.shown.boxes["chance"] == "Chance: 0, crosses it out"
    await board.choose(table.ada, "chance")
    assert "put 0 in Chance" in board.shown.text


async def test_figures_pay_for_unused_rolls(table: Table) -> None:
    table.roll_next("66655", "66655")
    board = await table.play("figure_yatzy")
    assert board.shown.boxes["full_house"] == "Full house: 40 points"
    await board.press(table.ada, "Roll")
    assert board.shown.boxes["full_house"] == "Full house: 35 points"


# -- More ---------------------------------------------------------------------------------------------------------


async def test_more_is_private_and_offers_what_one_may(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    seated, outside = await board.press(table.bo, "More"), await board.press(table.cleo, "More")
    assert "committed to" in told(seated)
    assert Shown(seated.response.components).labels == ["Rules", "Card as text", "Odds", "Who is ahead?", "Resign"]
    assert Shown(outside.response.components).labels == ["Rules", "Card as text", "Odds", "Who is ahead?"]


async def test_more_tells_the_rules_of_this_match(table: Table) -> None:
    await table.set_rule("yatzy", upper_bonus=25)
    board = await table.play("yatzy")
    more = table.at((await board.press(table.ada, "More")).response)
    await more.press(table.ada, "Rules")
    assert "bring a bonus of 25" in more.shown.text


@pytest.mark.parametrize("what", ["Rules", "Card as text", "Odds", "Who is ahead?", "Resign"])
async def test_from_whatever_more_offers_a_way_leads_back_to_it(table: Table, what: str) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    answer = await board.press(table.bo, "More")
    more = table.at(answer.response)
    offered, words = more.shown.labels, more.shown.text
    await more.press(table.bo, what)
    assert more.shown.text != words
    await board.press(table.ada, "Roll")
    await more.press(table.bo, "Back")
    assert (more.shown.labels, more.shown.text) == (offered, words)
    await more.press(table.bo, what)
    await table.ada.slash(table.channel, "stop")
    assert told(await more.press(table.bo, "Back")) == "This game is over; `/play` starts a new one."


async def test_a_solo_game_ends_early(table: Table) -> None:
    board = await table.play("yatzy")
    table.roll_next("66123")
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "chance")
    await table.env.advance_time(61)
    more = table.at((await board.press(table.ada, "More")).response)
    assert more.shown.labels == ["Rules", "Card as text", "Odds", "End game"]
    await more.press(table.ada, "End game")
    assert more.shown.text == "End your game now? Open boxes count 0."
    await more.press(table.ada, "Yes, end it")
    assert more.shown.labels == []
    assert "Ada\u2069 ended the game early: 18 points in the end." in board.shown.text
    assert "played in 1 min 1 s" in board.shown.text
    assert "Play again" in board.shown.labels


async def test_resigning_asks_first_and_ends_a_game_of_two(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    more = table.at((await board.press(table.bo, "More")).response)
    rows = table.rows()
    await more.press(table.bo, "Resign")
    assert more.shown.text == "Resign? The game is over then, and \u2068Ada\u2069 wins."
    assert table.rows() == rows, "asked, not done"
    await more.press(table.bo, "Yes, resign")
    assert "Bo\u2069 resigned: \u2068Ada\u2069 wins with 0 points." in board.shown.text
    assert "🏳️ \u2068Bo\u2069 — 0 (resigned)" in board.shown.text


async def test_a_game_of_three_goes_on_without_the_one_who_resigned(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo, table.cleo)
    await board.press(table.ada, "Roll")
    more = table.at((await board.press(table.ada, "More")).response)
    await more.press(table.ada, "Resign")
    assert more.shown.text == "Resign? You will rank below everybody who plays on."
    await more.press(table.ada, "Yes, resign")
    assert "Bo\u2069's turn" in board.shown.text
    assert "Ada\u2069 resigned." in board.shown.text
    await board.press(table.bo, "Roll")
    await board.choose(table.bo, "chance")
    assert "Cleo\u2069's turn" in board.shown.text
    await board.press(table.cleo, "Roll")
    await board.choose(table.cleo, "chance")
    assert "Bo\u2069's turn" in board.shown.text, "the resigned seat is passed over"


async def test_an_outsider_cannot_resign_for_somebody(table: Table) -> None:
    board = await table.play("yatzy", table.ada, table.bo)
    session = await table.session()
    rows = table.rows()
    for word in ("resign.yes", "end.yes"):
        assert "Only players" in told(await board.forge(table.cleo, f"v1:{session.id}:0:{word}"))
    assert "resign" in told(await board.forge(table.ada, f"v1:{session.id}:0:end.yes"))
    assert table.rows() == rows
