"""Yatzy, the Scandinavian game: five dice, fifteen boxes (RULES section 2)."""

from engine.dice.dice_game import DiceGame
from engine.dice.patterns import all_equal, chance, contains, groups, kind
from engine.dice.ruleset import Box, Ruleset
from engine.dice.sheet import UPPER, common_options, three_rolls, upper_bonus
from engine.game import Options
from engine.option import switch


def rules(options: Options) -> Ruleset:
    """Yatzy's sheet under these options."""
    pairs = groups(2, 2, distinct=options.on("two_pairs_distinct"))
    house = groups(3, 2, distinct=options.on("full_house_distinct"))
    return Ruleset(
        dice=5,
        boxes=(
            *UPPER,
            Box("one_pair", "Pair", "Pair", "two equal: the highest pair", kind(2)),
            Box("two_pairs", "Two pairs", "2 pairs", "two pairs: the four dice", pairs),
            Box("three_kind", "Three equal", "3 equal", "three equal: the three dice", kind(3)),
            Box("four_kind", "Four equal", "4 equal", "four equal: the four dice", kind(4)),
            Box("small_straight", "Small straight", "S.strght", "1-2-3-4-5", contains(1, 2, 3, 4, 5), fixed=15),
            Box("large_straight", "Large straight", "L.strght", "2-3-4-5-6", contains(2, 3, 4, 5, 6), fixed=20),
            Box("full_house", "Full house", "F.house", "three and two equal: all dice", house),
            Box("chance", "Chance", "Chance", "anything: all dice", chance()),
            Box("yatzy", "Yatzy", "Yatzy", "five equal", all_equal(), fixed=50),
        ),
        upper=upper_bonus(options),
        budget=three_rolls(options),
        order=options.word("order"),
    )


GAME = DiceGame(
    id="yatzy",
    title="Yatzy",
    summary="The Scandinavian game: five dice, three rolls, fifteen boxes with pairs and straights.",
    options=(
        *common_options(threshold=63, bonus=50),
        switch("two_pairs_distinct", "Two pairs need two faces", True),
        switch("full_house_distinct", "A full house needs two faces", True),
    ),
    rules=rules,
    tips=(
        "The bonus of 50 is worth a lot: keep three of each face in mind from the first turn.",
        "Pair and Chance are where a bad roll does the least harm.",
        "High pairs first: a pair counts its pips, nothing more.",
    ),
    kin="In Yahtzee three of a kind counts all dice, straights count 30 and 40, and a further Yahtzee 100.",
)
