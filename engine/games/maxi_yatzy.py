"""Maxi Yatzy: six dice, twenty boxes, and unused rolls are saved for later turns (RULES section 3)."""

from engine.dice.dice_game import DiceGame
from engine.dice.patterns import all_equal, chance, groups
from engine.dice.ruleset import Box, Ruleset
from engine.dice.sheet import UPPER, common_options, saved_rolls, upper_bonus
from engine.dice.six_dice import kinds, pairs, straights
from engine.game import Options
from engine.option import number, switch


def rules(options: Options) -> Ruleset:
    """Maxi Yatzy's sheet under these options."""
    distinct = options.on("groups_distinct")
    return Ruleset(
        dice=6,
        boxes=(
            *UPPER,
            *pairs(distinct=distinct),
            *kinds(),
            *straights(full=options.on("full_straight")),
            Box("cabin", "Cabin 3+2", "Cabin", "three and two equal: the five dice", groups(3, 2, distinct=distinct)),
            Box(
                "full_house",
                "Full house 3+3",
                "F.house",
                "twice three equal: all dice",
                groups(3, 3, distinct=distinct),
            ),
            Box("tower", "Tower 4+2", "Tower", "four and two equal: all dice", groups(4, 2, distinct=distinct)),
            Box("chance", "Chance", "Chance", "anything: all dice", chance()),
            Box("yatzy", "Maxi Yatzy", "Maxi Y.", "six equal", all_equal(), fixed=100),
        ),
        upper=upper_bonus(options),
        budget=saved_rolls(options),
        order=options.word("order"),
    )


GAME = DiceGame(
    id="maxi_yatzy",
    title="Maxi Yatzy",
    summary="Six dice, twenty boxes; rolls that you don't use are saved for later turns.",
    options=(
        *common_options(threshold=84, bonus=100),
        switch("groups_distinct", "Pairs, houses and towers need different faces", True),
        switch("full_straight", "The card has a full straight", True),
        number("carry_cap", "Most saved rolls", None, 0, 60, none="none"),
    ),
    rules=rules,
    tips=(
        "Saved rolls are worth points: stop early on a good roll, and spend them on Maxi Yatzy and Three pairs.",
        "Four of each face reach the bonus of 100.",
    ),
    kin="Full house is 3+3 here and Cabin is Yatzy's 3+2; Mega Yatzy adds a Straight Flush.",
)
