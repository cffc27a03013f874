"""The Scoring Zone: its points, its next place, and where Characters may return."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aristeia.effects.moving import To
from gattai.games.aristeia.events.play import CharacterPlaced, VictoryPointsGained
from gattai.games.aristeia.state import GREEN, ORANGE, SEATS, State, ZoneId, is_free
from gattai.kernel.question import Seat, Steps, choose
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import Hex


def in_zone(state: State, seat: Seat) -> int:
    """The number of Characters of a player in the Scoring Zone."""
    spaces = state.box.zones[state.zone]
    return sum(c.seat == seat and at in spaces for _, c, at in state.on_board)


def score(table: Table[State]) -> None:
    """ARISTEIA.OBJ.PHASE: after the fourth Turn the Scoring Zone gives Victory Points."""
    state = table.state
    green, orange = in_zone(state, GREEN), in_zone(state, ORANGE)
    scenario = state.box.scenario
    if not green and not orange:
        return
    leader = GREEN if green > orange else ORANGE
    if not green or not orange:
        rule, points, why = "ARISTEIA.ASSAULT.ALONE", scenario.alone, "alone in the Scoring Zone"
    elif green != orange:
        rule, points, why = "ARISTEIA.ASSAULT.MORE", scenario.more, "more in the Scoring Zone"
    else:
        rule, points, why = "ARISTEIA.ASSAULT.EQUAL", scenario.equal, "as many in the Scoring Zone"
    for seat in SEATS if green == orange else (leader,):
        table.emit(VictoryPointsGained(rule=rule, seat=seat, points=points, why=why))


def _is_empty(state: State, zone: ZoneId) -> bool:
    return not any(at in state.standing for at in state.box.zones[zone])


def zone_refusals(state: State, zone: ZoneId) -> Iterator[Refusal]:
    """ARISTEIA.ASSAULT.MOVE-ZONE: a zone without Characters; also the same one unless the match
    forbids it (AMB.ZONE-SAME), and the central one (AMB.CENTRE-IS-ZONE).
    ARISTEIA.ASSAULT.NO-EMPTY-ZONE: any zone if none is empty.
    """
    barred = state.zone if state.rulings.same_zone == "refused" else None
    if zone == barred:
        yield Refusal("ARISTEIA.ASSAULT.MOVE-ZONE", "that is the Scoring Zone already")
        return
    empty = any(_is_empty(state, ZoneId(each)) for each in state.box.zones if each != barred)
    if empty and not _is_empty(state, zone):
        yield Refusal("ARISTEIA.ASSAULT.MOVE-ZONE", "there are Characters in that zone")


def clear_zone(table: Table[State], zone: ZoneId) -> Steps[None]:
    """ARISTEIA.ASSAULT.NO-EMPTY-ZONE: Characters there are Placed on Free spaces adjacent to the
    zone.
    """
    rule = "ARISTEIA.ASSAULT.NO-EMPTY-ZONE"
    inside = table.state.box.zones[zone]
    for who, character, at in table.state.on_board:
        if at not in inside:
            continue
        spaces = _around(table.state, inside)
        if not spaces:
            return
        options = tuple(To(space) for space in spaces)
        what = f"where is {character.card.name} Placed?"
        answer = yield from choose(table.state.underdog, options, rule, what, otherwise=options[0])
        table.emit(CharacterPlaced(rule=rule, who=who, to=answer.at))


def _around(state: State, inside: tuple[Hex, ...]) -> tuple[Hex, ...]:
    near = state.box.board.hexes.neighbours
    spaces = dict.fromkeys(space for at in inside for space in near[at])
    return tuple(at for at in spaces if at not in inside and is_free(state, at))


def can_return_to(state: State) -> tuple[Hex, ...]:
    """ARISTEIA.BENCH.RETURN: the Free spaces of all Deployment Zones except the Scoring Zone."""
    return tuple(
        [
            at
            for zone, spaces in state.box.zones.items()
            if zone != state.zone
            for at in spaces
            if is_free(state, at)
        ]
    )
