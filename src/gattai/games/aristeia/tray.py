"""The dice tray of a roll: what the dice show, and what was cancelled and spent.

The rules read a roll as coarsely as they can. The tray is rebuilt from the events of the action,
die by die and symbol by symbol.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from gattai.games.aristeia.cards import BLANK
from gattai.games.aristeia.effects.wording import SYMBOLS, symbols_in_words
from gattai.games.aristeia.events.roll import (
    DiceAdded,
    DiceRead,
    DieNullified,
    RollBegan,
    RollEnded,
    SwitchActivated,
    SymbolNullified,
    SymbolsAdded,
)
from gattai.games.aristeia.roll.rolls import RollAgain, result_of, symbols_on
from gattai.games.aristeia.roll.symbols import NAMES, S, Symbols, minus, plus, successes
from gattai.games.aristeia.state import Rolling, Side, State
from gattai.kernel.dice import Face
from gattai.kernel.event import Event, Rolled
from gattai.kernel.question import Seat
from gattai.scene.maker import Tray
from gattai.scene.parts import DiceGroup, ThrownDie

PRINTED, ADDED, AGAIN = "printed", "added", "again"
BLOCKED, SPENT = "blocked", "spent"


class _Die(msgspec.Struct):
    """A die, or symbols without a die; with the fate of each symbol, and the reason."""

    kind: str
    face: str
    fates: list[str]
    why: list[str]
    mark: str = ""

    @classmethod
    def showing(cls, kind: str, face: str) -> _Die:
        return cls(kind, face, [""] * sum(symbols_on(face)), [])

    @property
    def symbols(self) -> tuple[str, ...]:
        found = symbols_on(self.face)
        return tuple(n for n, many in zip(NAMES, found, strict=True) for _ in range(many))

    def lose(self, place: int, fate: str, why: str) -> None:
        self.fates[place] = fate
        if why not in self.why:
            self.why.append(why)

    def goes(self, mark: str, why: str) -> None:
        """The whole die no longer counts."""
        self.mark, self.why = mark, [*self.why, why]
        self.fates = [fate or mark for fate in self.fates]


class _Half(msgspec.Struct):
    """One side's dice, and its current symbols."""

    side: Side
    dice: list[_Die] = []
    is_read: bool = False
    symbols: Symbols = (0, 0, 0, 0, 0)

    def throws(self, faces: Sequence[str], again: tuple[str, ...]) -> None:
        """Roll the dice; in a reroll, put aside the named ones."""
        for label in again:
            colour, _, face = label.partition(":")
            old = next(d for d in self.dice if (d.kind, d.face, d.mark) == (colour, face, ""))
            old.goes(AGAIN, "thrown again")
        colours = [*again] or [*self.side.dice]
        kinds = [label.partition(":")[0] for label in colours]
        in_order = [kind for kind in dict.fromkeys(kinds) for _ in range(kinds.count(kind))]
        self.dice += [_Die.showing(kind, face) for kind, face in zip(in_order, faces, strict=False)]

    def reads(self, symbols: Symbols) -> None:
        """Read the result; printed symbols are part of it."""
        if not self.is_read:
            self.dice += [_Die.showing(PRINTED, symbol) for symbol in self.side.printed]
        self.is_read, self.symbols = True, symbols

    def loses(self, lost: Symbols, fate: str, why: str) -> None:
        """Mark this many symbols as spent or cancelled, from the first dice that show them."""
        self.symbols = minus(self.symbols, lost)
        self.strikes(lost, fate, why)

    def strikes(self, lost: Symbols, fate: str, why: str) -> None:
        for name, many in zip(NAMES, lost, strict=True):
            places = [
                (die, place)
                for die in self.dice
                for place, symbol in enumerate(die.symbols)
                if symbol == name and not die.fates[place]
            ]
            for die, place in places[:many]:
                die.lose(place, fate, why)

    def loses_die(self, face: str) -> None:
        """Remove a whole die because of a Critical Block."""
        found = [die for die in self.dice if die.face == face and not die.mark]
        if found:
            found[0].goes(BLOCKED, "a Critical Block")
        self.symbols = minus(self.symbols, symbols_on(face))

    def adds(self, symbols: Symbols) -> None:
        """Add symbols without dice."""
        face = "".join(n for n, many in zip(NAMES, symbols, strict=True) for _ in range(many))
        self.dice.append(_Die.showing(ADDED, face))
        self.symbols = plus(self.symbols, symbols)


class _Story:
    """One roll, replayed from its events."""

    def __init__(self, view: State, rolling: Rolling) -> None:
        self.view = view
        self.rolling = rolling
        self.halves = [_Half(side, []) for side in rolling.sides]
        self.steps: list[tuple[str, str]] = []
        self.left: tuple[int, ...] | None = None

    def take(self, event: Event, again: list[RollAgain]) -> None:
        match event:
            case Rolled(by=by):
                self._thrown(event, by, again)
                return
            case DiceRead(side=number, symbols=symbols):
                self.halves[number].reads(symbols)
                return
            case DiceAdded(side=number, dice=dice):
                half = self.halves[number]
                half.side = msgspec.structs.replace(half.side, dice=dice)
            case DieNullified(by=number, face=face, paid=paid):
                self.halves[1 - number].loses_die(face)
                self.halves[number].loses(paid, SPENT, "nullifies a die")
            case SwitchActivated(side=number, paid=paid, what=what):
                self.halves[number].loses(paid, SPENT, what)
            case SymbolsAdded(side=number, symbols=symbols):
                self.halves[number].adds(symbols)
            case SymbolNullified(side=number, lost=lost):
                self.halves[number].loses(lost, BLOCKED, "nullified")
            case RollEnded(left=left, counted=counted):
                self._ended(counted or left)
                return
            case _:
                pass
        self.steps.append((event.describe(self.view), event.rule))

    def _thrown(self, event: Rolled, by: Seat | None, again: list[RollAgain]) -> None:
        half = next((half for half in self.halves if half.side.seat == by), None)
        if half is None or by is None or not event.faces.is_open:
            return
        picked = again.pop(0).dice if half.is_read and again else ()
        half.throws([str(face) for face in event.faces.open()], picked)

    def _ended(self, left: tuple[int, ...]) -> None:
        """ARISTEIA.ROLL.BLOCK: the successes left show how many the other's blocks cancelled."""
        self.left = left
        if len(self.halves) < 2:
            return
        for rest, mine, theirs in zip(left, self.halves, self.halves[::-1], strict=True):
            lost = successes(mine.symbols) - rest
            if lost:
                mine.strikes((lost, 0, 0, 0, 0), BLOCKED, f"a block of {self._name(theirs)}")
                what = f"{self._name(theirs)} blocks {lost} of {mine.symbols[S]} successes"
                self.steps.append((f"{what} of {self._name(mine)}", "ARISTEIA.ROLL.BLOCK"))

    def _name(self, half: _Half) -> str:
        return self.view.characters[half.side.who].name

    def tray(self) -> Tray:
        """The tray in its current state."""
        seen = [s for half in self.halves for die in half.dice for s in die.symbols]
        return Tray(
            title=self._title(),
            groups=tuple(self._group(half) for half in self.halves),
            steps=tuple(self.steps),
            result=self._result(),
            legend=tuple((name, SYMBOLS[name]) for name in NAMES if name in seen),
        )

    def _title(self) -> str:
        names = " against ".join(map(self._name, self.halves))
        declared = self.view.declared
        if len(self.halves) == 1 and declared is not None and declared.target is not None:
            names += f" on {self.view.characters[declared.target].name}"
        return f"{self.rolling.action}: {names}"

    def _group(self, half: _Half) -> DiceGroup:
        dice = half.dice
        total = symbols_in_words(half.symbols) if half.is_read else ""
        if not half.is_read and not dice:
            lying = [ThrownDie("not thrown yet", ("?",), kind=die) for die in half.side.dice]
            lying += [_lying(_Die.showing(PRINTED, symbol)) for symbol in half.side.printed]
            return DiceGroup(self._name(half), tuple(lying), half.side.seat)
        return DiceGroup(self._name(half), tuple(map(_lying, dice)), half.side.seat, total)

    def _result(self) -> str:
        """The result, or the result if no more symbols were spent."""
        left, so_far = self.left, ""
        if left is None:
            if not all(half.is_read for half in self.halves):
                return ""
            sides = [
                msgspec.structs.replace(half.side, symbols=half.symbols) for half in self.halves
            ]
            left = result_of(msgspec.structs.replace(self.rolling, sides=tuple(sides)))
            so_far = "As it stands: "
        names = [self._name(half) for half in self.halves]
        if self.rolling.kind == "attack":
            return f"{so_far}{left[0]} Damage to {names[1]}, {left[1]} to {names[0]}"
        if self.rolling.kind == "disengage":
            return f"{so_far}{names[0]} {'gets away' if left[0] else 'is held back'}"
        return f"{so_far}{names[0]} {'succeeds' if left[0] else 'has no success'}"


def _lying(die: _Die) -> ThrownDie:
    symbols = die.symbols
    fate = die.fates[0] if die.fates else ""
    mark = die.mark or (fate if all(each == fate for each in die.fates) else "")
    kept = [s for s, fate in zip(symbols, die.fates, strict=True) if not fate]
    return ThrownDie(
        face=", ".join(SYMBOLS[symbol] for symbol in symbols) or "blank",
        symbols=symbols or ("·",),
        counted="" if not kept else symbols_in_words(symbols_on("".join(kept))),
        mark=mark if symbols else "",
        by=", ".join(die.why),
        kind=die.kind,
        fates=tuple(die.fates),
    )


def tray_of(view: State, events: Iterable[Event], answers: Sequence[object]) -> Tray | None:
    """The last roll of the current action; None before there is any."""
    story: _Story | None = None
    again = [answer for answer in answers if isinstance(answer, RollAgain)]
    for event in events:
        if isinstance(event, RollBegan):
            story = _Story(view, event.rolling)
        elif story is not None and (story.left is None or _belongs(event)):
            story.take(event, again)
    return None if story is None else story.tray()


def _belongs(event: Event) -> bool:
    """The consequences of a roll belong to it; dice of other things do not."""
    return not isinstance(event, Rolled)


def faces_in_words(faces: Iterable[object]) -> tuple[str, ...]:
    """The symbols of each die in words; empty for a blank."""
    return tuple("" if face == BLANK else symbols_in_words(symbols_on(str(face))) for face in faces)


def symbols_of(face: Face) -> tuple[str, ...]:
    """The symbols of a face one by one.

    >>> symbols_of("SSX"), symbols_of("-")
    (('success', 'success', 'special'), ())
    """
    return tuple(SYMBOLS[symbol] for symbol in _Die.showing("", str(face)).symbols)
