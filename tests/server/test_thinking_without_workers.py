"""A bot answers for itself, or everybody is told: never is an option drawn in its place in silence."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from gattai import games
from gattai.bots import registry
from gattai.bots.stdio.program import Program, ProgramFailed
from gattai.kernel.position import apply, begin
from gattai.kernel.question import Seat
from gattai.kernel.undo import price_of_undo
from gattai.lab.batch import Span
from gattai.lab.plan import made
from gattai.lab.runners.here import Here
from gattai.lab.runners.processes import Processes
from gattai.server.messages import NewMatch
from gattai.server.online.ops.metrics import NodeMetrics
from gattai.server.online.store.jobs import BotJob, Jobs
from gattai.server.online.workers.worker import Worker
from gattai.server.table import thinking
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.thinking import NoAnswer, Thinkers, problem_of
from gattai.terminal.client.match import Client
from tests.lab.asking import study
from tests.server.silence import Sitting
from tests.server.workers import PLATFORMS, without_workers

RULES = games.load("aegis")
STEP = apply(RULES, begin(RULES), (0,))
SEAT = Seat(STEP.waiting[0])
BOT = ("greedy:closely=2", "7")


@pytest.mark.parametrize("platform", PLATFORMS)
def test_where_no_worker_can_start_the_bot_itself_answers_and_it_is_said(
    platform: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    without_workers(monkeypatch, platform)

    async def asked() -> list[Any]:
        thinkers = Thinkers()
        found = [await thinkers.answer(RULES, STEP, BOT, SEAT, number) for number in (3, 4, 5)]
        assert "inside the server's process" in thinkers.notice
        return found

    seen, ask = problem_of(STEP, SEAT)
    own = [registry.make(*BOT, rules=RULES).answer(seen, ask, number) for number in (3, 4, 5)]
    assert asyncio.run(asked()) == own
    assert any("no worker process could be started" in line for line in caplog.messages)


def test_the_coach_is_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    without_workers(monkeypatch, "no named semaphores")
    assert asyncio.run(Thinkers().coach(RULES, STEP, SEAT, 3, {})).ideas


def test_a_bot_that_fails_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    without_workers(monkeypatch, "no fork")

    def fails(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(registry, "make", fails)
    with pytest.raises(NoAnswer, match="ZeroDivisionError"):
        asyncio.run(Thinkers().answer(RULES, STEP, BOT, SEAT, 3))


def test_a_bot_that_ends_its_workers_does_not_think_inside_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_workers(monkeypatch, "processes end at once")
    thinkers = Thinkers()
    thinkers._worked = True  # so processes can be started here
    with pytest.raises(NoAnswer, match="its process ended"):
        asyncio.run(thinkers.answer(RULES, STEP, BOT, SEAT, 3))


def test_thoughts_that_wait_are_not_lost_when_the_workers_are_ended() -> None:
    """Another bot was too slow and its workers were ended: who waited is asked again."""

    async def asked() -> Any:
        thinkers = Thinkers()
        try:
            waiting = asyncio.create_task(thinkers.answer(RULES, STEP, BOT, SEAT, 3))
            while thinkers._workers is None:
                await asyncio.sleep(0)
            thinkers.close()
            return await waiting
        finally:
            thinkers.close()

    seen, ask = problem_of(STEP, SEAT)
    assert asyncio.run(asked()) == registry.make(*BOT, rules=RULES).answer(seen, ask, 3)


def test_at_the_table_players_see_that_bots_think_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_workers(monkeypatch, "no named semaphores")

    async def play() -> None:
        table = await Sitting(tmp_path).begins("person", BOT[0], game="attack-chart")
        await table.comes(0)
        await _until_answered(table, 1)
        assert not any(line.endswith("by the table") for line in table.lines)
        assert "inside the server's process" in table.shown(0).notice
        await table.room.close()

    asyncio.run(play())


def _failing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> Any:
        raise NoAnswer("it did not answer within 60 seconds")

    monkeypatch.setattr(Thinkers, "answer", fails)


async def _until_answered(table: Sitting, seat: int) -> None:
    """Until the bot of this seat has answered."""
    for _ in range(40):
        if any(past.seat == seat for past in table.match.record.past):
            return
        if 0 in table.match.waiting:
            await table.answers(0, table.ask(0).options[0].text)
        await table.settles()
    raise AssertionError("the bot was never asked")


def test_an_answer_in_a_bots_place_is_recorded_shown_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _failing(monkeypatch)

    async def play() -> None:
        table = await Sitting(tmp_path).begins("person", "greedy", game="attack-chart")
        await table.comes(0)
        await _until_answered(table, 1)
        assert any(line.endswith("by the table") for line in table.lines)
        told = "the server answered in place of greedy: it did not answer within 60 seconds"
        assert table.shown(0).notice == told
        assert any("the server answers in their place" in line for line in table.log(0))
        seat, number = table.match.requests.undo._last_decision((Seat(0),)) or (Seat(0), 0)
        usual = price_of_undo(table.match.record, seat, number)
        assert table.match.requests.undo.price((Seat(0),)) == usual, "no person was answered for"
        await table.room.close()

    asyncio.run(play())
    assert any("the server answers for greedy" in line for line in caplog.messages)


def test_an_answer_against_the_rules_is_replaced_in_the_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nonsense(*_: Any) -> Any:
        return ("no", "such", "option")

    monkeypatch.setattr(Thinkers, "answer", nonsense)

    async def play() -> None:
        table = await Sitting(tmp_path).begins("person", "greedy", game="attack-chart")
        await table.comes(0)
        await _until_answered(table, 1)
        assert any(line.endswith("by the table") for line in table.lines)
        assert "its answer was invalid" in table.shown(0).notice
        await table.room.close()

    asyncio.run(play())


def test_in_the_terminal_the_notice_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    without_workers(monkeypatch, "no shared memory")

    async def play() -> str:
        record, _ = opened(NewMatch("attack-chart", ("person", BOT[0]), seed="2"))
        client = Client(record, games.scene_maker("attack-chart"), lambda text: None)
        client.start(lambda: None)
        try:
            for _ in range(4_000):
                scene = client.scene
                if client.notice:
                    return client.notice
                if scene and scene.ask and scene.ask.is_mine and scene.ask.options:
                    client.answer(scene.ask.options[0])
                await asyncio.sleep(0.005)
        finally:
            await client.stop()
        return ""

    assert "inside the server's process" in asyncio.run(play())


def test_an_online_worker_thinks_in_its_own_process_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    without_workers(monkeypatch, "no named semaphores")
    monkeypatch.setattr(thinking, "PAUSE", 0.0)

    async def done(jobs: Jobs, job: BotJob) -> None:
        raise AssertionError("the bot was not asked")

    monkeypatch.setattr(Jobs, "done", done)
    said: list[Any] = []

    async def play() -> None:
        table = await Sitting(tmp_path).begins("person", "person", game="attack-chart")
        match = table.match
        (seat,) = match.waiting
        monkeypatch.setattr("gattai.server.online.workers.worker.bot_of", lambda *_: BOT)
        monkeypatch.setattr(match.inbox, "bot_says", said.append)

        async def find(_: str) -> TableMatch:
            return match

        worker = Worker(cast("Any", None), Thinkers(), find, 1, NodeMetrics())
        job = BotJob(match.id, seat, match.recorder.entered, datetime.now(UTC))
        await worker._thinks(job, cast("Any", _Place()))
        await table.room.close()

    class _Place:
        def leave(self) -> None:
            pass

    with caplog.at_level(logging.WARNING):
        asyncio.run(play())
    assert len(said) == 1 and not said[0].instead
    assert any("no worker process could be started" in line for line in caplog.messages)


@pytest.mark.parametrize(
    "platform", [each for each in PLATFORMS if each != "processes end at once"]
)
def test_a_study_is_played_in_this_process_and_says_so(
    platform: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    without_workers(monkeypatch, platform)
    plan = made(study(2))
    pool, here = Processes(plan, 2), Here(plan)
    for runner in (pool, here):
        for at in range(2):
            runner.submit(Span(at, at + 1))
    rows = [
        [row for _ in range(2) for batch in runner.finished() for row in batch.rows]
        for runner in (pool, here)
    ]
    assert rows[0] == rows[1] and not pool.open
    pool.close()
    assert any("no worker process can be started" in line for line in caplog.messages)


def test_a_program_that_cannot_be_started_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: Any, **__: Any) -> Any:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("subprocess.Popen", start)
    with pytest.raises(ProgramFailed, match=r"cannot be started: .*Resource temporarily"):
        Program("stdio:python3 bot.py", "7")
