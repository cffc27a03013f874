"""The law of motions: an earlier scene with what changed since is the later scene, for whoever looks.

Beats come from where the server takes them (`lines_of`, and the scenes of a `Viewer`). What a client does
with a change is written down here once more, so that nobody has to trust it.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import view
from gattai.scene.maker import Layout, SceneMaker
from gattai.scene.motions import SeatObserver
from gattai.scene.parts import Change, Motion, Piece, Scene, Track, Zone
from gattai.server.table.history import is_end, lines_of
from tests.laws.log import maker_of, played

KINDS = frozenset(
    "move turn attack dice hit mend destroyed combine appear push state card pass end".split()
)
LOOKS = frozenset(("", "beam", "shots", "arc", "melee", "area"))


class Parts(msgspec.Struct, frozen=True):
    """What of a scene motions keep up to date."""

    pieces: tuple[Piece, ...]
    zones: tuple[Zone, ...]
    tracks: tuple[Track, ...]


def parts_of(scene: Layout | Scene) -> Parts:
    return Parts(scene.pieces, scene.zones, scene.tracks)


def changed(parts: Parts, change: Change) -> Parts:
    """What a client does: takes away, replaces or adds at the end, and puts zones into their order."""
    pieces = {piece.id: piece for piece in parts.pieces if piece.id not in change.gone}
    pieces |= {piece.id: piece for piece in change.pieces}
    zones = {zone.id: zone for zone in parts.zones if zone.id not in change.gone}
    zones |= {zone.id: zone for zone in change.zones}
    if change.order:
        zones = {name: zones[name] for name in change.order}
    tracks = change.tracks or parts.tracks
    return Parts(tuple(pieces.values()), tuple(zones.values()), tracks)


def motions_lead_from_scene_to_scene(rules: AnyRuleset, seed: str) -> None:
    """After every answer of a game, for every seat and for those who only watch."""
    record = played(rules, random.Random(seed))
    maker = maker_of(rules)
    for seat in (None, *map(Seat, range(len(record.rules.seats)))):
        _for_one(record, maker, seat)


def _for_one(record: Record[Any], maker: SceneMaker, seat: Seat | None) -> None:
    eyes = SeatObserver(maker, seat)
    first = maker.layout(view(record.past[0].was, seat), seat)
    cells = frozenset(cell.id for cell in first.board.cells) if first.board else frozenset[str]()
    parts = parts_of(first)
    for number, past in enumerate(record.past, 1):
        ends = is_end(record, number)
        where = f"answer {number}, seen by {seat}"
        for line in lines_of(record.rules, maker, past, seat, number, eyes, ends=ends):
            motion, before = line.motion, parts
            if motion is not None:
                parts = parts if motion.change is None else changed(parts, motion.change)
                makes_sense(motion, cells, before, parts, f"{where}: {line.text!r}")
        now = maker.layout(view(past.table, seat), seat)
        assert parts == parts_of(now), f"{where}: the motions lead elsewhere: {_first(parts, now)}"


def makes_sense(
    motion: Motion, cells: frozenset[str], before: Parts, after: Parts, where: str
) -> None:
    """Whatever a motion speaks of is there: places on the board, pieces and cards on the table."""
    assert motion.kind in KINDS, f"{where} is a {motion.kind}"
    assert motion.look in LOOKS, f"{where} looks like {motion.look}"
    places = {*motion.way, *motion.line}
    assert places <= cells, f"{where} passes {places - cells}"
    there = {*_names(before), *_names(after)}
    named = {*filter(None, (motion.actor, motion.card, motion.source, motion.goal)), *motion.parts}
    named |= {hit.piece for hit in motion.hits}
    assert named <= there, f"{where} speaks of {named - there}"
    assert motion.change is None or before != after or motion.change.turn is not None, (
        f"{where} changes nothing"
    )


def _names(parts: Parts) -> Iterator[str]:
    yield from (piece.id for piece in parts.pieces)
    for zone in parts.zones:
        yield zone.id
        yield from (held.id for held in zone.cards)


def _first(parts: Parts, now: Layout) -> str:
    """The first thing that is not as it should be."""
    for field in ("pieces", "zones", "tracks"):
        found, wanted = getattr(parts, field), getattr(now, field)
        for one, other in zip(found, wanted, strict=False):
            if one != other:
                return f"{one} and not {other}"
        if len(found) != len(wanted):
            return f"{len(found)} {field} and not {len(wanted)}"
    return ""
