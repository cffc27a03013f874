"""Records the first steps of a guided game, which a page shows while its Python starts.

A lesson prescribes every answer and every die, so the page's own match then shows the same.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from gattai.kernel.question import Seat
from gattai.scene.advice import NoAdvice, odds_of, preview_of
from gattai.scene.parts import Ask
from gattai.server.local.keys import Keys
from gattai.server.messages import GiveAnswer, MatchCard, NewMatch, SceneUpdate
from gattai.server.page.bridge import PageRoom, PageStore
from gattai.server.queries import OddsShown, PreviewShown
from gattai.server.table.match import TableMatch
from gattai.server.table.viewer import Viewer

MAX_ANSWERS = 6
"""Number of answers that a page takes without Python: they fill the first minute, and cost 35 kB for five games."""


def timeless() -> float:
    """Be a clock that stands still: nothing is left out for lack of time, so every build records the same."""
    return 0.0


class RecordedStep(Struct, frozen=True):
    """What the learner is shown before an answer."""

    shown: SceneUpdate
    replies: tuple[OddsShown | PreviewShown, ...] = ()
    """The odds and previews of the allowed options."""
    answer: str = ""
    """The answer that leads to the next step; empty at the last one."""


class RecordedLesson(Struct, frozen=True):
    """The start of a guided game."""

    card: MatchCard
    """Its name is that of no other match: the page replaces it by the one of the visitor's match."""
    steps: tuple[RecordedStep, ...]


def recorded(game: str) -> RecordedLesson:
    """Record the first steps of a game's lesson. Raises ValueError if it has none."""
    with ThreadPoolExecutor(1) as aside:  # the caller may be in an event loop already
        return aside.submit(lambda: asyncio.run(_recorded(game))).result()


async def _recorded(game: str) -> RecordedLesson:
    with tempfile.TemporaryDirectory() as folder:
        store = PageStore(Path(folder))
        store.shown_as = f"{game}-recorded"
        room = PageRoom(store, Keys(bytes(32)))
        try:
            match = await room.make(NewMatch(game, (), guided=True))
            card = replace(room.card(match), ago=0)
            page = match.viewers.join(match.viewers.persons[0])
            steps = [await _step(match, page)]
            while len(steps) <= MAX_ANSWERS and (answer := steps[-1].answer):
                number = match.record.count + 1
                match.inbox.say(page, GiveAnswer(number, answer, match.epoch, f"answer {number}"))
                steps.append(await _step(match, page, after=number))
            steps[-1] = RecordedStep(steps[-1].shown)
        finally:
            await room.close()
    return RecordedLesson(card, tuple(steps))


async def _step(match: TableMatch, page: Viewer, after: int = 0) -> RecordedStep:
    """Return what is shown as soon as the learner is asked again."""
    guide = match.guide
    assert guide is not None, "a lesson guides"
    while True:
        page.wake.clear()
        is_asked = guide.is_learners and not match.thoughts.is_any
        if match.record.count >= after and (is_asked or guide.part is None):
            break
        await page.wake.wait()
    shown = next(each for each in page.take() if isinstance(each, SceneUpdate))
    ask, part = shown.scene.ask, guide.part
    if ask is None or part is None:
        return RecordedStep(shown)
    seat = match.viewers.persons[0]
    return RecordedStep(shown, tuple(_replies(match, seat, ask)), part.wanted[0])


def _replies(match: TableMatch, seat: Seat, ask: Ask) -> Iterator[OddsShown | PreviewShown]:
    rules, maker, seen = match.record.rules, match.maker, match.history.seen(seat)
    for option in ask.options:
        action = match.answers.read(seat, option.text)
        preview = preview_of(rules, maker, seen, option.text, action, timeless)
        yield PreviewShown(ask.number, preview)
        if not option.has_odds:
            continue
        with suppress(NoAdvice):
            odds = odds_of(rules, maker, seen, option.text, action, timeless)
            yield OddsShown(ask.number, odds)
