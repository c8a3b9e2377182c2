"""A press of the real bot against the floor, over sockets: CPU by turns in one run; then latency under load."""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles

from benchmarks.arms import Arm, BotArm, FloorArm, FloorKind, end_with, enter_discord
from benchmarks.loopback import Message, read_board

GAMES = 100
WARM_UP = 3000
ROUNDS = 20
PRESSES = 300
GUILDS_ONLY = 1
TARGET = 1.0

LOADED_GAMES = 1000
RATE = 200
LOAD_SECONDS = 20

Costs = list[list[float]]


async def measure_cpu() -> None:
    """The bot against the floors, on boards in the middle of their games."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        parlour = await start_bot(stack, folder, GAMES)
        await parlour.cpu_of(WARM_UP)
        arms = [parlour, *await start_floors(stack, folder, parlour)]
        report_cpu(arms, await cpu_by_turns(arms))


async def measure_latency() -> None:
    """The bot with many running games and a steady load."""
    async with AsyncExitStack() as stack:
        parlour = await start_bot(stack, Path(stack.enter_context(tempfile.TemporaryDirectory())), LOADED_GAMES)
        memory = parlour.bot.memory_bytes()
        report_latency(await latencies_under_load(parlour))
        print(f"Memory with {LOADED_GAMES:,} running games: {memory / 2**20:.0f} MiB.")


async def start_bot(stack: AsyncExitStack, folder: Path, games: int) -> BotArm:
    """The real bot with so many games, until the end of `stack`."""
    parlour = await BotArm.start(await enter_discord(stack), folder, games)
    end_with(stack, parlour)
    return parlour


async def start_floors(stack: AsyncExitStack, folder: Path, parlour: BotArm) -> list[Arm]:
    """The floor with the bot's own intents and discord.py as it comes, and two that are given an advantage."""
    boards = [middling_board(parlour)] * GAMES
    intents = parlour.discord.gateway.intents
    kinds = (
        FloorKind("floor: the bare callback, discord.py as it comes", intents, "stdlib"),
        FloorKind("the same with orjson", intents, "orjson"),
        FloorKind("the same with orjson and no messages from the gateway", GUILDS_ONLY, "orjson"),
    )
    floors: list[Arm] = []
    for kind in kinds:
        floor = await FloorArm.start(kind, await enter_discord(stack), folder, boards)
        end_with(stack, floor)
        await floor.cpu_of(PRESSES)
        floors.append(floor)
    return floors


def middling_board(parlour: BotArm) -> Message:
    """Among the bot's boards whose dice can be held, the one nearest to the mean size of all."""
    sizes = {table.board.id: len(str(table.board.components)) for table in parlour.idle}
    boards = [table.board for table in parlour.idle if (board := read_board(table.board)) and board.holds]
    return min(boards, key=lambda message: abs(sizes[message.id] - mean(sizes.values())))


async def cpu_by_turns(arms: list[Arm]) -> Costs:
    """Seconds of CPU a press: a list for each arm, a figure for each round; the arms take turns in random order."""
    order = Random(1)
    costs: Costs = [[] for _ in arms]
    for _ in range(ROUNDS):
        for number in order.sample(range(len(arms)), len(arms)):
            costs[number].append(await arms[number].cpu_of(PRESSES))
    return costs


def report_cpu(arms: list[Arm], costs: Costs) -> None:
    ratios = [median_ratio(cost, costs[1]) for cost in costs]
    print("### CPU of a press, from event to answer, engine and store included\n")
    print(f"{ROUNDS} rounds of {PRESSES} presses an arm, by turns, 16 outstanding; {GAMES:,} games of two members.\n")
    print("| arm | µs a press (median of rounds) | ÷ floor (median of the rounds' ratios) | bytes of an answer |")
    print("|---|---|---|---|")
    for arm, cost, ratio in zip(arms, costs, ratios, strict=True):
        print(f"| {arm.name} | {median(cost) * 1e6:,.0f} | {ratio:.2f} | {arm.answer_bytes:,.0f} |")
    verdict = "reached" if ratios[0] <= TARGET else "MISSED"
    print(f"\nTarget: at most {TARGET:.1f} × the floor: {verdict} at {ratios[0]:.2f}.\n")


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


def report_latency(latencies: list[float | None]) -> None:
    answered = sorted(latency * 1000 for latency in latencies if latency is not None)
    cuts = quantiles(answered, n=100)
    milliseconds = [f"{figure:.1f} ms" for figure in (cuts[49], cuts[98], answered[-1])]
    print(f"### Latency at {RATE} presses a second, {LOADED_GAMES:,} running games, {LOAD_SECONDS} s\n")
    print("| presses | answered | p50 | p99 | longest |")
    print("|---|---|---|---|---|")
    print(f"| {len(latencies):,} | {len(answered):,} | {' | '.join(milliseconds)} |\n")


def main() -> None:
    """Measure and print."""
    asyncio.run(measure_cpu())
    asyncio.run(measure_latency())


if __name__ == "__main__":
    main()
