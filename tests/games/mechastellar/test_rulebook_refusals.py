"""Every refusal names its rule, in words, with the figures that were compared."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.kernel.position import apply
from gattai.kernel.rulebook import Refused
from tests.games.mechastellar.table import RULES, battle

FAR = "B9 argonaut 6,-6 3"
CASES: dict[str, tuple[tuple[str, ...], dict[str, Any], str, str]] = {
    "too far to move": (("A1 argonaut 0,0 0", FAR), {}, "move 3,0", "MS.MOVE.DISTANCE"),
    "off the map": (("A1 argonaut 7,0 0", FAR), {}, "move 8,0", "MS."),
    "onto a friend": (("A1 argonaut 0,0 0", "A2 argonaut 1,0 0", FAR), {}, "move 1,0", "MS.HEX.OCCUPANCY"),
    "into deep water": (("A1 argonaut 0,0 0", FAR), {"terrain": ["1,0 water"]}, "move 1,0", "MS.WATER.MOVE"),
    "through jungle": (("A1 argonaut 0,0 0", FAR), {"terrain": ["2,0 jungle"]}, "move 2,0", "MS.OBSCURE.INSIDE"),
    "up a tower from afar": (("A1 argonaut 0,0 0", FAR), {"terrain": ["2,0 house"]}, "move 2,0", "MS.HIGH.CLIMB"),
    "backwards with a ship": (("A1 musarl-cruiser 0,0 0", FAR), {}, "move -1,0", "MS.MOVE.WARSHIP"),
    "away from an engagement": (
        ("A1 argonaut 0,0 0", "B1 argonaut 1,0 3"), {}, "move -1,0", "MS.ENGAGE.STRAFE"),
    "a spin before the first move": (("A1 argonaut 0,0 0", FAR), {}, "spin 3", "MS.MOVE.FREE-SPIN"),
    "an Accelerate without Boost": (
        ("A1 argonaut 0,0 0", FAR), {}, "accelerate A1 1,0 1", "MS.ACCEL.RESOURCE"),
    "disengaging from nobody": (("A1 argonaut 0,0 0", FAR), {}, "disengage 1,0", "MS.ENGAGE.DISENGAGE"),
    "out of range": (("A1 argonaut 0,0 0", "B1 argonaut 7,0 3"), {}, "attack machine-gun B1", "MS.RANGE.MEASURE"),
    "behind oneself": (("A1 argonaut 0,0 0", "B1 argonaut -3,0 3"), {}, "attack machine-gun B1", "MS.TARGET.ARC"),
    "out of sight": (("A1 argonaut 0,0 0", "B1 argonaut 4,0 3"), {"terrain": ["2,0 tower"]},
                     "attack machine-gun B1", "MS.LOS.NEED"),
    "not the closest": (("A1 argonaut 0,0 0", "B1 argonaut 3,0 3", "B2 argonaut 4,0 3"), {},
                        "attack machine-gun B2", "MS.TARGET.CLOSEST"),
    "a friend": (("A1 argonaut 0,0 0", "A2 argonaut 3,0 3", FAR), {}, "attack machine-gun A2", "MS."),
    "into a melee": (("A1 argonaut 0,0 0", "A2 argonaut 4,0 0", "B1 argonaut 5,0 3"), {},
                     "attack machine-gun B1", "MS.ENGAGE.PROTECTED"),
    "a weapon it has not": (("A1 argonaut 0,0 0", "B1 argonaut 3,0 3"), {}, "attack bazooka B1", "MS.WEAPON.PROFILE"),
    "a lost weapon": (("A1 argonaut 0,0 0 lost=weapon:machine-gun", "B1 argonaut 3,0 3"), {},
                      "attack machine-gun B1", "MS.BD.WEAPON"),
    "an empty weapon": (("A1 argonaut 0,0 0 uses.hand-grenade=0", "B1 argonaut 3,0 3"), {},
                        "attack hand-grenade B1", "MS.WEAPON.USES"),
    "a silent weapon": (("A1 gamma-apollo 0,0 0 support=beam-phalanx", "B1 argonaut 3,0 3"), {},
                        "attack beam-phalanx B1", "MS.SUPPORT.MODE"),
    "a rifle indirectly": (("A1 white-asura 0,0 0", "B1 argonaut 3,0 3"), {}, "attack beam-rifle B1 indirect", "MS.IDF.BASIC"),
    "through nothing": (("A1 white-asura 0,0 0", "B1 argonaut 5,0 3"), {}, "attack beam-rifle B1 through", "MS.LOCKON.THROUGH"),
    "bullets through a house": (("A1 argonaut 0,0 0", "B1 argonaut 3,0 3"), {"terrain": ["2,0 house"]},
                                "attack machine-gun B1 through", "MS.LOCKON.THROUGH"),
    "power that is spent": (("A1 iron-castle 0,0 0 points=0", "B1 argonaut 3,0 3"), {},
                            "attack fire-blaster B1", "MS.RES.POWER"),
    "havoc that is spent": (("A1 trident-drake 0,0 0 points=0", "B1 argonaut 3,0 3"), {},
                            "attack gravity-storm B1", "MS.RES.HAVOC"),
    "shooting while engaged without Momentum": (
        ("A1 argonaut 0,0 0", "B1 argonaut 1,0 3"), {"momentum": (1, 10)}, "attack machine-gun B1", "MS.ENGAGE.SHOOT"),
    "bits without Momentum": (("A1 crimson-gallant 0,0 0", "B1 argonaut 3,0 3"), {"momentum": (0, 10)},
                              "attack seeker-bits B1 indirect", "MS.REMOTE.FIRE"),
    "a throw from afar": (("A1 argonaut 0,0 0", "B1 argonaut 3,0 3"), {}, "throw B1", "MS."),
    "throwing a hill": (("A1 argonaut 0,0 0", "B1 argonaut 3,0 3"), {"terrain": ["0,1 hill"]}, "hurl 0,1 B1", "MS.THROW.TERRAIN"),
    "striking open ground": (("A1 argonaut 0,0 0", FAR), {}, "strike machine-gun 2,0", "MS.TERRAIN.DIRECT"),
    "razing without Havoc": (("A1 argonaut 0,0 0", FAR), {"terrain": ["2,0 wall"]}, "raze machine-gun 2,0", "MS.RES.HAVOC"),
    "Zeal at once": (("A1 argonaut 0,0 0", FAR), {}, "zeal 1", "MS.SKILL.ZEAL"),
    "Zeal on a ship": (("A1 musarl-cruiser 0,0 0", FAR), {}, "zeal 1", "MS.WARSHIP.SKILLS"),
    "transforming a tank": (("A1 tankcrawler 0,0 0", FAR), {}, "transform", "MS.TRANSFORM"),
    "giving up nothing": (("A1 argonaut 0,0 0", FAR), {}, "give-up move", "MS.STUN.ACTIONS"),
    "shaking off nothing": (("A1 white-raven 0,0 0", FAR), {}, "shake-off A1", "MS.STUN.SPEND"),
    "charging no barrier": (("A1 iron-duke 0,0 0", FAR), {}, "recharge A1", "MS.BARRIER.RECOVER"),
    "an order without a captain": (("A1 argonaut 0,0 0", FAR), {"orders": (1, 0)}, "order A1", "MS.ORDERS.POOL"),
    "repairing who is not aboard": (("A1 mithridates-cruiser 0,0 0", "A2 argonaut 1,0 0 hp=100", FAR), {},
                                    "repair A2", "MS.WARSHIP.REPAIR"),
    "coming up from dry land": (("A1 dusk-wraith 0,0 0", FAR), {}, "surface", "MS.WATER.SUBMERGED"),
    "crashing with a sword": (("A1 white-asura 0,0 0", "B1 argonaut 1,0 3"), {},
                              "crash beam-saber [B1] 2,0", "MS.CRASH.ACTION"),
    "sweeping with a rifle": (("A1 white-asura 0,0 0", "B1 argonaut 3,0 3", "B2 argonaut 3,1 3"), {},
                              "sweep beam-rifle [B1 B2]", "MS.AOE.SWEEP"),
}  # fmt: skip


def cases() -> list[Any]:
    """Each bears the rule that it is refused by; one that may be refused by several bears none."""
    return [
        pytest.param(case, id=case, marks=pytest.mark.rule(*([] if rule == "MS." else [rule])))
        for case, (_, _, _, rule) in sorted(CASES.items())
    ]


@pytest.mark.rule("MS.SETUP.TERRAIN")
@pytest.mark.parametrize("case", cases())
def test_a_refusal_names_its_rule_and_speaks_in_words(case: str) -> None:
    units, given, what, rule = CASES[case]
    game = battle(*units, **given).begins("A1")
    with pytest.raises(Refused) as refused:
        apply(RULES, game.position, game.read(what))
    found = refused.value.refusals
    assert any(each.rule.startswith(rule) for each in found), refused.value
    for each in found:
        assert each.rule in RULES.rulebook and len(each.reason.split()) > 1
    assert not game.may(what)


def test_the_figures_that_were_compared_are_reported() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 7,0 3").begins("A1")
    with pytest.raises(Refused, match=r"\(away 7, range 6\) \[MS\.RANGE\.MEASURE\]"):
        apply(RULES, game.position, game.read("attack machine-gun B1"))


def test_every_reason_is_given_at_once() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut -7,0 3", terrain=["-3,0 tower"]).begins("A1")
    with pytest.raises(Refused) as refused:
        apply(RULES, game.position, game.read("attack machine-gun B1"))
    rules = [each.rule for each in refused.value.refusals]
    assert rules == ["MS.RANGE.MEASURE", "MS.TARGET.ARC", "MS.LOS.NEED"]
