"""Cards of a small made-up game, for the tests of packs."""

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import msgspec


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


class Blast(msgspec.Struct, frozen=True, tag="blast", tag_field="type"):
    radius: int


class Beam(msgspec.Struct, frozen=True, tag="beam", tag_field="type"):
    length: int


class Weapon(msgspec.Struct, frozen=True):
    name: str
    range: Annotated[int, msgspec.Meta(ge=1)]
    effect: Blast | Beam | None = None


class UnitCard(msgspec.Struct, frozen=True):
    id: str
    speed: int
    armour: int | None = None
    size: Size = Size.SMALL
    side: Literal["red", "blue"] = "red"
    keywords: tuple[str, ...] = ()
    weapon: tuple[Weapon, ...] = ()

    def __post_init__(self) -> None:
        if self.speed > 99:
            raise ValueError("nothing is faster than 99")


class TermCard(msgspec.Struct, frozen=True):
    text: str


KINDS: dict[str, type[msgspec.Struct]] = {"unit": UnitCard, "term": TermCard}
WORDS = {"keywords": ["Evade", "Jump", "Shield"]}
HEADER = '[pack]\nid = "{id}"\nversion = "1"\ntitle = "T"\nlicence = "L"\nsource = "S"\n'

Write = Callable[..., Path]
