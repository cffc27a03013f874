"""A board as characters and colours: cells in three shades, tokens in brackets, marks as signs.

Colour is never the only signal: a dot is a possible destination, a star a possible target, strokes are
terrain, a filled token can act and a hollow one is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from gattai.scene.parts import Piece, Scene
from gattai.terminal.client.grid import Grid, Scale
from gattai.terminal.client.paint import Palette, bracketed, mixed, sign_of
from gattai.terminal.client.plan import Marks

TEXTURES = ("╱", "░", "≈", "┼")
ARROWS = "↑↗→↘↓↙←↖"
GO, WAY, SIGHT, EMPTY = "•", "◦", "∘", "·"


class Letter:
    """One character with its colours. Without a sign, its halves may differ."""

    __slots__ = ("bottom", "ink", "look", "sign", "top")

    def __init__(self, page: str) -> None:
        self.sign = " "
        self.ink = page
        self.top = page
        self.bottom = page
        self.look = ""

    @property
    def shown(self) -> tuple[str, str, str, str]:
        """Return sign, colour, background, and style: bold, underlined."""
        if self.sign == " " and self.top != self.bottom:
            return "▀", self.top, self.bottom, ""
        return self.sign, self.ink, self.bottom, self.look


class Canvas:
    """The whole board at one scale."""

    def __init__(
        self, grid: Grid, scale: Scale, scene: Scene, marks: Marks, palette: Palette
    ) -> None:
        self.grid, self.scale, self.scene = grid, scale, scene
        self.marks, self.palette = marks, palette
        self.width, self.height = grid.size(scale)
        self.letters = [
            [Letter(palette.page) for _ in range(self.width)] for _ in range(self.height)
        ]
        self.pieces = {piece.at: piece for piece in scene.pieces if piece.at in grid.places}
        self.terrains = tuple(dict.fromkeys(c.terrain for c in grid.board.cells if c.terrain))
        self.tints = dict(self._overlays())
        self.grounds = {cell: self._ground(cell) for cell in grid.places}
        for (x, pixel), cell in grid.owners(scale).items():
            if x < self.width and pixel // 2 < self.height:
                letter = self.letters[pixel // 2][x]
                if pixel % 2:
                    letter.bottom = self.grounds[cell]
                else:
                    letter.top = self.grounds[cell]
        for cell in grid.places:
            self._inside(cell)
        self._sight()

    def row(self, y: int) -> Iterator[tuple[str, str, str, str]]:
        """Yield one row, with adjacent characters of the same style joined."""
        run = ""
        before: tuple[str, str, str] | None = None
        for letter in self.letters[y]:
            sign, ink, ground, look = letter.shown
            if (ink, ground, look) != before and before is not None:
                yield run, *before
                run = ""
            run, before = run + sign, (ink, ground, look)
        if before is not None:
            yield run, *before

    def _overlays(self) -> Iterator[tuple[str, str]]:
        pointed = self.pieces.get(self.marks.cursor or "")
        looked_at = {self.marks.actor, pointed.id if pointed else None}
        for overlay in self.scene.overlays:
            if overlay.piece is None or overlay.piece in looked_at:
                hue = self.palette.grain
                if overlay.owner is not None:
                    hue = self.palette.side(self.scene.seats, overlay.owner)
                for cell in overlay.cells:
                    yield cell, hue

    def _ground(self, cell: str) -> str:
        """Return the colour of a cell."""
        found, palette = self.grid.cells[cell], self.palette
        ground = palette.tones[self.grid.places[cell].shade % 3]
        if found.terrain:
            ground = mixed(palette.rock, ground, 0.25)
        if found.height:
            ground = mixed(ground, palette.ink, min(0.3, 0.08 * abs(found.height)))
        if found.zone is not None:
            ground = mixed(ground, palette.side(self.scene.seats, found.zone), 0.2)
        if cell in self.tints:
            ground = mixed(ground, self.tints[cell], 0.3)
        if cell in self.marks.way:
            return palette.way
        if cell == self.marks.cursor:
            return palette.cursor
        if cell in self.marks.lit:
            return mixed(palette.lit, ground, 0.4)
        return ground

    def _write(
        self, x: int, y: int, text: str, ink: str, ground: str = "", *, look: str = ""
    ) -> None:
        for place, sign in enumerate(text, x):
            if 0 <= place < self.width and 0 <= y < self.height:
                letter = self.letters[y][place]
                letter.sign, letter.ink, letter.look = sign, ink, look
                if ground:
                    letter.top = letter.bottom = ground

    def _centred(
        self, cell: str, row: int, text: str, ink: str, ground: str = "", *, look: str = ""
    ) -> None:
        x, y = self.grid.corner(cell, self.scale)
        text = text[: self.scale.wide]
        left = x + (self.scale.wide - len(text)) // 2
        self._write(left, y + row, text, ink, ground or self.grounds[cell], look=look)

    def _inside(self, cell: str) -> None:
        piece = self.pieces.get(cell)
        if piece is not None:
            self._token(cell, piece)
            return
        found, palette, scale = self.grid.cells[cell], self.palette, self.scale
        middle = (scale.high - 1) // 2
        ink = palette.cursor_ink if cell == self.marks.cursor else palette.lit_ink
        if cell in self.marks.way:
            self._centred(cell, middle, WAY, palette.ink, look="bold")
        elif cell in self.marks.lit:
            self._centred(cell, middle, GO, ink, look="bold")
        elif found.terrain:
            texture = TEXTURES[self.terrains.index(found.terrain) % len(TEXTURES)]
            grain = palette.cursor_ink if cell == self.marks.cursor else palette.grain
            wide = scale.wide if scale.high == 1 else scale.wide - 2
            for row in range(scale.high):
                self._centred(cell, row, texture * wide, grain)
        elif text := self._overlay_text(cell):
            self._centred(cell, middle, text, palette.ink, look="bold")
        elif found.height:
            self._centred(cell, middle, f"+{found.height}", palette.quiet)
        elif found.zone is not None:
            hue = palette.side(self.scene.seats, found.zone)
            quiet = (
                palette.cursor_ink
                if cell == self.marks.cursor
                else mixed(self.grounds[cell], hue, 0.55)
            )
            self._centred(cell, middle, "." if scale.high == 1 else sign_of(found.zone), quiet)
        elif cell == self.marks.cursor:
            self._centred(cell, middle, "+", palette.cursor_ink, look="bold")
        else:  # faint, but the only mark without colours
            ground = self.grounds[cell]
            self._centred(cell, middle, EMPTY, mixed(ground, palette.quiet, 0.3))

    def _overlay_text(self, cell: str) -> str:
        for overlay in self.scene.overlays:
            if overlay.text and cell in overlay.cells[len(overlay.cells) // 2 :][:1]:
                return overlay.text
        return ""

    def _token(self, cell: str, piece: Piece) -> None:
        scale, marks = self.scale, self.marks
        ink, ground = self._token_colours(cell, piece)
        aimed = piece.id in marks.targets or piece.id in marks.reached
        token = bracketed(piece.owner, piece.glyph[: max(1, scale.wide - 2)])
        if scale.high == 1:
            if scale.wide > 3 and len(token) < scale.wide:
                token += "*" if aimed else _arrow(piece)
            look = "bold underline" if aimed else "bold"
            self._centred(cell, 0, token, ink, ground, look=look)
            return
        if len(token) + 2 <= scale.wide and (aimed or piece.id == marks.actor or piece.is_active):
            token = f"*{token}*" if aimed else f"▸{token}◂"
        row = int(scale.high >= 3)
        self._centred(cell, row, token, ink, ground, look="bold")
        self._about_token(cell, piece, row)

    def _token_colours(self, cell: str, piece: Piece) -> tuple[str, str]:
        """Return the ink and the ground of a token."""
        palette, marks = self.palette, self.marks
        if cell == marks.cursor and (self.scale.high == 1 or piece.is_done):
            return palette.cursor_ink, palette.cursor
        if piece.id == marks.actor:
            return palette.cursor_ink, palette.mark
        hue = palette.side(self.scene.seats, piece.owner)
        return (hue, "") if piece.is_done else (palette.page, hue)

    def _about_token(self, cell: str, piece: Piece, row: int) -> None:
        """Write the name above a token, its points and states below, where there is room."""
        palette, scale = self.palette, self.scale
        pointed = cell == self.marks.cursor
        health = piece.bar.now / piece.bar.most if piece.bar.most > 0 else 0.0
        figure_text = f"{piece.bar.now}/{piece.bar.most}{'!' * bool(piece.badges)}{_arrow(piece)}"
        hurt = palette.warn if health < 0.5 else palette.ink
        figures = palette.cursor_ink if pointed else hurt
        if row > 0 and len(piece.name) <= scale.wide:
            name = palette.cursor_ink if pointed else palette.ink
            self._centred(cell, 0, piece.name, name, look="bold")
        self._centred(cell, row + 1, figure_text, figures)
        if scale.high >= 4 and piece.badges:
            badges = " ".join(badge.text for badge in piece.badges)
            self._centred(cell, row + 2, badges[: scale.wide - 2], figures)

    def _sight(self) -> None:
        """Draw the line of sight, dotted, over everything except tokens."""
        ends = [at for at in self.marks.line if at in self.grid.places]
        tokens = {
            (x, y)
            for cell in self.pieces
            for x0, y0 in [self.grid.corner(cell, self.scale)]
            for x in range(x0, x0 + self.scale.wide)
            for y in range(y0, y0 + self.scale.high)
        }
        for one, other in pairwise(ends):
            for x, y in self.grid.line(one, other, self.scale):
                if (x, y) not in tokens and 0 <= y < self.height and 0 <= x < self.width:
                    letter = self.letters[y][x]
                    letter.sign, letter.ink, letter.look = SIGHT, self.palette.mark, "bold"


def _arrow(piece: Piece) -> str:
    """Return the direction a piece faces, as one of eight arrows."""
    return "" if piece.facing is None else ARROWS[round(piece.facing / 45) % 8]
