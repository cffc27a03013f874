"""Effects on the dice and symbols of the current roll, and of the next one."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from gattai.games.aristeia.effects.effect import Effect
from gattai.games.aristeia.effects.effect_card import Colour, Symbol
from gattai.games.aristeia.effects.source import EffectSource, apart
from gattai.games.aristeia.effects.wording import NOBODY, SYMBOLS, Cast, symbols_in_words
from gattai.games.aristeia.events.play import ActionDenied, DicePromised, RequirementWaived
from gattai.games.aristeia.events.roll import (
    DiceAdded,
    RepeatEarned,
    RerollGranted,
    RollWon,
    SymbolNullified,
    SymbolsAdded,
)
from gattai.games.aristeia.roll.pools import limited
from gattai.games.aristeia.roll.symbols import B, S, Symbols, count
from gattai.games.aristeia.state import CharacterId, State
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import Table

_ONE: dict[str, Symbols] = {name: count((name,)) for name in ("S", "B")}


def _who(state: State, number: int) -> CharacterId:
    """Return the Character of a side of the roll."""
    assert state.rolling is not None
    return state.rolling.sides[number].who


class AddDice(Effect, frozen=True, tag="add-dice", cache_hash=True):
    """Add dice to the roll about to be made, at most three of a colour (ARISTEIA.ROLL.MAX-THREE).

    `next_roll`: the active Character's next roll in this Activation. `ally_within`: an attacked
    ally within this distance rolls them instead of the owner.
    """

    dice: tuple[Colour, ...]
    """The dice to add, by colour."""
    next_roll: bool = False
    """Whether they are added to the next roll of the active Character in this Activation."""
    ally_within: Annotated[int, Meta(ge=0, le=40)] = 0
    """An attacked ally within this distance rolls them instead of the owner."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"add {', '.join(self.dice)} to the {'next ' if self.next_roll else ''}roll"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only while the own side rolls; always for the next roll."""
        if self.next_roll:
            return state.active is not None
        return source.side_in(state) is not None

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        """ARISTEIA.ROLL.MAX-THREE: a fourth die of a colour is left out (AMB.MAX-THREE-EXTRA)."""
        if self.next_roll:
            table.emit(DicePromised(rule="ARISTEIA.TACTIC.TIMING", dice=self.dice))
        else:
            number = source.side_in(table.state)
            rolling = table.state.rolling
            assert number is not None and rolling is not None
            dice = limited((*rolling.sides[number].dice, *self.dice))
            rule = "ARISTEIA.ROLL.MAX-THREE"
            who = rolling.sides[number].who
            table.emit(DiceAdded(rule=rule, side=number, who=who, dice=dice, why=source.name))
        yield from ()

    def ally_reach(self) -> int:
        return self.ally_within


class AddSymbols(Effect, frozen=True, tag="add-symbols", cache_hash=True):
    """Add symbols to the own result, without dice (ARISTEIA.CHAR.MUSHASHI-SWITCH,
    ARISTEIA.CHAR.DEAD-MANS-HAND).
    """

    symbols: tuple[Symbol, ...]
    """The symbols to add."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        """>>> AddSymbols(("S",)).in_words()
        'add 1 success'
        """
        return f"add {symbols_in_words([self.symbols.count(name) for name in SYMBOLS])}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only while the own side rolls."""
        return source.side_in(state) is not None

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        """ARISTEIA.SWITCH.IMMEDIATE: they can pay for another Switch at once."""
        number = source.side_in(table.state)
        assert number is not None
        rule, symbols = "ARISTEIA.SWITCH.IMMEDIATE", count(self.symbols)
        who = _who(table.state, number)
        table.emit(SymbolsAdded(rule=rule, side=number, who=who, symbols=symbols))
        yield from ()

    def exchanges(self) -> tuple[tuple[Symbol, ...], tuple[Symbol, ...]]:
        return self.symbols, ()


class Nullify(Effect, frozen=True, tag="nullify", cache_hash=True):
    """Remove one such symbol from the other's result; never a critical (ARISTEIA.CHAR.LUNAH-SWITCH)."""

    symbol: Literal["S", "B"]
    """The symbol to remove."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        """>>> Nullify("B").in_words(), Nullify("B").in_words(Cast("Lunah", "Gata"))
        ('take away 1 block of the other', 'take away 1 block of Gata')
        """
        return f"take away 1 {SYMBOLS[self.symbol]} of {cast.rival}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only if the other side has such a symbol."""
        number = source.side_in(state)
        if number is None or state.rolling is None or len(state.rolling.sides) < 2:
            return False
        return state.rolling.sides[1 - number].symbols[B if self.symbol == "B" else S] > 0

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        number = source.side_in(table.state)
        assert number is not None
        rule, lost = "ARISTEIA.CHAR.LUNAH-SWITCH", _ONE[self.symbol]
        loser = _who(table.state, 1 - number)
        table.emit(SymbolNullified(rule=rule, side=1 - number, who=loser, lost=lost))
        yield from ()

    def exchanges(self) -> tuple[tuple[Symbol, ...], tuple[Symbol, ...]]:
        return (), (self.symbol,)


class Reroll(Effect, frozen=True, tag="reroll", cache_hash=True):
    """Reroll any of the own dice of this roll; the player chooses among the dice on the table."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "throw dice again"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only if the own side rolled any."""
        number = source.side_in(state)
        return (
            number is not None
            and state.rolling is not None
            and bool(state.rolling.sides[number].dice)
        )

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        number = source.side_in(table.state)
        assert number is not None
        rule, who = "ARISTEIA.TACTIC.TIMING", _who(table.state, number)
        table.emit(RerollGranted(rule=rule, side=number, who=who))
        yield from ()


class Repeat(Effect, frozen=True, tag="repeat", cache_hash=True):
    """Perform this Attack once more for no Action Points when it is over.

    Its requirements must be met again; with `other_target` the Target must be another one.
    """

    other_target: bool = False
    """Whether the Target must be another one."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "attack once more" + (", somebody else" if self.other_target else "")

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only in an Attack of the own Character."""
        return state.rolling is not None and state.rolling.kind == "attack"

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        rule, who = "ARISTEIA.ACTION.REPEAT", _who(table.state, 0)
        table.emit(RepeatEarned(rule=rule, who=who, other_target=self.other_target))
        yield from ()


class Waive(Effect, frozen=True, tag="waive", cache_hash=True):
    """ARISTEIA.PRIORITY.RULES: the next Attack of `self` in this Activation may ignore one of its
    requirements.
    """

    what: Literal["minimum-range", "sight"]
    """The requirement that may be ignored."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"the next Attack needs no {self.what.replace('-', ' ')}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only in the Activation of its Character, once for each requirement."""
        return state.active == source.owner and self.what not in state.waived

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        table.emit(RequirementWaived(rule="ARISTEIA.PRIORITY.RULES", what=self.what))
        yield from ()


class WinDisengage(Effect, frozen=True, tag="win-disengage", cache_hash=True):
    """The Disengage Roll counts as won without dice."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "the Disengage Roll is won"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only while a Disengage Roll is about to be made."""
        return state.rolling is not None and state.rolling.kind == "disengage"

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        who = _who(table.state, 0)
        table.emit(RollWon(rule="ARISTEIA.PRIORITY.RULES", who=who, why=source.name))
        yield from ()


class CancelAction(Effect, frozen=True, tag="cancel-action", cache_hash=True):
    """An enemy's Action (not an Attack) near `self` fails; its price stays paid."""

    within: Annotated[int, Meta(ge=0, le=40)]
    """The highest distance to the enemy in spaces."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "the Action fails"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only if its Character is near enough to the performing Character."""
        declared = state.declared
        if declared is None or declared.action.kind == "attack" or declared.is_denied:
            return False
        near = apart(state, source.owner, declared.actor)
        return near is not None and near <= self.within

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        table.emit(ActionDenied(rule="ARISTEIA.TACTIC.TIMING", why=source.name))
        yield from ()


class IgnoreCover(Effect, frozen=True, tag="ignore-cover", cache_hash=True):
    """ARISTEIA.CHAR.MARKSMANSHIP: in Attacks of `self` the Target gets no die for Cover. It always
    applies.
    """

    ignores_cover: ClassVar[bool] = True

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "the Target gets no die for Cover"

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        yield from ()


class SwapCoverDie(Effect, frozen=True, tag="swap-cover-die", cache_hash=True):
    """ARISTEIA.CHAR.VETERAN-SNIPER: if `self` has Cover it may roll this die instead of the one for
    Cover.
    """

    die: Colour
    """The colour of the die."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"with Cover, roll {self.die} instead of black"

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        """Nothing: `roll.pools` applies it."""
        yield from ()

    def cover_die(self) -> Colour:
        return self.die
