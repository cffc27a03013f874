"""Replays: any step of a transcript as a scene. A transcript is played through once and then cached.

Transcripts sent by users are played in another process with a deadline (`examining`); here only their text is kept.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import OrderedDict

from msgspec import Struct
from msgspec.structs import replace

from gattai import games
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.scene.motions import SeatObserver, faces_in
from gattai.scene.parts import LogLine
from gattai.scene.stage import make_scene
from gattai.server.messages import ReplayStep
from gattai.server.table.history import is_end, lines_of, with_dice

MAX_KEPT = 8


class Replays:
    """The most recent transcripts that users sent to be replayed."""

    def __init__(self) -> None:
        self._stored: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, text: str) -> str:
        """Keep a transcript; returns the name under which its steps can be requested."""
        name = name_of(text)
        self._stored[name] = zlib.compress(text.encode(), 1)
        self._stored.move_to_end(name)
        while len(self._stored) > MAX_KEPT:
            self._stored.popitem(last=False)
        return name

    def find(self, name: str) -> str | None:
        """Return a transcript that is kept."""
        packed = self._stored.get(name)
        if packed is None:
            return None
        self._stored.move_to_end(name)
        return zlib.decompress(packed).decode()


def name_of(text: str) -> str:
    """Return the name of a transcript that a user sent."""
    return f"replay-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def step_of(record: Record[Struct], at: int, seat: int | None, name: str = "") -> ReplayStep:
    """Return the scene after `at` answers. ValueError if there is no such step or seat."""
    last = len(record.entries)
    number = at if at >= 0 else last + 1 + at
    if not 0 <= number <= last:
        raise ValueError(f"the transcript has {last} answers, so there is no step {at}")
    if seat is not None and not 0 <= seat < len(record.rules.seats):
        raise ValueError(f"there is no seat {seat}")
    viewer = None if seat is None else Seat(seat)
    step = record.past[number].at if number < last else record.step
    maker = games.scene_maker(record.rules.name)
    entry = record.entries[number - 1] if number else None
    log: tuple[LogLine, ...] = ()
    looking = SeatObserver(maker, viewer)
    if number:
        past, ends = record.past[number - 1], is_end(record, number)
        log = lines_of(record.rules, maker, past, viewer, number, looking, ends=ends)
    scene = make_scene(record.rules, maker, step, viewer, number=number + 1)
    cards = {card.id: card for card in scene.cards}
    cards |= {face: looking.faces[face] for face in faces_in(log) if face in looking.faces}
    scene = replace(scene, cards=tuple(cards.values()))
    begun = number - len(step.position.answers)
    action = (
        line
        for before in range(begun, number)
        for line in lines_of(record.rules, maker, record.past[before], viewer, before + 1)
    )
    return ReplayStep(
        number=number,
        last=last,
        scene=with_dice(scene, action),
        log=log,
        answer=f"{entry.who} {entry.text}" if entry else "",
        id=name,
    )
