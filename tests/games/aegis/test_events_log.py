"""What the log says of an Action: the numbers it needs before the dice, and how damage comes about."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import DivideDamage
from gattai.games.aegis.events.attack import DamageTaken, NumbersNeeded
from gattai.games.aegis.state import UnitId
from gattai.kernel.event import witness
from tests.games.aegis.table import GUN, Battle, action, battle, effect


def lines(game: Battle) -> list[str]:
    """What was told of numbers and of damage since the last action was begun."""
    return [e.describe(game.state) for e in game.told if isinstance(e, NumbersNeeded | DamageTaken)]


@pytest.mark.rule("AEGIS.DICE.ACCURACY", "AEGIS.PASSIVE.EVADE")
def test_before_the_dice_stands_what_each_needs_and_why() -> None:
    game = battle().red("u", action("Gun", 2, 3, power=2, distance=6), at=(0, 0))
    game.blue("e", at=(3, 0), passives=("Evade 1", "Vector Evade 5")).uses("u", "Gun", "e")
    needs = "4+ on each die (Accuracy 3, +1 Evade 1; dice showing 5 fail)"
    assert lines(game) == [f"u: Gun needs {needs}; damage 2 for each success"]


@pytest.mark.rule("AEGIS.DICE.ACCURACY", "AEGIS.DICE.ALL")
def test_what_is_printed_and_nothing_changes_is_not_itemised() -> None:
    game = battle().red("u", action("Gun", 2, 3, mode="all", distance=6), at=(0, 0))
    game.blue("e", at=(3, 0)).uses("u", "Gun", "e")
    assert lines(game) == ["u: Gun needs 3+ on all dice; damage 1 if all succeed"]


@pytest.mark.rule("AEGIS.DICE.PER-UNIT")
def test_units_that_need_the_same_are_named_together() -> None:
    bomb = action("Bomb", 1, 3, distance=6, radius=1)
    game = battle().red("u", bomb, at=(0, 0)).blue("e", at=(4, 0), passives=("Evade 2",))
    game.blue("f", at=(5, 0)).blue("g", at=(4, 1)).uses("u", "Bomb", "e")
    against = "5+ on each die against e (Accuracy 3, +2 Evade 2) and 3+ on each die against f and g"
    assert lines(game) == [f"u: Bomb needs {against}; damage 1 for each success"]


def struck(*faces: int, integrity: int = 9, attributes: str = "", **fields: object) -> str:
    """The line of damage of three dice that need a 4."""
    gun = action("Gun", 3, 4, power=2, distance=6, attributes=attributes)
    game = battle().red("u", gun, at=(0, 0)).blue("e", at=(3, 0), integrity=integrity, **fields)
    return lines(game.uses("u", "Gun", "e").rolls(*faces))[-1]


@pytest.mark.rule("AEGIS.ACTION.STEPS", "AEGIS.EFFECT.DAMAGE")
def test_one_success_is_one_number_and_several_are_counted() -> None:
    assert struck(1, 1, 5) == "e takes 2 damage"
    assert struck(1, 6, 5) == "e takes 4 damage (4 for 2 successes of Power 2)"


@pytest.mark.rule(
    "AEGIS.ACTION.STEPS", "AEGIS.EFFECT.DAMAGE", "AEGIS.ATTR.CRT", "AEGIS.ATTR.AA", "AEGIS.MOD.DEF"
)
def test_whatever_adds_and_softens_is_named() -> None:
    said = struck(1, 4, 5, attributes="CRT AA", passives=("Flight",), effects=(effect("DEF", 1),))
    terms = "4 for 2 successes of Power 2, +1 for 1 exactly on the number, +1 Anti-Air against a"
    assert said == f"e takes 5 damage ({terms} flyer, -1 Defense of e)"
    assert struck(1, 1, 5, attributes="CRT") == "e takes 2 damage (2 for 1 success of Power 2)"


@pytest.mark.rule("AEGIS.ACTION.STEPS", "AEGIS.EFFECT.DAMAGE")
def test_damage_beyond_what_is_left_is_reported_as_dealt() -> None:
    assert struck(4, 5, 5, integrity=3) == "e takes 3 damage of 6 (6 for 3 successes of Power 2)"


@pytest.mark.rule("AEGIS.ACTION.STEPS", "AEGIS.ATTR.XPO")
def test_against_an_exposed_unit_exact_dice_are_named_whatever_the_action() -> None:
    said = struck(1, 4, 1, effects=(effect("XPO"),))
    assert said == "e takes 3 damage (2 for 1 success of Power 2, +1 for 1 exactly on the number)"


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_a_share_is_reported_as_a_share_of_the_whole() -> None:
    spray = action("Spray", 3, 4, distance=6, radius=1, attributes="DIV AA")
    game = battle().red("u", spray, at=(0, 0)).blue("e", at=(4, 0))
    game.blue("f", at=(5, 0), passives=("Flight",)).uses("u", "Spray", "e").rolls(4, 5, 6)
    game.answers(DivideDamage(((UnitId(1), 1), (UnitId(2), 2))))
    assert lines(game)[-2:] == [
        "e takes 1 damage (1 as its share of 3)",
        "f takes 3 damage (2 as its share of 3, +1 Anti-Air against a flyer)",
    ]


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_damage_that_falls_to_one_alone_is_reported_by_its_dice() -> None:
    spray = action("Spray", 3, 4, distance=6, radius=1, attributes="DIV")
    game = battle().red("u", spray, at=(0, 0)).blue("e", at=(4, 0)).uses("u", "Spray", "e")
    assert lines(game.rolls(4, 5, 6))[-1] == "e takes 3 damage (3 for 3 successes of Power 1)"


def test_what_only_explains_does_not_count_in_the_checks_of_a_transcript() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0)).uses("u", "Gun", "e")
    kept = witness(tuple(game.told))
    assert "NumbersNeeded" not in kept and "ActionUsed" in kept
    plain = DamageTaken(rule="AEGIS.EFFECT.DAMAGE", unit=UnitId(1), amount=2)
    assert "terms" not in witness((plain,))
