"""A seat's view and options as arrays of a fixed size.

It encodes the seat's scene, which contains no hidden information. So it works for every game with a
scene maker, including plugins. Units and cards are encoded by what they can do (`card_rows`), not
by name; tracks, zones and words by digits of their CRC-32, which is the same in every process.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from gattai import games
from gattai.adapters.card_rows import CardRows
from gattai.kernel.position import Seen
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.scene.maker import Glimpse, Layout
from gattai.scene.parts import Bar, Held, Piece, Track, Zone

Floats = NDArray[np.float32]
Row = Sequence[float]
Observation = dict[str, NDArray[Any]]
"""An observation: arrays by name, floats except for the mask."""

PIECES, TRACKS, ZONES, CARDS = 48, 16, 32, 160
ROWS = 1 + PIECES + TRACKS + ZONES + CARDS
"""Number of rows. The first is the table itself; rows that do not fit are left out."""
WIDTH = 18
"""Piece, track, zone, card; mine, another's, nobody's; x, y; share left, how many; done, active, gone;
where it looks (two); what it is (two): the row of its card, counted from 1, of `FACES`, and 0; or two
digits of its name."""
FACES = 64
"""Maximum number of distinct cards and units; further ones are encoded by name only."""
MAX_KEPT = 256
BUCKETS = 16
OPTION_WIDTH = BUCKETS + 4
MAX_OPTIONS = 1024
FURTHEST = 8.0
"""The maximum of every entry."""
_WORD = re.compile(r"-?\d+,-?\d+|[^\W_]+")


class Encoder:
    """Arrays for the seats of one game."""

    def __init__(self, rules: AnyRuleset, most_options: int = MAX_OPTIONS) -> None:
        self.rules = rules
        self.most_options = most_options
        self.card_rows = CardRows(rules)
        self._maker = games.scene_maker(rules.name)
        self._faces: dict[tuple[str, ...], Floats] = {}
        self._places: dict[str, tuple[float, float]] = {}

    def begin(self) -> None:
        """Start another game, possibly on another board."""
        self._places = {}

    def observed(
        self, seen: Seen[msgspec.Struct], seat: Seat, choices: Sequence[object]
    ) -> Observation:
        """Return all arrays for a seat: the table, its cards, and the options."""
        layout = self._layout(seen, seat)
        shown = self._shown(layout)
        return {
            "observation": self._table(layout, seat, shown),
            "cards": self._cards(shown),
            "options": self.options(seen, choices),
            "action_mask": self.mask(choices),
        }

    def table(self, seen: Seen[msgspec.Struct], seat: Seat) -> Floats:
        """The table, one object per row: `ROWS` by `WIDTH`."""
        layout = self._layout(seen, seat)
        return self._table(layout, seat, self._shown(layout))

    def cards(self, seen: Seen[msgspec.Struct], seat: Seat) -> Floats:
        """The abilities of visible units and cards: `FACES` by the width of the game's cards."""
        return self._cards(self._shown(self._layout(seen, seat)))

    def _shown(self, layout: Layout) -> dict[str, tuple[float, float]]:
        """Return the row of each visible card, in order."""
        known = self.card_rows
        names = dict.fromkeys([piece.card or "" for piece in layout.pieces])
        names.update(dict.fromkeys([held.card for zone in layout.zones for held in zone.cards]))
        shown = [name for name in names if known.get(name) is not None][:FACES]
        return {name: (number / FACES, 0.0) for number, name in enumerate(shown, 1)}

    def _cards(self, shown: Mapping[str, object]) -> Floats:
        key = tuple(shown)
        if key not in self._faces:
            rows = np.zeros((FACES, self.card_rows.width), np.float32)
            for number, name in enumerate(key):
                rows[number] = self.card_rows.get(name)
            if len(self._faces) >= MAX_KEPT:
                self._faces.clear()
            self._faces[key] = np.clip(rows, -FURTHEST, FURTHEST)
        return self._faces[key].copy()

    def _table(
        self, layout: Layout, seat: Seat, shown: Mapping[str, tuple[float, float]]
    ) -> Floats:
        rows = np.zeros((ROWS, WIDTH), np.float32)
        rows[0, 4:7] = _whose(layout.turn, seat)
        rows[0, 10] = _many(len(self.rules.seats))
        parts = (
            (PIECES, [self._piece(piece, seat, shown) for piece in layout.pieces]),
            (TRACKS, [_track(track, seat) for track in layout.tracks]),
            (ZONES, [_zone(zone, seat) for zone in layout.zones]),
            (CARDS, [*_held(layout, seat, shown)]),
        )
        at = 1
        for room, found in parts:
            if fitting := found[:room]:
                rows[at : at + len(fitting)] = fitting
            at += room
        return np.clip(rows, -FURTHEST, FURTHEST)

    def options(self, seen: Seen[msgspec.Struct], choices: Sequence[object]) -> Floats:
        """Return the options as rows: hashed words, and the last place and number of each."""
        rows = np.zeros((self.most_options, OPTION_WIDTH), np.float32)
        words = self.rules.words(seen.state)
        for at, choice in enumerate(choices[: self.most_options]):
            rows[at] = _option(notation.write(choice, words))
        return rows

    def mask(self, choices: Sequence[object]) -> NDArray[np.int8]:
        """Return which numbers stand for an option."""
        mask = np.zeros(self.most_options, np.int8)
        mask[: len(choices)] = 1
        return mask

    def _layout(self, seen: Seen[msgspec.Struct], seat: Seat) -> Layout:
        maker = self._maker
        if not self._places:
            layout = maker.layout(seen.state, seat)
            cells = layout.board.cells if layout.board else ()
            self._places = {cell.id: (cell.x / 32, cell.y / 32) for cell in cells}
            self._places.setdefault("", (0.0, 0.0))
        if isinstance(maker, Glimpse):
            return maker.glimpse(seen.state)
        return maker.layout(seen.state, seat)

    def _piece(self, piece: Piece, seat: Seat, shown: Mapping[str, tuple[float, float]]) -> Row:
        x, y = self._places.get(piece.at or "", (0.0, 0.0))
        looks = (0.0, 0.0)
        if piece.facing is not None:
            looks = math.sin(math.radians(piece.facing)), math.cos(math.radians(piece.facing))
        states = (piece.is_done, piece.is_active, piece.is_gone)
        whose, left = _whose(piece.owner, seat), _left(piece.bar)
        what = shown.get(piece.card or "") or _what(piece.card or piece.name)
        return (1, 0, 0, 0, *whose, x, y, *left, *states, *looks, *what)


def _track(track: Track, seat: Seat) -> Row:
    share = track.now / track.most if track.most else 0.0
    own = _whose(track.owner, seat)
    return (0, 1, 0, 0, *own, 0, 0, share, _many(track.now), 0, 0, 0, 0, 0, *_what(track.name))


def _zone(zone: Zone, seat: Seat) -> Row:
    count = max(zone.count, len(zone.cards))
    own = _whose(zone.owner, seat)
    return (0, 0, 1, 0, *own, 0, 0, 0, _many(count), 0, 0, 0, 0, 0, *_what(zone.name))


def _held(layout: Layout, seat: Seat, shown: Mapping[str, tuple[float, float]]) -> Iterator[Row]:
    """Yield every visible card with its zone."""
    for number, zone in enumerate(layout.zones):
        own, place = _whose(zone.owner, seat), number / ZONES
        for held in zone.cards:
            if held.card:
                yield _card(held, own, place, shown.get(held.card) or _what(held.card))


def _card(held: Held, own: Row, place: float, what: Row) -> Row:
    left = (0.0, 0.0) if held.bar is None else _left(held.bar)
    order = 0.0 if held.order is None else held.order / 8
    states = (held.is_done, held.is_active, False)
    return (0, 0, 0, 1, *own, place, order, *left, *states, 0, 0, *what)


def _whose(owner: int | None, seat: Seat) -> tuple[float, float, float]:
    return float(owner == seat), float(owner not in (None, seat)), float(owner is None)


def _left(bar: Bar) -> tuple[float, float]:
    return (bar.now / bar.most if bar.most else 0.0), _many(bar.now)


def _many(count: int) -> float:
    return math.copysign(math.log1p(abs(count)) / 4, count)


@lru_cache(65536)
def _option(text: str) -> Floats:
    """Return the row of an option; equal texts have equal rows."""
    row = np.zeros(OPTION_WIDTH, np.float32)
    for word in _WORD.findall(text.casefold()):
        if "," in word:
            x, _, y = word.partition(",")
            row[BUCKETS : BUCKETS + 2] = int(x) / 32, int(y) / 32
        elif word.isdigit():
            row[BUCKETS + 2 :] = 1, _many(int(word))
        else:
            bucket, sign = _bucket(word)
            row[bucket] += sign
    return np.clip(row, -FURTHEST, FURTHEST)


@lru_cache(4096)
def _what(name: str) -> tuple[float, float]:
    digits = zlib.crc32(name.encode())
    return (digits & 0xFFFF) / 0xFFFF, (digits >> 16) / 0xFFFF


@lru_cache(4096)
def _bucket(word: str) -> tuple[int, float]:
    digits = zlib.crc32(word.encode())
    return digits % BUCKETS, 1.0 if digits & 0x10000 else -1.0
