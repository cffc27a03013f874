"""Leaving it at a draw: one seat offers, and it is one when all the others agree."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gattai.kernel.question import Seat
from gattai.server.messages import DrawOffer, NotSo
from gattai.server.table.journal import DrawAccepted, DrawAgreed, DrawDeclined, DrawOffered
from gattai.server.table.played import Played
from gattai.server.table.viewer import Viewer, not_so


class Draw:
    """The draw that is offered in one match. An offer holds until somebody answers a question."""

    def __init__(self, match: Played) -> None:
        self._match = match
        self.offer: DrawOffer | None = None
        self._offered_at: dict[int, int] = {}
        """When each seat offered the last time: so many answers had been given."""

    def forget(self) -> None:
        """The match has moved on."""
        self.offer = None

    def _others(self, hands: Sequence[Seat]) -> tuple[int, ...]:
        return tuple(seat for seat in self._match.persons if seat not in hands)

    def may_offer(self, hands: Sequence[Seat]) -> bool:
        """Whether there is anybody who could agree: bots play on, and so does a lesson."""
        match = self._match
        is_played = not match.is_over and not match.shut and match.guide is None
        return is_played and bool(hands) and len(match.persons) == len(match.record.rules.seats)

    async def wants(self, page: Viewer, seat: Seat) -> NotSo | None:
        """A seat offers a draw: why not, if it cannot be."""
        match = self._match
        if match.is_over:
            return not_so("the game is over")
        if not self.may_offer(page.hands):
            return not_so("a draw has to be agreed, and bots play on")
        if self.offer is not None:
            return not_so("a draw is offered already")
        if self._offered_at.get(seat) == match.record.count:
            return not_so("you have offered a draw; you may again when the game has gone on")
        others = self._others(page.hands)
        await match.write(DrawOffered(seat, others) if others else DrawAgreed())
        return None

    async def answers(self, page: Viewer, *, yes: bool) -> NotSo | None:
        """Somebody agrees, or does not."""
        offer = self.offer
        if offer is None:
            return not_so("nobody offers a draw now")
        own = tuple(seat for seat in page.hands if seat in offer.open)
        if not own:
            return not_so("it is not you who is asked to agree")
        if not yes:
            await self._match.write(DrawDeclined(own[0]))
        elif len(own) < len(offer.open):
            await self._match.write(DrawAccepted(own))
        else:
            await self._match.write(DrawAgreed())
        return None

    def enter(self, row: DrawOffered | DrawAccepted | DrawDeclined) -> None:
        """What was written of it."""
        match = self._match
        if isinstance(row, DrawOffered):
            self._offered_at[row.seat] = match.record.count
            self.offer = DrawOffer(row.seat, row.open)
        elif isinstance(row, DrawDeclined):
            for page in match.pages:
                if self.offer is not None and self.offer.seat in page.hands:
                    page.send(not_so("the others do not agree to a draw, and play on"))
            self.offer = None
        elif self.offer is not None:
            still = tuple(seat for seat in self.offer.open if seat not in row.seats)
            self.offer = msgspec.structs.replace(self.offer, open=still)
