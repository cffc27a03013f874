"""The ladder of bots says what the leagues found, and nothing else."""

from __future__ import annotations

from bench.ladder import LEVELS, PAGE, kept, page, thinking


def test_the_page_follows_from_what_was_played() -> None:
    assert PAGE.read_text("utf-8") == page(kept()), "python -m bench.ladder page"


def test_every_league_has_every_level() -> None:
    ladders = kept()
    assert ladders
    for each in ladders:
        assert {step.bot for step in each.steps} == {*LEVELS}
        assert len(each.met) == len(LEVELS) * (len(LEVELS) - 1) // 2


def test_what_decisions_take_is_ordered() -> None:
    half, most, nearly_all = thinking("attack-chart", "random")
    assert 0 <= half <= most <= nearly_all
