"""Melee: who is engaged with whom, and what that does to attack dice."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.attack_chart.cards import WeaponCard
from gattai.games.attack_chart.keywords import class_of
from gattai.games.attack_chart.state import State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.kernel.tally import Tally, Term
from gattai.tabletop.hexes import DISTANCE, Hex


def touches_enemy(state: State, seat: Seat, at: Hex) -> bool:
    """Return whether a unit of this side would be engaged on that hex."""
    return any(unit.seat != seat and DISTANCE[there - at] == 1 for _, unit, there in state.on_field)


def engaged(state: State, unit_id: UnitId) -> bool:
    """Return whether a unit is in a melee."""
    return unit_id in state.melees


def melee_of(state: State, unit_id: UnitId) -> tuple[UnitId, ...]:
    """The units in a unit's melee, including itself; empty if it is not engaged."""
    return state.melees.get(unit_id, ())


def modifier(state: State, shooter_id: UnitId, weapon: WeaponCard, target_id: UnitId) -> Tally:
    """ATTACK-CHART.MOD.STACK: the sum of all dice modifiers of a pool.

    ATTACK-CHART.AMB.STACK: a match may count only the worst.
    """
    melee = melee_of(state, shooter_id)
    terms = [*_modifiers(state, state.units[shooter_id], melee, weapon, target_id)]
    if state.rulings.melee_modifiers == "worst":
        worst = min(terms, key=lambda term: term.amount, default=None)
        terms = [term for term in terms if term.amount > 0 or term is worst]
    return Tally.collect(terms)


def _modifiers(
    state: State, shooter: Unit, melee: tuple[UnitId, ...], weapon: WeaponCard, target_id: UnitId
) -> Iterator[Term]:
    together = target_id in melee
    into = not together and any(
        state.units[other].seat == shooter.seat for other in melee_of(state, target_id)
    )
    penalty = bool(melee) and (together or state.rulings.class_penalty == "anywhere")
    return modifier_terms(
        weapon, in_melee=bool(melee), together=together, into=into, of_class=penalty
    )


def modifier_terms(
    weapon: WeaponCard, *, in_melee: bool, together: bool, into: bool, of_class: bool
) -> Iterator[Term]:
    """The modifiers of a pool. With `together` user and target are in the same melee; with `into`
    the target is in a melee with a friend of the user.

    ATTACK-CHART.AMB.CLASS-WHERE: `of_class` is true if the class of the weapon counts.
    """
    if of_class:
        yield from class_of(weapon).in_a_melee()
    if together:
        return  # ATTACK-CHART.MELEE.INTO-EXEMPT: no further modifier within the same melee
    if into:
        yield Term(-1, "firing into a melee with a friend", "ATTACK-CHART.MELEE.INTO")
    if in_melee:
        yield Term(-1, "firing out of a melee", "ATTACK-CHART.MELEE.OUT-OF")
