"""An activation: a unit is chosen, moves, attacks with its weapons, and is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from gattai.games.attack_chart.cards import FieldCard, WeaponCard
from gattai.games.attack_chart.course.turns import next_player
from gattai.games.attack_chart.events import UnitActivated, UnitFinished, UnitMoved
from gattai.games.attack_chart.figures import move_hexes, nobody, way_to, where_to
from gattai.games.attack_chart.state import State, Unit, UnitId
from gattai.games.attack_chart.strike.attack import (
    Shot,
    aim,
    aim_refusals,
    armour_save,
    fire,
    targets,
)
from gattai.games.attack_chart.strike.melee import engaged, modifier, touches_enemy
from gattai.kernel.deed import Deed, Forecast, Sketch, Sum
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.tally import Tally, Term
from gattai.kernel.text.template import listed
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


class Activate(Deed, frozen=True, tag="activate", gc=False):
    """Choose the unit that acts now."""

    says = "activate {unit}"
    unit: UnitId

    def actor_in(self, view: State) -> None:
        """Nobody acts yet."""

    def target_in(self, view: State) -> UnitId:
        """The unit: it is chosen by pointing at it."""
        return self.unit

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Activate]:
        """Each unit."""
        return map(cls, state.all_units)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ATTACK-CHART.HOUSE.ALTERNATE: an own unit on the field, not yet activated this round."""
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

    def happens(self, table: Table[State]) -> None:
        """It is asked what it does."""
        table.happens(UnitActivated(rule="ATTACK-CHART.HOUSE.ACTIVATION", unit=self.unit))


class Act(Deed, frozen=True):
    """What the acting unit does."""

    def actor_in(self, view: State) -> UnitId | None:
        """The acting unit."""
        return view.acting

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ATTACK-CHART.HOUSE.ACTIVATION: somebody has to be activated."""
        if state.acting is None:
            yield Refusal("ATTACK-CHART.HOUSE.ACTIVATION", "no unit is activated")
        else:
            yield from self.against(state, state.acting, state.units[state.acting])

    def against(self, state: State, acting: UnitId, unit: Unit) -> Iterator[Refusal]:
        """Every reason why this unit may not do it."""
        return iter(())


class Move(Act, frozen=True, tag="move", gc=False):
    """Move the acting unit."""

    says = "move to {to}"
    to: Hex

    @classmethod
    def conceivable(cls, state: State) -> Iterable[Move]:
        """To each hex."""
        return all_moves(state.field).values()

    def against(self, state: State, acting: UnitId, unit: Unit) -> Iterator[Refusal]:
        """ATTACK-CHART.HOUSE.MOVE and ATTACK-CHART.HOUSE.WITHDRAW."""
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

    def happens(self, table: Table[State]) -> None:
        """Who was engaged withdraws."""
        acting = table.state.who_acts
        leaves = engaged(table.state, acting)
        rule = "ATTACK-CHART.HOUSE.WITHDRAW" if leaves else "ATTACK-CHART.HOUSE.MOVE"
        table.happens(UnitMoved(rule=rule, unit=acting, to=self.to, withdrew=leaves))

    def sketch(self, view: State) -> Sketch | None:
        """The way."""
        if view.acting is None:
            return None
        return Sketch(way=way_to(view, view.units[view.acting], self.to))


@cache
def all_moves(field: FieldCard) -> dict[Hex, Move]:
    """The move to each hex of a field, made once."""
    return {cell: Move(cell) for cell in field.hexes.cells}


class Aim(msgspec.Struct, frozen=True, gc=False):
    """So many models of the acting unit fire at that target."""

    target: UnitId
    models: int


MOST_TARGETS = 3
"""ATTACK-CHART.HOUSE.SPLIT: among how many targets the models of a unit may be divided."""


class Attack(Act, frozen=True, tag="attack"):
    """ATTACK-CHART.SEQ.1-SELECT: the acting unit's weapon, and its target or targets."""

    weapon: str
    aims: tuple[Aim, ...]

    def label(self, view: State) -> str:
        """The weapon and whom it is aimed at, with the models where they are divided."""
        many = len(self.aims) > 1
        whom = [
            view.units[a.target].card.name + (f" ({a.models})" if many else "") for a in self.aims
        ]
        return f"{self.heading(view)} on {listed(whom)}"

    def heading(self, view: State) -> str:
        """The weapon."""
        weapon = self._weapon(view)
        return weapon.name if weapon else self.weapon

    def target_in(self, view: State) -> UnitId | None:
        """The only one."""
        return self.aims[0].target if len(self.aims) == 1 else None

    def has_odds(self, view: State) -> bool:
        """HP lost by the one target."""
        return len(self.aims) == 1

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Attack]:
        """Fire divided among all enemies on the field; on anybody, and by a model too many."""
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
        """ATTACK-CHART.SEQ.1-SELECT: an own weapon, and enemies it reaches."""
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
        """ATTACK-CHART.HOUSE.SPLIT: every model fires; each target is named once, in one order."""
        rule = "ATTACK-CHART.HOUSE.SPLIT"
        named = [aim.target for aim in self.aims]
        if not named:
            yield Refusal("ATTACK-CHART.SEQ.1-SELECT", "no target is named")
        if named != sorted({*named}):
            rule_once = "ATTACK-CHART.SEQ.3-GROUPING"
            yield Refusal(rule_once, "each target is named once, in the order of the units")
        if len(named) > MOST_TARGETS:
            figures = (("targets", len(named)), ("at most", MOST_TARGETS))
            yield Refusal(rule, "too many targets are named", figures)
        if any(aim.models < 1 for aim in self.aims):
            yield Refusal(rule, "at least one model fires at each target")
        firing = sum(aim.models for aim in self.aims)
        if firing != unit.models:
            figures = (("models firing", firing), ("models", unit.models))
            yield Refusal(rule, "every model of the unit fires", figures)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """ATTACK-CHART.SEQ.3-COMPARE to ATTACK-CHART.SEQ.6-NEXT."""
        return fire(table, self.weapon, [(aim.target, aim.models) for aim in self.aims])

    def sketch(self, view: State) -> Sketch | None:
        """The line of fire on the first, and everybody it is aimed at."""
        if view.acting is None or (here := view.units[view.acting].at) is None:
            return None
        there = view.units[self.aims[0].target].at
        line = () if there is None else (here, there)
        return Sketch(line=line, reached=tuple(a.target for a in self.aims))

    def forecast(self, view: State) -> Forecast | None:
        """HP lost by the one target."""
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
    ) -> Iterator[Sum]:
        """Dice, what each needs, what changes the roll, and each save for itself."""
        yield Sum("dice", (dice,))
        yield Sum("number needed", (number,), f"each needs {shot.needed.code}")
        if modifiers:
            yield Sum("added to each roll", modifiers)
        if armour.terms:
            none = "no Armour Save"
            yield Sum(
                "Armour", armour.terms, f"Armour Save {armour.total}+" if int(armour) else none
            )
        if shot.aegis:
            rule = "ATTACK-CHART.SEQ.4-BOTH-SAVES"
            term = Term(shot.aegis, "AEGIS Save, which AP does not touch", rule)
            yield Sum("AEGIS", (term,), f"AEGIS Save {shot.aegis}+")

    def _weapon(self, view: State) -> WeaponCard | None:
        return (
            None if view.acting is None else view.units[view.acting].card.find_weapon(self.weapon)
        )


@cache
def shares(weapon: str, models: int, targets: tuple[UnitId, ...]) -> tuple[Attack, ...]:
    """Every way of dividing the models among these targets, all on one target first."""
    ways = sorted(_divisions(models, targets), key=lambda aims: (len(aims), aims[0].target))
    return tuple(Attack(weapon, aims) for aims in ways)


def _divisions(
    models: int, targets: tuple[UnitId, ...], most: int = MOST_TARGETS
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
    def conceivable(cls, state: State) -> Iterator[Finish]:
        """At any time."""
        yield FINISH

    def happens(self, table: Table[State]) -> None:
        """It is the next player's turn."""
        rule = "ATTACK-CHART.HOUSE.ACTIVATION"
        table.happens(UnitFinished(rule=rule, unit=table.state.who_acts))
        next_player(table)


FINISH = Finish()


def offered(state: State) -> tuple[Deed, ...]:
    """Everything the acting unit may do now."""
    acting = state.who_acts
    unit = state.units[acting]
    moves: tuple[Deed, ...] = ()
    if not state.moved and not state.fired:
        ways: Iterable[Hex] = where_to(state, acting)
        if engaged(state, acting):
            ways = [to for to in ways if not touches_enemy(state, unit.seat, to)]
        moves = tuple(map(all_moves(state.field).__getitem__, ways))
    if state.withdrew:
        return (*moves, FINISH)
    attacks: tuple[Deed, ...] = ()
    for weapon in unit.card.weapon:
        if weapon.id not in state.fired:
            attacks += shares(weapon.id, unit.models, targets(state, acting, weapon))
    return (*moves, *attacks, FINISH)
