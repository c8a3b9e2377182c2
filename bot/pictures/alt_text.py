"""What the pictures show, in words, for who can't see them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from bot.pictures.card_rows import Card
from bot.pictures.scorecard import dice_card
from bot.pictures.words import brought, ending, headline, last_score, listed, out, rolls
from bot.text.names import by_level, plain_name
from engine.dice.ruleset import Box
from engine.game import Seat
from engine.match import Match

LONGEST = 1024
"""Characters that Discord takes as the description of a picture."""

NAME_LENGTHS = (32, 16, 8)


def alt_text(match: Match, *, still: bool = False) -> str:
    """What the scorecard shows, in at most 1,024 characters: the turn, the totals, and the cards as far as they fit.

    `still` as in the picture. Raises TypeError for a game without a scorecard.
    """
    card = dice_card(match, still=still)
    tellings = ((names_within(match, length), whole) for whole in (True, False) for length in NAME_LENGTHS)
    told = (_told(match, card, names, whole) for names, whole in tellings)
    text = next((text for text in told if units(text) <= LONGEST), "") or _told(
        match, card, names_within(match, 8), False
    )
    for seat in sorted(card.seats, key=lambda seat: seat != card.turn):
        longer = f"{text} {_boxes(card, seat, names_within(match, 16)[seat])}"
        if units(longer) > LONGEST:
            break
        text = longer
    return text[:LONGEST]


def result_alt_text(match: Match) -> str:
    """What the result shows, in at most 1,024 characters. Raises TypeError for a game without a scorecard."""
    card = dice_card(match)
    texts = (_result(match, card, names_within(match, length)) for length in NAME_LENGTHS)
    return min(texts, key=lambda text: units(text) > LONGEST)[:LONGEST]


def units(text: str) -> int:
    """How long a text is for Discord, as far as is known: in UTF-16, where an emoji counts as two."""
    return len(text.encode("utf-16-le")) // 2


def names_within(match: Match, length: int) -> list[str]:
    """The name of each seat in at most so many characters."""
    names = [unicodedata.normalize("NFKC", player.name[:100]) for player in match.players]
    return [plain_name(name if len(name) <= length else by_level(name), length) for name in names]


# -- the scorecard ----------------------------------------------------------------------------------------------------


def _told(match: Match, card: Card, names: Sequence[str], whole: bool) -> str:
    """Everything but the boxes; the whole of it, or without what would give nothing."""
    return " ".join(
        [
            f"Scorecard of {match.game.title}. {headline(match, names)}{_roll(card)}.",
            *_worth(card, whole),
            *_last(card, names),
            *(_seat(match, card, Seat(i), name) for i, name in enumerate(names)),
        ]
    )


def _roll(card: Card) -> str:
    turn = card.state.turn
    if card.still or card.turn is None or not turn.dice:
        return ""
    dice = (f"{face} held" if turn.held >> i & 1 else str(face) for i, face in enumerate(turn.dice))
    return f", {rolls(card.state).lower()}. Dice: {', '.join(dice)}"


def _worth(card: Card, whole: bool) -> Iterator[str]:
    boxes = [box for box in card.state.ruleset.boxes if box.id in card.worth]
    paying = sorted((box for box in boxes if card.worth[box.id]), key=lambda box: -card.worth[box.id])
    nothing = [box.title for box in boxes if not card.worth[box.id]]
    if paying:
        yield f"Would give now: {', '.join(f'{box.title} {card.worth[box.id]}' for box in paying)}."
    if nothing and whole:
        yield f"Nothing in {listed(nothing)}."


def _last(card: Card, names: Sequence[str]) -> Iterator[str]:
    last = card.state.last
    if last is not None:
        yield f"Last: {names[last.turn.seat]}, {last_score(card.state)}."


def _seat(match: Match, card: Card, seat: Seat, name: str) -> str:
    ruleset, sums = card.state.ruleset, card.sums[seat]
    goal = f" of {ruleset.upper.threshold}" if ruleset.upper.points else ""
    words = [
        out(match, seat),
        f"upper {sums.upper}{goal}",
        f"bonus {sums.upper_bonus}" if sums.upper_bonus else "",
        f"figures {sums.set_bonus}" if sums.set_bonus else "",
        f"extra {sums.extra}" if sums.extra else "",
        f"{len(card.state.cards[seat].scores)} of {len(ruleset.boxes)} boxes",
        f"{card.saved(seat)} rolls saved" if card.saves else "",
    ]
    return f"{name}: {sums.total} ({', '.join(filter(None, words))})."


def _boxes(card: Card, seat: Seat, name: str) -> str:
    scores = card.state.cards[seat].scores
    filled: list[Box] = [box for box in card.state.ruleset.boxes if box.id in scores]
    told = ", ".join(f"{box.title} {scores[box.id].points}" for box in filled)
    return f"{name} has {told or 'no box filled'}."


# -- the result -------------------------------------------------------------------------------------------------------


def _result(match: Match, card: Card, names: Sequence[str]) -> str:
    outcome = match.outcome
    ranked = len(names) > 1 and outcome.ended != "stopped"
    lines = (_result_line(match, card, seat, names[seat], ranked) for seat in outcome.ranking())
    return " ".join([f"Result of {match.game.title}: {headline(match, names)} ({ending(match)}).", *lines])


def _result_line(match: Match, card: Card, seat: Seat, name: str, ranked: bool) -> str:
    gone = out(match, seat)
    place = f"{match.outcome.places[seat]}. " if ranked and not gone else ""
    details = ", ".join(filter(None, [gone, *brought(card.sums[seat])]))
    return f"{place}{name}: {card.sums[seat].total} ({details})."
