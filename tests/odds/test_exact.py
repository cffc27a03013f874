"""Exact odds: against brute force, against another library, against closed forms."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from time import process_time

import icepool
import pytest

from gattai.games.attack_chart.attack.attack import Shot, Volley, aim, roll_attacks, volley
from gattai.games.attack_chart.attack.needed import Method, needed
from gattai.games.attack_chart.cards import UnitCard, WeaponCard
from gattai.odds.distribution import Distribution
from gattai.odds.exact import exact
from tests.games.attack_chart.table import RULES, firefight
from tests.odds.brute import brute
from tests.odds.shots import KINDS, shot

UNITS = tuple(RULES.units.values())
WEAPONS = [(card, gun) for card in UNITS for gun in card.weapon]


def odds(of: Shot) -> Distribution[Volley]:
    return exact(lambda: volley(of))


def between(
    method: Method, shooter: UnitCard, gun: WeaponCard, target: UnitCard, *, engaged: bool = False
) -> Shot:
    """The pool that a whole unit makes on another."""
    game = firefight(method).blue(shooter, (2, 5)).red(target, (3, 5) if engaged else (8, 5))
    state = game.state
    return aim(state, state.on_field[0][0], gun, state.on_field[1][0], shooter.models)


@pytest.mark.parametrize("method", ["formula", "chart"])
@pytest.mark.parametrize(
    ("shooter", "gun"), WEAPONS, ids=[f"{card.id}-{gun.id}" for card, gun in WEAPONS]
)
def test_the_chances_of_every_weapon_against_every_unit_add_up_to_one(
    method: Method, shooter: UnitCard, gun: WeaponCard
) -> None:
    for target in UNITS:
        for engaged in (False, True):
            found = odds(between(method, shooter, gun, target, engaged=engaged))
            assert found.is_whole
            assert sum(found.values()) == 1
            assert all(chance > 0 for chance in found.values())


DICE_ALONE = {kind: 3 if "/" in kind else 4 for kind in KINDS}
DICE_AND_SAVES = {kind: 1 if kind in ("3+", "Ax2 of the Chart") else 2 for kind in KINDS}


@pytest.mark.parametrize("modifier", [0, -1, -2])
@pytest.mark.parametrize("kind", KINDS)
def test_attack_dice_have_the_odds_of_all_their_faces(kind: str, modifier: int) -> None:
    for dice in range(1, DICE_ALONE[kind] + 1):
        pool = shot(kind, dice, modifier=modifier)
        assert dict(odds(pool)) == brute(lambda pool=pool: volley(pool))  # type: ignore[misc]


@pytest.mark.parametrize("saves", [(6, 0), (0, 8), (2, 8), (1, 9)], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_attack_dice_and_saves_have_the_odds_of_all_their_faces(
    kind: str, saves: tuple[int, int]
) -> None:
    pool = shot(kind, DICE_AND_SAVES[kind], armour=saves[0], aegis=saves[1])
    assert dict(odds(pool)) == brute(lambda: volley(pool))


@pytest.mark.parametrize("kind", ["3+", "9/3"])
def test_modified_dice_and_both_saves_have_the_odds_of_all_their_faces(kind: str) -> None:
    pool = shot(kind, 1, modifier=-1, armour=5, aegis=7)
    assert dict(odds(pool)) == brute(lambda: volley(pool))


@pytest.mark.parametrize("kind", KINDS)
def test_another_library_finds_the_same_odds(kind: str) -> None:
    pool = shot(kind, 6, armour=7, aegis=9)
    d10 = icepool.z(10)
    number = pool.needed
    each = 1 if not number.automatic else number.successes_each
    if number.automatic:
        hit = icepool.Die([1])
    elif number.number == 0:
        hit = icepool.Die([0])
    else:
        hit = d10 >= number.number
        if number.gated:
            hit = (d10 == 9) & hit
    through = icepool.map(
        lambda hit, armour, aegis: int(hit and armour < 7 and aegis < 9), hit, d10, d10
    )
    lost = ((each * pool.dice) @ through) * number.hp_each
    theirs = {int(hp): Fraction(ways, lost.denominator()) for hp, ways in lost.items() if ways}
    ours = odds(pool).map(lambda result: result.hp_lost)
    assert dict(ours.sorted()) == theirs


def closed_form(code: str) -> Fraction:
    """The chance of one attack die, straight from what the sheet writes."""
    if code.startswith("A"):
        return Fraction(1)
    if code == "N":
        return Fraction(0)
    if code.startswith("9/"):
        return Fraction(10 - int(code[2:]), 100)
    return Fraction(10 - int(code.rstrip("+")), 10)


@pytest.mark.parametrize("method", ["formula", "chart"])
def test_one_die_of_every_cell_has_the_chance_that_its_number_says(method: Method) -> None:
    for power in range(21):
        for defence in range(16):
            number = needed(method, power, defence)
            found = exact(lambda number=number: roll_attacks(1, number, 0))  # type: ignore[misc]
            assert found.chance(bool) == closed_form(number.code)
            assert found.mean() == closed_form(number.code) * number.successes_each


@pytest.mark.parametrize("modifier", range(-4, 1))
@pytest.mark.parametrize("power", range(9, 0, -1))
def test_a_modifier_takes_one_face_away_for_each_point(power: int, modifier: int) -> None:
    number = needed("chart", power, 4)
    assert number.number == 9 - power
    found = exact(lambda: roll_attacks(1, number, modifier)).chance(bool)
    if number.automatic:
        assert found == 1
    else:
        assert found == Fraction(max(0, 10 - number.number + modifier), 10)


def test_a_pool_is_binomial() -> None:
    found = odds(shot("3+", 6)).map(lambda result: result.successes)
    for hits in range(7):
        assert found[hits] == comb(6, hits) * Fraction(7, 10) ** hits * Fraction(3, 10) ** (
            6 - hits
        )


@pytest.mark.parametrize("kind", KINDS)
def test_floats_are_close_to_the_exact_chances(kind: str) -> None:
    pool = shot(kind, 12, armour=6, aegis=8)
    close = exact(lambda: volley(pool), floats=True)
    assert close.is_whole
    assert close.floats() == pytest.approx(odds(pool).floats(), abs=1e-12)
    assert float(close.mean(lambda result: result.hp_lost)) == pytest.approx(
        float(odds(pool).mean(lambda result: result.hp_lost))
    )


def test_the_largest_attack_of_the_catalogue_is_walked_in_the_blink_of_an_eye(
    capsys: pytest.CaptureFixture[str], patience: float
) -> None:
    gun = RULES.units["gunners"].weapon[0]
    pool = between("formula", RULES.units["gunners"], gun, RULES.units["bulwark-walker"])
    pool = Shot(pool.dice, pool.needed, pool.modifier, pool.armour, aegis=8)
    assert (pool.dice, pool.needed.code, pool.armour) == (12, "9/3", 4)
    began = process_time()
    found = odds(pool)
    milliseconds = (process_time() - began) * 1000
    with capsys.disabled():
        print(f" {milliseconds:.1f} ms ", end="")
    assert found.is_whole
    assert milliseconds < 300 * patience
