"""Mega Yatzy: Maxi Yatzy's dice with a Straight Flush by position, for 150 points (RULES section 5)."""

from engine.dice.dice_game import DiceGame
from engine.dice.patterns import all_equal, chance, groups, sequence
from engine.dice.ruleset import Box, Ruleset
from engine.dice.sheet import UPPER, common_options, saved_rolls, upper_bonus
from engine.dice.six_dice import kinds, pairs, straights
from engine.game import Options
from engine.option import choice, number, switch

FLUSHES = {
    "positions_1_6": ("1-2-3-4-5-6 from left to right", (1, 2, 3, 4, 5, 6)),
    "big_2_6": ("2-3-4-5-6 on neighbouring dice", (2, 3, 4, 5, 6)),
}


def rules(options: Options) -> Ruleset:
    """Mega Yatzy's sheet under these options."""
    distinct = options.on("groups_distinct")
    needs, faces = FLUSHES[options.word("straight_flush")]
    return Ruleset(
        dice=6,
        boxes=(
            *UPPER,
            *pairs(distinct=distinct),
            *kinds(),
            *straights(full=True),
            Box("cottage", "Cottage 3+2", "Cottage", "three and two equal: five dice", groups(3, 2, distinct=distinct)),
            Box("house", "House 3+3", "House", "twice three equal: all dice", groups(3, 3, distinct=distinct)),
            Box("tower", "Tower 4+2", "Tower", "four and two equal: all dice", groups(4, 2, distinct=distinct)),
            Box("chance", "Chance", "Chance", "anything: all dice", chance()),
            Box("yatzy", "Yatzy", "Yatzy", "six equal: 100 and all dice", all_equal(plus=100)),
            Box(
                "straight_flush",
                "Straight flush",
                "St.flush",
                needs,
                sequence(*faces),
                fixed=150,
                by_position=True,
            ),
        ),
        upper=upper_bonus(options),
        budget=saved_rolls(options),
        order=options.word("order"),
    )


GAME = DiceGame(
    id="mega_yatzy",
    title="Mega Yatzy",
    summary="Six dice, twenty-one boxes, saved rolls, and a Straight Flush by position for 150.",
    options=(
        *common_options(threshold=84, bonus=50),
        switch("groups_distinct", "Pairs, houses and towers need different faces", True),
        choice("straight_flush", "What a straight flush is", "positions_1_6", "big_2_6"),
        number("carry_cap", "Most saved rolls", None, 0, 60, none="none"),
    ),
    rules=rules,
    tips=(
        "Dice keep their places: hold a 1 on the first die, a 2 on the second, and so on, for the Straight Flush.",
        "Save rolls in the easy boxes; Yatzy and the Straight Flush need many.",
    ),
    kin="Maxi Yatzy pays 100 for six equal dice, has a bonus of 100 and no Straight Flush.",
)
