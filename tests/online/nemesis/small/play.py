"""A match of hardly any rules, so that much is written: each line is tied to all before it, and bots have turns."""

from __future__ import annotations

import hashlib

import msgspec

from gattai.server.table.journal import Answered, Awaited, Row

BOT = 9
EACH = 6
"""After every so many rows the next one is a bot's: if its job gets lost, the match stands still."""


class Page(msgspec.Struct, frozen=True):
    """What somebody sees of a match after so many rows: everything so far, in one word."""

    number: int = 0
    digest: str = ""

    @property
    def is_bots_turn(self) -> bool:
        return self.number % EACH == EACH - 1

    def may(self, seat: int) -> bool:
        """Whether this seat may answer now."""
        return (seat == BOT) == self.is_bots_turn

    def judged(self, seat: int, text: str) -> Row:
        """The row of an answer, which fits after this page and after no other."""
        return Answered((f"{seat} {text} #{word(self.digest, str(seat), text)}",))

    def aim(self) -> Awaited:
        """What is waited for now."""
        return Awaited(answers=self.number, bots=(BOT,) if self.is_bots_turn else ())

    def then(self, row: Row) -> Page:
        """The page after one more row, whether it fits or not."""
        return Page(self.number + 1, word(self.digest, *lines(row)))

    def fits(self, row: Row) -> bool:
        """Whether the rules allow this row after this page."""
        if len(lines(row)) != 1:
            return False
        seat, text, _ = lines(row)[0].split(" ")
        return self.may(int(seat)) and row == self.judged(int(seat), text)


def lines(row: Row) -> tuple[str, ...]:
    return row.lines if isinstance(row, Answered) else ()


def word(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
