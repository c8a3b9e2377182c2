"""The rules in words: what they promise is what the engine plays."""

import itertools

import pytest

from bot.text.rules import options_in_words, rules_text
from engine.dice.dice_game import DiceGame
from engine.game import Options
from engine.games import catalogue

DICE = [game for game in catalogue.values() if isinstance(game, DiceGame)]


def variants(game: DiceGame) -> list[Options]:
    """Every switch and choice of the game in every combination, numbers at their highest."""
    values = [o.choices or ((o.numbers[-1],) if o.numbers else ()) for o in game.options]
    ids = [option.id for option in game.options]
    return [game.complete(dict(zip(ids, chosen, strict=True))) for chosen in itertools.product(*values)]


@pytest.mark.parametrize("game", DICE, ids=lambda game: game.id)
def test_the_rules_fit_a_message_under_any_options(game: DiceGame) -> None:
    for options in [game.complete(), *variants(game)]:
        text = rules_text(game, options)
        assert len(text) < 3500
        assert "None" not in text
        assert "\n\n" not in text


@pytest.mark.parametrize("game", DICE, ids=lambda game: game.id)
def test_the_usual_rules_name_everything_that_counts(game: DiceGame) -> None:
    text, ruleset = rules_text(game, game.complete()), game.rules(game.complete())
    for box in ruleset.boxes[6:]:
        assert f"- {box.title}: " in text
        assert box.fixed is None or f"→ {box.fixed}" in text
    assert f"{ruleset.upper.threshold} or more together bring a bonus of {ruleset.upper.points}." in text
    assert "Different here" not in text
    assert game.summary in text
    assert game.kin in text
    assert all(tip in text for tip in game.tips)
    assert ("The first roll is made for you" in text) == ruleset.budget.automatic
    assert ("saved for your later turns" in text) == ruleset.budget.saves


def text_of(game_id: str, **options: bool | int | str | None) -> str:
    game = catalogue[game_id]
    assert isinstance(game, DiceGame)
    return rules_text(game, game.complete(options))


def test_what_a_guild_changed_comes_first_with_the_usual_value() -> None:
    text = text_of("yahtzee", upper_bonus=50, joker="free_choice")
    assert "- Upper bonus: 50 (usually 35)" in text
    assert "- Where a joker goes: free choice (usually forced)" in text
    assert "bring a bonus of 50." in text
    assert "they may go to any open box" in text
    assert text.index("Different here") < text.index("A turn")
    assert "Usually: " in text
    assert "Tips for the usual rules" in text


def test_yahtzees_jokers_are_told_as_they_are_played() -> None:
    text = text_of("yahtzee")
    assert "100 extra in any box, unless Yahtzee holds 0" in text
    assert "they must go to the upper box of their face" in text
    assert "Full house, Small straight and Large straight" in text
    assert "All dice equal again" not in text_of("yahtzee", multiple_yahtzees=False)


def test_figures_pay_for_unused_rolls_as_far_as_the_guild_says() -> None:
    assert "→ 20, and 5 for each unused roll" in text_of("figure_yatzy")
    assert "unused roll" not in text_of("figure_yatzy", unused_bonus=0).split("**Tips")[0].split("**A turn**")[1]
    assert "all above 0 bring 30 more." in text_of("figure_yatzy")


def test_saved_rolls_name_their_cap() -> None:
    assert "4 at most" in text_of("maxi_yatzy", carry_cap=4)
    assert "saved for your later turns" not in text_of("maxi_yatzy", carry_cap=0)


def test_a_fixed_order_and_no_bonus_are_said() -> None:
    assert "from bottom to top" in text_of("yatzy", order="bottom_up")
    assert "There is no upper bonus." in text_of("yatzy", upper_bonus=0)
    assert "without any roll" in text_of("yatzy", min_rolls=0)


def test_options_in_words() -> None:
    game = catalogue["mega_yatzy"]
    assert options_in_words(game.complete()) == []
    words = options_in_words(game.complete({"straight_flush": "big_2_6", "groups_distinct": False, "carry_cap": 3}))
    assert words == [
        "Pairs, houses and towers need different faces: off (usually on)",
        "What a straight flush is: big 2-6 (usually positions 1-6)",
        "Most saved rolls: 3 (usually none)",
    ]
