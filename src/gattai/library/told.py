"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gattai.kernel.question import Seat
from gattai.kernel.record import Past
from gattai.scene.maker import SceneMaker
from gattai.scene.story import tellings


def told(past: Iterable[Past[Any]], seat: Seat | None, maker: SceneMaker) -> tuple[str, ...]:
    """One line for each thing that happened, as this seat may know it; None is what is open to all."""
    return tuple(
        telling.text for one in past for telling in tellings(one.was, one.events, seat, maker)
    )
