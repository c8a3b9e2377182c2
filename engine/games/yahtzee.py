"""Yahtzee: five dice, thirteen boxes, and jokers for a further Yahtzee (RULES section 1)."""

from engine.dice.dice_game import DiceGame
from engine.dice.patterns import all_equal, chance, groups, kind, run
from engine.dice.ruleset import Box, JokerRule, Ruleset
from engine.dice.sheet import UPPER, common_options, three_rolls, upper_bonus
from engine.game import Options
from engine.option import choice, switch


def rules(options: Options) -> Ruleset:
    """Yahtzee's sheet under these options."""
    house = groups(3, 2, distinct=not options.on("five_equal_full_house"))
    return Ruleset(
        dice=5,
        boxes=(
            *UPPER,
            Box("three_kind", "Three of a kind", "3 kind", "three equal: all dice", kind(3, pays_all=True)),
            Box("four_kind", "Four of a kind", "4 kind", "four equal: all dice", kind(4, pays_all=True)),
            Box("full_house", "Full house", "F.house", "three and two equal", house, fixed=25),
            Box("small_straight", "Small straight", "S.strght", "four in a row", run(4), fixed=30),
            Box("large_straight", "Large straight", "L.strght", "five in a row", run(5), fixed=40),
            Box("yahtzee", "Yahtzee", "Yahtzee", "five equal", all_equal(), fixed=50),
            Box("chance", "Chance", "Chance", "anything: all dice", chance()),
        ),
        upper=upper_bonus(options),
        budget=three_rolls(options),
        order=options.word("order"),
        joker=joker(options) if options.on("multiple_yahtzees") else None,
    )


def joker(options: Options) -> JokerRule:
    """What a further Yahtzee brings: 100 points if the box holds 50, and the places it may go to (Hasbro's sheet)."""
    return JokerRule(
        box="yahtzee",
        extra=100,
        wild=frozenset({"full_house", "small_straight", "large_straight"}),
        forced=options.word("joker") == "forced",
        needs_face=True,
        after_zero=True,
    )


GAME = DiceGame(
    id="yahtzee",
    title="Yahtzee",
    summary="Five dice, three rolls, thirteen boxes; a further Yahtzee is worth 100.",
    options=(
        *common_options(threshold=63, bonus=35),
        switch("multiple_yahtzees", "Further Yahtzees count 100 and are jokers", True),
        choice("joker", "Where a joker goes", "forced", "free_choice"),
        switch("five_equal_full_house", "Five equal dice are a full house", False),
    ),
    rules=rules,
    tips=(
        "Go for the bonus: three of each face reach 63, and fives and sixes count most.",
        "A bad roll is best put into Ones, or spent on Chance late in the game.",
        "A 0 in Ones costs less than a few points in Sixes.",
    ),
    kin="In Yatzy three of a kind counts only the three dice, a small straight is 1-5 and there are no jokers.",
)
