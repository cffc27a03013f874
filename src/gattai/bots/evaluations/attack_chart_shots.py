"""Attack Chart: the expected gain of weapons by exact odds, for evaluations."""

from __future__ import annotations

from functools import cache
from math import comb

from gattai.games.attack_chart.attack.attack import Shot, dice_needing, pool
from gattai.games.attack_chart.attack.needed import GATE, Method
from gattai.games.attack_chart.cards import UnitCard, WeaponCard
from gattai.games.attack_chart.state import State, Unit
from gattai.kernel.question import Seat
from gattai.odds.floats import float_sum
from gattai.tabletop.hexes import DISTANCE


@cache
def unit_value(card: UnitCard, hp: int, alive: float) -> float:
    """Return the Points of a unit with these HP; the share `alive` lasts until the last HP."""
    if hp <= 0:
        return 0.0
    return card.points * (alive + (1 - alive) * hp / (card.models * card.hp))


@cache
def plain_shot(method: Method, weapon: WeaponCard, card: UnitCard, models: int) -> Shot:
    """A weapon's pool on a unit in the open."""
    return pool(method, weapon, card, models, modifier=0, cover=False)


@cache
def mean_loss(shot: Shot, card: UnitCard, hp: int, alive: float) -> float:
    """The Points that a pool takes from a unit on average. Each die stands alone, so the odds of
    the whole pool are exact: hit, and saved neither by Armour nor by AEGIS.
    """
    chance = chance_of(shot)
    dice = shot.dice * (shot.needed.successes_each if shot.needed.automatic else 1)
    before = unit_value(card, hp, alive)
    return float_sum(
        comb(dice, n)
        * chance**n
        * (1 - chance) ** (dice - n)
        * (before - unit_value(card, hp - n * shot.needed.hp_each, alive))
        for n in range(1, dice + 1)
    )


def out_of_reach(state: State, seat: Seat) -> list[tuple[Unit, int]]:
    """Return each unit with the hexes it has to walk before its longest weapon reaches an enemy."""
    foes = [at for _, unit, at in state.on_field if unit.seat != seat]
    if not foes:
        return []
    per_hex = state.field.inches_per_hex
    found = []
    for _, unit, at in state.on_field:
        if unit.seat == seat:
            nearest = min([DISTANCE[there - at] for there in foes])
            longest = max([weapon.range for weapon in unit.card.weapon]) // per_hex
            found.append((unit, max(0, nearest - longest)))
    return found


def chance_of(shot: Shot) -> float:
    """Return the chance that one attack die costs HP."""
    needed = shot.needed
    if needed.automatic:
        chance = 1.0
    elif needed.number == 0:
        chance = 0.0
    else:
        chance = _one_die(needed.number, shot.modifier)
        if needed.gated:
            chance *= _one_die(GATE, shot.modifier)
    for save in (shot.armour, shot.aegis):
        if save:
            chance *= 1 - _one_die(save, 0)
    return chance


@cache
def _one_die(number: int, modifier: int) -> float:
    die = dice_needing(1, number, modifier)
    return sum(outcomes for reading, outcomes in die.outcomes() if reading) / die.total
