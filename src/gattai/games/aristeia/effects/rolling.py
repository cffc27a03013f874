"""Dice and symbols of the roll that is being made, and what waits for the next one."""

from __future__ import annotations

from gattai.games.aristeia.effects.cards import (
    AddDice,
    AddSymbols,
    CancelAction,
    IgnoreCover,
    Nullify,
    Repeat,
    Reroll,
    SwapCoverDie,
    Waive,
    WinDisengage,
)
from gattai.games.aristeia.effects.kinds import Kind, kind_of
from gattai.games.aristeia.effects.source import Source, apart
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
    """The Character of a side of the roll."""
    assert state.rolling is not None
    return state.rolling.sides[number].who


@kind_of(AddDice)
class AddingDice(Kind[AddDice]):
    """More dice for this roll, or for the active Character's next one."""

    def is_possible(self, state: State, source: Source, effect: AddDice) -> bool:
        """While the own side rolls; for the next roll always."""
        if effect.next_roll:
            return state.active is not None
        return source.side_in(state) is not None

    def perform(self, table: Table[State], source: Source, effect: AddDice) -> Steps[None]:
        """ARISTEIA.ROLL.MAX-THREE: a fourth die of a colour is left out (AMB.MAX-THREE-EXTRA)."""
        if effect.next_roll:
            table.happens(DicePromised(rule="ARISTEIA.TACTIC.TIMING", dice=effect.dice))
        else:
            number = source.side_in(table.state)
            rolling = table.state.rolling
            assert number is not None and rolling is not None
            dice = limited((*rolling.sides[number].dice, *effect.dice))
            rule = "ARISTEIA.ROLL.MAX-THREE"
            who = rolling.sides[number].who
            table.happens(DiceAdded(rule=rule, side=number, who=who, dice=dice, why=source.name))
        yield from ()


@kind_of(AddSymbols)
class AddingSymbols(Kind[AddSymbols]):
    """ARISTEIA.CHAR.MUSHASHI-SWITCH, ARISTEIA.CHAR.DEAD-MANS-HAND: symbols for the own result."""

    def is_possible(self, state: State, source: Source, effect: AddSymbols) -> bool:
        """While the own side rolls."""
        return source.side_in(state) is not None

    def perform(self, table: Table[State], source: Source, effect: AddSymbols) -> Steps[None]:
        """ARISTEIA.SWITCH.IMMEDIATE: they may pay for another Switch already."""
        number = source.side_in(table.state)
        assert number is not None
        rule, symbols = "ARISTEIA.SWITCH.IMMEDIATE", count(effect.symbols)
        who = _who(table.state, number)
        table.happens(SymbolsAdded(rule=rule, side=number, who=who, symbols=symbols))
        yield from ()


@kind_of(Nullify)
class Nullifying(Kind[Nullify]):
    """ARISTEIA.CHAR.LUNAH-SWITCH: a symbol of the other's result is gone; a critical is not."""

    def is_possible(self, state: State, source: Source, effect: Nullify) -> bool:
        """If the other shows such a symbol."""
        number = source.side_in(state)
        if number is None or state.rolling is None or len(state.rolling.sides) < 2:
            return False
        return state.rolling.sides[1 - number].symbols[B if effect.symbol == "B" else S] > 0

    def perform(self, table: Table[State], source: Source, effect: Nullify) -> Steps[None]:
        """Take it out."""
        number = source.side_in(table.state)
        assert number is not None
        rule, lost = "ARISTEIA.CHAR.LUNAH-SWITCH", _ONE[effect.symbol]
        loser = _who(table.state, 1 - number)
        table.happens(SymbolNullified(rule=rule, side=1 - number, who=loser, lost=lost))
        yield from ()


@kind_of(Reroll)
class Rerolling(Kind[Reroll]):
    """Any of the own dice, once more; which, is asked where the dice lie."""

    def is_possible(self, state: State, source: Source, effect: Reroll) -> bool:
        """If the own side threw any."""
        number = source.side_in(state)
        return (
            number is not None
            and state.rolling is not None
            and bool(state.rolling.sides[number].dice)
        )

    def perform(self, table: Table[State], source: Source, effect: Reroll) -> Steps[None]:
        """Granted."""
        number = source.side_in(table.state)
        assert number is not None
        rule, who = "ARISTEIA.TACTIC.TIMING", _who(table.state, number)
        table.happens(RerollGranted(rule=rule, side=number, who=who))
        yield from ()


@kind_of(Repeat)
class Repeating(Kind[Repeat]):
    """The Attack once more, when it is over."""

    def is_possible(self, state: State, source: Source, effect: Repeat) -> bool:
        """In an Attack of the own Character."""
        return state.rolling is not None and state.rolling.kind == "attack"

    def perform(self, table: Table[State], source: Source, effect: Repeat) -> Steps[None]:
        """Remembered until then."""
        rule, who = "ARISTEIA.ACTION.REPEAT", _who(table.state, 0)
        table.happens(RepeatEarned(rule=rule, who=who, other_target=effect.other_target))
        yield from ()


@kind_of(Waive)
class Waiving(Kind[Waive]):
    """ARISTEIA.PRIORITY.RULES: the next Attack need not keep a requirement."""

    def is_possible(self, state: State, source: Source, effect: Waive) -> bool:
        """In the Activation of its Character, once for each requirement."""
        return state.active == source.owner and effect.what not in state.waived

    def perform(self, table: Table[State], source: Source, effect: Waive) -> Steps[None]:
        """Remembered until the next Attack."""
        table.happens(RequirementWaived(rule="ARISTEIA.PRIORITY.RULES", what=effect.what))
        yield from ()


@kind_of(WinDisengage)
class WinningDisengage(Kind[WinDisengage]):
    """The Disengage Roll is won without dice."""

    def is_possible(self, state: State, source: Source, effect: WinDisengage) -> bool:
        """While one is about to be made."""
        return state.rolling is not None and state.rolling.kind == "disengage"

    def perform(self, table: Table[State], source: Source, effect: WinDisengage) -> Steps[None]:
        """Nobody throws."""
        who = _who(table.state, 0)
        table.happens(RollWon(rule="ARISTEIA.PRIORITY.RULES", who=who, why=source.name))
        yield from ()


@kind_of(CancelAction)
class Denying(Kind[CancelAction]):
    """An enemy's Action that is no Attack fails."""

    def is_possible(self, state: State, source: Source, effect: CancelAction) -> bool:
        """If its Character is near enough to whoever performs the Action."""
        declared = state.declared
        if declared is None or declared.action.kind == "attack" or declared.is_denied:
            return False
        near = apart(state, source.owner, declared.actor)
        return near is not None and near <= effect.within

    def perform(self, table: Table[State], source: Source, effect: CancelAction) -> Steps[None]:
        """Its price stays paid."""
        table.happens(ActionDenied(rule="ARISTEIA.TACTIC.TIMING", why=source.name))
        yield from ()


@kind_of(IgnoreCover)
class IgnoringCover(Kind[IgnoreCover]):
    """ARISTEIA.CHAR.MARKSMANSHIP: looked up while the pools are gathered; there is nothing to do."""

    def perform(self, table: Table[State], source: Source, effect: IgnoreCover) -> Steps[None]:
        """It always applies."""
        yield from ()


@kind_of(SwapCoverDie)
class SwappingCoverDie(Kind[SwapCoverDie]):
    """ARISTEIA.CHAR.VETERAN-SNIPER: asked for while the pools are gathered."""

    def perform(self, table: Table[State], source: Source, effect: SwapCoverDie) -> Steps[None]:
        """The pool is changed where it is gathered."""
        yield from ()
