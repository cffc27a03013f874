"""The coach at the prompt: word for word what Python and a page are told."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

import gattai
from gattai import games
from gattai.kernel.question import Seat
from gattai.kernel.record import Record, replay
from gattai.kernel.text.transcript import parse
from gattai.server.queries import CoachShown
from gattai.server.table.journal import WholeJournal
from gattai.server.table.match import TableMatch
from gattai.server.table.thinking import Thinkers
from tests.terminal.conftest import Run


async def told_to_a_page(record: Record[Any], seat: Seat) -> str:
    """What a page reads: the first statement, then all."""
    thinkers = Thinkers()
    maker = games.scene_maker(record.header.game)
    journal = WholeJournal(record, lambda text: None)
    match = TableMatch("here", record, maker, thinkers, journal, coach=True)
    match.start()
    while seat not in match.waiting:
        await asyncio.sleep(0.01)
    first: list[str] = []
    shown = await match.requests.coaching.ask(seat, lambda advice: first.append(str(advice)))
    sent = msgspec.json.encode(CoachShown(record.count + 1, shown))
    await match.stop()
    thinkers.close()
    read = str(msgspec.json.decode(sent, type=CoachShown).advice)
    assert read.startswith(first[0]) and len(first[0].splitlines()) == 1
    return read


def test_prompt_python_and_page_say_the_same(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    seats = ("--seats", "person,random", "--option", "rounds=2")
    run("play", "attack-chart", "--terminal", "--seed", "2", *seats, "--save", path,
        typed="1\n" * 7 + "quit\n")  # fmt: skip
    match = gattai.load(path)
    said = str(match.coach())
    assert match.seat == "blue"
    assert "Threat: If you do nothing: " in said and "Plan: 1. " in said and "3. " in said
    ran = run("play", "--resume", path, "--terminal", typed="coach\nhint\nquit\n")
    printed = " ".join(ran.out.split())
    for line in said.splitlines():
        assert printed.count(" ".join(line.split())) == 2, line
    *_, record = replay(games.load("attack-chart"), parse(path.read_text("utf-8")))
    assert asyncio.run(told_to_a_page(record, Seat(0))) == said
