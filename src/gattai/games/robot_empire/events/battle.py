"""Events of units and battles: damage, destruction, blocks, players who drop out."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.robot_empire.figures import gain_words
from gattai.games.robot_empire.state import Boost, CardId, Onset, State, Unit
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


def without(onsets: tuple[Onset, ...], unit: CardId) -> tuple[Onset, ...]:
    """The battle without one unit; whom it blocked stays blocked (ROBOT-EMPIRE.AMB.BLOCKER-GONE)."""
    return tuple(
        replace(onset, blockers=tuple([each for each in onset.blockers if each != unit]))
        if unit in onset.blockers
        else onset
        for onset in onsets
        if onset.unit != unit
    )


def cleared(state: State, unit: Unit) -> State:
    """The table without a unit: cards and Components discarded, coins in the War Chest.

    ROBOT-EMPIRE.AMB.COMPONENT-DEATH, ROBOT-EMPIRE.AMB.UPGRADE-COINS-DEATH.
    """
    return replace(
        state.with_discarded((*unit.cards, *unit.components)),
        units=tuple([each for each in state.units if each.id != unit.id]),
        chest=state.chest + unit.coins,
        onsets=without(state.onsets, unit.id),
    )


class UnitDamaged(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.UNTIL-END: damage on a unit, which it keeps until the turn ends."""

    seat: Seat
    """Whose it is."""
    unit: CardId
    damage: int
    shields: tuple[tuple[CardId, int], ...] = ()
    """Who kept how much of it off."""

    def after(self, state: State) -> State:
        """What shields kept off is remembered with them."""
        changed = state.with_unit(self.unit, damage=state.by_id[self.unit].damage + self.damage)
        for shield, kept in self.shields:
            changed = changed.with_unit(shield, shielded=state.by_id[shield].shielded + kept)
        return changed

    def tell(self, state: State) -> str:
        """How much."""
        kept = sum(amount for _, amount in self.shields)
        off = f" ({kept} kept off)" if kept else ""
        return f"{state.box.seats[self.seat]}'s {state.card(self.unit).name} takes {self.damage} damage{off}"


class UnitMended(Event, frozen=True, kw_only=True):
    """All damage is taken off a unit."""

    tells = "{unit} is mended"

    unit: CardId

    def after(self, state: State) -> State:
        """As new."""
        return state.with_unit(self.unit, damage=0)


class UnitBoosted(Event, frozen=True, kw_only=True):
    """Something is given to a unit until the turn ends."""

    unit: CardId
    boost: Boost

    def after(self, state: State) -> State:
        """On top of what it has."""
        return state.with_unit(self.unit, boosts=(*state.by_id[self.unit].boosts, self.boost))

    def tell(self, state: State) -> str:
        """What."""
        return f"{state.card(self.unit).name} has {gain_words(self.boost)} this turn"


class UnitRecharged(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.PLAY.USED-TAPS: a card is turned sideways."""

    tells = "{unit} is Recharging"

    unit: CardId
    leaves: bool = False
    """Whether it is taken out of the battle by that."""

    def after(self, state: State) -> State:
        """Until its owner's next turn starts."""
        changed = state.with_unit(self.unit, recharging=True)
        return replace(changed, onsets=without(state.onsets, self.unit)) if self.leaves else changed


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.LETHAL: a unit is destroyed and discarded, with all that lies on it."""

    tells = "{seat}'s {unit} is destroyed"

    seat: Seat
    unit: CardId

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.CHAIN.KILL: a chain goes as a whole."""
        return cleared(state, state.by_id[self.unit])


class UnitRecalled(Event, frozen=True, kw_only=True):
    """A Robot leaves its Moon without a harvest, Recharging."""

    tells = "{unit} is called home with nothing"

    unit: CardId

    def after(self, state: State) -> State:
        """The Moon keeps its coins."""
        return state.with_unit(self.unit, moon=None, recharging=True)


class UnitTaken(Event, frozen=True, kw_only=True):
    """A Robot with its Components changes hands and recharges."""

    tells = "{seat} takes over {unit}"

    unit: CardId
    seat: Seat

    def after(self, state: State) -> State:
        """It is new to its new player."""
        changed = state.with_unit(self.unit, seat=self.seat, since=state.turn, recharging=True)
        return replace(changed, onsets=without(state.onsets, self.unit))


class AttackDeclared(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.ATT.CHOOSE: a fighter attacks a player."""

    tells = "{unit} attacks {at}"

    unit: CardId
    at: Seat

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.ATT.SIMULTANEOUS: with all others."""
        return replace(state, onsets=(*state.onsets, Onset(self.unit, self.at)))


class BlockersAsked(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.BLOCK.CHOOSE: the attacked players say who blocks, one after the other."""

    tells = "{seats} may block"

    seats: tuple[Seat, ...]

    def after(self, state: State) -> State:
        """Those who have somebody that could."""
        return replace(state, blocking=self.seats, phase="blockers")

    def actor(self, before: State) -> Seat | None:
        """The only one who may; several are nobody in particular."""
        return self.seats[0] if len(self.seats) == 1 else None


class BlockDeclared(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.BLOCK.GANG: a fighter joins those who block an attacker."""

    tells = "{seat}'s {unit} blocks {attacker}"

    seat: Seat
    unit: CardId
    attacker: CardId

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.DMG.BLOCKED: the attacker is blocked from now on."""
        onsets = tuple(
            replace(onset, blockers=(*onset.blockers, self.unit), blocked=True)
            if onset.unit == self.attacker
            else onset
            for onset in state.onsets
        )
        return replace(state, onsets=onsets)


class BlockersChosen(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.BLOCK.OPTIONAL: a player has nobody more to block with, or does not want to."""

    tells = "{seat} names no more blockers"

    seat: Seat

    def after(self, state: State) -> State:
        """The next one is asked."""
        return replace(state, blocking=state.blocking[1:])


class BlowSoftened(Event, frozen=True, kw_only=True):
    """One attacker will deal less to the Battery."""

    tells = "{attacker} will deal up to {amount} less"
    doers = ("attacker",)

    attacker: CardId
    amount: int

    def after(self, state: State) -> State:
        """On top of what was prevented already."""
        onsets = tuple(
            replace(onset, prevented=onset.prevented + self.amount)
            if onset.unit == self.attacker
            else onset
            for onset in state.onsets
        )
        return replace(state, onsets=onsets)


class DamageDivided(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.ORDER: how an attacker's damage falls on its blockers."""

    doers = ("attacker",)

    attacker: CardId
    shares: tuple[tuple[CardId, int], ...]

    def tell(self, state: State) -> str:
        """Share by share."""
        shares = ", ".join(f"{amount} to {state.card(unit).name}" for unit, amount in self.shares)
        return f"{state.card(self.attacker).name} deals {shares or 'nothing'}"


class BatteryHit(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.UNBLOCKED, ROBOT-EMPIRE.AMB.COINS-DAMAGE: coins fall into the War Chest."""

    tells = "{seat} loses {coins:coin} of Energy"

    seat: Seat
    coins: int

    def after(self, state: State) -> State:
        """No more than there were."""
        battery = state.players[self.seat].battery - self.coins
        changed = state.with_player(self.seat, battery=battery)
        return replace(changed, chest=state.chest + self.coins)


class SeatBeaten(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.BATTERY-ZERO: a player is out of the game."""

    seat: Seat
    by: Seat | None

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.END.GIVE-ROBOTS, ROBOT-EMPIRE.END.OTHERS-DESTROYED; coins to the War Chest.

        ROBOT-EMPIRE.AMB.GIVEN-ROBOTS-STATE: Robots change hands as they are, and are new there.
        ROBOT-EMPIRE.AMB.SELF-ELIMINATION: who took the own Energy leaves nothing to anybody.
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
        changed = changed.with_discarded(player.hand.open())
        windows = tuple(
            replace(window, waiting=tuple([s for s in window.waiting if s != self.seat]))
            for window in state.windows
        )
        changed = changed.with_player(
            self.seat, hand=player.hand.now(()), battery=0, vault=0, is_out=True
        )
        return replace(
            changed,
            chest=changed.chest + player.battery + player.vault,
            windows=windows,
            blocking=tuple([seat for seat in state.blocking if seat != self.seat]),
            owed=tuple([owed for owed in state.owed if owed[0] != self.seat]),
            onsets=tuple([onset for onset in changed.onsets if onset.at != self.seat]),
        )

    def tell(self, state: State) -> str:
        """Who, and who inherits."""
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
