"""A picture as SVG: one file, no script, no font and no colour from elsewhere, light and dark.

Owner by colour and shape, terrain by fill and texture, zones by tint and border, what is left of a
unit by an arc and by numbers: nothing is told by colour alone. Colours are those of Okabe and Ito.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from xml.sax.saxutils import escape, quoteattr

from gattai.terminal.labels import Box, Label, place_labels, text_width
from gattai.terminal.picture import Cell, Picture, Piece, Point, Side, corners

SIDE = 44.0
"""Pixels to the side of a hex."""
MARGIN = 18.0
RING = 22.5
RIM = 25.5
NAME = 12.0
BADGE = 8.5
LINE = 19.0
MOST_PIPS = 30
WIDEST = 1200.0
"""A larger board is shown smaller; whoever opens the file can enlarge it."""

STYLE = """
svg{--page:#fff;--ink:#1a1a1a;--quiet:#666;--cell:#f6f5f1;--edge:#c9c6bd;--rock:#b9b4a6;--grain:#6f6a5c;
--lost:#d5d2c8;--token:#fff;--s0:#B54A00;--s1:#0067A5;--s2:#00734F;--s3:#9C3F74}
@media (prefers-color-scheme:dark){svg{--page:#15171a;--ink:#f2f2f2;--quiet:#a2a7ad;--cell:#22262b;--edge:#3d434b;
--rock:#4b5058;--grain:#9aa0a8;--lost:#4a4f57;--token:#101214;--s0:#F2894B;--s1:#5CBCF2;--s2:#2FC79A;--s3:#E29BC2}}
.page{fill:var(--page)}text{font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:var(--ink)}
.cell{fill:var(--cell);stroke:var(--edge);stroke-width:1}.rock{fill:var(--rock)}.grain{stroke:var(--grain);stroke-width:1.6}
.zone{fill-opacity:.14;stroke-width:1.6;stroke-dasharray:4 3;stroke-opacity:.75}
.at{font-size:8.5px;fill:var(--quiet);text-anchor:middle}.quiet{fill:var(--quiet)}
.o0{fill:var(--s0);stroke:var(--s0)}.o1{fill:var(--s1);stroke:var(--s1)}.o2{fill:var(--s2);stroke:var(--s2)}.o3{fill:var(--s3);stroke:var(--s3)}
.ring{fill:none;stroke:var(--lost);stroke-width:5}.arc{fill:none;stroke-width:5;stroke-linecap:butt}
.body{fill:var(--token);stroke-width:2.4}.done .body{stroke-dasharray:2.5 2.5}.done .glyph,.done .left{fill:var(--quiet)}
.done .arc{opacity:.5}.acting{fill:none;stroke:var(--ink);stroke-width:2.2}
.glyph{font-weight:700;text-anchor:middle}.left{font-size:9.5px;text-anchor:middle;font-weight:600}
.name{font-weight:600;text-anchor:middle;paint-order:stroke;stroke:var(--page);stroke-width:3px;stroke-linejoin:round}
.lead{stroke:var(--ink);stroke-width:1}.badge rect{fill:var(--ink)}.badge text{fill:var(--page);font-size:8.5px;font-weight:700;text-anchor:middle}
.title{font-size:17px;font-weight:700}.words{font-size:13px}.small{font-size:12px}.next{font-weight:700}.empty{fill:none;stroke:var(--quiet);stroke-width:1}
"""
GRAINS = (
    '<path d="M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4" class="grain"/>',
    '<circle cx="4" cy="4" r="1.6" fill="var(--grain)"/>',
    '<path d="M0,4 h8 M4,0 v8" class="grain"/>',
    '<path d="M0,2 q2,-3 4,0 t4,0" class="grain" fill="none"/>',
)


def svg(picture: Picture) -> str:
    """The whole file."""
    return _Sheet(picture).text()


class _Sheet:
    """One picture being drawn: the header, the board below it, then what is aside and the legend."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.parts: list[str] = []
        edge = [corner for cell in picture.cells for corner in corners(cell.at, 1.0)]
        left, top = min(x for x, _ in edge), min(y for _, y in edge)
        self.origin = (left, top)
        self.width = max(640.0, (max(x for x, _ in edge) - left) * SIDE + 2 * MARGIN)
        self.board_top = MARGIN + 28 + LINE * 1.25 * len(picture.sides) + 8
        self.board_bottom = self.board_top + (max(y for _, y in edge) - top) * SIDE
        spare = self.width - 2 * MARGIN - (max(x for x, _ in edge) - left) * SIDE
        self.board_left = MARGIN + spare / 2
        self.y = self.board_bottom + NAME + 14

    def text(self) -> str:
        picture = self.picture
        self._header()
        for cell in picture.cells:
            self.parts += _cell(cell, self._here(cell.at), picture.terrains)
        taken = [self._here(piece.at) for piece in picture.pieces]
        for cell in picture.cells:
            x, y = self._here(cell.at)
            if not cell.terrain and (x, y) not in taken:
                self.parts.append(
                    f'<text class="at" x="{_n(x)}" y="{_n(y - 19)}">{cell.name}</text>'
                )
        for piece in picture.pieces:
            self.parts += _piece(piece, self._here(piece.at))
        self.parts += self._names()
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
            for n in range(len(picture.terrains))
        )
        title = f'<title id="t">{escape(picture.title)}</title>'
        about = f'<desc id="d">{escape(picture.about)}</desc>'
        page = '<rect class="page" width="100%" height="100%"/>'
        lines = [head, title, about, f"<style>{STYLE}</style>", f"<defs>{grains}</defs>", page]
        return "\n".join([*lines, *self.parts, "</svg>", ""])

    def _here(self, at: Point) -> Point:
        """A point of the board on the sheet."""
        x = self.board_left + (at[0] - self.origin[0]) * SIDE
        return round(x, 2), round(self.board_top + (at[1] - self.origin[1]) * SIDE, 2)

    def _write(self, x: float, y: float, kind: str, text: str) -> None:
        self.parts.append(f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>')

    def _header(self) -> None:
        self._write(MARGIN, MARGIN + 14, "title", self.picture.title)
        y = MARGIN + 28 + LINE
        named = max([text_width(side.name, 13) for side in self.picture.sides], default=0.0)
        for side in self.picture.sides:
            owner, x = side.owner, MARGIN + 10
            self.parts.append(_emblem(owner, (x, y - 4.5), 7, filled=True))
            self._write(x + 16, y, "words next" if side.is_next else "words", side.name)
            x += 16 + named + 14
            if side.is_next:
                self.parts.append(
                    f'<path d="M{_n(x - 9)},{_n(y - 9)} l8,4.5 l-8,4.5 z" class="o{owner}"/>'
                )
            x += 8
            if side.track:
                self._write(x, y, "words", f"{side.track} {side.left}/{side.most}")
                x += text_width(f"{side.track} {side.left}/{side.most}", 13) + 10
                x = self._pips(side, x, y)
            self._write(x, y, "words quiet", side.words)
            y += LINE * 1.25

    def _pips(self, side: Side, x: float, y: float) -> float:
        """A track as small squares: full ones are left, empty ones are spent."""
        for number in range(min(MOST_PIPS, max(side.most, side.left))):
            kind = f"o{side.owner}" if number < side.left else "empty"
            self.parts.append(
                f'<rect class="{kind}" x="{_n(x)}" y="{_n(y - 9.5)}" width="7" height="9" rx="1.5"/>'
            )
            x += 10
        return x + 10

    def _names(self) -> Iterator[str]:
        pieces = self.picture.pieces
        places = [self._here(piece.at) for piece in pieces]
        taken = [Box(x - RIM + 2, y - RIM + 2, x + RIM - 2, y + RIM - 4) for x, y in places]
        for piece, at in zip(pieces, places, strict=True):
            taken += [Box(x, y, x + width, y + 11) for _, x, y, width in _badges(piece, at)]
        labels = place_labels(
            [(piece.name, x, y) for piece, (x, y) in zip(pieces, places, strict=True)],
            radius=RIM,
            sizes=(9.5, NAME),
            room=SIDE * 1.66,
            taken=taken,
            inside=Box(2, self.board_top - 12, self.width - 2, self.board_bottom + NAME + 4),
        )
        for label, at in zip(labels, places, strict=True):
            yield from _label(label, at)

    def _below(self) -> None:
        """Who is not on the board, what the signs mean, and notes."""
        for owner, words in self.picture.aside:
            self.parts.append(_emblem(owner, (MARGIN + 8, self.y - 4), 5, filled=False))
            for line in _broken(words, (self.width - 2 * MARGIN - 24) / (12 * 0.54)):
                self._write(MARGIN + 22, self.y, "small", line)
                self.y += LINE * 0.9
        self.y += 4 if self.picture.aside else 0
        for line in _broken(self._legend(), (self.width - 2 * MARGIN) / (12 * 0.53)):
            self._write(MARGIN, self.y, "small quiet", line)
            self.y += LINE * 0.9
        for note in self.picture.notes:
            self._write(MARGIN, self.y, "small quiet", note)
            self.y += LINE * 0.9

    def _legend(self) -> str:
        said = ["Arc and numbers: what is left. Dashed token: has acted. Outer ring: is acting."]
        if any(cell.zone is not None for cell in self.picture.cells):
            said.append("Dashed tint: a side's zone.")
        said += [f"Hatched: {terrain}." for terrain in self.picture.terrains]
        if self.picture.badge_words:
            said.append(
                ", ".join(f"{code} {word}" for code, word in self.picture.badge_words) + "."
            )
        return " ".join(said)


def _cell(cell: Cell, at: Point, terrains: Sequence[str]) -> Iterator[str]:
    shape = " ".join(f"{_n(x)},{_n(y)}" for x, y in corners(at, SIDE))
    words = [cell.name, *([cell.terrain] if cell.terrain else [])]
    hint = f"<title>{escape(', '.join(words))}</title>"
    yield f'<polygon class="cell" points="{shape}">{hint}</polygon>'
    if cell.zone is not None:
        inner = " ".join(f"{_n(x)},{_n(y)}" for x, y in corners(at, SIDE - 2.5))
        yield f'<polygon class="zone o{cell.zone}" points="{inner}"/>'
    if cell.terrain:
        inner = " ".join(f"{_n(x)},{_n(y)}" for x, y in corners(at, SIDE - 1))
        fill = f"url(#grain{terrains.index(cell.terrain)})"
        yield f'<polygon points="{inner}" fill="{fill}" pointer-events="none"/>'


def _piece(piece: Piece, at: Point) -> Iterator[str]:
    x, y = at
    kind = "piece done" if piece.is_done else "piece"
    yield f'<g class="{kind}" aria-label={quoteattr(piece.about or piece.name)}>'
    yield f"<title>{escape(piece.about or piece.name)}</title>"
    if piece.is_acting:
        yield f'<circle class="acting" cx="{_n(x)}" cy="{_n(y)}" r="{_n(RIM + 2.5)}"/>'
    yield f'<circle class="ring" cx="{_n(x)}" cy="{_n(y)}" r="{_n(RING)}"/>'
    share = piece.left / piece.most if piece.most else 0.0
    if share >= 1:
        yield f'<circle class="arc o{piece.owner}" style="fill:none" cx="{_n(x)}" cy="{_n(y)}" r="{_n(RING)}"/>'
    elif share > 0:
        end = 2 * pi * share
        tip = x + RING * sin(end), y - RING * cos(end)
        yield (
            f'<path class="arc o{piece.owner}" style="fill:none" d="M{_n(x)},{_n(y - RING)} A{_n(RING)},{_n(RING)} 0 '
            f'{int(share > 0.5)} 1 {_n(tip[0])},{_n(tip[1])}"/>'
        )
    yield _emblem(piece.owner, at, 18, filled=False)
    size = {1: 16, 2: 13, 3: 11, 4: 9}.get(len(piece.glyph), 8)
    glyph = f'style="font-size:{size}px" x="{_n(x)}" y="{_n(y + 1.5)}"'
    yield f'<text class="glyph" {glyph}>{escape(piece.glyph)}</text>'
    yield f'<text class="left" x="{_n(x)}" y="{_n(y + 11.5)}">{piece.left}/{piece.most}</text>'
    for text, left, top, width in _badges(piece, at):
        yield (
            f'<g class="badge"><rect x="{_n(left)}" y="{_n(top)}" width="{_n(width)}" height="11" '
            f'rx="3"/><text x="{_n(left + width / 2)}" y="{_n(top + 8.5)}">{escape(text)}</text></g>'
        )
    yield "</g>"


def _badges(piece: Piece, at: Point) -> Iterator[tuple[str, float, float, float]]:
    """Text, left, top and width of each badge: a column at the right of the piece, then the left."""
    x, y = at
    for number, text in enumerate(piece.badges[:8]):
        column, row = divmod(number, 4)
        width = text_width(text, BADGE) + 4
        left = x + 18 if column == 0 else x - 18 - width
        yield text, left, y - 24 + row * 12.5, width


def _emblem(owner: int, at: Point, size: float, *, filled: bool) -> str:
    """A side's shape: square, circle, triangle, diamond."""
    x, y = at
    kind = f'class="o{owner}"' if filled else f'class="o{owner} body" style="fill:var(--token)"'
    match owner % 4:
        case 0:
            half = size * 0.84
            return (
                f'<rect {kind} x="{_n(x - half)}" y="{_n(y - half)}" width="{_n(2 * half)}" '
                f'height="{_n(2 * half)}" rx="2"/>'
            )
        case 1:
            return f'<circle {kind} cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}"/>'
        case 2:
            points = [(x, y - size * 1.15), (x + size, y + size * 0.8), (x - size, y + size * 0.8)]
        case _:
            points = [
                (x, y - size * 1.1),
                (x + size * 1.1, y),
                (x, y + size * 1.1),
                (x - size * 1.1, y),
            ]
    return f'<polygon {kind} points="{" ".join(f"{_n(a)},{_n(b)}" for a, b in points)}"/>'


def _label(label: Label, at: Point) -> Iterator[str]:
    if label.is_beside:
        x, y = at
        far = ((label.x - x) ** 2 + (label.y - y) ** 2) ** 0.5
        if far > RIM * 2.2:
            near = x + (label.x - x) / far * RIM, y + (label.y - y) / far * RIM
            yield f'<path class="lead" d="M{_n(near[0])},{_n(near[1])} L{_n(label.x)},{_n(label.y)}"/>'
    size = f'style="font-size:{_n(label.size)}px"'
    place = f'x="{_n(label.x)}" y="{_n(label.y + label.size * 0.36)}"'
    yield f'<text class="name" {size} {place}>{escape(label.text)}</text>'


def _broken(text: str, most: float) -> Iterator[str]:
    """A text in lines of at most so many letters."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > most:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def _n(number: float) -> str:
    """A number with two places at most."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
