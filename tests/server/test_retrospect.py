"""How a game went: told after its end, to everybody alike, and never in anybody's way."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from gattai import games
from gattai.bots import evaluations
from gattai.bots.evaluation import AnyEvaluation, Evaluation
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.transcript import parse
from gattai.server.messages import Analysis, AnalysisShown, NewMatch, SceneUpdate
from gattai.server.table.journal import TakenBack, WholeJournal
from gattai.server.table.lessons import Guide, lesson_of, scripted_answers
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened as open_match
from gattai.server.table.retrospect import (
    MIN_CHANGE,
    NotOver,
    Retrospect,
    _face,
    analysis_of,
)
from gattai.server.table.thinking import Thinkers
from gattai.server.table.viewer import Viewer
from gattai.testing.walk import answer_at_random
from tests.server.table import PATIENCE, Page, Table

KEPT = Path(__file__).parents[1] / "transcripts"
GAMES = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")


def text_of(game: str) -> str:
    """A game that is kept and over."""
    for path in sorted((KEPT / game).glob("*.txt")):
        text = path.read_text("utf-8")
        if parse(text).end:
            return text
    raise AssertionError(f"no game of {game} is over")


def over(game: str, *players: str) -> Record[Any]:
    text = text_of(game)
    seated = players or ("person", *("random" for _ in parse(text).seats[1:]))
    return open_match(NewMatch(game, seated, transcript=text), ())[0]


# What is found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_how_it_went(game: str) -> None:
    record = over(game)
    analysis = analysis_of(record)
    last = len(record.entries)
    assert analysis.players[:2] == ("person", "random")
    assert analysis.turns[0].name == "" and analysis.turns[-1].number == last
    assert [one.number for one in analysis.turns] == sorted({one.number for one in analysis.turns})
    assert {*analysis.turns[-1].shares} <= {0.0, 0.5, 1.0}
    assert len(analysis.points) <= 3
    for point in analysis.points:
        before, after = analysis.turns[point.turn - 1], analysis.turns[point.turn]
        assert before.number <= point.number < point.until <= after.number
        gain = after.shares[point.gained] - before.shares[point.gained]
        assert point.change == pytest.approx(gain, abs=0.002) and point.change >= 0.05
        assert point.title
    (choices,) = analysis.choices
    assert choices.seat == 0 and choices.best + choices.good + choices.costly > 0
    for worst in choices.worst:
        assert 0 <= worst.number < last and worst.chosen and worst.better
        assert worst.chosen != worst.better


def planted(first: float) -> AnyEvaluation:
    """An eye that sees one thing only: whether anybody has been destroyed."""

    def worth(state: Any, seat: Seat) -> float:
        fell = any(unit.hp == 0 for unit in state.units)
        return (first if seat == 0 else -first) * fell

    return Evaluation(score=worth, scale=10)


@pytest.mark.parametrize(("ahead", "gained"), [(8.0, 0), (-8.0, 1)])
def test_a_planted_swing_is_the_turning_point_for_either_side(
    monkeypatch: pytest.MonkeyPatch, ahead: float, gained: int
) -> None:
    record = over("attack-chart", "random", "random")
    monkeypatch.setattr(evaluations, "of", lambda game: planted(ahead))
    fell = next(
        number
        for number, past in enumerate(record.past, 1)
        if any(unit.hp == 0 for unit in past.table.units)
    )
    analysis = analysis_of(record)
    (point,) = [one for one in analysis.points if one.turn < len(analysis.turns) - 1]
    assert point.number < fell <= point.until and point.gained == gained
    assert point.change == pytest.approx(0.19, abs=0.01)  # from a half to 1 / (1 + e^-0.8)


def test_nobody_is_blamed_for_a_turn_in_which_nothing_was_done_that_cost_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where it is worth something to have the turn and nothing else is, to hand it on decides nothing."""
    record = over("attack-chart", "random", "random")
    idle: AnyEvaluation = Evaluation(score=lambda state, seat: 0.0, scale=10, tempo=4)
    monkeypatch.setattr(evaluations, "of", lambda game: idle)
    analysis = analysis_of(record)
    swings = [
        max(now - then for then, now in zip(before.shares, after.shares, strict=True))
        for before, after in pairwise(analysis.turns)
    ]
    assert max(swings[:-1]) >= MIN_CHANGE, "the judgement swings with the turn"
    assert not [point for point in analysis.points if point.turn < len(analysis.turns) - 1]


def lesson_played(game: str) -> Record[Any]:
    """A guided game as its learner plays it, from the first answer to the last."""
    record, _ = open_match(NewMatch(game, players=(), guided=True), ())
    lesson = lesson_of(record.rules)
    assert lesson is not None
    guide = Guide(lesson, record)
    while guide.part is not None:
        seat, value = guide.recited()
        record.answer(value, seat)
    return record


@pytest.mark.parametrize("game", [name for name in games.names() if lesson_of(games.load(name))])
def test_choices_that_a_lesson_asked_for_are_not_judged(game: str) -> None:
    record = lesson_played(game)
    assert scripted_answers(record) == len(record.entries)
    if isinstance(record.question, Outcome):
        assert not analysis_of(record).choices


def test_anyone_who_leaves_a_lesson_is_judged_from_there_on() -> None:
    record = lesson_played("aegis")
    left = 6
    record.back_to(left)
    rng = random.Random("left")
    for _ in range(400):
        if isinstance(record.question, Outcome):
            break
        seat, value = answer_at_random(record.rules, record.position, record.question, rng)
        record.answer(value, seat)
    scripted = scripted_answers(record)
    assert left <= scripted < len(record.entries)
    own = Retrospect(record)
    found: list[int] = []
    own._judged = lambda number: found.append(number)  # type: ignore[method-assign]
    while own.analysis is None:
        own.go_on(1)
    assert found and min(found) > scripted


@pytest.mark.parametrize("game", GAMES)
def test_the_unit_that_decided_the_game_has_a_face(game: str) -> None:
    """A card of Robot Empire too, which is no piece and may have left the table since."""
    record = over(game)
    back = Retrospect(record)
    actions = [*back._actions()]
    acted = [one for one in actions if one.option and (one.option.actor or one.option.card)]
    assert acted
    for action in acted[:: len(acted) // 20 + 1]:
        name, look = _face(action)
        assert name and look is not None, action.option


def test_damage_stands_with_the_turn_in_which_it_was_done() -> None:
    record = over("attack-chart")
    analysis = analysis_of(record)
    assert analysis.unit == "damage"
    lost = [0, 0]
    for unit in record.table.units:
        lost[1 - unit.seat] += unit.card.models * unit.card.hp - unit.hp
    assert [sum(one.amounts[seat] for one in analysis.turns[1:]) for seat in (0, 1)] == lost
    assert analysis.best is not None and 0 < analysis.best.amount <= max(lost)


def test_of_a_throw_its_odds_are_reported() -> None:
    thrown = [
        point for game in ("aegis", "attack-chart") for point in analysis_of(over(game)).points
    ]
    rare = [point for point in thrown if point.chance is not None]
    assert rare and all(0 < (point.chance or 0) < 1 for point in rare)
    assert all(point.unit and point.came != point.expected for point in rare)


def test_nothing_is_reported_of_a_game_that_goes_on() -> None:
    record, _ = open_match(NewMatch("aegis", transcript=text_of("aegis"), players=(), at=40), ())
    with pytest.raises(NotOver):
        Retrospect(record)


# At the table


def ended(game: str = "attack-chart", at: int = -1) -> tuple[str, int]:
    text = text_of(game)
    return text, len(parse(text).entries) + at


def hears_to_the_end(page: Page) -> list[str]:
    """Listen until it is told how the game went; the kinds of what came before the end."""
    before: list[str] = []
    deadline = time.monotonic() + 3 * PATIENCE
    while time.monotonic() < deadline:
        said = page.hear()
        if said["type"] == "analysis":
            assert page.scene["ending"]
            page.scene["analysis"] = said["analysis"]
            return before
        if not page.scene["ending"]:
            before.append(said["type"])
    raise TimeoutError("analysis")


def test_the_analysis_goes_to_everybody_but_not_before_the_end(table: Table) -> None:
    match = table.begin("attack-chart", "random", "random", seed="5")["id"]
    asked = table.http.post("/api/replay/course", json={"match": match})
    with table.page(match, "watch") as page, table.page(match, "watch") as other:
        before = hears_to_the_end(page)
        hears_to_the_end(other)
        analysis = page.scene["analysis"]
        assert analysis == other.scene["analysis"] and "analysis" not in before
        with table.page(match, "watch") as late:
            assert late.hears("analysis")["analysis"] == analysis
    if asked.status_code != 200:  # it may have been over before it was asked for
        assert asked.status_code == 403 and "when it is over" in asked.text
    shown = table.http.post("/api/replay/course", json={"match": match})
    assert shown.json() == analysis
    sent = {"transcript": (table.data / "matches" / f"{match}.txt").read_text("utf-8")}
    assert table.http.post("/api/replay/course", json=sent).json() == analysis


def test_a_match_or_a_transcript_that_is_not_over_has_no_analysis(table: Table) -> None:
    text, at = ended(at=-20)
    match = table.begin("attack-chart", "person", "person", transcript=text, at=at)["id"]
    refused = table.http.post("/api/replay/course", json={"match": match})
    assert refused.status_code == 403 and "when it is over" in refused.text
    unfinished = (table.data / "matches" / f"{match}.txt").read_text("utf-8")
    refused = table.http.post("/api/replay/course", json={"transcript": unfinished})
    assert refused.status_code == 403
    with table.page(match) as page:
        page.until_asked()
        with pytest.raises(TimeoutError):
            page.hears("analysis", timeout=0.5)


def test_a_guest_of_another_match_learns_nothing(table: Table) -> None:
    text, at = ended(at=0)
    match = table.begin("attack-chart", "random", "random", transcript=text, at=at)["id"]
    other = table.begin("attack-chart", "person", "guest")
    token = other["links"][1].partition("token=")[2].partition("#")[0]
    with httpx.Client(base_url=table.address, params={"token": token}, trust_env=False) as guest:
        assert guest.post("/api/replay/course", json={"match": match}).status_code == 403
    with httpx.Client(base_url=table.address, trust_env=False) as nobody:
        assert nobody.post("/api/replay/course", json={"match": match}).status_code == 403


def a_match(look_back: Callable[[str], Awaitable[Analysis]]) -> tuple[TableMatch, Viewer]:
    record = over("attack-chart")
    maker, journal = games.scene_maker("attack-chart"), WholeJournal(record, lambda text: None)
    match = TableMatch("here", record, maker, Thinkers(), journal)
    match.aftermath.look_back = look_back
    match.start()
    return match, match.viewers.join(None)


def test_a_worker_that_fails_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def fails(text: str) -> Analysis:
        raise OSError("the worker is gone")

    async def at_the_table() -> list[Any]:
        match, page = a_match(fails)
        await asyncio.sleep(0.05)
        found = page.take()
        with pytest.raises(OSError, match="gone"):
            await match.aftermath.analysis()
        found += page.take()
        await match.stop()
        return found

    found = asyncio.run(at_the_table())
    assert any(isinstance(one, SceneUpdate) and one.scene.ending for one in found)
    assert not any(isinstance(one, AnalysisShown) for one in found)
    assert "the analysis failed" in caplog.text


def test_nobody_waits_for_it_and_it_is_forgotten_when_something_is_taken_back() -> None:
    analysis = Analysis(("a", "b"), "", (), ())
    begun: list[str] = []

    async def slowly(text: str) -> Analysis:
        begun.append(text)
        await asyncio.sleep(0.1)
        return analysis

    async def at_the_table() -> None:
        match, page = a_match(slowly)
        await asyncio.sleep(0.02)
        first = page.take()
        assert [type(one) for one in first][:1] == [
            SceneUpdate
        ] and match.aftermath.known_analysis is None
        await asyncio.sleep(0.2)
        assert AnalysisShown(analysis) in page.take() and page.take() == []
        assert len(begun) == 1
        await match.write(TakenBack(match.record.count - 1))
        assert match.aftermath.known_analysis is None
        assert not any(isinstance(one, AnalysisShown) for one in page.take())
        with pytest.raises(NotOver):
            await match.aftermath.analysis()
        await match.stop()

    asyncio.run(at_the_table())
