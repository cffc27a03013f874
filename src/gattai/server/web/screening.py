"""Replays shown: any step, the luck, the course and the whole film of a transcript that somebody sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from gattai import games
from gattai.kernel.text.transcript import parse
from gattai.odds.reckoning import LuckLine, Reckoning
from gattai.server.film.page import page, title_of
from gattai.server.film.replays import name_of, step_of
from gattai.server.messages import Course
from gattai.server.table.opening import resumed
from gattai.server.table.retrospect import check_over, course_of
from gattai.server.table.thinking import Thinkers
from gattai.server.web import static_files
from gattai.server.web.examining import Examiner

T = TypeVar("T")


class Screening:
    """Shows replays. What somebody sends is played beside the table and within a deadline."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self.packs = tuple(packs)
        self.thinkers = Thinkers(packs)
        self.examiner = Examiner(packs)

    def end_screening(self) -> None:
        """Stop those who think and examine."""
        self.thinkers.close()
        self.examiner.close()

    async def aside(self, work: Awaitable[T]) -> T | None:
        """Have something looked through elsewhere; None for a game that only this process knows."""
        try:
            return await work
        except LookupError as problem:
            if str(problem.args[0]).startswith("no game ") and self._knows(problem):
                return None
            raise

    def _knows(self, problem: LookupError) -> bool:
        return any(f"no game {name!r};" in str(problem.args[0]) for name in games.names())

    async def replayed(self, text: str, at: int, seat: int | None) -> bytes:
        """One step of a transcript that somebody sent, as JSON."""
        step = await self.aside(self.examiner.step(text, at, seat))
        if step is not None:
            return step
        record = await asyncio.to_thread(resumed, parse(text), self.packs)
        return msgspec.json.encode(step_of(record, at, seat, name_of(text)))

    async def luck_of(self, text: str) -> tuple[LuckLine, ...]:
        """All luck of a transcript that somebody sent; others may ask for something meanwhile."""
        while (some := await self.aside(self.examiner.luck(text))) is not None:
            if some.is_all:
                return some.lines
        record = await asyncio.to_thread(resumed, parse(text), self.packs)
        return await self.thinkers.all_luck(Reckoning(record, games.measures(record.rules.name)))

    async def course_of(self, text: str) -> Course:
        """How a game went that is over; `NotOver` if it goes on. Others may ask for something meanwhile."""
        check_over(text)
        try:
            while True:
                found = await self.examiner.course(text)
                if found is not None:
                    return found
        except LookupError as problem:
            if not self._knows(problem):
                raise
        record = await asyncio.to_thread(resumed, parse(text), self.packs)
        return await self.thinkers.in_the_back(course_of, record)

    async def film_of(self, text: str, seat: int | None) -> bytes:
        """A whole replay in one page, through these eyes. Others may ask for something meanwhile."""
        while (film := await self.examiner.film(text, seat)) is None:
            pass
        return await asyncio.to_thread(page, film, title_of(text), *static_files.in_film(film))
