"""Places the panels at any size of the terminal."""

from __future__ import annotations

import msgspec

from gattai.terminal.client.grid import SCALES, SMALLEST, Grid, Scale

LEAST = (40, 12)
"""Below this size only a message is shown."""
NARROW = 32
"""Minimum width of the column of options."""
ROOMY = 44
"""From this width, the column of options also contains odds and log."""
STRIP = 5
"""Rows below a board with the options at its side."""
BELOW = 8
"""Rows of options below a board of full width."""
WIDEST_SIDE = 64


class Area(msgspec.Struct, frozen=True):
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int


class Arrangement(msgspec.Struct, frozen=True):
    """The area of each panel; others are hidden. The scale is the board's."""

    areas: dict[str, Area]
    scale: Scale
    is_roomy: bool = False


def arrange(width: int, height: int, grid: Grid | None) -> Arrangement:
    """Return the best arrangement for this size and board."""
    if width < LEAST[0] or height < LEAST[1]:
        return Arrangement({"header": Area(0, 0, width, height)}, SMALLEST)
    head = 2 if height >= 30 else 1
    areas = {
        "header": Area(0, 0, width, head),
        "keys": Area(0, height - 1, width, 1),
    }
    room = height - head - 1
    if grid is None or not grid.places:
        side = max(min(width * 45 // 100, WIDEST_SIDE), min(NARROW, width // 2))
        areas["sides"] = Area(0, head, width - side, room)
        roomy = _column(areas, width - side, head, side, room, with_all=True)
        return Arrangement(areas, SMALLEST, roomy)
    for scale in SCALES:
        wide, high = grid.size(scale)
        if width - wide - 2 >= NARROW and high + STRIP <= room:
            return _beside(areas, scale, width, head, room, wide, high)
        if wide <= width and high + max(BELOW, room // 3) <= room:
            return _stacked(areas, scale, width, head, room, high)
    wide, high = grid.size(SMALLEST)
    if width - NARROW - 2 >= 20:  # only a part of the board is visible
        wide = min(wide, width - NARROW - 2)
        return _beside(areas, SMALLEST, width, head, room, wide, min(high, room - STRIP))
    high = min(high, max(3, room - BELOW))
    return _stacked(areas, SMALLEST, width, head, room, high)


def _beside(
    areas: dict[str, Area], scale: Scale, width: int, head: int, room: int, wide: int, high: int
) -> Arrangement:
    """Put the board on the left, options on the right, the rest below the board."""
    side = min(WIDEST_SIDE, width - wide - 2)
    left = width - side
    below = room - high
    roomy = side >= ROOMY and room >= 32 and below >= 6
    high += min(1, below - STRIP) if not roomy else 1
    areas["board"] = Area(0, head, left, high)
    under = Area(0, head + high, left, room - high)
    areas["sides" if roomy else "look"] = under
    _column(areas, left, head, side, room, with_all=roomy)
    return Arrangement(areas, scale, roomy)


def _column(
    areas: dict[str, Area], x: int, y: int, width: int, room: int, *, with_all: bool
) -> bool:
    """Put question and options in a column, with odds and log if there is room."""
    if not with_all or room < 18:
        if "look" not in areas and room >= 14:
            look = max(5, room // 3)
            areas["look"] = Area(x, y + room - look, width, look)
            room -= look
        areas["menu"] = Area(x, y, width, room)
        return False
    log = max(4, room // 4)
    look = max(6, (room - log) * 45 // 100)
    menu = room - log - look
    areas["menu"] = Area(x, y, width, menu)
    areas["look"] = Area(x, y + menu, width, look)
    areas["log"] = Area(x, y + menu + look, width, log)
    return True


def _stacked(
    areas: dict[str, Area], scale: Scale, width: int, head: int, room: int, high: int
) -> Arrangement:
    """Put the board above in full width, with options, odds and log side by side below."""
    areas["board"] = Area(0, head, width, high)
    y, below = head + high, room - high
    if width >= 120:
        menu, look = width * 36 // 100, width * 36 // 100
        areas["menu"] = Area(0, y, menu, below)
        areas["look"] = Area(menu, y, look, below)
        areas["log"] = Area(menu + look, y, width - menu - look, below)
        return Arrangement(areas, scale, is_roomy=True)
    if width < 60:
        areas["menu"] = Area(0, y, width, below)
        return Arrangement(areas, scale)
    menu = width // 2
    areas["menu"] = Area(0, y, menu, below)
    areas["look"] = Area(menu, y, width - menu, below)
    return Arrangement(areas, scale)
