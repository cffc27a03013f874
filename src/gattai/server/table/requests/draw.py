"""Draw offers: one seat offers, and it is a draw when all others agree."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gattai.kernel.question import Seat
from gattai.server.messages import DrawOffer, Rejected
from gattai.server.table.journal import DrawAccepted, DrawAgreed, DrawDeclined, DrawOffered
from gattai.server.table.played import PlayedMatch
from gattai.server.table.viewer import Viewer, rejected


class DrawOffers:
    """The open draw offer of a match. It holds until someone answers a question."""

    def __init__(self, match: PlayedMatch) -> None:
        self._match = match
        self.offer: DrawOffer | None = None
        self._offered_at: dict[int, int] = {}
        """The number of answers at each seat's last offer."""

    def forget(self) -> None:
        """Drop the offer, because the match has moved on."""
        self.offer = None

    def _others(self, hands: Sequence[Seat]) -> tuple[int, ...]:
        return tuple(seat for seat in self._match.viewers.persons if seat not in hands)

    def may_offer(self, hands: Sequence[Seat]) -> bool:
        """Whether another person could agree: bots and lessons do not."""
        match = self._match
        is_played = not match.is_over and not match.shut and match.guide is None
        return (
            is_played
            and bool(hands)
            and len(match.viewers.persons) == len(match.record.rules.seats)
        )

    async def wants(self, page: Viewer, seat: Seat) -> Rejected | None:
        """Offer a draw; returns a refusal if that is impossible."""
        match = self._match
        if match.is_over:
            return rejected("the game is over")
        if not self.may_offer(page.hands):
            return rejected("there is no other person who could agree to a draw")
        if self.offer is not None:
            return rejected("a draw has already been offered")
        if self._offered_at.get(seat) == match.record.count:
            return rejected("you have just offered a draw; wait until the game has moved on")
        others = self._others(page.hands)
        await match.write(DrawOffered(seat, others) if others else DrawAgreed())
        return None

    async def answers(self, page: Viewer, *, yes: bool) -> Rejected | None:
        """Agree to or decline the offer."""
        offer = self.offer
        if offer is None:
            return rejected("there is no draw offer")
        own = tuple(seat for seat in page.hands if seat in offer.open)
        if not own:
            return rejected("you are not asked to agree")
        if not yes:
            await self._match.write(DrawDeclined(own[0]))
        elif len(own) < len(offer.open):
            await self._match.write(DrawAccepted(own))
        else:
            await self._match.write(DrawAgreed())
        return None

    def enter(self, row: DrawOffered | DrawAccepted | DrawDeclined) -> None:
        """Apply a row about a draw."""
        match = self._match
        if isinstance(row, DrawOffered):
            self._offered_at[row.seat] = match.record.count
            self.offer = DrawOffer(row.seat, row.open)
        elif isinstance(row, DrawDeclined):
            for page in match.viewers.pages:
                if self.offer is not None and self.offer.seat in page.hands:
                    page.send(rejected("your draw offer was declined"))
            self.offer = None
        elif self.offer is not None:
            still = tuple(seat for seat in self.offer.open if seat not in row.seats)
            self.offer = msgspec.structs.replace(self.offer, open=still)
