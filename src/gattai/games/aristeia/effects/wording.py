"""Effects and symbols in words, for cards, buttons and dice. It says what a card does, never what a rule is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from gattai.games.aristeia.cards import StateCard
from gattai.games.aristeia.effects.cards import (
    AddDice,
    AddSymbols,
    CancelAction,
    CancelTactic,
    Displace,
    Draw,
    Gain,
    Harm,
    Heal,
    IgnoreCover,
    Impose,
    Nullify,
    Place,
    RemoveState,
    Repeat,
    Reroll,
    SpareState,
    StandFirm,
    SwapCoverDie,
    SwapOrder,
    Waive,
    WinDisengage,
)
from gattai.games.aristeia.roll.symbols import NAMES, Symbols, count

SYMBOLS: dict[str, str] = {
    "S": "success",
    "SC": "critical success",
    "B": "block",
    "BC": "critical block",
    "X": "special",
}


def symbols_in_words(symbols: Symbols) -> str:
    """How many of which, in words.

    >>> symbols_in_words((2, 1, 0, 0, 0)), symbols_in_words((0, 0, 0, 0, 0))
    ('2 successes, 1 critical success', 'nothing')
    """
    said = [
        f"{many} {_plural(name, many)}" for name, many in zip(NAMES, symbols, strict=True) if many
    ]
    return ", ".join(said) or "nothing"


def _plural(name: str, many: int) -> str:
    word = SYMBOLS[name]
    if many == 1:
        return word
    return word + ("es" if word.endswith("s") else "s")


def zone_name(zone: str) -> str:
    """A zone of the board, as people call it.

    >>> zone_name("zone3"), zone_name("central")
    ('Zone 3', 'Central Zone')
    """
    number = zone.removeprefix("zone")
    return f"Zone {number}" if number.isdigit() else f"{zone.capitalize()} Zone"


class Cast(msgspec.Struct, frozen=True):
    """Who is meant by the words of a card: the one it belongs to, the other, and the States by name."""

    me: str = "this Character"
    them: str = "the Target"
    states: Mapping[str, StateCard] = {}

    def name(self, who: str) -> str:
        """A `Who` of an effect, by name."""
        return self.them if who == "target" else self.me

    @property
    def rival(self) -> str:
        """Whom one rolls against: on a General Switch that need not be a Target."""
        return "the other" if self.them == NOBODY.them else self.them

    def state(self, name: str) -> str:
        """A State by the name on its token."""
        return self.states[name].name if name in self.states else name


NOBODY = Cast()


def effects_in_words(effects: Iterable[Any], cast: Cast = NOBODY) -> str:
    """Several effects, one after the other."""
    return ", ".join(effect_in_words(effect, cast) for effect in effects)


def effect_in_words(effect: Any, cast: Cast = NOBODY) -> str:
    """What an effect does.

    >>> effect_in_words(Displace("target", up_to=2), Cast("Gata", "Maximus"))
    'Displace Maximus up to 2 times'
    >>> effect_in_words(AddSymbols(("S",)))
    'add 1 success'
    >>> effect_in_words(Nullify("B")), effect_in_words(Nullify("B"), Cast("Lunah", "Gata"))
    ('take away 1 block of the other', 'take away 1 block of Gata')
    """
    match effect:
        case Displace(who=who, up_to=often, per_damage=by_damage):
            times = ", once for each Damage" if by_damage else f" up to {often} times"
            return f"Displace {cast.name(who)}{times if by_damage or often > 1 else ''}"
        case Place(who=who, beside=beside):
            where = "a wall" if beside == "wall" else cast.name(beside)
            return f"Place {cast.name(who)} beside {where}"
        case Impose(state=state, who=who):
            return f"{cast.state(state)} on {cast.name(who)}"
        case RemoveState(who=who):
            return f"take a State off {cast.name(who)}"
        case Heal(amount=amount, who="allies", within=within):
            return f"heal {amount} of each ally within {within}"
        case Heal(amount=amount, who=who):
            return f"heal {amount} of {cast.name(who)}"
        case Harm(amount=amount, who=who):
            return f"{amount} Damage to {cast.name(who)}"
        case AddSymbols(symbols=symbols):
            return f"add {symbols_in_words(count(symbols))}"
        case Nullify(symbol=symbol):
            return f"take away 1 {SYMBOLS[symbol]} of {cast.rival}"
        case Repeat(other_target=other):
            return "attack once more" + (", somebody else" if other else "")
        case _:
            return _for_the_player(effect)


def _for_the_player(effect: Any) -> str:
    """Effects on points, dice and cards."""
    match effect:
        case Gain(speed=True):
            return "gain as many MP as its Speed"
        case Gain(action=action, movement=movement):
            points = [f"{many} {word}" for many, word in ((action, "AP"), (movement, "MP")) if many]
            return f"gain {' and '.join(points)}"
        case AddDice(dice=dice, next_roll=later):
            return f"add {', '.join(dice)} to the {'next ' if later else ''}roll"
        case Draw(cards=cards, discard=discard):
            return f"draw {cards}" + (f", then discard {discard}" if discard else "")
        case StandFirm(until=until):
            return (
                f"cannot be Displaced until the {until.removeprefix('end-of-').replace('-', ' ')}"
            )
        case Waive(what=what):
            return f"the next Attack needs no {what.replace('-', ' ')}"
        case SwapCoverDie(die=die):
            return f"with Cover, roll {die} instead of black"
        case _:
            return _PLAIN[type(effect)]


_PLAIN: dict[type, str] = {
    Reroll: "throw dice again",
    CancelTactic: "the Tactic has no effect",
    CancelAction: "the Action fails",
    SwapOrder: "two face-down Initiative cards change places",
    WinDisengage: "the Disengage Roll is won",
    SpareState: "no State for going to the Bench",
    IgnoreCover: "the Target gets no die for Cover",
}
