"""A board in plain text: one line per row, a piece by its short name, places by their coordinates.

Colour is never the only signal: brackets show a piece's side, small letters that it has acted, signs
the terrain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from rich.text import Text

from gattai.scene.parts import Board, Cell, Piece, Scene
from gattai.terminal.client.grid import Grid
from gattai.terminal.client.paint import PLAIN, bracketed
from gattai.terminal.printing import QUIET

TERRAIN = "#%~=&@$+"
"""A sign for each kind of terrain, in the order of the board."""
ZONES = ".:;'"
"""A sign for each seat's zone."""
HEIGHTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def side_letters(seats: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each seat: its initial, or A, B, ... if two initials are the same.

    >>> side_letters(("red", "blue")), side_letters(("cobalt", "crimson"))
    (('R', 'B'), ('A', 'B'))
    """
    letters = tuple(name[:1].upper() for name in seats)
    if len({*letters}) == len(letters):
        return letters
    return tuple(chr(ord("A") + seat) for seat in range(len(seats)))


def short_names(scene: Scene) -> dict[str, str]:
    """Return the short name of each piece: B1, B2, ... and R1, R2, ...; a piece keeps its number."""
    letters = side_letters(scene.seats)
    counts = [0] * len(letters)
    found: dict[str, str] = {}
    for piece in scene.pieces:
        counts[piece.owner] += 1
        found[piece.id] = f"{letters[piece.owner]}{counts[piece.owner]}"
    return found


def with_short_names(scene: Scene) -> Scene:
    """Return the scene with short names as marks; pieces that are done in small letters."""
    names = short_names(scene)
    return replace(
        scene,
        pieces=tuple(
            replace(piece, glyph=names[piece.id].lower() if piece.is_done else names[piece.id])
            for piece in scene.pieces
        ),
    )


def board_page(scene: Scene) -> Iterator[Text]:
    """Yield the board, with destinations of options marked, and its legend."""
    if scene.board is None:
        return
    yield _Drawing(scene, scene.board).drawn()
    yield Text(legend(scene, scene.board), QUIET)


class _Drawing:
    """One board of a scene with short names."""

    def __init__(self, scene: Scene, board: Board) -> None:
        self.scene = scene
        self.grid = Grid(board)
        self.is_open = board.shape == "square"
        self.pieces = {piece.at: piece for piece in scene.pieces if piece.at is not None}
        self.terrains = terrains(board)
        options = scene.ask.options if scene.ask else ()
        self.lit = {option.cell for option in options if option.cell is not None}
        self.marked = {cell for over in scene.overlays if over.piece is None for cell in over.cells}
        named = [f"({piece.glyph})" for piece in self.pieces.values()]
        places = [f" {_parts(cell.id)[0]} " for cell in board.cells]
        self.wide = max(4, *map(len, named), *map(len, places))
        self.wide += self.wide % 2  # rows are shifted by half a place

    def drawn(self) -> Text:
        rows: dict[int, list[str]] = {}
        for cell, place in self.grid.places.items():
            rows.setdefault(place.row, []).append(cell)
        labels = {row: {_parts(cell)[1] for cell in cells} for row, cells in rows.items()}
        drawn = Text()
        for row in range(self.grid.rows):
            cells = sorted(rows.get(row, ()), key=lambda cell: self.grid.places[cell].half)
            label = labels.get(row, set())
            line = Text().append(f"{next(iter(label)) if len(label) == 1 else '':>3} ", QUIET)
            for cell in cells:
                start = 4 + self.grid.places[cell].half * self.wide // 2
                line.append(" " * (start - len(line.plain)))
                line.append(*self._cell(cell))
            line.rstrip()
            drawn.append_text(line).append("\n")
        if self.is_open:
            drawn.append_text(
                self._foot(sorted(rows[0], key=lambda cell: self.grid.places[cell].half))
            )
        drawn.rstrip()
        return drawn

    def _foot(self, cells: Sequence[str]) -> Text:
        """Return the column coordinates: an open board has no names inside its squares."""
        return Text("    " + "".join(f"{_parts(cell)[0]:^{self.wide}}" for cell in cells), QUIET)

    def _cell(self, id: str) -> tuple[str, str]:
        cell, piece = self.grid.cells[id], self.pieces.get(id)
        ground = TERRAIN[self.terrains.index(cell.terrain) % len(TERRAIN)] if cell.terrain else ""
        if piece is not None:
            return self._piece(piece, ground)
        if id in self.lit:
            name = "" if self.is_open else _parts(id)[0]
            return f"<{name:>{self.wide - 2}}{ground or '>'}", "bold"
        return self._empty(cell, ground), PLAIN.good if ground else QUIET

    def _empty(self, cell: Cell, ground: str) -> str:
        """Return an empty place: its terrain, height, mark or zone, and inside a hex its name."""
        zone = "" if cell.zone is None else ZONES[cell.zone % len(ZONES)]
        mark = "*" if cell.id in self.marked else ""
        if self.is_open:
            return ground * self.wide or f"{mark or zone:^{self.wide}}"
        last = ground or _height(cell) or mark or " "
        return f"{ground or zone or ' '}{_parts(cell.id)[0]:>{self.wide - 2}}{last}"

    def _piece(self, piece: Piece, ground: str) -> tuple[str, str]:
        room = self.wide - 2
        inside = piece.glyph + ground if len(piece.glyph + ground) <= room else piece.glyph
        token = bracketed(piece.owner, f"{inside:^{room}}")
        style = f"bold {PLAIN.side(self.scene.seats, piece.owner)}"
        if ground and inside == piece.glyph:
            # Wider places would make the board wider than eighty columns.
            token = token[:-1] + ground
        return token, f"{style} reverse" if piece.is_active else style


def _parts(id: str) -> tuple[str, str]:
    """Return the text inside a place and the one left of its row: the two parts of `q,r`."""
    own, _, row = id.partition(",")
    return own, row


def _height(cell: Cell) -> str:
    return HEIGHTS[min(9, abs(cell.height))] if cell.height else ""


def terrains(board: Board) -> tuple[str, ...]:
    """Return the kinds of terrain on a board."""
    return tuple(dict.fromkeys(cell.terrain for cell in board.cells if cell.terrain))


def legend(scene: Scene, board: Board) -> str:
    """Return the meaning of the signs."""
    cells = board.cells
    letters = side_letters(scene.seats)
    parts = [
        f"{bracketed(seat, f'{letters[seat]}1')} {name}" for seat, name in enumerate(scene.seats)
    ]
    parts.append("small letters: has acted")
    for number, kind in enumerate(terrains(board)):
        parts.append(f"{TERRAIN[number % len(TERRAIN)]} {kind}")
    if any(cell.height for cell in cells):
        parts.append("² a height")
    zones = dict.fromkeys(cell.zone for cell in cells if cell.zone is not None)
    parts += [f"{ZONES[seat % len(ZONES)]} {scene.seats[seat]}'s zone" for seat in zones]
    about = dict.fromkeys(over.about for over in scene.overlays if over.piece is None)
    parts += [f"* {'; '.join(about)}"] if about else []
    if board.shape == "square":
        where = "A place is x,y in inches: x stands below its column, y at the left of its row; < > you can go there"
    else:
        where = "A place is q,r: q stands in it, r at the left of its row; <q> you can go there"
    return f"{where}. {', '.join(parts)}"


def runs(cells: Sequence[str]) -> Iterator[str]:
    """Yield places in short form: `-1..2,3` is q from -1 to 2 in row 3; others by name.

    >>> list(runs(["2,3", "0,3", "1,3", "-4,1", "the bridge"]))
    ['-4,1', '0..2,3', 'the bridge']
    """
    rows: dict[int, list[int]] = {}
    others: list[str] = []
    for cell in dict.fromkeys(cells):
        try:
            column, row = map(int, cell.split(","))
        except ValueError:
            others.append(cell)
            continue
        rows.setdefault(row, []).append(column)
    for row, columns in sorted(rows.items()):
        first = last = None
        for column in sorted(columns):
            if last is not None and column == last + 1:
                last = column
                continue
            if first is not None:
                yield _run(first, last, row)
            first = last = column
        if first is not None:
            yield _run(first, last, row)
    yield from others


def _run(first: int, last: int | None, row: int) -> str:
    return f"{first},{row}" if last in (None, first) else f"{first}..{last},{row}"
