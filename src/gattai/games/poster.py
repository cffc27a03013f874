"""The poster of a game for the lobby: `poster.toml` beside its rulebook.

The picture is described by data and drawn by the client: the background, and the figures in front
of it. A game without a poster is shown by its title alone. The goal is for the first table of a player.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.scene.parts import Look

FILE = "poster.toml"
Hue = Literal["red", "blue", "green", "purple", "gold", "slate"]


class PosterFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure in the picture, which is 256 wide and 224 high; its feet are at `x`, `y`."""

    name: str
    look: Look
    x: float
    y: float
    size: float = 1.0
    hue: Hue = "blue"
    turn: float = 0.0
    """From -1 (looks to the left) to 1."""
    is_standing: bool = True
    """Whether it stands on a base plate."""


class Fanned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card shown in the picture, with its centre at `x`, `y`."""

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
    """The text in its lower corners."""


class Arrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """An arrow in a picture."""

    start: tuple[float, float]
    to: tuple[float, float]
    bend: float = 0.0
    """How far it bulges to the left of its direction."""
    tone: Literal["move", "strike", "join"] = "strike"


class GoalStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that players do, with a picture 216 wide and 132 high."""

    name: str
    line: str
    """How, and for what price."""
    rule: str
    ground: Literal["hexes", "felt"] = "hexes"
    figure: tuple[PosterFigure, ...] = ()
    card: tuple[Fanned, ...] = ()
    arrow: tuple[Arrow, ...] = ()


class FirstStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to try in one's first minutes; done by doing it, in any order."""

    name: str
    done: Literal["action", "attack", "odds", "turn"] = "action"
    """By one of `kinds` of actions, by any action with odds against somebody, by looking at the odds of one, or by
    seeing the turn of somebody else.
    """
    kinds: tuple[str, ...] = ()


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a game, for players who sit at it for the first time."""

    line: str
    """How to win, in at most eight words."""
    also: str
    """A second way to win, or what else decides."""
    rules: tuple[str, ...]
    """The rules that say so."""
    step: tuple[GoalStep, ...]
    first: tuple[FirstStep, ...] = ()
    falls: bool = True
    """Whether the picture shows the other side beaten."""


class Poster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The title, slogan and picture of a game."""

    name: str
    """Shorter than its title."""
    line: str
    """What players do in it, in a sentence."""
    players: str = ""
    minutes: int = 0
    mood: str = "night"
    """The colours of the sky: `dusk`, `night`, `dawn`, `court`, `forge`, `ice`, `toxic` or `void`."""
    behind: Literal["rays", "city", "arena", "felt", "chart", ""] = ""
    figure: tuple[PosterFigure, ...] = ()
    """The figures, from back to front."""
    card: tuple[Fanned, ...] = ()
    chart: tuple[tuple[str, ...], ...] = ()
    """Rows of a table on the wall."""
    goal: Goal | None = None


def read_poster(content: bytes) -> Poster:
    """Read a `poster.toml`. Raises ValueError if something is wrong with it."""
    return msgspec.toml.decode(content, type=Poster)
