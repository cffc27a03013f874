"""A study ends as soon as its answer is sure, at the same pair however it was played."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gattai.lab.plan import made
from gattai.lab.study import BadStudy, Study, StudySide, StudyStop, read
from tests.lab.asking import played, study, versus


def ending(asked: Study, at: str) -> Study:
    return msgspec.structs.replace(asked, stop=StudyStop(at))


def test_a_study_ends_when_its_answer_is_sure_and_keeps_no_pair_beyond(tmp_path: Path) -> None:
    asked = ending(versus(400), "difference of 10 % in 'won' decided either way, error 5 %")
    folder = played(tmp_path / "one", asked)
    ended = folder.ended()
    assert ended is not None and ended.why == "decided: there is more of won"
    assert ended.pairs < 200
    assert folder.frame()["pair"].max() == ended.pairs - 1
    assert folder.status().pairs == ended.pairs


def test_equal_rules_are_called_the_same(tmp_path: Path) -> None:
    asked = ending(study(400, b=StudySide()), "difference of 20 % in 'won'")
    ended = played(tmp_path / "one", asked).ended()
    assert ended is not None and ended.why == "decided: no difference of 20 % in won"


def test_a_sentence_that_cannot_be_read_is_reported_before_anything_is_played() -> None:
    with pytest.raises(BadStudy, match=r"stop.at: .*how large a difference"):
        read('game = "attack-chart"\n[stop]\nat = "difference of much in won"\n')


def test_what_is_not_measured_cannot_end_a_study(tmp_path: Path) -> None:
    asked = ending(study(4, b=StudySide()), "difference of 1 in 'lengths'")
    with pytest.raises(BadStudy, match="lengths is not among the metrics"):
        played(tmp_path / "one", asked)
    assert made(asked).pairs == 4
