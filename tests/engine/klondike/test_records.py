"""Klondike's records: notation, the deck, what is wrong with a wrong one, and deals that can be verified."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import record
from engine.fairdice import FairDice, commitment
from engine.game import IllegalMove, Move, Ply, Written
from engine.games.klondike import GAME
from engine.match import Match
from tests.engine.command import run
from tests.engine.klondike.tables import SOLE, at, said, table
from tests.engine.table import DATA, Seeded, after, data, replayed, seat, start

GOLDEN = data("fairness.json")
DECK = " ".join(GOLDEN["deck"]["cards"])
TAGS = {"Session": "7", "Nonce": GOLDEN["nonce"], "Secret": GOLDEN["secret"], "Commitment": GOLDEN["commitment"]}
GOOD = f"""\
[Game "klondike"]
[Options "draw=3 scoring=standard"]
[Seat 1 "Ada"]
[Deck "{DECK}"]

d d u
u end
"""


def fair() -> FairDice:
    return FairDice(bytes.fromhex(GOLDEN["secret"]), GOLDEN["nonce"], "7")


def written_to(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


# -- notation -----------------------------------------------------------------------------------------------------


def test_words_stand_without_a_seat() -> None:
    assert GAME.read(["d", "w>f", "4>6", "S>4", "x4", "r", "u"]) == [
        Written(Ply(SOLE, Move(word))) for word in ("d", "w>f", "4>6", "S>4", "x4", "r", "u")
    ]
    assert GAME.read(["stop"]) == [Written(Ply(None, Move("stop")))]


@pytest.mark.parametrize(
    "line", ["1", "1 d", "D", "d, d", "4>8", "0>1", "T>4", "w>w", "f>4", "4->6", "d stop", "stop d", "x"]
)
def test_words_that_are_none(line: str) -> None:
    with pytest.raises(IllegalMove, match=r"is no word of Klondike|stop stands alone"):
        GAME.read(line.split())


def test_lines_are_short_and_stop_has_its_own() -> None:
    match = start("klondike").proceed(Seeded(1))
    match = after(match, "d " * 20, "stop")
    assert record.write(match).splitlines()[-4:] == ["", " ".join("d" * 16), "d d d d", "stop"]
    (entry,) = record.read(record.write(match))
    assert entry.replay() == match


def test_a_record_has_its_deck() -> None:
    match = start("klondike", draw=3, scoring="standard").proceed(fair())
    match = after(match, "d d u", "u end")
    assert match.dealt == DECK
    assert record.write(match) == GOOD.replace("]\n\nd d u\nu", ']\n[Result "0"]\n\nd d u u')
    assert replayed(GOOD) == match
    assert replayed(GOOD.replace(f'"{DECK}"', '"  ' + DECK.replace(" ", "  ") + ' "')) == match


@pytest.mark.parametrize("name", ["klondike-d1-a", "klondike-d1-manual-flip"])
def test_solved_deals_are_written_as_they_are_read(name: str) -> None:
    text = (DATA / "records" / f"{name}.game").read_text(encoding="utf-8")
    match = replayed(text)
    words = text.split("\n\n")[1].split()
    assert [ply.move for ply in match.plies] == words
    assert record.write(match).split("\n\n")[1].split() == words
    assert replayed(record.write(match)) == match


@pytest.mark.parametrize("name", ["klondike-d1-a", "klondike-d1-manual-flip"])
def test_a_solved_deal_with_second_thoughts(name: str) -> None:
    """Every move of a solved deal, taken back and played again: the same end, and two moves more for each."""
    solved = replayed((DATA / "records" / f"{name}.game").read_text(encoding="utf-8"))
    match = solved.opening()
    for ply in solved.plies[:-1]:
        match = after(match, f"{ply.move} u {ply.move}")
    match = after(match, solved.plies[-1].move)
    assert said(match) == said(solved) | {"moves": 3 * solved.ply - 2}


def test_replay_prints_what_the_design_says(tmp_path: Path) -> None:
    result = run("replay", written_to(tmp_path / "a.game", GOOD))
    assert (result.status, result.err) == (0, "")
    found = json.loads(result.out)
    assert list(found) == ["game", "options", "seats", "over", "ended", "ply"]
    assert found["options"] == {
        "draw": 3,
        "redeals": None,
        "worry_back": True,
        "auto_flip": True,
        "early_autofinish": False,
        "scoring": "standard",
        "winnable": False,
        "seconds": None,
    }
    assert found["seats"] == [
        {
            "name": "Ada",
            "won": False,
            "moves": 4,
            "foundation_cards": 0,
            "auto_finished_cards": 0,
            "recycles": 0,
            "score": 0,
            "total": 0,
            "place": 1,
        }
    ]
    assert (found["over"], found["ended"], found["ply"]) == (True, "ended_early", 5)


@pytest.mark.parametrize(
    ("options", "words", "total", "ended"),
    [
        ("", "d", 0, "running"),
        ("", "stop", 0, "stopped"),
        ("scoring=vegas redeals=unlimited", "d", -52, "running"),
        ("scoring=vegas redeals=0", "end", -52, "ended_early"),
        ("seconds=60", "d timeout", 0, "timeout"),
        (
            "redeals=none early_autofinish=on worry_back=off auto_flip=on winnable=on draw=1",
            "d",
            0,
            "running",
        ),
    ],
)
def test_options_and_endings(options: str, words: str, total: int, ended: str, tmp_path: Path) -> None:
    text = GOOD.replace("draw=3 scoring=standard", options).replace("d d u\nu end", words)
    result = run("replay", written_to(tmp_path / "a.game", text))
    assert (result.status, result.err) == (0, "")
    found = json.loads(result.out)
    assert (found["seats"][0]["total"], found["ended"]) == (total, ended)


# -- what is wrong ------------------------------------------------------------------------------------------------

FAULTS = {
    # name: (what is put for what in GOOD, line, what is said)
    "no deck": (f'[Deck "{DECK}"]\n', "", 1, 'Klondike starts with a deal: [Deck "…"], its cards in order, is missing'),
    "a card missing": (" 2D", "", 4, "the deck has 51 cards, not 52: 2D is missing"),
    "a card twice": ("2D", "7H", 4, "7H is in the deck twice, the second time as card 52"),
    "no card": ("2D", "10D", 4, "card 52 of the deck, '10D', is none"),
    "a sign": ("2D", "2♦", 4, "card 52 of the deck, '2♦', is none"),
    "two decks": ("\n\n", f'\n[Deck "{DECK}"]\n\n', 5, "the tag Deck stands twice"),
    "two seats": ("\n\n", '\n[Seat 2 "Bo"]\n\n', 5, "Klondike takes 1 seat, not 2"),
    "draw two": ("draw=3", "draw=2", 2, "draw=2: takes 1 or 3"),
    "ten redeals": ("draw=3", "redeals=10", 2, "redeals=10: takes unlimited or 0 to 9"),
    "a minute too little": ("draw=3", "seconds=59", 2, "seconds=59: takes none or 60 to 86400"),
    "an option of dice": ("draw=3", "min_rolls=1", 2, "Klondike has no such option; it has draw, redeals"),
    "an illegal move": ("u end", "u 1>2", 7, "no card of pile 1's run fits there: on 10♥ goes a black 9"),
    "nothing to undo": ("u end", "u u u", 7, "there is nothing to take back"),
    "no word": ("u end", "u 4>9", 7, "'4>9' is no word of Klondike"),
    "a seat": ("d d u", "1 d d u", 6, "'1' is no word of Klondike"),
    "after the end": ("u end", "end u", 7, "the match is over"),
    "stop among words": ("u end", "u stop", 7, "stop stands alone on its line"),
    "a time limit that is none": ("u end", "timeout", 7, "there is none"),
    "wrong result": ("\n\n", '\n[Result "1"]\n\n', 5, "does not agree with the replay: 0"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_by_its_line(name: str, tmp_path: Path) -> None:
    old, new, line, says = FAULTS[name]
    assert GOOD.count(old) == 1
    path = written_to(tmp_path / "fault.game", GOOD.replace(old, new))
    result = run("replay", path)
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"{path}:{line}: "), result.err
    assert says in result.err
    assert result.err.count("\n") == 1


# -- fair deals ---------------------------------------------------------------------------------------------------


def test_the_golden_deal_is_verified(tmp_path: Path) -> None:
    match = start("klondike").proceed(fair())
    path = written_to(tmp_path / "fair.game", record.write(match, TAGS))
    assert run("verify", path).out == "verified: klondike, the deal\n"
    assert commitment(bytes.fromhex(GOLDEN["secret"])) == GOLDEN["commitment"]


def test_a_deal_that_was_tampered_with_is_found(tmp_path: Path) -> None:
    text = record.write(start("klondike").proceed(fair()), TAGS)
    swapped = text.replace("JH 6H", "6H JH")
    path = written_to(tmp_path / "fair.game", swapped)
    result = run("verify", path)
    assert (result.status, result.out) == (1, "")
    assert result.err == f"{path}:3: card 2 of the deal is 6H, the secret gives JH\n"
    (entry,) = record.read(swapped)
    assert record.verify(entry) == record.Difference(3, 0, DECK.replace("JH 6H", "6H JH"), DECK)


def test_a_race_shares_its_deal_and_its_proof(tmp_path: Path) -> None:
    chance = FairDice(bytes.fromhex(GOLDEN["secret"]), GOLDEN["nonce"], "race-3")
    tags = TAGS | {"Stream": "race-3", "Race": "3"}
    first = start("klondike").proceed(chance)
    texts = [record.write(after(first, "d d d end"), tags), record.write(after(first, "d end"), tags)]
    path = written_to(tmp_path / "race.game", "\n".join(texts))
    assert run("verify", path).out == "verified: klondike, the deal\n" * 2
    one, other = record.read(path.read_text(encoding="utf-8"))
    assert one.tags["Race"] == other.tags["Race"]
    assert one.tags["Deck"] == other.tags["Deck"]
    without_session = {key: value for key, value in tags.items() if key != "Session"}
    assert run("verify", written_to(path, record.write(first, without_session))).status == 0


def test_a_chosen_deal_is_not_verifiable(tmp_path: Path) -> None:
    chosen = start("klondike", winnable=True).proceed(Seeded(1))
    path = written_to(tmp_path / "pool.game", record.write(chosen, TAGS))
    result = run("verify", path)
    assert (result.status, result.out) == (1, "")
    assert result.err == f"{path}:4: not verifiable: the deal was chosen among those that can be won\n"
    untagged = run("verify", written_to(path, record.write(chosen)))
    assert "not verifiable" in untagged.err
    lucky = start("klondike", winnable=True).proceed(fair())
    assert run("verify", written_to(path, record.write(lucky, TAGS))).status == 0


def test_a_race_is_won_by_cards_and_then_by_fewer_moves() -> None:
    def reached(match: Match) -> tuple[int, int]:
        return GAME.progress(match.state)

    dealt = at(table("AS", "2S", "3H", stock="9C"))
    ahead, slow, quick = after(dealt, "1>f 2>f"), after(dealt, "d 1>f"), after(dealt, "1>f")
    assert reached(ahead) > reached(quick) > reached(slow) > reached(dealt)
    assert reached(start("klondike")) == (0, 0)
    assert GAME.legal_moves(dealt.state, seat(1))
