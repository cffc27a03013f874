"""Lines from corner to corner: what is in the way, checked against plain fractions."""

from fractions import Fraction

import pytest

from gattai.tabletop.corners import CORNERS, corners_of, is_in_the_way, lines
from gattai.tabletop.hexes import Hex, apart, difference, hex_at, within

HERE = hex_at(0, 0)


def enters(start: tuple[int, int], end: tuple[int, int], q: int, r: int) -> bool:
    """Clip the segment by the six sides of the hex: is something left inside?"""
    low, high = Fraction(0), Fraction(1)
    corners = corners_of(q, r)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        # Corners go round so that the inside lies where this is negative.
        at_start = (bx - ax) * (start[1] - ay) - (by - ay) * (start[0] - ax)
        at_end = (bx - ax) * (end[1] - ay) - (by - ay) * (end[0] - ax)
        if at_start == at_end:
            if at_start >= 0:
                return False
            continue
        crossing = Fraction(at_start, at_start - at_end)
        if at_start < at_end:
            high = min(high, crossing)
        else:
            low = max(low, crossing)
    return low < high


def meets(start: tuple[int, int], end: tuple[int, int], q: int, r: int) -> int:
    """How many corners of the hex lie on the closed segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    count = 0
    for x, y in corners_of(q, r):
        on_line = dx * (y - start[1]) == dy * (x - start[0])
        along = dx * (x - start[0]) + dy * (y - start[1])
        count += on_line and 0 <= along <= dx * dx + dy * dy
    return count


@pytest.mark.parametrize(("dq", "dr"), [(1, 0), (0, 1), (2, -1), (3, 1), (-4, 2), (5, -2), (-1, 4)])
def test_lines_agree_with_clipping_by_fractions(dq: int, dr: int) -> None:
    found = lines(difference(dq, dr))
    for i, start in enumerate(corners_of(0, 0)):
        for j, end in enumerate(corners_of(dq, dr)):
            named = {apart(d) for d in found[i][j]}
            for at in within(HERE, 8):
                q, r = apart(at - HERE)
                if (q, r) in ((0, 0), (dq, dr)) or start == end:
                    assert (q, r) not in named
                    continue
                hides = enters(start, end, q, r) or meets(start, end, q, r) >= 2
                assert ((q, r) in named) == hides, (i, j, q, r)


def test_touching_one_corner_is_not_in_the_way() -> None:
    start, end = corners_of(0, 0)[1], corners_of(1, -2)[1]
    touched = [at for at in ((0, -1), (1, -1)) if meets(start, end, *at) == 1]
    assert all(not is_in_the_way(start, end, *at) for at in touched if not enters(start, end, *at))


def test_running_along_a_side_is_in_the_way() -> None:
    # From the far corner of a hex straight along the side that its neighbours (1, 0) and (1, -1) share.
    start, end = corners_of(0, 0)[0], corners_of(2, -1)[3]
    assert end == (4, 0)
    assert is_in_the_way(start, end, 1, 0)
    assert is_in_the_way(start, end, 1, -1)


def test_neighbours_share_corners_with_no_line_between_them() -> None:
    ways = lines(difference(1, 0))
    shared = [
        (i, j)
        for i, one in enumerate(corners_of(0, 0))
        for j, other in enumerate(corners_of(1, 0))
        if one == other
    ]
    assert len(shared) == 2
    assert all(ways[i][j] == () for i, j in shared)


def test_a_turned_board_has_turned_lines() -> None:
    for at in within(HERE, 4)[1:]:
        q, r = apart(at - HERE)
        turned = lines(difference(-r, q + r))
        for i in range(6):
            for j in range(6):
                want = {(-b, a + b) for a, b in map(apart, lines(at - HERE)[i][j])}
                assert {apart(d) for d in turned[(i + 5) % 6][(j + 5) % 6]} == want


def test_there_are_six_corners() -> None:
    assert len(CORNERS) == 6 and isinstance(HERE, int) and Hex(HERE) == HERE
