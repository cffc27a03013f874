"""Cards of packs on sheets to print and cut: A4, nine of 63 by 88 mm each, with marks for the knife.

It reads the fields of a card as they are written in the pack, so it knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

import msgspec

from gattai.tabletop.pack_file import Entry

PAGE = (210.0, 297.0)
CARD = (63.0, 88.0)
ACROSS, DOWN = 3, 3
A_SHEET = ACROSS * DOWN
LEFT = (PAGE[0] - ACROSS * CARD[0]) / 2
TOP = (PAGE[1] - DOWN * CARD[1]) / 2
MARK = 5.0
EDGE = 4.0
LARGEST, SMALLEST = 2.9, 1.3
"""The height of the type, in millimetres: as large as the card allows."""
LETTER = 0.52
"""How wide a letter is, of the height of the type."""
STYLE = "text{font-family:sans-serif}.t{font-weight:700}.q{fill:#555}.h{font-weight:700}"


def has_name(card_type: type[msgspec.Struct]) -> bool:
    """Whether its cards have a name: then they are something to lay on a table."""
    return "name" in card_type.__struct_fields__


def sheets(entries: Sequence[Entry], title: str) -> Iterator[str]:
    """The sheets, one SVG file each."""
    for begin in range(0, len(entries), A_SHEET):
        yield _sheet(entries[begin : begin + A_SHEET], title)


def _sheet(entries: Sequence[Entry], title: str) -> str:
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        '<rect width="210" height="297" fill="#fff"/>',
        *_marks(),
    ]
    for place, entry in enumerate(entries):
        row, column = divmod(place, ACROSS)
        parts += _card(entry, LEFT + column * CARD[0], TOP + row * CARD[1])
    return "\n".join([*parts, "</svg>", ""])


def _marks() -> Iterator[str]:
    """Where to cut: short lines at the rim, outside of every card."""
    for column in range(ACROSS + 1):
        x = LEFT + column * CARD[0]
        yield _line(x, TOP - 1 - MARK, x, TOP - 1)
        yield _line(x, PAGE[1] - TOP + 1, x, PAGE[1] - TOP + 1 + MARK)
    for row in range(DOWN + 1):
        y = TOP + row * CARD[1]
        yield _line(LEFT - 1 - MARK, y, LEFT - 1, y)
        yield _line(PAGE[0] - LEFT + 1, y, PAGE[0] - LEFT + 1 + MARK, y)


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    ends = f'x1="{x:.2f}" y1="{y:.2f}" x2="{to_x:.2f}" y2="{to_y:.2f}"'
    return f'<line {ends} stroke="#000" stroke-width=".2"/>'


def _card(entry: Entry, x: float, y: float) -> Iterator[str]:
    rim = f'x="{x + 1.5:.2f}" y="{y + 1.5:.2f}" width="60" height="85" rx="2.5"'
    yield f'<rect {rim} fill="none" stroke="#000" stroke-width=".35"/>'
    name, width = name_of(entry), CARD[0] - 2 * EDGE
    size = min(5.0, width / (max(1, len(name)) * 0.6))
    yield _text(x + EDGE, y + 8.5, size, "t", name)
    house = ", figures of our own" if getattr(entry.card, "house", False) else ""
    yield _text(x + EDGE, y + 12.5, 2.4, "q", f"{entry.kind} {entry.id}{house}")
    rows = [*rows_of(entry.card)]
    size, lines = _fitted(rows, width, CARD[1] - 19)
    for number, (kind, line) in enumerate(lines, 1):
        yield _text(x + EDGE, y + 14.5 + number * size * 1.25, size, kind, line)


def _text(x: float, y: float, size: float, kind: str, text: str) -> str:
    at = f'class="{kind}" x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}"'
    return f"<text {at}>{escape(text)}</text>"


def name_of(entry: Entry) -> str:
    """What stands at its head."""
    card = entry.card
    return str(getattr(card, "name", "") or getattr(card, "title", "") or entry.id)


Lines = list[tuple[str, str]]


def rows_of(card: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """Its fields in words: what is plain first, then what has fields of its own."""
    plain, nested = [], []
    for field in msgspec.structs.fields(card):
        value = getattr(card, field.name)
        if field.name in ("id", "name", "title", "house") or value in ("", (), None):
            continue
        if not field.required and value == field.default:  # what a pack leaves out, a card does too
            continue
        if _is_nested(value):
            nested.append((field.encode_name, value))
        else:
            plain.append(("", f"{_words(field.encode_name)}: {_said(value)}"))
    yield from plain
    for name, value in nested:
        for inner in value if isinstance(value, tuple) else (value,):
            head = str(getattr(inner, "name", "") or "")
            yield "h", f"{_words(name)} {head}".strip()
            said = [text for _, text in rows_of(inner)]
            yield "", "; ".join(said)


def _is_nested(value: Any) -> bool:
    first = value[0] if isinstance(value, tuple) and value else value
    return isinstance(first, msgspec.Struct)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        inner = [f"({_said(one)})" if isinstance(one, tuple) else _said(one) for one in value]
        return ", ".join(inner)
    if isinstance(value, dict):
        return ", ".join(f"{_words(str(key))} {_said(one)}" for key, one in value.items())
    return str(value)


def _fitted(rows: Lines, width: float, height: float) -> tuple[float, Lines]:
    """The largest type in which all rows fit, and the rows broken into its lines."""
    size = LARGEST
    lines = _broken(rows, width / (size * LETTER))
    while len(lines) * size * 1.25 > height and size > SMALLEST:
        size -= 0.1
        lines = _broken(rows, width / (size * LETTER))
    most = int(height / (size * 1.25))
    if len(lines) > most:
        lines = [*lines[: most - 1], ("q", "(the rest does not fit)")]
    return size, lines


def _broken(rows: Lines, most: float) -> Lines:
    lines: Lines = []
    for kind, row in rows:
        line = ""
        for word in row.split():
            if line and len(line) + 1 + len(word) > most:
                lines.append((kind, line))
                line = word
            else:
                line = f"{line} {word}" if line else word
        if line:
            lines.append((kind, line))
    return lines
