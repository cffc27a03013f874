"""Silly things in MechaStellar."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.actions import Ready, Rotate, Spin
from gattai.games.mechastellar.events.attack import BattleDamageTaken, UnitDestroyed
from gattai.games.mechastellar.ground import in_front
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import DISTANCE
from tests.bots.nonsense.watching import Moment, Sight

AWAY = "a unit faced away from the nearest enemy when all were deployed"
BACK = "a unit turned back within its turn with nothing done between"
IN_VAIN = "a model gave up parts and was destroyed by the same blow"


class Battle:
    """Watches deployment, turns of units, and Battle Damage."""

    def __init__(self) -> None:
        self.facings: list[int] = []
        """How the active unit has stood since it last did anything but turn."""
        self.maimed: dict[UnitId, int] = {}
        """Parts given up in the action that is in progress."""

    def see(self, moment: Moment) -> Iterator[Sight]:
        """Facings as deployment ends; every turn on the spot; parts given up, and what came of it."""
        state: State = moment.before
        if isinstance(moment.answer, Ready):
            assert moment.seat is not None
            yield from ((AWAY, away) for away in faced_away(moment.after, moment.seat))
        act = state.act
        if isinstance(moment.answer, Spin | Rotate) and act is not None:
            now = state.units[act.unit].facing
            if not self.facings or self.facings[-1] != now:
                self.facings = [now]
            yield BACK, moment.answer.facing in self.facings
            self.facings.append(moment.answer.facing)
        elif moment.seat is not None:
            self.facings = []
        for event in moment.events:
            if isinstance(event, BattleDamageTaken):
                self.maimed[event.unit] = self.maimed.get(event.unit, 0) + 1
            elif isinstance(event, UnitDestroyed) and event.unit in self.maimed:
                del self.maimed[event.unit]
                yield IN_VAIN, True
        if moment.begins:
            yield from ((IN_VAIN, False) for _ in self.maimed)
            self.maimed = {}


def faced_away(state: State, seat: Seat) -> Iterator[bool]:
    """For each unit of a side whether the nearest enemy stands behind it."""
    foes = [at for _, unit, at in state.leaders if unit.seat != seat]
    for _, unit, at in state.leaders:
        if unit.seat == seat and foes:
            nearest = min(foes, key=lambda there: DISTANCE[there - at])
            yield not in_front(at, unit.facing, nearest)
