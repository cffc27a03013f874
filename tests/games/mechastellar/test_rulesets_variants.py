"""Every number the designers changed does something: a battle goes another way with the other value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.attack.terms import attack_hits, defence_bonus
from gattai.games.mechastellar.events.attack import (
    AttackDeclared,
    DamageTaken,
    FinishingBlowStruck,
    HitsLanded,
)
from gattai.games.mechastellar.figures import engaging
from gattai.games.mechastellar.forces import elite_level, read_force
from gattai.games.mechastellar.rulesets import changed_by_name, load_variants
from gattai.kernel.position import begin
from tests.games.mechastellar.scenario_runner import by_rule, strike_of, was_offered
from tests.games.mechastellar.table import RULES, Battle, battle

Parameters = dict[str, Any]
Sight = Callable[[Parameters], Any]
DUEL = ("A1 white-asura 0,0 0", "B1 argonaut 6,0 3")
MELEE = ("A1 lunar-ravager 1,0 3", "B1 white-asura 0,0 0")


def seen(look: Callable[[Battle], Any], *units: str, by: str, what: str, **how: Any) -> Sight:
    """What is to be seen of one action under some parameters."""
    play = {key: how.pop(key) for key in ("dice", "answers") if key in how}
    first = how.pop("first", ())
    also = how.pop("also", {})

    def sight(parameters: Parameters) -> Any:
        turn = "south" if by.startswith("A") else "north"
        game = battle(*units, turn=turn, parameters={**also, **parameters}, **how)
        for each in first:
            game.plays(by, each)
        return look(game.plays(by, what, **play))

    return sight


def before(look: Callable[[Battle], Any], *units: str, by: str, **how: Any) -> Sight:
    """What is to be seen when a unit has been activated."""
    first, also = how.pop("first", ()), how.pop("also", {})

    def sight(parameters: Parameters) -> Any:
        turn = "south" if by.startswith("A") else "north"
        game = battle(*units, turn=turn, parameters={**also, **parameters}, **how).begins(by)
        for each in first:
            game.plays(by, each)
        return look(game)

    return sight


def laid_out(look: Callable[[Battle], Any], *units: str, **how: Any) -> Sight:
    """What is to be seen before anybody has done anything."""
    return lambda parameters: look(battle(*units, parameters=parameters, **how))


def momentum(game: Battle) -> tuple[int, int]:
    return game.state.momentum


def hp(name: str) -> Callable[[Battle], int]:
    return lambda game: game.unit(name).hp


def unblocked(game: Battle) -> list[int]:
    return [event.unblocked for event in game.happened(HitsLanded)]


def damage(game: Battle) -> int:
    return sum(event.damage for event in game.happened(DamageTaken))


def finished(game: Battle) -> bool:
    return bool(game.happened(FinishingBlowStruck))


def thrown(game: Battle) -> list[int]:
    return [len(faces) for faces in game.throws]


def offered(text: str) -> Callable[[Battle], bool]:
    return lambda game: was_offered(game, text)


def may(text: str) -> Callable[[Battle], bool]:
    return lambda game: game.may(text)


def hits(text: str, rule: str) -> Callable[[Battle], int]:
    return lambda game: by_rule(attack_hits(game.state, strike_of(game, text)), rule)


def defence(text: str, rule: str) -> Callable[[Battle], int]:
    return lambda game: by_rule(defence_bonus(game.state, strike_of(game, text)), rule)


def started(south: str, north: str) -> Sight:
    """The Momentum with which two forces begin."""

    def sight(parameters: Parameters) -> Any:
        state = begin(RULES, {"south": south, "north": north}).state
        game = Battle(replace(state, rules=changed_by_name(state.rules, parameters)))
        if game.state.phase == "order":
            game.answers((1, 10))
        return momentum(game.deploys_all().next_round())

    return sight


def _elite_level(parameters: Parameters) -> int:
    force = read_force("white-asura!, white-raven", RULES.content.units, RULES.content.armies)
    return elite_level(force, changed_by_name(RULES.content.rulesets["ver10-final"], parameters))


def next_round(name: str, look: str) -> Callable[[Battle], int]:
    return lambda game: int(getattr(game.next_round().unit(name), look))


TEN = [[5] * 6, [1] * 8]  # eleven Hits of a beam rifle, two DEF of an Argonaut
FAR_WALL: dict[str, Any] = {"terrain": ["4,0 wall"]}
ROOF: dict[str, Any] = {"terrain": ["0,0 roof"]}
COUNTER: dict[str, Any] = {
    "by": "A1",
    "what": "attack tomahawk B1",
    "answers": ["counter beam-saber"],
}
SHIP = ("A1 mithridates-cruiser 0,0 0", "B1 argonaut 6,0 3")
RESERVE = ("A1 argonaut 0,5 1 activated", "A2 argonaut - 0 reserve", "B1 argonaut 0,-5 4")

ACTS: dict[str, Sight] = {
    "SAVE-CAP": seen(thrown, "A1 iron-duke 0,0 0", "B1 argonaut 4,0 3", by="A1",
                     what="attack rust-hurricane B1", dice=[[5] * 5 + [1] * 3, [1] * 8]),
    "COVER": seen(unblocked, "A1 jack-knife-iii 0,0 0", "B1 argonaut 5,0 3", by="A1",
                  what="attack beam-rifle B1", dice=TEN, **FAR_WALL),
    "FINISH-THRESHOLD": seen(finished, "A1 white-raven 0,0 0", "B1 argonaut 6,0 3", by="A1",
                             what="attack beam-rifle B1", dice=[[5] * 4 + [1] * 2, [1] * 8]),
    "FINISH-MODE": seen(lambda g: (thrown(g), damage(g)), "A1 white-raven 0,0 0",
                        "B1 argonaut 6,0 3 hp=90000", by="A1", what="attack beam-rifle B1",
                        dice=[[10] * 6, [1] * 8]),
    "FINISH-TIER": seen(finished, "A1 jack-knife-iii 0,0 0", "B1 argonaut 6,0 3", by="A1",
                        what="attack beam-rifle B1", dice=[[10] * 6, [1] * 8]),
    "FINISH-TURN": seen(finished, *MELEE, **COUNTER,
                        dice=[[1] * 6, [10] * 6, [10] * 7, [1] * 5, [10] * 5]),
    "COUNTER-WHO": seen(lambda g: (offered("counter heat-hatchet")(g), len(g.happened(AttackDeclared))),
                        "A1 lunar-ravager 1,0 3", "B1 argonaut 0,0 0", by="A1", what="attack tomahawk B1"),
    "COUNTER-PENALTY": seen(unblocked, *MELEE, **COUNTER,
                            dice=[[1] * 6, [10] * 6, [5] * 7, [1] * 5, [10] * 5]),
    "COUNTER-CHOICE": seen(offered("counter beam-saber"), *MELEE, by="A1", what="attack tomahawk B1"),
    "COUNTER-RF": seen(thrown, "A1 gamma-apollo 3,0 3", "B1 white-raven 0,0 0", by="A1",
                       what="attack beam-rifle B1", answers=["counter beam-rifle"]),
    "COUNTER-TRADE": seen(thrown, *MELEE, by="A1", what="attack tomahawk B1",
                          answers=["brace trade", "counter beam-saber"]),
    "TARGET-BT": before(may("attack smile-gun B2"), "A1 laughing-joker 0,0 0", "B1 green-viking 2,0 3",
                        "B2 green-viking 3,-1 3", by="A1"),
    "START-FLOOR": started("argonaut!", "white-asura!, white-asura, white-asura"),
    "START-RULE": started("argonaut!", "argonaut!"),
    "ELITE-LEVEL": _elite_level,
    "SHIFT-GAIN": seen(momentum, *DUEL, by="A1", what="move 1,0", momentum=(2, 10)),
    "SHIFT-DISTANCE": seen(momentum, *DUEL, by="A1", what="move 1,0", momentum=(2, 10),
                           also={"hex.inches": 3}),
    "SHIFT-THRESHOLD": lambda parameters: tuple(
        seen(momentum, *DUEL, by="A1", what="move 1,0", momentum=(m, 10))(parameters)
        for m in (4, 5)
    ),
    "SUPPORT-MODE": before(hits("attack beam-rifle B1", "MS.SUPPORT.BONUS"), "A1 jack-knife-iii 0,0 0",
                           "A2 green-viking 0,3 0 gun_supports", "B1 argonaut 5,0 3", by="A1",
                           also={"support.proximity_in": 12}),
    "SUPPORT-LIMITED": before(hits("attack beam-rifle B1", "MS.SUPPORT.BONUS"),
                              "A1 white-raven 0,0 0 support=missile-pod", "B1 argonaut 6,0 3", by="A1"),
    "SUPPORT-CAP": before(hits("attack beam-rifle B1", "MS.SUPPORT.BONUS"),
                          "A1 white-raven 0,0 0 support=missile-pod,missile-pod", "B1 argonaut 6,0 3",
                          by="A1"),
    "SUPPORT-RADIUS": before(hits("attack beam-rifle B1", "MS.SUPPORT.BONUS"), "A1 jack-knife-iii 0,0 0",
                             "A2 green-viking 0,3 0 gun_supports", "B1 argonaut 5,0 3", by="A1",
                             also={"support.mode": "proximity"}),
    "SUPPORT-RADIUS-LIMITED": before(hits("attack beam-rifle B1", "MS.SUPPORT.BONUS"),
                                     "A1 jack-knife-iii 0,0 0", "A2 white-raven 0,4 0",
                                     "B1 argonaut 4,0 3", by="A1", also={"support.mode": "proximity"}),
    "SUPPORT-OWN": lambda parameters: tuple(
        before(hits("attack beam-rifle B1", "MS.SUPPORT.BONUS"), "A1 white-raven 0,0 0",
               "B1 argonaut 4,0 3", *others, by="A1",
               also={"support.mode": "proximity", "support.proximity_limited_in": 16})(parameters)
        for others in ((), ("A2 argonaut -6,6 0",))
    ),
    "SQUADS": laid_out(lambda game: game.may("combine A1 A2"), "A1 argonaut 0,0 0",
                       "A2 argonaut 1,0 0", "B1 argonaut 6,0 3"),
    "SQUAD-DEF": before(defence("attack machine-gun B1", "MS.SQUAD.LEADER"), "A1 argonaut 6,0 3",
                        "B1 white-raven 0,0 0", "B2 white-raven 0,1 0 leader=B1", by="A1"),
    "ELITE-BONUS": seen(offered("aim barrage"), *DUEL, by="A1", what="attack beam-rifle B1"),
    "BARRIER-RECOVER": seen(next_round("B1", "barrier"), "A1 argonaut 6,-6 3",
                            "B1 turtle-robo 0,0 0 barrier=0 activated", by="A1", what="end-turn"),
    "IRON-REDUCTION": seen(damage, *MELEE, by="A1", what="attack tomahawk B1",
                           answers=["use iron-wall"],
                           dice=[[10] * 6, [5] * 4 + [1] * 2, [1], [1] * 5]),
    "IRON-COST": seen(momentum, *MELEE, by="A1", what="attack tomahawk B1",
                      answers=["use iron-wall"], dice=[[1] * 6, [10] * 6, [1]]),
    "IRON-TIER": seen(offered("use iron-wall"), *DUEL, by="A1", what="attack beam-rifle B1"),
    "FLASH-SUPER": seen(offered("use great-flash"), *DUEL, by="A1", what="attack beam-rifle B1"),
    "VALOR-ROUND": seen(offered("use valor"), *DUEL, by="A1", what="attack beam-rifle B1"),
    "VALOR-WARSHIP": seen(offered("use valor"), *SHIP, by="A1", what="attack main-cannon B1"),
    "BOOST-REROLL": lambda parameters: was_offered(
        battle("A1 white-asura 4,0 3", "B1 white-raven 0,0 0 points=1", parameters=parameters)
        .plays("A1", "attack beam-rifle B1", answers=["north: use reroll-all"])
        .plays("A1", "zeal 1")
        .plays("A1", "attack beam-rifle B1", dice=[[1] * 7, [1] * 8]),
        "north: use reroll-misses",
    ),
    "REACTION-USES": seen(lambda g: was_offered(g, "use all-fire", 1), *SHIP, by="A1",
                          what="attack main-cannon B1", answers=["use all-fire"]),
    "WARSHIP-TURN": before(may("move 0,-1"), "A1 musarl-cruiser 0,0 0", "B1 argonaut 6,-6 3", by="A1"),
    "REINFORCE": laid_out(may("reinforce A2 -1,6"), "A1 argonaut 0,5 1 activated",
                          "A2 argonaut - 0 reserve", "B1 argonaut 0,-5 4"),
    "CHALLENGE": laid_out(may("challenge A1 B1"), "A1 argonaut 0,4 1", "B1 triclops 0,-4 5",
                          phase="challenging"),
    "ROTATE": seen(lambda g: g.unit("A1").facing, "A1 white-asura 0,0 0", "B1 argonaut -1,2 0", by="A1",
                   what="attack beam-rifle B1"),
    "RF-TARGET": lambda parameters: battle(
        "A1 argonaut 5,0 3", "A2 dervish 2,-1 3", "B1 triclops 0,0 0", parameters=parameters
    ).plays("A1", "attack machine-gun B1").plays("A1", "end-turn").begins("B1").may("attack bazooka A2"),
    "SIZE-GAP": laid_out(lambda g: engaging(g.state, g.id("A1")), "A1 trident-drake 0,0 0",
                         "B1 argonaut 1,0 3"),
    "FLY-ENGAGE": laid_out(lambda g: engaging(g.state, g.id("A1")), "A1 argonaut 0,0 0",
                           "B1 dervish 1,0 3 transformed", "B2 musarl-cruiser -1,0 0"),
    "HIGH-MELEE": before(may("attack triple-bite B1"), "A1 trident-drake 1,0 3", "B1 green-viking 0,0 0",
                         by="A1", **ROOF),
    "LOCKON-NEEDS": seen(offered("aim die"), "A1 jack-knife-iii 0,0 0", "B1 argonaut 3,0 3", by="A1",
                         what="attack beam-rifle B1"),
    "LOCKON-DICE": seen(thrown, "A1 jack-knife-iii 0,0 0", "B1 argonaut 3,0 3", by="A1",
                        what="attack beam-rifle B1", answers=["aim die"]),
    "PUSH-DAMAGE": seen(damage, "A1 iron-duke 0,0 0", "B1 argonaut 3,0 3", by="A1",
                        what="attack rocket-punch B1", answers=["shove 0"],
                        dice=[[5] + [1] * 5, [5] * 3 + [1] * 5, [1]]),
    "PUSH-STEP": seen(lambda g: g.unit("B1").at, "A1 iron-duke 0,0 0", "B1 argonaut 3,0 3", by="A1",
                      what="attack rocket-punch B1",
                      dice=[[5] + [1] * 5, [5] * 3 + [1] * 5, [1]]),
    "PUSH-TERRAIN": seen(lambda g: [p.kind for p in g.state.ground.pieces], "A1 iron-duke 0,0 0",
                         "B1 argonaut 3,0 3", by="A1", what="attack rocket-punch B1",
                         answers=["shove 0", "collide momentum"], terrain=["4,0 house"],
                         dice=[[5] + [1] * 5, [5] * 3 + [1] * 5, [1]]),
    "AOE-MODE": seen(lambda g: len(g.happened(AttackDeclared)), "A1 iron-duke 0,0 0",
                     "B1 argonaut 2,0 3", "B2 argonaut 4,0 3", by="A1", what="attack rust-hurricane B1"),
    "TERRAIN-CHECKS": seen(thrown, "A1 tankcrawler 0,0 0", "B1 argonaut 6,-6 3", by="A1",
                           what="strike cannon 4,0", **FAR_WALL),
    "ACTIONS": before(lambda g: g.act.combat, *DUEL, by="A1"),
    "REPEAT-COST": before(may("attack beam-rifle B1"), *DUEL, by="A1",
                          first=("attack beam-rifle B1", "zeal 1")),
    "BLINDSIDE": before(hits("attack beam-rifle B1", "MS.TA.BONUS"), "A1 white-asura -5,0 0",
                        "B1 argonaut 0,0 0", by="A1", first=("attack beam-rifle B1", "zeal 1")),
    "HIGH-DROP": before(may("move 2,0"), "A1 argonaut 0,0 0", "B1 argonaut 6,-6 3", by="A1", **ROOF),
    "ORDERS-EXTRA": before(may("order A1"), *SHIP, by="A1"),
    "SWIFT": seen(momentum, "A1 blue-djinn 1,0 3", "B1 white-asura 0,0 0", by="A1",
                  what="attack heat-sword B1", answers=["aim swift-strike", "counter beam-saber"]),
    "STUN-DAMAGE": seen(hp("B1"), "A1 maser-tank 6,0 3", "B1 argonaut 0,0 0", by="A1",
                        what="attack maser-cannon B1", dice=[[5] * 5, [5] * 6 + [1] * 2, [1]]),
    "REMOTE": seen(momentum, "A1 crimson-gallant 0,0 0", "B1 argonaut 5,0 3", by="A1",
                   what="attack seeker-bits B1 indirect"),
    "CP-VP": seen(lambda g: g.state.scores, "A1 argonaut -6,6 1", "B1 argonaut 6,-6 4 activated", by="A1",
                  what="end-turn", round=5, owners={"centre": "south"}),
    "RF-HALF": seen(thrown, "A1 jack-knife-iii 0,0 0", "B1 argonaut 4,0 3", by="A1",
                    what="attack beam-rifle B1"),
    "MELEE-FREE": seen(lambda g: g.act.combat, *MELEE, by="A1", what="attack tomahawk B1"),
    "MOVE-ACTIONS": before(lambda g: g.act.moves, *DUEL, by="A1"),
    "SUPPORT-RANGE": before(defence("attack machine-gun B1", "MS.SUPPORT.BONUS"), "A1 argonaut 4,0 3",
                            "B1 gamma-apollo 0,0 0 support=beam-phalanx", by="A1"),
    "REINFORCE-ACT": lambda parameters: battle(*RESERVE, round=2, parameters=parameters)
    .plays("", "reinforce A2 -1,6").state.phase,
    "BD-EXPLODE": seen(hp("B1"), "A1 jack-knife-iii 6,0 3", "B1 white-raven 0,0 0", by="A1",
                       what="attack beam-rifle B1", answers=["suffer weapon:missile-pod"],
                       dice=[[5] * 6, [5] * 7 + [1], [1]]),
    "REPAIR-WHEN": before(may("repair A2"), "A1 mithridates-cruiser 0,0 0",
                          "A2 jack-knife-iii - 0 aboard=A1 hp=100", "B1 argonaut 6,-6 3", by="A1"),
    "DEFENCE-SKILLS": seen(lambda g: was_offered(g, "use iron-wall", 1), *MELEE, by="A1",
                           what="attack tomahawk B1", answers=["use flash"]),
    "SAVE-IN-LIEU": seen(damage, "A1 jack-knife-iii 0,0 0", "B1 argonaut 6,0 3", by="A1",
                         what="attack beam-rifle B1", dice=[[5] * 6, [5] * 8, [1]]),
}  # fmt: skip


BEARS = {
    "SAVE-CAP": "MS.SAVE.ROLL",
    "COVER": "MS.COVER.BONUS",
    "FINISH-THRESHOLD": "MS.FINISH.THRESHOLD",
    "FINISH-MODE": "MS.FINISH.BONUS",
    "FINISH-TIER": "MS.FINISH.OWN-TURN",
    "FINISH-TURN": "MS.FINISH.OWN-TURN",
    "COUNTER-WHO": "MS.COUNTER.WHO",
    "COUNTER-PENALTY": "MS.COUNTER.PENALTY",
    "COUNTER-CHOICE": "MS.COUNTER.WHO",
    "COUNTER-RF": "MS.RANGE.RAPID",
    "COUNTER-TRADE": "MS.COUNTER.TRADE",
    "TARGET-BT": "MS.TARGET.EXEMPT",
    "START-FLOOR": "MS.MOM.START",
    "START-RULE": "MS.MOM.START",
    "ELITE-LEVEL": "MS.MOM.ELITE-LEVEL",
    "SHIFT-GAIN": "MS.MOM.SHIFT-CLOSER",
    "SHIFT-DISTANCE": "MS.MOM.SHIFT-CLOSER",
    "SHIFT-THRESHOLD": "MS.MOM.SHIFT-CLOSER",
    "SUPPORT-MODE": "MS.SUPPORT.PROXIMITY",
    "SUPPORT-LIMITED": "MS.SUPPORT.BONUS",
    "SUPPORT-CAP": "MS.SUPPORT.CAP",
    "SUPPORT-RADIUS": "MS.SUPPORT.PROXIMITY",
    "SUPPORT-RADIUS-LIMITED": "MS.SUPPORT.PROXIMITY",
    "SUPPORT-OWN": "MS.SUPPORT.PROXIMITY",
    "SQUADS": "MS.SQUAD.FORM",
    "SQUAD-DEF": "MS.SQUAD.LEADER",
    "ELITE-BONUS": "MS.ELITE.CHOOSE",
    "BARRIER-RECOVER": "MS.BARRIER.RECOVER",
    "IRON-REDUCTION": "MS.SKILL.IRON-WALL",
    "IRON-COST": "MS.SKILL.IRON-WALL",
    "IRON-TIER": "MS.SKILL.IRON-WALL",
    "FLASH-SUPER": "MS.SKILL.FLASH",
    "VALOR-ROUND": "MS.SKILL.VALOR",
    "VALOR-WARSHIP": "MS.SKILL.VALOR",
    "BOOST-REROLL": "MS.RES.BOOST",
    "REACTION-USES": "MS.WARSHIP.ALL-FIRE",
    "WARSHIP-TURN": "MS.MOVE.WARSHIP",
    "REINFORCE": "MS.REINFORCE.WHEN",
    "CHALLENGE": "MS.CHALLENGE.ISSUE",
    "ROTATE": "MS.TARGET.ROTATE",
    "RF-TARGET": "MS.RETURNFIRE.ATTACK",
    "SIZE-GAP": "MS.ENGAGE.SIZE",
    "FLY-ENGAGE": "MS.ENGAGE.FLY",
    "HIGH-MELEE": "MS.HIGH.MELEE",
    "LOCKON-NEEDS": "MS.LOCKON.CHOICE",
    "LOCKON-DICE": "MS.LOCKON.CHOICE",
    "PUSH-DAMAGE": "MS.ATTACK.DAMAGE",
    "PUSH-STEP": "MS.PUSH.MOVE",
    "PUSH-TERRAIN": "MS.TERRAIN.CHECK",
    "AOE-MODE": "MS.AOE.LINE",
    "TERRAIN-CHECKS": "MS.TERRAIN.DIRECT",
    "ACTIONS": "MS.ACT.ACTIONS",
    "REPEAT-COST": "MS.ACT.ACTIONS",
    "BLINDSIDE": "MS.TA.BLINDSIDE",
    "HIGH-DROP": "MS.HIGH.DROP",
    "ORDERS-EXTRA": "MS.ORDERS.POOL",
    "SWIFT": "MS.ELITE.SWIFT",
    "STUN-DAMAGE": "MS.STUN.TOKEN",
    "REMOTE": "MS.REMOTE.FIRE",
    "CP-VP": "MS.VP.CP",
    "RF-HALF": "MS.RANGE.RAPID",
    "MELEE-FREE": "MS.ACT.ACTIONS",
    "MOVE-ACTIONS": "MS.ACT.ACTIONS",
    "SUPPORT-RANGE": "MS.SUPPORT.BONUS",
    "REINFORCE-ACT": "MS.REINFORCE.TURN",
    "BD-EXPLODE": "MS.BD.EXPLOSIVE",
    "REPAIR-WHEN": "MS.WARSHIP.REPAIR",
    "DEFENCE-SKILLS": "MS.SKILL.LIMIT",
    "SAVE-IN-LIEU": "MS.ATTACK.DAMAGE",
}
"""The rule that each of these numbers belongs to."""


def cases() -> list[Any]:
    return [
        pytest.param(variant.id.removeprefix("MS.VAR."), variant.parameter, earlier.value,
                     id=f"{variant.id}={earlier.value}",
                     marks=pytest.mark.rule(BEARS[variant.id.removeprefix("MS.VAR.")]))
        for variant in load_variants()
        for earlier in variant.earlier
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "parameter", "value"), cases())
def test_a_variant_acts(name: str, parameter: str, value: Any) -> None:
    given = {parameter: value}
    if isinstance(value, dict):
        given = {f"{parameter}.{key}": each for key, each in value.items()}
    sight = ACTS[name]
    assert sight({}) != sight(given), f"{parameter} = {value} changes nothing"


def test_every_variant_has_its_battle() -> None:
    assert {*ACTS} == {variant.id.removeprefix("MS.VAR.") for variant in load_variants()}
