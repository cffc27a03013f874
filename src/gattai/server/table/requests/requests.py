"""All requests of players besides answers: undo, draw, resignation, the coach."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import assert_never

from gattai.kernel.question import Seat
from gattai.scene.maker import SceneMaker
from gattai.server.messages import (
    Abort,
    AskUndo,
    Claim,
    DrawOffer,
    OfferDraw,
    Rejected,
    Resign,
)
from gattai.server.table.inbox.incoming import Request
from gattai.server.table.journal import DrawRow, UndoRow
from gattai.server.table.requests.claiming import Attended, claim_in, claims
from gattai.server.table.requests.coaching import Coaching
from gattai.server.table.requests.draw import DrawOffers
from gattai.server.table.requests.resigning import aborts, may_abort, may_resign, resigns
from gattai.server.table.requests.undo import Undo
from gattai.server.table.thinking import Thinkers
from gattai.server.table.viewer import Allowed, Viewer, rejected

ONLY_ANSWERS = (
    "a link carries answers only: in a match by link nothing can be taken back, offered or given up"
)

ONLY_STEPS = "an analysis has nobody to ask: go to an earlier step instead"


async def _always(seat: Seat) -> str:
    """Allow it: on a local server, matches may be aborted as often as the player likes."""
    return ""


class Requests:
    """The requests of one match."""

    def __init__(
        self, match: Attended, maker: SceneMaker, thinkers: Thinkers, *, coach: bool
    ) -> None:
        self._match = match
        self.undo = Undo(match)
        self.draw = DrawOffers(match)
        self.coaching = Coaching(match, thinkers, allowed=coach)
        """The coach, for persons who play only against bots."""
        self.may_break_off: Callable[[Seat], Awaitable[str]] = _always
        """Called before a seat aborts a match with others: returns why it may not, or an empty text."""
        self.resigned_early: Callable[[Seat], Awaitable[object]] = _always
        """Called after a seat has resigned a match with others early."""

    @property
    def draw_offer(self) -> DrawOffer | None:
        """Return the open draw offer."""
        return self.draw.offer

    def allowed(self, hands: Sequence[Seat], *, undo: bool) -> Allowed:
        """Return what these seats may request now; without `undo`, nothing can be taken back."""
        if self._match.by_link is not None:
            return Allowed("", None, False, False, False, False, None)
        if self._match.analysis is not None:
            return Allowed("", None, False, False, False, self.coaching.may(hands), None)
        price = self.undo.price(hands) if undo else ""
        return Allowed(
            price,
            self.undo.what(hands) if price else None,
            may_resign(self._match, hands),
            self.draw.may_offer(hands),
            may_abort(self._match, hands),
            self.coaching.may(hands),
            claim_in(self._match, hands),
        )

    async def judge(self, page: Viewer, seat: Seat, request: Request) -> Rejected | None:
        """Carry out a request; returns a refusal if it is impossible."""
        if self._match.by_link is not None:
            return rejected(ONLY_ANSWERS)
        if self._match.analysis is not None:
            return rejected(ONLY_STEPS)
        match request:
            case Resign():
                return await resigns(self._match, seat, self.resigned_early)
            case Abort():
                return await aborts(self._match, seat, self.may_break_off)
            case Claim(draw=draw):
                return await claims(self._match, seat, draw=draw)
            case OfferDraw():
                return await self.draw.wants(page, seat)
            case AskUndo():
                return await self.undo.wants(page.hands, request)
        assert_never(request)

    def enter(self, row: UndoRow | DrawRow) -> None:
        """Apply a row about a request."""
        if isinstance(row, UndoRow):
            self.undo.enter(row)
        else:
            self.draw.enter(row)

    def forget(self) -> None:
        """Drop open requests, because the match has moved on."""
        self.coaching.forget()
        self.undo.forget()
        self.draw.forget()
