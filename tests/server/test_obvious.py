"""Questions with one answer pass by themselves, and never in a way that tells people something."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from gattai.kernel.question import Seat
from gattai.server.messages import SceneUpdate
from gattai.server.table.obvious import may_pass
from tests.server.silence import Sitting

Played = Callable[[Sitting], Awaitable[None]]


def at_a_table(folder: Path, *players: str, game: str, play: Played, **more: str) -> None:
    async def sit() -> None:
        sitting = await Sitting(folder).begins(*players, game=game, **more)
        persons = [seat for seat, who in enumerate(players) if who != "random"]
        await sitting.comes(*persons)
        try:
            await play(sitting)
        finally:
            await sitting.room.close()

    asyncio.run(sit())


async def plays_on(
    sitting: Sitting, seats: tuple[int, ...], wanted: Callable[[Sitting, int], bool]
) -> int:
    """Play the first option until this is so for a seat that is asked; that seat."""
    for number in range(400):
        for seat in seats:
            ask = sitting.ask(seat)
            if ask.is_mine:
                if wanted(sitting, seat):
                    return seat
                await sitting.answers(seat, ask.options[number % len(ask.options)].text)
    raise AssertionError("that never came")


def one_answer(sitting: Sitting, seat: int) -> bool:
    return len(sitting.ask(seat).options) == 1


def obvious(sitting: Sitting, seat: int) -> bool:
    """Whether the page of this seat was told that it may answer by itself."""
    shown: SceneUpdate = sitting.shown(seat)
    assert shown.scene.ask is not None
    return shown.scene.ask.obvious


@pytest.mark.parametrize("game", ["aristeia", "attack-chart", "robot-empire"])
def test_against_bots_whatever_has_one_answer_passes(game: str, tmp_path: Path) -> None:
    async def play(sitting: Sitting) -> None:
        seat = await plays_on(sitting, (0,), one_answer)
        assert obvious(sitting, seat)

    at_a_table(tmp_path, "person", "random", game=game, play=play)


def test_where_there_is_something_to_decide_nothing_passes(tmp_path: Path) -> None:
    async def play(sitting: Sitting) -> None:
        seat = await plays_on(sitting, (0,), lambda at, who: not one_answer(at, who))
        assert not obvious(sitting, seat)

    at_a_table(tmp_path, "person", "random", game="attack-chart", play=play)


@pytest.mark.parametrize("game", ["aristeia", "robot-empire"])
def test_where_hands_are_hidden_nothing_passes_against_people(game: str, tmp_path: Path) -> None:
    async def play(sitting: Sitting) -> None:
        seat = await plays_on(sitting, (0, 1), one_answer)
        assert not obvious(sitting, seat)

    at_a_table(tmp_path, "person", "guest", game=game, play=play)


def test_nobody_hands_over_to_people_without_a_click(tmp_path: Path) -> None:
    async def play(sitting: Sitting) -> None:
        async def one(passes: bool) -> int:
            return await plays_on(
                sitting, (0, 1), lambda at, who: one_answer(at, who) and obvious(at, who) == passes
            )

        seat = await one(passes=False)
        await sitting.answers(seat, sitting.ask(seat).options[0].text)
        assert sitting.match.waiting != (seat,), "it would have been asked on"
        seat = await one(passes=True)
        await sitting.answers(seat, sitting.ask(seat).options[0].text)
        assert sitting.match.waiting == (seat,)

    at_a_table(tmp_path, "person", "guest", game="attack-chart", play=play)


def test_anyone_who_takes_back_goes_past_what_could_not_be_answered_otherwise(
    tmp_path: Path,
) -> None:
    async def play(sitting: Sitting) -> None:
        def decided_before(at: Sitting, who: int) -> bool:
            past = at.match.record.past
            return one_answer(at, who) and bool(past) and past[-1].seat == who

        seat = await plays_on(sitting, (0,), decided_before)
        number = sitting.ask(seat).number
        await sitting.answers(seat, sitting.ask(seat).options[0].text)
        await sitting.undoes(seat)
        assert sitting.ask(seat).number < number
        assert not one_answer(sitting, seat), "else it would pass again, and nothing was undone"
        record = sitting.match.record
        assert not may_pass(record, sitting.match.viewers.persons, Seat(seat))

    at_a_table(tmp_path, "person", "random", game="attack-chart", play=play)


def test_what_is_taken_back_is_said_before_and_to_those_who_have_to_agree(tmp_path: Path) -> None:
    async def play(sitting: Sitting) -> None:
        for _ in range(3):
            for seat in (0, 1):
                while sitting.ask(seat).is_mine:
                    await sitting.answers(seat, sitting.ask(seat).options[0].text)
        (asked,) = sitting.match.waiting
        other = 1 - asked
        undo = sitting.shown(asked).undo
        assert undo is not None and undo.seat == asked
        assert undo.agree == (other,)
        assert dict(undo.others)[other] > 0, "the other's turn would go with it"
        assert undo.text in sitting.log(None)
        await sitting.undoes(asked)
        (wanted,) = [said.what for said in sitting.told[other] if hasattr(said, "what")]
        assert wanted == undo

    at_a_table(tmp_path, "person", "guest", game="attack-chart", play=play)
