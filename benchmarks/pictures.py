"""Pictures: CPU and bytes of scorecards and card tables against an empty picture, and the first one of a process."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from statistics import median, quantiles

from PIL import Image

from bot.pictures.card_specimens import TABLES, dealt, played, view
from bot.pictures.klondike import table_picture
from bot.pictures.luck import luck_picture
from bot.pictures.luck_specimens import REVIEWS
from bot.pictures.painter import COMPRESSION, SPRITE_BYTES, SPRITES
from bot.pictures.palette import palette_of
from bot.pictures.result import result
from bot.pictures.scorecard import scorecard
from bot.pictures.specimens import begun, rolled, specimen, taken_turn
from bot.pictures.theme import DARK
from bot.pictures.tiles import HEIGHT, WIDTH
from engine.cards.view import View
from engine.match import Match, Player
from engine.strategy.review import Review

CPU_TARGET_MS, FIRST_TARGET_MS, BYTES_TARGET = 20, 300, 60_000
FIRSTS = 5
TURNS = 160
"""A whole match of eight seats in the game with the most common long card."""

MOVES = 100
"""Of each game of Klondike; moves at the start change most of the table."""

NAMES = [f"{name} of the Round Table" for name in ("Ada", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hal")]
FIRST = """
import sys, time
from bot.pictures.specimens import specimen
match = specimen("maxi_yatzy", 8, "middle")
begun = time.perf_counter()
from bot.pictures.scorecard import scorecard
scorecard(match)
print(time.perf_counter() - begun)
"""


@dataclass(frozen=True)
class Arm:
    """What one kind of picture costs: milliseconds of CPU each, and bytes."""

    name: str
    costs: list[float]
    sizes: list[int]

    def row(self, floor: float) -> str:
        """A line of the table."""
        middle = median(self.costs)
        most = quantiles(self.costs, n=100)[98]
        sizes = f"{median(self.sizes):,.0f} | {max(self.sizes):,}"
        return f"| {self.name} | {middle:.1f} | {most:.1f} | {middle / floor:.1f} | {sizes} |"


def main() -> None:
    """Measure, and print Markdown."""
    states = list(positions())
    floor = measured("an empty picture", [empty] * len(states))
    cards = measured("scorecard, a match as it goes on", [partial(scorecard, match) for match in states])
    warm = measured("scorecard, the same positions again", [partial(scorecard, match) for match in states])
    still = measured("scorecard without dice", [partial(scorecard, match, still=True) for match in states])
    ends = [specimen("mega_yatzy", 8, "end", NAMES)] * 50
    results = measured("result", [partial(result, match) for match in ends])
    tables = measured("Klondike's table, games as they go on", [partial(table_picture, v) for v in card_tables()])
    longest = measured("Klondike's table, piles of 6 and 13", [partial(table_picture, TABLES["longest"]())] * 50)
    lucks = measured("luck and skill, 8 new names", [partial(luck_picture, *one) for one in reviews("8")])
    fuller = measured("luck and skill, 7 of 8 resigned", [partial(luck_picture, *one) for one in reviews("resigned-8")])
    report(floor, [cards, warm, still, tables, longest, lucks, fuller], results)


def positions() -> Iterator[Match]:
    """A match of Maxi Yatzy with eight seats: after each placement, and after each roll before it."""
    match = begun("maxi_yatzy", NAMES)
    for _ in range(TURNS):
        yield match
        yield rolled(match)
        match = taken_turn(match)


def reviews(name: str) -> Iterator[tuple[Match, Review]]:
    """A review again and again, of other members each time: no name has been drawn before."""
    match, review = REVIEWS[name]()
    for number in range(50):
        yield replace(match, players=tuple(Player(f"{name} {number}") for name in NAMES)), review


def card_tables() -> Iterator[View]:
    """Klondike with every kind of waste and score, a picture for each move."""
    for match in (dealt(), dealt(draw=3, redeals=2, scoring="standard"), dealt(draw=3, scoring="vegas")):
        yield from after_each_move(match)


def after_each_move(match: Match) -> Iterator[View]:
    """What is to be seen of a game as it goes on."""
    for _ in range(MOVES):
        yield view(match)
        match = played(match, 1)


def empty() -> bytes:
    """A picture of one colour, encoded in the same way."""
    image = Image.new("L", (WIDTH, HEIGHT))
    image.putpalette(palette_of(DARK).colours)
    written = BytesIO()
    image.save(written, "PNG", compress_level=COMPRESSION)
    return written.getvalue()


def measured(name: str, draws: list[Callable[[], bytes]]) -> Arm:
    """Each drawn once."""
    costs, sizes = [], []
    for draw in draws:
        before = time.process_time()
        picture = draw()
        costs.append((time.process_time() - before) * 1000)
        sizes.append(len(picture))
    return Arm(name, costs, sizes)


def report(floor: Arm, boards: list[Arm], results: Arm) -> None:
    """The table, the first picture and the sprites; the target is the boards', which are drawn at every move."""
    print(f"### {WIDTH}×{HEIGHT} pictures: Maxi Yatzy at eight seats, and Klondike\n")
    print("| picture | ms of CPU (median) | p99 | ÷ an empty one | bytes (median) | most |")
    print("|---|---|---|---|---|---|")
    base = median(floor.costs)
    for arm in (floor, *boards, results):
        print(arm.row(base))
    costs = max(median(arm.costs) for arm in boards)
    sizes = max(size for arm in (*boards, results) for size in arm.sizes)
    print(f"\nTargets: at most {CPU_TARGET_MS} ms ({verdict(costs <= CPU_TARGET_MS)} at {costs:.1f}) and", end=" ")
    print(f"{BYTES_TARGET:,} bytes ({verdict(sizes <= BYTES_TARGET)} at {sizes:,}).\n")
    first = median(first_picture() for _ in range(FIRSTS))
    print(f"First picture of a process, imports included: {first:.0f} ms", end=" ")
    print(f"(target: under {FIRST_TARGET_MS}, {verdict(first < FIRST_TARGET_MS)}).")
    print(f"Sprites kept: {SPRITES.bytes / 2**20:.1f} MiB of {SPRITE_BYTES / 2**20:.0f} allowed.")


def first_picture() -> float:
    """Milliseconds to the first picture in a fresh process that has the engine loaded."""
    told = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True)
    return float(told.stdout) * 1000


def verdict(reached: bool) -> str:
    """How a target is reported."""
    return "met" if reached else "MISSED"


if __name__ == "__main__":
    main()
