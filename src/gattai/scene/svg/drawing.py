"""A scene as SVG: one self-contained file without scripts, in light and dark.

It knows no game: every scene has a picture. Owners have a colour and a shape, terrain a fill and a
texture, zones a tint and a border, and a unit's remaining health an arc and numbers: nothing is
shown by colour alone. Colours are those of Okabe and Ito.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from gattai.scene.owners import HUES
from gattai.scene.parts import Board, Piece, Scene, Track
from gattai.scene.points import point_of
from gattai.scene.svg import open_table
from gattai.scene.svg.labels import Rectangle, place_labels, text_width
from gattai.scene.svg.tokens import RIM, SIDE, Point, Tokens, badges, corners, label_text
from gattai.scene.svg.tokens import number as _n

MARGIN = 18.0
NAME = 12.0
LINE = 19.0
MAX_PIPS = 30
NARROWEST = 640.0
WIDEST = 1200.0
"""A larger board is scaled down to this width."""
NO_BOARD = Board("hex", "", ())

STYLE = """
svg{--page:#fff;--ink:#1a1a1a;--quiet:#666;--cell:#f6f5f1;--edge:#c9c6bd;--rock:#b9b4a6;--grain:#6f6a5c;
--lost:#d5d2c8;--token:#fff;--none:#666;--red:#B54A00;--blue:#0067A5;--green:#00734F;--purple:#9C3F74;--sky:#35709C;--yellow:#7A6400}
@media (prefers-color-scheme:dark){svg{--page:#15171a;--ink:#f2f2f2;--quiet:#a2a7ad;--cell:#22262b;--edge:#3d434b;
--rock:#4b5058;--grain:#9aa0a8;--lost:#4a4f57;--token:#101214;--none:#a2a7ad;--red:#F2894B;--blue:#5CBCF2;--green:#2FC79A;--purple:#E29BC2;--sky:#9AD4F7;--yellow:#F0E442}}
.page{fill:var(--page)}text{font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:var(--ink)}
.cell{fill:var(--cell);stroke:var(--edge);stroke-width:1}.rock{fill:var(--rock)}.grain{stroke:var(--grain);stroke-width:1.6}
.zone{fill-opacity:.14;stroke-width:1.6;stroke-dasharray:4 3;stroke-opacity:.75}
.at{font-size:8.5px;fill:var(--quiet);text-anchor:middle}.quiet{fill:var(--quiet)}
.over{fill-opacity:.22;stroke-width:1.2;stroke-opacity:.8}
.ring{fill:none;stroke:var(--lost);stroke-width:5}.arc{fill:none;stroke-width:5;stroke-linecap:butt}
.body{fill:var(--token);stroke-width:2.4}.done .body{stroke-dasharray:2.5 2.5}.done .glyph,.done .left{fill:var(--quiet)}
.done .arc{opacity:.5}.acting{fill:none;stroke:var(--ink);stroke-width:2.2}
.glyph{font-weight:700;text-anchor:middle}.left{font-size:9.5px;text-anchor:middle;font-weight:600}
.name{font-weight:600;text-anchor:middle;paint-order:stroke;stroke:var(--page);stroke-width:3px;stroke-linejoin:round}
.lead{stroke:var(--ink);stroke-width:1}.badge rect{fill:var(--ink)}.badge text{fill:var(--page);font-size:8.5px;font-weight:700;text-anchor:middle}
.title{font-size:17px;font-weight:700}.words{font-size:13px}.small{font-size:12px}.next{font-weight:700}.empty{fill:none;stroke:var(--quiet);stroke-width:1}
"""
HUE_STYLE = "".join(f".h-{hue}{{fill:var(--{hue});stroke:var(--{hue})}}" for hue in (*HUES, "none"))
GRAINS = (
    '<path d="M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4" class="grain"/>',
    '<circle cx="4" cy="4" r="1.6" fill="var(--grain)"/>',
    '<path d="M0,4 h8 M4,0 v8" class="grain"/>',
    '<path d="M0,2 q2,-3 4,0 t4,0" class="grain" fill="none"/>',
)


def svg(scene: Scene) -> str:
    """Return the scene as one SVG file."""
    return _Sheet(scene).text()


def title_of(scene: Scene) -> str:
    """Return the game, its field and its progress, in one line."""
    where = f" on {scene.board.title}" if scene.board else ""
    turn = f", {scene.seats[scene.turn]}'s turn" if scene.turn is not None else ""
    over = f", over: {scene.ending.reason}" if scene.ending else ""
    return f"{scene.title}{where}: {scene.headline}{over or turn}"


class _Sheet:
    """One scene being drawn: the header, the board, then pieces off the board and the legend."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.parts: list[str] = []
        self.board = board = scene.board or NO_BOARD
        self.unit = open_table.PER_INCH if board.is_open else SIDE
        terrains = [cell.terrain for cell in board.cells] + [each.terrain for each in board.shapes]
        self.terrains = tuple(dict.fromkeys(each for each in terrains if each))
        self.tokens = Tokens(scene.seats, self.terrains, board.shape == "flat")
        self.title = title_of(scene)
        edge = _edge(board)
        across, down = [x for x, _ in edge] or [0.0], [y for _, y in edge] or [0.0]
        self.origin = (min(across), min(down))
        width = (max(across) - min(across)) * self.unit
        self.width = max(NARROWEST, width + 2 * MARGIN)
        self.y = MARGIN
        self._header()
        self.board_top = self.y + (8 if edge else 0)
        self.board_bottom = self.board_top + (max(down) - min(down)) * self.unit
        self.board_left = MARGIN + (self.width - 2 * MARGIN - width) / 2
        self.places = self._places()
        self.pieces = [(p, self.places[p.at]) for p in scene.pieces if p.at in self.places]
        self.y = self.board_bottom + NAME + 14

    def text(self) -> str:
        if self.scene.board is not None:
            self._board(self.scene.board)
        self._below()
        height = self.y + MARGIN - 6
        scale = min(1.0, WIDEST / self.width)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)} {_n(height)}" '
            f'width="{_n(self.width * scale)}" height="{_n(height * scale)}" role="img" aria-labelledby="t d">'
        )
        grains = "".join(
            f'<pattern id="grain{n}" width="8" height="8" patternUnits="userSpaceOnUse">'
            f'<rect width="8" height="8" class="rock"/>{GRAINS[n % len(GRAINS)]}</pattern>'
            for n in range(len(self.terrains))
        )
        texts = [self.title, *(piece.about or piece.name for piece in self.scene.pieces)]
        title = f'<title id="t">{escape(self.title)}</title>'
        about = f'<desc id="d">{escape(". ".join(texts))}.</desc>'
        page = '<rect class="page" width="100%" height="100%"/>'
        style = f"<style>{STYLE}{HUE_STYLE}</style>"
        lines = [head, title, about, style, f"<defs>{grains}</defs>", page]
        return "\n".join([*lines, *self.parts, "</svg>", ""])

    def _places(self) -> dict[str, Point]:
        """Return every cell on the sheet; on an open board every point with a piece."""
        if not self.board.is_open:
            return {cell.id: self._here((cell.x, cell.y)) for cell in self.board.cells}
        there = [piece.at for piece in self.scene.pieces if piece.at is not None]
        return {at: self._point(point_of(at)) for at in there}

    def _here(self, at: Point) -> Point:
        """Return a point of the board on the sheet."""
        x = self.board_left + (at[0] - self.origin[0]) * self.unit
        return round(x, 2), round(self.board_top + (at[1] - self.origin[1]) * self.unit, 2)

    def _point(self, at: Point) -> Point:
        """Return a point of an open board, whose y grows upwards, on the sheet."""
        assert self.board.size is not None
        return self._here((at[0], self.board.size[1] - at[1]))

    def _write(self, x: float, y: float, kind: str, text: str) -> None:
        self.parts.append(f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>')

    def _header(self) -> None:
        scene = self.scene
        for line in _broken(self.title, (self.width - 2 * MARGIN) / (17 * 0.56)):
            self._write(MARGIN, self.y + 14, "title", line)
            self.y += LINE * 1.2
        named = max((text_width(name, 13) for name in scene.seats), default=0.0)
        for seat, name in enumerate(scene.seats):
            self.y += LINE * 1.25
            x = MARGIN + 10
            is_next = seat == scene.turn and scene.ending is None
            self.parts.append(self.tokens.emblem(seat, (x, self.y - 4.5), 7, filled=True))
            self._write(x + 16, self.y, "words next" if is_next else "words", name)
            x += 16 + named + 14
            if is_next:
                arrow = f"M{_n(x - 9)},{_n(self.y - 9)} l8,4.5 l-8,4.5 z"
                self.parts.append(f'<path d="{arrow}" class="{self.tokens.hue(seat)}"/>')
            x += 8
            for track in scene.tracks:
                if track.owner == seat:
                    x = self._track(track, x)
        shared = [track for track in scene.tracks if track.owner is None]
        if shared:
            self.y += LINE * 1.25
            x = MARGIN
            for track in shared:
                x = self._track(track, x)
        self.y += 6

    def _track(self, track: Track, x: float) -> float:
        """Draw a track: name, numbers, and small squares, full if left and empty if spent."""
        words = f"{track.name} {track.now}/{track.most}"
        self._write(x, self.y, "words", words)
        x += text_width(words, 13) + 10
        if track.between is None and max(track.most, track.now) <= MAX_PIPS:
            hue = "h-none" if track.owner is None else self.tokens.hue(track.owner)
            for pip in range(max(track.most, track.now)):
                kind = hue if pip < track.now else "empty"
                self.parts.append(
                    f'<rect class="{kind}" x="{_n(x)}" y="{_n(self.y - 9.5)}" '
                    'width="7" height="9" rx="1.5"/>'
                )
                x += 10
        return x + 14

    def _open_board(self, board: Board) -> None:
        self.parts += open_table.ground(board, self.tokens, self._point)
        for overlay in self.scene.overlays:
            acting = next((p for p, _ in self.pieces if p.id == overlay.piece), None)
            if overlay.piece is None or (acting is not None and acting.is_active):
                self.parts += open_table.area(overlay, self.tokens, self._point)

    def _board(self, board: Board) -> None:
        if self.board.is_open:
            self._open_board(board)
        for cell in board.cells:
            self.parts += self.tokens.cell(cell, self.places[cell.id])
        for overlay in self.scene.overlays:
            if overlay.piece is None and not self.board.is_open:
                there = [self.places[at] for at in overlay.cells if at in self.places]
                self.parts += self.tokens.overlay(overlay, there)
        taken = [at for _, at in self.pieces]
        for cell in board.cells:
            x, y = self.places[cell.id]
            if not cell.terrain and (x, y) not in taken:
                name = f'<text class="at" x="{_n(x)}" y="{_n(y - 19)}">{escape(cell.id)}</text>'
                self.parts.append(name)
        for piece, at in self.pieces:
            self.parts += self.tokens.piece(piece, at)
        self.parts += self._names()

    def _names(self) -> Iterator[str]:
        places = [at for _, at in self.pieces]
        taken = [Rectangle(x - RIM + 2, y - RIM + 2, x + RIM - 2, y + RIM - 4) for x, y in places]
        for piece, at in self.pieces:
            taken += [Rectangle(x, y, x + width, y + 11) for _, x, y, width in badges(piece, at)]
        labels = place_labels(
            [(_name(piece), x, y) for piece, (x, y) in self.pieces],
            radius=RIM,
            sizes=(9.5, NAME),
            room=SIDE * 1.66,
            taken=taken,
            inside=Rectangle(2, self.board_top - 12, self.width - 2, self.board_bottom + NAME + 4),
        )
        for label, at in zip(labels, places, strict=True):
            yield from label_text(label, at)

    def _below(self) -> None:
        """Draw pieces off the board, cards in their zones, the legend, and notes."""
        for seat in range(len(self.scene.seats)):
            words = self._aside(seat)
            if words:
                emblem = self.tokens.emblem(seat, (MARGIN + 8, self.y - 4), 5, filled=False)
                self.parts.append(emblem)
                self._lines(words, "small", MARGIN + 22)
        common = self._zones(None)
        if common:
            self._lines(common, "small", MARGIN)
        self.y += 4
        for words in (self._legend(), *self.scene.notes):
            self._lines(words, "small quiet", MARGIN)

    def _lines(self, words: str, kind: str, x: float) -> None:
        for line in _broken(words, (self.width - MARGIN - x) / (12 * 0.54)):
            self._write(x, self.y, kind, line)
            self.y += LINE * 0.9

    def _aside(self, seat: int) -> str:
        fates: dict[str, list[str]] = {}
        for piece in self.scene.pieces:
            if piece.owner == seat and piece.at not in self.places:
                left = (
                    ""
                    if self.board.cells or self.board.is_open or piece.is_gone
                    else f" {piece.bar.now}/{piece.bar.most}"
                )
                fate = piece.fate or ("out of play" if piece.is_gone else "in play")
                fates.setdefault(fate, []).append(f"{_name(piece)}{left}")
        texts = [f"{fate}: {', '.join(names)}" for fate, names in fates.items()]
        return "; ".join([*texts, *([self._zones(seat)] if self._zones(seat) else [])])

    def _zones(self, seat: int | None) -> str:
        cards = {card.id: f"{card.title}{'*' * card.house}" for card in self.scene.cards}
        texts = []
        for zone in self.scene.zones:
            if zone.owner == seat:
                faces = [cards.get(held.card, held.card) for held in zone.cards if held.card]
                rest = max(zone.count, len(zone.cards)) - len(faces)
                faces += [f"{rest} face down"] if rest > 0 else []
                texts.append(f"{zone.name}: {', '.join(faces) or 'empty'}")
        return "; ".join(texts)

    def _legend(self) -> str:
        texts = []
        if self.pieces:
            texts.append("Arc and numbers: what is left.")
            texts.append("Dashed token: has acted. Outer ring: is acting.")
        zones = [cell.zone for cell in self.board.cells] + [each.zone for each in self.board.shapes]
        if any(zone is not None for zone in zones):
            texts.append("Dashed tint: a side's zone.")
        texts += [f"Hatched: {terrain}." for terrain in self.terrains]
        meant = {badge.text: badge.about for piece, _ in self.pieces for badge in piece.badges}
        texts += [f"{text}: {about}." for text, about in meant.items()]
        if any(piece.house for piece in self.scene.pieces):
            texts.append("*: figures of our own.")
        return " ".join(texts)


def _edge(board: Board) -> list[Point]:
    """Return points around the whole board."""
    if board.size is not None:
        return [(0.0, 0.0), board.size]
    flat = board.shape == "flat"
    return [corner for cell in board.cells for corner in corners((cell.x, cell.y), 1.0, flat)]


def _name(piece: Piece) -> str:
    return f"{piece.name}{'*' * piece.house}"


def _broken(text: str, most: float) -> Iterator[str]:
    """Return a text in lines of limited length."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > most:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line
