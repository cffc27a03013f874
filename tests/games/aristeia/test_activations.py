"""An Activation: points, steps, getting away, Placing, the Infirmary, the Bench."""

from __future__ import annotations

import pytest

from gattai.games.aristeia.actions import END, Contest, Return, Walk
from gattai.games.aristeia.events.play import CharacterMoved
from gattai.kernel.question import Choose, Roll
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.driver import bout, fight
from tests.games.aristeia.scenario_runner import activate
from tests.games.aristeia.table import BOX, GREEN, ORANGE


@pytest.mark.rule("ARISTEIA.ACT.ACTION-POINTS", "ARISTEIA.ACT.STEPS")
def test_an_activation_begins_with_energy_and_no_movement_points() -> None:
    game = bout("", {"gata": (0, 0), "lunah": (6, 1)})
    activate(game, "gata")
    assert (game.points, game.state.to_act) == ((5, 0), ORANGE)


@pytest.mark.rule(
    "ARISTEIA.ACT.MAY-STOP",
    "ARISTEIA.ACT.LOSE-UNSPENT",
    "ARISTEIA.MOVE.ANY-ORDER",
    "ARISTEIA.ACT.STEPS",
)
def test_an_activation_may_end_before_anything_is_done() -> None:
    game = bout("gata", {"gata": (0, 0), "lunah": (6, 1)}, mp=2)
    game.ends()
    assert game.state.active is None and game.points == (0, 0)


@pytest.mark.rule("ARISTEIA.MOVE.POINTS", "ARISTEIA.MOVE.ALL", "ARISTEIA.EFFECT.MANDATORY")
def test_everybody_moves_by_its_speed_and_adds_it_up() -> None:
    for name, speed in (("maximus", 3), ("8-ball", 4), ("gata", 5)):
        game = bout(name, {name: (0, 0)})
        game.performs("move")
        assert game.points == (3, speed) and game.position.is_settled
        game.performs("move")
        assert game.points == (1, 2 * speed)


@pytest.mark.rule("ARISTEIA.MOVE.STEP", "ARISTEIA.MOVE.ANY-ORDER")
def test_a_walk_goes_around_what_stands_in_the_way() -> None:
    game = bout("gata", {"gata": (-3, 0), "wild-bill": (-3, 1)}, mp=4)
    game.walks((-1, 0))
    way = [event.to for event in game.told if isinstance(event, CharacterMoved)]
    assert way[-1] == hex_at(-1, 0) and game.state.mp == 4 - len(way)
    assert not {*way} & {*BOX.shut}
    assert len(way) == 3, "the wall at -2,0 costs one space more"


@pytest.mark.rule("ARISTEIA.AMB.DISENGAGE-EACH-STEP", "ARISTEIA.DISENGAGE.WHEN")
def test_a_walk_stops_beside_an_enemy() -> None:
    game = bout("gata", {"gata": (0, 0), "lunah": (3, -1)}, mp=5)
    game.walks((2, 0))
    assert game.throws == 0
    game.refuses(Walk(hex_at(4, 1)), "ARISTEIA.DISENGAGE.WHEN")
    game.walks((2, 1))
    assert isinstance(game.question, Roll) or not game.position.is_settled


@pytest.mark.rule("ARISTEIA.DISENGAGE.ROLL", "ARISTEIA.DISENGAGE.FAIL")
def test_agility_against_brawn() -> None:
    game = bout("lunah", {"lunah": (0, 0), "8-ball": (1, 0)}, ap=3, mp=2)
    game.walks((-1, 0))
    game.rolls(["orange S"], ["blue -", "blue B"])
    game.settle()
    assert (game.at("lunah"), game.points) == ((0, 0), (3, 0))
    assert game.state.rolling is None and game.position.is_settled


@pytest.mark.rule("ARISTEIA.DISENGAGE.SEVERAL", "ARISTEIA.ROLL.SUCCESS")
def test_the_other_player_names_who_holds_the_enemy() -> None:
    table = {"lunah": (0, 0), "8-ball": (1, 0), "gata": (0, 1), "mushashi": (-1, 1)}
    game = bout("lunah", table, mp=2)
    game.walks((0, -1))
    game.reach(lambda option: isinstance(option, Contest))
    assert isinstance(game.question, Choose) and game.question.seat == ORANGE
    assert len(game.options) == 3
    game.answer(Contest(game.id("gata")))
    game.rolls(["orange S"], ["yellow -", "black -", "black -"])
    game.settle()
    assert game.at("lunah") == (0, -1)


@pytest.mark.rule("ARISTEIA.AMB.AGILITY-NO-DICE")
def test_maximus_throws_no_dice_to_get_away() -> None:
    game = bout("maximus", {"maximus": (0, 0), "lunah": (5, 0), "gata": (1, 0)}, mp=1)
    game.walks((-1, 0))
    game.rolls([], ["yellow BX"])
    game.settle()
    assert (game.throws, game.at("maximus")) == (1, (-1, 0))


@pytest.mark.rule(
    "ARISTEIA.FREERUN.RULE",
    "ARISTEIA.PLACE.RULE",
    "ARISTEIA.ACTION.REQUIREMENTS",
    "ARISTEIA.ACTION.COST",
)
def test_freerun_over_an_obstacle_costs_a_movement_point() -> None:
    game = bout("gata", {"gata": (3, 1)}, mp=2)
    game.performs("freerun", (2, 2))
    game.goes((1, 2))
    assert (game.at("gata"), game.points) == ((1, 2), (5, 1))


@pytest.mark.rule("ARISTEIA.FREERUN.RULE")
def test_freerun_needs_a_neighbour_and_no_wall_will_do() -> None:
    game = bout("gata", {"gata": (0, 0), "maximus": (2, 0)}, mp=2)
    game.refuses(game.perform("freerun", "maximus"), "ARISTEIA.RANGE.TWO-VALUES")
    game.refuses(game.perform("freerun", (0, 2)), "ARISTEIA.ACTION.REQUIREMENTS")


@pytest.mark.rule("ARISTEIA.PLACE.RULE", "ARISTEIA.ACTION.SIMPLE")
def test_be_water_places_the_target_beside_8_ball() -> None:
    game = bout("8-ball", {"8-ball": (0, 0), "lunah": (2, 0)})
    game.performs("be-water-dude", "lunah")
    game.rolls(["orange S", "blue -"])
    game.takes(lambda option: type(option).__name__ == "Apply")
    game.goes((-1, 0))
    assert game.at("lunah") == (-1, 0)


@pytest.mark.rule(
    "ARISTEIA.INFIRMARY.WHEN", "ARISTEIA.INFIRMARY.CLEAN", "ARISTEIA.INFIRMARY.REWARD"
)
def test_damage_equal_to_hit_points_is_enough() -> None:
    form = {"at": (1, 0), "states": ["dazzled:red"]}
    game = bout("8-ball", {"8-ball": (0, 0), "gata": (6, 1), "lunah": form})
    game.performs("eat-my-fa-jing", "lunah")
    game.rolls(["orange SSX", "blue S"], ["green -", "blue -"])
    game.settle()
    lunah = game.one("lunah")
    assert (lunah.at, lunah.off, lunah.damage, lunah.tokens) == (None, "infirmary", 0, ())
    assert game.state.frags == (0, 1)
    game = fight("8-ball", "eat-my-fa-jing", "lunah")
    game.rolls(["orange SSX", "blue -"], ["green -", "blue -"])
    game.settle()
    assert (game.at("lunah"), game.one("lunah").damage) == ((1, 0), 2), "one less is not"
    assert game.state.frags == (0, 0)


@pytest.mark.rule("ARISTEIA.AMB.KAZE-AFTER-KILL", "ARISTEIA.CHAR.KAZE-TACHINU")
def test_mushashi_may_stop_after_any_displacement() -> None:
    game = fight("mushashi", "ken-no-sen", "lunah")
    game.rolls(["red SSX", "orange S", "blue -"], ["green -", "blue -"])
    game.uses("kaze-tachinu")
    game.goes((0, 1))
    game.settle()
    assert game.at("mushashi") == (0, 1)


@pytest.mark.rule("ARISTEIA.CHAR.KAZE-TACHINU")
def test_without_damage_there_is_no_kaze_tachinu() -> None:
    game = fight("mushashi", "ken-no-sen", "lunah")
    game.rolls(["red S", "orange -", "blue -"], ["green B", "blue -"])
    assert not game.can_use("kaze-tachinu")


@pytest.mark.rule(
    "ARISTEIA.CHAR.IMPLACABLE", "ARISTEIA.AMB.SKILL-ANY-TIME", "ARISTEIA.ATTACK.COMBAT-ROLL"
)
def test_implacable_is_for_allies_and_once_an_attack() -> None:
    game = bout("8-ball", {"8-ball": (0, 0), "maximus": (1, 0), "lunah": (0, 1)})
    game.performs("eat-my-fa-jing", "maximus")
    assert not game.can_use("implacable"), "he is attacked himself"
    game = bout("8-ball", {"8-ball": (0, 0), "maximus": (2, 1), "lunah": (0, 1)})
    game.performs("eat-my-fa-jing", "lunah")
    game.uses("implacable")
    game.goes((1, 1))
    assert not game.can_use("implacable")


@pytest.mark.rule("ARISTEIA.BENCH.RETURN", "ARISTEIA.AMB.CENTRE-IS-ZONE")
def test_the_bench_is_left_before_anything_else() -> None:
    game = bout("", {"gata": {"on": "bench"}, "lunah": (6, 1)}, zone="zone3")
    activate(game, "gata")
    assert all(isinstance(option, Return) for option in game.options)
    zones = {BOX.board.zone_of[option.at] for option in game.options}
    assert zones == {*BOX.zones} - {"zone3"}
    game.answer(Return(hex_at(1, 0)))
    assert (game.at("gata"), game.points) == ((1, 0), (5, 0))
    assert (game.state.phase, game.state.to_act) == ("activation", ORANGE)


@pytest.mark.rule("ARISTEIA.AMB.BENCH-NO-SPACE", "ARISTEIA.BENCH.RETURN")
def test_without_a_free_space_the_bench_is_kept() -> None:
    from msgspec.structs import replace

    from gattai.kernel.position import GamePosition
    from tests.games.aristeia.driver import Driver

    game = bout("", {"lunah": (6, 2)}, zone="zone3")
    zone3 = next(zone for zone in BOX.board.zones if zone.id == "zone3")
    board = replace(BOX.board, id="small", zones=(zone3,))
    small = replace(BOX, board=board)
    game = Driver(GamePosition(replace(game.state, box=small)))
    activate(game, "gata")
    assert game.one("gata").off == "bench", "the only zone is the Scoring Zone"
    assert game.state.active != game.id("gata")
    game = Driver(GamePosition(replace(bout("", {"lunah": (6, 2)}, zone="zone3").state, box=small)))
    activate(game, "lunah")
    assert game.state.active == game.id("lunah"), "who is on the board needs no such space"


@pytest.mark.rule("ARISTEIA.AMB.BENCH-TARGET")
def test_nobody_on_the_bench_is_a_target() -> None:
    game = bout("hexx3r", {"hexx3r": (0, 0)})
    game.refuses(game.perform("vade-retro", "gata"), "ARISTEIA.ACTION.REQUIREMENTS")


@pytest.mark.rule("ARISTEIA.INFIRMARY.SKIP")
def test_who_is_sent_away_before_its_activation_has_none() -> None:
    from msgspec.structs import replace

    from gattai.kernel.position import GamePosition
    from tests.games.aristeia.driver import Driver

    table = {"8-ball": (0, 0), "lunah": {"at": (1, 0), "damage": 2}, "gata": (6, 1)}
    game = bout("8-ball", table)
    game = Driver(GamePosition(replace(game.state, waiting=(game.id("lunah"),))))
    game.performs("eat-my-fa-jing", "lunah")
    game.rolls(["orange S", "blue -"], ["green -", "blue -"])
    game.settle()
    game.answer(END)
    assert "ARISTEIA.INFIRMARY.SKIP" in [event.rule for event in game.told]
    assert game.state.active is None and GREEN == 0
