"""The events of attacks: declarations, offers used, damage, losses, destroyed terrain."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.mechastellar.attack.exchange import NO_COUNT, Count, Side
from gattai.games.mechastellar.events.flow import changed
from gattai.games.mechastellar.ground import RUBBLE, WRECK
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.skill import skill_of, spoken
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.event import Event
from gattai.kernel.tally import Term
from gattai.kernel.text.template import counted
from gattai.tabletop.hexes import Hex, to_text


class AttackDeclared(Event, frozen=True, kw_only=True):
    """MS.ATTACK.SEQUENCE, 1: an attack is declared: weapon, target, and the use it takes."""

    template = "{unit}: {what} at {target}"

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
        """The attack counts for the limits of the turn and the round."""
        unit = state.units[self.unit]
        if not self.made_up:
            # MS.AMB.SQUAD-USES: every model that joins in takes a use.
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
    """MS.WEAPON.USES: a weapon with limited uses loses some of them."""
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
        return _used(state, self.unit, self.weapon, self.uses)

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        weapon = unit.card.find_weapon(self.weapon)
        assert weapon is not None
        return f"{unit.name}'s {weapon.name} gives its support"


class StruckFreely(Event, frozen=True, kw_only=True):
    """MS.WEAPON.FREE: terrain was attacked without a Combat Action, which a weapon can do once a
    turn.
    """

    unit: UnitId
    weapon: str

    def after(self, state: State) -> State:
        act = state.act
        assert act is not None
        return replace(state, act=replace(act, attacks=(*act.attacks, (self.unit, self.weapon))))

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        weapon = unit.card.find_weapon(self.weapon)
        assert weapon is not None
        return f"{unit.name}'s {weapon.name} costs no Combat Action"


class SkillUsed(Event, frozen=True, kw_only=True):
    """A skill, reroll, reaction or trait was used; some last until the Turn ends."""

    unit: UnitId
    word: str
    lasts: tuple[tuple[str, int], ...] = ()
    spends: tuple[str, ...] = ()
    points: int = 0

    def after(self, state: State) -> State:
        unit = state.units[self.unit]
        return changed(
            state,
            self.unit,
            effects=(*unit.effects, *self.lasts),
            spent=(*unit.spent, *self.spends),
            points=unit.points - self.points,
        )

    def describe(self, state: State) -> str:
        return skill_of(self.word).log_line(state.units[self.unit].name, self.word)


class PoolGathered(Event, frozen=True, kw_only=True):
    """MS.ATTACK.POOLS: the dice a side will roll and its bonuses, each with its reason.

    The dice tray and the prices of offers are read from this event, so they show the attack in the
    state at that time.
    """

    only_logs = True

    unit: UnitId
    word: str
    """Either `HIT` or `DEF`, for the log."""
    dice: tuple[Term, ...]
    more: tuple[Term, ...]
    strike: Strike
    brought: Side
    """The side as it enters the exchange of dice."""
    tens: bool = False
    """Whether its natural tens matter (MS.REMOTE.SHOOTDOWN)."""
    enough: int = 0
    """MS.FINISH.THRESHOLD: the unblocked Hits needed for a Finishing Blow; 0 if it cannot be one."""

    def describe(self, state: State) -> str:
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
    """MS.ATTACK.UNBLOCKED: the HITs that are left after every DEF has cancelled one."""

    doers = ("target",)

    target: UnitId
    unblocked: int
    hits: Count = NO_COUNT
    defences: Count = NO_COUNT

    def describe(self, state: State) -> str:
        """Both totals with their parts; every DEF cancels a HIT."""
        rest = f"{counted(self.unblocked, 'unblocked Hit')} on {state.units[self.target].name}"
        both = (_counted(self.hits, "HIT"), _counted(self.defences, "DEF"))
        return f"{' against '.join(both)}: {rest}" if all(both) else rest


def _counted(count: Count, word: str) -> str:
    """`12 HIT (6 rolled, +5 bonus, +1 support)`; empty if there is no count."""
    if count is NO_COUNT:
        return ""
    parts = [f"{count.rolled} rolled"]
    parts += [f"{count.bonus:+d} bonus"] * bool(count.bonus)
    parts += [
        f"{amount:+d} {spoken(word)}" if amount else spoken(word) for word, amount in count.used
    ]
    return f"{count.total} {word} ({', '.join(parts)})"


class FinishingBlowStruck(Event, frozen=True, kw_only=True):
    """MS.FINISH.THRESHOLD: the attack is a Finishing Blow, and each Hit does more damage."""

    template = "a Finishing Blow on {target}"

    doers = ("target",)

    target: UnitId


class DamageTaken(Event, frozen=True, kw_only=True):
    """A model lost HP; below 1 it will be destroyed."""

    unit: UnitId
    damage: int
    why: str = ""

    def after(self, state: State) -> State:
        """MS.ATTACK.DESTROYED: the full damage counts before the check."""
        return changed(state, self.unit, hp=state.units[self.unit].hp - self.damage)

    def describe(self, state: State) -> str:
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
"""MS.BD.SHIELD to MS.BD.CORE: the words for the log."""


class BattleDamageTaken(Event, frozen=True, kw_only=True):
    """MS.BD.OPTION: a part was lost instead of HP."""

    unit: UnitId
    lost: str

    def after(self, state: State) -> State:
        """The loss lasts for the battle; MS.BD.LEGS: in its own turn the unit loses a Move Action
        at once.
        """
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

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        kind, _, which = self.lost.partition(":")
        weapon = unit.card.find_weapon(which) if kind == "weapon" else None
        lost = weapon.name if weapon else which or LOSSES.get(kind, kind)
        return f"{unit.name} takes Battle Damage: it loses {lost}"


class UnitRose(Event, frozen=True, kw_only=True):
    """A trait saved a model from destruction."""

    template = "{unit} rises again with {hp} HP"

    unit: UnitId
    hp: int
    word: str

    def after(self, state: State) -> State:
        unit = state.units[self.unit]
        return changed(state, self.unit, hp=self.hp, spent=(*unit.spent, self.word))


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """MS.ATTACK.DESTROYED: a model is destroyed; MS.SQUAD.LEADER: another model takes the lead."""

    template = "{unit} is destroyed"

    unit: UnitId
    leader: UnitId | None = None
    """The new leader of the squad."""
    wreck: bool = False

    def after(self, state: State) -> State:
        """It leaves the table; everything the squad shares passes to the new leader."""
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
    """The current turn with a squad's new leader in place of the old one."""

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
    """The Challenges after a model is destroyed: its squad keeps them, a destroyed unit has none."""
    if not pairs:
        return pairs
    if heir is None:
        return tuple(each for each in pairs if gone not in each)
    return tuple((heir if one == gone else one, heir if two == gone else two) for one, two in pairs)


class BitsShotDown(Event, frozen=True, kw_only=True):
    """MS.REMOTE.SHOOTDOWN: a remote weapon lost dice for the rest of the battle."""

    unit: UnitId
    weapon: str
    dice: int

    def after(self, state: State) -> State:
        bits = dict(state.units[self.unit].bits)
        bits[self.weapon] = bits.get(self.weapon, 0) + self.dice
        return changed(state, self.unit, bits=tuple(bits.items()))

    def describe(self, state: State) -> str:
        name = state.units[self.unit].name
        return f"{counted(self.dice, 'remote weapon')} of {name} shot down: that many attack dice fewer"


class TerrainBroken(Event, frozen=True, kw_only=True):
    """MS.TERRAIN.DESTROYED: a piece became rubble; MS.TA.CRUMBLE: a model on it falls."""

    template = "the terrain on {at} is destroyed"

    at: Hex

    def after(self, state: State) -> State:
        """The rubble stays on its hex and can only be thrown."""
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
        """The piece is on its new hex, where it replaces any other piece."""
        kind = next(piece.kind for piece in state.ground.pieces if piece.at == self.at)
        ground = state.ground.with_kind(self.at, None)
        if self.to is not None:
            ground = ground.with_kind(self.to, RUBBLE.kind if self.rubble else kind)
        return replace(state, ground=ground)

    def describe(self, state: State) -> str:
        where = "is thrown" if self.to is None else f"goes to {to_text(self.to)}"
        return f"the terrain on {to_text(self.at)} {where}"


STRIKE_EVENTS = (
    AttackDeclared, PoolGathered, SupportDrawn, StruckFreely, SkillUsed, HitsLanded, FinishingBlowStruck, DamageTaken,
    BattleDamageTaken, UnitRose, UnitDestroyed, BitsShotDown, TerrainBroken, TerrainMoved,
)  # fmt: skip
