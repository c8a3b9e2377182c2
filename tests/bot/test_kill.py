"""The real bot, a process of its own, is killed in the middle of presses again and again, and every game goes on.

An answered press counts as acknowledged; what it showed must stand for ever. A press that died with the bot is made
again, on the same button of the same message, and must then have happened exactly once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.loopback import (
    Answer,
    Board,
    BotProcess,
    Channel,
    Interaction,
    Loopback,
    Member,
    Message,
    Press,
    bot_environment,
    read_board,
    start_game,
    to_move,
)
from bot.ids import SessionId
from bot.store import Store

KILLS = 12
SEED = 2024
GAMES = ("yahtzee", "yatzy", "yahtzee", "yatzy", "yahtzee", "yatzy")
SEATS = (1, 2, 1, 2, 1, 1)
NAMES = ("Ada", "Bo")
ANSWER_SECONDS = 20
MAX_DELAY_SECONDS = 0.006
DEFERRED_UPDATE, UPDATE = 6, 7
DELIVERED_TWICE = 0.1
ALREADY_ACKNOWLEDGED = 40060


@dataclass(frozen=True, slots=True)
class Moment:
    """When to kill: after so many presses, as the next is `sent`, a little `later`, or as it is being `answered`."""

    presses: int
    at: str
    delay: float


def moments(random: Random) -> Iterator[Moment]:
    """Each of the three ways equally often, in random order and at random times."""
    ways = ["sent", "later", "answered"] * (KILLS // 3)
    random.shuffle(ways)
    for way in ways:
        yield Moment(random.randint(3, 14), way, random.uniform(0, MAX_DELAY_SECONDS))


class House:
    """The bot that is killed and started again, over and over on one database."""

    def __init__(self, discord: Loopback, folder: Path, random: Random) -> None:
        self.discord = discord
        self.folder = folder
        self.kills = 0
        self.cut = 0
        self._moments = moments(random)
        self._next: Moment | None = None
        self._presses = 0
        self._up = asyncio.Event()
        self._fallen = asyncio.Event()
        self._bot: BotProcess | None = None
        self._restarts: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        environment = bot_environment(self.discord, self.folder / "parlour.db")
        self._bot = await BotProcess.start(self.discord, environment, self.folder)
        self._fallen.clear()
        self._up.set()

    def begin_killing(self) -> None:
        self.discord.rest.before_answer = self._answering
        self._next = next(self._moments, None)

    def sent(self) -> None:
        """A press is on its way."""
        self._presses += 1
        if self._take_due("sent"):
            self.kill()
        elif moment := self._take_due("later"):
            asyncio.get_running_loop().call_later(moment.delay, self.kill)

    def _answering(self, interaction: Interaction) -> bool:
        """Whether the callback gets through: the move is committed by now, and nobody has seen it."""
        if not self._take_due("answered"):
            return True
        self.cut += 1
        self.kill()
        return False

    def _take_due(self, at: str) -> Moment | None:
        moment = self._next
        if moment is None or moment.at != at or self._presses < moment.presses or not self._up.is_set():
            return None
        self._next = None
        return moment

    def kill(self) -> None:
        """Now; the next process is started at once."""
        assert self._bot is not None
        self._bot.kill()
        self._up.clear()
        self._fallen.set()
        self.kills += 1
        self._restarts.add(asyncio.create_task(self._restart(self._bot)))

    async def _restart(self, killed: BotProcess) -> None:
        await killed.end()
        self._presses = 0
        self._next = next(self._moments, None)
        await self.start()

    async def answer(self, interaction: Interaction) -> Answer | None:
        """The bot's answer, shown; None when it died instead, and then the next process is up already."""
        showing = asyncio.create_task(shown(interaction))
        falling = asyncio.create_task(self._fallen.wait())
        await asyncio.wait({showing, falling}, timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        falling.cancel()
        if not showing.done():
            assert self._fallen.is_set(), f"not answered: {interaction.data}"
            await self._up.wait()
        if showing.done():
            return showing.result()
        showing.cancel()
        return None

    async def stop(self) -> None:
        await asyncio.gather(*self._restarts)
        assert self._bot is not None
        assert await self._bot.stop() == 0, self._bot.log_end()

    async def end(self) -> None:
        """Leave no process behind when the test fails."""
        for restart in self._restarts:
            restart.cancel()
        if self._bot is not None:
            await self._bot.end()


async def shown(interaction: Interaction) -> Answer:
    """The answer to a press; a deferred one only when the message has been edited."""
    answer = await asyncio.shield(interaction.answer)
    if answer.kind == DEFERRED_UPDATE:
        await interaction.edited.wait()
    return answer


@dataclass
class Table:
    """One channel with a game, its members, and what they have seen of it."""

    house: House
    channel: Channel
    members: list[Member]
    random: Random
    session: int = 0
    seen: dict[int, str] = field(default_factory=dict)
    """The dice that the board showed at each ply."""
    moves: list[tuple[int, str]] = field(default_factory=list)
    """Every move that took effect, with the ply that it was."""
    made_again: int = 0

    @property
    def message(self) -> Message:
        """The board: the newest message, and always the same one."""
        return self.house.discord.world.in_channel(self.channel)[-1]

    async def open(self, game: str) -> None:
        board = read_board(await start_game(self.house.discord, self.channel, self.members, game))
        assert board is not None
        self.session = board.session

    async def play(self) -> None:
        """To the end, whatever happens to the bot."""
        message = self.message
        while (board := read_board(message)) is not None:
            await self.play_one(message, board, board.some_press(self.random))
            assert self.message is message, "the game left its message"

    async def play_one(self, message: Message, board: Board, press: Press) -> None:
        """One press, made again after each death of the bot, until it is answered."""
        while (answer := await self.house.answer(self.send(message, press))) is None:
            self.made_again += 1
        assert answer.kind in (DEFERRED_UPDATE, UPDATE), answer
        self.check(board, press, read_board(message))

    def send(self, message: Message, press: Press) -> Interaction:
        interaction = self.house.discord.use(to_move(self.members, message), message, press)
        if self.random.random() < DELIVERED_TWICE:
            self.house.discord.deliver_again(interaction)
        self.house.sent()
        return interaction

    def check(self, before: Board, press: Press, after: Board | None) -> None:
        """The press took effect exactly once, on the board that was shown, and no roll is other than it was seen."""
        if press.what.startswith("h"):
            assert after is not None
            assert (after.ply, after.dice) == (before.ply, before.dice)
            assert after.held == with_hold(before.held, press.what)
        else:
            self.check_move(before, press, after)
        if after is not None:
            assert self.seen.setdefault(after.ply, after.dice) == after.dice, "a roll was repeated differently"

    def check_move(self, before: Board, press: Press, after: Board | None) -> None:
        self.moves.append((before.ply + 1, press.value or "roll"))
        if after is None:
            assert press.value, "only a box ends a game"
            return
        assert after.ply == before.ply + 1
        if press.value:
            assert press.value not in {box.value for box in after.boxes}
        else:
            held = [place for place, mark in enumerate(before.held) if mark == "x" and before.dice]
            assert [after.dice[place] for place in held] == [before.dice[place] for place in held]

    async def press_once_more(self) -> None:
        """A finished game stays finished: an old button changes nothing, and the member is told."""
        message, over = self.message, result(self.message)
        old_button = Press(f"v1:{self.session}:{self.moves[-1][0] - 1}:roll")
        while await self.house.answer(self.send(message, old_button)) is None:
            self.made_again += 1
        assert (self.message, result(message)) == (message, over)
        assert read_board(message) is None

    async def check_log(self, store: Store) -> None:
        """The store has exactly the moves that were made, and the dice that were seen."""
        loaded = await store.load_session(SessionId(self.session))
        assert loaded is not None
        row, log = loaded
        assert row.status == "over"
        assert [(entry.ply, entry.move if entry.drawn == "" else "roll") for entry in log] == self.moves
        assert {entry.ply: entry.drawn for entry in log if entry.drawn} == {p: d for p, d in self.seen.items() if d}


def result(message: Message) -> list[str]:
    """What it says but of luck and chances, which it is told when a table is built, sooner or later."""
    return [line for line in message.text().splitlines() if "luck" not in line and "Chances" not in line]


def with_hold(held: str, what: str) -> str:
    """`held` with one die as the press `h3+` or `h3-` wants it."""
    place = int(what[1]) - 1
    return held[:place] + ("x" if what[2] == "+" else "_") + held[place + 1 :]


async def test_every_game_goes_on_after_each_kill(tmp_path: Path) -> None:
    random = Random(SEED)
    async with Loopback() as discord:
        guild = discord.world.add_guild("The Parlour", len(GAMES))
        house = House(discord, tmp_path, random)
        tables = [
            Table(house, channel, [discord.world.add_member(name) for name in NAMES[:seats]], Random(SEED + number))
            for number, (channel, seats) in enumerate(zip(guild.channels, SEATS, strict=True))
        ]
        try:
            await play_all(house, tables)
        finally:
            await house.end()
        assert house.kills == KILLS + 1
        assert house.cut == KILLS // 3
        assert sum(table.made_again for table in tables) >= house.cut
        assert {refusal.code for refusal in discord.world.refusals} <= {ALREADY_ACKNOWLEDGED}, discord.world.refusals
    store = await Store.open(str(tmp_path / "parlour.db"))
    try:
        for table in tables:
            await table.check_log(store)
    finally:
        await store.close()


async def play_all(house: House, tables: list[Table]) -> None:
    """Open every game, kill the bot while all are played to their ends, once more after that, and press again."""
    await house.start()
    for table, game in zip(tables, GAMES, strict=True):
        await table.open(game)
    house.begin_killing()
    async with asyncio.TaskGroup() as playing:
        for table in tables:
            playing.create_task(table.play())
    house.kill()
    for table in tables:
        await table.press_once_more()
    await house.stop()
