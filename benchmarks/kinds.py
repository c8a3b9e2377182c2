"""What each kind of press costs: one that leaves the picture as it was keeps it, others draw and upload it anew."""

from __future__ import annotations

from statistics import median

from benchmarks.arms import Arm
from benchmarks.bot_arm import BotArm

TURNS = 8
FLOOR_PRESSES = 300

Ratios = dict[str, list[float]]


async def measure_kinds(arms: list[BotArm], floor: Arm) -> None:
    """Let every table play some turns, all in step, and print the table."""
    ratios: list[Ratios] = [{kind: [] for kind in arm.played.kinds} for arm in arms]
    for _ in range(TURNS):
        base = await floor.cpu_of(FLOOR_PRESSES)
        for arm, found in zip(arms, ratios, strict=True):
            for kind in arm.played.turn:
                found[kind].append(await arm.cpu_of_kind(kind) / base)
    report(arms, ratios)


def report(arms: list[BotArm], ratios: list[Ratios]) -> None:
    print("### CPU by kind of press ÷ floor (median of rounds); for information\n")
    print(f"| press | {' | '.join(arm.name for arm in arms)} |")
    print("|---|" + "---|" * len(arms))
    for kind in ratios[0]:
        print(f"| {kind} | {' | '.join(f'{median(found[kind]):.2f}' for found in ratios)} |")
    print()
