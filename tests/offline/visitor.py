"""Somebody in the offline page with a mouse and a keyboard: it knows simcord's page, and nothing of the bot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

from playwright.sync_api import expect, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page, Request, ViewportSize

Answer = dict[str, Any]

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 20_000
LONG_MS = 120_000
POLL_MS = 20
"""How often is looked who is there. Playwright would do it at every frame, and keep the page drawing."""
PORTRAIT: ViewportSize = {"width": 690, "height": 1400}

Window = tuple[int, int]
"""Width and height in pixels."""

SMALL: Window = (700, 500)
PHONE: Window = (390, 844)

TRIES = 5
"""How often is pressed again what moved away under the mouse."""

# What the page asks of the bot, and not for its own sake.
_OF_THE_BOT = {"click", "select", "modal_submit", "run_command", "send_message"}

# Conditions on the state that the page shows to tools like this one.
_AT_REST = "page?.ready && !page.pendingAction && page.awaitingRevision === null"
_SETTLED = f"() => {{ const page = window.simcordPreview; return {_AT_REST}; }}"
_IS_MEMBER = f"(id) => {{ const page = window.simcordPreview; return {_AT_REST} && page.viewerId === id; }}"


def browser(chromium: Path) -> Iterator[Browser]:
    """A headless Chromium, Debian's own; to be used as the body of a fixture."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        try:
            yield running
        finally:
            running.close()


def _label(text: str, *, whole: bool = False) -> re.Pattern[str]:
    """Matches a label that begins with `text` (its last word in full), or is it; no text matches every label."""
    if not text:
        return re.compile("")
    return re.compile(r"^\s*" + re.escape(text) + (r"\s*$" if whole else r"(?!\w)"))


class Visitor:
    """One tab; who it is there is chosen with `as_member`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._asked: list[Request] = []
        page.on("request", self._note)
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)

    @classmethod
    def arrive(cls, chromium: Browser, address: str, *, width: int = SMALL[0], height: int = SMALL[1]) -> Self:
        # The page's content security policy would refuse the conditions that Playwright waits for.
        visitor = cls(
            chromium.new_page(viewport={"width": width, "height": height}, bypass_csp=True, reduced_motion="reduce")
        )
        visitor.page.goto(address)
        visitor._settle()
        return visitor

    def as_member(self, name: str) -> Self:
        picker = self.page.get_by_label("Viewing as")
        self._settle()
        (chosen,) = picker.select_option(label=name)
        self.page.wait_for_function(_IS_MEMBER, arg=chosen, polling=POLL_MS)
        return self

    def command(self, invocation: str, **options: str) -> None:
        """Type a slash command; an option's value is typed, and then picked from what is offered."""
        box = self.page.locator("#channel-composer-input")
        box.click()
        box.press_sequentially(f"/{invocation}")
        entry = self.page.locator(".command-entry").filter(has_text=f"/{invocation}").first
        entry.click()
        for name, value in options.items():
            self._fill_option(name, value)
        self._do(self.page.locator("#send-message").click)

    def _fill_option(self, name: str, value: str) -> None:
        field = self.page.locator(f'.command-option-input[data-option="{name}"]')
        if not field.is_visible():
            if not self.page.locator(".command-suggestion").first.is_visible():
                self.page.locator(".command-ghost").click()
            self.page.locator(f'.command-suggestion[data-value="{name}"]').click()
        field.fill(value)
        if field.get_attribute("role") == "combobox":
            self.page.locator(".command-suggestion").filter(has_text=value).first.click()

    def press(self, label: str, *, whole: bool = False, on: str = "", long: bool = False) -> None:
        """Click the last button whose label begins so (or is `whole`), of a message that shows `on`.

        The page gives up waiting after 10 seconds; what takes `long` is shown when it comes.
        """
        self._do(self._newest("button.component-button", label, whole=whole, on=on).click, long=long)

    def choose(self, option: str, *, menu: str | None = None) -> None:
        """Pick the option whose label begins so from the newest menu (whose placeholder begins with `menu`)."""
        trigger = self._newest(".select-trigger:not([disabled])", menu or "")
        wanted = self.page.locator(".select-list:popover-open .option-label").filter(has_text=_label(option)).first

        def pick() -> None:
            if not wanted.is_visible():
                trigger.click()
            wanted.click()

        self._do(pick)

    def offers(self, menu: str | None = None) -> list[str]:
        """The labels of the newest menu's options."""
        trigger = self._newest(".select-trigger", menu or "")
        select = trigger.locator("xpath=ancestor::*[contains(@class, 'preview-select')]")
        return select.locator(".option-label").all_text_contents()

    def buttons(self, on: str = "") -> list[str]:
        """The labels of the buttons on the newest message that has any and shows `on`, disabled ones in parentheses."""
        message = self.messages.filter(has=self.page.locator("button.component-button"), has_text=on).last
        return message.locator("button.component-button").evaluate_all(  # type: ignore[no-any-return]
            "buttons => buttons.map(button => button.disabled ? `(${button.innerText})` : button.innerText)"
        )

    @property
    def messages(self) -> Locator:
        return self.page.locator("#channel-message-list [data-message-id]")

    def private(self) -> list[str]:
        """The messages that only the present member sees."""
        return self.messages.filter(has=self.page.locator(".message-ephemeral-note")).all_inner_texts()

    def sees(self, text: str, *, long: bool = False) -> None:
        """Wait until some message in the channel shows `text`; what takes `long` is worked out beside the bot."""
        expect(self.messages.filter(has_text=text).last).to_be_visible(timeout=LONG_MS if long else PATIENCE_MS)

    def newest(self) -> str:
        """The text in the frame of the newest message that has one."""
        return self.messages.locator(".component-container").last.inner_text()

    def told(self, text: str) -> str:
        """All that the newest message says that shows `text`."""
        return self.messages.filter(has_text=text).last.inner_text()

    def photograph(self, path: str) -> None:
        """Save a picture of the newest message with a frame, however tall it is."""
        before = self.page.viewport_size
        assert before is not None
        self.page.set_viewport_size(PORTRAIT)
        self.page.mouse.move(0, 0)  # a button under the mouse has another colour
        self._settle()
        framed = self.messages.filter(has=self.page.locator(".component-container")).last
        framed.screenshot(path=path, style=".message-context-actions { visibility: hidden; }")
        self.page.set_viewport_size(before)
        self._settle()

    def end_session(self) -> None:
        """End the page for everybody, from its own menu."""
        self.page.locator(".session-menu summary").click()
        self.page.get_by_role("button", name="End preview session").click()

    def leave(self) -> None:
        self.page.close()

    def _newest(self, selector: str, text: str, *, whole: bool = False, on: str = "") -> Locator:
        messages = self.messages.filter(has_text=on)
        return messages.locator(selector).filter(has_text=_label(text, whole=whole)).last

    def _settle(self) -> None:
        # At a frame, so that what is pressed next is drawn where it stays.
        self.page.wait_for_function(_SETTLED)

    def _note(self, request: Request) -> None:
        if request.url.endswith("/api/action") and (request.post_data_json or {}).get("kind") in _OF_THE_BOT:
            self._asked.append(request)

    def _do(self, act: Callable[[], None], *, long: bool = False) -> None:
        """Act as a user does: once the page is at rest, again if nothing came of it, and wait for the answer."""
        answer = self._ask(act)
        assert answer["settlement"] == "settled" or (long and answer["settlement"] == "timeout"), answer
        assert answer["acknowledgement"] in {"acknowledged", "deferred", "not_applicable"}, answer
        self._settle()

    def _ask(self, act: Callable[[], None]) -> Answer:
        """What the page says of what it asked the bot. It asks while the mouse's button goes up, or never.

        It asks nothing if it drew the message anew while the button was down; and what it asks of a message that the
        bot has changed meanwhile doesn't reach the bot. Then somebody presses again.
        """
        refused = "the page asked nothing"
        for _ in range(TRIES):
            self._settle()
            self._asked.clear()
            act()
            for request in self._asked:
                response = request.response()
                assert response, "the page was left"
                answer: Answer = response.json()
                if not answer["rejected"]:
                    return answer
                refused = str(answer["diagnostics"])
        raise AssertionError(f"pressed {TRIES} times in vain: {refused}")
