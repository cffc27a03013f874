"""The events of units and battles: damage, destruction, blocks, eliminated players."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.robot_empire.figures import gain_words
from gattai.games.robot_empire.state import Boost, CardId, DeclaredAttack, State, Unit
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


def without(onsets: tuple[DeclaredAttack, ...], unit: CardId) -> tuple[DeclaredAttack, ...]:
    """The battle without one unit; an attacker it blocked stays blocked
    (ROBOT-EMPIRE.AMB.BLOCKER-GONE).
    """
    return tuple(
        replace(declared, blockers=tuple([each for each in declared.blockers if each != unit]))
        if unit in declared.blockers
        else declared
        for declared in onsets
        if declared.unit != unit
    )


def cleared(state: State, unit: Unit) -> State:
    """The state without a unit: its cards and Components are discarded, its coins go to the War
    Chest.

    ROBOT-EMPIRE.AMB.COMPONENT-DEATH, ROBOT-EMPIRE.AMB.UPGRADE-COINS-DEATH.
    """
    return replace(
        state.with_discarded((*unit.cards, *unit.components)),
        units=tuple([each for each in state.units if each.id != unit.id]),
        chest=state.chest + unit.coins,
        onsets=without(state.onsets, unit.id),
    )


class UnitDamaged(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.UNTIL-END: a unit took damage, which lasts until the turn ends."""

    seat: Seat
    """The owner of the unit."""
    unit: CardId
    damage: int
    shields: tuple[tuple[CardId, int], ...] = ()
    """The cards that prevented damage, and how much."""

    def after(self, state: State) -> State:
        """Shields are remembered with the amount they prevented."""
        changed = state.with_unit(self.unit, damage=state.by_id[self.unit].damage + self.damage)
        for shield, kept in self.shields:
            changed = changed.with_unit(shield, shielded=state.by_id[shield].shielded + kept)
        return changed

    def describe(self, state: State) -> str:
        kept = sum(amount for _, amount in self.shields)
        off = f" ({kept} kept off)" if kept else ""
        return f"{state.box.seats[self.seat]}'s {state.card(self.unit).name} takes {self.damage} damage{off}"


class UnitMended(Event, frozen=True, kw_only=True):
    """All damage was removed from a unit."""

    template = "{unit} is mended"

    unit: CardId

    def after(self, state: State) -> State:
        return state.with_unit(self.unit, damage=0)


class UnitBoosted(Event, frozen=True, kw_only=True):
    """A unit gained a bonus until the turn ends."""

    unit: CardId
    boost: Boost

    def after(self, state: State) -> State:
        return state.with_unit(self.unit, boosts=(*state.by_id[self.unit].boosts, self.boost))

    def describe(self, state: State) -> str:
        return f"{state.card(self.unit).name} has {gain_words(self.boost)} this turn"


class UnitRecharged(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.PLAY.USED-TAPS: a card was turned sideways."""

    template = "{unit} is Recharging"

    unit: CardId
    leaves: bool = False
    """Whether it also leaves the battle."""

    def after(self, state: State) -> State:
        changed = state.with_unit(self.unit, recharging=True)
        return replace(changed, onsets=without(state.onsets, self.unit)) if self.leaves else changed


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.LETHAL: a unit was destroyed and discarded, with everything on it."""

    template = "{seat}'s {unit} is destroyed"

    seat: Seat
    unit: CardId

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.CHAIN.KILL: a chain is destroyed as a whole."""
        return cleared(state, state.by_id[self.unit])


class UnitRecalled(Event, frozen=True, kw_only=True):
    """A Robot left its Moon without a harvest, Recharging."""

    template = "{unit} is called home with nothing"

    unit: CardId

    def after(self, state: State) -> State:
        return state.with_unit(self.unit, moon=None, recharging=True)


class UnitTaken(Event, frozen=True, kw_only=True):
    """A Robot with its Components changed its owner and recharges."""

    template = "{seat} takes over {unit}"

    unit: CardId
    seat: Seat

    def after(self, state: State) -> State:
        changed = state.with_unit(self.unit, seat=self.seat, since=state.turn, recharging=True)
        return replace(changed, onsets=without(state.onsets, self.unit))


class AttackDeclared(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.ATT.CHOOSE: a fighter attacks a player."""

    template = "{unit} attacks {at}"

    unit: CardId
    at: Seat

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.ATT.SIMULTANEOUS: it attacks at the same time as all others."""
        return replace(state, onsets=(*state.onsets, DeclaredAttack(self.unit, self.at)))


class BlockersAsked(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.BLOCK.CHOOSE: the attacked players are asked for blockers, one after the other."""

    template = "{seats} may block"

    seats: tuple[Seat, ...]

    def after(self, state: State) -> State:
        return replace(state, blocking=self.seats, phase="blockers")

    def actor(self, before: State) -> Seat | None:
        """The attacked player if there is only one."""
        return self.seats[0] if len(self.seats) == 1 else None


class BlockDeclared(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.BLOCK.GANG: a fighter joins the blockers of an attacker."""

    template = "{seat}'s {unit} blocks {attacker}"

    seat: Seat
    unit: CardId
    attacker: CardId

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.DMG.BLOCKED: the attacker counts as blocked from now on."""
        onsets = tuple(
            replace(declared, blockers=(*declared.blockers, self.unit), blocked=True)
            if declared.unit == self.attacker
            else declared
            for declared in state.onsets
        )
        return replace(state, onsets=onsets)


class BlockersChosen(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.BLOCK.OPTIONAL: a player has no more blockers or wants no more."""

    template = "{seat} names no more blockers"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, blocking=state.blocking[1:])


class BlowSoftened(Event, frozen=True, kw_only=True):
    """One attacker will deal less damage to the Battery."""

    template = "{attacker} will deal up to {amount} less"
    doers = ("attacker",)

    attacker: CardId
    amount: int

    def after(self, state: State) -> State:
        onsets = tuple(
            replace(declared, prevented=declared.prevented + self.amount)
            if declared.unit == self.attacker
            else declared
            for declared in state.onsets
        )
        return replace(state, onsets=onsets)


class DamageDivided(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.ORDER: an attacker's damage was divided among its blockers."""

    doers = ("attacker",)

    attacker: CardId
    shares: tuple[tuple[CardId, int], ...]

    def describe(self, state: State) -> str:
        shares = ", ".join(f"{amount} to {state.card(unit).name}" for unit, amount in self.shares)
        return f"{state.card(self.attacker).name} deals {shares or 'nothing'}"


class BatteryHit(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.UNBLOCKED, ROBOT-EMPIRE.AMB.COINS-DAMAGE: coins go to the War Chest."""

    template = "{seat} loses {coins:coin} of Energy"

    seat: Seat
    coins: int

    def after(self, state: State) -> State:
        battery = state.players[self.seat].battery - self.coins
        changed = state.with_player(self.seat, battery=battery)
        return replace(changed, chest=state.chest + self.coins)


class SeatBeaten(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.BATTERY-ZERO: a player was eliminated."""

    explains = frozenset({"hand"})

    seat: Seat
    by: Seat | None
    hand: tuple[CardId, ...] | None = None
    """The player's hand, which is discarded, for those who did not see it until now."""

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.END.GIVE-ROBOTS, ROBOT-EMPIRE.END.OTHERS-DESTROYED; coins to the War Chest.

        ROBOT-EMPIRE.AMB.GIVEN-ROBOTS-STATE: Robots change owners as they are, and count as new.
        ROBOT-EMPIRE.AMB.SELF-ELIMINATION: a player who took their own Energy leaves no Robots to
        others.
        """
        heir = None if self.by == self.seat else self.by
        changed = state
        for unit in state.own(self.seat):
            if unit.is_robot and heir is not None:
                changed = changed.with_unit(unit.id, seat=heir, since=state.turn)
                changed = replace(changed, onsets=without(changed.onsets, unit.id))
            else:
                changed = cleared(changed, unit)
        player = state.players[self.seat]
        hand = player.hand.open() if self.hand is None else self.hand
        changed = changed.with_discarded(hand)
        windows = tuple(
            replace(window, waiting=tuple([s for s in window.waiting if s != self.seat]))
            for window in state.windows
        )
        changed = changed.with_player(
            self.seat, hand=player.hand.became(()), battery=0, vault=0, is_out=True
        )
        return replace(
            changed,
            chest=changed.chest + player.battery + player.vault,
            windows=windows,
            blocking=tuple([seat for seat in state.blocking if seat != self.seat]),
            owed=tuple([owed for owed in state.owed if owed[0] != self.seat]),
            onsets=tuple([declared for declared in changed.onsets if declared.at != self.seat]),
        )

    def describe(self, state: State) -> str:
        heir = ""
        if self.by is not None and self.by != self.seat:
            heir = f"; what Robots are left go to {state.box.seats[self.by]}"
        return f"{state.box.seats[self.seat]} is out of the game{heir}"


BATTLE_EVENTS: tuple[type[Event], ...] = (
    UnitDamaged,
    UnitMended,
    UnitBoosted,
    UnitRecharged,
    UnitDestroyed,
    UnitRecalled,
    UnitTaken,
    AttackDeclared,
    BlockersAsked,
    BlockDeclared,
    BlockersChosen,
    BlowSoftened,
    DamageDivided,
    BatteryHit,
    SeatBeaten,
)
