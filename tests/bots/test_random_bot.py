"""The random bot: every option, equally likely, the same for the same seed, seat and question."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from gattai import games
from gattai.bots import registry
from gattai.bots.random_bot import RandomBot
from gattai.bots.registry import UnknownPlayer
from gattai.kernel.position import apply, asked, begin, observe
from gattai.kernel.question import Choose, Seat

RULES = games.load("attack-chart")


def asking() -> tuple[Any, Choose]:
    """Blue has won the roll-off and deploys."""
    position = apply(RULES, begin(RULES), (9, 0)).position
    question = asked(RULES, position)
    assert isinstance(question, Choose)
    return observe(RULES, position, question.seat), question


def test_it_takes_an_option_that_is_offered() -> None:
    seen, question = asking()
    for number in range(50):
        assert registry.make("random", "7").answer(seen, question, number) in question.options


def test_the_same_seed_seat_and_number_give_the_same_answer() -> None:
    seen, question = asking()
    first = [registry.make("random", "7").answer(seen, question, n) for n in range(20)]
    again = registry.make("random", "7")
    assert [again.answer(seen, question, n) for n in reversed(range(20))] == first[::-1]
    assert [registry.make("random", "8").answer(seen, question, n) for n in range(20)] != first


def test_how_far_others_have_looked_into_the_options_makes_no_difference() -> None:
    seen, question = asking()
    fresh = registry.make("random", "7").answer(seen, question, 3)
    assert len(question.options) == 216  # now the lazy options have been worked out
    assert registry.make("random", "7").answer(seen, question, 3) == fresh


def test_each_option_is_as_likely() -> None:
    seen, question = asking()
    few = Choose(Seat(0), ("a", "b", "c"), question.rule)
    from msgspec.structs import replace

    seen = replace(seen, question=replace(seen.question, options=("a", "b", "c")))
    bot = RandomBot(random.Random, "x")
    counts = Counter(bot.answer(seen, few, n) for n in range(3_000))
    assert set(counts) == {"a", "b", "c"}
    assert min(counts.values()) > 850


def test_an_unknown_player_is_reported_with_the_nearest() -> None:
    with pytest.raises(UnknownPlayer, match="did you mean 'person'"):
        registry.check("persn")
    with pytest.raises(UnknownPlayer, match="there are person, greedy, policy, random"):
        registry.make("zzz", "1")


def test_the_names_are_known() -> None:
    wanted = ("person", "greedy", "policy", "random", "search", "rookie", "veteran", "ace")
    assert registry.names() == wanted
    assert tuple(registry.kinds()) == wanted[1:]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("search:speed=3", "no setting 'speed'; it has iterations"),
        ("search:iterations=many", "is a number"),
        ("ace:seconds=-1", "is a number"),
        ("ace:seconds=nan", "is a number"),
        ("search:iterations=0", "needs iterations, rollouts or seconds"),
        ("random:x=1", "it has none"),
    ],
)
def test_a_setting_that_cannot_be_is_reported(name: str, why: str) -> None:
    with pytest.raises(UnknownPlayer, match=why):
        registry.check(name)


def test_settings_follow_the_name() -> None:
    assert registry.check("search:iterations=9:horizon=1") == "search:iterations=9:horizon=1"
