"""The events of a roll: dice gathered, read and nullified, symbols spent and gained."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.aristeia.effects.effect_card import Colour
from gattai.games.aristeia.roll.symbols import (
    Symbols,
    in_words,
    minus,
    plus,
    without_critical_block,
)
from gattai.games.aristeia.state import CharacterId, Rolling, Side, State
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


def _rolling(state: State) -> Rolling:
    assert state.rolling is not None, "no roll is being made"
    return state.rolling


def _with_side(state: State, number: int, side: Side) -> State:
    rolling = _rolling(state)
    sides = (*rolling.sides[:number], side, *rolling.sides[number + 1 :])
    return replace(state, rolling=replace(rolling, sides=sides))


class RollBegan(Event, frozen=True, kw_only=True):
    """A roll was called for."""

    heads = True

    rolling: Rolling

    def after(self, state: State) -> State:
        """The pools are ready; dice kept for the next roll of the active Character are used up."""
        return replace(state, rolling=self.rolling, extra=())

    def describe(self, state: State) -> str:
        pools = [
            f"{state.word(side.who)} with " + (" ".join((*side.dice, *side.printed)) or "nothing")
            for side in self.rolling.sides
        ]
        return f"{self.rolling.action}: {' against '.join(pools)}"

    def actor(self, before: State) -> Seat | None:
        return before.seat_of(self.rolling.sides[0].who)


class DiceAdded(Event, frozen=True, kw_only=True):
    """Dice were added to a pool, or one replaced another."""

    side: int
    who: CharacterId
    dice: tuple[Colour, ...]
    why: str

    def after(self, state: State) -> State:
        side = _rolling(state).sides[self.side]
        return _with_side(state, self.side, replace(side, dice=self.dice))

    def describe(self, state: State) -> str:
        return f"{state.word(self.who)} rolls {' '.join(self.dice)} ({self.why})"


class RollWon(Event, frozen=True, kw_only=True):
    """The roll counts as won without dice."""

    template = "{who} needs no roll ({why})"

    who: CharacterId
    why: str

    def after(self, state: State) -> State:
        return replace(state, rolling=replace(_rolling(state), is_won=True))


class DiceRead(Event, frozen=True, kw_only=True):
    """The symbols of a side were read."""

    template = "{who} shows {symbols}"

    side: int
    who: CharacterId
    symbols: Symbols
    faces: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        side = _rolling(state).sides[self.side]
        return _with_side(state, self.side, replace(side, symbols=self.symbols, faces=self.faces))


class DieNullified(Event, frozen=True, kw_only=True):
    """ARISTEIA.ROLL.CRITICAL-BLOCK: a Critical Block nullified a whole die of the other side."""

    template = "{who} nullifies a die of {whose}: {face}"

    by: int
    who: CharacterId
    whose: CharacterId
    face: str
    lost: Symbols
    paid: Symbols

    def after(self, state: State) -> State:
        """Both the die and the Critical Block are removed."""
        mine, theirs = _rolling(state).sides[self.by], _rolling(state).sides[1 - self.by]
        faces = [*theirs.faces]
        faces.remove(self.face)
        state = _with_side(
            state,
            1 - self.by,
            replace(theirs, symbols=minus(theirs.symbols, self.lost), faces=tuple(faces)),
        )
        own = without_critical_block(mine.faces)
        left = minus(mine.symbols, self.paid)
        return _with_side(state, self.by, replace(mine, symbols=left, faces=own))


class SwitchActivated(Event, frozen=True, kw_only=True):
    """ARISTEIA.SWITCH.PAY: symbols were spent on a Switch."""

    side: int
    who: CharacterId
    paid: Symbols
    times: int
    what: str

    def after(self, state: State) -> State:
        """They are spent, and the single dice no longer matter."""
        side = _rolling(state).sides[self.side]
        left = minus(side.symbols, self.paid)
        return _with_side(state, self.side, replace(side, symbols=left, faces=()))

    def describe(self, state: State) -> str:
        often = f" {self.times} times" if self.times > 1 else ""
        return f"{state.word(self.who)} spends {in_words(self.paid)}: {self.what}{often}"


class SymbolsAdded(Event, frozen=True, kw_only=True):
    """Symbols were added to a result without a die."""

    template = "{who} adds {symbols}"

    side: int
    who: CharacterId
    symbols: Symbols

    def after(self, state: State) -> State:
        """They count from now on (AMB.SWITCH-ADDED-SYMBOL)."""
        side = _rolling(state).sides[self.side]
        symbols = plus(side.symbols, self.symbols)
        return _with_side(state, self.side, replace(side, symbols=symbols))


class SymbolNullified(Event, frozen=True, kw_only=True):
    """A symbol was removed from a result."""

    template = "{who} loses {lost}"

    side: int
    who: CharacterId
    lost: Symbols

    def after(self, state: State) -> State:
        side = _rolling(state).sides[self.side]
        symbols = minus(side.symbols, self.lost)
        return _with_side(state, self.side, replace(side, symbols=symbols))


class SkillUsed(Event, frozen=True, kw_only=True):
    """ARISTEIA.SKILL.AUTOMATIC: an Automatic Skill was used; once each time its moment occurs."""

    who: CharacterId
    skill: str

    def after(self, state: State) -> State:
        if state.rolling is None:
            return state
        used = (*state.rolling.used, (self.who, self.skill))
        return replace(state, rolling=replace(state.rolling, used=used))

    def describe(self, state: State) -> str:
        who = state.characters[self.who]
        names = [skill.name for skill in who.card.skills if skill.id == self.skill]
        return f"{who.name} uses {names[0] if names else self.skill}"


class RerollGranted(Event, frozen=True, kw_only=True):
    """A side may reroll any of its dice."""

    template = "{who} may roll again"

    side: int
    who: CharacterId

    def after(self, state: State) -> State:
        rolling = _rolling(state)
        return replace(state, rolling=replace(rolling, again=(*rolling.again, self.side)))


class RepeatEarned(Event, frozen=True, kw_only=True):
    """The Attack will be performed once more when it is over."""

    template = "{who} may attack once more"

    who: CharacterId
    other_target: bool

    def after(self, state: State) -> State:
        rolling = _rolling(state)
        changed = replace(
            rolling,
            repeats=rolling.repeats + 1,
            other_target=rolling.other_target or self.other_target,
        )
        return replace(state, rolling=changed)


class StoodFirmInRoll(Event, frozen=True, kw_only=True):
    """A Character cannot be Displaced by this roll."""

    template = "{who} cannot be Displaced by this roll"

    who: CharacterId

    def after(self, state: State) -> State:
        rolling = _rolling(state)
        return replace(state, rolling=replace(rolling, firm=(*rolling.firm, self.who)))


class RollEnded(Event, frozen=True, kw_only=True):
    """The roll ended with a number of successes for each side."""

    explains = frozenset({"counted"})

    who: tuple[CharacterId, ...]
    left: tuple[int, ...]
    """The decisive numbers; for a Disengage Roll only whether it was won."""
    counted: tuple[int, ...] = ()
    """The actual successes of each side, if `left` does not contain them."""

    def after(self, state: State) -> State:
        return replace(state, rolling=None)

    def describe(self, state: State) -> str:
        sides = zip(self.who, self.counted or self.left, strict=True)
        return "successes left: " + ", ".join(f"{state.word(w)} {many}" for w, many in sides)

    def actor(self, before: State) -> Seat | None:
        return before.seat_of(self.who[0])

    def describe_change(self, before: State, after: State) -> str:
        """Empty for a roll without dice."""
        if before.rolling is not None and before.rolling.is_won:
            return f"{after.word(self.who[0])} has won without a roll"
        return self.describe(after)


ROLL_EVENTS = (
    RollBegan,
    DiceAdded,
    RollWon,
    DiceRead,
    DieNullified,
    SwitchActivated,
    SymbolsAdded,
    SymbolNullified,
    SkillUsed,
    RerollGranted,
    RepeatEarned,
    StoodFirmInRoll,
    RollEnded,
)
