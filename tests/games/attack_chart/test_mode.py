"""Formula or Chart: chosen once, before play, for everybody."""

from __future__ import annotations

import pytest

from gattai.games.attack_chart.actions import ChooseMethod
from gattai.games.attack_chart.attack.needed import Method
from gattai.games.attack_chart.state import State
from gattai.kernel.position import GamePosition, apply, asked, begin
from gattai.kernel.question import Choose, Roll
from gattai.kernel.rulebook import Refused
from tests.games.attack_chart.table import RULES, firefight, unit, weapon

RULE = "ATTACK-CHART.MODE.CHOOSE-ONCE"
METHODS = (ChooseMethod("formula"), ChooseMethod("chart"))


def beginning(method: str) -> GamePosition[State]:
    return begin(RULES, {"method": method})


@pytest.mark.rule("ATTACK-CHART.MODE.CHOOSE-ONCE")
def test_the_players_may_be_asked_for_the_method_before_anything_else() -> None:
    question = asked(RULES, beginning("ask"))
    assert isinstance(question, Choose)
    assert (question.rule, tuple(question.options)) == (RULE, METHODS)


@pytest.mark.rule("ATTACK-CHART.MODE.CHOOSE-ONCE")
@pytest.mark.parametrize("method", ["formula", "chart"])
def test_the_method_chosen_is_the_method_in_use(method: Method) -> None:
    step = apply(RULES, beginning("ask"), ChooseMethod(method))
    assert step.position.state.method == method
    assert isinstance(step.question, Roll)
    assert step.events[0].describe(step.position.state).endswith("for the whole game")


@pytest.mark.rule("ATTACK-CHART.MODE.CHOOSE-ONCE")
@pytest.mark.parametrize("method", ["formula", "chart"])
def test_a_method_set_beforehand_is_not_asked_for(method: str) -> None:
    position = beginning(method)
    assert position.state.method == method
    assert isinstance(asked(RULES, position), Roll)


@pytest.mark.rule("ATTACK-CHART.MODE.CHOOSE-ONCE")
@pytest.mark.parametrize("requested", METHODS)
def test_the_method_cannot_be_chosen_again(requested: ChooseMethod) -> None:
    game = firefight("chart", round_now=2).blue(unit("one"), (2, 5)).red(unit("two"), (8, 5))
    (why,) = game.refuses(requested, "ATTACK-CHART.MODE.CHOOSE-ONCE")
    assert why.figures == (("method", "chart"),)
    game.activates("one")
    game.refuses(requested, "ATTACK-CHART.MODE.CHOOSE-ONCE")


@pytest.mark.rule("ATTACK-CHART.MODE.CHOOSE-ONCE")
def test_neither_can_it_be_chosen_during_the_roll_off() -> None:
    before = beginning("ask")
    assert [*METHODS[1].refusals(before.state)] == []
    position = apply(RULES, before, METHODS[0]).position
    assert [why.rule for why in METHODS[1].refusals(position.state)] == [RULE]
    with pytest.raises(Refused):
        apply(RULES, position, METHODS[1])


@pytest.mark.rule("ATTACK-CHART.MODE.CHOOSE-ONCE")
@pytest.mark.parametrize(("method", "code"), [("formula", "3+"), ("chart", "4+")])
def test_both_sides_use_the_same_method_in_every_round(method: Method, code: str) -> None:
    gun = weapon(power=5)
    game = firefight(method).blue(unit("one", gun, defence=4, hp=9), at=(2, 5))
    game.red(unit("two", gun, defence=4, hp=9), at=(8, 5))
    for shooter, target in (("one", "two"), ("two", "one"), ("two", "one"), ("one", "two")):
        game.activates(shooter).attacks("gun", target).rolls(0).ends(code=code).finishes()
    assert game.state.round == 3


@pytest.mark.rule("ATTACK-CHART.MODE.CHOOSE-ONCE")
def test_a_method_that_there_is_not_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="cannot be 'guess'; it is one of formula, chart, ask"):
        beginning("guess")
