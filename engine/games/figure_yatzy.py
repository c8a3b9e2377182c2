"""Figure Yatzy: figures have fixed points, and unused rolls pay (RULES section 4)."""

from engine.dice.dice_game import DiceGame
from engine.dice.patterns import Pattern, all_equal, chance, groups, kind, run
from engine.dice.ruleset import Box, JokerRule, Ruleset, SetBonus
from engine.dice.sheet import UPPER, common_options, three_rolls, upper_bonus
from engine.game import Options
from engine.option import number, switch

FIGURES = frozenset({"two_pairs", "three_kind", "four_kind", "straight", "full_house", "five_kind"})


def rules(options: Options) -> Ruleset:
    """Figure Yatzy's sheet under these options."""
    distinct, bonus = options.on("groups_distinct"), options.number("unused_bonus")

    def figure(id: str, title: str, short: str, needs: str, pattern: Pattern, points: int) -> Box:
        return Box(id, title, short, needs, pattern, fixed=points, unused_bonus=bonus)

    return Ruleset(
        dice=5,
        boxes=(
            *UPPER,
            figure("two_pairs", "Two pairs", "2 pairs", "two pairs", groups(2, 2, distinct=distinct), 20),
            figure("three_kind", "Three of a kind", "3 kind", "three equal", kind(3), 25),
            figure("four_kind", "Four of a kind", "4 kind", "four equal", kind(4), 35),
            figure("straight", "Straight", "Straight", "five in a row", run(5), 30),
            figure("full_house", "Full house", "F.house", "three and two equal", groups(3, 2, distinct=distinct), 30),
            figure("five_kind", "Five of a kind", "5 kind", "five equal", all_equal(), 50),
            Box("chance", "Chance", "Chance", "anything: all dice", chance()),
        ),
        upper=upper_bonus(options),
        budget=three_rolls(options, automatic=True),
        order=options.word("order"),
        sets=SetBonus(FIGURES, options.number("all_figures_bonus")),
        joker=JokerRule(
            box="five_kind",
            extra=options.number("extra_five_bonus"),
            wild=FIGURES if options.on("extra_five_joker") else frozenset(),
        ),
    )


GAME = DiceGame(
    id="figure_yatzy",
    title="Figure Yatzy",
    summary="Five dice, thirteen boxes; figures pay fixed points, and more for rolls that you don't use.",
    options=(
        *common_options(threshold=60, bonus=20),
        switch("groups_distinct", "Two pairs and full house need two faces", True),
        number("unused_bonus", "Points for each unused roll", 5, 0, 20),
        number("all_figures_bonus", "Bonus for making all figures", 30, 0, 100),
        number("extra_five_bonus", "Points for each further five of a kind", 40, 0, 100),
        switch("extra_five_joker", "A further five of a kind fills any figure", False),
    ),
    rules=rules,
    tips=(
        "The first roll of a turn is made for you; a figure made with it pays 10 more.",
        "Fill Five of a kind when you can: each further one is then worth 40.",
        "All six figures bring 30: don't give one up early.",
    ),
    kin="Yatzy pays the pips of a figure; here a figure has fixed points.",
)
