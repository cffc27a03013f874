"""What a game is called at the door, and what hangs there: `poster.toml` beside its rulebook.

A picture is told in words and drawn by whoever shows it: what hangs behind, and the figures before it.
A game without a poster is shown by its title alone.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.scene.parts import Look

FILE = "poster.toml"
Hue = Literal["red", "blue", "green", "purple", "gold", "slate"]


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody in the picture. A picture is 256 wide and 224 high; feet stand at `x`, `y`."""

    name: str
    look: Look
    x: float
    y: float
    size: float = 1.0
    hue: Hue = "blue"
    turn: float = 0.0
    """From -1 (looks to the left) to 1."""
    is_standing: bool = True
    """Whether there is a plate under its feet."""


class Fanned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that is held into the picture, its middle at `x`, `y`."""

    name: str
    look: Look
    x: float
    y: float
    tilt: float = 0.0
    size: float = 1.0
    hue: Hue = "slate"
    cost: str = ""
    text: str = ""
    corners: tuple[str, ...] = ()
    """What is printed in its lower corners."""


class Poster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is announced."""

    name: str
    """Shorter than its title."""
    line: str
    """What one does in it, in a sentence."""
    players: str = ""
    minutes: int = 0
    mood: str = "night"
    """The colours of the sky: `dusk`, `night`, `dawn`, `court`, `forge`, `ice`, `toxic` or `void`."""
    behind: Literal["rays", "city", "arena", "felt", "chart", ""] = ""
    figure: tuple[Figure, ...] = ()
    """From the back to the front."""
    card: tuple[Fanned, ...] = ()
    chart: tuple[tuple[str, ...], ...] = ()
    """Rows of a table on the wall."""


def read_poster(content: bytes) -> Poster:
    """What stands in a `poster.toml`. ValueError says what is wrong with it."""
    return msgspec.toml.decode(content, type=Poster)
