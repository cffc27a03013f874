"""Pools term by term: what each condition adds to an attack or a defence, and when it does not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.attack.attack import aims, braces
from gattai.games.mechastellar.attack.support import draws, reaches, support_of, switchable
from gattai.games.mechastellar.attack.terms import (
    advantages,
    attack_dice,
    attack_hits,
    attack_pool,
    cover_of,
    defence_bonus,
    defence_dice,
    defence_pool,
)
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import BONUSES
from gattai.games.mechastellar.state import Unit
from gattai.tabletop.hexes import to_text
from tests.games.mechastellar.scenario_runner import by_rule
from tests.games.mechastellar.table import Battle, battle


def blow(game: Battle, weapon: str, **how: Any) -> Strike:
    card = game.unit("A1").card.find_weapon(weapon)
    assert card is not None
    return Strike(game.id("A1"), card, game.id("B1"), **how)


def with_unit(game: Battle, name: str, **changes: Any) -> Battle:
    return Battle(game.state.with_unit(game.id(name), replace(game.unit(name), **changes)))


@pytest.mark.rule("MS.REMOTE.SHOOTDOWN")
def test_bits_that_were_shot_down_are_missing_from_their_own_weapon() -> None:
    game = battle("A1 crimson-gallant 0,0 0", "B1 argonaut 4,0 3")

    def lost(weapon: str, bits: tuple[tuple[str, int], ...]) -> int:
        state = with_unit(game, "A1", bits=bits).state
        return by_rule(attack_dice(state, blow(game, weapon)), "MS.REMOTE.SHOOTDOWN")

    assert lost("seeker-bits", (("seeker-bits", 2),)) == -2
    assert lost("seeker-bits", (("seeker-bits", 9),)) == -6
    assert lost("beam-rifle", (("seeker-bits", 2),)) == 0 and lost("seeker-bits", ()) == 0


@pytest.mark.rule("MS.RANGE.RAPID")
def test_rapid_fire_is_within_its_own_range_or_half_the_first() -> None:
    def more(far: int, weapon: Any = "machine-gun", unit: Any = "argonaut", **given: Any) -> int:
        how = {"counter": given.pop("counter")} if "counter" in given else {}
        game = battle(f"A1 {unit} 0,0 0", f"B1 argonaut {far},0 3", parameters=given)
        return by_rule(attack_dice(game.state, blow(game, weapon, **how)), "MS.RANGE.RAPID")

    assert [more(far) for far in (1, 4, 5)] == [1, 1, 0]
    half = {"rapid_fire.half_range": True}
    assert [more(far, **half) for far in (3, 4)] == [1, 0]
    assert more(1, "bazooka", "triclops") == 0 == more(1, "bazooka", "triclops", **half)
    assert (
        more(4, counter=True) == 1 and more(4, counter=True, **{"counter.rapid_fire": False}) == 0
    )
    assert more(4, **{"counter.rapid_fire": False}) == 1
    assert more(4, "sniper-rifle", "falconeye") == -2
    odd = battle("A1 argonaut 0,0 0", "B1 argonaut 1,0 3").armed(
        "A1", "machine-gun", rapid_fire_range_in=0
    )
    assert by_rule(attack_dice(odd.state, blow(odd, "machine-gun")), "MS.RANGE.RAPID") == 0
    halved = battle("A1 argonaut 0,0 0", "B1 argonaut 1,0 3", parameters=half)
    halved.armed("A1", "machine-gun", rapid_fire_range_in=0)
    assert by_rule(attack_dice(halved.state, blow(halved, "machine-gun")), "MS.RANGE.RAPID") == 0
    slow = battle("A1 argonaut 0,0 0", "B1 argonaut 1,0 3").armed(
        "A1", "machine-gun", rapid_fire_dice=0
    )
    terms = attack_dice(slow.state, blow(slow, "machine-gun"))
    assert "MS.RANGE.RAPID" not in [term.rule for term in terms]


@pytest.mark.rule("MS.LOCKON.CHOICE", "MS.IDF.BASIC", "MS.AOE.SWEEP")
def test_indirect_fire_and_sweeps_cost_hits_and_lock_on_steadies_the_first() -> None:
    game = battle("A1 iron-duke 0,0 0", "B1 argonaut 4,0 3")

    def hits(weapon: str, rule: str, state: Any = None, **how: Any) -> list[int]:
        tally = attack_hits(state or game.state, blow(game, weapon, **how))
        return [term.amount for term in tally if term.rule == rule]

    assert hits("rocket-punch", "MS.IDF.BASIC", how="indirect") == [-2]
    assert hits("rocket-punch", "MS.IDF.BASIC", how="indirect", lock_on="die") == [-2]
    assert hits("rocket-punch", "MS.LOCKON.CHOICE", how="indirect", lock_on="steady") == [0]
    assert hits("rocket-punch", "MS.IDF.BASIC", how="indirect", lock_on="steady") == []
    assert hits("rust-hurricane", "MS.AOE.SWEEP") == []
    for sweep, found in ((0, []), (1, [-2]), (2, [-2])):
        assert hits("rust-hurricane", "MS.AOE.SWEEP", sweep=sweep) == found
    line = battle(
        "A1 iron-duke 0,0 0", "B1 argonaut 4,0 3", parameters={"aoe.mode": "line_or_circle"}
    )
    assert hits("rust-hurricane", "MS.AOE.SWEEP", line.state, sweep=2) == []


@pytest.mark.rule("MS.WARSHIP.ALL-FIRE", "MS.WARSHIP.AA")
def test_the_guns_of_a_ship_gain_by_what_it_has_readied() -> None:
    def hits(unit: str, weapon: str, spent: tuple[str, ...], **given: Any) -> list[tuple[str, int]]:
        game = battle(f"A1 {unit} 0,0 0", "B1 argonaut 3,0 3", parameters=given)
        state = with_unit(game, "A1", spent=spent).state
        tally = attack_hits(state, blow(game, weapon))
        return [(term.rule, term.amount) for term in tally if "WARSHIP" in term.rule]

    ship, both = "mithridates-cruiser", ("all-fire", "all-fire", "anti-air")
    assert hits(ship, "main-cannon", both) == [("MS.WARSHIP.ALL-FIRE", 2)]
    assert hits(ship, "aa-guns", both) == [("MS.WARSHIP.AA", 1)]
    assert hits(ship, "main-cannon", ("anti-air",)) == [] == hits(ship, "main-cannon", ())
    assert hits(ship, "main-cannon", both, **{"warship.all_fire_hits": 0}) == []
    assert hits("argonaut", "machine-gun", both) == []
    game = battle("A1 white-raven 0,0 0", f"B1 {ship} 3,0 3")
    ready = with_unit(game, "B1", spent=("anti-air", "anti-air")).state
    assert by_rule(defence_bonus(ready, blow(game, "missile-pod")), "MS.WARSHIP.AA") == 2
    assert by_rule(defence_bonus(ready, blow(game, "beam-rifle")), "MS.WARSHIP.AA") == 0
    plain = defence_bonus(game.state, blow(game, "missile-pod"))
    assert [term for term in plain if term.rule == "MS.WARSHIP.AA"] == []


@pytest.mark.rule(
    "MS.TA.BLINDSIDE", "MS.TA.HIGH-EXPOSED", "MS.AOE.FIRST", "MS.COUNTER.PASSIVES", "MS.TA.HIGH"
)
def test_position_helps_the_attacker_but_not_on_counters_or_later_in_a_sweep() -> None:
    def hits(rule: str, weapon: str, foe: str, terrain: Any = (), **how: Any) -> int:
        game = battle("A1 white-asura 0,0 0", f"B1 {foe}", terrain=terrain)
        return by_rule(attack_hits(game.state, blow(game, weapon, **how)), rule)

    behind = {"blindside": True}
    assert hits("MS.TA.BLINDSIDE", "beam-rifle", "white-asura 4,0 0", **behind) == 2
    assert hits("MS.TA.BLINDSIDE", "beam-saber", "green-viking 1,0 0", **behind) == 1
    assert hits("MS.TA.BLINDSIDE", "beam-rifle", "green-viking 4,0 0", **behind) == 0
    assert hits("MS.TA.BONUS", "beam-rifle", "white-asura 4,0 0", **behind) == 2
    assert hits("MS.TA.BONUS", "beam-rifle", "white-asura 4,0 0", counter=True, **behind) == 0
    assert hits("MS.TA.BONUS", "beam-rifle", "white-asura 4,0 0", sweep=2, **behind) == 0
    assert hits("MS.TA.BONUS", "beam-rifle", "white-asura 4,0 0", sweep=1, **behind) == 2
    top = ("4,0 hill",)
    assert hits("MS.TA.HIGH-EXPOSED", "beam-rifle", "iron-duke 4,0 3", top) == 2
    assert hits("MS.TA.HIGH-EXPOSED", "beam-rifle", "argonaut 4,0 3", top) == 1
    assert hits("MS.TA.HIGH-EXPOSED", "beam-rifle", "argonaut 4,0 3") == 0
    assert hits("MS.TA.HIGH-EXPOSED", "beam-rifle", "argonaut 4,0 3", top, how="indirect") == 0
    assert hits("MS.TA.HIGH-EXPOSED", "beam-rifle", "argonaut 4,0 3", top, counter=True) == 0


@pytest.mark.rule("MS.TA.BONUS", "MS.TA.OVERWHELM", "MS.TA.HIGH", "MS.TA.CRUMBLE", "MS.REMOTE.FIRE")
def test_every_advantage_has_its_own_condition() -> None:
    def found(*units: str, terrain: Any = (), foe: Any = "B1 argonaut 4,0 3", fell: Any = False,
              **how: Any) -> list[str]:  # fmt: skip
        game = battle("A1 argonaut 0,0 0", foe, *units, terrain=terrain)
        game = with_unit(game, "B1", fell=fell)
        return [rule for _, rule in advantages(game.state, blow(game, "machine-gun", **how))]

    assert found() == [] and found(terrain=("0,0 hill",)) == ["MS.TA.HIGH"]
    assert found(terrain=("0,0 hill", "4,0 hill")) == [] and found(terrain=("4,0 hill",)) == []
    near, three = ("A2 argonaut 4,1 0", "A3 argonaut 3,0 0"), "A4 argonaut 4,2 0"
    assert found(*near) == [] and found(*near, three) == ["MS.TA.OVERWHELM"]
    assert found(*near, "A4 argonaut 4,3 0") == [] and found(*near, "B4 argonaut 4,2 0") == []
    assert (
        found(fell=True) == ["MS.TA.CRUMBLE"] and found(foe="B1 white-raven 4,0 3", fell=True) == []
    )
    assert found(foe="B1 argonaut 4,0 3 stun=4") == ["MS.TA.SHUTDOWN"]
    assert found(foe="B1 argonaut 4,0 3 stun=3") == []
    assert found(terrain=("0,0 hill",), how="indirect", blindside=True) == ["MS.TA.BLINDSIDE"]


@pytest.mark.rule(
    "MS.ATTACK.DEFENCE", "MS.TA.SHUTDOWN", "MS.STUN.SHUTDOWN", "MS.BD.SHIELD", "MS.BD.MD-SHIELD"
)
def test_a_defence_is_evade_or_melee_without_what_was_lost() -> None:
    def dice(foe: str, weapon: Any = "beam-rifle", **how: Any) -> tuple[int, int]:
        game = battle("A1 white-asura 0,0 0", f"B1 {foe}")
        strike = blow(game, weapon, **how)
        return defence_dice(game.state, strike).total, defence_bonus(game.state, strike).total

    assert dice("argonaut 4,0 3") == (8, 2) and dice("argonaut 1,0 3", "beam-saber") == (6, 3)
    assert dice("white-asura 4,0 3 lost=shield_s") == (10, 2)
    assert dice("green-viking 4,0 3 lost=shield_md") == (7, 3)
    assert dice("green-viking 1,0 3 lost=shield_md", "beam-saber") == (6, 2)
    assert dice("green-viking 1,0 3", "beam-saber") == (6, 3)
    assert dice("argonaut 4,0 3 stun=4")[0] == 0
    game = battle("A1 white-asura 0,0 0", "B1 argonaut 4,0 3 stun=4")
    assert [t.rule for t in defence_dice(game.state, blow(game, "beam-rifle"))] == [
        "MS.TA.SHUTDOWN"
    ]


@pytest.mark.rule("MS.SQUAD.LEADER")
@pytest.mark.parametrize(
    ("bonus", "foe", "members", "more"),
    [(1, "white-raven", 1, 1), (0, "white-raven", 1, 0), (1, "argonaut", 1, 0), (1, "white-raven", 0, 0)],
)  # fmt: skip
def test_an_elite_squad_defended_better_where_that_was_so(
    bonus: int, foe: str, members: int, more: int
) -> None:
    units = [f"B{n} {foe} 4,{n} 3 leader=B1" for n in range(2, 2 + members)]
    game = battle(
        "A1 argonaut 0,0 0", f"B1 {foe} 4,1 3", *units, parameters={"squad.elite_def_bonus": bonus}
    )
    tally = defence_bonus(game.state, blow(game, "machine-gun"))
    assert [term.amount for term in tally if term.rule == "MS.SQUAD.LEADER"] == [more] * bool(more)


@pytest.mark.rule(
    "MS.HEX.COVER", "MS.COVER.OWN", "MS.BARRIER.COVER", "MS.TA.HIGH-EXPOSED", "MS.AOE.COVER"
)
def test_cover_is_what_stands_right_before_the_target_and_not_beside_the_attacker() -> None:
    def cover(*terrain: str, units: Any = (), foe: Any = "B1 argonaut 4,0 3", weapon: Any = "machine-gun",
              unit: Any = "argonaut", given: Any = None, **how: Any) -> tuple[int, list[str]]:  # fmt: skip
        game = battle(f"A1 {unit} 0,0 0", foe, *units, terrain=terrain, parameters=given)
        amount, pieces = cover_of(game.state, blow(game, weapon, **how))
        return amount, [to_text(at) for at in pieces]

    assert cover() == (0, []) and cover("3,0 wall") == (1, ["3,0"]) and cover("2,0 wall") == (0, [])
    close = "B1 argonaut 2,0 3"
    assert cover("1,0 wall", foe=close) == (0, [])  # beside the attacker
    lobbed = {"weapon": "hand-grenade", "how": "indirect"}
    assert cover("2,0 wall", **lobbed) == (1, ["2,0"])
    assert cover("3,0 wall", weapon="heat-hatchet") == (0, [])
    assert cover("3,0 wall", "4,0 hill") == (0, [])
    assert cover("3,0 wall", broken_cover=2) == (2, [])
    assert cover("4,0 jungle") == (1, []) and cover("3,0 water") == (0, [])
    friend = ("A2 iron-duke 3,0 0",)
    assert cover(units=friend) == (1, []) and cover(units=("A2 argonaut 3,0 0",)) == (1, [])
    assert cover(units=friend, foe="B1 trident-drake 4,0 3") == (0, [])
    assert cover(units=("A2 iron-duke 2,0 0",)) == (0, [])
    turtle = "B1 turtle-robo 4,0 3"
    assert cover("3,0 wall", foe=turtle) == (0, [])
    assert cover("3,0 wall", foe=f"{turtle} barrier=0") == (1, ["3,0"])
    assert cover("3,0 wall", foe=turtle, given={"cover.stacks_with_barrier": True}) == (1, ["3,0"])
    duke: dict[str, Any] = {"unit": "iron-duke", "weapon": "rust-hurricane"}
    assert cover("3,0 wall", **duke) == (1, ["3,0"]) and cover("3,0 house", **duke) == (2, ["3,0"])
    assert cover("4,0 jungle", **duke) == (1, []) == cover("2,0 block", "4,0 jungle", **duke)
    assert cover("3,0 house", weapon="hand-grenade", how="indirect") == (1, ["3,0"])
    asura: dict[str, Any] = {"unit": "white-asura", "weapon": "beam-rifle", "how": "through"}
    assert cover("2,0 house", **asura) == (2, ["2,0"]) and cover("2,0 block", **asura) == (2, [])


@pytest.mark.rule("MS.HEX.COVER", "MS.HEX.LOS")
def test_between_two_rows_of_hexes_either_side_gives_cover() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 2,2 3")
    for wall in ("1,2", "2,1"):
        game = battle(*units, terrain=[f"{wall} wall"])
        assert cover_of(game.state, blow(game, "machine-gun"))[0] == 1
    for small, tall in (("1,2", "2,1"), ("2,1", "1,2")):  # one of two models is big enough
        screen = (f"A2 argonaut {small} 0", f"A3 iron-duke {tall} 0")
        game = battle("A1 argonaut 0,0 0", "B1 iron-duke 2,2 3", *screen)
        assert cover_of(game.state, blow(game, "machine-gun"))[0] == 1


@pytest.mark.rule(
    "MS.DICE.POOL", "MS.IDF.NO-BONUS", "MS.TRANSFORM", "MS.ELITE.FEINT", "MS.ELITE.DODGE"
)
def test_a_bonus_or_a_trait_widens_the_critical_range_and_a_mode_may_defend_worse() -> None:
    game = battle("A1 white-asura 0,0 0 sharp=1", "B1 dervish 1,0 3")
    state = game.state
    assert attack_pool(state, blow(game, "beam-saber")).crit == 9
    assert attack_pool(state, blow(game, "beam-saber", bonus="feint")).crit == 8
    assert attack_pool(state, blow(game, "beam-saber", bonus="swift-strike")).crit == 9
    assert attack_pool(state, blow(game, "beam-saber", how="indirect")).crit == 10
    assert attack_pool(state, blow(game, "beam-saber", sweep=2)).crit == 10
    assert defence_pool(state, blow(game, "beam-saber")).success == 5
    for guard, crit in (("", 10), ("guard", 10), ("dodge", 9)):
        assert defence_pool(state, blow(game, "beam-saber", guard=guard)).crit == crit
    jet = with_unit(game, "B1", transformed=True).state
    assert defence_pool(jet, blow(game, "beam-saber")).success == 7
    assert defence_pool(jet, blow(game, "beam-rifle")).success == 5
    plain = battle("A1 white-asura 0,0 0", "B1 dervish 1,0 3")
    card = plain.unit("B1").card.transform
    assert card is not None
    plain.armed("B1", transform=replace(card, melee_def_target=0))
    assert (
        defence_pool(
            with_unit(plain, "B1", transformed=True).state, blow(plain, "beam-saber")
        ).success
        == 5
    )


@pytest.mark.rule("MS.SUPPORT.BONUS", "MS.SUPPORT.TYPE", "MS.SUPPORT.FREE", "MS.IDF.SPACE")
def test_what_a_weapon_gives_in_support_goes_by_its_kind_and_its_uses() -> None:
    def gives(unit: str, weapon: str, *, attacking: Any = True, melee: Any = False, space: Any = False,
              **given: Any) -> int:  # fmt: skip
        game = battle(f"A1 {unit} 0,0 0", "B1 argonaut 4,0 3", space=space, parameters=given)
        card = game.unit("A1").card.find_weapon(weapon)
        assert card is not None
        return support_of(game.state, card, attacking=attacking, melee=melee)

    assert gives("white-raven", "missile-pod") == 1 and gives("voltlion", "lion-missiles") == 2
    assert gives("white-raven", "missile-pod", attacking=False) == 0
    assert gives("white-raven", "missile-pod", melee=True) == 0
    assert (
        gives("white-raven", "pulse-laser", attacking=False) == 1
        and gives("white-raven", "pulse-laser") == 0
    )
    assert gives("white-asura", "vulcans") == 1 and gives("white-asura", "vulcans", melee=True) == 0
    assert (
        gives("white-asura", "beam-rifle") == 0
        and gives("white-asura", "beam-saber", melee=True) == 0
    )
    assert gives("blue-djinn", "arc-whip", melee=True) == 1 and gives("blue-djinn", "arc-whip") == 0
    assert gives("deathly-beastman", "barbed-tail", attacking=False, melee=True) == 1
    assert gives("tankcrawler", "cannon") == 0 and gives("tankcrawler", "cannon", space=True) == 1
    assert gives("tankcrawler", "cannon", space=True, melee=True) == 0
    assert (
        gives("argonaut", "hand-grenade", space=True) == 0
        and gives("argonaut", "machine-gun", space=True) == 0
    )
    more = {"support.limited_use_bonus": 3, "support.bonus": 2}
    assert gives("white-raven", "missile-pod", **more) == 3
    assert gives("white-raven", "pulse-laser", attacking=False, **more) == 2
    assert gives("triclops", "scatter-flash", **more) == 3  # one use is a limit too

    def printed(unit: str, weapon: str, **card: Any) -> int:
        game = battle(f"A1 {unit} 0,0 0", "B1 argonaut 4,0 3", space=True).armed(
            "A1", weapon, **card
        )
        found = game.unit("A1").card.find_weapon(weapon)
        assert found is not None
        return support_of(game.state, found, attacking=True, melee=False)

    assert printed("white-asura", "vulcans", support_atk=2) == 2
    assert printed("tankcrawler", "cannon", support_atk=2) == 2


@pytest.mark.rule("MS.SUPPORT.BONUS", "MS.SUPPORT.CAP")
def test_support_reaches_as_far_as_the_weapon_and_ends_at_the_cap() -> None:
    game = battle("A1 gamma-apollo 0,0 0", "B1 argonaut 4,0 3")
    short = battle(
        "A1 gamma-apollo 0,0 0",
        "B1 argonaut 4,0 3",
        parameters={"support.range": "rapid_fire_or_max"},
    )
    gun, pod = (
        game.unit("A1").card.weapon[1],
        battle("A1 white-raven 0,0 0", "B1 argonaut 4,0 3").unit("A1").card.weapon[2],
    )
    assert [reaches(game.state, gun, far) for far in (3, 4, 5, 6)] == [True, True, True, False]
    assert [reaches(short.state, gun, far) for far in (3, 4)] == [True, False]
    assert reaches(short.state, pod, 6) and not reaches(short.state, pod, 7)

    def drawn(support: str, cap: int = 2, **pods: int) -> list[int]:
        unit = f"A1 white-raven 0,0 0 support={support}"
        table = battle(unit, "B1 argonaut 4,0 3", parameters={"support.cap": cap})
        for weapon, amount in pods.items():
            table.armed("A1", weapon.replace("_", "-"), support_atk=amount)
        found = draws(table.state, table.id("A1"), table.id("B1"), attacking=True, melee=False)
        return [amount for _, _, amount in found]

    assert drawn("missile-pod") == [1] and drawn("missile-pod,missile-pod") == [1, 1]
    assert drawn("missile-pod,missile-pod,pulse-laser", pulse_laser=1) == [1, 1]
    assert drawn("missile-pod,pulse-laser", pulse_laser=2) == [1, 1]
    assert drawn("pulse-laser,missile-pod", pulse_laser=2) == [2]
    assert drawn("missile-pod,missile-pod", cap=1) == [1] and drawn("missile-pod", cap=0) == []


@pytest.mark.rule("MS.SUPPORT.MODE", "MS.SUPPORT.USES", "MS.IDF.SPACE")
def test_a_weapon_is_switched_while_a_use_is_left_and_it_has_not_fired() -> None:
    def ready(unit: str, *, space: Any = False, armed: Any = None, **given: Any) -> list[str]:
        game = battle(f"A1 {unit}", "B1 argonaut 4,0 3", space=space, parameters=given)
        if armed:
            game.armed("A1", **armed)
        return [weapon.id for weapon in switchable(game.state, game.id("A1"))]

    raven = "white-raven 0,0 0"
    assert ready(raven) == ["missile-pod", "pulse-laser"]
    assert ready(f"{raven} support=missile-pod,pulse-laser") == ["missile-pod"]
    assert ready(f"{raven} support=missile-pod,missile-pod") == ["pulse-laser"]
    assert ready(f"{raven} uses.missile-pod=0") == ["pulse-laser"]
    assert ready(f"{raven} uses.missile-pod=1 support=missile-pod") == ["pulse-laser"]
    assert ready(f"{raven} fired=missile-pod,pulse-laser") == ["missile-pod"]
    assert ready(f"{raven} lost=weapon:missile-pod") == ["pulse-laser"]
    assert ready(raven, **{"support.mode": "proximity"}) == []
    assert ready("tankcrawler 0,0 0") == ["turret-gatling"]
    assert ready("tankcrawler 0,0 0", space=True) == ["cannon", "turret-gatling"]
    assert ready("tankcrawler 0,0 0", space=True, **{"idf.space_kinetic": "unchanged"}) == [
        "turret-gatling"
    ]


@pytest.mark.rule("MS.SUPPORT.PROXIMITY")
def test_support_by_closeness_is_given_by_allies_near_by_with_weapons_that_reach() -> None:
    near = {
        "support.mode": "proximity",
        "support.proximity_in": 8,
        "support.proximity_limited_in": 12,
    }

    def drawn(
        *units: str, attacking: Any = True, melee: Any = False, **given: Any
    ) -> list[tuple[str, str]]:
        game = battle(*units, parameters={**near, **given})
        found = draws(game.state, game.id("A1"), game.id("B1"), attacking=attacking, melee=melee)
        return [(game.state.units[giver].name, weapon) for giver, weapon, _ in found]

    me, foe, raven = "A1 argonaut 0,0 0", "B1 argonaut 4,0 3", "A2 white-raven {} 0"
    assert drawn(me, foe, raven.format("0,2")) == [("A2", "missile-pod")]
    assert drawn(me, foe, raven.format("0,3")) == [("A2", "missile-pod")]
    assert drawn(me, foe, raven.format("0,4")) == []
    assert drawn(me, foe, raven.format("0,2"), attacking=False) == [("A2", "pulse-laser")]
    assert drawn(me, foe, raven.format("0,3"), attacking=False) == []
    assert drawn(me, foe, "A2 blue-djinn 0,2 0", melee=True) == []  # its whip does not reach
    assert drawn(me, "B1 argonaut 2,1 3", "A2 blue-djinn 0,2 0", melee=True) == [("A2", "arc-whip")]
    assert drawn(me, "B1 argonaut 2,1 3", "A2 blue-djinn 0,2 0", melee=True, attacking=False) == []
    assert drawn(me, "B1 argonaut 7,0 3", raven.format("0,1")) == []  # out of the weapon's range
    assert drawn(me, "B1 argonaut 6,0 3", raven.format("0,0").replace("0,0", "1,1")) == [
        ("A2", "missile-pod")
    ]
    assert (
        drawn(me, foe, raven.format("0,2"), "B2 argonaut 0,3 0") == []
    )  # who is engaged gives none
    alone = "A1 white-raven 0,0 0"
    other = "A2 argonaut -5,0 0"
    assert drawn(alone, "B1 argonaut 2,0 3") == [("A1", "missile-pod")]
    assert drawn(alone, "B1 argonaut 2,0 3", other) == []
    none, limited = {"support.own": "none"}, {"support.own": "limited_uses"}
    assert drawn(alone, "B1 argonaut 2,0 3", **none) == []
    assert drawn(alone, foe, other, **limited) == [("A1", "missile-pod")]
    assert drawn(alone, "B1 argonaut 2,0 3", other, attacking=False, **limited) == []
    assert drawn(me, foe, raven.format("0,2"), **limited) == [("A2", "missile-pod")]
    assert drawn(me, foe, raven.format("0,4"), **limited) == []
    assert drawn(me, foe, raven.format("0,2"), attacking=False, **limited) == [
        ("A2", "pulse-laser")
    ]
    assert drawn(alone, "B1 argonaut 2,0 3", attacking=False) == [("A1", "pulse-laser")]
    once = battle(me, foe, raven.format("0,3"), parameters=near).armed("A2", "missile-pod", uses=1)
    assert len(draws(once.state, once.id("A1"), once.id("B1"), attacking=True, melee=False)) == 1


@pytest.mark.rule("MS.COUNTER.TRADE")
def test_nobody_keeps_dice_back_who_has_not_said_so() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 white-asura 1,0 3")
    for trade, amount in ((None, 0), (False, 0), (True, -2)):
        how = {} if trade is None else {"trade": trade}
        tally = defence_dice(game.state, blow(game, "heat-hatchet", **how))
        assert by_rule(tally, "MS.COUNTER.TRADE") == amount


@pytest.mark.rule("MS.ELITE.CHOOSE")
def test_each_elite_bonus_does_one_thing() -> None:
    traits = (
        "dice",
        "crit",
        "by_size",
        "indirectly",
        "frees",
        "allows_counter",
        "sets_counter_cost",
    )
    said = {
        word: {name for name in traits if getattr(bonus, name)} for word, bonus in BONUSES.items()
    }
    assert said == {
        "barrage": {"dice", "indirectly"}, "bullseye": {"crit"}, "swift-strike": {"dice", "sets_counter_cost"},
        "feint": {"crit", "frees"}, "tear": {"by_size"}, "guard": {"dice"}, "dodge": {"crit"},
        "counter": {"allows_counter"},
    }  # fmt: skip


@pytest.mark.rule(
    "MS.ELITE.BARRAGE", "MS.ELITE.BULLSEYE", "MS.ELITE.SWIFT", "MS.ELITE.FEINT", "MS.ELITE.TEAR",
    "MS.ELITE.GUARD", "MS.ELITE.DODGE", "MS.ELITE.COUNTER", "MS.ELITE.CHOOSE",
)  # fmt: skip
def test_each_elite_bonus_is_chosen_on_its_own_kind_of_roll() -> None:
    def chosen(weapon: str, far: int, **how: Any) -> set[str]:
        game = battle("A1 iron-duke 0,0 0", f"B1 white-asura {far},0 3")
        return {aim.bonus for aim in aims(game.state, blow(game, weapon, **how))}

    def braced(**given: Any) -> set[str]:
        game = battle("A1 iron-duke 0,0 0", "B1 white-asura 4,0 3", parameters=given)
        return {brace.bonus for brace in braces(game.state, blow(game, "rocket-punch"))}

    assert chosen("rocket-punch", 4) == {"barrage", "bullseye", ""}
    assert chosen("rocket-punch", 4, how="indirect") == {"barrage", ""}
    assert chosen("giant-fists", 1) == {"swift-strike", "feint", "tear", ""}
    assert braced() == {"guard", "dodge", ""}
    assert braced(**{"counter.as_elite_choice": True}) == {"guard", "dodge", "counter", ""}


@pytest.mark.rule(
    "MS.ELITE.BARRAGE", "MS.ELITE.BULLSEYE", "MS.ELITE.SWIFT", "MS.ELITE.FEINT", "MS.ELITE.TEAR",
    "MS.ELITE.GUARD", "MS.ELITE.DODGE", "MS.ELITE.COUNTER", "MS.ELITE.CHOOSE",
)  # fmt: skip
@pytest.mark.parametrize(
    ("word", "dice", "crit", "hits"),
    [
        ("barrage", 1, 0, 0), ("bullseye", 0, -1, 0), ("swift-strike", 1, 0, 0),
        ("feint", 0, -1, 0), ("tear", 0, 0, 3), ("guard", 1, 0, 0), ("dodge", 0, -1, 0),
        ("counter", 0, 0, 0),
    ],
)  # fmt: skip
def test_each_elite_bonus_gives_a_die_or_a_wider_critical_or_hits_by_size(
    word: str, dice: int, crit: int, hits: int
) -> None:
    game = battle("A1 white-asura 0,0 0", "B1 trident-drake 1,0 3")
    pool, side = (
        (defence_pool, "guard") if "defence" in BONUSES[word].on else (attack_pool, "bonus")
    )
    plain = pool(game.state, blow(game, "beam-saber"))
    found = pool(game.state, blow(game, "beam-saber", **{side: word}))
    assert found.dice + found.flat - plain.dice - plain.flat == dice + hits
    assert found.crit - plain.crit == crit
    frees, dearer, back = word == "feint", word == "swift-strike", word == "counter"
    bonus = BONUSES[word]
    assert (bonus.frees, bonus.sets_counter_cost, bonus.allows_counter) == (frees, dearer, back)


@pytest.mark.rule("MS.SQUAD.DICE")
def test_a_squad_joins_in_a_whole_sweep_with_the_last_use_of_its_weapons() -> None:
    units = ("A1 iron-duke 0,0 0", "A2 iron-duke -1,0 0 leader=A1")
    game = battle(*units, "B1 argonaut 3,0 3", "B2 argonaut 3,-1 3")
    game.armed("A1", "rust-hurricane", uses=1).armed("A2", "rust-hurricane", uses=1)
    game.plays("A1", "sweep rust-hurricane [B1 B2]")
    first, _, second, _ = map(len, game.throws)
    assert first == second == 8 + game.state.rules.squad.dice_per_extra_same_weapon
    assert game.unit("A2").left_of("rust-hurricane") == 0


@pytest.mark.rule(
    "MS.UNIT.DEFINITION", "MS.TA.CRUMBLE", "MS.REINFORCE.TURN", "MS.ORDERS.OPS",
    "MS.STUN.ACTIONS", "MS.DEPLOY.ALTERNATE", "MS.AOE.SWEEP", "MS.COUNTER.TRADE", "MS.AOE.COVER",
)  # fmt: skip
def test_of_what_nobody_has_said_nothing_holds() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 4,0 3").begins("A1")
    unit, strike = game.unit("B1"), blow(game, "machine-gun")
    bare = replace(unit, facing=0, points=0, barrier=0, at=None)
    assert bare == Unit(unit.name, unit.card, unit.seat, unit.leader, unit.hp, unit.uses)
    assert not any((bare.commander, bare.transformed, bare.submerged, bare.activated, bare.fell))
    assert not any((bare.late, bare.points, bare.barrier, bare.stun, bare.orders, bare.facing))
    assert not any((strike.sweep, strike.trade, strike.broken_cover))
    assert game.act.owed == 0 and not game.state.alternate
