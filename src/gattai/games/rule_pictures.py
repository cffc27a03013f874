"""Pictures of rules: for each rule a moment of a real game in which it decided something.

`python -m tests.games.rule_pictures` plays the games and writes `pictures.json` beside each rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from gattai.kernel.rulebook import RuleId
from gattai.scene.parts import Look

FILE = "pictures.json"


class PicturedCell(msgspec.Struct, frozen=True, array_like=True):
    """A cell near what happened."""

    id: str
    x: float
    y: float
    terrain: str = ""


class PicturedPiece(msgspec.Struct, frozen=True, array_like=True):
    """A piece in the picture; `at` is empty for a card that lies on the table."""

    name: str
    owner: int
    at: str
    look: Look | None = None


class RulePicture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A moment of a real game in which a rule decided something."""

    kind: Literal["happened", "counts", "refused"]
    """What the rule did: an event, a term of the odds, or a reason against an action."""
    text: str
    shape: str = ""
    """The shape of the board, or empty without one."""
    ground: str = ""
    cells: tuple[PicturedCell, ...] = ()
    pieces: tuple[PicturedPiece, ...] = ()
    """Those that take part first: who acts, if somebody does, then who is acted on."""
    actor: bool = False
    targets: int = 0
    """The number of pieces acted on."""
    way: tuple[str, ...] = ()
    """The cells of a path, or the two ends of an attack."""
    source: str = ""
    """The game: its seed, and the number of the answer."""


@cache
def pictures_of(folder: Path) -> Mapping[RuleId, RulePicture]:
    """Return the pictures of the game in a folder, by rule; empty if it has none."""
    file = folder / FILE
    if not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[RuleId, RulePicture])
