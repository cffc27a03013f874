"""Matches by link at a table: begun, opened, and played through its pages like any other match."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from gattai.bots.registry import PERSON
from gattai.kernel.dice import Face
from gattai.kernel.question import Roll, Seat
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.transcript import parse
from gattai.server.local.by_link import (
    IN_LINK,
    BadLink,
    LinkedMatch,
    OwnCopies,
    begun,
    continued,
    in_letters,
    joined,
)
from gattai.server.local.disk import Storage
from gattai.server.messages import LinkToSend, MatchCard, NewMatch
from gattai.server.table.journal import NotSaved, WholeJournal
from gattai.server.table.opening import LINK, MAX_OPTION
from gattai.server.web.reading import other_rules

_NAME = re.compile(r"([a-z][a-z0-9-]{0,30})-([0-9a-f]{8})")


class LinkedTable:
    """The own side of a match by link, stored before anything of it is shown."""

    def __init__(self, match: LinkedMatch, copies: OwnCopies) -> None:
        """Take a match as it is stored."""
        self.match = match
        self.seat = match.seat
        self.name = match.name
        self._copies = copies
        self._stored = match.text()
        self.journal = WholeJournal(match.record, self._store)

    @property
    def link(self) -> LinkToSend | None:
        """What to send now; None while this side has to answer, or what happened is not stored yet."""
        match = self.match
        if match.is_mine() or self._stored != match.text():
            return None
        return LinkToSend(f"{IN_LINK}{in_letters(self._stored)}", self._why)

    @property
    def _why(self) -> Literal["invitation", "dice", "answer", "end"]:
        question = self.match.record.question
        if isinstance(question, Outcome):
            return "end"
        if not self.match.dice.is_complete:
            return "invitation"
        return "dice" if isinstance(question, Roll) else "answer"

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the other seat unless this side has to answer: it joins, answers, or shows its value for the dice."""
        seats = range(len(self.match.record.rules.seats))
        return () if self.match.is_mine() else tuple(Seat(at) for at in seats if at != self.seat)

    def throws(self) -> bool:
        """Show the own value for the dice that are asked for; returns whether their faces are known now.

        A value alone is stored here, and one that completes a throw together with the faces.
        """
        if self.match.throws():
            return True
        if self._stored != self.match.text():
            try:
                self._store(self.match.text())
            except OSError as problem:
                raise NotSaved(problem.errno, problem.strerror or "the disk refused") from problem
        return False

    def faces(self) -> tuple[Face, ...]:
        """Return the faces of these dice."""
        return self.match.faces()

    def _store(self, text: str) -> None:
        self._copies.write(self.match, text)
        self._stored = text


class LinkedMatches:
    """All matches by link of a data folder."""

    def __init__(self, data: Path, storage: Storage, packs: Sequence[Path]) -> None:
        self._copies = OwnCopies(data, storage)
        self._packs = packs

    def begin(self, wanted: NewMatch) -> LinkedTable:
        """Begin a match and store it. Raises ValueError with the reason if it cannot be played by link."""
        if sorted(wanted.players) != [LINK, PERSON]:
            raise ValueError("a match by link is between you and one other person")
        if wanted.seed or wanted.physical_dice:
            raise ValueError("the dice of a match by link come from both players")
        if wanted.transcript or wanted.position or wanted.guided:
            raise ValueError("a match by link begins at the beginning of a game")
        options = {name: " ".join(value.split()) for name, value in wanted.options.items()}
        if any(len(value) > MAX_OPTION for value in options.values()):
            raise ValueError(f"an option has at most {MAX_OPTION} characters")
        seat = wanted.players.index(PERSON)
        return self._added(begun(wanted.game, options, Seat(seat), self._packs))

    def join(self, text: str) -> LinkedTable:
        """Take the free seat of an invitation and store the match. Raises `BadLink`."""
        return self._added(joined(text, self._packs))

    def known(self, text: str) -> str:
        """Return the name of the match in a link, if there is a copy of it. Raises `BadLink`."""
        copy = self._copies.find(text)
        return "" if copy is None else copy.name

    def go_on(self, text: str) -> tuple[LinkedTable, bool]:
        """Continue the own copy with a link, and return whether that was news. Raises `BadLink`."""
        copy = self._copies.find(text)
        if copy is None:
            raise BadLink("there is no copy of this match")
        mine = copy.match(self._packs)
        match = continued(mine, text, self._packs)
        if match is mine:
            return LinkedTable(mine, self._copies), False
        return self._added(match), match.text() != copy.text

    def find(self, name: str) -> LinkedTable | None:
        """Return a match by its name; None if there is none. Raises `BadLink` if the rules here differ."""
        path = self._path(name)
        if path is None:
            return None
        return LinkedTable(self._copies.read(path).match(self._packs), self._copies)

    def has(self, name: str) -> bool:
        """Whether there is a match of this name."""
        return self._path(name) is not None

    def ago(self, name: str) -> int:
        """Return the seconds since something happened in a match."""
        path = self._path(name)
        return 0 if path is None else _ago(path)

    def cards(self) -> Iterator[MatchCard]:
        """Return a card for each match, without checking its answers."""
        for path in self._copies.folder.glob("*.json"):
            with contextlib.suppress(
                ValueError, OSError
            ):  # a damaged copy must not hide the others
                copy = self._copies.read(path)
                transcript = parse(copy.text)
                header = transcript.header
                yield MatchCard(
                    id=copy.name,
                    game=header.game,
                    players=_players(copy.seat),
                    answers=len(transcript.entries),
                    headline=transcript.end.partition(" ; ")[0] or "by link",
                    is_over=bool(transcript.end),
                    damaged=other_rules(header, self._packs),
                    ago=_ago(path),
                )

    def _added(self, match: LinkedMatch) -> LinkedTable:
        self._copies.write(match)
        return LinkedTable(match, self._copies)

    def _path(self, name: str) -> Path | None:
        found = _NAME.fullmatch(name)
        if found is None:
            return None
        return next(self._copies.folder.glob(f"{found[2]}*.json"), None)


def _players(seat: int) -> tuple[str, ...]:
    return tuple(PERSON if at == seat else LINK for at in range(2))


def _ago(path: Path) -> int:
    try:
        return max(0, round(time.time() - path.stat().st_mtime))
    except OSError:
        return 0
