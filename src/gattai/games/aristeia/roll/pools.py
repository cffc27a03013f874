"""Gathering the dice of a roll: printed dice, dice for Cover, dice gained before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gattai.games.aristeia.cards import ActionCard, CharacterCard, Pool
from gattai.games.aristeia.effects.effect_card import Colour, EffectCard
from gattai.games.aristeia.roll.sight import has_cover
from gattai.games.aristeia.state import CharacterId, Side, State
from gattai.kernel.action import Option
from gattai.kernel.question import Steps, choose
from gattai.kernel.ruleset import Table

MAX_OF_A_COLOUR = 3
"""ARISTEIA.ROLL.MAX-THREE; the box contains fewer of some, which is ignored (AMB.BOX-DICE)."""
COVER_DIE: Colour = "black"
"""ARISTEIA.COVER.BONUS: the die that Cover adds (AMB.COVER-DIE)."""
CROWD_DIE: Colour = "black"
MAX_FOR_A_CROWD = 3
"""ARISTEIA.DISENGAGE.SEVERAL: the most dice for further enemies (AMB.DISENGAGE-CAP)."""


class SwapDie(Option, frozen=True, tag="swap-die"):
    """Roll another die instead of the one for Cover."""

    says = "roll the {die} die instead"
    die: Colour


class KeepDie(Option, frozen=True, tag="keep-die"):
    """Roll the die for Cover as it is."""

    says = f"roll the {COVER_DIE} die"


KEEP_DIE = KeepDie()


def limited(dice: Iterable[Colour]) -> tuple[Colour, ...]:
    """ARISTEIA.ROLL.MAX-THREE: a fourth die of a colour is left out (AMB.MAX-THREE-EXTRA)."""
    kept: list[Colour] = []
    for die in dice:
        if kept.count(die) < MAX_OF_A_COLOUR:
            kept.append(die)
    return tuple(kept)


def side_of(state: State, who: CharacterId, pool: Pool, more: tuple[Colour, ...] = ()) -> Side:
    """A side of a roll, with the dice kept for the active Character's next roll."""
    promised = state.extra if who == state.active else ()
    dice = limited((*pool.dice, *more, *promised))
    return Side(who, state.characters[who].seat, dice, pool.symbols)


def crowd(others: int) -> tuple[Colour, ...]:
    """ARISTEIA.DISENGAGE.SEVERAL: a die for each further enemy next to the active Character."""
    return (CROWD_DIE,) * min(others, MAX_FOR_A_CROWD)


def combat_sides(
    table: Table[State], who: CharacterId, action: ActionCard, target: CharacterId
) -> Steps[tuple[Side, Side]]:
    """ARISTEIA.ATTACK.COMBAT-ROLL: the Attack's dice against the Defense, with the dice for Cover."""
    own_cover, their_cover = yield from cover_dice(table, who, target)
    attacker = side_of(table.state, who, action.pool, own_cover)
    defense = table.state.characters[target].card.defense
    return attacker, side_of(table.state, target, defense, their_cover)


def cover_dice(
    table: Table[State], attacker: CharacterId, defender: CharacterId
) -> Steps[tuple[tuple[Colour, ...], tuple[Colour, ...]]]:
    """ARISTEIA.COVER.BONUS: the dice that Attacker and Defender add for Cover.

    It is fixed when the roll is made (AMB.COVER-DISPLACED) and must be rolled (AMB.COVER-OPTIONAL)
    unless a skill lets it be ignored or replaced.
    """
    state = table.state
    mine = yield from _cover_die(table, attacker, has_cover(state, attacker, defender))
    ignored = ignores_cover(state.characters[attacker].card)
    covered = not ignored and has_cover(state, defender, attacker)
    theirs = yield from _cover_die(table, defender, covered)
    return mine, theirs


def _cover_die(table: Table[State], who: CharacterId, has_it: bool) -> Steps[tuple[Colour, ...]]:
    if not has_it:
        return ()
    character = table.state.characters[who]
    other = other_cover_die(character.card)
    if other is None:
        return (COVER_DIE,)
    rule, swap, what = "ARISTEIA.CHAR.VETERAN-SNIPER", SwapDie(other), "which die for Cover?"
    answer = yield from choose(character.seat, (swap, KEEP_DIE), rule, what, otherwise=swap)
    return (other,) if answer == swap else (COVER_DIE,)


def ignores_cover(card: CharacterCard) -> bool:
    """ARISTEIA.CHAR.MARKSMANSHIP: in its Attacks the Target gets no die for Cover."""
    return any(effect.ignores_cover for effect in _pool_effects(card))


def other_cover_die(card: CharacterCard) -> Colour | None:
    """ARISTEIA.CHAR.VETERAN-SNIPER: the die it may roll instead of the one for Cover."""
    dice = (effect.cover_die() for effect in _pool_effects(card))
    return next((die for die in dice if die is not None), None)


def _pool_effects(card: CharacterCard) -> Iterator[EffectCard]:
    """The effects of Automatic Skills that apply while pools are gathered."""
    for skill in card.skills:
        if skill.when == "pools":
            yield from skill.effects
