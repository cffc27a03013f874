"""Cards of packs on A4 sheets to print and cut: nine of 63 by 88 mm each, with cutting marks.

It reads the fields of a card as written in the pack, so it knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

import msgspec

from gattai.tabletop.pack_file import PackEntry

PAGE = (210.0, 297.0)
CARD = (63.0, 88.0)
ACROSS, DOWN = 3, 3
A_SHEET = ACROSS * DOWN
LEFT = (PAGE[0] - ACROSS * CARD[0]) / 2
TOP = (PAGE[1] - DOWN * CARD[1]) / 2
MARK = 5.0
EDGE = 4.0
LARGEST, SMALLEST = 2.9, 1.3
"""Type sizes in millimetres: the largest that fits is used."""
LETTER = 0.52
"""Width of a letter relative to the type size."""
STYLE = "text{font-family:sans-serif}.t{font-weight:700}.q{fill:#555}.h{font-weight:700}"


def has_name(card_type: type[msgspec.Struct]) -> bool:
    """Return whether its cards have a name: only these are printed."""
    return "name" in card_type.__struct_fields__


def sheets(entries: Sequence[PackEntry], title: str) -> Iterator[str]:
    """Return the sheets, one SVG file each."""
    for begin in range(0, len(entries), A_SHEET):
        yield _sheet(entries[begin : begin + A_SHEET], title)


def _sheet(entries: Sequence[PackEntry], title: str) -> str:
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
    """Draw cutting marks: short lines at the rim, outside of every card."""
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


def _card(entry: PackEntry, x: float, y: float) -> Iterator[str]:
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


def name_of(entry: PackEntry) -> str:
    """Return the title of a card."""
    card = entry.card
    return str(getattr(card, "name", "") or getattr(card, "title", "") or entry.id)


Lines = list[tuple[str, str]]


def rows_of(card: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """Return its fields in words: plain fields first, then nested ones."""
    plain, nested = [], []
    for field in msgspec.structs.fields(card):
        value = getattr(card, field.name)
        if field.name in ("id", "name", "title", "house") or value in ("", (), None):
            continue
        if not field.required and value == field.default:  # do not print defaults
            continue
        if _is_nested(value):
            nested.append((field.encode_name, value))
        else:
            plain.append(("", f"{_words(field.encode_name)}: {_in_text(value)}"))
    yield from plain
    for name, value in nested:
        for inner in value if isinstance(value, tuple) else (value,):
            head = str(getattr(inner, "name", "") or "")
            yield "h", f"{_words(name)} {head}".strip()
            yield "", _part(inner)


def _part(inner: msgspec.Struct) -> str:
    """Return a nested field in words: its own wording, as effects have, else its fields."""
    in_words = getattr(inner, "in_words", None)
    if in_words is not None:
        return str(in_words())
    return "; ".join(text for _, text in rows_of(inner))


def _is_nested(value: object) -> bool:
    first = value[0] if isinstance(value, tuple) and value else value
    return isinstance(first, msgspec.Struct)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _in_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        inner = [f"({_in_text(one)})" if isinstance(one, tuple) else _in_text(one) for one in value]
        return ", ".join(inner)
    if isinstance(value, dict):
        return ", ".join(f"{_words(str(key))} {_in_text(one)}" for key, one in value.items())
    return str(value)


def _fitted(rows: Lines, width: float, height: float) -> tuple[float, Lines]:
    """Return the largest type size in which all rows fit, and the rows broken into lines."""
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
