"""Choosing an option step by step: who, what, where. The result is always an option of the question.

The menu is grouped: first a piece, then an action, then a target. Places are many, so
one line leads to the board. Players who know what they want type a few words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from gattai.scene.parts import Ask, Card, ListedOption, Piece, Scene
from gattai.terminal.client import words

LISTED = 6
"""More options of a kind than this share one line that opens."""
MAX_FOUND = 200


class Marks(msgspec.Struct, frozen=True):
    """Marks on the board: who acts, where it can go, its possible targets, the path."""

    actor: str | None = None
    cursor: str | None = None
    lit: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    way: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    reached: frozenset[str] = frozenset()


class MenuEntry(msgspec.Struct, frozen=True):
    """One line of the menu: an option, or a step towards one."""

    label: str
    note: str = ""
    option: ListedOption | None = None
    actor: str | None = None
    kind: str | None = None
    pick: str | None = None
    is_on_board: bool = False
    is_head: bool = False
    """A heading for the lines below it; it cannot be chosen."""


class ChoicePlan:
    """The choice in progress."""

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self.actor: str | None = None
        self.kind: str | None = None
        self.sought: str | None = None
        """The words typed to find an option; None if the search is closed."""
        self.picked: tuple[str, ...] = ()
        self.here: tuple[ListedOption, ...] = ()
        """Several options at one place, one of which must be chosen."""
        self.cursor: str | None = None
        self.room = LISTED
        """The number of options of a kind that are listed one by one."""
        self._number: tuple[int, int | None] = (-1, None)

    # State

    @property
    def ask(self) -> Ask | None:
        """Return the question, if it is for this viewer."""
        ask = self.scene.ask if self.scene else None
        return ask if ask is not None and ask.is_mine else None

    @property
    def options(self) -> tuple[ListedOption, ...]:
        """Return all options of the question."""
        return self.ask.options if self.ask else ()

    @property
    def actors(self) -> dict[str, list[ListedOption]]:
        """Return the pieces that can act, with their options."""
        found: dict[str, list[ListedOption]] = {}
        for option in self.options:
            if option.actor is not None:
                found.setdefault(option.actor, []).append(option)
        return found

    @property
    def allowed(self) -> list[ListedOption]:
        """Return the options for the chosen unit and action; options without a unit always fit."""
        return [
            option
            for option in self.options
            if option.actor in (None, self.actor) and self.kind in (None, option.kind)
        ]

    def piece(self, id: str | None) -> Piece | None:
        """Return a piece by its id."""
        pieces = self.scene.pieces if self.scene else ()
        return next((piece for piece in pieces if piece.id == id), None)

    def piece_at(self, cell: str | None) -> Piece | None:
        """Return the piece on a cell."""
        pieces = self.scene.pieces if self.scene else ()
        return next((piece for piece in pieces if cell is not None and piece.at == cell), None)

    def face(self, id: str | None) -> Card | None:
        """Return the face of a card in a zone; None if it is face down, or no card."""
        if self.scene is None:
            return None
        held = next((h for zone in self.scene.zones for h in zone.cards if h.id == id), None)
        return next((card for card in self.scene.cards if held and card.id == held.card), None)

    def name(self, id: str) -> str:
        """Return the name of a piece or of a card in a zone."""
        piece, face = self.piece(id), self.face(id)
        return piece.name if piece else face.title if face else id

    def at(self, cell: str | None) -> tuple[ListedOption, ...]:
        """Return the options for a place or for the unit there."""
        piece = self.piece_at(cell)
        found = tuple(
            option
            for option in self.allowed
            if (cell is not None and option.cell == cell)
            or (piece is not None and option.target == piece.id)
        )
        if self.selects(cell) and all(option.actor is not None for option in found):
            return ()
        return found

    def selects(self, cell: str | None) -> bool:
        """Whether pointing there selects another acting unit instead."""
        piece = self.piece_at(cell)
        return (
            piece is not None
            and piece.id != self.actor
            and piece.id in self.actors
            and self.kind is None
        )

    def marks(self) -> Marks:
        """Return the marks on the board."""
        return Marks(
            actor=self.actor,
            cursor=self.cursor,
            lit=frozenset(option.cell for option in self.allowed if option.cell),
            targets=frozenset(option.target for option in self.allowed if option.target),
        )

    # Changes

    def show(self, scene: Scene | None) -> bool:
        """Apply a new scene. Returns whether the question is new; then all but the unit is reset."""
        self.scene = scene
        cells = {cell.id for cell in scene.board.cells} if scene and scene.board else set()
        if self.cursor not in cells:
            self.cursor = None
        number = (scene.ask.number, scene.seat) if scene and scene.ask else (-1, None)
        if number == self._number:
            return False
        self._number = number
        before = self.actor
        self.forget()
        self.actor = self._first_actor(before)
        return True

    def forget(self) -> None:
        """Start the choice again."""
        self.actor = self.kind = self.sought = None
        self.picked = ()
        self.here = ()

    def _first_actor(self, before: str | None) -> str | None:
        """Return the acting unit: the one chosen before, the active one, the only one, or the next to deploy."""
        actors = self.actors
        if before in actors:
            return before
        for id in actors:
            piece = self.piece(id)
            if piece is not None and piece.is_active:
                return id
        to_be_placed = all(option.actor and option.cell for option in self.options) and all(
            piece.at is None for id in actors if (piece := self.piece(id)) is not None
        )
        return next(iter(actors), None) if len(actors) == 1 or to_be_placed else None

    def back(self) -> bool:
        """Go one step back; False if there is none."""
        if self.sought is not None:
            self.sought = None
        elif self.here:
            self.here = ()
        elif self.picked:
            self.picked = self.picked[:-1]
        elif self.kind is not None:
            self.kind = None
        elif self.actor is not None and len(self.actors) > 1:
            self.actor = None
        else:
            return False
        return True

    def take(self, entry: MenuEntry) -> ListedOption | None:
        """Follow a line of the menu; returns the option, if it was one."""
        if entry.option is not None:
            return entry.option
        if entry.pick is not None:
            self.picked = (*self.picked, entry.pick)
        elif entry.actor is not None:
            self.actor, self.kind = entry.actor, None
        elif entry.kind is not None:
            self.kind = entry.kind
        self.sought = None
        return None

    # Menu

    def entries(self) -> list[MenuEntry]:
        """Return the current lines of the menu."""
        if self.sought is not None:
            return self._found(self.sought)
        if self.here:
            return [self._line(option) for option in self.here]
        if self.kind is not None:
            of_kind = [option for option in self.allowed if option.kind == self.kind]
            return [*(self._picks(of_kind) or map(self._line, of_kind))]
        own = self.actors.get(self.actor or "", [])
        lines = [*self._groups(own)]
        if self.actor is None:
            lines = [
                MenuEntry(self.name(id), _summary(options), actor=id)
                for id, options in self.actors.items()
            ]
        nobodys = [option for option in self.options if option.actor is None]
        return [*lines, *self._groups(nobodys)]

    def _groups(self, options: Sequence[ListedOption]) -> Iterator[MenuEntry]:
        kinds: dict[str, list[ListedOption]] = {}
        for option in options:
            kinds.setdefault(option.kind, []).append(option)
        for kind, same in kinds.items():
            places = all(option.cell is not None for option in same)
            few = LISTED if places else max(LISTED, self.room)
            if len(same) <= few and not any(option.picks for option in same):
                yield from self._listed(kind, sorted(same, key=self._is_own))
            elif places:
                yield MenuEntry(
                    words.capital(kind),
                    words.lit(len(same)),
                    kind=kind,
                    is_on_board=self._has_board,
                )
            elif len(kinds) == 1 and len(options) == len(self.options):
                yield from self._picks(same) or map(self._line, same)  # there are no other options
            else:
                yield MenuEntry(words.capital(kind), words.ways(len(same)), kind=kind)

    def _listed(self, kind: str, same: Sequence[ListedOption]) -> Iterator[MenuEntry]:
        """Yield the lines of one kind: options that differ only in their targets share a heading."""
        targets = {option.target for option in same}
        prices = {option.price for option in same}
        if len(same) < 2 or None in targets or len(targets) < len(same) or len(prices) > 1:
            yield from map(self._line, same)
            return
        yield MenuEntry(words.capital(kind), same[0].price, is_head=True)
        for option in same:
            assert option.target is not None
            yield MenuEntry(self.name(option.target), "", option)

    @property
    def _has_board(self) -> bool:
        return self.scene is not None and self.scene.board is not None

    def _is_own(self, option: ListedOption) -> bool:
        """Whether the option targets one's own side; those come last."""
        piece = self.piece(option.target)
        return piece is not None and self.scene is not None and piece.owner == self.scene.seat

    def _picks(self, options: Sequence[ListedOption]) -> list[MenuEntry]:
        """Return lines to combine options for several cards card by card."""
        if not options or not all(option.picks for option in options):
            return []
        in_order = self.ask is not None and self.ask.in_order
        nexts: dict[str, MenuEntry] = {}
        done: list[MenuEntry] = []
        for option in options:
            rest = _rest(option.picks, self.picked, in_order=in_order)
            if rest == ():
                done.append(self._line(option))
            for id in (rest or ())[: 1 if in_order else None]:
                label = words.capital(self.name(id))
                nexts.setdefault(id, MenuEntry(label, f"pick {len(self.picked) + 1}", pick=id))
        return [*done, *nexts.values()]

    def _line(self, option: ListedOption) -> MenuEntry:
        return MenuEntry(words.capital(option.label), option.price, option)

    def _found(self, sought: str) -> list[MenuEntry]:
        """Return all options that contain all these words; whole words come first."""
        wanted = sought.casefold().split()
        found: list[tuple[bool, MenuEntry]] = []
        for option in self.options:
            who = self.name(option.actor) if option.actor else ""
            label = f"{who}: {option.label}" if who else words.capital(option.label)
            text = f"{label} {option.text} {option.kind}".casefold()
            if all(word in text for word in wanted):
                whole = all(any(t.startswith(word) for t in text.split()) for word in wanted)
                found.append((not whole, MenuEntry(label, option.price, option)))
        found.sort(key=lambda one: one[0])
        return [entry for _, entry in found[:MAX_FOUND]]


def _rest(
    picks: tuple[str, ...], picked: tuple[str, ...], *, in_order: bool
) -> tuple[str, ...] | None:
    """Return the remaining cards to pick; None if something else was picked."""
    if in_order:
        return picks[len(picked) :] if picks[: len(picked)] == picked else None
    left = list(picks)
    for id in picked:
        if id not in left:
            return None
        left.remove(id)
    return tuple(left)


def _summary(options: Sequence[ListedOption]) -> str:
    places = len({option.cell for option in options if option.cell})
    return words.can_do(places, sum(option.cell is None for option in options))
