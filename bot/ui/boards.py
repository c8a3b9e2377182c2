"""Boards on messages, with their picture where one can be had, and with the card as text where it can't.

Holds and rolls send JSON only: the picture that the message has is kept. It is uploaded again when the card changes.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable, Hashable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

import discord

from bot.dice_emojis import DiceEmojis
from bot.hosting import Hosting
from bot.ids import GuildId, MessageId, UserId
from bot.looks import Looks
from bot.pictures.drawer import Drawer
from bot.pictures.theme import THEMES, Theme
from bot.recent import Recent
from bot.session import GameSession
from bot.store import StoreError
from bot.table_options import ODDS
from bot.ui.answer import Answer
from bot.ui.card_picture import Picture
from bot.ui.components import text
from bot.ui.odds import Odds
from bot.ui.showing import Showing
from bot.ui.shown import shown
from bot.ui.skins import skin_of
from bot.ui.trouble import ANSWERED_ALREADY, ARCHIVED, MISSING_ACCESS, TOO_MANY_EDITS
from bot.wire import NO_MENTIONS, Attachment, Component, KeptFile, kept_files

log = logging.getLogger(__name__)

KEEPING_AGAIN = timedelta(hours=1)
"""How long pictures are uploaded each time after Discord has refused to keep so many in a row."""

REFUSED_IN_A_ROW = 3
"""One may be refused because the board was edited since it was pressed: its picture is another one by then."""

KEPT_WORDS = 4096
"""Cards whose text is remembered: making it costs more than the press of a die, and few presses change a card."""

UPLOAD_REFUSED = {400, 403, 413}
"""The statuses by which Discord refuses a file: the card is then shown as text."""

NO_FILE_HELPS = {TOO_MANY_EDITS, ANSWERED_ALREADY, MISSING_ACCESS, ARCHIVED}
"""Codes of refusals with one of these statuses that say nothing about files."""

T = TypeVar("T")

Put = Callable[[list[Component], Sequence[Attachment]], Awaitable[Any]]
"""Puts components and their files on a message."""

Around = Callable[[Component | None], list[Component]]
"""What a message shows around its picture, or where there is none (None), with words instead."""


def nobody_looks(_session: GameSession) -> None:
    """Told which session is shown, until somebody takes this one's place."""


class Boards:
    """Shows sessions on messages: on the one that was pressed, on new ones, and on others through `Put`.

    `shown` is told of each, once it is there.
    """

    def __init__(
        self,
        looks: Looks,
        hosting: Hosting,
        drawer: Drawer,
        emojis: DiceEmojis,
        odds: Odds,
        *,
        now: Callable[[], datetime],
    ) -> None:
        self.shown: Callable[[GameSession], None] = nobody_looks
        self._looks = looks
        self._hosting = hosting
        self._odds = odds
        self._drawer = drawer
        self._emojis = emojis
        self._now = now
        self._words: Recent[Hashable, str] = Recent(KEPT_WORDS)
        self._keeping_from: datetime | None = None
        self._not_kept = 0

    async def update(self, answer: Answer, session: GameSession) -> None:
        """Show the session on the message that was pressed."""
        picture = await self._picture(session, answer)
        await self._change(session.id, picture, await self._board(session), answer.update, _files(answer), answer)
        self.shown(session)

    async def post(
        self, answer: Answer, session: GameSession, *, mentions: discord.AllowedMentions = NO_MENTIONS
    ) -> MessageId:
        """Show the session in a new message as the answer."""
        posted: list[int] = []

        async def put(components: list[Component], files: Sequence[Attachment]) -> None:
            posted.append(await answer.post(components, files, mentions=mentions))

        await self._show(session.id, await self._picture(session, answer), await self._board(session), put, answer)
        self.shown(session)
        return MessageId(posted[-1])

    async def revise(self, answer: Answer, message: MessageId, session: GameSession) -> None:
        """Show the session on a message that the answer has posted."""

        async def put(components: list[Component], files: Sequence[Attachment]) -> None:
            await answer.revise(message, components, files)

        await self._show(session.id, await self._picture(session, answer), await self._board(session), put, answer)

    async def put(self, session: GameSession, put: Put, files: Sequence[KeptFile] = ()) -> None:
        """Show the session by other means, on a message that has these files.

        Raises what those means raise for the card as text.
        """
        await self._change(session.id, await self._picture(session), await self._board(session), put, files)
        self.shown(session)

    async def show_alone(
        self, answer: Answer, guild: GuildId, picture: Callable[[Theme], Picture], around: Around, *, again: bool
    ) -> None:
        """Show a member alone something around a picture: in a new message, or `again` on the one that was pressed."""
        user = answer.interaction.user.id
        look = await _meanwhile(answer, self._looks.of_member(guild, UserId(user)))
        visible = look.card == "picture" and answer.interaction.app_permissions.attach_files
        wanted = picture(THEMES[look.theme]) if visible else None
        place = (user, None if wanted is None else wanted.name)
        if again:
            await self._change(place, wanted, around, answer.update, _files(answer), answer)
        else:
            await self._show(place, wanted, around, answer.show_privately, answer)

    # -- pictures -------------------------------------------------------------------------------------------------

    async def _picture(self, session: GameSession, answer: Answer | None = None) -> Picture | None:
        if session.match is None or (answer is not None and not answer.interaction.app_permissions.attach_files):
            return None
        look = await _meanwhile(answer, self._looks.of(session))
        if look.card != "picture":
            return None
        return skin_of(session.game).picture(session, session.match, THEMES[look.theme])

    def _kept(self, files: Sequence[KeptFile], picture: Picture) -> KeptFile | None:
        """The picture as the message has it, if it can be kept."""
        if self._keeping_from is not None and self._now() < self._keeping_from:
            return None
        return next((file for file in files if file.filename == picture.name), None)

    async def _keep(self, picture: Picture, around: Around, kept: KeptFile, put: Put) -> bool:
        """Whether the message took the new components with the picture that it has already."""
        try:
            await self._put(around, self._gallery(picture), lambda: [kept], put)
        except discord.HTTPException as error:
            if error.status != 400 or error.code in NO_FILE_HELPS:
                raise
            # A 400 does not use the interaction up. That files are kept by id and name is known from reports only.
            self._not_kept += 1
            if self._not_kept >= REFUSED_IN_A_ROW:
                log.warning("pictures are uploaded at each press for an hour, as Discord keeps none: %s", error)
                self._keeping_from, self._not_kept = self._now() + KEEPING_AGAIN, 0
            return False
        self._not_kept = 0
        return True

    async def _change(
        self,
        place: Hashable,
        picture: Picture | None,
        around: Around,
        put: Put,
        files: Sequence[KeptFile],
        answer: Answer | None = None,
    ) -> None:
        """Show it on a message that has these files, with the picture among them, if that is still the one."""
        kept = None if picture is None else self._kept(files, picture)
        if picture is None or kept is None or not await self._keep(picture, around, kept, put):
            await self._show(place, picture, around, put, answer)

    async def _show(
        self, place: Hashable, picture: Picture | None, around: Around, put: Put, answer: Answer | None = None
    ) -> None:
        drawn = None if picture is None else await _meanwhile(answer, self._drawn(place, picture))
        if picture is not None and drawn is not None:
            try:
                await self._put(around, self._gallery(picture), lambda: [_file(picture.name, drawn)], put)
            except discord.HTTPException as error:
                if error.status not in UPLOAD_REFUSED or error.code in NO_FILE_HELPS:
                    raise
                log.warning("session %s shows its card as text, as Discord refused the picture: %s", place, error)
            else:
                return
        await self._put(around, None, list, put)

    async def _put(
        self, around: Around, card: Component | None, files: Callable[[], list[Attachment]], put: Put
    ) -> None:
        """Put the components on the message; once more with plain dice if Discord refuses their emojis."""
        try:
            await put(around(card), files())
        except discord.HTTPException as error:
            if not self._emojis.refused(error):
                raise
            await put(around(card), files())

    async def _board(self, session: GameSession) -> Around:
        """The session's own message, around its card."""
        showing = await self._showing(session)
        return lambda card: shown(session, card or self._text(session), showing)

    async def _showing(self, session: GameSession) -> Showing:
        """What the board is shown with; a guild's wishes are kept, so that a press waits for nothing here."""
        odds = await self._odds.of(session) if session.table.on(ODDS.id) else None
        return Showing(self._emojis, await self._gives_hints(session), odds)

    async def _gives_hints(self, session: GameSession) -> bool:
        try:
            return session.status != "running" or await self._hosting.gives_hints(session)
        except StoreError as error:
            log.warning("session %s is shown with a hint, which may be refused: %s", session.id, error)
            return True

    def _text(self, session: GameSession) -> Component | None:
        match = session.match
        if match is None:
            return None
        skin = skin_of(match.game)
        return text(self._remembered((session.id, skin.version(match)), lambda: skin.card(match)))

    def _remembered(self, key: Hashable, make: Callable[[], str]) -> str:
        return self._words.use(key) or self._words.keep(key, make())

    def _gallery(self, picture: Picture) -> Component:
        words = self._remembered(picture.name, picture.words)
        return {"type": 12, "items": [{"media": {"url": f"attachment://{picture.name}"}, "description": words}]}

    async def _drawn(self, place: Hashable, picture: Picture) -> bytes | None:
        """The picture; None where it can't be drawn, or a newer one for this place is drawn already."""
        try:
            return await self._drawer.draw(place, picture.draw)
        except Exception:
            log.exception("session %s shows its card as text, as its picture can't be drawn", place)
            return None


def _meanwhile(answer: Answer | None, work: Awaitable[T]) -> Awaitable[T]:
    """The work; an interaction that waits for it is deferred before it is too late for that."""
    return work if answer is None else answer.during(work)


def _files(answer: Answer) -> list[KeptFile]:
    """Those of the message that was pressed."""
    return kept_files(answer.interaction.message)


def _file(name: str, drawn: bytes) -> discord.File:
    return discord.File(io.BytesIO(drawn), name)
