"""Replays: any step of a transcript as a scene. A transcript is played through once and then kept.

What somebody sends is played elsewhere and within a deadline (`examining`): here only its text is kept.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import OrderedDict
from typing import Any

from msgspec.structs import replace

from gattai import games
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.scene.beats import Eyes, faces_in
from gattai.scene.parts import LogLine
from gattai.scene.stage import make_scene
from gattai.server.messages import ReplayStep
from gattai.server.table.history import is_end, lines_of, with_dice

MOST_KEPT = 8


class Replays:
    """The last few transcripts that somebody sent to be looked at."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, text: str) -> str:
        """Keep a transcript; the name by which its steps can be had."""
        name = name_of(text)
        self._kept[name] = zlib.compress(text.encode(), 1)
        self._kept.move_to_end(name)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return name

    def find(self, name: str) -> str | None:
        """A transcript that is kept."""
        packed = self._kept.get(name)
        if packed is None:
            return None
        self._kept.move_to_end(name)
        return zlib.decompress(packed).decode()


def name_of(text: str) -> str:
    """What a transcript is called that somebody sent."""
    return f"replay-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def step_of(record: Record[Any], at: int, seat: int | None, name: str = "") -> ReplayStep:
    """The scene after so many answers. ValueError if there are not so many, or no such seat."""
    last = len(record.entries)
    number = at if at >= 0 else last + 1 + at
    if not 0 <= number <= last:
        raise ValueError(f"there are {last} answers, so there is no step {at}")
    if seat is not None and not 0 <= seat < len(record.rules.seats):
        raise ValueError(f"there is no seat {seat}")
    eyes = None if seat is None else Seat(seat)
    step = record.past[number].at if number < last else record.step
    maker = games.scene_maker(record.rules.name)
    entry = record.entries[number - 1] if number else None
    log: tuple[LogLine, ...] = ()
    looking = Eyes(maker, eyes)
    if number:
        past, ends = record.past[number - 1], is_end(record, number)
        log = lines_of(record.rules, maker, past, eyes, number, looking, ends=ends)
    scene = make_scene(record.rules, maker, step, eyes, number=number + 1)
    cards = {card.id: card for card in scene.cards}
    cards |= {face: looking.faces[face] for face in faces_in(log) if face in looking.faces}
    scene = replace(scene, cards=tuple(cards.values()))
    begun = number - len(step.position.answers)
    action = (
        line
        for before in range(begun, number)
        for line in lines_of(record.rules, maker, record.past[before], eyes, before + 1)
    )
    return ReplayStep(
        number=number,
        last=last,
        scene=with_dice(scene, action),
        log=log,
        answer=f"{entry.who} {entry.text}" if entry else "",
        id=name,
    )
