"""Reliability diagrams as small SVG: the predicted chance across, the share of wins upwards."""

from __future__ import annotations

from bench.values.measuring import Bin, Measured

SIZE, EDGE = 240, 34
LEARNED, BY_HAND, QUIET = "#2f6fde", "#8a8f98", "#8a8f98"
"""Readable on light and dark pages."""
BIGGEST = 9.0
"""The radius of a dot for all positions."""


def diagram(found: Measured) -> str:
    """Return the diagram of a game: full dots are the learned value, circles the estimate."""
    wide = SIZE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {wide}" width="{wide}" height="{wide}">',
        f'<g font-family="sans-serif" font-size="11" fill="{QUIET}">',
        f"<title>Reliability of chances in {found.game}</title>",
        f'<rect x="{EDGE}" y="{EDGE}" width="{SIZE}" height="{SIZE}" fill="none" stroke="{QUIET}"/>',
        f'<path d="M{_at(0)} {_up(0)}L{_at(1)} {_up(1)}" stroke="{QUIET}" stroke-dasharray="4 4"/>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        label = f"{share:.0%}"
        parts.append(
            f'<text x="{_at(share)}" y="{SIZE + EDGE + 14}" text-anchor="middle">{label}</text>'
        )
        parts.append(
            f'<text x="{EDGE - 4}" y="{_up(share)}" text-anchor="end" dy="4">{label}</text>'
        )
    for bins, style in (
        (found.by_hand.bins, f'fill="none" stroke="{BY_HAND}" stroke-width="1.5"'),
        (found.learned.bins, f'fill="{LEARNED}"'),
    ):
        parts += [_dot(each, found.positions, style) for each in bins]
    parts.append(
        f'<text x="{wide / 2}" y="{wide - 4}" text-anchor="middle">predicted chance</text>'
    )
    parts.append(f'<text x="{EDGE}" y="{EDGE - 10}">share won</text></g></svg>')
    return "\n".join(parts) + "\n"


def _at(share: float) -> float:
    return round(EDGE + SIZE * share, 1)


def _up(share: float) -> float:
    return round(EDGE + SIZE * (1 - share), 1)


def _dot(each: Bin, positions: int, style: str) -> str:
    radius = round(2 + BIGGEST * (each.positions / max(1, positions)) ** 0.5, 1)
    return f'<circle cx="{_at(each.chance)}" cy="{_up(each.result)}" r="{radius}" {style}/>'
