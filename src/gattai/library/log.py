"""Log lines for a sequence of answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from gattai.kernel.question import Seat
from gattai.kernel.record import Past
from gattai.scene.maker import SceneMaker
from gattai.scene.story import described_events

S = TypeVar("S", bound=msgspec.Struct)


def log_texts(past: Iterable[Past[S]], seat: Seat | None, maker: SceneMaker) -> tuple[str, ...]:
    """Return the log lines that this seat may know; None is what everybody may know."""
    return tuple(
        telling.text
        for one in past
        for telling in described_events(one.was, one.events, seat, maker)
    )
