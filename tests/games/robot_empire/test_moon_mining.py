"""Moon Mining: landing, coming home, harvests, and Robots that are stranded."""

from __future__ import annotations

import pytest

from gattai.games.robot_empire.figures import flies
from tests.games.robot_empire.table import Game, rules_of


def mining(**given: object) -> Game:
    return Game.laid(phase="mining", **given)


@pytest.mark.rule(
    "ROBOT-EMPIRE.MOON.LAND", "ROBOT-EMPIRE.CARD.MOON", "ROBOT-EMPIRE.PLAY.MINE-FIRST-TURN"
)
def test_a_new_flyer_lands_on_a_free_moon() -> None:
    game = mining(
        moons=["rusty-moon", "dust-moon"], cobalt={"units": ["sky-talon new", "hover-miner"]}
    )
    game.do("land sky-talon rusty-moon")
    assert game.place_of("sky-talon") == "moon"
    assert rules_of(game.refused("land hover-miner rusty-moon")) == ["ROBOT-EMPIRE.MOON.LAND"]
    assert "on a Moon already" in str(game.refused("land sky-talon dust-moon")[0])


@pytest.mark.rule("ROBOT-EMPIRE.MOON.LANDING-COST")
@pytest.mark.parametrize(("vault", "lands"), [(2, False), (3, True)])
def test_landing_has_its_price(vault: int, lands: bool) -> None:
    game = mining(
        moons=["crystal-moon", "rusty-moon"],
        cobalt={"vault": vault, "units": ["sky-talon", "hover-miner"]},
    )
    if lands:
        game.do("land sky-talon crystal-moon")
        assert game.state.players[0].vault == 0 and game.state.chest == 23
    else:
        refused = game.refused("land sky-talon crystal-moon")
        assert rules_of(refused) == ["ROBOT-EMPIRE.MOON.LANDING-COST"]


@pytest.mark.rule("ROBOT-EMPIRE.FLY.SOURCES")
@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("sky-talon", True),
        ("star-lifter", False),
        ("star-lifter permanent", True),
        ("glide-ace", False),
        ("glide-ace instant", True),
        ("bastion +jump-jets", True),
        ("sky-talon recharging", False),
    ],
)
def test_what_makes_a_robot_fly(line: str, does: bool) -> None:
    unit = Game.laid(cobalt={"units": [line]}).state.units[0]
    assert flies(unit) is does


@pytest.mark.rule(
    "ROBOT-EMPIRE.MOON.RETURN", "ROBOT-EMPIRE.AMB.HARVEST", "ROBOT-EMPIRE.AMB.MOON-AFTER"
)
def test_a_harvest_is_all_that_lies_there_and_the_moon_is_filled_again() -> None:
    game = mining(
        chest=3,
        moons=["amber-moon 2", "rusty-moon"],
        cobalt={"units": ["sky-talon moon=amber-moon", "hover-miner"]},
    )
    game.do("come-home sky-talon")
    assert game.state.players[0].vault == 2
    assert [moon.coins for moon in game.state.moons] == [3, 3]  # as far as coins last
    assert game.state.chest == 0


@pytest.mark.rule("ROBOT-EMPIRE.MOON.RETURN-RECHARGES", "ROBOT-EMPIRE.MOON.RETURN")
def test_not_in_the_turn_of_landing_and_recharging_at_home() -> None:
    game = mining(moons=["rusty-moon", "dust-moon"], cobalt={"units": ["sky-talon", "hover-miner"]})
    game.do("land sky-talon rusty-moon")
    assert "landed in this turn" in str(game.refused("come-home sky-talon")[0])
    game.do(".. crimson", ".. cobalt", ".. mining", "come-home sky-talon")
    unit = game.unit("sky-talon")
    assert unit is not None and unit.recharging and unit.row == "front"


@pytest.mark.rule("ROBOT-EMPIRE.AMB.MOON-STAY")
def test_a_robot_may_wait_on_its_moon_and_earns_nothing_by_it() -> None:
    game = mining(
        moons=["rusty-moon", "dust-moon"], cobalt={"units": ["sky-talon moon=rusty-moon"]}
    )
    game.do("next", ".. crimson", ".. cobalt")
    assert game.place_of("sky-talon") == "moon"
    assert [moon.coins for moon in game.state.moons] == [3, 2]


@pytest.mark.rule("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", "ROBOT-EMPIRE.AMB.MOON-TARGET")
def test_a_robot_on_a_moon_is_out_of_reach() -> None:
    game = Game.laid(
        phase="long-range",
        moons=["rusty-moon"],
        cobalt={
            "vault": 9,
            "hand": ["saboteur", "signal-hacker", "moon-agent"],
            "units": ["longbow-unit"],
        },
        crimson={"units": ["sky-talon moon=rusty-moon", "rivet-pup"]},
    )
    for line in ("shoot longbow-unit", "spring saboteur", "spring signal-hacker"):
        assert "ROBOT-EMPIRE.AMB.MOON-TARGET" in rules_of(game.refused(f"{line} sky-talon"))
    game.do("spring moon-agent sky-talon")
    unit = game.unit("sky-talon")
    assert unit is not None and unit.moon is None and unit.recharging
    assert game.state.moons[0].coins == 3


@pytest.mark.rule("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT")
def test_a_robot_on_a_moon_does_not_shoot_and_one_at_home_does() -> None:
    def weapons(where: str) -> Game:
        return Game.laid(
            phase="long-range",
            moons=["rusty-moon"],
            cobalt={"units": [f"longbow-unit{where}"]},
            crimson={"units": ["rivet-pup"]},
        )

    shot = "shoot longbow-unit rivet-pup"
    away = weapons(" moon=rusty-moon")
    assert rules_of(away.refused(shot)) == ["ROBOT-EMPIRE.MOON.OUT-OF-COMBAT"]
    assert shot not in away.options()
    assert shot in weapons("").options()


@pytest.mark.rule("ROBOT-EMPIRE.MOON.FLY-BOTH-WAYS", "ROBOT-EMPIRE.AMB.MOON-STRANDED")
def test_only_who_flies_comes_home() -> None:
    game = mining(
        moons=["rusty-moon", "dust-moon"],
        cobalt={"vault": 1, "units": ["glide-ace moon=rusty-moon", "hover-miner"]},
    )
    assert rules_of(game.refused("come-home glide-ace")) == ["ROBOT-EMPIRE.MOON.FLY-BOTH-WAYS"]
    game.do("instant glide-ace", "come-home glide-ace")
    assert game.state.players[0].vault == 3


@pytest.mark.rule("ROBOT-EMPIRE.AMB.MOON-MONSTER")
def test_monsters_do_not_mine_and_mega_robots_do() -> None:
    game = mining(
        moons=["rusty-moon", "dust-moon"],
        cobalt={"units": ["gloom-wyrm", "wing-torso&tread-base", "sky-talon"]},
    )
    assert rules_of(game.refused("land gloom-wyrm rusty-moon")) == ["ROBOT-EMPIRE.AMB.MOON-MONSTER"]
    game.do("land wing-torso rusty-moon")
    assert game.place_of("tread-base") == "moon"


@pytest.mark.rule("ROBOT-EMPIRE.AMB.MOON-AND-REACTIVATE")
def test_a_robot_on_a_moon_is_reactivated_with_the_others() -> None:
    game = Game.laid(
        phase="discard",
        active="crimson",
        moons=["rusty-moon"],
        cobalt={"units": ["sky-talon recharging moon=rusty-moon"]},
    )
    game.do("next")
    unit = game.unit("sky-talon")
    assert unit is not None and not unit.recharging and unit.moon is not None


@pytest.mark.rule("ROBOT-EMPIRE.DRAW.MOON", "ROBOT-EMPIRE.AMB.MOON-COINS")
def test_a_moon_that_turns_up_has_coins_as_far_as_they_last() -> None:
    game = Game.laid(
        phase="discard",
        chest=1,
        cobalt={"hand": ["rivet-pup"] * 2},
        deck=["silver-moon", "bastion"],
    )
    game.do("discard rivet-pup", "next")
    assert [(game.state.name(m.card), m.coins) for m in game.state.moons] == [("silver-moon", 1)]
    assert game.place_of("bastion") == "hand"
