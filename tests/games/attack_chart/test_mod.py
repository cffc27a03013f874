"""Modifiers: added to the roll, added together, and able to say where they come from."""

from __future__ import annotations

import pytest

from gattai.games.attack_chart.attack.attack import aim, armour_save, armour_terms
from gattai.games.attack_chart.attack.melee import modifier
from gattai.kernel.tally import Tally
from tests.games.attack_chart.table import (
    Firefight,
    duel,
    firefight,
    open_field,
    unit,
    weapon,
)


def in_melee(kind: str, power: int, defence: int, attacks: int) -> Firefight:
    gun = weapon(power=power, attacks=attacks, kind=kind)
    return duel(gun, unit("target", defence=defence, hp=99), engaged=True).attacks("gun", "target")


@pytest.mark.rule("ATTACK-CHART.MOD.APPLY")
@pytest.mark.parametrize(("kind", "lowest"), [("light", 5), ("battle", 6), ("heavy", 7)])
def test_a_modifier_changes_the_roll_and_not_the_number(kind: str, lowest: int) -> None:
    in_melee(kind, 4, 4, 2).rolls(lowest - 1, lowest).ends(code="5+", successes=1)


@pytest.mark.rule("ATTACK-CHART.MOD.APPLY", "ATTACK-CHART.AMB.MODIFIER-AUTO")
def test_an_automatic_pass_takes_no_modifier() -> None:
    in_melee("heavy", 6, 3, 2).ends(modifier=-2, code="Ax2", successes=2, hp_lost=4)


@pytest.mark.rule("ATTACK-CHART.MOD.APPLY")
def test_a_seven_at_minus_two_takes_a_natural_nine() -> None:
    in_melee("heavy", 3, 4, 2).rolls(8, 9).ends(code="7+", successes=1)


@pytest.mark.rule("ATTACK-CHART.MOD.APPLY")
def test_saves_take_no_modifier() -> None:
    gun = weapon(power=6, kind="heavy")
    game = duel(gun, unit("target", defence=3, armour=6, hp=9), engaged=True)
    game.attacks("gun", "target").rolls(6).ends(modifier=-2, saved_by_armour=1)


@pytest.fixture
def stacked() -> Firefight:
    """A Heavy weapon, fired from one melee into another in which a friend fights."""
    game = firefight().blue(unit("shooter", weapon(power=5, attacks=3, kind="heavy")), at=(2, 5))
    game.red(unit("foe"), at=(1, 5)).red(unit("target", defence=4, hp=9), at=(8, 5))
    return game.blue(unit("friend"), at=(9, 5)).activates("shooter")


def reasons(game: Firefight) -> Tally:
    shooter = game.unit("shooter").card
    return modifier(game.state, game.id("shooter"), shooter.weapon[0], game.id("target"))


@pytest.mark.rule("ATTACK-CHART.MOD.STACK")
def test_the_sum_names_each_of_its_terms_and_their_rules(stacked: Firefight) -> None:
    assert str(reasons(stacked)) == (
        "-4 = -2 Heavy weapon in a melee [ATTACK-CHART.MELEE.HEAVY], "
        "-1 firing into a melee with a friend [ATTACK-CHART.MELEE.INTO], "
        "-1 firing out of a melee [ATTACK-CHART.MELEE.OUT-OF]"
    )


@pytest.mark.rule("ATTACK-CHART.MOD.STACK")
def test_where_nothing_applies_the_sum_is_empty() -> None:
    game = duel(weapon(kind="heavy"), unit("target"))
    assert str(reasons(game)) == "0"


def armour_of(game: Firefight) -> str:
    gun = game.unit("shooter").card.weapon[0]
    shooter, target = game.id("shooter"), game.id("target")
    tally = armour_save(game.state, shooter, gun, target)
    assert aim(game.state, shooter, gun, target, 1).armour == tally.total
    return str(tally)


CARD = "Armour on the card [ATTACK-CHART.SEQ.4-BOTH-SAVES]"
NONE = "no Armour, but cover [ATTACK-CHART.HOUSE.COVER]"


@pytest.mark.rule("ATTACK-CHART.SEQ.4-AP", "ATTACK-CHART.HOUSE.COVER")
@pytest.mark.parametrize(
    ("armour", "ap", "cover", "says"),
    [
        (0, 0, False, "0"),
        (7, 0, False, f"7 = 7 {CARD}"),
        (7, 8, False, f"7 = 7 {CARD}"),
        (7, 7, False, f"0 = 7 {CARD}, -7 AP 7+ is as good or better [ATTACK-CHART.SEQ.4-AP]"),
        (7, 3, True, f"0 = 7 {CARD}, -7 AP 3+ is as good or better [ATTACK-CHART.SEQ.4-AP]"),
        (7, 8, True, f"6 = 7 {CARD}, -1 cover [ATTACK-CHART.HOUSE.COVER]"),
        (1, 0, True, f"1 = 1 {CARD}"),
        (0, 3, True, f"0 = 9 {NONE}, -9 AP 3+ is better than no Armour [ATTACK-CHART.SEQ.4-AP]"),
        (0, 0, True, f"9 = 9 {NONE}"),
    ],
)
def test_what_an_armour_save_needs_says_why(armour: int, ap: int, cover: bool, says: str) -> None:
    game = firefight(field=open_field(*[(8, 5)] * cover))
    game.blue(unit("shooter", weapon(ap=ap)), at=(2, 5))
    game.red(unit("target", armour=armour), at=(8, 5)).activates("shooter")
    assert armour_of(game) == says


def test_every_term_of_every_armour_cites_a_rule_and_no_save_is_below_1_or_above_9() -> None:
    for armour in range(10):
        for ap in range(10):
            for cover in (False, True):
                tally = Tally.collect(armour_terms(armour, ap, cover=cover))
                assert 0 <= tally.total <= 9
                assert all(term.rule.startswith("ATTACK-CHART.") for term in tally)


def save(armour: int, ap: int, *, cover: bool) -> int:
    """How many faces of the die save: 9 for 1+, 1 for 9+, none where nothing is rolled."""
    number = Tally.collect(armour_terms(armour, ap, cover=cover)).total
    return 10 - number if number else 0


ARMOURS = (0, 9, 8, 7, 6, 5, 4, 3, 2, 1)
"""From none to the best."""


@pytest.mark.rule("ATTACK-CHART.HOUSE.COVER", "ATTACK-CHART.SEQ.4-AP", "ATTACK-CHART.AMB.COVER-AP")
@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("ap", range(10))
def test_more_armour_is_never_worse_whatever_the_ap_and_the_cover(ap: int, cover: bool) -> None:
    saves = [save(armour, ap, cover=cover) for armour in ARMOURS]
    assert saves == sorted(saves)


@pytest.mark.rule("ATTACK-CHART.HOUSE.COVER", "ATTACK-CHART.SEQ.4-AP", "ATTACK-CHART.AMB.COVER-AP")
@pytest.mark.parametrize("armour", ARMOURS)
def test_cover_is_never_worse_and_better_ap_never_helps_the_target(armour: int) -> None:
    for ap in range(10):
        assert save(armour, ap, cover=True) >= save(armour, ap, cover=False)
    for cover in (False, True):
        from_none_to_best = [save(armour, ap, cover=cover) for ap in ARMOURS]
        assert from_none_to_best == sorted(from_none_to_best, reverse=True)


@pytest.mark.rule("ATTACK-CHART.AMB.COVER-AP", "ATTACK-CHART.HOUSE.COVER")
@pytest.mark.parametrize(("armour", "ap"), [(0, 9), (0, 5), (6, 5), (6, 6)])
def test_against_ap_that_is_better_a_thicket_is_no_save(armour: int, ap: int) -> None:
    assert save(armour, ap, cover=True) == 0
    assert save(0, 0, cover=True) == 1
