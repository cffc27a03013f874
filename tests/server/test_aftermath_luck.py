"""Luck at the table: told to everybody alike, a little after the dice, and never in anybody's way."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gattai import games
from gattai.kernel.record import replay
from gattai.kernel.text.transcript import parse
from gattai.odds.reckoning import Reckoning
from gattai.server.messages import GiveAnswer, LuckShown, NewMatch, SceneUpdate
from gattai.server.table.journal import WholeJournal
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened as open_match
from gattai.server.table.thinking import Thinkers
from tests.server.table import PATIENCE, Json, Page, Table, opened
from tests.terminal.conftest import run_here


def by_the_record(text: str) -> list[Json]:
    """What the luck is, by the transcript alone."""
    transcript = parse(text)
    rules = games.load(transcript.header.game)
    *_, record = replay(rules, transcript)
    reckoning = Reckoning(record, games.measures(transcript.header.game))
    reckoning.reckon()
    return [msgspec.json.decode(msgspec.json.encode(line)) for line in reckoning.lines()]


def saved(table: Table, match: str) -> str:
    return (table.data / "matches" / f"{match}.txt").read_text("utf-8")


def play(page: Page, answers: int, stride: int) -> None:
    for number in range(answers):
        scene = page.until_asked()
        if scene["ending"]:
            return
        page.answer(number * stride)
    page.until_asked()


def hears(page: Page, wanted: list[Json]) -> None:
    """Listen until the page knows all that luck, and nothing else."""
    deadline = time.monotonic() + PATIENCE
    while page.luck != wanted:
        assert time.monotonic() < deadline, (page.luck, wanted)
        page.hear()


@pytest.mark.parametrize("game", ["aegis", "attack-chart"])
def test_every_seat_watchers_the_replay_and_the_command_line_tell_the_same(
    table: Table, game: str, tmp_path: Path
) -> None:
    match = table.begin(game, "person", "random", seed="5")["id"]
    with table.page(match) as page, table.page(match, "watch") as watcher:
        play(page, 40, stride=7)
        text = saved(table, match)
        wanted = by_the_record(text)
        assert wanted and all(line["seat"] in (0, 1) for line in wanted)
        hears(page, wanted)
        hears(watcher, wanted)
        with table.page(match) as late:
            hears(late, wanted)
    sent = {"transcript": text}
    shown = table.http.post("/api/replay/luck", json=sent, timeout=3 * PATIENCE).json()
    assert shown["lines"] == wanted
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    assert run_here("replay", file, "--json").json["luck"] == wanted


def test_luck_is_the_same_after_taking_back_and_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as table:
        match = table.begin("aegis", "person", "person", seed="8")["id"]
        with table.page(match) as page:
            play(page, 30, stride=3)
            hears(page, by_the_record(saved(table, match)))
            ask = page.scene["ask"]["number"]
            page.say("undo", number=ask)
            page.until(lambda scene: scene["ask"]["number"] < ask)
            hears(page, by_the_record(saved(table, match)))
            play(page, 6, stride=5)
            wanted = by_the_record(saved(table, match))
            hears(page, wanted)
    with opened(tmp_path / "data") as table, table.page(match) as page:
        hears(page, wanted)
        assert saved(table, match)


def test_nobody_waits_for_luck(monkeypatch: pytest.MonkeyPatch, patience: float) -> None:
    """However long it takes to find, the next question is shown at once."""

    def slowly(self: Reckoning, work: Any) -> tuple[Any, ...]:
        time.sleep(0.3 * patience)
        return ()

    monkeypatch.setattr(Reckoning, "find", slowly)

    async def at_the_table() -> float:
        record, _ = open_match(NewMatch("attack-chart", ("person", "person"), {}, "5"), ())
        match = TableMatch(
            "here",
            record,
            games.scene_maker("attack-chart"),
            Thinkers(),
            WholeJournal(record, lambda text: None),
        )
        page = match.viewers.join(0)
        match.start()
        longest = 0.0
        for _ in range(12):
            begun = asyncio.get_running_loop().time()
            ask = None
            while ask is None:
                await page.wake.wait()
                page.wake.clear()
                for letter in page.take():
                    assert not isinstance(letter, LuckShown)
                    if (
                        isinstance(letter, SceneUpdate)
                        and letter.scene.ask
                        and letter.scene.ask.options
                    ):
                        ask = letter.scene.ask
            longest = max(longest, asyncio.get_running_loop().time() - begun)
            match.inbox.say(page, GiveAnswer(ask.number, ask.options[0].text))
        await match.stop()
        return longest

    assert asyncio.run(at_the_table()) < 0.3 * patience
