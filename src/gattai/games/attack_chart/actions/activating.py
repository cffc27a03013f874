"""A unit's activation: it is chosen, moves, attacks with its weapons and finishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from gattai.games.attack_chart.attack.attack import (
    Shot,
    aim,
    aim_refusals,
    armour_save,
    fire,
    targets,
)
from gattai.games.attack_chart.attack.melee import engaged, modifier, touches_enemy
from gattai.games.attack_chart.cards import FieldCard, WeaponCard
from gattai.games.attack_chart.events import UnitActivated, UnitFinished, UnitMoved
from gattai.games.attack_chart.figures import move_hexes, nobody, way_to, where_to
from gattai.games.attack_chart.phases.turns import next_player
from gattai.games.attack_chart.state import State, Unit, UnitId
from gattai.kernel.action import Action, Forecast, Highlight, Total
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.tally import Tally, Term
from gattai.kernel.text.template import listed
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


class Activate(Action, frozen=True, tag="activate", gc=False):
    """Choose the unit that acts now."""

    says = "activate {unit}"
    unit: UnitId

    def actor_in(self, view: State) -> None:
        """Return None: no unit is acting yet."""

    def target_in(self, view: State) -> UnitId:
        """The unit; players choose it by clicking on it."""
        return self.unit

    @classmethod
    def candidates(cls, state: State) -> Iterator[Activate]:
        return map(cls, state.all_units)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ATTACK-CHART.HOUSE.ALTERNATE: only an own unit on the field that has not yet activated
        this round.
        """
        rule = "ATTACK-CHART.HOUSE.ALTERNATE"
        if state.phase != "fighting":
            yield Refusal(rule, "the fight has not begun or is over")
            return
        if state.acting is not None:
            acting = state.units[state.acting].name
            yield Refusal("ATTACK-CHART.HOUSE.ACTIVATION", f"{acting} has to finish first")
        if not state.has(self.unit):
            yield nobody(self.unit)
            return
        unit = state.units[self.unit]
        if unit.seat != state.turn:
            yield Refusal(rule, f"{unit.name} belongs to the other side")
        if unit.at is None:
            yield Refusal("ATTACK-CHART.SEQ.5-CASUALTY", f"{unit.name} was destroyed")
        if unit.activated:
            yield Refusal(rule, f"{unit.name} has activated this round")

    def perform(self, table: Table[State]) -> None:
        table.emit(UnitActivated(rule="ATTACK-CHART.HOUSE.ACTIVATION", unit=self.unit))


class Act(Action, frozen=True):
    """An action of the acting unit."""

    def actor_in(self, view: State) -> UnitId | None:
        return view.acting

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ATTACK-CHART.HOUSE.ACTIVATION: a unit must be active."""
        if state.acting is None:
            yield Refusal("ATTACK-CHART.HOUSE.ACTIVATION", "no unit is activated")
        else:
            yield from self.against(state, state.acting, state.units[state.acting])

    def against(self, state: State, acting: UnitId, unit: Unit) -> Iterator[Refusal]:
        """Return every reason why this unit may not do this."""
        return iter(())


class Move(Act, frozen=True, tag="move", gc=False):
    """Move the acting unit."""

    says = "move to {to}"
    to: Hex

    @classmethod
    def candidates(cls, state: State) -> Iterable[Move]:
        return all_moves(state.field).values()

    def against(self, state: State, acting: UnitId, unit: Unit) -> Iterator[Refusal]:
        """ATTACK-CHART.HOUSE.MOVE and ATTACK-CHART.HOUSE.WITHDRAW: how far a unit may move, and when."""
        rule = "ATTACK-CHART.HOUSE.MOVE"
        assert unit.at is not None
        if state.moved:
            yield Refusal("ATTACK-CHART.HOUSE.ACTIVATION", f"{unit.name} has moved already")
        if state.fired:
            yield Refusal("ATTACK-CHART.HOUSE.ACTIVATION", f"{unit.name} has attacked already")
        if self.to not in state.field.hexes:
            yield Refusal(rule, f"{to_text(self.to)} is not on the field")
            return
        standing = state.who_stands(self.to)
        if standing is not None:
            yield Refusal(rule, f"{standing.name} stands on {to_text(self.to)}")
        elif self.to not in where_to(state, acting):
            figures = (
                ("hexes away", DISTANCE[self.to - unit.at]),
                ("Move in hexes", move_hexes(state, unit)),
            )
            yield Refusal(rule, f"no way to {to_text(self.to)} is short enough", figures)
        if engaged(state, acting) and touches_enemy(state, unit.seat, self.to):
            yield Refusal(
                "ATTACK-CHART.HOUSE.WITHDRAW",
                f"{unit.name} is engaged and may only leave the melee; "
                f"{to_text(self.to)} touches an enemy",
            )

    def perform(self, table: Table[State]) -> None:
        acting = table.state.who_acts
        leaves = engaged(table.state, acting)
        rule = "ATTACK-CHART.HOUSE.WITHDRAW" if leaves else "ATTACK-CHART.HOUSE.MOVE"
        table.emit(UnitMoved(rule=rule, unit=acting, to=self.to, withdrew=leaves))

    def highlight(self, view: State) -> Highlight | None:
        if view.acting is None:
            return None
        return Highlight(way=way_to(view, view.units[view.acting], self.to))


@cache
def all_moves(field: FieldCard) -> dict[Hex, Move]:
    """One `Move` for each hex of a field, cached."""
    return {cell: Move(cell) for cell in field.hexes.cells}


class Aim(msgspec.Struct, frozen=True, gc=False):
    """How many models of the acting unit fire at which target."""

    target: UnitId
    models: int


MAX_TARGETS = 3
"""ATTACK-CHART.HOUSE.SPLIT: the most targets among which the models of a unit may be divided."""


class Attack(Act, frozen=True, tag="attack"):
    """ATTACK-CHART.SEQ.1-SELECT: attack with a weapon of the acting unit at one or more targets."""

    weapon: str
    aims: tuple[Aim, ...]

    def label(self, view: State) -> str:
        """The weapon and its targets, with the number of models for each target if they are divided."""
        many = len(self.aims) > 1
        whom = [
            view.units[a.target].card.name + (f" ({a.models})" if many else "") for a in self.aims
        ]
        return f"{self.heading(view)} on {listed(whom)}"

    def heading(self, view: State) -> str:
        weapon = self._weapon(view)
        return weapon.name if weapon else self.weapon

    def target_in(self, view: State) -> UnitId | None:
        return self.aims[0].target if len(self.aims) == 1 else None

    def has_odds(self, view: State) -> bool:
        return len(self.aims) == 1

    @classmethod
    def candidates(cls, state: State) -> Iterator[Attack]:
        """Fire divided among all enemies on the field. Includes illegal aims, so that refusals can
        be shown.
        """
        if state.acting is None:
            return
        acting = state.units[state.acting]
        enemies = tuple(
            other_id for other_id, other, _ in state.on_field if other.seat != acting.seat
        )
        for weapon in acting.card.weapon:
            yield from shares(weapon.id, acting.models, enemies)
            for unit in state.all_units:
                if unit not in enemies:
                    yield cls(weapon.id, (Aim(unit, acting.models),))
                yield cls(weapon.id, (Aim(unit, acting.models + 1),))

    def against(self, state: State, acting: UnitId, unit: Unit) -> Iterator[Refusal]:
        """ATTACK-CHART.SEQ.1-SELECT: an own weapon, and enemies that it reaches."""
        weapon = unit.card.find_weapon(self.weapon)
        if weapon is None:
            yield Refusal("ATTACK-CHART.SEQ.1-SELECT", f"{unit.name} has no {self.weapon}")
            return
        if weapon.id in state.fired:
            rule = "ATTACK-CHART.SEQ.6-NEXT"
            yield Refusal(rule, f"{unit.name} has used its {weapon.name}; the next weapon follows")
        if state.withdrew:
            rule = "ATTACK-CHART.HOUSE.WITHDRAW"
            yield Refusal(rule, f"{unit.name} withdrew from a melee and may not attack")
        for a in self.aims:
            if state.has(a.target):
                yield from aim_refusals(state, acting, weapon, a.target)
            else:
                yield nobody(a.target)
        yield from self._split(unit)

    def _split(self, unit: Unit) -> Iterator[Refusal]:
        """ATTACK-CHART.HOUSE.SPLIT: every model fires; each target is named once, in a fixed order."""
        rule = "ATTACK-CHART.HOUSE.SPLIT"
        named = [aim.target for aim in self.aims]
        if not named:
            yield Refusal("ATTACK-CHART.SEQ.1-SELECT", "no target is named")
        if named != sorted({*named}):
            rule_once = "ATTACK-CHART.SEQ.3-GROUPING"
            yield Refusal(rule_once, "each target is named once, in the order of the units")
        if len(named) > MAX_TARGETS:
            figures = (("targets", len(named)), ("at most", MAX_TARGETS))
            yield Refusal(rule, "too many targets are named", figures)
        if any(aim.models < 1 for aim in self.aims):
            yield Refusal(rule, "at least one model fires at each target")
        firing = sum(aim.models for aim in self.aims)
        if firing != unit.models:
            figures = (("models firing", firing), ("models", unit.models))
            yield Refusal(rule, "every model of the unit fires", figures)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """ATTACK-CHART.SEQ.3-COMPARE to ATTACK-CHART.SEQ.6-NEXT: fire the weapon."""
        return fire(table, self.weapon, [(aim.target, aim.models) for aim in self.aims])

    def highlight(self, view: State) -> Highlight | None:
        """The line of fire to the first target, and all targets."""
        if view.acting is None or (here := view.units[view.acting].at) is None:
            return None
        there = view.units[self.aims[0].target].at
        line = () if there is None else (here, there)
        return Highlight(line=line, reached=tuple(a.target for a in self.aims))

    def forecast(self, view: State) -> Forecast | None:
        weapon = self._weapon(view)
        if len(self.aims) != 1 or view.acting is None or weapon is None:
            return None
        target_id = self.aims[0].target
        if target_id not in targets(view, view.acting, weapon):
            return None
        target = view.units[target_id]
        shot = aim(view, view.acting, weapon, target_id, self.aims[0].models)
        number = Term(
            shot.needed.number,
            f"needs {shot.needed.code}: Power {weapon.power} against Defence {target.card.defence}",
            shot.needed.rule,
        )
        firing = self.aims[0].models
        dice = Term(
            shot.dice,
            f"dice: {firing} of its models with {weapon.attacks} Attacks each",
            "ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK",
        )
        modifiers = modifier(view, view.acting, weapon, target_id).terms
        armour = armour_save(view, view.acting, weapon, target_id)
        return Forecast(
            what=f"HP lost by {target.card.name}",
            enough=target.hp,
            enough_words="destroys",
            sums=tuple(self._sums(shot, dice, number, modifiers, armour)),
            count=lambda after: target.hp - after.units[target_id].hp,
        )

    def _sums(
        self, shot: Shot, dice: Term, number: Term, modifiers: tuple[Term, ...], armour: Tally
    ) -> Iterator[Total]:
        """The dice, what each needs, what modifies the roll, and each save separately."""
        yield Total("dice", (dice,))
        yield Total("number needed", (number,), f"each needs {shot.needed.code}")
        if modifiers:
            yield Total("added to each roll", modifiers)
        if armour.terms:
            none = "no Armour Save"
            yield Total(
                "Armour", armour.terms, f"Armour Save {armour.total}+" if int(armour) else none
            )
        if shot.aegis:
            rule = "ATTACK-CHART.SEQ.4-BOTH-SAVES"
            term = Term(shot.aegis, "AEGIS Save, which AP does not touch", rule)
            yield Total("AEGIS", (term,), f"AEGIS Save {shot.aegis}+")

    def _weapon(self, view: State) -> WeaponCard | None:
        return (
            None if view.acting is None else view.units[view.acting].card.find_weapon(self.weapon)
        )


@cache
def shares(weapon: str, models: int, targets: tuple[UnitId, ...]) -> tuple[Attack, ...]:
    """Every way to divide the models among these targets, beginning with all models on one target."""
    ways = sorted(_divisions(models, targets), key=lambda aims: (len(aims), aims[0].target))
    return tuple(Attack(weapon, aims) for aims in ways)


def _divisions(
    models: int, targets: tuple[UnitId, ...], most: int = MAX_TARGETS
) -> Iterator[tuple[Aim, ...]]:
    if not targets:
        return
    first, rest = targets[0], targets[1:]
    yield (Aim(first, models),)
    for count in range(1, models if most > 1 else 1):
        for others in _divisions(models - count, rest, most - 1):
            yield (Aim(first, count), *others)
    yield from _divisions(models, rest, most)


class Finish(Act, frozen=True, tag="finish", gc=False):
    """The acting unit does nothing more."""

    says = "nothing more"
    ends = True

    @classmethod
    def candidates(cls, state: State) -> Iterator[Finish]:
        yield FINISH

    def perform(self, table: Table[State]) -> None:
        rule = "ATTACK-CHART.HOUSE.ACTIVATION"
        table.emit(UnitFinished(rule=rule, unit=table.state.who_acts))
        next_player(table)


FINISH = Finish()


def offered(state: State) -> tuple[Action, ...]:
    """Return everything that the acting unit may do now."""
    acting = state.who_acts
    unit = state.units[acting]
    moves: tuple[Action, ...] = ()
    if not state.moved and not state.fired:
        ways: Iterable[Hex] = where_to(state, acting)
        if engaged(state, acting):
            ways = [to for to in ways if not touches_enemy(state, unit.seat, to)]
        moves = tuple(map(all_moves(state.field).__getitem__, ways))
    if state.withdrew:
        return (*moves, FINISH)
    attacks: tuple[Action, ...] = ()
    for weapon in unit.card.weapon:
        if weapon.id not in state.fired:
            attacks += shares(weapon.id, unit.models, targets(state, acting, weapon))
    return (*moves, *attacks, FINISH)
