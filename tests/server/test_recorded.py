"""The recorded first steps of lessons."""

from __future__ import annotations

import pytest

from gattai import games
from gattai.server.page.recorded import MAX_ANSWERS, recorded
from gattai.server.table.lessons import fits, lesson_of


@pytest.mark.parametrize("game", games.names())
def test_the_first_steps_of_a_lesson_are_recorded_the_same_way_every_time(game: str) -> None:
    lesson, found = lesson_of(games.load(game)), recorded(game)
    assert lesson is not None
    assert len(found.steps) == MAX_ANSWERS + 1
    wanted = [part.wanted for part in lesson.part if part.say]
    for step, allowed in zip(found.steps[:-1], wanted, strict=False):
        ask = step.shown.scene.ask
        assert ask is not None
        assert ask.is_mine
        assert all(fits(option.text, allowed) for option in ask.options)
        assert step.answer in {option.text for option in ask.options}
        assert {reply.number for reply in step.replies} == {ask.number}
    assert [step.shown.whole for step in found.steps] == [True] + [False] * MAX_ANSWERS
    assert found.steps[-1].answer == ""
    assert recorded(game) == found
