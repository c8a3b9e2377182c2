"""The solver: its lines win, its losses are losses, and what it can't decide within its budget it calls unknown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.cards.card import KING, Card, of
from engine.cards.history import step_of
from engine.cards.rules import Rules, autofinishes, moves
from engine.cards.solver import Solution, solve
from engine.cards.solver.bits import ALL, CARDS, PAIR_ABOVE, PAIR_BELOW, bit, each
from engine.cards.solver.line import turned_up
from engine.cards.solver.position import Layout
from engine.cards.solver.search import Freely, Search, hopeless
from engine.cards.table import PILES, Table
from engine.game import Move, OptionValue
from engine.games.klondike import GAME
from engine.match import Match
from tests.engine.klondike.tables import ALL_UP, SOLE, at, cards, table, table_of, wander
from tests.engine.table import DATA, Seeded, replayed, start

SOLVED = ("klondike-d1-a", "klondike-d1-manual-flip")
VARIANTS: tuple[dict[str, OptionValue], ...] = (
    {},
    {"draw": 3},
    {"draw": 3, "redeals": 2},
    {"redeals": 1},
    {"auto_flip": False},
    {"draw": 3, "worry_back": False},
    {"worry_back": False, "auto_flip": False},
    {"early_autofinish": True},
)


def dealt(seed: int, **options: OptionValue) -> Match:
    return start_with(options).proceed(Seeded(seed))


def start_with(options: dict[str, OptionValue]) -> Match:
    match = start("klondike")
    return Match.start(GAME, GAME.complete(options), match.players)


def won_by(match: Match, solution: Solution) -> bool:
    for move in solution.line:
        assert not match.over, "the line ends with the game"
        match = match.play(SOLE, move, Seeded(0))
    return match.outcome.ended == "complete"


# -- lines ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_its_lines_win_from_the_deal_and_from_anywhere(options: dict[str, OptionValue]) -> None:
    verdicts = []
    for seed in range(12):
        match = wander(start_with(options).proceed(Seeded(seed)), random.Random(seed), 40 * (seed % 2))
        if match.over:
            continue
        solution = GAME.solve(match.state, nodes=4_000)
        verdicts.append(solution.verdict)
        assert bool(solution.line) == (solution.verdict == "won")
        if solution.line:
            assert won_by(match, solution), (seed, solution)
    assert "won" in verdicts
    assert "redeals" in options or verdicts.count("won") >= 3


@pytest.mark.parametrize("name", SOLVED)
def test_what_was_won_can_be_won(name: str) -> None:
    match = replayed((DATA / "records" / f"{name}.game").read_text(encoding="utf-8")).opening()
    solution = GAME.solve(match.state)
    assert solution.verdict == "won"
    assert won_by(match, solution)


def test_along_a_line_it_stays_winnable() -> None:
    match = dealt(1, draw=3)
    solution = GAME.solve(match.state)
    for move in solution.line[:-1]:
        match = match.play(SOLE, move, Seeded(0))
        assert GAME.solve(match.state, nodes=5_000).verdict != "lost"


def test_it_says_whether_a_game_that_was_given_up_could_have_been_won() -> None:
    match = dealt(1).play(SOLE, GAME.legal_moves(dealt(1).state, SOLE)[0], Seeded(0))
    left = match.play(SOLE, Move("end"), Seeded(0))
    assert GAME.solve(left.state) == GAME.solve(match.state)
    assert GAME.solve(left.opening().state).verdict == "won"


# -- verdicts ---------------------------------------------------------------------------------------------------------


def test_an_ace_beneath_all_that_could_move_its_pile_is_lost() -> None:
    # The queen goes on a black king or up after its jack, and all of these lie beneath it.
    match = at(table("AD KC KS JD | QD", "2S | 3S", stock="4C", up={"C": 3}))
    assert GAME.solve(match.state) == Solution("lost", nodes=0)
    assert hopeless(Layout(table_of(match), Rules()))
    freed = at(table("AD KC | QD", "KS", stock="4C", up={"C": 3}))
    assert not hopeless(Layout(table_of(freed), Rules()))


def test_redeals_decide() -> None:
    lies = table("KS", stock="JS QS TS", up=ALL_UP | {"S": 9})
    once, never = Rules(redeals=1, worry_back=False), Rules(redeals=0, worry_back=False)
    assert solve(lies, once).line == ("d", "d", "d", "w>f", "r", "d", "w>f", "d", "w>f")
    assert solve(lies, never).verdict == "lost"
    assert solve(replace(lies, recycles=1), once).verdict == "lost"
    assert solve(replace(lies, recycles=100), Rules()).verdict == "won"


def test_turning_the_waste_over_forgets_its_remainder() -> None:
    # Found by trying everything: what a waste of five could be drawn to in one pass, a waste of two can in the next.
    lies = replace(table("3C", stock="4D 5C 3S 5D 5S 4S 4C"), foundations=(2, 3, 5, 2))
    assert solve(lies, Rules(draw=3, redeals=2, worry_back=False)).verdict == "won"


def test_worrying_back_decides() -> None:
    # The 5 of diamonds lies on all the spades; the 6 of clubs may come back for it.
    lies = table(
        "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S 4D AS | 5D",
        "7H",
        stock="8H 9H TH JH QH KH 6D 7D 8D 9D TD JD QD KD 7C 8C 9C TC JC QC KC",
        up={"C": 6, "D": 3, "H": 6},
    )
    assert solve(lies, Rules(worry_back=False)).verdict == "lost"
    back = solve(lies, Rules())
    assert back.verdict == "won"
    assert "C>2" in back.line


def test_two_cards_may_have_to_come_down_from_one_foundation() -> None:
    # Found by trying everything: the red 5 has to come down before the red 4, on which a black 3 finds a place.
    lies = table("| 4D 3C 2D", "", "7C | 8D", "7S | 8H", "", "4C 5C | 4S", "| 8S", waste="6H 3D 7H")
    lies = replace(lies, talon=lies.talon + cards("7D 3S 6D 6S 6C 8C 5S 5D"), foundations=(2, 1, 5, 2))
    assert solve(lies, Rules(draw=3, redeals=1)).verdict == "won"
    lies = table("4S 2C 5H | 3C 2H AC", "5C", "4C 3H", waste="3S", stock="5D 5S 4H", up={"D": 4, "H": 1, "S": 2})
    assert solve(lies, Rules(redeals=0)).verdict == "won"


def test_a_budget_is_kept() -> None:
    matches = (dealt(seed, draw=3) for seed in range(50))
    match = next(match for match in matches if GAME.solve(match.state, nodes=1_000).verdict == "unknown")
    for nodes in (1, 10, 1_000):
        assert GAME.solve(match.state, nodes=nodes) == Solution("unknown", nodes=nodes)


def test_it_is_the_same_every_time() -> None:
    match = dealt(5, draw=3)
    assert GAME.solve(match.state) == GAME.solve(match.state)


def test_easier_rules_lose_nothing() -> None:
    def verdict(seed: int, **options: OptionValue) -> str:
        return GAME.solve(dealt(seed, **options).state, nodes=2_500).verdict

    for seed in range(15):
        strict = verdict(seed, draw=3, worry_back=False), verdict(seed, draw=3, redeals=2), verdict(seed, draw=3)
        free = verdict(seed)
        assert free != "lost" or "won" not in strict
        assert strict[2] != "lost" or "won" not in strict[:2]


def test_the_share_of_winnable_deals_is_as_published() -> None:
    """A small sample; `python -m benchmarks.klondike` has a large one."""
    for draw, published in ((1, 0.904), (3, 0.819)):
        found = [GAME.solve(dealt(seed, draw=draw).state, nodes=6_000).verdict for seed in range(60)]
        won, unknown = found.count("won") / len(found), found.count("unknown") / len(found)
        error = 3 * (published * (1 - published) / len(found)) ** 0.5
        assert won - error <= published <= won + unknown + error
        assert won + found.count("lost") / len(found) > 0.7


# -- against every move of every position -----------------------------------------------------------------------------


def won_by_trying(position: Table, rules: Rules, most: int) -> bool | None:
    """Whether a table can be won, by trying everything; None where that takes more than so many tables."""

    def known(one: Table) -> Table:
        # Piles are the same in any order, and without a limit recycles do not matter.
        piles = sorted(zip(one.down, one.runs, strict=True))
        return replace(
            one,
            down=tuple(down for down, _ in piles),
            runs=tuple(run for _, run in piles),
            recycles=0 if rules.redeals is None else one.recycles,
        )

    todo, seen = [known(position)], {known(position)}
    while todo:
        lies = todo.pop()
        if not any(lies.down) and not any(lies.runs) and not lies.talon:
            return True
        for move, _ in moves(lies, rules):
            following = known(step_of(lies, rules, move).done(lies))
            if following not in seen:
                seen.add(following)
                todo.append(following)
        if len(seen) > most:
            return None
    return False


def small_table(luck: random.Random) -> Table:
    """A table of the lowest, the middle or the highest cards only, anywhere in piles and stock."""
    low, high = luck.choice([(1, 3), (1, 4), (1, 5), (1, 6), (5, 9), (7, 10), (8, 11), (10, KING), (11, KING)])
    even, spread = luck.random() < 0.5, range(low - 1, high + 1)
    tops = [min(high, low - 1 + luck.choice([0, 0, 0, 1, 1, 2])) if even else luck.choice(spread) for _ in range(4)]
    pack: list[Card] = [of(suit, rank) for suit, top in enumerate(tops) for rank in range(top + 1, high + 1)]
    luck.shuffle(pack)
    stock = luck.randint(0, len(pack) // 2)
    piles: list[list[Card]] = [[] for _ in range(PILES)]
    used = luck.randint(1, PILES)
    for card in pack[stock:]:
        piles[luck.randrange(used)].append(card)
    return Table(
        down=tuple(tuple(pile[:-1]) for pile in piles),
        runs=tuple(tuple(pile[-1:]) for pile in piles),
        talon=tuple(pack[:stock]),
        turned=luck.choice([0, luck.randint(0, stock)]),
        foundations=tuple(tops),
    )


def small_games(seeds: range) -> Iterator[tuple[int, Table, Rules]]:
    for seed in seeds:
        luck = random.Random(seed)
        lies = small_table(luck)
        rules = Rules(
            draw=luck.choice([1, 3]),
            redeals=luck.choice([None, None, 0, 1, 2, 3]),
            worry_back=luck.random() < 0.6,
            auto_flip=luck.random() < 0.8,
            early_autofinish=luck.random() < 0.2,
        )
        for _ in range(luck.randrange(8)):
            found = [move for move, _ in moves(lies, rules)]
            lies = step_of(lies, rules, luck.choice(found)).done(lies) if found else lies
        yield seed, lies, rules


def after(lies: Table, rules: Rules, solution: Solution) -> Table:
    for move in solution.line:
        lies = step_of(lies, rules, move).done(lies)
    return lies


@pytest.mark.parametrize("seeds", [range(i, i + 40) for i in range(0, 160, 40)], ids=str)
def test_it_agrees_with_trying_everything(seeds: range) -> None:
    decided = 0
    for seed, lies, rules in small_games(seeds):
        truth, solution = won_by_trying(lies, rules, most=500), solve(lies, rules, nodes=20_000)
        if truth is not None:
            decided += 1
            assert solution.verdict == ("won" if truth else "lost"), (seed, rules, lies)
        if solution.verdict == "won":
            end = after(lies, rules, solution)
            assert autofinishes(end, rules) or not (any(end.runs) or any(end.down) or end.talon), seed
    assert decided > len(seeds) / 2


@pytest.mark.parametrize("quick", [3, 100])
def test_every_way_to_search_agrees_with_trying_everything(quick: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small tables are won before another search has its turn, unless turns are as small."""
    monkeypatch.setattr("engine.cards.solver.FIRST", quick)
    monkeypatch.setattr("engine.cards.solver.search.QUICK", quick)
    for seed, lies, rules in small_games(range(200, 260)):
        truth = won_by_trying(lies, rules, most=500)
        if truth is not None and not rules.any_order:
            layout = Layout(turned_up(lies)[0], rules)
            asking = Search(layout, Freely(layout))
            asking.run(20_000)
            assert asking.won == truth, (seed, rules, lies)
            assert solve(lies, rules, nodes=20_000).verdict == ("won" if truth else "lost"), (seed, rules, lies)


@pytest.mark.parametrize("step", ["_up", "_out_up", "_leaving", "_king"])
def test_no_verdict_hangs_on_a_forced_step(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [(lies, rules) for _, lies, rules in small_games(range(300, 380))]
    verdicts = [solve(lies, rules, nodes=20_000).verdict for lies, rules in games]
    monkeypatch.setattr(f"engine.cards.solver.forced.{step}", lambda *_: None)
    for (lies, rules), verdict in zip(games, verdicts, strict=True):
        without = solve(lies, rules, nodes=20_000).verdict
        assert without in {verdict, "unknown"}, (rules, lies)
        assert verdict != "unknown", (rules, lies)


# -- sets of cards ----------------------------------------------------------------------------------------------------


def test_sets_of_cards() -> None:
    assert len(CARDS) == 52
    assert sum(CARDS) == ALL
    assert {CARDS[card] for card in each(PAIR_ABOVE[bit(Card("7H"))])} == {"8C", "8S"}
    assert {CARDS[card] for card in each(PAIR_BELOW[bit(Card("7S"))])} == {"6D", "6H"}
    assert PAIR_ABOVE[bit(Card("KH"))] == PAIR_BELOW[bit(Card("AC"))] == 0
    assert each(0) == []
