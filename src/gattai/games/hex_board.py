"""A field of hexes as the board of a scene: the one way in which all games of hexes tell it.

Scenes know no hexes and hexes no scenes, so this stands above both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from gattai.scene.parts import Board, Cell
from gattai.tabletop.hexes import Hex, centre, to_text


def hex_board(
    title: str,
    hexes: Iterable[Hex],
    *,
    terrain: str = "",
    covered: Collection[Hex] = (),
    zones: Sequence[Collection[Hex]] = (),
) -> Board:
    """The hexes there are; those `covered` have the terrain, each zone is its seat's.

    >>> from gattai.tabletop.hexes import hex_at
    >>> board = hex_board("a strip", map(hex_at, (0, 1), (0, 0)), zones=((), (hex_at(1, 0),)))
    >>> [(cell.id, cell.x, cell.zone) for cell in board.cells]
    [('0,0', 0.0, None), ('1,0', 1.732, 1)]
    """
    return Board("hex", title, tuple(_cell(at, terrain, covered, zones) for at in hexes))


def _cell(
    at: Hex, terrain: str, covered: Collection[Hex], zones: Sequence[Collection[Hex]]
) -> Cell:
    x, y = centre(at)
    return Cell(
        id=to_text(at),
        x=round(x, 3),
        y=round(y, 3),
        terrain=terrain if at in covered else "",
        zone=next((seat for seat, zone in enumerate(zones) if at in zone), None),
    )
