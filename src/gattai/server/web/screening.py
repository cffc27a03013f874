"""Replays of transcripts that users send: steps, luck, analysis and film."""

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
from gattai.server.messages import Analysis
from gattai.server.table.opening import resumed
from gattai.server.table.retrospect import analysis_of, check_over
from gattai.server.table.thinking import Thinkers
from gattai.server.web import static_files
from gattai.server.web.examining import Examiner

T = TypeVar("T")


class Screening:
    """Shows replays. Untrusted transcripts are replayed in another process with a deadline."""

    def __init__(
        self,
        packs: Sequence[Path] = (),
        thinkers: Thinkers | None = None,
        examiner: Examiner | None = None,
    ) -> None:
        """Without `thinkers` and `examiner`, bots and replays run in other processes."""
        self.packs = tuple(packs)
        self.thinkers = thinkers or Thinkers(packs)
        self.examiner = examiner or Examiner(packs)

    def end_screening(self) -> None:
        """Stop the processes of bots and replays."""
        self.thinkers.close()
        self.examiner.close()

    async def aside(self, work: Awaitable[T]) -> T | None:
        """Run a request elsewhere; None for a game that only this process knows."""
        try:
            return await work
        except LookupError as problem:
            if str(problem.args[0]).startswith("no game ") and self._knows(problem):
                return None
            raise

    def _knows(self, problem: LookupError) -> bool:
        return any(f"no game {name!r};" in str(problem.args[0]) for name in games.names())

    async def replayed(self, text: str, at: int, seat: int | None) -> bytes:
        """Return one step of an untrusted transcript, as JSON."""
        step = await self.aside(self.examiner.step(text, at, seat))
        if step is not None:
            return step
        record = await asyncio.to_thread(resumed, parse(text), self.packs)
        return msgspec.json.encode(step_of(record, at, seat, name_of(text)))

    async def luck_of(self, text: str) -> tuple[LuckLine, ...]:
        """Return all luck of an untrusted transcript; other requests are handled in between."""
        while (some := await self.aside(self.examiner.luck(text))) is not None:
            if some.is_all:
                return some.lines
        record = await asyncio.to_thread(resumed, parse(text), self.packs)
        return await self.thinkers.all_luck(Reckoning(record, games.measures(record.rules.name)))

    async def analysis_of(self, text: str) -> Analysis:
        """Return the analysis of a completed game; raises `NotOver` if it goes on. Other requests are handled in between."""
        check_over(text)
        try:
            while True:
                found = await self.examiner.analysis(text)
                if found is not None:
                    return found
        except LookupError as problem:
            if not self._knows(problem):
                raise
        record = await asyncio.to_thread(resumed, parse(text), self.packs)
        return await self.thinkers.in_the_back(analysis_of, record)

    async def film_of(self, text: str, seat: int | None) -> bytes:
        """Return a whole replay as one page, as this seat sees it. Other requests are handled in between."""
        while (film := await self.examiner.film(text, seat)) is None:
            pass
        return await asyncio.to_thread(page, film, title_of(text), *static_files.in_film(film))
