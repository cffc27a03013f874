"""Whatever is sent is read within bounds and within a deadline, beside the table; or is refused."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import random
import re
import time
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.kernel.position import apply
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.snapshot import BadPosition, one_line, position_text, read_position
from gattai.server.messages import NewMatch
from gattai.server.table.opening import opened
from gattai.server.web import examining
from gattai.server.web.examining import Busy, Examiner, TookTooLong, can_be_played
from gattai.testing.walk import moments
from tests.server.spoiling import positions, spoiled
from tests.server.table import Table
from tests.server.table import opened as opened_table


def on_the_move() -> Record[Any]:
    """Aristeia!, where somebody is active and has Movement Points."""
    for moment in moments(games.load("aristeia"), random.Random("h")):
        position = moment.step.position
        state = position.state
        if position.is_settled and state.active is not None and state.mp > 0:
            start = one_line(position_text(moment.rules, position))
            return Record(moment.rules, players=("person", "person"), dice="seeded 1", start=start)
    raise AssertionError("nobody ever moved")


@pytest.mark.parametrize("number", [20_001, 10**12, -(10**30), 1e300])
def test_a_number_that_no_game_knows_is_refused_by_name(number: float) -> None:
    record = on_the_move()
    evil = re.sub(r'"mp":\d+', f'"mp":{number}', record.header.start)
    with pytest.raises(BadPosition, match=r"state\.mp is"):
        read_position(record.rules, evil)


def test_long_lists_and_long_words_are_refused() -> None:
    record = on_the_move()
    start = record.header.start
    for evil, said in (
        (re.sub(r'"waived":\[\]', f'"waived":["{"x" * 500}"]', start), "characters"),
        (re.sub(r'"waived":\[\]', f'"waived":[{",".join(["1"] * 3_000)}]', start), "things"),
    ):
        assert evil != start
        with pytest.raises(BadPosition, match=said):
            read_position(record.rules, evil)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with opened_table(tmp_path / "data", "--lan") as found:
        yield found


def test_no_transcript_can_keep_the_table_busy(table: Table) -> None:
    text = on_the_move().transcript().text()
    evil = re.sub(r'"mp":\d+', f'"mp":{10**12}', text)
    began = time.monotonic()
    for path, more in (
        ("/api/replay", {"transcript": evil, "at": 0}),
        ("/api/matches", {"game": "", "players": [], "transcript": evil}),
    ):
        said = table.http.post(path, json=more)
        assert said.status_code == 400 and "state.mp" in said.text
    assert table.http.get("/api/games").status_code == 200
    good = table.http.post("/api/replay", json={"transcript": text, "at": 0, "seat": 0})
    assert good.status_code == 200 and time.monotonic() - began < 60


def test_a_position_that_cannot_be_is_not_kept_and_the_list_goes_on(table: Table) -> None:
    start = on_the_move().header.start
    evil = re.sub(r'"active":"[^"]*"', '"active":null', start)
    assert evil != start
    wanted = {"game": "", "players": ["person", "person"], "position": evil}
    said = table.http.post("/api/matches", json=wanted)
    assert said.status_code == 400 and "this position is impossible" in said.text, said.text
    assert table.http.get("/api/matches").json() == []
    assert not [*(table.data / "matches").glob("*.txt")]
    good = table.http.post("/api/matches", json={**wanted, "position": start})
    assert good.status_code == 201, good.text
    assert len(table.http.get("/api/matches").json()) == 1


def test_json_that_is_nested_too_deeply_is_refused_and_nothing_breaks(table: Table) -> None:
    deep = '{"game": "aegis", "players": ' + "[" * 5_000 + "]" * 5_000 + "}"
    headers = {"content-type": "application/json"}
    for path in ("/api/matches", "/api/replay"):
        said = table.http.post(path, content=deep, headers=headers)
        assert said.status_code == 400, said.text


def test_what_takes_too_long_is_answered_with_an_error_and_really_stopped() -> None:
    async def whole() -> None:
        examiner = Examiner(deadline=0.0)
        text = on_the_move().transcript().text()
        with pytest.raises(TookTooLong, match="stopped"):
            await examiner.step(text, 0, 0)
        assert not [*multiprocessing.active_children()], "the process is gone"
        examiner._deadline = 60.0
        first = await examiner.step(text, 0, 0)
        assert first == await examiner.step(text, 0, 0) and b'"scene"' in first
        process: Any = examiner._process
        assert process.is_alive()
        asked = [asyncio.create_task(examiner.step(text, 0, None)) for _ in range(12)]
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(one, Busy) for one in told) == 12 - examining.MAX_WAITING
        assert sum(isinstance(one, bytes) for one in told) == examining.MAX_WAITING
        process.kill()
        assert await examiner.step(text, 0, 0) == first, "it is started again"
        examiner.close()

    asyncio.run(whole())


def test_a_table_may_close_while_it_begins_to_look_something_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    examiner = Examiner()
    start = SpawnProcess.start

    def closes_meanwhile(process: SpawnProcess) -> None:
        examiner.close()
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", closes_meanwhile)
    with pytest.raises(TookTooLong):
        asyncio.run(examiner.step(on_the_move().transcript().text(), 0, 0))
    assert not [*multiprocessing.active_children()], "no process is left, and none begun"


def test_what_nobody_waits_for_any_more_fails_in_silence() -> None:
    """Who has gone is told nothing; nor is the log, in which a host would look for a fault."""
    said: list[dict[str, Any]] = []

    async def whole() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(context))
        examiner = Examiner()
        with examiner._pipe_is_mine:
            asking = asyncio.create_task(examiner.step("", 0, 0))
            await asyncio.sleep(0.2)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            examiner.close()
        await asyncio.get_running_loop().shutdown_default_executor()
        await asyncio.sleep(0)

    asyncio.run(whole())
    gc.collect()
    assert not said


@pytest.mark.parametrize("game", games.names())
def test_a_spoiled_position_is_refused_with_a_reason_or_can_be_played(
    game: str, pytestconfig: pytest.Config
) -> None:
    rules = games.load(game)
    wanted = round(40 * float(pytestconfig.getoption("--games")))
    rng = random.Random(f"spoiled {game}")
    taken = refused = 0
    reasons: set[str] = set()
    while taken + refused < wanted:
        for text in positions(rules, rng, 60):
            for _ in range(4):
                evil = spoiled(text, rng)
                try:
                    record, _ = opened(NewMatch(game, (), position=evil))
                    can_be_played(record)
                except (ValueError, LookupError) as problem:
                    reasons.add(str(problem))
                    refused += 1
                else:
                    _plays_on(record, rng)
                    taken += 1
            if taken + refused >= wanted:
                break
    assert refused and "" not in reasons
    print(f"{game}: {refused} spoiled positions refused, {taken} played on from")


def _plays_on(record: Record[Any], rng: random.Random) -> None:
    """As somebody might who had opened it: any answers, and everybody looks now and then."""
    rules, step = record.rules, record.step
    for number in range(24):
        if isinstance(step.question, Outcome):
            return
        seat, value = examining._any_answer(step, step.question, rng)
        step = apply(rules, step.position, value, seat=seat)
        if number % 12 == 11:
            examining._show(rules, step)


@pytest.mark.parametrize("field", ["at", "seat"])
def test_a_number_without_measure_is_refused_in_words(table: Table, field: str) -> None:
    text = "gattai transcript 1\ngame attack-chart 1.0.0\nbegin\n"
    answer = table.http.post("/api/replay", json={"transcript": text, "at": 0, field: 10**30})
    assert answer.status_code == 400
    assert "number" in answer.json()["reasons"][0]["text"]
