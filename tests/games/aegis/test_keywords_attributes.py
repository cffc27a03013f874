"""Attributes of Actions: each does what it says, and nothing where it should not."""

from __future__ import annotations

import pytest

from gattai.games.aegis.state import RED
from tests.games.aegis.table import GUN, Battle, action, battle, effect


def shot(attributes: str, *faces: int, accuracy: int = 4, **target: object) -> int:
    """What an Action with these attributes and dice leaves of a target with Integrity 6."""
    gun = action("Gun", len(faces), accuracy, distance=4, attributes=attributes)
    game = battle().red("u", gun, at=(0, 0)).blue("e", at=(2, 0), **target)
    return game.uses("u", "Gun", "e").rolls(*faces).ends().left("e")


@pytest.mark.rule("AEGIS.ATTR.AA", "AEGIS.AMB.AA-JET")
@pytest.mark.parametrize(
    ("passives", "left"), [((), 4), (("Flight",), 3), (("Jet 2",), 3), (("Evade 1",), 5)]
)
def test_anti_air_adds_one_against_flyers_alone(passives: tuple[str, ...], left: int) -> None:
    assert shot("AA", 4, 5, passives=passives) == left


@pytest.mark.rule("AEGIS.ATTR.AA")
def test_anti_air_adds_nothing_to_a_miss() -> None:
    assert shot("AA", 3, 3, passives=("Flight",)) == 6


@pytest.mark.rule("AEGIS.ATTR.CRT", "AEGIS.AMB.CRT-NUMBER")
@pytest.mark.parametrize(
    ("faces", "evade", "left"), [((4, 4), 0, 2), ((5, 6), 0, 4), ((4, 5), 1, 4), ((3, 3), 0, 6)]
)
def test_critical_adds_one_for_each_die_exactly_on_the_number_as_altered(
    faces: tuple[int, int], evade: int, left: int
) -> None:
    passives = (f"Evade {evade}",) if evade else ()
    assert shot("CRT", *faces, passives=passives) == left


@pytest.mark.rule("AEGIS.ATTR.AP", "AEGIS.AMB.AP-LINE")
def test_piercing_goes_on_behind_the_target_up_to_its_distance() -> None:
    lance = action("Lance", distance=4, attributes="AP")
    game = battle().red("u", lance, at=(0, 0)).blue("front", at=(1, 0)).blue("t", at=(2, 0))
    game.red("behind", at=(4, 0)).blue("beyond", at=(5, 0)).blue("side", at=(2, 1))
    assert game.area("u", "Lance", "t") == ["behind", "t"]
    assert game.area("u", "Lance", "side") == ["side"]


@pytest.mark.rule("AEGIS.ATTR.AP")
def test_piercing_stops_at_terrain() -> None:
    lance = action("Lance", distance=4, attributes="AP")
    game = battle(terrain=[(3, 0)]).red("u", lance, at=(0, 0)).blue("t", at=(2, 0))
    game.blue("behind", at=(4, 0))
    assert game.area("u", "Lance", "t") == ["t"]


@pytest.mark.rule("AEGIS.ATTR.FRC", "AEGIS.AMB.FRC-DISTANCE")
@pytest.mark.parametrize(("faces", "to"), [((4, 4), (4, 0)), ((4, 3), (3, 0)), ((3, 3), (2, 0))])
def test_force_pushes_by_power_for_each_success_whatever_the_damage(
    faces: tuple[int, int], to: tuple[int, int]
) -> None:
    ram = action("Ram", 2, 4, distance=4, attributes="FRC CRT")
    game = battle().red("u", ram, at=(0, 0))
    game.blue("e", at=(2, 0), effects=(effect("DEF", 9),))
    game.uses("u", "Ram", "e").rolls(*faces).ends(e=6)
    assert game.at("e") == to


@pytest.mark.rule("AEGIS.ATTR.AIM")
@pytest.mark.parametrize(("attributes", "needs"), [("AIM", 4), ("", 6)])
def test_aimed_actions_keep_the_printed_number(attributes: str, needs: int) -> None:
    gun = action("Gun", distance=4, attributes=attributes)
    game = battle().red("u", gun, at=(0, 0), effects=(effect("ACC", -1),))
    game.blue("e", at=(2, 0), passives=("Evade 1", "Range Evade 1"), effects=(effect("EVA", 1),))
    assert game.needs("u", "Gun", "e").total == needs


@pytest.mark.rule("AEGIS.ATTR.HVY", "AEGIS.AMB.HVY-FORCED")
def test_heavy_actions_are_refused_after_a_move_only() -> None:
    cannon = action("Cannon", distance=6, attributes="HVY")
    game = battle().red("u", cannon, at=(0, 0)).blue("e", at=(3, 0))
    assert game.may(game.use("u", "Cannon", "e"))
    game.moves("u", (0, 1)).refuses(game.use("u", "Cannon", "e"), "AEGIS.ATTR.HVY")


@pytest.mark.rule("AEGIS.ATTR.ARC")
@pytest.mark.parametrize("attributes", ["ARC", ""])
def test_arcing_actions_alone_reach_behind_terrain(attributes: str) -> None:
    gun = action("Gun", distance=4, attributes=attributes)
    game = battle(terrain=[(1, 0)]).red("u", gun, at=(0, 0)).blue("e", at=(3, 0))
    assert game.may(game.use("u", "Gun", "e")) == (attributes == "ARC")


def struck(attributes: str, face: int) -> Battle:
    """Blue's turn after an Action with these attributes and this die."""
    snare = action("Snare", 1, 4, distance=4, attributes=attributes)
    game = battle().red("u", snare, at=(0, 0)).blue("e", GUN, at=(3, 0))
    return game.uses("u", "Snare", "e").rolls(face).ends().ends_turn()


@pytest.mark.rule("AEGIS.ATTR.STN", "AEGIS.AMB.STN-SCOPE")
def test_stun_bars_moving_and_nothing_else() -> None:
    game = struck("STN", 4)
    game.refuses(game.move("e", (4, 0)), "AEGIS.ATTR.STN")
    assert game.may(game.use("e", "Gun", "u"))
    assert struck("STN", 3).may(game.move("e", (4, 0)))


@pytest.mark.rule("AEGIS.ATTR.DSA")
def test_disarm_bars_actions_and_not_moving() -> None:
    game = struck("DSA", 4)
    game.refuses(game.use("e", "Gun", "u"), "AEGIS.ATTR.DSA")
    assert game.may(game.move("e", (4, 0)))
    assert struck("DSA", 3).may(game.use("e", "Gun", "u"))


@pytest.mark.rule("AEGIS.ATTR.LHT", "AEGIS.AMB.LHT-COUNT")
def test_light_actions_come_besides_move_and_action_each_once() -> None:
    needle = action("Needle", distance=5, attributes="LHT")
    pin = action("Pin", distance=5, attributes="LHT")
    game = battle().red("u", needle, pin, GUN, at=(0, 0), level=3).blue("e", at=(3, 0))
    game.uses("u", "Needle", "e").rolls(1).moves("u", (0, 1)).uses("u", "Gun", "e").rolls(1)
    game.refuses(game.use("u", "Needle", "e"), "AEGIS.TURN.ACT-ORDER")
    game.uses("u", "Pin", "e").rolls(1)
    game.refuses(game.move("u", (0, 0)), "AEGIS.MOVE.SINGLE")


@pytest.mark.rule("AEGIS.ATTR.RCH", "AEGIS.AMB.RCH-WINDOW")
def test_recharge_rests_this_full_turn_and_the_next() -> None:
    rocket = action("Rocket", distance=6, attributes="RCH")
    game = battle().red("u", rocket, at=(0, 0)).blue("e", GUN, at=(3, 0))
    game.uses("u", "Rocket", "e").rolls(1).ends_turn().moves("e", (3, 1)).ends_turn()
    refusal = game.refuses(game.use("u", "Rocket", "e"), "AEGIS.ATTR.RCH")[0]
    assert refusal.figures == (("used in own turn", 2), ("now", 3), ("free from", 4))
    game.moves("u", (0, 1)).ends_turn().moves("e", (3, 0)).ends_turn()
    game.uses("u", "Rocket", "e").rolls(4).ends(e=5)


@pytest.mark.rule("AEGIS.ATTR.XPO", "AEGIS.AMB.XPO-SPLASH")
def test_actions_that_target_the_exposed_are_critical_but_not_the_one_that_exposes() -> None:
    assert shot("XPO", 4, 4) == 4
    assert shot("", 4, 4, effects=(effect("XPO", until=RED),)) == 2
    assert shot("CRT", 4, 4, effects=(effect("XPO", until=RED),)) == 2
    assert shot("", 5, 5, effects=(effect("XPO", until=RED),)) == 4


@pytest.mark.rule("AEGIS.ATTR.XPO")
def test_an_exposed_unit_in_a_radius_gives_nothing() -> None:
    wave = action("Wave", 2, 4, radius=2)
    game = battle().red("u", wave, at=(0, 0)).blue("e", at=(1, 0), effects=(effect("XPO"),))
    game.uses("u", "Wave").rolls(4, 4).ends(e=4)
