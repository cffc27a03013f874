"""What cards can do, as data: a small closed vocabulary, so that no rule ever names a card.

Every effect is a table with the field `do`. The engine has one small class for each kind of effect,
never one for each card. Who is meant:

* `self`: the Character the card belongs to. For an Action, Switch or skill that is the Character
  whose card shows it; for a Tactic its `owner`; for a Standard Tactic the active Character, or in the
  moments of a roll the Character of the player's own side that rolls.
* `target`: for an Action and its Switches the Target; for a General Switch the Character rolled against
  (ARISTEIA.AMB.DISENGAGE-SWITCHES: also in a Disengage Roll); for a Tactic the Character its `pick`
  chose, or in the moments `after-damage` and `after-displacement` the one it has just happened to.

Who plays the effect chooses spaces and may stop early where it says "up to".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gattai.games.aristeia.effects.wording import NOBODY, SYMBOLS, Cast, symbols_in_words

Colour = Literal["red", "green", "orange", "blue", "yellow", "black"]
Symbol = Literal["S", "SC", "B", "BC", "X"]
Who = Literal["self", "target"]

Moment = Literal[
    "before-reveal",  # of an own Initiative card, before both are turned over
    "own-activation",  # between the steps of the activation of the card's owner (Standard: of anybody)
    "any-activation",  # between the steps of any Character's activation, own or enemy
    "tactic-played",  # a Tactic of the other player has been played and not yet taken effect
    "action-declared",  # an enemy has declared and paid an Action that is no Attack
    "ally-attacked",  # an Attack on another Character of the own team has been declared
    "before-attack-roll",  # the owner's Attack has been declared; its dice are not thrown yet
    "before-defense-roll",  # the same, seen from the Character attacked
    "before-other-roll",  # before a roll of the own side that is neither Attack nor Defense
    "before-disengage",  # the owner has to win a Disengage Roll to take a step
    "pools",  # while the dice of a Combat Roll are gathered
    "after-roll",  # the dice lie on the table; nothing is nullified yet
    "attack-switches",  # the own part of the Switches step, in the owner's Attack
    "defense-switches",  # the same, in the owner's Defense
    "switches",  # the same, in any roll of the owner
    "after-attack",  # an Attack of the owner has been resolved and has inflicted Damage
    "after-damage",  # the owner has just inflicted Damage on a Character that is still on the board
    "after-displacement",  # the owner has just Displaced an enemy
    "end-of-activation",  # of the owner, before unspent points are lost
    "recovery",  # a Character of the own team goes from the Infirmary to the Bench
]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """One thing a card does."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        """What it does, as cards and buttons say it; its name in packs, if it says nothing better."""
        return str(self.__struct_config__.tag).replace("-", " ")


class Displace(Effect, frozen=True, tag="displace", cache_hash=True):
    """ARISTEIA.DISPLACE.LIMITS: move `who` up to so many times to an adjacent Free space.

    `per_damage` counts the times by the Damage just inflicted instead.
    """

    who: Who
    """Who is moved."""
    up_to: Annotated[int, Meta(ge=0, le=12)] = 1
    """How often at most."""
    per_damage: bool = False
    """As often as Damage was just inflicted, instead."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        """>>> Displace("target", up_to=2).in_words(Cast("Gata", "Maximus"))
        'Displace Maximus up to 2 times'
        """
        times = ", once for each Damage" if self.per_damage else f" up to {self.up_to} times"
        return f"Displace {cast.name(self.who)}{times if self.per_damage or self.up_to > 1 else ''}"


class Place(Effect, frozen=True, tag="place", cache_hash=True):
    """ARISTEIA.PLACE.RULE: put `who` on a Free space adjacent to the other one, or to a wall.

    `beside` names whose neighbour spaces are meant; `wall` means a Blocked space next to `who`.
    """

    who: Who
    """Who is put there."""
    beside: Literal["self", "target", "wall"]
    """Whose neighbour spaces are meant; wall is a Blocked space next to who."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        where = "a wall" if self.beside == "wall" else cast.name(self.beside)
        return f"Place {cast.name(self.who)} beside {where}"


class Impose(Effect, frozen=True, tag="impose", cache_hash=True):
    """ARISTEIA.STATE.IMPOSE: lay a State's token, red side up; `self` of the card is its cause."""

    state: str
    """The State, by id."""
    who: Who
    """On whom it is laid."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"{cast.state(self.state)} on {cast.name(self.who)}"


class RemoveState(Effect, frozen=True, tag="remove-state", cache_hash=True):
    """Take one State token, of the player's choice, from `who`."""

    who: Who
    """From whom it is taken."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"take a State off {cast.name(self.who)}"


class Heal(Effect, frozen=True, tag="heal", cache_hash=True):
    """Take up to so much Damage from `who`, or from each ally within so many spaces of `self`."""

    amount: Annotated[int, Meta(ge=0, le=30)]
    """How much Damage is taken away at most."""
    who: Literal["self", "target", "allies"]
    """Who is healed; allies is each ally near."""
    within: Annotated[int, Meta(ge=0, le=40)] = 0
    """For allies: how many spaces away they may be."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        if self.who == "allies":
            return f"heal {self.amount} of each ally within {self.within}"
        return f"heal {self.amount} of {cast.name(self.who)}"


class Harm(Effect, frozen=True, tag="harm", cache_hash=True):
    """Inflict Damage on `who`."""

    amount: Annotated[int, Meta(ge=0, le=30)]
    """How much Damage."""
    who: Who
    """Who suffers it."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"{self.amount} Damage to {cast.name(self.who)}"


class Gain(Effect, frozen=True, tag="gain", cache_hash=True):
    """`self` gains Action Points, Movement Points, or Movement Points as many as its Speed."""

    action: Annotated[int, Meta(ge=0, le=12)] = 0
    """Action Points."""
    movement: Annotated[int, Meta(ge=0, le=12)] = 0
    """Movement Points."""
    speed: bool = False
    """Movement Points as many as its Speed."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        if self.speed:
            return "gain as many MP as its Speed"
        points = ((self.action, "AP"), (self.movement, "MP"))
        return f"gain {' and '.join(f'{many} {word}' for many, word in points if many)}"


class AddSymbols(Effect, frozen=True, tag="add-symbols", cache_hash=True):
    """Symbols join the own result; they are on no die."""

    symbols: tuple[Symbol, ...]
    """The symbols that join."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        """>>> AddSymbols(("S",)).in_words()
        'add 1 success'
        """
        return f"add {symbols_in_words([self.symbols.count(name) for name in SYMBOLS])}"


class Nullify(Effect, frozen=True, tag="nullify", cache_hash=True):
    """Take one such symbol out of the other's result."""

    symbol: Literal["S", "B"]
    """The symbol that goes."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        """>>> Nullify("B").in_words(), Nullify("B").in_words(Cast("Lunah", "Gata"))
        ('take away 1 block of the other', 'take away 1 block of Gata')
        """
        return f"take away 1 {SYMBOLS[self.symbol]} of {cast.rival}"


class AddDice(Effect, frozen=True, tag="add-dice", cache_hash=True):
    """Dice join the roll about to be made, at most three of a colour (ARISTEIA.ROLL.MAX-THREE).

    `next_roll`: the active Character's next roll in this Activation. `ally_within`: not the owner but
    an attacked ally within so many spaces of it rolls them.
    """

    dice: tuple[Colour, ...]
    """The dice that join, by colour."""
    next_roll: bool = False
    """They join the next roll of the active Character in this Activation."""
    ally_within: Annotated[int, Meta(ge=0, le=40)] = 0
    """An attacked ally within so many spaces rolls them, and not the owner."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"add {', '.join(self.dice)} to the {'next ' if self.next_roll else ''}roll"


class Reroll(Effect, frozen=True, tag="reroll", cache_hash=True):
    """Throw any of the own dice of this roll once more."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "throw dice again"


class Repeat(Effect, frozen=True, tag="repeat", cache_hash=True):
    """When this Attack is over, perform it once more for no Action Points.

    Its requirements have to hold again; `other_target` asks for another Target than before.
    """

    other_target: bool = False
    """Whether it needs another Target than before."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "attack once more" + (", somebody else" if self.other_target else "")


class Draw(Effect, frozen=True, tag="draw", cache_hash=True):
    """The player draws Tactics, then discards so many of the hand."""

    cards: Annotated[int, Meta(ge=0, le=10)]
    """How many Tactics are drawn."""
    discard: Annotated[int, Meta(ge=0, le=10)] = 0
    """How many are then discarded."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"draw {self.cards}" + (f", then discard {self.discard}" if self.discard else "")


class CancelTactic(Effect, frozen=True, tag="cancel-tactic", cache_hash=True):
    """The Tactic just played has no effect; it is discarded all the same."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "the Tactic has no effect"


class CancelAction(Effect, frozen=True, tag="cancel-action", cache_hash=True):
    """An Action, no Attack, of an enemy within so many spaces of `self` fails; its price stays paid."""

    within: Annotated[int, Meta(ge=0, le=40)]
    """How many spaces away the enemy may be."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "the Action fails"


class SwapOrder(Effect, frozen=True, tag="swap-order", cache_hash=True):
    """Two of the player's face-down Initiative cards change places."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "two face-down Initiative cards change places"


class Waive(Effect, frozen=True, tag="waive", cache_hash=True):
    """The next Attack of `self` in this Activation need not keep one of its requirements."""

    what: Literal["minimum-range", "sight"]
    """The requirement that it need not keep."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"the next Attack needs no {self.what.replace('-', ' ')}"


class StandFirm(Effect, frozen=True, tag="stand-firm", cache_hash=True):
    """`self` cannot be Displaced: by effects of this roll, or until its next Activation begins."""

    until: Literal["end-of-roll", "next-activation"]
    """How long it holds."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        until = self.until.removeprefix("end-of-").replace("-", " ")
        return f"cannot be Displaced until the {until}"


class WinDisengage(Effect, frozen=True, tag="win-disengage", cache_hash=True):
    """The Disengage Roll counts as won; no dice are thrown."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "the Disengage Roll is won"


class SpareState(Effect, frozen=True, tag="spare-state", cache_hash=True):
    """The Character going to the Bench receives no State for it."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "no State for going to the Bench"


class IgnoreCover(Effect, frozen=True, tag="ignore-cover", cache_hash=True):
    """In Attacks of `self` the Target gets no die for Cover; it always applies."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "the Target gets no die for Cover"


class SwapCoverDie(Effect, frozen=True, tag="swap-cover-die", cache_hash=True):
    """If `self` has Cover it may roll this die instead of the one for Cover."""

    die: Colour
    """The colour of the die."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"with Cover, roll {self.die} instead of black"


AnyEffect: TypeAlias = (
    Displace
    | Place
    | Impose
    | RemoveState
    | Heal
    | Harm
    | Gain
    | AddSymbols
    | Nullify
    | AddDice
    | Reroll
    | Repeat
    | Draw
    | CancelTactic
    | CancelAction
    | SwapOrder
    | Waive
    | StandFirm
    | WinDisengage
    | SpareState
    | IgnoreCover
    | SwapCoverDie
)


def effects_in_words(effects: Iterable[AnyEffect], cast: Cast = NOBODY) -> str:
    """Several effects, one after the other."""
    return ", ".join(effect.in_words(cast) for effect in effects)
