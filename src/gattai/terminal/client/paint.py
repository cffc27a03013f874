"""Colours for light and dark: the sides in Okabe and Ito's palette, quiet ones for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from gattai.scene.owners import hue_of, shape_of


class Palette(msgspec.Struct, frozen=True):
    """All colours, as #rrggbb."""

    name: str
    page: str
    panel: str
    ink: str
    quiet: str
    edge: str
    tones: tuple[str, str, str]
    """Three shades for cells, different for neighbours."""
    rock: str
    grain: str
    lit: str
    lit_ink: str
    way: str
    cursor: str
    cursor_ink: str
    mark: str
    warn: str
    good: str
    hues: dict[str, str]

    def side(self, seats: Sequence[str], seat: int) -> str:
        """Return the colour of a seat."""
        return self.hues[hue_of(seats, seat)]


DARK = Palette(
    name="gattai-dark",
    page="#121417",
    panel="#1a1d21",
    ink="#f0f0ee",
    quiet="#a2a7ad",
    edge="#3d434b",
    tones=("#23282f", "#2d343c", "#1b1f24"),
    rock="#41464e",
    grain="#8a9099",
    lit="#16494b",
    lit_ink="#8ce8dc",
    way="#21787a",
    cursor="#F0E442",
    cursor_ink="#121417",
    mark="#F0E442",
    warn="#F2894B",
    good="#2FC79A",
    hues={
        "red": "#F2894B",
        "blue": "#5CBCF2",
        "green": "#2FC79A",
        "purple": "#E29BC2",
        "sky": "#9AD4F7",
        "yellow": "#F0E442",
    },
)
LIGHT = Palette(
    name="gattai-light",
    page="#ffffff",
    panel="#f4f3ee",
    ink="#1a1a1a",
    quiet="#5c5c58",
    edge="#c9c6bd",
    tones=("#e9e7df", "#dddad0", "#f3f1ec"),
    rock="#bdb8aa",
    grain="#6a6558",
    lit="#bfeae3",
    lit_ink="#00554b",
    way="#85d1c5",
    cursor="#2b2b2b",
    cursor_ink="#ffffff",
    mark="#6b5200",
    warn="#A33E00",
    good="#00634A",
    hues={
        "red": "#B54A00",
        "blue": "#0067A5",
        "green": "#00734F",
        "purple": "#9C3F74",
        "sky": "#35709C",
        "yellow": "#7A6400",
    },
)

PLAIN = Palette(
    name="gattai-plain",
    page="default",
    panel="default",
    ink="default",
    quiet="dim",
    edge="dim",
    tones=("default", "default", "default"),
    rock="default",
    grain="default",
    lit="default",
    lit_ink="default",
    way="default",
    cursor="default",
    cursor_ink="default",
    mark="bold",
    warn="#D55E00",
    good="#009E73",
    hues={
        "red": "#D55E00",
        "blue": "#56B4E9",
        "green": "#009E73",
        "purple": "#CC79A7",
        "sky": "#9AD4F7",
        "yellow": "#F0E442",
    },
)
"""For a terminal with its own background: only highlights are coloured."""

SIGNS = {
    "circle": "●",
    "square": "■",
    "diamond": "◆",
    "triangle": "▲",
    "hexagon": "★",
    "cross": "✚",
}
BRACKETS = {
    "circle": "()",
    "square": "[]",
    "diamond": "<>",
    "triangle": "{}",
    "hexagon": "**",
    "cross": "++",
}


def sign_of(seat: int) -> str:
    """Return the letter of a seat: its shape."""
    return SIGNS[shape_of(seat)]


def bracketed(seat: int, glyph: str) -> str:
    """Return a token in letters; the brackets show its side.

    >>> bracketed(0, "A"), bracketed(1, "EG")
    ('(A)', '[EG]')
    """
    pair = BRACKETS[shape_of(seat)]
    return f"{pair[0]}{glyph}{pair[1]}"


@lru_cache(maxsize=1024)
def mixed(one: str, other: str, share: float) -> str:
    """Return a mix of two colours with this share of the second.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = ((int(one[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
