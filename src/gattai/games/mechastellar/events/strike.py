"""What happens in attacks: declarations, what was used, damage, losses, broken terrain."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gattai.games.mechastellar.events.flow import changed
from gattai.games.mechastellar.ground import RUBBLE, WRECK
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.state import State, UnitId
from gattai.games.mechastellar.strike.exchange import NO_COUNT, Count, Side, spoken
from gattai.kernel.event import Event
from gattai.kernel.tally import Term
from gattai.kernel.text.template import counted
from gattai.tabletop.hexes import Hex, to_text


class AttackDeclared(Event, frozen=True, kw_only=True):
    """MS.ATTACK.SEQUENCE, 1: a weapon, a target, and the use that it takes."""

    tells = "{unit}: {what} at {target}"

    heads = True

    unit: UnitId
    weapon: str
    target: UnitId
    what: str
    made_up: bool = False
    uses: int = 1
    blindside: bool = False
    own_turn: bool = True

    def after(self, state: State) -> State:
        """Counted against the limits of the turn and the round."""
        unit = state.units[self.unit]
        if not self.made_up:
            # MS.AMB.SQUAD-USES: every model that joins in gives a use.
            each = state.rulings.squad_uses == "each"
            joining = state.barrels(self.unit, self.weapon) if each else ()
            state = changed(state, self.unit, fired=(*unit.fired, self.weapon))
            for model in (self.unit, *joining):
                state = _used(state, model, self.weapon, self.uses)
        act = state.act
        if self.own_turn and act is not None and act.unit == self.unit:
            act = replace(act, attacks=(*act.attacks, (self.target, self.weapon)), begun=True)
            if self.blindside:
                act = replace(act, blindsided=(*act.blindsided, self.target))
            state = replace(state, act=act)
        return state


def _used(state: State, unit_id: UnitId, weapon_id: str, uses: int) -> State:
    """MS.WEAPON.USES: a weapon with limited uses has so many less."""
    unit = state.units[unit_id]
    left_of = zip(unit.card.weapon, unit.uses, strict=True)
    return changed(
        state,
        unit_id,
        uses=tuple(
            max(0, left - uses) if weapon.id == weapon_id and left > 0 else left
            for weapon, left in left_of
        ),
    )


class SupportDrawn(Event, frozen=True, kw_only=True):
    """MS.SUPPORT.USES: a support weapon with limited uses gave a bonus."""

    unit: UnitId
    weapon: str
    uses: int

    def after(self, state: State) -> State:
        """At no uses it gives nothing more."""
        return _used(state, self.unit, self.weapon, self.uses)

    def tell(self, state: Any) -> str:
        """For the log."""
        unit = state.units[self.unit]
        return f"{unit.name}'s {unit.card.find_weapon(self.weapon).name} gives its support"


class StruckFreely(Event, frozen=True, kw_only=True):
    """MS.WEAPON.FREE: terrain was attacked without a Combat Action, which a weapon can do once a turn."""

    unit: UnitId
    weapon: str

    def after(self, state: State) -> State:
        """Not again with this weapon."""
        act = state.act
        assert act is not None
        return replace(state, act=replace(act, attacks=(*act.attacks, (self.unit, self.weapon))))

    def tell(self, state: Any) -> str:
        """For the log."""
        unit = state.units[self.unit]
        return f"{unit.name}'s {unit.card.find_weapon(self.weapon).name} costs no Combat Action"


class SkillUsed(Event, frozen=True, kw_only=True):
    """A skill, a reroll, a reaction or a trait was used; some last until the Turn ends."""

    unit: UnitId
    word: str
    lasts: tuple[tuple[str, int], ...] = ()
    spends: tuple[str, ...] = ()
    points: int = 0

    def after(self, state: State) -> State:
        """What lasts, and what is used up."""
        unit = state.units[self.unit]
        return changed(
            state,
            self.unit,
            effects=(*unit.effects, *self.lasts),
            spent=(*unit.spent, *self.spends),
            points=unit.points - self.points,
        )

    def tell(self, state: Any) -> str:
        """For the log."""
        name = state.units[self.unit].name
        if self.word.startswith("reroll-"):
            return f"{name}: {spoken(self.word)}"
        return f"{name} uses {spoken(self.word)}"


class PoolGathered(Event, frozen=True, kw_only=True):
    """MS.ATTACK.POOLS: the dice a side will throw and what counts on top, each with its reason.

    The tray of dice and the prices of what can be used are read off it, and so show the attack on
    the table as it was then.
    """

    only_tells = True

    unit: UnitId
    word: str
    """`HIT` or `DEF`."""
    dice: tuple[Term, ...]
    more: tuple[Term, ...]
    strike: Strike
    brought: Side
    """What the side brings to the exchange of dice."""
    tens: bool = False
    """Whether its natural tens matter (MS.REMOTE.SHOOTDOWN)."""
    enough: int = 0
    """MS.FINISH.THRESHOLD: unblocked Hits from which it is a Finishing Blow; 0 if it cannot be one."""

    def tell(self, state: Any) -> str:
        """Figure by figure."""
        total = sum(term.amount for term in self.dice)
        parts = [f"{counted(total, 'die').replace('dies', 'dice')}{_because(self.dice)}"]
        if more := sum(term.amount for term in self.more):
            parts.append(f"{more:+d} {self.word}{_because(self.more)}")
        elif any(term.amount for term in self.more):
            parts.append(f"no more {self.word}{_because(self.more)}")
        does = "attacks" if self.word == "HIT" else "defends"
        return f"{state.units[self.unit].name} {does} with {', '.join(parts)}"


def _because(terms: tuple[Term, ...]) -> str:
    why = ", ".join(f"{term.amount:+d} {term.what}" for term in terms if term.amount)
    return f" ({why})" if why else ""


class HitsLanded(Event, frozen=True, kw_only=True):
    """MS.ATTACK.UNBLOCKED: what is left when every DEF has cancelled a HIT."""

    doers = ("target",)

    target: UnitId
    unblocked: int
    hits: Count = NO_COUNT
    defences: Count = NO_COUNT

    def tell(self, state: Any) -> str:
        """Both totals with what they are made of; every DEF negates a HIT."""
        rest = f"{counted(self.unblocked, 'unblocked Hit')} on {state.units[self.target].name}"
        both = (_counted(self.hits, "HIT"), _counted(self.defences, "DEF"))
        return f"{' against '.join(both)}: {rest}" if all(both) else rest


def _counted(count: Count, word: str) -> str:
    """`12 HIT (6 rolled, +5 bonus, +1 support)`; nothing where nobody counted."""
    if count is NO_COUNT:
        return ""
    parts = [f"{count.rolled} rolled"]
    parts += [f"{count.bonus:+d} bonus"] * bool(count.bonus)
    parts += [
        f"{amount:+d} {spoken(word)}" if amount else spoken(word) for word, amount in count.used
    ]
    return f"{count.total} {word} ({', '.join(parts)})"


class FinishingBlowStruck(Event, frozen=True, kw_only=True):
    """MS.FINISH.THRESHOLD: so many Hits that each does more."""

    tells = "a Finishing Blow on {target}"

    doers = ("target",)

    target: UnitId


class DamageTaken(Event, frozen=True, kw_only=True):
    """A model lost HP; it may fall below 0, and is then destroyed."""

    unit: UnitId
    damage: int
    why: str = ""

    def after(self, state: State) -> State:
        """MS.ATTACK.DESTROYED: in full before the test."""
        return changed(state, self.unit, hp=state.units[self.unit].hp - self.damage)

    def tell(self, state: Any) -> str:
        """For the log."""
        unit = state.units[self.unit]
        why = f" ({self.why})" if self.why else ""
        return f"{unit.name} takes {self.damage} damage{why}, {max(0, unit.hp)} HP left"


LOSSES = {
    "shield_s": "its shield",
    "shield_md": "its melee shield",
    "head": "its head: every attack on it Blindsides",
    "legs": "a Move Action: legs or propulsion",
    "core": "a point of Boost, Power or Havoc: core or reactor",
}
"""MS.BD.SHIELD to MS.BD.CORE in the log."""


class BattleDamageTaken(Event, frozen=True, kw_only=True):
    """MS.BD.OPTION: something was lost in place of HP."""

    unit: UnitId
    lost: str

    def after(self, state: State) -> State:
        """For the battle; MS.BD.LEGS: in its own turn it has a Move Action less at once."""
        unit, act = state.units[self.unit], state.act
        if self.lost == "legs" and act is not None and act.unit == self.unit:
            state = replace(state, act=replace(act, moves=max(0, act.moves - 1)))
        return changed(
            state,
            self.unit,
            lost=(*unit.lost, self.lost),
            points=max(0, unit.points - 1) if self.lost == "core" else unit.points,
            support=tuple(each for each in unit.support if f"weapon:{each}" != self.lost),
        )

    def tell(self, state: Any) -> str:
        """For the log."""
        unit = state.units[self.unit]
        kind, _, which = self.lost.partition(":")
        weapon = unit.card.find_weapon(which) if kind == "weapon" else None
        lost = weapon.name if weapon else which or LOSSES.get(kind, kind)
        return f"{unit.name} takes Battle Damage: it loses {lost}"


class UnitRose(Event, frozen=True, kw_only=True):
    """A trait kept a model from being destroyed."""

    tells = "{unit} rises again with {hp} HP"

    unit: UnitId
    hp: int
    word: str

    def after(self, state: State) -> State:
        """Once in a battle."""
        unit = state.units[self.unit]
        return changed(state, self.unit, hp=self.hp, spent=(*unit.spent, self.word))


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """MS.ATTACK.DESTROYED: a model is gone; MS.SQUAD.LEADER: another takes the lead."""

    tells = "{unit} is destroyed"

    unit: UnitId
    leader: UnitId | None = None
    """Who leads the squad from now on."""
    wreck: bool = False

    def after(self, state: State) -> State:
        """It leaves the table; what the squad shared goes to the new leader."""
        unit = state.units[self.unit]
        ground = state.ground
        if self.wreck and unit.at is not None:
            ground = ground.with_kind(unit.at, WRECK.kind)
        state = replace(state, ground=ground)
        if self.leader is not None:
            for number, member in enumerate(state.units):
                if member.leader == self.unit and number != self.unit:
                    state = changed(state, UnitId(number), leader=self.leader)
            state = changed(
                state,
                self.leader,
                activated=unit.activated,
                facing=unit.facing,
                effects=unit.effects,
                orders=unit.orders,
            )
            state = _inherited(state, self.unit, self.leader)
        state = changed(
            state, self.unit, at=None, hp=0, fate="destroyed", leader=self.unit, effects=()
        )
        return replace(
            state,
            challenge=_without(state.challenge, self.unit, self.leader),
            revenge=_without(state.revenge, self.unit, self.leader),
        )


def _inherited(state: State, gone: UnitId, heir: UnitId) -> State:
    """The turn as it goes on with a squad's new leader in place of the old one."""

    def now(unit_id: UnitId) -> UnitId:
        return heir if unit_id == gone else unit_id

    act = state.act
    if act is not None:
        act = replace(
            act,
            unit=now(act.unit),
            behind=tuple(map(now, act.behind)),
            attacks=tuple((now(target), weapon) for target, weapon in act.attacks),
            blindsided=tuple(map(now, act.blindsided)),
            aggressor=None if act.aggressor is None else now(act.aggressor),
        )
    aggressor = None if state.aggressor is None else now(state.aggressor)
    return replace(state, act=act, duty=tuple(map(now, state.duty)), aggressor=aggressor)


def _without(
    pairs: tuple[tuple[UnitId, UnitId], ...], gone: UnitId, heir: UnitId | None
) -> tuple[tuple[UnitId, UnitId], ...]:
    """Challenges when a model is gone: its squad keeps them, a unit that is gone has none."""
    if not pairs:
        return pairs
    if heir is None:
        return tuple(each for each in pairs if gone not in each)
    return tuple((heir if one == gone else one, heir if two == gone else two) for one, two in pairs)


class BitsShotDown(Event, frozen=True, kw_only=True):
    """MS.REMOTE.SHOOTDOWN: a remote weapon lost dice for the battle."""

    unit: UnitId
    weapon: str
    dice: int

    def after(self, state: State) -> State:
        """Down to no dice."""
        bits = dict(state.units[self.unit].bits)
        bits[self.weapon] = bits.get(self.weapon, 0) + self.dice
        return changed(state, self.unit, bits=tuple(bits.items()))

    def tell(self, state: Any) -> str:
        """For the log."""
        name = state.units[self.unit].name
        return (
            f"{counted(self.dice, 'remote weapon')} of {name} shot down: so many attack dice less"
        )


class TerrainBroken(Event, frozen=True, kw_only=True):
    """MS.TERRAIN.DESTROYED: a piece is rubble; MS.TA.CRUMBLE: who stood on it falls."""

    tells = "the terrain on {at} is destroyed"

    at: Hex

    def after(self, state: State) -> State:
        """It stays where it was, good for nothing but throwing."""
        high = state.ground.levels.get(self.at, 0)
        state = replace(state, ground=state.ground.with_kind(self.at, RUBBLE.kind))
        standing = state.standing.get(self.at)
        if high and standing is not None:
            state = changed(state, standing, fell=True)
        return state


class TerrainMoved(Event, frozen=True, kw_only=True):
    """A piece slid to another hex, or was thrown away."""

    at: Hex
    to: Hex | None
    rubble: bool = False

    def after(self, state: State) -> State:
        """It stands there now; what was there is gone."""
        kind = next(piece.kind for piece in state.ground.pieces if piece.at == self.at)
        ground = state.ground.with_kind(self.at, None)
        if self.to is not None:
            ground = ground.with_kind(self.to, RUBBLE.kind if self.rubble else kind)
        return replace(state, ground=ground)

    def tell(self, state: Any) -> str:
        """For the log."""
        where = "is thrown" if self.to is None else f"goes to {to_text(self.to)}"
        return f"the terrain on {to_text(self.at)} {where}"


STRIKE_EVENTS = (
    AttackDeclared, PoolGathered, SupportDrawn, StruckFreely, SkillUsed, HitsLanded, FinishingBlowStruck, DamageTaken,
    BattleDamageTaken, UnitRose, UnitDestroyed, BitsShotDown, TerrainBroken, TerrainMoved,
)  # fmt: skip
