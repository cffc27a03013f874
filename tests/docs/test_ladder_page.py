"""The ladder of bots says what the meetings found, and nothing else."""

from __future__ import annotations

from bench.ladder import GAMES, MEETINGS, PAGE, kept, page, thinking


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
