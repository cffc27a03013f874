"""Each reading of the rulings that a match can change: what it allows, and where it stops."""

from __future__ import annotations

import pytest

from gattai.games.aegis.events.attack import UnitShoved
from gattai.games.aegis.figures import output
from gattai.games.aegis.state import Rulings
from tests.games.aegis.table import Battle, action, battle, place


def boosted(reading: str, ep: int, *rolls: int) -> int:
    """The output of an ally with so much after a Boost of Power 5, or 2 dice of it."""
    charge = action("Charge", 2, 3, power=5, type="boost", distance=3)
    game = battle(rulings=Rulings(energy_boost=reading))  # type: ignore[arg-type]
    game.red("u", charge, at=(0, 0)).red("a", at=(1, 0), ep=ep).blue("e", at=(6, 0))
    game.uses("u", "Charge", "a").rolls(*rolls).ends()
    return output(game.state, game.unit("a"))


@pytest.mark.rule("AEGIS.AMB.BOOST-TO-BY", "AEGIS.EFFECT.BOOST")
@pytest.mark.reading("energy-boost=by", "energy-boost=to")
@pytest.mark.parametrize(("reading", "then"), [("by", 3 + 5 + 5), ("to", 5)])
def test_a_boost_adds_its_power_or_sets_it(reading: str, then: int) -> None:
    assert boosted(reading, 3, 3, 6) == then


@pytest.mark.rule("AEGIS.AMB.BOOST-TO-BY", "AEGIS.EFFECT.BOOST")
@pytest.mark.reading("energy-boost=to")
def test_a_boost_to_the_power_lowers_nobody_and_needs_a_success() -> None:
    assert boosted("to", 7, 3, 6) == 7
    assert boosted("to", 5, 3, 6) == 5
    assert boosted("to", 3, 1, 2) == 3


def rammed(reading: str, integrity: int) -> Battle:
    """A unit that FRC strikes for 2, with another one two hexes behind it."""
    ram = action("Ram", 1, 2, power=2, distance=4, attributes="FRC")
    game = battle(rulings=Rulings(push_destroyed=reading))  # type: ignore[arg-type]
    game.red("u", ram, at=(0, 0)).blue("e", at=(1, 0), integrity=integrity)
    game.blue("wall", at=(2, 0))
    game.uses("u", "Ram", "e").rolls(2).ends()
    return game


@pytest.mark.rule("AEGIS.AMB.PUSH-DESTROYED", "AEGIS.ATTR.FRC", "AEGIS.ACTION.DESTROY")
@pytest.mark.reading("push-destroyed=pushed", "push-destroyed=stays")
@pytest.mark.parametrize(("reading", "hurt"), [("pushed", 1), ("stays", 0)])
def test_a_unit_brought_to_0_is_pushed_or_not(reading: str, hurt: int) -> None:
    game = rammed(reading, integrity=2)
    assert game.unit("e").at is None
    assert game.unit("wall").damage == hurt


@pytest.mark.rule("AEGIS.AMB.PUSH-DESTROYED", "AEGIS.EFFECT.PUSH", "AEGIS.EFFECT.PULL")
@pytest.mark.reading("push-destroyed=stays")
@pytest.mark.parametrize(("kind", "to"), [("push", (3, 0)), ("pull", (1, 0))])
@pytest.mark.parametrize(("damage", "moves"), [(5, True), (6, False)])
def test_a_unit_without_integrity_stays_where_it_is(
    kind: str, to: tuple[int, int], damage: int, moves: bool
) -> None:
    shove = action("Shove", 1, 2, type=kind, distance=4)
    game = battle(rulings=Rulings(push_destroyed="stays")).red("u", shove, at=(0, 0))
    game.blue("e", at=(2, 0), damage=damage).uses("u", "Shove", "e").rolls(2).ends()
    shoved = [event.to for event in game.told if isinstance(event, UnitShoved)]
    assert shoved == ([place(*to)] if moves else [])


@pytest.mark.rule("AEGIS.AMB.PUSH-DESTROYED", "AEGIS.ATTR.FRC")
@pytest.mark.reading("push-destroyed=stays")
def test_a_unit_that_lives_is_pushed_in_either_reading() -> None:
    assert rammed("stays", integrity=6).unit("wall").damage == 1
