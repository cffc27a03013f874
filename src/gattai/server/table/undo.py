"""Taking back: free where nobody learnt anything since, else when the others agree."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gattai.kernel.question import Seat
from gattai.kernel.undo import last_answer, price_of_undo
from gattai.server.messages import AskUndo, NotSo, UndoWanted
from gattai.server.table.history import said_openly
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

    def _last_to_answer(self, hands: Sequence[Seat]) -> Seat | None:
        """Whose answer would be taken back: at one screen, the last that any of them gave."""
        given = {seat: last_answer(self._match.record, seat) for seat in hands}
        return max(
            (seat for seat in hands if given[seat] is not None),
            key=lambda seat: given[seat] or 0,
            default=None,
        )

    def price(self, hands: Sequence[Seat]) -> str:
        """What taking back takes: `free`, `consent` or nothing."""
        seat = self._last_to_answer(hands)
        return "" if seat is None else self._price(seat)

    def _price(self, seat: Seat) -> str:
        """What the table answered for a silent seat is not taken back for nothing: others waited."""
        record = self._match.record
        number = last_answer(record, seat)
        if number is not None and record.past[number].by_table:
            return "consent"
        return price_of_undo(record, seat)

    def wants(self, hands: Sequence[Seat], message: AskUndo) -> NotSo | None:
        """Somebody wants their last answer back: why not, if it cannot be."""
        record = self._match.record
        if not self._match.is_over and not self._match.is_current(message.number):
            return not_so("the game has gone on since; ask again")
        seat = self._last_to_answer(hands)
        number = None if seat is None else last_answer(record, seat)
        if seat is None or number is None:
            return not_so("you have not answered anything yet")
        others = tuple(person for person in self._match.persons if person != seat)
        if self._price(seat) == "free" or not others:
            self._match.go_back(number, by=seat)
            return None
        self._wish = _Wish(seat, number, self._match.revision, others)
        text = said_openly(record.past[number], record.entries[number].text)
        for page in self._match.pages:
            if any(hand in others for hand in page.hands):
                page.send(UndoWanted(seat, text))
        return None

    def consents(self, page: Viewer, *, yes: bool) -> NotSo | None:
        """Somebody agrees, or does not."""
        wish = self._wish
        if wish is None or wish.revision != self._match.revision:
            return not_so("nobody wants to take anything back now")
        if not any(hand in wish.open for hand in page.hands):
            return not_so("it is not you who is asked to agree")
        if not yes:
            self._wish = None
            for other in self._match.pages:
                if wish.seat in other.hands:
                    other.send(not_so("the others do not agree to take that back"))
            return None
        still_open = tuple(seat for seat in wish.open if seat not in page.hands)
        if still_open:
            self._wish = msgspec.structs.replace(wish, open=still_open)
        else:
            self._match.go_back(wish.to)
        return None
