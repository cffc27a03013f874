"""Motions: what each event changes on the table, and how to animate it.

Games need no code for this: the tables just before and just after an event, as a seat sees them,
are compared. A maker may add what the comparison does not show (who attacks whom with what, the
path of a move) with `Gestures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from gattai.kernel.event import Event
from gattai.scene.maker import Basis, Gestures, Glimpse, Layout, SceneMaker
from gattai.scene.parts import Badge, Card, Change, Held, Impact, LogLine, Motion, Piece, Zone

Part = TypeVar("Part", Piece, Zone)


class SeatObserver:
    """Tracks what a seat has seen. Its last table is the one before the next event."""

    def __init__(self, maker: SceneMaker, seat: int | None) -> None:
        self._glimpse = maker.glimpse if isinstance(maker, Glimpse) else None
        self._layout = maker.layout
        self._gestures = maker if isinstance(maker, Gestures) else None
        self._basis = maker.basis if isinstance(maker, Basis) else _as_it_is
        self._seat = seat
        self._table: object = None
        self._rests_on: object = None
        self._seen: Layout | None = None
        self.faces: dict[str, Card] = {}
        """The face of every card seen: some are there only for a moment, and in no scene."""

    def begin(self, table: object, view: object) -> None:
        """Take the table before an event; nothing to do if it is the last one seen."""
        if self._seen is None or table is not self._table:
            self._see(view)

    def motion(self, event: Event, before: object, after: object) -> Motion | None:
        """Return the motion of an event; all arguments are as this seat may know them."""
        was = self._seen
        assert was is not None, "it begins with a look"
        gesture = None if self._gestures is None else self._gestures.gesture(before, event, after)
        if after is before or (now := self._see(after)) is was:
            return gesture
        return motion_between(was, now, gesture)

    def end(self, table: object) -> None:
        """Take the table after the last event, so that `begin` with it does nothing."""
        self._table = table

    def _see(self, view: object) -> Layout:
        basis = self._basis(view)
        if self._seen is not None and basis == self._rests_on:
            return self._seen
        self._rests_on = basis
        look = self._glimpse
        self._seen = look(view) if look is not None else self._layout(view, self._seat)
        for card in self._seen.cards:
            self.faces[card.id] = card
        return self._seen


def _as_it_is(view: object) -> object:
    return view


def motion_between(was: Layout, now: Layout, gesture: Motion | None = None) -> Motion | None:
    """Return the motion from one table to the next; the change fills in empty fields."""
    change = change_between(was, now)
    if change is None:
        return gesture
    seen = next(_sights(was, now, change))
    if gesture is None:
        return replace(seen, change=change)
    if gesture.kind not in ("", seen.kind):
        return replace(gesture, change=change)
    filled = {
        name: getattr(gesture, name) or getattr(seen, name)
        for name in ("kind", "actor", "way", "hits", "card", "source", "goal")
    }
    return replace(gesture, **filled, change=change)


def ending(last: Motion | None) -> Motion:
    """Return the last motion of a game: its end, unless the event has a motion of its own."""
    if last is None:
        return Motion("end")
    return replace(last, kind="end") if last.kind in ("state", "pass") else last


def change_between(was: Layout, now: Layout) -> Change | None:
    """Return the changes of pieces, zones and tracks; None if there are none."""
    gone, pieces = _renewed(was.pieces, now.pieces)
    left, order = _rearranged(was.zones, now.zones)
    change = Change(
        pieces=pieces,
        gone=gone + left,
        zones=_altered(was.zones, now.zones),
        order=order,
        tracks=() if was.tracks == now.tracks else now.tracks,
        turn=None if was.turn == now.turn else now.turn,
    )
    return None if change == _NOTHING else change


_NOTHING = Change()


def _altered(was: Iterable[Part], now: Iterable[Part]) -> tuple[Part, ...]:
    before = {part.id: part for part in was}
    return tuple([part for part in now if before.get(part.id) != part])


def _renewed(
    was: Sequence[Piece], now: Sequence[Piece]
) -> tuple[tuple[str, ...], tuple[Piece, ...]]:
    """Return removed pieces, and new or changed ones; new ones come after all others.

    If a game puts a new piece between others, all are removed and added again.
    """
    if was == now:
        return (), ()
    there = {piece.id: None for piece in now}
    stay = [piece.id for piece in was if piece.id in there]
    if [*there][: len(stay)] != stay:
        return tuple(piece.id for piece in was), tuple(now)
    return tuple(piece.id for piece in was if piece.id not in there), _altered(was, now)


def _rearranged(
    was: Sequence[Zone], now: Sequence[Zone]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return removed zones, and the order of all if new ones are not simply last."""
    old, new = [zone.id for zone in was], [zone.id for zone in now]
    if old == new:
        return (), ()
    there = dict.fromkeys(new)
    expected = dict.fromkeys([*(name for name in old if name in there), *new])
    gone = tuple([name for name in old if name not in there])
    return gone, () if [*expected] == new else tuple(new)


def _sights(was: Layout, now: Layout, change: Change) -> Iterator[Motion]:
    """Return what can be seen of a change, the most important first."""
    before = {piece.id: piece for piece in was.pieces}
    pairs = [(before[piece.id], piece) for piece in change.pieces if piece.id in before]
    lay: Lying
    lies: Lying
    lay, lies = ({}, {}) if was.zones == now.zones else (_lying(was.zones), _lying(now.zones))
    held = [(lay[name][1], lies[name][1]) for name in lies if name in lay]
    gone = [name for name in change.gone if name in before]
    lost = [*_fallen(pairs, gone), *_broken(lay, lies)]
    if lost:
        yield _with_card(Motion("destroyed", hits=tuple(lost)), was, now, lay, lies)
    amounts = [*_amounts(pairs), *_amounts(held)]
    yield from _hits(amounts)
    yield from _arrivals(before, change.pieces, pairs)
    yield from _moves(pairs)
    if change.turn is not None:
        yield Motion("pass")
    if amounts:
        yield Motion("mend", hits=tuple(amounts))
    card = _with_card(Motion("card"), was, now, lay, lies)
    if card.source or card.goal:
        yield card
    yield from _turns(pairs)
    yield Motion("state", hits=(*_states(pairs), *_states(held)))


def _hits(amounts: Iterable[Impact]) -> Iterator[Motion]:
    losses = [hit for hit in amounts if hit.amount < 0]
    if losses:
        yield Motion("hit", hits=tuple(losses))


def _arrivals(
    before: Mapping[str, Piece], pieces: Iterable[Piece], pairs: Iterable[tuple[Piece, Piece]]
) -> Iterator[Motion]:
    new = [piece for piece in pieces if piece.id not in before and piece.at is not None]
    new += [piece for old, piece in pairs if old.at is None and piece.at is not None]
    if new:
        yield Motion("appear", actor=new[0].id, hits=tuple([Impact(piece.id) for piece in new]))


def _moves(pairs: Iterable[tuple[Piece, Piece]]) -> Iterator[Motion]:
    for old, piece in pairs:
        if old.at is not None and piece.at is not None and old.at != piece.at:
            yield Motion("move", actor=piece.id, way=(old.at, piece.at))


def _turns(pairs: Iterable[tuple[Piece, Piece]]) -> Iterator[Motion]:
    for old, piece in pairs:
        if old.facing is not None and piece.facing is not None and old.facing != piece.facing:
            yield Motion("turn", actor=piece.id)


Lying = dict[str, tuple[str, Held]]
"""Every card in a zone by its id: the zone, and the card's state there."""


def _lying(zones: Iterable[Zone]) -> Lying:
    return {held.id: (zone.id, held) for zone in zones for held in zone.cards}


def _fallen(pairs: Iterable[tuple[Piece, Piece]], gone: Iterable[str]) -> Iterator[Impact]:
    """Yield pieces that are out of the game now."""
    for old, piece in pairs:
        left = old.at is not None and piece.at is None
        down = piece.bar.now - old.bar.now
        if piece.is_gone and (left or (not old.is_gone and down >= 0)):
            yield Impact(piece.id, min(0, down), piece.bar.name, piece.fate or "destroyed")
    for name in gone:
        yield Impact(name, fate="destroyed")


def _broken(lay: Lying, lies: Lying) -> Iterator[Impact]:
    """Yield cards that lost their bar or left all zones."""
    for name, (_, held) in lay.items():
        if held.bar is not None and (name not in lies or lies[name][1].bar is None):
            yield Impact(name, fate="destroyed")


def _amounts(
    pairs: Iterable[tuple[Piece, Piece]] | Iterable[tuple[Held, Held]],
) -> Iterator[Impact]:
    """Yield the change of each main bar; other bars mostly change by spending.

    A change of the maximum is no loss or gain.
    """
    for old, new in pairs:
        was, now = old.bar, new.bar
        if was is None or now is None:
            continue
        amount = (now.now - was.now) - (now.most - was.most)
        if amount:
            fate = "destroyed" if isinstance(new, Piece) and new.is_gone else ""
            yield Impact(new.id, amount, now.name, fate)


def _states(pairs: Iterable[tuple[Piece, Piece]] | Iterable[tuple[Held, Held]]) -> Iterator[Impact]:
    """Yield badges that are new."""
    for old, new in pairs:
        for badge in _fresh(old.badges, new.badges):
            yield Impact(new.id, fate=badge.text)


def _fresh(old: Sequence[Badge], new: Sequence[Badge]) -> list[Badge]:
    return [] if old == new else [badge for badge in new if badge not in old]


def _with_card(motion: Motion, was: Layout, now: Layout, lay: Lying, lies: Lying) -> Motion:
    """Return the motion with the card that moved between zones; several cards become its hits.

    For a face-down card only the zones are shown.
    """
    if was.zones == now.zones:
        return motion
    source, goal, moved = _route(was, now, lay, lies)
    return replace(
        motion,
        card=moved[0] if len(moved) == 1 else "",
        hits=motion.hits or tuple([Impact(name) for name in moved] if len(moved) > 1 else ()),
        source=source,
        goal=goal,
    )


def _route(was: Layout, now: Layout, lay: Lying, lies: Lying) -> tuple[str, str, list[str]]:
    """Return the zone that cards left, the zone they reached, and the known cards among them."""
    moved = [name for name in lies if name in lay and lay[name][0] != lies[name][0]]
    if moved:
        return lay[moved[0]][0], lies[moved[0]][0], moved
    shown = [name for name in lies if name not in lay]
    source, goal = _by_counts(_counts(was.zones), _counts(now.zones))
    if not source and not goal and shown:  # turned face up where it lies
        source = goal = lies[shown[0]][0]
    return source, goal, [name for name in shown if lies[name][0] == goal]


def _by_counts(had: Mapping[str, int], has: Mapping[str, int]) -> tuple[str, str]:
    """Return the first zone with fewer cards than before, and the first one with more."""
    names = dict.fromkeys([*had, *has])
    grown = {name: has.get(name, 0) - had.get(name, 0) for name in names}
    source = next((name for name, more in grown.items() if more < 0), "")
    return source, next((name for name, more in grown.items() if more > 0), "")


def _counts(zones: Iterable[Zone]) -> dict[str, int]:
    return {zone.id: max(zone.count, len(zone.cards)) for zone in zones}


def faces_in(lines: Iterable[LogLine]) -> Iterator[str]:
    """Return the open cards in a change, by the ids of their faces."""
    for line in lines:
        change = None if line.motion is None else line.motion.change
        for zone in () if change is None else change.zones:
            for held in zone.cards:
                if held.card:
                    yield held.card


def without_change(line: LogLine) -> LogLine:
    """Return an old line without its change, which is no longer animated."""
    if line.motion is None or line.motion.change is None:
        return line
    return replace(line, motion=replace(line.motion, change=None))
