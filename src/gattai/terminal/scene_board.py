"""The board of any game that has scenes, in plain text: one line a row, drawn by the full-screen canvas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from rich.console import RenderableType
from rich.text import Text

from gattai import games
from gattai.scene.parts import Board, Piece, Scene
from gattai.tabletop.hexes import Hex, to_text
from gattai.terminal.fullscreen.canvas import TEXTURES, Canvas, Marks
from gattai.terminal.fullscreen.grid import Grid, Scale
from gattai.terminal.fullscreen.paint import DARK, bracketed
from gattai.terminal.page import QUIET

CELL = Scale(4, 1)
LEGEND = "• you can go there, · an empty space, . a zone where somebody starts, +1 a height"


def scene_board(game: str, view: Any, options: Sequence[Any] = ()) -> tuple[RenderableType, ...]:
    """The board with its pieces in the brackets of their side, places that options lead to dotted,
    and a legend; nothing without a board.
    """
    laid = games.scene_maker(game).setting(view, None)
    if laid.board is None:
        return ()
    seats = tuple(games.load(game).seats)
    pieces = told_apart(laid.pieces)
    scene = Scene(
        game, "", "", seats, None, laid.turn, laid.board, pieces, (), (), (), None, None, (),
        overlays=laid.overlays,
    )  # fmt: skip
    known = {cell.id for cell in laid.board.cells}
    lit = frozenset(cell for option in options if (cell := leads_to(option)) in known)
    canvas = Canvas(Grid(laid.board), CELL, scene, Marks(lit=lit), DARK)
    drawn = Text()
    for y in range(canvas.height):
        row = Text()
        for run, ink, _, look in canvas.row(y):
            row.append(run, f"{look} {ink}".strip())
        row.rstrip()
        drawn.append_text(row).append("\n")
    drawn.rstrip()
    return drawn, Text(legend(laid.board, pieces, seats), QUIET)


def leads_to(option: object) -> str:
    """The cell that an option leads to, by its name; empty if it leads to none."""
    place = getattr(option, "to", None) if hasattr(option, "to") else getattr(option, "at", None)
    return to_text(Hex(place)) if isinstance(place, int) else ""


def told_apart(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces on the board; numbered within their side if their own letters are not enough."""
    there = [piece for piece in pieces if piece.at is not None]
    if len({(piece.owner, piece.glyph) for piece in there}) == len(there):
        return tuple(there)
    counts: dict[int, int] = {}
    numbered = []
    for piece in pieces:  # also those that are gone: a number stays with its piece
        counts[piece.owner] = counts.get(piece.owner, 0) + 1
        if piece.at is not None:
            numbered.append(replace(piece, glyph=str(counts[piece.owner])))
    return tuple(numbered)


def legend(board: Board, pieces: Sequence[Piece], seats: Sequence[str]) -> str:
    """What the signs mean: the pieces of each side, then terrain."""
    said = []
    for number, name in enumerate(seats):
        own = [piece for piece in pieces if piece.owner == number]
        listed = ", ".join(f"{bracketed(number, p.glyph)} {p.name}" for p in own)
        said.append(f"{name}: {listed or 'nobody'}")
    signs: dict[str, list[str]] = {}
    kinds = dict.fromkeys(cell.terrain for cell in board.cells if cell.terrain)
    for number, kind in enumerate(kinds):
        signs.setdefault(TEXTURES[number % len(TEXTURES)], []).append(kind)
    terrain = [f"{sign} {' or '.join(words)}" for sign, words in signs.items()]
    return "\n".join([*said, ", ".join([*terrain, LEGEND])])
