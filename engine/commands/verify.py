"""`verify`: whether a record's chance follows from its secret."""

from __future__ import annotations

from engine import record
from engine.game import BadRecord
from engine.record import Difference, Record


def verified(entry: Record) -> str:
    """What was verified; raises BadRecord where the record and its secret differ, or can't be compared."""
    difference = record.verify(entry)
    if difference is not None:
        raise BadRecord(difference.line, _differs(difference))
    rolls = sum(1 for _, written in entry.written if written.ply.drawn)
    return f"verified: {entry.start.game.id}, {'the deal' if entry.start.dealt else f'{rolls} rolls'}"


def _differs(difference: Difference) -> str:
    stated, computed = difference.stated, difference.computed
    if difference.ply:
        return f"ply {difference.ply} states {stated}, the secret gives {computed}"
    cards = zip(stated.split(), computed.split(), strict=True)
    at, (card, right) = next((i, pair) for i, pair in enumerate(cards, 1) if pair[0] != pair[1])
    return f"card {at} of the deal is {card}, the secret gives {right}"
