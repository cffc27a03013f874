"""Points, pieces and tables for tests of open ground, and the same shapes for shapely."""

from typing import Any

from hypothesis import strategies as st
from shapely import LineString, Polygon
from shapely import Point as Dot

from gattai.tabletop.ground.pieces import ConvexPolygon, turn
from gattai.tabletop.ground.points import Point

WIDTH, HEIGHT = 1200, 900
THIN = 1e-7
"""Where a figure of shapely lies so near to the limit, floats cannot tell on which side."""


def hull(points: list[Point]) -> list[Point]:
    """The corners of the convex hull, going round to the left, none of them on a straight side."""
    ordered = sorted({*points})

    def half(walk: list[Point]) -> list[Point]:
        found: list[Point] = []
        for at in walk:
            while len(found) > 1 and turn(found[-2], found[-1], at) <= 0:
                found.pop()
            found.append(at)
        return found[:-1]

    return half(ordered) + half(ordered[::-1])


def on_table(coarse: bool = False) -> st.SearchStrategy[Point]:
    """Any point; coarse ones meet corners, sides and each other far more often."""
    step = 50 if coarse else 1
    across = st.integers(0, WIDTH // step).map(lambda n: n * step)
    up = st.integers(0, HEIGHT // step).map(lambda n: n * step)
    return st.tuples(across, up)


points = on_table() | on_table(coarse=True)
radii = st.sampled_from((50, 20, 75))


def _piece_of(corners: list[Point]) -> ConvexPolygon | None:
    found = hull(corners)
    return ConvexPolygon.of(found) if len(found) >= 3 else None


pieces = (
    st.lists(points, min_size=3, max_size=7)
    .map(_piece_of)
    .filter(lambda piece: piece is not None)
    .map(lambda piece: piece or ConvexPolygon(()))
)


@st.composite
def small_pieces(draw: Any) -> ConvexPolygon:
    """A piece that leaves room round it."""
    x, y = draw(points)
    shape = draw(
        st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=3, max_size=6)
    )
    found = hull([(x + 10 * dx, y + 10 * dy) for dx, dy in shape])
    if len(found) < 3:
        return ConvexPolygon.rectangle((x, y), (x + 150, y + 100))
    return ConvexPolygon.of(found)


def polygon(piece: ConvexPolygon) -> Any:
    return Polygon(piece.corners)


def line(a: Point, b: Point) -> Any:
    return Dot(a) if a == b else LineString([a, b])


def is_thin(figure: float, limit: float) -> bool:
    """Whether floats cannot tell the two apart."""
    return abs(figure - limit) < THIN
