"""Undo: free if nobody has learned anything since, otherwise by consent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from gattai.kernel.question import Seat
from gattai.kernel.undo import price_of_undo
from gattai.server.messages import AskUndo, Rejected, TakeBack, UndoWanted
from gattai.server.table.history import public_text
from gattai.server.table.journal import TakenBack, UndoAgreed, UndoAsked, UndoDeclined
from gattai.server.table.obvious import passed
from gattai.server.table.played import PlayedMatch
from gattai.server.table.viewer import Viewer, rejected


class _Wish(msgspec.Struct, frozen=True):
    """A request for an undo, and the seats that have not agreed yet."""

    seat: Seat
    to: int
    revision: int
    open: tuple[Seat, ...]


class Undo:
    """The undo request of one match."""

    def __init__(self, match: PlayedMatch) -> None:
        self._match = match
        self._wish: _Wish | None = None

    def forget(self) -> None:
        """Drop the request, because the match has moved on."""
        self._wish = None

    def _last_decision(self, hands: Sequence[Seat]) -> tuple[Seat, int] | None:
        """Return the seat and the number of the answer that would be taken back: at one screen, the last of any seat.

        Answers without a choice go together with the decision before them, since they would only be repeated.
        """
        if self._tells_dice:
            return None
        past, persons = self._match.record.past, self._match.viewers.persons
        for number in range(len(past) - 1, -1, -1):
            seat = past[number].seat
            if seat is not None and seat in hands and not passed(past[number], persons):
                return seat, number
        return None

    @property
    def _tells_dice(self) -> bool:
        """Whether the secret of the dice is public: an undo would then let players predict all later dice."""
        return self._match.is_over and bool(self._match.record.secret)

    def price(self, hands: Sequence[Seat]) -> str:
        """Return the price of an undo: `free`, `consent` or nothing."""
        last = self._last_decision(hands)
        return "" if last is None else self._price(*last)

    def _price(self, seat: Seat, number: int) -> str:
        """Return the price for this answer. The server's answer for a silent seat needs consent, since others waited.

        So does an end by agreement or resignation.
        """
        record = self._match.record
        persons = self._match.viewers.persons
        waited = any(past.by_table and past.seat in persons for past in record.past[number:])
        if record.ending is not None or waited:
            return "consent"
        return price_of_undo(record, seat, number)

    def what(self, hands: Sequence[Seat]) -> TakeBack | None:
        """Return what would be taken back, whose answers go with it, and who must agree."""
        last = self._last_decision(hands)
        return None if last is None else self._take_back(*last)

    def _take_back(self, seat: Seat, number: int) -> TakeBack:
        since = Counter(past.seat for past in self._match.record.past[number:])
        others = [person for person in self._match.viewers.persons if person != seat]
        free = self._price(seat, number) == "free"
        return TakeBack(
            seat,
            self._words(number),
            tuple((person, since[person]) for person in others if since[person]),
            () if free else tuple(others),
        )

    def _words(self, number: int) -> str:
        """Return the public log text of an answer, or else the text of its option."""
        record = self._match.record
        log_line = self._match.history.openly(record.base + number + 1)
        return log_line or public_text(record.past[number], record.entries[number].text)

    async def wants(self, hands: Sequence[Seat], message: AskUndo) -> Rejected | None:
        """Ask for an undo; returns a refusal if that is impossible."""
        match = self._match
        if not match.is_over and not match.is_current(message.number):
            return rejected("the game has moved on; ask again")
        if self._tells_dice:
            return rejected(
                "the secret of the dice is public, so nothing can be taken back any more"
            )
        last = self._last_decision(hands)
        if last is None:
            return rejected("you have nothing to take back yet")
        seat, number = last
        what, to = self._take_back(seat, number), match.record.base + number
        await match.write(UndoAsked(seat, to) if what.agree else TakenBack(to, seat))
        return None

    async def consents(self, page: Viewer, *, yes: bool) -> Rejected | None:
        """Agree to or decline the undo."""
        wish, match = self._wish, self._match
        if wish is None or wish.revision != match.revision:
            return rejected("there is no request to take anything back")
        own = tuple(hand for hand in page.hands if hand in wish.open)
        if not own:
            return rejected("you are not asked to agree")
        if not yes:
            await match.write(UndoDeclined(own[0]))
        elif len(own) < len(wish.open):
            await match.write(UndoAgreed(own))
        else:
            await match.write(TakenBack(wish.to))
        return None

    def enter(self, row: UndoAsked | UndoAgreed | UndoDeclined) -> None:
        """Apply a row about an undo, and ask those who must agree."""
        match, wish = self._match, self._wish
        if isinstance(row, UndoAsked):
            what = self._take_back(Seat(row.seat), row.to - match.record.base)
            others = tuple(Seat(other) for other in what.agree)
            self._wish = _Wish(Seat(row.seat), row.to, match.revision, others)
            for page in match.viewers.pages:
                if any(hand in others for hand in page.hands):
                    page.send(UndoWanted(what))
        elif wish is not None and isinstance(row, UndoDeclined):
            self._wish = None
            for page in match.viewers.pages:
                if wish.seat in page.hands:
                    page.send(rejected("your request to take back was declined"))
        elif wish is not None and isinstance(row, UndoAgreed):
            still = tuple(seat for seat in wish.open if seat not in row.seats)
            self._wish = msgspec.structs.replace(wish, open=still)
