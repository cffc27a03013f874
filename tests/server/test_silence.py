"""Nobody can hold up a match by saying nothing: the table answers, openly, and it tells nothing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from gattai.games import load
from gattai.kernel.position import Diverged, begin
from gattai.kernel.question import Choose, any_one
from gattai.kernel.record import replay
from gattai.kernel.running.batch import play_out
from gattai.kernel.text.transcript import parse
from gattai.server.table import thinking
from gattai.server.table.clock import AWAY_SECONDS, TimeLimits, limits_of
from gattai.server.table.inbox import thoughts as thoughts_of
from tests.server.silence import Sitting, _lively
from tests.terminal.conftest import run_here

SILENT = "the server answers in their place"
Play = Callable[[Sitting], Awaitable[None]]


def played(folder: Path, play: Play) -> None:
    """Run a test with a table of its own."""

    async def whole() -> None:
        sitting = Sitting(folder)
        try:
            await play(sitting)
        finally:
            await sitting.room.close()

    asyncio.run(whole())


def test_limits_are_usual_only_where_people_play_over_a_network() -> None:
    assert limits_of(None, None, guests=()) == TimeLimits(0, 0)
    assert limits_of(None, None, guests=(1,)) == TimeLimits(30, 300)
    assert limits_of(0, 0, guests=(1,)) == TimeLimits(0, 0)
    assert limits_of(60, None, guests=()) == TimeLimits(60, 0)
    for seconds in (-1, 1, 10**7):
        with pytest.raises(ValueError, match=f"not {seconds}"):
            limits_of(seconds, None, guests=())


def test_at_one_screen_nobody_is_hurried(tmp_path: Path) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "person")
        await table.comes(0)
        await table.waits(100_000)
        assert not table.clocks and not table.lines

    played(tmp_path, play)


def test_of_several_asked_at_once_the_silent_one_is_answered_for(tmp_path: Path) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "guest")
        await table.comes(0, 1)
        assert table.clocks == {0: (300, 300), 1: (300, 300)}
        await table.waits(200)
        await table.answers(0, "charge 18")
        assert table.clocks == {1: (100, 300)}, (
            "the answer of one does not give the other more time"
        )
        assert [c.seat for c in table.shown(0).clocks] == [1]
        await table.waits(100)
        assert "charge 20 " in table.lines[1] and table.lines[1].endswith("by the table")
        assert not table.lines[0].endswith("by the table")
        for eyes in (0, 1, None):
            assert [line for line in table.log(eyes) if SILENT in line] == [
                f"crimson does not answer: {SILENT}"
            ]

    played(tmp_path, play)


@pytest.mark.rule("ROBOT-EMPIRE.AGENT.ANYTIME")
def test_a_silent_seat_lets_a_moment_to_react_pass_and_is_waited_for_less_until_it_stirs(
    tmp_path: Path,
) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "guest")
        await table.comes(0, 1)
        await table.to_a_reaction(1)
        assert table.clocks == {1: (30, 30)}
        assert table.shown(0).clocks == table.shown(1).clocks, "everybody sees the same clock"
        before = len(table.lines)
        await table.waits(29.9)
        assert len(table.lines) == before
        await table.waits(0.1)
        assert " crimson pass ;" in table.lines[before] and "by the table" in table.lines[before]
        await table.to_a_reaction(1)
        assert table.clocks == {1: (AWAY_SECONDS, AWAY_SECONDS)}, "it has not said a word since"
        await table.waits(2)
        table.match.viewers.stirs(table.pages[1])
        assert table.clocks == {1: (28, 30)}, "a sign of life gives the whole time again"
        await table.waits(5)
        table.match.viewers.stirs(table.pages[1])
        assert table.clocks == {1: (23, 30)}, "but no more than that"

    played(tmp_path, play)


def test_who_has_left_is_answered_for_and_who_comes_back_has_the_whole_time(
    tmp_path: Path,
) -> None:
    async def to_the_guest(table: Sitting) -> tuple[float, int]:
        while 1 not in table.clocks:
            await table.answers(0, "pass" if "react" in table.ask(0).what else "next")
        return table.clocks[1]

    async def play(table: Sitting) -> None:
        await table.begins("person", "guest")
        await table.comes(0, 1)
        await table.to_a_reaction(1)
        table.goes(1)
        assert table.clocks == {1: (30, 30)}
        await table.waits(30)
        assert await to_the_guest(table) == (AWAY_SECONDS, AWAY_SECONDS)
        await table.waits(AWAY_SECONDS)
        assert table.lines[-1].endswith("by the table")
        await to_the_guest(table)
        await table.comes(1)
        left, limit = table.clocks[1]
        assert left == limit > AWAY_SECONDS

    played(tmp_path, play)


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH")
def test_the_time_tells_nothing_of_what_a_hand_holds(tmp_path: Path) -> None:
    seen: dict[bool, set[tuple[float, int]]] = {True: set(), False: set()}
    seeds = count(1)

    async def play(table: Sitting) -> None:
        await table.begins("person", "guest", seed=str(next(seeds)))
        await table.comes(0, 1)
        for _ in range(5):
            ask = await table.to_a_reaction(1)
            could = any(not o.text.startswith(("pass", "ask-me")) for o in ask.options)
            seen[could].add(table.clocks[1])
            await table.answers(1, "pass")

    for number in range(12):
        played(tmp_path / str(number), play)
        if seen[True] and seen[False]:
            break
    assert seen[True] == seen[False] == {(30, 30)}


def test_an_answer_just_before_the_pass_counts_and_one_just_after_is_refused(
    tmp_path: Path,
) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "guest")
        await table.comes(0, 1)
        await table.to_a_reaction(1)
        before = len(table.lines)
        table.says(1, "ask-me attacked")
        table.clock.moves(30)
        await table.settles()
        assert (
            "ask-me attacked" in table.lines[before] and "by the table" not in table.lines[before]
        )
        ask = await table.to_a_reaction(1)
        before = len(table.lines)
        table.clock.moves(30)
        table.says(1, "pass", ask.number)
        await table.settles()
        assert table.lines[before].endswith("by the table")
        refusal = table.refusal(1)
        assert "too late" in refusal and "30 seconds" in refusal and "(pass)" in refusal
        assert f"question {ask.number} in your place" in refusal and "take it back" in refusal

    played(tmp_path, play)


def test_after_a_restart_the_time_begins_anew_and_the_file_still_tells_who_answered(
    tmp_path: Path,
) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "guest", reaction_seconds=40)
        await table.comes(0, 1)
        await table.to_a_reaction(1)
        await table.waits(39)
        await table.room.close()
        again = await Sitting(tmp_path, table.clock).goes_on(table.match.id)
        assert not again.clocks, "nobody is there who waits"
        await again.waits(1_000)
        await again.comes(0)
        assert again.clocks == {1: (40, 40)}
        before = len(again.lines)
        await again.waits(40)
        assert again.lines[before].endswith("by the table")
        await again.room.close()
        third = await Sitting(tmp_path, table.clock).goes_on(table.match.id)
        assert any(SILENT in line for line in third.log(0))
        text = third.room.store.text(table.match.id)
        *_, record = replay(load("robot-empire"), parse(text))
        assert record.transcript().text() == text
        (tmp_path / "t.txt").write_text(text, "utf-8")
        assert " crimson pass (by the table)" in run_here("replay", str(tmp_path / "t.txt")).out
        with pytest.raises(Diverged):
            [*replay(load("robot-empire"), parse(text.replace(" by the table", "")))]
        await third.room.close()

    played(tmp_path, play)


def test_nobody_is_held_up_where_nobody_waits(tmp_path: Path) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "guest")
        await table.comes(1)
        await table.waits(10_000)
        assert not table.clocks, "the host has never come yet, and nobody waits for the guest"
        await table.comes(0)
        table.goes(0)
        assert [*table.clocks] == [0], "the guest waits for the host, and nobody for the guest"
        table.goes(1)
        await table.waits(10_000)
        assert not table.lines and not table.clocks
        await table.comes(0, 1)
        assert table.clocks == {0: (300, 300), 1: (300, 300)}

    played(tmp_path, play)


def test_what_the_table_answered_is_taken_back_only_if_the_others_agree(tmp_path: Path) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "guest")
        await table.comes(0, 1)
        ask = await table.to_a_reaction(1)
        await table.waits(30)
        assert table.shown(1).can_undo == "consent"
        await table.undoes(1)
        assert table.ask(1).number > ask.number
        await table.undoes(1, agreed_by=0)
        assert table.ask(1).number == ask.number and table.ask(1).is_mine
        assert table.clocks[1][0] == 30

    played(tmp_path, play)


def test_no_clock_runs_for_a_bot(tmp_path: Path) -> None:
    async def bots(table: Sitting) -> None:
        await table.begins("person", "guest", "random")
        await table.comes(0, 1)
        for _ in range(12):
            assert 2 not in table.clocks
            await table.waits(300)
        whose = [line.split()[1] for line in table.lines if line.endswith("by the table")]
        assert whose and {*whose} <= {"cobalt", "crimson"}

    played(tmp_path / "bots", bots)


@pytest.mark.parametrize("game", ["aegis", "attack-chart", "mechastellar", "aristeia"])
def test_every_question_has_a_limit_and_a_bot_stands_in_where_no_answer_spends_nothing(
    tmp_path: Path, game: str
) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "guest", game=game)
        await table.comes(0, 1)
        stood_in = 0
        for _ in range(6):
            before = len(table.lines)
            (seat, *_) = table.match.waiting
            assert {*table.match.waiting} == {*table.clocks}, "whoever is asked has a clock"
            otherwise = getattr(table.match.record.question, "otherwise", None)
            stood_in += otherwise is None and len(table.match.waiting) == 1
            await table.waits(300)
            for _ in range(400):
                if len(table.lines) > before:
                    break
                await asyncio.sleep(0.05)
                await table.settles()
            assert table.lines[before].endswith("by the table"), table.lines[before:]
            whose = table.match.record.rules.seat_name(seat)
            assert any(f"{whose} does not answer" in line for line in table.log(None))
        assert stood_in or game == "aristeia"

    played(tmp_path, play)


def test_who_answers_after_all_while_a_bot_stands_in_is_heard(tmp_path: Path) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "guest", game="aegis")
        await table.comes(0, 1)

        async def never(*_: Any) -> Any:
            await asyncio.sleep(3_600)

        table.match.thinkers.answer = never  # type: ignore[assignment, method-assign]
        (seat,) = table.match.waiting
        before = len(table.lines)
        table.clock.moves(300)
        for _ in range(20):
            await asyncio.sleep(0)
        assert table.match.thoughts.is_any and len(table.lines) == before
        table.says(seat, table.ask(seat).options[0].text)
        for _ in range(20):
            await asyncio.sleep(0)
        assert not table.lines[before].endswith("by the table")

    played(tmp_path, play)


def test_taking_back_for_nothing_gives_no_time_back(tmp_path: Path) -> None:
    async def play(table: Sitting) -> None:
        await table.begins("person", "guest", game="attack-chart", turn_seconds=100)
        await table.comes(0, 1)
        while not (0 in table.match.waiting and "move" in str(table.ask(0).options)):
            (seat,) = table.match.waiting
            await table.answers(seat, table.ask(seat).options[0].text)
        number, held = table.ask(0).number, 0.0
        for turn in range(1, 10):
            await table.waits(9)
            move = next(o.text for o in table.ask(0).options if o.text.startswith(("move", "act")))
            await table.answers(0, move)
            if 0 not in table.match.waiting or table.shown(0).can_undo != "free":
                raise AssertionError("a move is free to take back")
            await table.waits(9)
            held += 18
            await table.undoes(0)
            if held >= 100:
                break
            assert table.ask(0).number == number
            assert table.clocks[0][0] == pytest.approx(100 - 18 * turn)
        await table.waits(0.1)
        for _ in range(400):
            if any(line.endswith("by the table") for line in table.lines):
                break
            await asyncio.sleep(0.05)
            await table.settles()
        assert any(line.endswith("by the table") for line in table.lines), "the time is up"

    played(tmp_path, play)


def test_how_long_a_bot_takes_to_say_whether_it_reacts_does_not_hang_on_its_thoughts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock on which nothing but thoughts and waiting takes any time: it holds to the pace exactly."""
    monkeypatch.setattr(thinking, "PAUSE", 0.5)
    thoughts = (0.0, 0.125, 0.25, 0.375, 0.625)
    moment = 1_000.0
    took: list[float] = []

    async def until(when: float) -> None:
        nonlocal moment
        moment = when

    monkeypatch.setattr(thoughts_of, "now", lambda: moment)
    monkeypatch.setattr(thoughts_of, "until", until)

    async def play(table: Sitting) -> None:
        await table.begins("person", "random")
        match = table.match
        find, say = match.thinkers.answer, match.thoughts._say
        asked = moment

        async def slowly(*args: Any) -> Any:
            nonlocal asked, moment
            asked = moment
            if thoughts_of.pace_of(match, "random") and len(took) < len(thoughts):
                moment += thoughts[len(took)]
            return await find(*args)

        def says(said: thoughts_of.BotReply) -> None:
            if thoughts_of.pace_of(match, "random"):
                took.append(moment - asked)
            say(said)

        match.thinkers.answer = slowly  # type: ignore[assignment, method-assign]
        match.thoughts._say = says
        await table.comes(0)
        for number in range(3_000):
            if len(took) >= len(thoughts):
                break
            if 0 in match.waiting:
                table.says(0, _lively(table.ask(0), number))
            await asyncio.sleep(0.002)

    played(tmp_path, play)
    assert took[: len(thoughts)] == [0.5, 0.5, 0.5, 0.5, 1.0]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_in_which_one_seat_never_says_anything_comes_to_its_end(seats: int) -> None:
    options = {"seats": str(seats)}
    rules = load("robot-empire").seated(options)
    rng = random.Random(seats)

    def silent(state: Any, question: Choose) -> Any:
        assert question.otherwise is not None and question.otherwise in question.options
        return question.otherwise

    def lively(state: Any, question: Choose) -> Any:
        return any_one(question.options, rng)

    players = [silent, *([lively] * (seats - 1))]
    assert play_out(rules, begin(rules, options).state, players, rng).outcome is not None
