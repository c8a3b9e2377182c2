"""Discord simulated over real sockets on 127.0.0.1: the bot runs unmodified in its own process, and may die and return.

Used by the benchmarks and by the tests that need the bot's real HTTP and gateway code.
"""

from benchmarks.loopback.board import Board, Press, presses, read_board
from benchmarks.loopback.faults import Fault
from benchmarks.loopback.process import BotProcess, NotReady, bot_environment
from benchmarks.loopback.server import Loopback
from benchmarks.loopback.table import answered, start_game, to_move
from benchmarks.loopback.world import Answer, Channel, Guild, Interaction, Member, Message, Refusal

__all__ = [
    "Answer",
    "Board",
    "BotProcess",
    "Channel",
    "Fault",
    "Guild",
    "Interaction",
    "Loopback",
    "Member",
    "Message",
    "NotReady",
    "Press",
    "Refusal",
    "answered",
    "bot_environment",
    "presses",
    "read_board",
    "start_game",
    "to_move",
]
