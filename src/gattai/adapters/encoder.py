"""What a seat sees and may do, as arrays of a fixed size.

It reads the scene of the seat, which is made from its view: what the seat may not know is not there
to be encoded. So every game that draws itself can be learnt, those of others too. Units and cards are told
by what they can do (`card_rows`), not by their names; tracks, zones and words by digits of their
CRC-32: the same in every process, and no list to keep.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gattai import games
from gattai.adapters.card_rows import CardRows
from gattai.kernel.position import Seen
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.scene.maker import Glimpse, Setting
from gattai.scene.parts import Bar, Held, Piece

Floats = NDArray[np.float32]
Row = Sequence[float]

PIECES, TRACKS, ZONES, CARDS = 48, 16, 32, 160
ROWS = 1 + PIECES + TRACKS + ZONES + CARDS
"""The first is the table itself; what does not fit is left out."""
WIDTH = 18
"""Piece, track, zone, card; mine, another's, nobody's; x, y; share left, how many; done, active, gone;
where it looks (two); what it is (two): the row of its card, counted from 1, of `FACES`, and 0; or two
digits of its name."""
FACES = 64
"""So many different cards and units are told; what comes later is known by the digits of its name."""
MOST_KEPT = 256
BUCKETS = 16
OPTION_WIDTH = BUCKETS + 4
MOST_OPTIONS = 1024
FURTHEST = 8.0
"""No entry is larger."""
_WORD = re.compile(r"-?\d+,-?\d+|[^\W_]+")


class Encoder:
    """Arrays for the seats of one game."""

    def __init__(self, rules: AnyRuleset, most_options: int = MOST_OPTIONS) -> None:
        self.rules = rules
        self.most_options = most_options
        self.card_rows = CardRows(rules)
        self._maker = games.scene_maker(rules.name)
        self._faces: dict[tuple[str, ...], Floats] = {}
        self._places: dict[str, tuple[float, float]] = {}

    def begin(self) -> None:
        """Another game begins, perhaps on another board."""
        self._places = {}

    def observed(
        self, seen: Seen[Any], seat: Seat, choices: Sequence[Any]
    ) -> dict[str, NDArray[Any]]:
        """All arrays for a seat: what lies there, what that can do, and what the seat may do."""
        setting = self._setting(seen, seat)
        shown = self._shown(setting)
        return {
            "observation": self._table(setting, seat, shown),
            "cards": self._cards(shown),
            "options": self.options(seen, choices),
            "action_mask": self.mask(choices),
        }

    def table(self, seen: Seen[Any], seat: Seat) -> Floats:
        """What lies there, thing by thing: `ROWS` by `WIDTH`."""
        setting = self._setting(seen, seat)
        return self._table(setting, seat, self._shown(setting))

    def cards(self, seen: Seen[Any], seat: Seat) -> Floats:
        """What the units and cards that are seen can do: `FACES` by the width of the game's cards."""
        return self._cards(self._shown(self._setting(seen, seat)))

    def _shown(self, setting: Setting) -> dict[str, tuple[float, float]]:
        """The row of each card that is seen, in the order in which they lie there."""
        known = self.card_rows
        names = dict.fromkeys([piece.card or "" for piece in setting.pieces])
        names.update(dict.fromkeys([held.card for zone in setting.zones for held in zone.cards]))
        told = [name for name in names if known.get(name) is not None][:FACES]
        return {name: (number / FACES, 0.0) for number, name in enumerate(told, 1)}

    def _cards(self, shown: Mapping[str, object]) -> Floats:
        key = tuple(shown)
        if key not in self._faces:
            rows = np.zeros((FACES, self.card_rows.width), np.float32)
            for number, name in enumerate(key):
                rows[number] = self.card_rows.get(name)
            if len(self._faces) >= MOST_KEPT:
                self._faces.clear()
            self._faces[key] = np.clip(rows, -FURTHEST, FURTHEST)
        return self._faces[key].copy()

    def _table(
        self, setting: Setting, seat: Seat, shown: Mapping[str, tuple[float, float]]
    ) -> Floats:
        rows = np.zeros((ROWS, WIDTH), np.float32)
        rows[0, 4:7] = _whose(setting.turn, seat)
        rows[0, 10] = _many(len(self.rules.seats))
        parts = (
            (PIECES, [self._piece(piece, seat, shown) for piece in setting.pieces]),
            (TRACKS, [_track(track, seat) for track in setting.tracks]),
            (ZONES, [_zone(zone, seat) for zone in setting.zones]),
            (CARDS, [*_held(setting, seat, shown)]),
        )
        at = 1
        for room, found in parts:
            if fitting := found[:room]:
                rows[at : at + len(fitting)] = fitting
            at += room
        return np.clip(rows, -FURTHEST, FURTHEST)

    def options(self, seen: Seen[Any], choices: Sequence[Any]) -> Floats:
        """What may be done, option by option: its words in buckets, and its last place and number."""
        rows = np.zeros((self.most_options, OPTION_WIDTH), np.float32)
        words = self.rules.words(seen.state)
        for at, choice in enumerate(choices[: self.most_options]):
            rows[at] = _option(notation.write(choice, words))
        return rows

    def mask(self, choices: Sequence[Any]) -> NDArray[np.int8]:
        """Which numbers stand for an option."""
        mask = np.zeros(self.most_options, np.int8)
        mask[: len(choices)] = 1
        return mask

    def _setting(self, seen: Seen[Any], seat: Seat) -> Setting:
        maker = self._maker
        if not self._places:
            setting = maker.setting(seen.state, seat)
            cells = setting.board.cells if setting.board else ()
            self._places = {cell.id: (cell.x / 32, cell.y / 32) for cell in cells}
            self._places.setdefault("", (0.0, 0.0))
        if isinstance(maker, Glimpse):
            return maker.glimpse(seen.state)
        return maker.setting(seen.state, seat)

    def _piece(self, piece: Piece, seat: Seat, shown: Mapping[str, tuple[float, float]]) -> Row:
        x, y = self._places.get(piece.at or "", (0.0, 0.0))
        looks = (0.0, 0.0)
        if piece.facing is not None:
            looks = math.sin(math.radians(piece.facing)), math.cos(math.radians(piece.facing))
        states = (piece.is_done, piece.is_active, piece.is_gone)
        whose, left = _whose(piece.owner, seat), _left(piece.bar)
        what = shown.get(piece.card or "") or _what(piece.card or piece.name)
        return (1, 0, 0, 0, *whose, x, y, *left, *states, *looks, *what)


def _track(track: Any, seat: Seat) -> Row:
    share = track.now / track.most if track.most else 0.0
    own = _whose(track.owner, seat)
    return (0, 1, 0, 0, *own, 0, 0, share, _many(track.now), 0, 0, 0, 0, 0, *_what(track.name))


def _zone(zone: Any, seat: Seat) -> Row:
    count = max(zone.count, len(zone.cards))
    own = _whose(zone.owner, seat)
    return (0, 0, 1, 0, *own, 0, 0, 0, _many(count), 0, 0, 0, 0, 0, *_what(zone.name))


def _held(setting: Setting, seat: Seat, shown: Mapping[str, tuple[float, float]]) -> Iterator[Row]:
    """Every card whose face can be seen, and which zone it lies in."""
    for number, zone in enumerate(setting.zones):
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
    """The same text has the same row, whenever and whose it is."""
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
