"""Events of the course of a game: phases, turns, windows, the end."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.robot_empire.figures import coins
from gattai.games.robot_empire.state import Moment, Phase, State, Watch, Window
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


class StepBegan(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.TURN.ALL-PHASES: on to another phase or step."""

    phase: Phase

    def after(self, state: State) -> State:
        """Attacks are over when cards are drawn."""
        if self.phase in ("discard", "end"):
            return replace(state, phase=self.phase, onsets=(), blocking=())
        return replace(state, phase=self.phase)

    def tell(self, state: State) -> str:
        """Which."""
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
        """Whose turn it is, once there are turns."""
        return before.active if before.turn else None


class TurnBegan(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.TURN.ALL-PHASES: a turn begins."""

    seat: Seat

    def after(self, state: State) -> State:
        """Nothing of the last turn is remembered."""
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

    def tell(self, state: State) -> str:
        """Whose."""
        return f"turn {state.turn}: {state.box.seats[self.seat]}"


class InstantsCleared(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.CLEAR.INSTANT: coins of Instant Upgrades, everybody's, go to the War Chest."""

    coins: int

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.UPG.INSTANT-LASTS: the upgrades are over."""
        units = tuple(
            replace(unit, circles=tuple([c for c in unit.circles if c.kind != "instant"]))
            if any(c.kind == "instant" for c in unit.circles)
            else unit
            for unit in state.units
        )
        return replace(state, units=units, chest=state.chest + self.coins)

    def tell(self, state: State) -> str:
        """How much."""
        verb = "goes" if self.coins == 1 else "go"
        return f"{coins(self.coins)} of Instant Upgrades {verb} to the War Chest"


class Reactivated(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.REACT.STRAIGHTEN: a player's Recharging cards are ready again."""

    tells = "{seat} reactivates {count}"

    seat: Seat
    count: int

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.AMB.REACT-WHOSE: only this player's, ROBOT-EMPIRE.AMB.MOON-AND-REACTIVATE: all of them."""
        units = tuple(
            replace(unit, recharging=False) if unit.seat == self.seat and unit.recharging else unit
            for unit in state.units
        )
        return replace(state, units=units)


class WindowOpened(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AMB.AGENT-WINDOWS: those who want to be asked may react."""

    moment: Moment
    waiting: tuple[Seat, ...]

    def after(self, state: State) -> State:
        """It lies over what comes next."""
        return replace(state, windows=(*state.windows, Window(self.moment, self.waiting)))

    def tell(self, state: State) -> str:
        """Who is asked."""
        return f"{', '.join(map(state.box.seats.__getitem__, self.waiting))} may react"

    def actor(self, before: State) -> Seat | None:
        """The only one who is asked."""
        return self.waiting[0] if len(self.waiting) == 1 else None


class WindowRestarted(Event, frozen=True, kw_only=True):
    """Somebody has reacted: all who want to be asked are asked once more."""

    waiting: tuple[Seat, ...]

    def after(self, state: State) -> State:
        """Until all let it pass in a row."""
        window = replace(state.windows[-1], waiting=self.waiting)
        return replace(state, windows=(*state.windows[:-1], window))

    def tell(self, state: State) -> str:
        """Who is asked."""
        names = ", ".join(map(state.box.seats.__getitem__, self.waiting))
        return f"{names or 'nobody'} may react again"

    def actor(self, before: State) -> Seat | None:
        """The only one who is asked."""
        return self.waiting[0] if len(self.waiting) == 1 else None


class SeatPassed(Event, frozen=True, kw_only=True):
    """A player lets the moment pass; perhaps with a new setting (ROBOT-EMPIRE.AMB.WATCH)."""

    seat: Seat
    when: Watch | None = None

    def after(self, state: State) -> State:
        """The next one is asked."""
        state = _watching(state, self.seat, self.when)
        waiting = tuple([seat for seat in state.windows[-1].waiting if seat != self.seat])
        window = replace(state.windows[-1], waiting=waiting)
        return replace(state, windows=(*state.windows[:-1], window))

    def tell(self, state: State) -> str:
        """Who, and how."""
        setting = f", {WISHES[self.when]}" if self.when else ""
        return f"{state.box.seats[self.seat]} passes{setting}"


class WatchSet(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AMB.WATCH: a player says when to be asked."""

    seat: Seat
    when: Watch

    def after(self, state: State) -> State:
        """Once in a turn of one's own."""
        return replace(_watching(state, self.seat, self.when), has_set_watch=True)

    def tell(self, state: State) -> str:
        """How."""
        return f"{state.box.seats[self.seat]} {SAYS[self.when]}"


WHEN: dict[str, str] = {
    "always": "always",
    "attacked": "when attacked",
    "never": "not again this turn",
}
WISHES: dict[str, str] = {
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
    """All have let the moment pass."""

    tells = "the game goes on"

    def after(self, state: State) -> State:
        """What lay under it goes on."""
        return replace(state, windows=state.windows[:-1])


class TurnEnded(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DMG.UNTIL-END: damage, and what was given for a turn, is gone."""

    def after(self, state: State) -> State:
        """Who rested is asked again."""
        units = tuple(
            replace(unit, damage=0, boosts=(), shielded=0)
            if unit.damage or unit.boosts or unit.shielded
            else unit
            for unit in state.units
        )
        players = tuple(replace(p, rests=False) if p.rests else p for p in state.players)
        return replace(state, units=units, players=players, windows=(), onsets=(), blocking=())

    def tell(self, state: State) -> str:
        """Whose."""
        return f"{state.box.seats[state.active]}'s turn is over"

    def actor(self, before: State) -> Seat | None:
        """Whose turn it was."""
        return before.active


class GameEnded(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.GOAL.LAST-STANDING: the game is over."""

    winners: tuple[Seat, ...]

    def after(self, state: State) -> State:
        """Nothing is asked any more."""
        return replace(
            state, phase="over", winners=self.winners, ended_by=self.rule, windows=(), owed=()
        )

    def tell(self, state: State) -> str:
        """Who has won."""
        names = " and ".join(state.box.seats[seat] for seat in self.winners)
        return (
            f"{names or 'nobody'} wins"
            if len(self.winners) == 1
            else f"a draw: {names or 'all are out'}"
        )

    def actor(self, before: State) -> Seat | None:
        """Who has won alone."""
        return self.winners[0] if len(self.winners) == 1 else None


COURSE_EVENTS: tuple[type[Event], ...] = (
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
