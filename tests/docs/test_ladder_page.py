"""The ladder page is made from the stored results of the matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import ladder
from bench.ladder import GAMES, MEETINGS, PAGE, kept, page, thinking
from gattai.lab.asking.played import play
from gattai.lab.runners.here import Here


def test_the_page_follows_from_what_was_played() -> None:
    assert PAGE.read_text("utf-8") == page(kept()), "python -m bench.ladder page"


def test_every_game_has_a_ladder_with_every_level() -> None:
    ladders = kept()
    assert {each.game for each in ladders} == {*GAMES}
    for each in ladders:
        assert {(met.one, met.other) for met in each.met} == {*MEETINGS}
        assert {step.bot for step in each.steps} == {name for both in MEETINGS for name in both}


def test_what_decisions_take_is_ordered() -> None:
    half, most, nearly_all = thinking("attack-chart", "random")
    assert 0 <= half <= most <= nearly_all


def test_what_was_not_played_again_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "thinking", lambda game, bot: (1.0, 2.0, 3.0))
    folder = tmp_path / "attack-chart" / "greedy-random"
    play(ladder.meeting("attack-chart", "greedy", "random", 2), folder, Here)
    before = ladder.Ladder(
        "attack-chart",
        "Attack Chart",
        "ladder",
        1,
        (ladder.Step("greedy", 0, 0, 0, (9, 9, 9)), ladder.Step("rookie", 0, 0, 0, (7, 7, 7))),
        (
            ladder.Met("greedy", "random", 8, 0.9, 0.1, 1.0),
            ladder.Met("greedy", "rookie", 20, 0.6, 0.2, 0.9),
        ),
        "as it was",
    )
    found = ladder.summed("attack-chart", tmp_path, before)
    assert found is not None and found.note == "as it was"
    again, stayed = found.met
    assert again.games == 4 and sum(again.pairs) == 2 and again.shares.mean() == again.share
    assert stayed == before.met[1] and [*stayed.shares] == [0] * 4 + [1] * 6
    times = {step.bot: step.milliseconds for step in found.steps}
    assert times == {"greedy": (1, 2, 3), "random": (1, 2, 3), "rookie": (7, 7, 7)}


def test_without_a_game_there_is_no_ladder(tmp_path: Path) -> None:
    assert ladder.summed("attack-chart", tmp_path) is None
