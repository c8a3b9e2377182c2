"""A press of the real bot against the floor, over sockets: CPU by turns in one run; then latency under load."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles

from benchmarks.arms import Arm, end_with, enter_discord
from benchmarks.bot_arm import BotArm
from benchmarks.floor_arm import FloorArm, FloorKind
from benchmarks.kinds import measure_kinds
from benchmarks.loopback import Message
from benchmarks.played import KLONDIKE, YATZY, Played

CARDS = {"text": "Parlour without drawing (card=text)", "picture": "Parlour with pictures, as it comes"}
"""The bot is measured against its target without drawing; what pictures cost stands beside it."""

GAMES = 100
PRESSES = 300
GUILDS_ONLY = 1
TARGET = 1.0

DISCORDPY = FloorKind("floor: the bare callback, discord.py as it comes", "stdlib")
FLOORS = (
    DISCORDPY,
    FloorKind("the same with orjson", "orjson"),
    FloorKind("the same with orjson and no messages from the gateway", "orjson", GUILDS_ONLY),
)
"""The floor with the bot's own intents and discord.py as it comes, and two that are given an advantage."""

LOADED_GAMES = 1000
RATE = 200
LOAD_SECONDS = 20

Costs = list[list[float]]


@dataclass(frozen=True, slots=True)
class Measured:
    """A game whose presses are measured: after how many of them, in how many rounds, and against which floors."""

    played: Played
    warm_up: int
    rounds: int
    floors: tuple[FloorKind, ...]


MEASURED = (Measured(YATZY, 3000, 20, FLOORS), Measured(KLONDIKE, 1000, 12, (DISCORDPY,)))


async def measure_cpu(measured: Measured) -> None:
    """The bot against the floors, on boards in the middle of their games."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        text, pictures = [await start_bot(stack, folder, measured.played, GAMES, card) for card in CARDS]
        await text.cpu_of(measured.warm_up)
        await pictures.cpu_of(measured.warm_up)
        floors = await start_floors(stack, folder, measured.floors, text)
        arms = [text, *floors, pictures]
        report_cpu(measured, arms, await cpu_by_turns(arms, measured.rounds))
        await measure_kinds([text, pictures], floors[0])


async def measure_latency() -> None:
    """The bot with many running games and a steady load."""
    print(f"### Latency at {RATE} presses a second, {LOADED_GAMES:,} running games, {LOAD_SECONDS} s\n")
    print("| arm | presses | answered | p50 | p99 | longest | MiB before |")
    print("|---|---|---|---|---|---|---|")
    for card in CARDS:
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            parlour = await start_bot(stack, folder, YATZY, LOADED_GAMES, card)
            memory = parlour.bot.memory_bytes()
            report_latency(parlour, memory, await latencies_under_load(parlour))


async def start_bot(stack: AsyncExitStack, folder: Path, played: Played, games: int, card: str) -> BotArm:
    """The real bot with so many games and a kind of card, until the end of `stack`."""
    parlour = await BotArm.start(CARDS[card], await enter_discord(stack), folder, played, games, card)
    end_with(stack, parlour)
    return parlour


async def start_floors(stack: AsyncExitStack, folder: Path, kinds: Iterable[FloorKind], parlour: BotArm) -> list[Arm]:
    """Floors of these kinds that show one of the bot's boards."""
    boards = [middling_board(parlour)] * GAMES
    intents = parlour.discord.gateway.intents
    floors: list[Arm] = []
    for kind in kinds:
        discord = await enter_discord(stack)
        discord.world.emojis.update(parlour.discord.world.emojis)  # boards may show them
        floor = await FloorArm.start(kind, discord, folder, boards, intents)
        end_with(stack, floor)
        await floor.cpu_of(PRESSES)
        floors.append(floor)
    return floors


def middling_board(parlour: BotArm) -> Message:
    """Among the bot's boards that offer every kind of press, the one nearest to the mean size of all."""
    sizes = {table.message.id: len(str(table.message.components)) for table in parlour.idle}
    kinds = parlour.played.kinds.values()
    boards = [table.message for table in parlour.idle if all(offered(table.message) for offered in kinds)]
    return min(boards, key=lambda message: abs(sizes[message.id] - mean(sizes.values())))


async def cpu_by_turns(arms: list[Arm], rounds: int) -> Costs:
    """Seconds of CPU a press: a list for each arm, a figure for each round; the arms take turns in random order."""
    order = Random(1)
    costs: Costs = [[] for _ in arms]
    for _ in range(rounds):
        for number in order.sample(range(len(arms)), len(arms)):
            costs[number].append(await arms[number].cpu_of(PRESSES))
    return costs


def report_cpu(measured: Measured, arms: list[Arm], costs: Costs) -> None:
    ratios = [median_ratio(cost, costs[1]) for cost in costs]
    played = measured.played
    print(f"### {played.game}: CPU of a press, from event to answer, engine and store included\n")
    print(f"{measured.rounds} rounds of {PRESSES} presses an arm, by turns, 16 outstanding;", end=" ")
    print(f"{GAMES:,} games {played.seats}.\n")
    print("| arm | µs a press (median of rounds) | ÷ floor (median of the rounds' ratios) | bytes of an answer |")
    print("|---|---|---|---|")
    for arm, cost, ratio in zip(arms, costs, ratios, strict=True):
        print(f"| {arm.name} | {median(cost) * 1e6:,.0f} | {ratio:.2f} | {arm.answer_bytes:,.0f} |")
    verdict = "reached" if ratios[0] <= TARGET else "MISSED"
    print(f"\nTarget: at most {TARGET:.1f} × the floor without drawing: {verdict} at {ratios[0]:.2f}.\n")


def median_ratio(costs: list[float], floor: list[float]) -> float:
    """The median of the ratios within a round."""
    return median(own / least for own, least in zip(costs, floor, strict=True))


async def latencies_under_load(arm: Arm) -> list[float | None]:
    """Seconds to the answer of each press, None where there was none; presses arrive at random, however many wait."""
    random = Random(7)
    started = due = time.monotonic()
    presses: list[asyncio.Task[float | None]] = []
    while due < started + LOAD_SECONDS:
        due += random.expovariate(RATE)
        await asyncio.sleep(max(0, due - time.monotonic()))
        presses.append(asyncio.create_task(press_or_none(arm)))
    return list(await asyncio.gather(*presses))


async def press_or_none(arm: Arm) -> float | None:
    """The latency of one press; None when it is not answered, or could not even be made."""
    try:
        return await arm.press()
    except (TimeoutError, LookupError):
        return None


def report_latency(arm: Arm, memory: int, latencies: list[float | None]) -> None:
    answered = sorted(latency * 1000 for latency in latencies if latency is not None)
    cuts = quantiles(answered, n=100)
    milliseconds = [f"{figure:.1f} ms" for figure in (cuts[49], cuts[98], answered[-1])]
    counts = f"{len(latencies):,} | {len(answered):,}"
    print(f"| {arm.name} | {counts} | {' | '.join(milliseconds)} | {memory / 2**20:.0f} |")


def main() -> None:
    """Measure and print."""
    for measured in MEASURED:
        asyncio.run(measure_cpu(measured))
    asyncio.run(measure_latency())


if __name__ == "__main__":
    main()
