"""The board as a widget: draws a canvas, moves the cursor by arrow keys and mouse."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from gattai.terminal.client.grid import Grid, Scale
from gattai.terminal.client.paint import DARK, Palette
from gattai.terminal.fullscreen.canvas import Canvas

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


@lru_cache(maxsize=4096)
def _style(ink: str, ground: str, look: str = "") -> Style:
    return Style(color=ink, bgcolor=ground, bold="bold" in look, underline="underline" in look)


class BoardView(Widget, can_focus=True):
    """Shows the board; a board that is too large scrolls."""

    ALLOW_SELECT = False

    class Pointed(Message):
        """The cursor has moved."""

        def __init__(self, cell: str) -> None:
            self.cell = cell
            super().__init__()

    class PlaceChosen(Message):
        """Enter was pressed, or the cell under the cursor was clicked."""

        def __init__(self, cell: str) -> None:
            self.cell = cell
            super().__init__()

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.canvas: Canvas | None = None
        self.palette: Palette = DARK
        self.focus_cell: str | None = None
        self._lean = 1

    def draw(self, canvas: Canvas | None, palette: Palette, focus_cell: str | None) -> None:
        """Show a new canvas; if it scrolls, keep this cell visible."""
        self.canvas, self.palette, self.focus_cell = canvas, palette, focus_cell
        self.refresh()

    @property
    def grid(self) -> Grid | None:
        """The grid, if there is a board."""
        return self.canvas.grid if self.canvas else None

    @property
    def scale(self) -> Scale | None:
        """The scale of the cells."""
        return self.canvas.scale if self.canvas else None

    def _shift(self) -> Offset:
        """Return where the canvas begins: centred if it fits, otherwise with the cursor visible."""
        canvas = self.canvas
        assert canvas is not None
        at = (canvas.width // 2, canvas.height // 2)
        if self.focus_cell in canvas.grid.places:
            at = canvas.grid.middle(self.focus_cell, canvas.scale)
        return Offset(
            _begin(canvas.width, self.size.width, at[0]),
            _begin(canvas.height, self.size.height, at[1]),
        )

    def render_line(self, y: int) -> Strip:
        """Return one row of the screen."""
        page = _style(self.palette.ink, self.palette.page)
        width = self.size.width
        if self.canvas is None:
            return Strip([Segment(" " * width, page)], width)
        shift = self._shift()
        row = y - shift.y
        if not 0 <= row < self.canvas.height:
            return Strip([Segment(" " * width, page)], width)
        segments = [
            Segment(run, _style(ink, ground, look))
            for run, ink, ground, look in self.canvas.row(row)
        ]
        strip = Strip(segments, self.canvas.width)
        if shift.x >= 0:
            strip = Strip([Segment(" " * shift.x, page), *strip], shift.x + strip.cell_length)
        else:
            strip = strip.crop(-shift.x, -shift.x + width)
        return strip.adjust_cell_length(width, page)

    def on_key(self, event: events.Key) -> None:
        """Move with arrows, choose with Enter."""
        grid, cell = self.grid, self.focus_cell
        if grid is None or cell not in grid.places:
            return
        if event.key in ARROWS:
            dx, dy = ARROWS[event.key]
            if dy:
                self._lean = -self._lean  # so that pressing down twice ends straight below
            there = grid.next_to(cell, dx, dy, self._lean)
            self.post_message(self.Pointed(there))
        elif event.key == "enter":
            self.post_message(self.PlaceChosen(cell))
        else:
            return
        event.stop()
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, the second chooses."""
        if self.canvas is None:
            return
        shift = self._shift()
        x, y = event.x - shift.x, event.y - shift.y
        cell = self.canvas.grid.owner(x, 2 * y, self.canvas.scale)
        if cell is None:
            return
        again = cell == self.focus_cell and self.canvas.marks.cursor == cell
        self.post_message(self.PlaceChosen(cell) if again else self.Pointed(cell))


def _begin(inner: int, outer: int, at: int) -> int:
    """Return the first visible character so that `at` is visible in the window."""
    if inner <= outer:
        return (outer - inner) // 2
    return -max(0, min(inner - outer, at - outer // 2))
