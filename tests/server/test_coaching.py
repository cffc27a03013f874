"""The coach: for the seat that is asked, from what it sees, beside the table; and never against a person."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gattai import games
from gattai.bots.coach.coach import ONE_WAY
from gattai.kernel.question import Seat
from gattai.scene.advice import NoAdvice
from gattai.server.messages import GiveAnswer, NewMatch
from gattai.server.table import thinking
from gattai.server.table.journal import WholeJournal
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.requests import coaching
from gattai.server.table.thinking import Thinkers
from tests.server.table import Page, Table


def asks(page: Page) -> dict[str, Any]:
    """The coach's whole advice on what is asked now."""
    page.say("coach", number=page.scene["ask"]["number"])
    while not (shown := page.hears("coach"))["is_whole"]:
        assert shown["advice"]["threat"] and not shown["advice"]["ideas"], "the first statement"
    return shown


def test_the_coach_names_options_the_best_first_with_their_odds(table: Table) -> None:
    match = table.begin("attack-chart", "person", "random", seed="2")["id"]
    with table.page(match) as page:
        told: list[dict[str, Any]] = []
        for _ in range(40):
            ask = page.until_asked()["ask"]
            assert page.shown["can_coach"]
            shown = asks(page)
            advice = shown["advice"]
            texts = [option["text"] for option in ask["options"]]
            if not advice["ideas"]:
                assert advice["none"] == ONE_WAY and len(texts) == 1
                page.answer()
                continue
            assert shown["number"] == ask["number"] and not advice["none"]
            ideas = advice["ideas"]
            assert all(idea["text"] in texts for idea in ideas)
            chances = [idea["chance"] for idea in ideas]
            assert chances == sorted(chances, reverse=True)
            told.append(ideas[0])
            if ideas[0]["odds"]:
                break
            page.answer(texts.index(ideas[0]["text"]))
    assert told[-1]["odds"], "no shot was ever the best"
    assert ":" in told[-1]["label"], "it says who does it"


@pytest.mark.parametrize(
    ("players", "why"),
    [(("person", "person"), coaching.NOT_ALONE), (("person", "random"), coaching.NOT_ASKED)],
)
def test_nobody_is_helped_against_a_person_or_when_nothing_is_asked(
    table: Table, players: tuple[str, str], why: str
) -> None:
    match = table.begin("attack-chart", *players, seed="2")["id"]
    with table.page(match) as page, table.page(match, "watch") as watcher:
        page.until_asked()
        watcher.until(lambda scene: scene["ask"] is not None)
        assert page.shown["can_coach"] == (why == coaching.NOT_ASKED)
        assert not watcher.shown["can_coach"]
        watcher.say("coach", number=page.scene["ask"]["number"])
        assert "spectators" in watcher.refusal()
        if why == coaching.NOT_ALONE:
            page.say("coach", number=page.scene["ask"]["number"])
            assert why in page.refusal()


def test_in_a_lesson_nobody_asks_a_bot(table: Table) -> None:
    match = table.begin("aegis", guided=True)["id"]
    with table.page(match) as page:
        page.until_asked()
        assert not page.shown["can_coach"]
        page.say("coach", number=page.scene["ask"]["number"])
        assert coaching.NOT_IN_LESSONS in page.refusal()


class Slow(Thinkers):
    """Thinks for ever, unless it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = self.stopped = 0

    async def coach(self, *about: Any) -> Any:
        self.begun += 1
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.stopped += 1
            raise


def made(thinkers: Thinkers, *, at_home: bool = True) -> TableMatch:
    """A match against a bot, in this process."""
    record, _ = opened(NewMatch("attack-chart", ("person", "random"), seed="7"))
    journal = WholeJournal(record, lambda text: None)
    maker = games.scene_maker("attack-chart")
    return TableMatch("here", record, maker, thinkers, journal, coach=at_home)


async def asked(match: TableMatch) -> None:
    """Until the person is."""
    match.start()
    while Seat(0) not in match.waiting:
        await asyncio.sleep(0.01)


def test_advice_is_dropped_as_soon_as_the_question_is_answered() -> None:
    async def work() -> None:
        thinkers = Slow()
        match = made(thinkers)
        page = match.viewers.join(0)
        await asked(match)
        both = [asyncio.create_task(match.requests.coaching.ask(Seat(0))) for _ in range(2)]
        while not thinkers.begun:
            await asyncio.sleep(0)
        ask = match.history.scene(Seat(0)).ask
        assert ask is not None
        match.inbox.say(page, GiveAnswer(ask.number, ask.options[0].text))
        for each in both:
            with pytest.raises(asyncio.CancelledError):
                async with asyncio.timeout(10):
                    await each
        assert (thinkers.begun, thinkers.stopped) == (1, 1), "asked twice, thought once"
        await match.stop()

    asyncio.run(work())


def test_advice_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(thinking, "COACH_PATIENCE", 0.0)
        thinkers = Thinkers()
        match = made(thinkers)
        await asked(match)
        shown = await match.requests.coaching.ask(Seat(0))
        assert shown.none == thinking.NO_TIME and not shown.ideas
        monkeypatch.undo()
        assert (await match.requests.coaching.ask(Seat(0))).ideas
        await match.stop()
        thinkers.close()

    asyncio.run(work())


def test_at_a_site_nobody_is_helped() -> None:
    async def work() -> None:
        match = made(Thinkers(), at_home=False)
        await asked(match)
        assert not match.requests.coaching.may((Seat(0),))
        with pytest.raises(NoAdvice, match="site"):
            await match.requests.coaching.ask(Seat(0))
        await match.stop()

    asyncio.run(work())
