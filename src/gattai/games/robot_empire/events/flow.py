"""The events of phases, turns, windows and the end."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.robot_empire.figures import coins
from gattai.games.robot_empire.state import Moment, Phase, State, Watch, Window
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


class StepBegan(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.TURN.ALL-PHASES: another phase or step began."""

    phase: Phase

    def after(self, state: State) -> State:
        if self.phase in ("discard", "end"):
            return replace(state, phase=self.phase, onsets=(), blocking=())
        return replace(state, phase=self.phase)

    def describe(self, state: State) -> str:
        return {
            "first": "the die says who begins",
            "mining": "Moon Mining",
            "long-range": "Combat: long range",
            "attackers": "Combat: attackers",
            "attacked": "Combat: blockers",
            "battle": "Combat: the battle",
            "fought": "Combat is over",
            "discard": "Draw Cards",
            "end": "the turn ends",
        }.get(self.phase, self.phase)

    def actor(self, before: State) -> Seat | None:
        """The active player, after the first turn has begun."""
        return before.active if before.turn else None


class TurnBegan(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.TURN.ALL-PHASES: a turn began."""

    seat: Seat

    def after(self, state: State) -> State:
        return replace(
            state,
            active=self.seat,
            turn=state.turn + 1,
            phase="play",
            tried=(),
            mined=False,
            discarded=0,
            has_set_watch=False,
            onsets=(),
            blocking=(),
        )

    def describe(self, state: State) -> str:
        return f"turn {state.turn}: {state.box.seats[self.seat]}"


class InstantsCleared(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.CLEAR.INSTANT: the coins of all players' Instant Upgrades go to the War Chest."""

    coins: int

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.UPG.INSTANT-LASTS: the upgrades end."""
        units = tuple(
            replace(unit, circles=tuple([c for c in unit.circles if c.kind != "instant"]))
            if any(c.kind == "instant" for c in unit.circles)
            else unit
            for unit in state.units
        )
        return replace(state, units=units, chest=state.chest + self.coins)

    def describe(self, state: State) -> str:
        verb = "goes" if self.coins == 1 else "go"
        return f"{coins(self.coins)} of Instant Upgrades {verb} to the War Chest"


class Reactivated(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.REACT.STRAIGHTEN: a player's Recharging cards are ready again."""

    template = "{seat} reactivates {count}"

    seat: Seat
    count: int

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.AMB.REACT-WHOSE: only this player's cards,
        ROBOT-EMPIRE.AMB.MOON-AND-REACTIVATE: all of them.
        """
        units = tuple(
            replace(unit, recharging=False) if unit.seat == self.seat and unit.recharging else unit
            for unit in state.units
        )
        return replace(state, units=units)


class WindowOpened(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AMB.AGENT-WINDOWS: players who want to be asked may react."""

    moment: Moment
    waiting: tuple[Seat, ...]

    def after(self, state: State) -> State:
        return replace(state, windows=(*state.windows, Window(self.moment, self.waiting)))

    def describe(self, state: State) -> str:
        return f"{', '.join(map(state.box.seats.__getitem__, self.waiting))} may react"

    def actor(self, before: State) -> Seat | None:
        return self.waiting[0] if len(self.waiting) == 1 else None


class WindowRestarted(Event, frozen=True, kw_only=True):
    """A player has reacted, so all who want to be asked are asked again."""

    waiting: tuple[Seat, ...]

    def after(self, state: State) -> State:
        """The window stays open until all players pass in a row."""
        window = replace(state.windows[-1], waiting=self.waiting)
        return replace(state, windows=(*state.windows[:-1], window))

    def describe(self, state: State) -> str:
        names = ", ".join(map(state.box.seats.__getitem__, self.waiting))
        return f"{names or 'nobody'} may react again"

    def actor(self, before: State) -> Seat | None:
        return self.waiting[0] if len(self.waiting) == 1 else None


class SeatPassed(Event, frozen=True, kw_only=True):
    """A player passes in a window, perhaps with a new setting (ROBOT-EMPIRE.AMB.WATCH)."""

    seat: Seat
    when: Watch | None = None

    def after(self, state: State) -> State:
        state = _watching(state, self.seat, self.when)
        waiting = tuple([seat for seat in state.windows[-1].waiting if seat != self.seat])
        window = replace(state.windows[-1], waiting=waiting)
        return replace(state, windows=(*state.windows[:-1], window))

    def describe(self, state: State) -> str:
        setting = f", {PREFERENCES[self.when]}" if self.when else ""
        return f"{state.box.seats[self.seat]} passes{setting}"


class WatchSet(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AMB.WATCH: a player chose when to be asked."""

    seat: Seat
    when: Watch

    def after(self, state: State) -> State:
        return replace(_watching(state, self.seat, self.when), has_set_watch=True)

    def describe(self, state: State) -> str:
        return f"{state.box.seats[self.seat]} {SAYS[self.when]}"


WHEN: dict[str, str] = {
    "always": "always",
    "attacked": "when attacked",
    "never": "not again this turn",
}
PREFERENCES: dict[str, str] = {
    "always": "to be asked always",
    "attacked": "to be asked when attacked",
    "never": "not to be asked again this turn",
}
SAYS: dict[str, str] = {
    "always": "wants to be asked always",
    "attacked": "wants to be asked when attacked",
    "never": "does not want to be asked again this turn",
}


def _watching(state: State, seat: Seat, when: Watch | None) -> State:
    if when is None:
        return state
    if when == "never":
        return state.with_player(seat, rests=True)
    return state.with_player(seat, watch=when, rests=False)


class WindowClosed(Event, frozen=True, kw_only=True):
    """All players have passed."""

    template = "the game goes on"

    def after(self, state: State) -> State:
        return replace(state, windows=state.windows[:-1])


class TurnEnded(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.UNTIL-END: damage and bonuses for a turn end."""

    def after(self, state: State) -> State:
        units = tuple(
            replace(unit, damage=0, boosts=(), shielded=0)
            if unit.damage or unit.boosts or unit.shielded
            else unit
            for unit in state.units
        )
        players = tuple(replace(p, rests=False) if p.rests else p for p in state.players)
        return replace(state, units=units, players=players, windows=(), onsets=(), blocking=())

    def describe(self, state: State) -> str:
        return f"{state.box.seats[state.active]}'s turn is over"

    def actor(self, before: State) -> Seat | None:
        return before.active


class GameEnded(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.GOAL.LAST-STANDING: the game is over."""

    winners: tuple[Seat, ...]

    def after(self, state: State) -> State:
        return replace(
            state, phase="over", winners=self.winners, ended_by=self.rule, windows=(), owed=()
        )

    def describe(self, state: State) -> str:
        names = " and ".join(state.box.seats[seat] for seat in self.winners)
        return (
            f"{names or 'nobody'} wins"
            if len(self.winners) == 1
            else f"a draw: {names or 'all are out'}"
        )

    def actor(self, before: State) -> Seat | None:
        return self.winners[0] if len(self.winners) == 1 else None


FLOW_EVENTS: tuple[type[Event], ...] = (
    StepBegan,
    TurnBegan,
    InstantsCleared,
    Reactivated,
    WindowOpened,
    WindowRestarted,
    SeatPassed,
    WatchSet,
    WindowClosed,
    TurnEnded,
    GameEnded,
)
