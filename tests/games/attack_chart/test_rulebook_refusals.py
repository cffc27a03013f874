"""Every refusal is explained by a rule of the rulebook, in words, with figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from gattai.games.attack_chart.actions import Activate, Aim, Attack, Deploy, Move
from gattai.games.attack_chart.state import UnitId
from gattai.kernel.action import Action
from gattai.kernel.position import apply, begin
from gattai.kernel.rulebook import Refusal, Refused
from gattai.tabletop.hexes import offset
from tests.games.attack_chart.table import RULES, THICKETS, Firefight, firefight, unit, weapon


def busy_table() -> Firefight:
    """Everybody of the sample armies, some engaged, one in a thicket, one hidden, one destroyed."""
    game = firefight(field=THICKETS)
    game.blue("warden-squad", (7, 4)).blue("lancer-team", (6, 5)).blue("bulwark-walker", (2, 0))
    game.blue("oracle", None, hp=0)
    game.red("reaver-pack", (7, 5)).red("gunners", (9, 5)).red("gorehide", (16, 6))
    return game.red("swarm", (12, 5), activated=1)


TABLES: dict[str, Callable[[], Firefight]] = {
    "before anybody acts": busy_table,
    "an engaged unit acts": lambda: busy_table().activates("lancer-team"),
    "a unit acts far away": lambda: busy_table().activates("bulwark-walker"),
    "a unit has moved": lambda: busy_table().activates("bulwark-walker").moves((3, 0)),
    "a unit has withdrawn": lambda: busy_table().activates("lancer-team").moves((4, 5)),
    "a unit has attacked": lambda: (
        busy_table().activates("lancer-team").attacks("knife", "reaver-pack").rolls(0, 0, 0)
    ),
}


def refused(game: Firefight) -> Iterator[tuple[object, tuple[Refusal, ...]]]:
    """Every candidates action that is not offered, with the reasons that `apply` gives."""
    offered = {*game.options}
    for action in RULES.candidates(game.state):
        if action not in offered:
            with pytest.raises(Refused) as problem:
                apply(RULES, game.position, action)
            yield action, problem.value.refusals


@pytest.mark.parametrize("name", TABLES)
def test_every_refused_action_says_why_by_a_rule_of_this_rulebook(name: str) -> None:
    game = TABLES[name]().ends()
    count = 0
    for _, reasons in refused(game):
        count += 1
        assert reasons
        for why in reasons:
            assert why.rule in RULES.rulebook
            assert why.reason and why.reason[-1] not in ".!"
            assert why.reason != "that is not among the options here"
            assert str(why).endswith(f"[{why.rule}]")
    assert count > 1000


@pytest.mark.parametrize("name", TABLES)
def test_what_is_offered_is_exactly_what_nobody_refuses(name: str) -> None:
    game = TABLES[name]().ends()
    allowed = [a for a in RULES.candidates(game.state) if not [*RULES.refusals(game.state, a)]]
    # Fire divided among more than three targets is offered but not listed as candidates.
    assert {*allowed} == {a for a in game.options if not isinstance(a, Attack) or len(a.aims) < 4}


def reason(game: Firefight, action: Action) -> list[str]:
    return [str(why) for why in RULES.refusals(game.state, action)]


def test_a_target_out_of_range_tells_distance_and_range() -> None:
    game = firefight().blue(unit("one", weapon(inches=9)), (2, 5)).red(unit("two"), (8, 5))
    assert reason(game.activates("one"), game.attack("gun", "two")) == [
        "two is out of range of the Gun (inches away 12, Range 9) [ATTACK-CHART.SEQ.2-RANGE]"
    ]


def test_a_hex_out_of_reach_tells_distance_and_move() -> None:
    game = firefight().blue(unit("one", move=5), (2, 5)).red(unit("two"), (8, 5)).activates("one")
    assert reason(game, Move(offset(6, 5))) == [
        "no way to 4,5 is short enough (hexes away 4, Move in hexes 2) [ATTACK-CHART.HOUSE.MOVE]"
    ]


def test_models_that_do_not_add_up_tell_both_numbers() -> None:
    game = firefight().blue("lancer-team", (2, 5)).red(unit("two"), (8, 5)).activates("lancer-team")
    assert reason(game, game.attack("storm-rifle", {"two": 5})) == [
        "every model of the unit fires (models firing 5, models 3) [ATTACK-CHART.HOUSE.SPLIT]"
    ]


def test_an_occupied_hex_tells_who_stands_there() -> None:
    game = firefight().blue(unit("one"), (2, 5)).red(unit("two"), (4, 5)).activates("one")
    assert reason(game, Move(offset(4, 5))) == ["two stands on 2,5 [ATTACK-CHART.HOUSE.MOVE]"]


@pytest.mark.rule("ATTACK-CHART.SEQ.1-SELECT")
def test_a_unit_that_is_not_at_the_table_is_named_as_such() -> None:
    game = firefight().blue(unit("one"), (2, 5)).red(unit("two"), (8, 5))
    nobody = "there is no unit 9 at this table [ATTACK-CHART.SEQ.1-SELECT]"
    assert reason(game, Activate(UnitId(9))) == [nobody]
    game.activates("one")
    assert reason(game, Attack("gun", (Aim(UnitId(9), 1),))) == [nobody]
    deploying = Firefight(begin(RULES).state).rolls(9, 1)
    assert reason(deploying, Deploy(UnitId(9), offset(0, 0))) == [nobody]


def test_a_modifier_is_reported_beside_the_number() -> None:
    game = busy_table().activates("lancer-team").attacks("storm-rifle", "reaver-pack")
    game.rolls(9, 9, 2, 1, 0, 0).ends()
    assert game.volleys[0].describe(game.state) == (
        "Lancer Team: Storm Rifle on Reaver Pack, 6 dice needing 1+ -1: 3 succeed, 0 saved, "
        "3 HP lost"
    )


def test_all_reasons_are_given_and_not_only_the_first() -> None:
    game = busy_table().activates("lancer-team").moves((4, 5))
    rules = [why.rule for why in RULES.refusals(game.state, game.attack("knife", {"gunners": 2}))]
    assert rules == [
        "ATTACK-CHART.HOUSE.WITHDRAW",
        "ATTACK-CHART.HOUSE.MELEE-WEAPON",
        "ATTACK-CHART.HOUSE.SPLIT",
    ]


def test_every_event_is_reported_in_one_line_with_a_rule_of_this_rulebook() -> None:
    game = busy_table().activates("lancer-team")
    game.attacks("knife", "reaver-pack").rolls(9, 3, 2).rolls(8, 0)
    for event in game.ends().told:
        assert event.rule in RULES.rulebook
        line = event.describe(game.state)
        assert line and "\n" not in line
    assert game.told[-2].describe(game.state) == (
        "Lancer Team: Knife on Reaver Pack, 3 dice needing 3+: 2 succeed, 1 saved, 1 HP lost"
    )
