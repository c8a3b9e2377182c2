"""The page as a newcomer uses it, by real clicks in a real browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from bot.text.names import safe_name
from tests.offline.process import PlayProcess
from tests.offline.turns import dice, hold_a_die, open_game, roll, score, take_turn
from tests.offline.visitor import Visitor

PHONE, DESKTOP = 390, 1280
HEIGHT = 900


def refused(visitor: Visitor, member: str, label: str, why: str) -> None:
    """That member presses what is not theirs to press, and is told why, privately."""
    visitor.as_member(member).press(label)
    assert why in visitor.private()[-1]


def test_two_members_who_do_everything_wrong_are_always_answered_and_can_play_on(visitor: Visitor) -> None:
    ada = safe_name("Ada")
    visitor.as_member("Ada").command("play", game="Yatzy")
    refused(visitor, "Ada", "Join", "You have a seat already.")
    refused(visitor, "Bo", "Start", f"Only {ada}")
    visitor.press("Join")
    visitor.as_member("Ada").press("Start")
    refused(visitor, "Bo", "Roll", f"It is {ada}'s turn.")
    refused(visitor, "Cleo", "Roll", "Only players")
    roll(visitor.as_member("Ada"))
    refused(visitor, "Bo", dice(visitor)[0], f"It is {ada}'s turn.")
    visitor.choose("Chance")
    assert f"It is {ada}'s turn." in visitor.private()[-1]
    visitor.as_member("Ada").choose("Chance")
    refused(visitor, "Bo", "Take back Chance", f"That box is {ada}'s")
    visitor.as_member("Ada").press("Take back Chance")
    visitor.choose("Chance")
    for _ in range(2):
        visitor.as_member("Bo").command("leave")
        assert "You have left this game." in visitor.private()[-1]
    visitor.command("stop")
    assert "You need the permission" in visitor.private()[-1]
    refused(visitor, "Ada", "I'm back", "You are here already")
    visitor.as_member("Bo").press("I'm back")
    visitor.sees("Welcome back")
    visitor.command("board")
    roll(visitor)
    score(visitor)
    visitor.sees(f"Yatzy · {ada}'s turn")


def pixels(visitor: Visitor) -> list[int]:
    """Width and height of the newest picture, as it was loaded."""
    picture = visitor.messages.locator("img.gallery-image").last
    return picture.evaluate("image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])")  # type: ignore[no-any-return]


def wrapped(visitor: Visitor) -> list[str]:
    """The labels of the buttons that stand lower than the first of their row."""
    message = visitor.messages.filter(has=visitor.page.locator("button.component-button")).last
    return message.locator(".component-row").evaluate_all(  # type: ignore[no-any-return]
        """rows => rows.flatMap(row => [...row.children]
            .filter(part => part.offsetTop > row.firstElementChild.offsetTop)
            .map(part => part.innerText))"""
    )


def test_a_board_fits_a_phone_and_a_desktop(chromium: Browser, page: PlayProcess, visitor: Visitor) -> None:
    for game in ("Yahtzee", "Maxi Yatzy"):
        open_game(visitor, game, "Ada", "Bo", "Cleo")
        roll(visitor)
        for face in dice(visitor)[1:]:
            visitor.press(face, whole=True)  # a held die is the widest
        for width in (PHONE, DESKTOP):
            screen = Visitor.arrive(chromium, page.address, width=width, height=HEIGHT)
            assert pixels(screen) == [1100, 700]
            assert wrapped(screen) == []
            assert screen.page.evaluate("document.documentElement.scrollWidth") <= width
            screen.leave()
        visitor.command("stop")


def test_two_tabs_are_two_people(chromium: Browser, page: PlayProcess, visitor: Visitor) -> None:
    open_game(visitor, "Yatzy", "Ada", "Bo")
    other = Visitor.arrive(chromium, page.address).as_member("Bo")
    other.press("Roll")
    assert f"It is {safe_name('Ada')}'s turn." in other.private()[-1]
    take_turn(visitor, "Ada")
    other.sees(f"Yatzy · {safe_name('Bo')}'s turn")
    take_turn(other, "Bo")
    visitor.sees(f"Yatzy · {safe_name('Ada')}'s turn")
    other.leave()


def test_ending_the_session_in_the_page_ends_the_process(chromium: Browser, tmp_path: Path) -> None:
    with PlayProcess(tmp_path / "offline.db") as process:
        visitor = Visitor.arrive(chromium, process.address)
        visitor.end_session()
        assert process.ended() == (0, "")
        visitor.leave()


def without_time(board: str) -> str:
    """What a board says but for the time that is left, which the page tells in words."""
    return "\n".join(line for line in board.splitlines() if "The turn ends" not in line)


def test_a_game_goes_on_after_its_process_was_killed(chromium: Browser, tmp_path: Path) -> None:
    with PlayProcess(tmp_path / "offline.db") as killed:
        visitor = Visitor.arrive(chromium, killed.address)
        open_game(visitor, "Yatzy", "Ada", "Bo")
        take_turn(visitor, "Ada")
        roll(visitor.as_member("Bo"))
        hold_a_die(visitor)
        dice_before, card_before = dice(visitor), without_time(visitor.newest())
        killed.kill()
        visitor.leave()

    with PlayProcess(tmp_path / "offline.db") as process:
        visitor = Visitor.arrive(chromium, process.address)
        assert dice(visitor) == dice_before
        assert without_time(visitor.newest()) == card_before
        visitor.as_member("Bo").press("Roll again")
        score(visitor)
        take_turn(visitor, "Ada")
        visitor.leave()
