"""Replays: any step of a transcript as a scene. A transcript is played through once and then kept."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gattai import games
from gattai.kernel.question import Seat
from gattai.kernel.transcript import Record, parse
from gattai.scene.stage import make_scene
from gattai.server.chronicle import lines_of, with_dice
from gattai.server.messages import ReplayStep
from gattai.server.opening import resumed

MOST_KEPT = 8


class Replays:
    """The last few replays that somebody looked at."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self._packs = tuple(packs)
        self._kept: OrderedDict[str, Record[Any]] = OrderedDict()

    def read(self, text: str) -> str:
        """Play a transcript through; the name by which its steps can be had."""
        name = f"replay-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
        if name not in self._kept:
            self._kept[name] = resumed(parse(text), self._packs)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return name

    def find(self, name: str) -> Record[Any] | None:
        """A replay that is kept."""
        record = self._kept.get(name)
        if record is not None:
            self._kept.move_to_end(name)
        return record


def step_of(record: Record[Any], at: int, seat: int | None, name: str = "") -> ReplayStep:
    """The scene after so many answers. ValueError if there are not so many, or no such seat."""
    last = len(record.entries)
    number = at if at >= 0 else last + 1 + at
    if not 0 <= number <= last:
        raise ValueError(f"there are {last} answers, so there is no step {at}")
    if seat is not None and not 0 <= seat < len(record.rules.seats):
        raise ValueError(f"there is no seat {seat}")
    eyes = None if seat is None else Seat(seat)
    position = record.past[number].before if number < last else record.position
    maker = games.scene_maker(record.rules.name)
    entry = record.entries[number - 1] if number else None
    log = lines_of(record.rules, maker, record.past[number - 1], eyes, number) if number else ()
    scene = make_scene(record.rules, maker, position, eyes, number=number + 1)
    begun = number - len(position.answers)
    action = (
        line
        for past in range(begun, number)
        for line in lines_of(record.rules, maker, record.past[past], eyes, past + 1)
    )
    return ReplayStep(
        number=number,
        last=last,
        scene=with_dice(scene, action),
        log=log,
        answer=f"{entry.who} {entry.text}" if entry else "",
        id=name,
    )
