"""Rulesets: the tables that a dice game fills, and the one place that says what a placement gets or why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.dice.patterns import Pattern
from engine.dice.roll import Dice
from engine.game import IllegalMove


@dataclass(frozen=True, slots=True)
class Score:
    """What a placement got: points in the box, and extra points credited outside it."""

    points: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A scorecard line: what it looks for and what that pays.

    `fixed` replaces the pattern's own points; `face` marks an upper box; `unused_bonus` is paid for each unused roll of
    the turn when the box is made; `short` fits a narrow card (at most 8 characters); `by_position` says that the
    pattern looks at where the dice lie, not only at which they are.
    """

    id: str
    title: str
    short: str
    needs: str
    pattern: Pattern
    fixed: int | None = None
    face: int | None = None
    unused_bonus: int = 0
    by_position: bool = False

    def points(self, dice: Dice, unused_rolls: int = 0) -> int:
        """What these dice get here by the pattern alone."""
        found = self.pattern(dice)
        return self.made(found, unused_rolls) if found else 0

    def made(self, found: int, unused_rolls: int) -> int:
        """What the box pays once it is made."""
        return (found if self.fixed is None else self.fixed) + self.unused_bonus * unused_rolls


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for a section: `points` once its boxes total `threshold`."""

    threshold: int
    points: int


@dataclass(frozen=True, slots=True)
class SetBonus:
    """Points for filling all of these boxes with more than 0."""

    boxes: frozenset[str]
    points: int


@dataclass(frozen=True, slots=True)
class JokerRule:
    """What a further roll of all dice equal brings once the box for it is used.

    `extra` is due when that box holds points. `wild` boxes then pay in full although the dice do not fit, with
    `needs_face` only if the upper box of the face is used, and with `after_zero` also when the box holds 0. `forced`
    is the official order of places: the upper box of the face, else a lower box, else 0 in an upper box.
    """

    box: str
    extra: int
    wild: frozenset[str] = frozenset()
    forced: bool = False
    needs_face: bool = False
    after_zero: bool = False


@dataclass(frozen=True, slots=True)
class RollBudget:
    """How often a turn may roll: new rolls a turn, the least number, saved rolls and their cap (None: no cap)."""

    per_turn: int = 3
    least: int = 1
    saves: bool = False
    cap: int | None = None
    automatic: bool = False

    def available(self, saved: int) -> int:
        """The rolls that a turn starts with; new and saved ones are one pool."""
        return self.per_turn + saved

    def saved_after(self, saved: int, used: int) -> int:
        """The rolls that a seat has saved after a turn that used so many."""
        if not self.saves:
            return 0
        left = self.available(saved) - used
        return left if self.cap is None else min(left, self.cap)

    def saved_after_skip(self, saved: int, used: int) -> int:
        """The same after a skipped turn, which saves none of its new rolls (RULES section 0)."""
        return min(saved, self.saved_after(saved, used)) if self.saves else 0


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A dice game under complete options: boxes in the card's order, bonuses, rolls, and the order of filling."""

    dice: int
    boxes: tuple[Box, ...]
    upper: Bonus
    budget: RollBudget = RollBudget()
    order: str = "free"
    sets: SetBonus | None = None
    joker: JokerRule | None = None
    index: Mapping[str, int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {box.id: i for i, box in enumerate(self.boxes)})

    def box(self, box_id: str) -> Box:
        """The box of that id; raises IllegalMove."""
        if box_id not in self.index:
            raise IllegalMove(f"{box_id[:40]!r} is no box of this game; there are {', '.join(self.index)}")
        return self.boxes[self.index[box_id]]

    def next_box(self, card: Mapping[str, int]) -> Box:
        """The next open box in playing order; the card must have one."""
        order = reversed(self.boxes) if self.order == "bottom_up" else self.boxes
        return next(box for box in order if box.id not in card)

    def place(self, card: Mapping[str, int], box_id: str, dice: Dice, unused_rolls: int = 0) -> Score:
        """What the dice get in a box of this card (filled boxes and their points); raises IllegalMove."""
        box = self.box(box_id)
        if box_id in card:
            raise IllegalMove(f"{box.title} is already filled")
        self._check_order(card, box)
        points = box.points(dice, unused_rolls)
        joker = self._joker(card, dice)
        if joker is None:
            return Score(points)
        if joker.forced and self.order == "free":
            self._check_forced(card, box, dice)
        if points == 0 and box_id in joker.wild and self._is_wild(card, joker, dice):
            points = box.made(0, unused_rolls)
        return Score(points, joker.extra if card[joker.box] else 0)

    def _check_order(self, card: Mapping[str, int], box: Box) -> None:
        if self.order != "free" and box is not (wanted := self.next_box(card)):
            raise IllegalMove(f"boxes are filled in order here: {wanted.title} is next")

    def _joker(self, card: Mapping[str, int], dice: Dice) -> JokerRule | None:
        rule = self.joker
        if rule is None or rule.box not in card or not dice or len(set(dice)) > 1:
            return None
        return rule if card[rule.box] or rule.after_zero else None

    def _face_box(self, face: int) -> Box:
        return next(box for box in self.boxes if box.face == face)

    def _check_forced(self, card: Mapping[str, int], box: Box, dice: Dice) -> None:
        face = self._face_box(dice[0])
        if face.id not in card:
            if box is not face:
                raise IllegalMove(f"a joker goes to {face.title} first, while that is open")
        elif box.face is not None and any(b.face is None and b.id not in card for b in self.boxes):
            raise IllegalMove("a joker goes to an open lower box before another upper one")

    def _is_wild(self, card: Mapping[str, int], joker: JokerRule, dice: Dice) -> bool:
        # Where the order of boxes is fixed, the official joker can't ask for its upper box: it only gives its value.
        if not joker.needs_face or (joker.forced and self.order != "free"):
            return True
        return self._face_box(dice[0]).id in card

    def legal(self, card: Mapping[str, int], dice: Dice, unused_rolls: int = 0) -> dict[str, Score]:
        """What each box that the dice may go to would get, in the card's order."""
        found = {}
        for box in self.boxes:
            try:
                found[box.id] = self.place(card, box.id, dice, unused_rolls)
            except IllegalMove:
                continue
        return found
