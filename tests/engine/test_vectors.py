"""The shared rule vectors, records and fair dice, kept here as data of our own."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice.scorecard import Scorecard, totals
from engine.fairdice import FairDice, commitment
from engine.game import IllegalMove
from engine.games import dice_game, score
from tests.engine.table import DATA, data, replayed, report, start

VECTORS: list[tuple[str, dict[str, Any]]] = [
    (game, vector)
    for source in ("vectors.json", "own_vectors.json")
    for game, vectors in data(source)["vectors"].items()
    for vector in vectors
]


def of_kind(kind: str) -> list[Any]:
    """The vectors of a kind, each under its own id."""
    return [pytest.param(game, vector, id=vector["id"]) for game, vector in VECTORS if vector["kind"] == kind]


EXPECTED: dict[str, Any] = data("records/expected.json")
GOLDEN: dict[str, Any] = data("fairness.json")


@pytest.mark.parametrize(("game", "vector"), of_kind("placement"))
def test_placement(game: str, vector: dict[str, Any]) -> None:
    context = vector.get("context", {})

    def place() -> tuple[int, int]:
        found = score(
            game,
            vector["box"],
            vector["dice"],
            card=context.get("card"),
            options=context.get("options"),
            unused_rolls=context.get("unused_rolls", 0),
        )
        return found.points, found.extra

    if vector.get("legal", True):
        assert place() == (vector["expected"], vector.get("expected_extra", 0))
    else:
        with pytest.raises(IllegalMove):
            place()


@pytest.mark.parametrize(("game", "vector"), of_kind("bonus"))
def test_bonus(game: str, vector: dict[str, Any]) -> None:
    context = vector["context"]
    ruleset = dice_game(game).rules(dice_game(game).complete(context.get("options")))
    found = totals(ruleset, Scorecard.of(context["card"]))
    assert getattr(found, vector["box"].replace("all_figures", "set")) == vector["expected"]
    assert found.total == sum(context["card"].values()) + found.upper_bonus + found.set_bonus


@pytest.mark.parametrize(("game", "vector"), of_kind("rolls"))
def test_rolls(game: str, vector: dict[str, Any]) -> None:
    context = vector["context"]
    budget = dice_game(game).rules(dice_game(game).complete(context.get("options"))).budget
    assert budget.available(context["saved_before"]) == vector["expected"]
    assert budget.saved_after(context["saved_before"], context["rolls_used"]) == vector["expected_saved_after"]


@pytest.mark.parametrize("name", EXPECTED)
def test_record(name: str) -> None:
    expected = EXPECTED[name]
    match = replayed((DATA / "records" / f"{name}.game").read_text(encoding="utf-8"))
    assert list(match.outcome.totals) == expected["totals"]
    assert match.outcome.ended == expected["ended"]
    finals = expected["final"] if isinstance(expected["final"], list) else [expected["final"]]
    for i, final in enumerate(finals):
        assert {key: report(match, i)[key] for key in final} == final


def test_every_record_has_its_expectation() -> None:
    assert {path.stem for path in (DATA / "records").glob("*.game")} == set(EXPECTED)


@pytest.mark.parametrize(("game", "facts"), data("vectors.json")["games"].items())
def test_sheets_and_defaults(game: str, facts: dict[str, Any]) -> None:
    match = start(game)
    ruleset = match.state.ruleset
    assert [box.id for box in ruleset.boxes] == facts["boxes"]
    assert ruleset.dice == facts["dice"]
    assert ruleset.budget.per_turn == facts["rolls_per_turn"]
    assert ruleset.budget.saves == facts["carry_over_rolls"]
    assert {key: match.options[key] for key in facts["default_options"]} == facts["default_options"]


@pytest.mark.parametrize("roll", GOLDEN["rolls"], ids=lambda roll: f"{roll['stream']}/{roll['counter']}/{roll['dice']}")
def test_golden_dice(roll: dict[str, Any]) -> None:
    fair = FairDice(bytes.fromhex(GOLDEN["secret"]), GOLDEN["nonce"], roll["stream"])
    assert list(fair.dice(roll["counter"], roll["dice"])) == roll["roll"]


def test_golden_deck_and_commitment() -> None:
    secret = bytes.fromhex(GOLDEN["secret"])
    deck = FairDice(secret, GOLDEN["nonce"], GOLDEN["deck"]["stream"]).deck(GOLDEN["deck"]["counter"])
    assert list(deck) == GOLDEN["deck"]["cards"]
    assert commitment(secret) == GOLDEN["commitment"]
