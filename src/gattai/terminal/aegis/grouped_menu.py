"""The options of a battle: hundreds at a time, so they are shown by unit and kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from gattai.games.aegis.attack import Use
from gattai.games.aegis.combining import Combine, price
from gattai.games.aegis.scene import MAKER
from gattai.games.aegis.state import State, UnitId
from gattai.kernel.position import happened, table_now
from gattai.kernel.words import tag_of
from gattai.scene.parts import Option
from gattai.tabletop.hexes import Hex, axial
from gattai.terminal.aegis.board import labels, leads_to
from gattai.terminal.aegis.laid_table import HELPFUL
from gattai.terminal.menu import Menu


class GroupedMenu(Menu):
    """A menu in which each unit has its own lines: hexes together, targets behind their Action.

    What names a unit comes first, unit by unit; then the rest; then, with higher numbers, all that
    leads to a hex, which nobody picks by number.
    """

    def arrange(self, options: Sequence[Any]) -> None:
        """Those that lead to a hex are the many."""
        hexes = [o for o in options if leads_to(o) is not None]
        rest = [o for o in options if leads_to(o) is None]
        if len(rest) == len(options) and not any(isinstance(o, Use | Combine) for o in options):
            super().arrange(options)
            return
        units = [o for o in rest if isinstance(o, Use | Combine)]
        state: State = table_now(self.rules, self.position)
        units.sort(key=lambda o: (o.unit, isinstance(o, Combine), *_preferred(state, o)))
        self.few = (*units, *(o for o in rest if not isinstance(o, Use | Combine)))
        for option in hexes:
            first = tag_of(type(option)) or ""
            self.many[first] = (*self.many.get(first, ()), option)

    def lines(self) -> Iterator[str]:
        """Unit by unit, what it can do."""
        if not any(isinstance(o, Use | Combine) or leads_to(o) is not None for o in self.options):
            yield from self._worded()
            return
        state: State = table_now(self.rules, self.position)
        named = labels(state)
        numbers = {id(option): number for number, option in enumerate(self.options, 1)}
        alike: dict[tuple[str, ...], list[str]] = {}
        for unit_id in sorted(dict.fromkeys(o.unit for o in self.options if _belongs(o))):
            own = [o for o in self.options if _belongs(o) and o.unit == unit_id]
            lines = tuple(self._unit_lines(state, named, own, numbers))
            alike.setdefault(lines, []).append(f"{named[unit_id]} {state.units[unit_id].name}")
        for lines, names in alike.items():
            yield ", ".join(names)
            yield from lines
        rest = [o for o in self.options if not _belongs(o)]
        yield from _hexes([o for o in rest if leads_to(o) is not None])
        for option in rest:
            if leads_to(option) is None:
                yield f"{numbers[id(option)]:>4}  {self.write(option)}"

    def _worded(self) -> Iterator[str]:
        """The few with what they come to and cost now, the many as everywhere."""
        plain = [*super().lines()]
        for line, option in zip(plain, self._shown(self.few), strict=False):
            price = f", {option.price}" if option.price else ""
            yield f"{line}  ({option.label}{price})" if option.label != option.text else line
        yield from plain[len(self.few) :]

    def _shown(self, options: Sequence[Any]) -> tuple[Option, ...]:
        state: State = table_now(self.rules, self.position)
        found = tuple(MAKER.option(state, self.write(option), option) for option in options)
        if self.position.is_settled:
            return found
        answers = [answer.value for answer in self.position.answers]
        return MAKER.in_context(state, happened(self.rules, self.position), answers, found)

    def _unit_lines(
        self, state: State, named: dict[UnitId, str], own: Sequence[Any], numbers: dict[int, int]
    ) -> Iterator[str]:
        """What one unit can do."""
        yield from self._uses(state, named, [o for o in own if isinstance(o, Use)], numbers)
        for option in (o for o in own if isinstance(o, Combine)):
            partner = state.units[option.partner].name
            cost = price(state, option.unit, option.partner)
            said = f"combine with {partner} into {option.into}, {cost} energy"
            yield f"{numbers[id(option)]:>4}  {said}"
        yield from _hexes([o for o in own if leads_to(o) is not None])

    def _uses(
        self,
        state: State,
        named: dict[UnitId, str],
        uses: Sequence[Use],
        numbers: dict[int, int],
    ) -> Iterator[str]:
        """One line for each Action, its targets behind it."""
        for name, group in groupby(uses, key=lambda use: use.action):
            same = [*group]
            (shown,) = self._shown(same[:1])
            dice = f", {shown.price}"
            if same[0].target is None:
                yield f"{numbers[id(same[0])]:>4}  {name}{dice}"
                same = same[1:]
            if same:
                yield self._targets(state, named, f"{name}{dice}", same, numbers)

    def _targets(
        self,
        state: State,
        named: dict[UnitId, str],
        what: str,
        uses: Sequence[Use],
        numbers: dict[int, int],
    ) -> str:
        """The targets of one Action: those it is meant for, then the others."""
        said: dict[bool, list[str]] = {True: [], False: []}
        for use in uses:
            assert use.target is not None
            shown = f"{numbers[id(use)]} {named[use.target]} {state.units[use.target].name}"
            said[_is_meant(state, use)].append(shown)
        number, _, whom = (said[True] or said[False])[0].partition(" ")
        if not said[True]:
            return f"{number:>4}  {what}: only on {', '.join([whom, *said[False][1:]])}"
        others = f"; possible too: {', '.join(said[False])}" if said[False] else ""
        return f"{number:>4}  {what}: on {', '.join([whom, *said[True][1:]])}{others}"


def _is_meant(state: State, use: Use) -> bool:
    """Whether the target is one that the Action is made for: a foe, or a friend if it helps."""
    action = state.units[use.unit].find_action(use.action)
    if action is None or use.target is None:
        return True
    same_side = state.units[use.target].seat == state.units[use.unit].seat
    return same_side == (action.type in HELPFUL)


def _preferred(state: State, option: Use | Combine) -> tuple[int, bool]:
    """In the order of the card, and of the targets those first that are meant."""
    if isinstance(option, Combine):
        return 0, False
    names = [action.name for action in state.units[option.unit].actions]
    place = names.index(option.action) if option.action in names else len(names)
    return place, not _is_meant(state, option)


def _belongs(option: Any) -> bool:
    """Whether an option is something that one unit does."""
    return isinstance(option, Use | Combine) or (
        leads_to(option) is not None and hasattr(option, "unit")
    )


def _hexes(options: Sequence[Any]) -> Iterator[str]:
    """The hexes of each kind of option, run by run."""
    by_kind: dict[str, list[Hex]] = {}
    for option in options:
        at = leads_to(option)
        if at is not None:
            by_kind.setdefault(tag_of(type(option)) or "", []).append(at)
    for kind, hexes in by_kind.items():
        count = f"{len(hexes)} hex{'es' * (len(hexes) != 1)}"
        yield f"      {kind} to {count}: {' '.join(runs(hexes))}"


def runs(hexes: Iterable[Hex]) -> Iterator[str]:
    """Hexes in few words: `-1..2,3` is q from -1 to 2 in row 3.

    >>> from gattai.tabletop.hexes import hex_at
    >>> list(runs([hex_at(2, 3), hex_at(0, 3), hex_at(1, 3), hex_at(-4, 1)]))
    ['-4,1', '0..2,3']
    """
    rows: dict[int, list[int]] = {}
    for at in hexes:
        q, r = axial(at)
        rows.setdefault(r, []).append(q)
    for r, columns in sorted(rows.items()):
        columns.sort()
        # In a run q grows as its place in the row does, so their difference stays the same.
        for _, run in groupby(enumerate(columns), key=lambda placed: placed[1] - placed[0]):
            qs = [q for _, q in run]
            yield f"{qs[0]},{r}" if len(qs) == 1 else f"{qs[0]}..{qs[-1]},{r}"
