"""Bots add floats from left to right, so that they play alike in every version of Python.

Since Python 3.12 the builtin `sum` rounds floats differently. This test replaces it while bots
play, so it also finds a sum that no list of functions names.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable
from typing import Any

import pytest

from bench.bots import played
from gattai import games
from gattai.odds.floats import float_sum

ANSWERS = {"greedy": 60, "veteran": 20, "policy": 100}
OWN = ("gattai.bots", "gattai.odds", "gattai.games", "gattai.kernel", "gattai.tabletop")


@pytest.fixture
def summed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The functions that add floats with the builtin."""
    found: set[str] = set()
    add = builtins.sum

    def spy(values: Iterable[Any], /, start: Any = 0) -> Any:
        values = [*values]
        caller = sys._getframe(1)
        module = caller.f_globals["__name__"]
        if module.startswith(OWN) and any(type(each) is float for each in (*values, start)):
            found.add(f"{module}, {caller.f_code.co_name}, line {caller.f_lineno}")
        return add(values, start)

    monkeypatch.setattr(builtins, "sum", spy)
    return found


@pytest.mark.parametrize("player", ANSWERS)
@pytest.mark.parametrize("game", games.names())
def test_bots_add_floats_from_left_to_right(game: str, player: str, summed: set[str]) -> None:
    played(player, game, 1, ANSWERS[player])
    assert not summed, "use float_sum of gattai.odds.floats"


def test_the_spy_sees_a_sum_of_floats(summed: set[str]) -> None:
    space = {"__name__": "gattai.bots.planted"}
    exec("def f(): return sum([0.5, 1])", space)
    exec("def g(): return sum([1, 2])", space)
    eval("f(), g()", space)
    assert summed == {"gattai.bots.planted, f, line 1"}


def test_a_float_sum_rounds_after_each_addition() -> None:
    assert float_sum([1e16, 1.0, -1e16]) == 0.0 == float_sum([])
