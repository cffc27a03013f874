"""Taking back: free where nobody learnt anything since, else when the others agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from gattai.kernel.question import Seat
from gattai.kernel.undo import price_of_undo
from gattai.server.messages import AskUndo, NotSo, TakeBack, UndoWanted
from gattai.server.table.history import said_openly
from gattai.server.table.journal import TakenBack, UndoAgreed, UndoAsked, UndoDeclined
from gattai.server.table.obvious import passed
from gattai.server.table.played import Played
from gattai.server.table.viewer import Viewer, not_so


class _Wish(msgspec.Struct, frozen=True):
    """Somebody wants to take back; these have still to agree."""

    seat: Seat
    to: int
    revision: int
    open: tuple[Seat, ...]


class Undo:
    """Who wants to take back in one match, and who has agreed."""

    def __init__(self, match: Played) -> None:
        self._match = match
        self._wish: _Wish | None = None

    def forget(self) -> None:
        """The match has moved on."""
        self._wish = None

    def _last_decision(self, hands: Sequence[Seat]) -> tuple[Seat, int] | None:
        """Whose answer would be taken back, and its place: at one screen, the last of any of them.

        What could not be answered otherwise goes with the decision before it: it would only come again.
        """
        if self._tells_dice:
            return None
        past, persons = self._match.record.past, self._match.persons
        for number in range(len(past) - 1, -1, -1):
            seat = past[number].seat
            if seat is not None and seat in hands and not passed(past[number], persons):
                return seat, number
        return None

    @property
    def _tells_dice(self) -> bool:
        """Whether the secret of the dice is told: who took back would know all that are to come."""
        return self._match.is_over and bool(self._match.record.secret)

    def price(self, hands: Sequence[Seat]) -> str:
        """What taking back takes: `free`, `consent` or nothing."""
        last = self._last_decision(hands)
        return "" if last is None else self._price(*last)

    def _price(self, seat: Seat, number: int) -> str:
        """What the table answered for a silent seat is not taken back for nothing: others waited.

        Nor is an end that was agreed or given up.
        """
        record = self._match.record
        persons = self._match.persons
        waited = any(past.by_table and past.seat in persons for past in record.past[number:])
        if record.ending is not None or waited:
            return "consent"
        return price_of_undo(record, seat, number)

    def what(self, hands: Sequence[Seat]) -> TakeBack | None:
        """What would be taken back, whose answers go with it, and who has to agree."""
        last = self._last_decision(hands)
        return None if last is None else self._told(*last)

    def _told(self, seat: Seat, number: int) -> TakeBack:
        since = Counter(past.seat for past in self._match.record.past[number:])
        others = [person for person in self._match.persons if person != seat]
        free = self._price(seat, number) == "free"
        return TakeBack(
            seat,
            self._words(number),
            tuple((person, since[person]) for person in others if since[person]),
            () if free else tuple(others),
        )

    def _words(self, number: int) -> str:
        """An answer as the log tells it to everybody; where it tells nothing, as the rules write it."""
        record = self._match.record
        told = self._match.history.openly(record.base + number + 1)
        return told or said_openly(record.past[number], record.entries[number].text)

    async def wants(self, hands: Sequence[Seat], message: AskUndo) -> NotSo | None:
        """Somebody wants their last answer back: why not, if it cannot be."""
        match = self._match
        if not match.is_over and not match.is_current(message.number):
            return not_so("the game has gone on since; ask again")
        if self._tells_dice:
            return not_so("the secret of the dice is told, so nothing can be taken back any more")
        last = self._last_decision(hands)
        if last is None:
            return not_so("you have not answered anything yet")
        seat, number = last
        what, to = self._told(seat, number), match.record.base + number
        await match.write(UndoAsked(seat, to) if what.agree else TakenBack(to, seat))
        return None

    async def consents(self, page: Viewer, *, yes: bool) -> NotSo | None:
        """Somebody agrees, or does not."""
        wish, match = self._wish, self._match
        if wish is None or wish.revision != match.revision:
            return not_so("nobody wants to take anything back now")
        own = tuple(hand for hand in page.hands if hand in wish.open)
        if not own:
            return not_so("it is not you who is asked to agree")
        if not yes:
            await match.write(UndoDeclined(own[0]))
        elif len(own) < len(wish.open):
            await match.write(UndoAgreed(own))
        else:
            await match.write(TakenBack(wish.to))
        return None

    def enter(self, row: UndoAsked | UndoAgreed | UndoDeclined) -> None:
        """What was written of it; whoever has to agree is asked."""
        match, wish = self._match, self._wish
        if isinstance(row, UndoAsked):
            what = self._told(Seat(row.seat), row.to - match.record.base)
            others = tuple(Seat(other) for other in what.agree)
            self._wish = _Wish(Seat(row.seat), row.to, match.revision, others)
            for page in match.pages:
                if any(hand in others for hand in page.hands):
                    page.send(UndoWanted(what))
        elif wish is not None and isinstance(row, UndoDeclined):
            self._wish = None
            for page in match.pages:
                if wish.seat in page.hands:
                    page.send(not_so("the others do not agree to take that back"))
        elif wish is not None and isinstance(row, UndoAgreed):
            still = tuple(seat for seat in wish.open if seat not in row.seats)
            self._wish = msgspec.structs.replace(wish, open=still)
