"""Figures of units and of the ground: flight, barriers, reach, sight, maps, traits."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.attack.terms import attack_hits
from gattai.games.mechastellar.cards import ControlPointCard, TerrainCard
from gattai.games.mechastellar.figures import (
    area_stops,
    barrier_holds,
    captain_orders,
    elite_level,
    engaging,
    flies,
    fly_bars,
    has_ace_form,
    is_free_of_closest,
    is_ship,
    is_shut_down,
    max_move,
    melee_shield,
    morale_of,
    move_actions,
    moves_by_heading,
    reach_bars,
    shield,
    stat,
)
from gattai.games.mechastellar.ground import WRECK, Ground, in_front
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.reactions import HyperMode
from gattai.games.mechastellar.keywords.registry import has, highest, skills_of, total
from gattai.games.mechastellar.setup import map_refusals
from gattai.games.mechastellar.state import NORTH, SOUTH, Unit, UnitId
from gattai.kernel.position import begin
from gattai.kernel.text.words import UnknownWord
from gattai.tabletop.hexes import DIRECTIONS, Hex, axial, from_text, hex_at
from tests.games.mechastellar.scenario_runner import by_rule
from tests.games.mechastellar.table import RULES, battle, field

FAR = "B9 argonaut 6,-6 3"


def unit(text: str, **changes: Any) -> Unit:
    """A model of the south: profile and words."""
    name, *words = text.split()
    return replace(battle(" ".join((f"A1 {name} 0,0 0", *words)), FAR).unit("A1"), **changes)


STATE = battle("A1 argonaut 0,0 0", FAR).state
PLAIN = STATE.rules


@pytest.mark.rule(
    "MS.ACCEL.ACTION", "MS.HIGH.FLY", "MS.UNIT.KINDS", "MS.MOVE.WARSHIP", "MS.TRANSFORM"
)
def test_who_flies_and_who_moves_on_headings() -> None:
    assert flies(unit("hoverjet")) and not flies(unit("argonaut"))
    assert flies(unit("argonaut", effects=(("fly", 1),))) and not flies(
        unit("argonaut", effects=(("iron", 3),))
    )
    assert flies(unit("dervish transformed")) and not flies(unit("dervish"))
    assert is_ship(unit("musarl-cruiser")) and not is_ship(unit("hoverjet"))
    assert moves_by_heading(unit("musarl-cruiser")) and moves_by_heading(unit("hoverjet"))
    assert not moves_by_heading(unit("dervish transformed")) and not moves_by_heading(
        unit("argonaut")
    )


@pytest.mark.rule(
    "MS.MOVE.DISTANCE", "MS.REINFORCE.TURN", "MS.TRANSFORM", "MS.ACT.ACTIONS", "MS.BD.LEGS"
)
def test_how_far_and_how_often_a_unit_moves() -> None:
    assert max_move(STATE, unit("argonaut")) == 2 and max_move(STATE, unit("dervish")) == 3
    assert max_move(STATE, unit("dervish transformed")) == 4
    arrived = battle("A1 dervish - 1 reserve", "A2 argonaut -6,6 1 activated", FAR, round=2)
    arrived.plays("", "reinforce A1 -1,6")
    assert (
        max_move(arrived.state, arrived.unit("A1")) == 1
        and max_move(arrived.state, arrived.unit("A2")) == 2
    )
    legs = [move_actions(STATE, unit("argonaut", lost=("legs",) * n)) for n in (0, 1, 2, 3)]
    assert legs == [2, 1, 0, 0]


@pytest.mark.rule(
    "MS.RES.REFRESH", "MS.BD.CORE", "MS.STUN.SHUTDOWN", "MS.BD.SHIELD", "MS.BD.MD-SHIELD"
)
def test_what_is_left_of_points_and_shields_and_when_a_unit_shuts_down() -> None:
    assert [
        stat(unit(name)) for name in ("dusk-wraith", "voltlion", "trident-drake", "argonaut")
    ] == [2, 2, 3, 0]
    assert [stat(unit("trident-drake", lost=("core",) * n)) for n in (1, 4)] == [2, 0]
    assert [is_shut_down(PLAIN, unit("argonaut", stun=n)) for n in (0, 3, 4)] == [
        False,
        False,
        True,
    ]
    assert [is_shut_down(PLAIN, unit("dervish", stun=n)) for n in (4, 5)] == [False, True]
    never = replace(PLAIN, stun=replace(PLAIN.stun, shutdown_base=0))
    assert [is_shut_down(never, unit("argonaut", stun=n)) for n in (0, 1)] == [False, True]
    assert shield(unit("white-asura")) == 2 and shield(unit("white-asura", lost=("shield_s",))) == 0
    assert (
        melee_shield(unit("green-viking")) == 1
        and melee_shield(unit("green-viking", lost=("shield_md",))) == 0
    )


@pytest.mark.rule("MS.SKILL.ACE", "MS.UNIT.TIERS", "MS.MORALE.SAVE", "MS.MOM.ELITE-LEVEL")
def test_aces_morale_and_elite_level_go_by_tier_unless_printed() -> None:
    aces = [
        has_ace_form(unit(text)) for text in ("white-asura", "white-raven", "argonaut commander")
    ]
    assert aces == [True, False, True]
    raven = unit("white-raven")
    printed = replace(raven, card=replace(raven.card, morale=3, elite_level=4))
    assert (morale_of(PLAIN, raven), morale_of(PLAIN, printed)) == (6, 3)
    assert (elite_level(PLAIN, raven), elite_level(PLAIN, printed)) == (1, 4)
    assert elite_level(PLAIN, unit("voltlion")) == 5 and elite_level(PLAIN, unit("argonaut")) == 0


@pytest.mark.rule("MS.BARRIER.MUST", "MS.BARRIER.ARC", "MS.WEAPON.CATEGORIES")
def test_a_barrier_holds_by_strength_kind_and_arc() -> None:
    def holds(foe: str, weapon: int = 0, by: str = "white-asura", **card: Any) -> bool:
        game = battle(f"A1 {by} 0,0 0", f"B1 turtle-robo {foe}")
        if card:
            printed = game.unit("B1").card.barrier
            assert printed is not None
            game.armed("B1", barrier=replace(printed, **card))
        strike = Strike(game.id("A1"), game.unit("A1").card.weapon[weapon], game.id("B1"))
        return barrier_holds(game.state, strike)

    assert holds("4,0 3") and holds("4,0 3 barrier=1") and not holds("4,0 3 barrier=0")
    assert not holds("4,0 3 stun=5") and holds("4,0 3 stun=4")
    assert holds("4,0 0") and not holds("4,0 0", arc=180) and holds("4,0 3", arc=180)
    assert holds("4,0 3", blocks=("E",)) and not holds("4,0 3", blocks=("K", "melee"))
    assert holds("1,0 3", 1, blocks=("melee",)) and not holds("1,0 3", 1, blocks=("E",))
    none = battle("A1 white-asura 0,0 0", "B1 argonaut 4,0 3 barrier=3")
    assert not barrier_holds(
        none.state, Strike(UnitId(0), none.unit("A1").card.weapon[0], UnitId(1))
    )


@pytest.mark.rule("MS.ENGAGE.FLY", "MS.ENGAGE.SIZE", "MS.ENGAGE.RANGE", "MS.HIGH.MELEE")
def test_who_can_fight_whom() -> None:
    def bars(one: str, two: str, mode: str = "warship_or_aircraft_with_fly") -> bool:
        state = battle("A1 argonaut 0,0 0", FAR, parameters={"engage.fly_needed_vs": mode}).state
        found = fly_bars(state, unit(one), unit(two))
        assert fly_bars(state, unit(two), unit(one)) == found
        return found

    jet, walker, drake = "hoverjet", "argonaut", "trident-drake"
    assert bars(jet, walker) and not bars(jet, drake) and not bars(walker, drake)
    assert not bars("hoverjet grounded", walker) and not bars(walker, walker)
    assert bars(drake, walker, "any_with_fly") and not bars(walker, walker, "any_with_fly")
    assert not bars(jet, walker, "none")
    small, tall = unit("argonaut"), unit("trident-drake")
    assert not reach_bars(STATE, small, small, 1, 1) and reach_bars(STATE, small, tall, 0, 1)
    assert not reach_bars(STATE, tall, small, 0, 1) and not reach_bars(STATE, small, tall, 1, 0)
    assert reach_bars(STATE, tall, small, 1, 0)
    two = replace(small, card=replace(small.card, size=2))
    assert not reach_bars(STATE, two, small, 0, 1)

    def engaged(
        foe: str, *others: str, terrain: tuple[str, ...] = (), me: str = "argonaut 0,0 0"
    ) -> bool:
        game = battle(f"A1 {me}", f"B1 {foe}", *others, terrain=terrain)
        return game.id("B1") in engaging(game.state, game.id("A1"))

    assert engaged("argonaut 1,0 3") and not engaged("argonaut 2,0 3")
    assert not engaged("argonaut 1,0 3", me="musarl-cruiser 0,0 0 grounded")
    assert engaged("iron-duke 1,0 3", me="musarl-cruiser 0,0 0 grounded")
    assert not engaged("argonaut 1,0 3", terrain=("1,0 hill",))
    sea = ("1,0 water", "0,0 water")
    assert not engaged("argonaut 1,0 3 submerged", terrain=sea)
    assert engaged("argonaut 1,0 3 submerged", terrain=sea, me="argonaut 0,0 0 submerged")
    friends = battle("A1 argonaut 0,0 0", "A2 argonaut 1,0 0", FAR)
    assert engaging(friends.state, friends.id("A1")) == ()


@pytest.mark.rule("MS.AOE.COVER", "MS.COVER.OWN")
def test_an_area_attack_is_stopped_only_if_both_ways_are_closed_and_level() -> None:
    def stops(*terrain: str, to: str = "5,0", most: int = 2) -> bool:
        game = battle("A1 argonaut 0,0 0", f"B1 argonaut {to} 3", terrain=terrain)
        return area_stops(game.state, game.unit("A1"), game.unit("B1"), most)

    assert stops("2,0 wall", "3,0 wall") and not stops("2,0 wall") and stops("2,0 wall", most=1)
    assert not stops("1,0 wall", "3,0 wall") and not stops("2,0 water", "3,0 wall")
    assert not stops("2,0 wall", "3,0 wall", "5,0 hill") and not stops(
        "2,0 wall", "3,0 wall", "0,0 hill"
    )
    assert not stops("1,2 wall", "2,2 wall", to="3,3")  # around them on the other side
    assert stops("1,2 wall", "2,1 wall", "2,2 wall", to="3,3", most=1)


@pytest.mark.rule(
    "MS.ORDERS.POOL",
    "MS.TARGET.EXEMPT",
    "MS.RETURNFIRE.EXEMPT",
    "MS.UNIT.ROLES",
    "MS.TIER.BASIC",
    "MS.TIER.BATTLE-TESTED",
)
def test_captains_orders_and_who_may_pass_over_the_closest() -> None:
    def orders(*ships: str) -> int:
        game = battle(*(f"A{n} {ship} -{n},0 0" for n, ship in enumerate(ships, 1)), FAR)
        return captain_orders(game.state, SOUTH)

    assert (
        orders("mithridates-cruiser") == 2 and orders("mithridates-cruiser", "musarl-cruiser") == 2
    )
    assert orders("musarl-cruiser") == 0 and orders("white-raven") == 0
    assert orders("mithridates-cruiser", "mithridates-cruiser") == 4
    free = {name: is_free_of_closest(PLAIN, unit(name)) for name in
            ("argonaut", "turtle-robo", "white-raven", "white-asura", "falconeye", "musarl-cruiser")}  # fmt: skip
    assert free == {"argonaut": False, "turtle-robo": False, "white-raven": True, "white-asura": True,
                    "falconeye": True, "musarl-cruiser": True}  # fmt: skip


@pytest.mark.rule(
    "MS.HIGH.CLIMB", "MS.HEX.LOS", "MS.WATER.MOVE", "MS.OBSCURE.INSIDE", "MS.COVER.CRITERIA",
    "MS.SETUP.TERRAIN", "MS.WARSHIP.WRECK", "MS.OBSCURE.BLOCK",
)  # fmt: skip
def test_what_each_kind_of_terrain_is() -> None:
    places = {"wall": 0, "hill": 1, "rock": 2, "house": 3, "jungle": 4, "water": 5, "block": 6}
    ground = Ground.of(field([f"{n},-3 {kind}" for kind, n in places.items()]))
    at = {kind: from_text(f"{n},-3") for kind, n in places.items()}
    assert ground.levels == {at["hill"]: 1, at["rock"]: 2, at["house"]: 1, at["block"]: 2}
    assert ground.opaque == {at["rock"]: 2, at["house"]: 1, at["jungle"]: 1, at["block"]: 2}
    assert {*ground.water} == {at["water"]} and {*ground.thickets} == {at["jungle"]}
    assert {*ground.covers} == {at[kind] for kind in ("wall", "rock", "house", "jungle")}
    assert {*ground.breakable} == {at["wall"], at["house"]}
    wreck = ground.with_kind(at["wall"], WRECK.kind)
    assert (
        wreck.terrain[at["wall"]] is WRECK
        and at["wall"] in wreck.covers
        and at["wall"] in wreck.opaque
    )
    assert len(wreck.pieces) == len(ground.pieces) and {*wreck.wrecks} == {at["wall"]}
    assert at["hill"] not in ground.with_kind(at["hill"], None).terrain
    high = TerrainCard(kind="wood", at=((0, 0),), obscuring=True, level=1)
    raised = Ground.of(replace(field(), terrain=(high,)))
    assert raised.thickets == {}  # what has a level is climbed


@pytest.mark.rule("MS.HEX.LOS", "MS.OBSCURE.BLOCK", "MS.SETUP.TERRAIN")
def test_sight_takes_the_better_of_two_lines_and_goes_over_what_is_no_higher() -> None:
    def sees(*terrain: str, to: str = "4,0", high: int = 0, other: int = 0) -> bool:
        ground = Ground.of(field(terrain))
        one, two = (
            ground.sees(hex_at(0, 0), high, from_text(to), other),
            ground.sees(from_text(to), other, hex_at(0, 0), high),
        )
        assert one == two
        return one

    assert sees() and not sees("2,0 jungle") and sees("2,0 wall") and sees("2,0 hill")
    assert sees("2,0 house", high=1) and sees("2,0 house", other=1) and not sees("2,0 rock", high=1)
    assert sees("2,0 rock", high=2) and sees(to="1,0")
    # (0,0) to (1,1) runs along the edge of (1,0) and (0,1): one may be closed, not both
    assert sees("1,0 rock", to="1,1") and sees("0,1 rock", to="1,1")
    assert not sees("1,0 rock", "0,1 rock", to="1,1")
    ground = Ground.of(field())
    for (q, r), (q2, r2) in itertools.pairwise([*DIRECTIONS, DIRECTIONS[0]]):
        both = ground.between(hex_at(0, 0), hex_at(q + q2, r + r2))
        assert {*both} == {hex_at(q, r), hex_at(q2, r2)}, "along an edge in every direction"
    assert ground.between(hex_at(0, 0), hex_at(3, 0)) == (hex_at(1, 0), hex_at(2, 0))
    assert ground.between(hex_at(0, 0), hex_at(1, 0)) == ()


@pytest.mark.rule("MS.SETUP.TERRAIN", "MS.HEX.LOS")
def test_only_what_is_higher_blocks_and_only_what_closes_a_hex_stops_a_step() -> None:
    ground = Ground.of(field(["1,0 house", "2,0 rock", "0,1 water"]))
    here, there = hex_at(0, 0), hex_at(3, 0)
    blockers = [ground.blockers(here, there, high) for high in (0, 1, 2)]
    assert blockers == [(hex_at(1, 0), hex_at(2, 0)), (hex_at(2, 0),), ()]
    ground = ground.with_kind(hex_at(-1, 0), WRECK.kind)
    wreck, water = hex_at(-1, 0), hex_at(0, 1)

    def closed(*, flying: bool, swimming: bool) -> set[Hex]:
        return {wreck, water} - {step[0] for step in ground.edges(flying, swimming)[here]}

    assert closed(flying=False, swimming=False) == {wreck, water}
    assert closed(flying=False, swimming=True) == {wreck}
    assert closed(flying=True, swimming=False) == set()


@pytest.mark.rule("MS.HEX.LOS", "MS.HEX.ARC")
def test_lines_and_arcs_are_those_of_the_plane() -> None:
    def plane(at: Hex) -> tuple[float, float]:
        q, r = axial(at)
        return q + r / 2, r * 3**0.5 / 2

    cells = [at for at in field().hexes.cells if max(map(abs, axial(at))) <= 4]
    ground = Ground.of(field())
    here = hex_at(0, 0)
    for there in cells:
        x, y = plane(there)
        for facing, step in enumerate(DIRECTIONS):
            fx, fy = plane(hex_at(*step))
            assert in_front(here, facing, there) == (x * fx + y * fy > -1e-9)
        for between in ground.between(here, there):
            a, b = plane(between)
            away = abs(a * y - b * x) / (x * x + y * y) ** 0.5
            assert away <= 3**-0.5 + 1e-9  # the line touches every hex that it crosses


@pytest.mark.rule("MS.SETUP.CP-PLACE", "MS.SETUP.TERRAIN")
def test_a_map_has_its_points_one_in_the_centre_and_no_heights_beyond_the_second() -> None:
    sound = field(["2,0 hill", "3,0 block"])

    def wrong(**changes: Any) -> list[str]:
        return [refusal.rule for refusal in map_refusals(replace(sound, **changes), PLAIN)]

    points = sound.control_point
    assert wrong() == []
    assert wrong(control_point=points[:-1]) == ["MS.SETUP.CP-PLACE"]
    assert wrong(control_point=(*points, ControlPointCard("more", (1, 1)))) == ["MS.SETUP.CP-PLACE"]
    for at in ((1, 0), (0, 1)):
        moved = (replace(points[0], at=at), *points[1:])
        assert wrong(control_point=moved) == ["MS.SETUP.CP-PLACE"]
    assert wrong(control_point=()) == ["MS.SETUP.CP-PLACE"]
    low = replace(PLAIN, high_ground=replace(PLAIN.high_ground, max_level=1))
    assert [refusal.rule for refusal in map_refusals(sound, low)] == ["MS.SETUP.TERRAIN"]


@pytest.mark.rule(
    "MS.SETUP.BOARD", "MS.SETUP.COMMANDER", "MS.SQUAD.FORM", "MS.TOOLS.MEASURE", "MS.DEPLOY.ORDER"
)
def test_a_table_is_set_with_squads_and_their_leaders_and_the_larger_side_deploys_first() -> None:
    def start(south: str, north: str) -> Any:
        return begin(RULES, {"south": south, "north": north, "map": "open-crossing"}).state

    state = start("argonaut!*2, dervish", "argonaut!")
    assert [(u.seat, u.leader, u.commander) for u in state.units] == [
        (SOUTH, 0, True), (SOUTH, 0, False), (SOUTH, 2, False), (NORTH, 3, True)]  # fmt: skip
    assert (state.phase, state.turn) == ("deploying", SOUTH)
    assert (
        start("argonaut!", "argonaut!, dervish").phase,
        start("argonaut!", "argonaut!, dervish").turn,
    ) == ("deploying", NORTH)
    assert start("argonaut!, dervish", "argonaut!, dervish").phase == "order"
    assert start("argonaut!, dervish", "dervish, argonaut!*2").phase == "order"
    with pytest.raises(UnknownWord, match="nowhere"):
        begin(RULES, {"south": "argonaut!", "north": "argonaut!", "map": "nowhere"})


@pytest.mark.rule(
    "MS.TIER.SKILLED", "MS.TIER.ACE", "MS.WARSHIP.LAUNCH", "MS.COUNTER.PASSIVES", "MS.IDF.NO-BONUS"
)
def test_each_trait_does_what_it_says() -> None:
    def of(name: str, trait: str) -> Unit:
        return unit(f"{name} traits={trait}")

    def hits(trait: str, weapon: int, **how: Any) -> int:
        game = battle(f"A1 white-asura 0,0 0 traits={trait}", "B1 argonaut 1,0 3")
        strike = Strike(UnitId(0), game.unit("A1").card.weapon[weapon], UnitId(1), **how)
        return by_rule(attack_hits(game.state, strike), "MS.TIER.SKILLED")

    assert (hits("duelist", 1), hits("duelist", 0), hits("duelist", 1, counter=True)) == (1, 0, 1)
    assert (
        hits("sharpshooter", 0),
        hits("sharpshooter", 1),
        hits("sharpshooter", 0, counter=True),
    ) == (1, 0, 0)
    assert highest(unit("mithridates-cruiser"), "launches_in") == 16
    assert highest(of("voltlion", "immortal"), "rises_with") == 100
    assert total(of("iron-castle", "improvised-weapons"), "throw_hits") == 1
    assert has(of("iron-castle", "improvised-weapons"), "keeps_thrown")
    called_up = [
        any(isinstance(skill, HyperMode) for skill in skills_of(of("white-asura", trait)))
        for trait in ("hyper-mode", "duelist")
    ]
    assert called_up == [True, False]
    assert has(of("crimson-gallant", "ace-reflexes"), "steadies_defence")
    assert has(of("dusk-wraith", "silent-hunter"), "strikes_from_ambush")
    assert highest(of("mithridates-cruiser", "steady-helm"), "spins_by") == 1
    assert total(of("iron-duke", "hot-blooded"), "finishes_earlier") == 1
    assert not has(unit("argonaut"), "steadies_defence")


@pytest.mark.rule("MS.IDF.SQUAD", "MS.IDF.SPACE", "MS.BARRIER.WEAK", "MS.AOE.SIZE")
def test_tags_add_hits_against_squads_sizes_and_barriers() -> None:
    def hits(
        rule: str, by: str, weapon: str, foe: str, *others: str, space: bool = False, **given: Any
    ) -> int:
        game = battle(f"A1 {by} 0,0 0", f"B1 {foe} 4,0 3", *others, space=space, parameters=given)
        card = game.unit("A1").card.find_weapon(weapon)
        assert card is not None
        return by_rule(attack_hits(game.state, Strike(UnitId(0), card, UnitId(1))), rule)

    pod = ("white-raven", "missile-pod")
    member = "B2 argonaut 4,1 3 leader=B1"
    assert (
        hits("MS.IDF.SQUAD", *pod, "argonaut", member) == 2
        and hits("MS.IDF.SQUAD", *pod, "argonaut") == 0
    )
    cannon = ("tankcrawler", "cannon")
    assert hits("MS.IDF.SQUAD", *cannon, "argonaut", member) == 2
    assert hits("MS.IDF.SQUAD", *cannon, "argonaut", member, space=True) == 0
    assert (
        hits(
            "MS.IDF.SQUAD",
            *cannon,
            "argonaut",
            member,
            space=True,
            **{"idf.space_kinetic": "unchanged"},
        )
        == 2
    )
    assert hits("MS.IDF.SQUAD", *pod, "argonaut", member, space=True) == 2
    storm = ("iron-duke", "rust-hurricane")
    assert (
        hits("MS.BARRIER.WEAK", *storm, "turtle-robo") == 2
        and hits("MS.BARRIER.WEAK", *storm, "iron-duke") == 0
    )
    assert (
        hits("MS.BARRIER.WEAK", *pod, "turtle-robo") == 2
        and hits("MS.BARRIER.WEAK", *pod, "iron-duke") == 0
    )
    assert (
        hits("MS.AOE.SIZE", *storm, "trident-drake") == 3
        and hits("MS.AOE.SIZE", *storm, "argonaut") == 0
    )


@pytest.mark.rule("MS.UNIT.DEFINITION")
def test_a_model_knows_its_effects_its_weapons_and_what_is_left_of_them() -> None:
    model = unit("white-raven", effects=(("iron", 3), ("fly", 1)), lost=("weapon:beam-rifle",))
    assert (model.effect("iron"), model.effect("fly"), model.effect("sharp")) == (3, 1, 0)
    assert model.find_weapon("beam-rifle") is None and model.find_weapon("bazooka") is None
    saber = model.find_weapon("beam-saber")
    assert saber is not None and saber.id == "beam-saber"
    assert (
        model.left_of("missile-pod"),
        model.left_of("beam-saber"),
        model.left_of("bazooka"),
    ) == (2, -1, 0)
