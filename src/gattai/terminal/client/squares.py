"""An open board as squares of an inch, named by their lower left corner.

Characters cannot show hundredths of an inch. So pieces, options and areas are shown in the
square of their point; the answer still contains the point. Two one-inch bases can have their
middles in one square only if they touch diagonally: then one is shown in the next square.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from gattai.scene.parts import Board, Cell, ListedOption, Overlay, Piece, Preview, Scene
from gattai.scene.points import is_inside, point_of


def on_squares(scene: Scene) -> Scene:
    """Return a scene with an open board cut into squares; other scenes are unchanged.

    The board may come from an earlier scene and is then cut again.
    """
    board = scene.board
    if board is None or board.size is None:
        return scene
    cut = cut_up(board) if board.is_open else board
    ask = scene.ask
    if ask is not None:
        options = tuple(replace(each, cell=_cell(cut, each)) for each in ask.options)
        ask = replace(ask, options=options)
    return replace(
        scene,
        board=cut,
        ask=ask,
        pieces=_pieces(cut, scene.pieces),
        overlays=tuple(_overlay(cut, each) for each in scene.overlays),
    )


def preview_on_squares(scene: Scene | None, preview: Preview) -> Preview:
    """Return a preview on the same squares."""
    board = scene.board if scene else None
    if board is None or board.shape != "square":
        return preview
    way, line = (
        tuple(dict.fromkeys(_squares_on(board, places))) for places in (preview.way, preview.line)
    )
    return replace(preview, way=way, line=line)


@lru_cache(maxsize=8)
def cut_up(board: Board) -> Board:
    """Return the squares of an open board; terrain and zones count where a square's middle lies in them."""
    assert board.size is not None
    wide, high = (-int(-each // 1) for each in board.size)
    cells = [_square(board, x, y, high) for y in range(high - 1, -1, -1) for x in range(wide)]
    return replace(board, shape="square", cells=tuple(cells))


def _square(board: Board, x: int, y: int, high: int) -> Cell:
    middle = (x + 0.5, y + 0.5)
    shapes = [each for each in board.shapes if is_inside(middle, each.points)]
    terrain = next((each.terrain for each in shapes if each.terrain), "")
    zone = next((each.zone for each in shapes if each.zone is not None), None)
    return Cell(f"{x},{y}", float(x), float(high - 1 - y), terrain, zone)


def square_of(board: Board, place: str) -> str:
    """Return the square of a point; a point on the edge is in the last one."""
    assert board.size is not None
    x, y = (
        max(0, min(int(at), -int(-size // 1) - 1))
        for at, size in zip(point_of(place), board.size, strict=True)
    )
    return f"{x},{y}"


def _squares_on(board: Board, places: tuple[str, ...]) -> list[str]:
    """Return the squares on the straight lines from place to place."""
    found: list[str] = []
    for one, other in pairwise(places):
        (ax, ay), (bx, by) = point_of(one), point_of(other)
        steps = max(1, int(2 * max(abs(bx - ax), abs(by - ay))))
        for n in range(steps + 1):
            at = f"{ax + (bx - ax) * n / steps:.2f},{ay + (by - ay) * n / steps:.2f}"
            found.append(square_of(board, at))
    return found


def _cell(board: Board, option: ListedOption) -> str | None:
    return None if option.cell is None else square_of(board, option.cell)


def _pieces(board: Board, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    taken: dict[str, None] = {}
    found = []
    for piece in pieces:
        if piece.at is not None:
            square = _free(board, piece.at, taken)
            taken[square] = None
            piece = replace(piece, at=square)
        found.append(piece)
    return tuple(found)


def _free(board: Board, at: str, taken: dict[str, None]) -> str:
    """Return the square of a point, or the nearest free one."""
    square = square_of(board, at)
    if square not in taken:
        return square
    x, y = point_of(at)

    def far(cell: Cell) -> float:
        left, low = point_of(cell.id)
        return (left + 0.5 - x) ** 2 + (low + 0.5 - y) ** 2

    return min((cell for cell in board.cells if cell.id not in taken), key=far).id


def _overlay(board: Board, overlay: Overlay) -> Overlay:
    """Return an area as the squares whose middles lie in it."""
    corners = tuple(map(point_of, overlay.cells))
    inside = [
        cell.id
        for cell in board.cells
        if is_inside((point_of(cell.id)[0] + 0.5, point_of(cell.id)[1] + 0.5), corners)
    ]
    return replace(overlay, cells=tuple(inside))
