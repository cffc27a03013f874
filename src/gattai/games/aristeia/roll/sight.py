"""Line of sight and Cover: lines from vertex to vertex."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from gattai.games.aristeia.box import Box
from gattai.games.aristeia.state import CharacterId, State
from gattai.tabletop.hexes import DISTANCE, Hex

Condition = Literal["clear", "limited", "blocked"]

VERTICES = 6
ENOUGH = 2
"""ARISTEIA.LOS.DEFINITION: the vertices of the Target's space that must be reached from one vertex."""


def reached(state: State, viewer: Hex, seen: Hex) -> tuple[int, ...]:
    """The number of vertices of a space that are reached from each vertex of another.

    ARISTEIA.LOS.OBSTRUCTION: Blocked spaces and third Characters obstruct, Obstacles do not, nor do
    the two spaces themselves (AMB.LOS-SELF) or the outside of the board (AMB.LOS-EDGE-OF-BOARD).
    ARISTEIA.LOS.TWO-VERTICES: a line that meets two vertices of such a space is obstructed too,
    including its ends (AMB.LOS-ENDPOINTS); meeting one does not matter (AMB.LOS-TOUCH).
    """
    opaque = state.box.wall_bits | state.standing_bits
    return tuple([sum([not way & opaque for way in row]) for row in state.box.ways(viewer, seen)])


def sees(state: State, viewer: Hex, seen: Hex) -> bool:
    """ARISTEIA.LOS.DEFINITION: seen from the viewer's side (AMB.LOS-SYMMETRY)."""
    return _sees(state.box, viewer, seen, state.standing_bits)


@lru_cache(maxsize=1 << 16)
def _sees(box: Box, viewer: Hex, seen: Hex, standing: int) -> bool:
    opaque = box.wall_bits | standing
    for row in box.ways(viewer, seen):
        open_lines = 0
        for way in row:
            if not way & opaque:
                open_lines += 1
                if open_lines == ENOUGH:
                    return True
    return False


def condition(state: State, viewer: Hex, seen: Hex) -> Condition:
    """ARISTEIA.LOS.CLEAR, ARISTEIA.LOS.LIMITED, ARISTEIA.LOS.BLOCKED: six vertices, two to five, or
    fewer.
    """
    best = max(reached(state, viewer, seen))
    return "clear" if best == VERTICES else "limited" if best >= ENOUGH else "blocked"


def has_cover(state: State, who: CharacterId, from_: CharacterId) -> bool:
    """ARISTEIA.COVER.CONDITION: something next to the Character partly obstructs the enemy's sight.

    ARISTEIA.COVER.DISTANCE: not against an adjacent enemy. ARISTEIA.OBSTACLE.COVER: Obstacles
    count. From every vertex with sight, at least one line must meet a Blocked or Occupied space
    next to the Character; if there is no such vertex, from all six (AMB.COVER-PARTLY).
    """
    at, enemy = state.characters[who].at, state.characters[from_].at
    if at is None or enemy is None or DISTANCE[at - enemy] <= 1:
        return False
    return _covered(state.box, at, enemy, state.standing_bits)


@lru_cache(maxsize=1 << 16)
def _covered(box: Box, at: Hex, enemy: Hex, standing: int) -> bool:
    opaque = box.wall_bits | standing
    shelter = (opaque | box.obstacle_bits) & box.around_bits[at]
    rows = box.ways(enemy, at)
    seeing = [row for row in rows if sum([not way & opaque for way in row]) >= ENOUGH]
    return all(any(way & shelter for way in row) for row in seeing or rows)
