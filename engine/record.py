"""The text form of a match (DESIGN section 3): what PGN is to chess, this is to us.

[Game "yahtzee"]
[Seat 1 "Ada"]

1 13346 13___ 13245 large_straight=40
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.fairdice import SECRET_BYTES, FairDice, commitment
from engine.game import BadRecord, Game, GameError, IllegalMove, Options, OptionValue, Ply, Written
from engine.games import catalogue
from engine.match import Match, Player, steps

TAG = re.compile(r'\[\s*([A-Z][A-Za-z]*)(?:\s+([0-9]{1,3}))?\s+"((?:[^"\\]|\\["\\])*)"\s*\]\s*', re.ASCII)
ESCAPED = re.compile(r'\\(["\\])')
NUMBERED = frozenset({"Seat", "Computer"})


@dataclass(frozen=True, slots=True)
class Line:
    """A line's text without its comment, and where it stands (1-based)."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """One record as read: its tags, its plies, and the lines on which they stand."""

    start: Match
    tags: Mapping[str, str]
    written: tuple[tuple[int, Written], ...]
    line: int
    lines: Mapping[str, int] = field(default_factory=dict)

    def replay(self) -> Match:
        """The match at the record's end; raises BadRecord where a ply, its points or the result is wrong."""
        match, plies = self.start, list[Ply]()
        for line, entry in self.written:
            try:
                # Without its log, which would be copied at every ply of a file of any length.
                match = _after(replace(match, plies=()), entry)
            except GameError as error:
                raise BadRecord(line, str(error)) from error
            plies += match.plies
            _check_points(line, entry, match)
        match = replace(match, plies=tuple(plies))
        self._check_result(match)
        return match

    def _check_result(self, match: Match) -> None:
        claimed = self.tags.get("Result")
        totals = " ".join(map(str, match.outcome.totals))
        if claimed is not None and claimed.split() != totals.split():
            raise BadRecord(self.lines["Result"], f'[Result "{claimed[:80]}"] does not agree with the replay: {totals}')


def _after(match: Match, entry: Written) -> Match:
    if entry.hold:
        return match.with_state(match.game.holding(match.state, entry.ply.seat, entry.ply.move))
    return match.replay(entry.ply)


def _check_points(line: int, entry: Written, match: Match) -> None:
    got = match.game.points(match.state)
    if entry.points is not None and got is not None and entry.points != got:
        raise BadRecord(line, f"{entry.ply.move}={entry.points}: the box gets {got}")


# -- reading ------------------------------------------------------------------------------------------------------


def read(text: str) -> list[Record]:
    """The records in a text; raises BadRecord with the line of the first fault."""
    return [read_one(lines) for lines in split(text)]


def split(text: str) -> list[Sequence[Line]]:
    """The lines of each record in a text, empty ones left out; raises BadRecord where it starts with no record."""
    lines = [line for line in _lines(text) if line.text]
    if not lines:
        raise BadRecord(1, 'there is no record here; one starts with [Game "…"]')
    starts = [i for i, line in enumerate(lines) if _is_game(line)]
    if not starts or starts[0] != 0:
        raise BadRecord(lines[0].number, f'{lines[0].text[:40]!r}: a record starts with [Game "…"]')
    return [lines[a:b] for a, b in zip(starts, [*starts[1:], len(lines)], strict=True)]


def _is_game(line: Line) -> bool:
    return re.match(r"\[\s*Game\b", line.text, re.ASCII) is not None


def _lines(text: str) -> Iterable[Line]:
    # Only newlines end a line: str.splitlines() would also cut a name at exotic separators.
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        yield Line(number, _without_comment(raw).strip())


def _without_comment(raw: str) -> str:
    quoted = False
    i = 0
    while i < len(raw):
        if quoted and raw[i] == "\\":
            i += 1
        elif raw[i] == '"':
            quoted = not quoted
        elif raw[i] == ";" and not quoted:
            return raw[:i]
        i += 1
    return raw


def read_one(lines: Sequence[Line]) -> Record:
    """The record on these lines of a text; raises BadRecord with the line of the first fault."""
    tags: dict[str, str] = {}
    where: dict[str, int] = {}
    body = []
    for line in lines:
        if not line.text.startswith("["):
            body.append(line)
            continue
        if body:
            raise BadRecord(line.number, f"{line.text[:40]!r}: tags stand before the first move")
        key, value = _read_tag(line)
        if key in tags:
            raise BadRecord(line.number, f"the tag {key} stands twice in this record; once would be right")
        tags[key], where[key] = value, line.number
    start = _start(tags, where, lines[0].number)
    written = [entry for line in body for entry in _read_moves(start.game, line)]
    return Record(start, tags, tuple(written), lines[0].number, where)


def _read_tag(line: Line) -> tuple[str, str]:
    found = TAG.fullmatch(line.text)
    if not found:
        raise BadRecord(line.number, f'{line.text[:60]!r} is no tag; [Name "value"] would be right')
    name, number, value = found[1], found[2], ESCAPED.sub(r"\1", found[3])
    if (name in NUMBERED) != (number is not None):
        right = f'[{name} 1 "…"]' if name in NUMBERED else f'[{name} "…"]'
        raise BadRecord(line.number, f"{line.text[:60]!r}: {right} would be right")
    return (name if number is None else f"{name} {int(number)}"), value


def _start(tags: Mapping[str, str], where: Mapping[str, int], line: int) -> Match:
    game = catalogue.get(tags["Game"])
    if game is None:
        raise BadRecord(line, f"there is no game {tags['Game'][:40]!r}; there are {', '.join(catalogue)}")
    options = _read_options(game, tags.get("Options", ""), where.get("Options", line))
    players = _read_players(tags, where, line)
    try:
        start = Match.start(game, options, players)
    except IllegalMove as error:
        # Every game takes one seat or more: the first seat too many is at fault.
        raise BadRecord(where[f"Seat {min(len(players), game.seats[-1] + 1)}"], str(error)) from error
    return _dealt(start, tags, where, line) if start.waits_for_deal else start


def _dealt(start: Match, tags: Mapping[str, str], where: Mapping[str, int], line: int) -> Match:
    if "Deck" not in tags:
        raise BadRecord(line, f'{start.game.title} starts with a deal: [Deck "…"], its cards in order, is missing')
    try:
        # One blank between cards, so that a deal is the same however its record was spaced.
        return start.deal(" ".join(tags["Deck"].split()))
    except IllegalMove as error:
        raise BadRecord(where["Deck"], str(error)) from error


def _read_options(game: Game[object], text: str, line: int) -> Options:
    known = {option.id: option for option in game.options}
    values: dict[str, OptionValue] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        if key not in known:
            raise BadRecord(line, f"{word[:60]!r}: {game.title} has no such option; it has {', '.join(known)}")
        if key in values:
            raise BadRecord(line, f"the option {key} stands twice")
        try:
            values[key] = known[key].parse(value)
        except GameError as error:
            raise BadRecord(line, str(error)[:200]) from error
    return game.complete(values)


def _read_players(tags: Mapping[str, str], where: Mapping[str, int], line: int) -> list[Player]:
    seats = sorted(int(key.split()[1]) for key in tags if key.startswith("Seat "))
    if not seats:
        raise BadRecord(line, 'there are no seats; [Seat 1 "name"] would be right')
    if seats != list(range(1, len(seats) + 1)):
        odd = next(seat for i, seat in enumerate(seats, 1) if seat != i)
        raise BadRecord(where[f"Seat {odd}"], f"the seats are {seats}; 1 to {len(seats)} without a gap would be right")
    for key in tags:
        if key.startswith("Computer ") and f"Seat {key.split()[1]}" not in tags:
            raise BadRecord(where[key], f"{key} has no seat of that number")
    return [Player(tags[f"Seat {i}"], tags.get(f"Computer {i}")) for i in seats]


def _read_moves(game: Game[object], line: Line) -> list[tuple[int, Written]]:
    try:
        return [(line.number, entry) for entry in game.read(line.text.split())]
    except IllegalMove as error:
        raise BadRecord(line.number, str(error)) from error


# -- writing ------------------------------------------------------------------------------------------------------


def write(match: Match, tags: Mapping[str, str] | None = None) -> str:
    """The record of a match, with further tags if given; defaults and a running match's result are left out."""
    lines = [_tag("Game", match.game.id)]
    if spelled := match.options.spelled():
        lines.append(_tag("Options", spelled))
    for i, player in enumerate(match.players, 1):
        lines.append(_tag(f"Seat {i}", player.name))
        if player.computer is not None:
            lines.append(_tag(f"Computer {i}", player.computer))
    if match.dealt:
        lines.append(_tag("Deck", match.dealt))
    if match.over:
        lines.append(_tag("Result", " ".join(map(str, match.outcome.totals))))
    lines += [_tag(key, value) for key, value in (tags or {}).items()]
    return "\n".join([*lines, "", *match.game.write(_written(match)), ""])


def _tag(key: str, value: str) -> str:
    one_line = " ".join(re.split(r"[\r\n]+", value))
    escaped = one_line.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{key} "{escaped}"]'


def _written(match: Match) -> list[Written]:
    played = steps(match.opening(), match.plies)
    return [Written(step.plies[-1], match.game.points(step.state)) for step in played]


# -- fair dice ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """The first chance of a record that does not follow from its secret; at ply 0 it is the deal."""

    line: int
    ply: int
    stated: str
    computed: str


def verify(record: Record) -> Difference | None:
    """Recompute the deal and every roll of a record from its tags; None when all agree.

    Raises BadRecord when the record can't be replayed, a tag is missing or malformed, the secret is not the one that
    was committed to, or the deal was chosen and not drawn.
    """
    dice = _fair_dice(record)
    found = [_first_difference(record, dice, shared=shared) for shared in _counting(record.tags)]
    if None not in found:
        return found[0]
    record.replay()
    return None


def _counting(tags: Mapping[str, str]) -> tuple[bool, ...]:
    """Whether the dice are shared ones, counted by turn and roll; both are tried where the tags leave it open."""
    if "Stream" in tags and "Session" not in tags:
        return (False, True)
    return (tags.get("Stream", tags.get("Session")) != tags.get("Session"),)


def _first_difference(record: Record, dice: FairDice, *, shared: bool) -> Difference | None:
    match, game, ply = record.start, record.start.game, 0
    if match.dealt and (computed := game.draw(match.state, dice, 0, shared=shared)) != match.dealt:
        if not game.fair(match.options):
            raise BadRecord(record.lines["Deck"], "not verifiable: the deal was chosen among those that can be won")
        return Difference(record.lines["Deck"], 0, match.dealt, computed)
    for line, entry in record.written:
        ply += not entry.hold
        try:
            waiting = None if entry.hold else _waiting(match, entry.ply)
            if waiting is not None:
                computed = game.draw(waiting, dice, ply, shared=shared)
                if computed != entry.ply.drawn:
                    return Difference(line, ply, entry.ply.drawn, computed)
            match = _after(replace(match, plies=()), entry)
        except GameError as error:
            raise BadRecord(line, str(error)) from error
    return None


def _waiting(match: Match, ply: Ply) -> object | None:
    state, _ = match.game.play(match.state, ply.seat, ply.move)
    return state if match.game.waits(state) else None


def _fair_dice(record: Record) -> FairDice:
    tags = record.tags
    stream = tags.get("Stream", tags.get("Session"))
    secret_text = tags.get("Secret")
    if secret_text is None or "Nonce" not in tags or stream is None:
        raise BadRecord(record.line, "not verifiable: Secret, Nonce, and Stream or Session are needed among the tags")
    if not re.fullmatch(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}", secret_text, re.ASCII):
        raise BadRecord(record.lines["Secret"], f"Secret: {2 * SECRET_BYTES} lower-case hex digits would be right")
    secret = bytes.fromhex(secret_text)
    if tags.get("Commitment", commitment(secret)) != commitment(secret):
        raise BadRecord(record.lines["Commitment"], f"Commitment: the secret's SHA-256 is {commitment(secret)}")
    return FairDice(secret, tags["Nonce"], stream)
