"""Each reading of the rulings that a match can change: what it allows, and where it stops."""

from __future__ import annotations

import pytest

from tests.games.robot_empire.table import Game


def blocked(reading: str, *blockers: str, attack: int = 9) -> Game:
    """An attacker against one blocker or two, everybody blocking."""
    game = Game.laid(
        phase="attackers",
        cobalt={"units": [f"{attack}/9 as=foe"]},
        crimson={"units": [f"{points} as=guard-{n}" for n, points in enumerate(blockers)]},
        rulings={"overflow": reading},
    )
    game.do("attack foe crimson", "next")
    return game.do(*(f"block guard-{n} foe" for n in range(len(blockers))))


@pytest.mark.rule("ROBOT-EMPIRE.AMB.TRAMPLE", "ROBOT-EMPIRE.DMG.BLOCKED")
@pytest.mark.reading("overflow=lost")
def test_damage_left_over_is_lost() -> None:
    game = blocked("lost", "1/2")
    assert game.state.players[1].battery == 20
    assert game.place_of("guard-0") == "pile"


@pytest.mark.rule("ROBOT-EMPIRE.AMB.TRAMPLE", "ROBOT-EMPIRE.DMG.BLOCKED")
@pytest.mark.reading("overflow=battery")
def test_damage_left_over_hits_the_battery() -> None:
    game = blocked("battery", "1/2")
    assert game.state.players[1].battery == 20 - (9 - 2)
    assert game.place_of("guard-0") == "pile"


@pytest.mark.rule("ROBOT-EMPIRE.AMB.TRAMPLE", "ROBOT-EMPIRE.DMG.BLOCKED")
@pytest.mark.reading("overflow=battery")
def test_nothing_is_left_over_while_a_blocker_stands() -> None:
    just_enough = blocked("battery", "1/9")
    assert just_enough.state.players[1].battery == 20
    on_one_alone = blocked("battery", "1/2", "1/2")
    on_one_alone.do("divide [[guard-0 9]]")
    assert on_one_alone.state.players[1].battery == 20
    on_both = blocked("battery", "1/2", "1/2")
    on_both.do("divide [[guard-0 2] [guard-1 7]]")
    assert on_both.state.players[1].battery == 20 - (9 - 2 - 2)


@pytest.mark.rule("ROBOT-EMPIRE.AMB.BLOCKER-GONE", "ROBOT-EMPIRE.DMG.BLOCKED")
@pytest.mark.reading("blockers-gone=blocked", "blockers-gone=unblocked")
@pytest.mark.parametrize(("reading", "battery"), [("blocked", 20), ("unblocked", 15)])
def test_the_blocker_is_gone_before_damage(reading: str, battery: int) -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"vault": 2, "hand": ["saboteur"], "units": ["5/5 as=foe"], "ask": "attacked"},
        crimson={"units": ["2/2 as=guard"]},
        rulings={"blockers_gone": reading},
    )
    game.do("attack foe crimson", "next", "pass", "block guard foe", "spring saboteur guard")
    assert game.place_of("guard") == "pile"
    assert game.state.players[1].battery == battery


@pytest.mark.rule("ROBOT-EMPIRE.AMB.BLOCKER-GONE")
@pytest.mark.reading("blockers-gone=unblocked")
def test_a_blocker_that_stands_still_blocks() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["5/5 as=foe"]},
        crimson={"units": ["2/2 as=guard"]},
        rulings={"blockers_gone": "unblocked"},
    )
    game.do("attack foe crimson", "next", "block guard foe")
    assert game.state.players[1].battery == 20
