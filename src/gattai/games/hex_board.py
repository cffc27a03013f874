"""A field of hexes as the board of a scene, for all games on hexes.

Scenes do not import hexes, and hexes do not import scenes, so this module is above both.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from math import sqrt

from gattai.scene.parts import Board, Cell
from gattai.tabletop.hexes import Hex, axial, centre, line, to_text


def hex_board(
    title: str,
    hexes: Iterable[Hex],
    *,
    terrain: str = "",
    covered: Collection[Hex] = (),
    zones: Sequence[Collection[Hex]] = (),
    flat: bool = False,
    ground: str = "",
) -> Board:
    """The board of these hexes; `covered` hexes have the terrain, and each zone belongs to its seat.

    With `flat` the hexes have a flat side on top, as on some printed boards.

    >>> from gattai.tabletop.hexes import hex_at
    >>> board = hex_board("a strip", map(hex_at, (0, 1), (0, 0)), zones=((), (hex_at(1, 0),)))
    >>> [(cell.id, cell.x, cell.zone) for cell in board.cells]
    [('0,0', 0.0, None), ('1,0', 1.732, 1)]
    """
    shape = "flat" if flat else "hex"
    cells = tuple(_cell(at, terrain, covered, zones, flat) for at in hexes)
    return Board(shape, title, cells, ground)


def cells_between(hexes: Container[Hex], a: Hex, b: Hex) -> tuple[str, ...]:
    """The places from one hex straight to another, as the board calls them; what lies off it is left out.

    >>> from gattai.tabletop.hexes import hex_at
    >>> cells_between({hex_at(0, 0), hex_at(2, 0)}, hex_at(0, 0), hex_at(2, 0))
    ('0,0', '2,0')
    """
    return tuple([to_text(h) for h in line(a, b) if h in hexes])


def _cell(
    at: Hex,
    terrain: str,
    covered: Collection[Hex],
    zones: Sequence[Collection[Hex]],
    flat: bool,
) -> Cell:
    x, y = _flat_centre(at) if flat else centre(at)
    return Cell(
        id=to_text(at),
        x=round(x, 3),
        y=round(y, 3),
        terrain=terrain if at in covered else "",
        zone=next((seat for seat, zone in enumerate(zones) if at in zone), None),
    )


def _flat_centre(at: Hex) -> tuple[float, float]:
    """The centre of a hex with a flat side on top: the same field, rotated by 30 degrees."""
    q, r = axial(at)
    return 1.5 * q, sqrt(3) * (r + q / 2)
