"""What an Attack may come to, for the card that is shown before it is declared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from gattai.games.aristeia.cards import ActionCard, DieCard
from gattai.games.aristeia.effects.cards import Colour
from gattai.games.aristeia.figures import hit_points_left
from gattai.games.aristeia.roll.pools import combat_sides, cover_dice, side_of
from gattai.games.aristeia.roll.reckoning import (
    Exchange,
    Hand,
    Result,
    if_each_does_best,
    if_nobody_spends,
    unspent_roll,
    worth_of_attack,
)
from gattai.games.aristeia.roll.rolls import throw
from gattai.games.aristeia.roll.switches import reaches
from gattai.games.aristeia.roll.symbols import count, plus, successes
from gattai.games.aristeia.state import CharacterId, Side, State
from gattai.kernel.deed import Forecast, Sum
from gattai.kernel.question import Choose, Steps, part
from gattai.kernel.ruleset import QuietTable
from gattai.kernel.running.run import drive
from gattai.kernel.tally import Term
from gattai.odds.distribution import Distribution

MOST_DICE = 12
"""With more dice than this on both sides together, what each does best takes longer than a look."""


def attack_forecast(
    view: State, who: CharacterId, action: ActionCard, target: CharacterId
) -> Forecast:
    """Damage if nobody spends a symbol; what the Attacker risks; both, if each side spends well."""
    left = hit_points_left(view.characters[target])
    roll = attack_as_exchange(view, who, action, target)
    covers = cover_of(view, who, target)
    attacker, defender = (view.characters[each].card.name for each in (who, target))
    return Forecast(
        what=f"Damage to {defender}, no symbol spent",
        enough=left,
        enough_words="to the Infirmary",
        sums=(
            _side(attacker, action.name, roll.sides[0], covers[0]),
            _side(defender, "Defense", roll.sides[1], covers[1]),
        ),
        more=_more(roll, attacker, (left, hit_points_left(view.characters[who]))),
        shorter=partial(_damage, roll, left),
    )


def success_forecast(view: State, who: CharacterId, action: ActionCard) -> Forecast:
    """How many successes an Action shows, if nobody spends a symbol."""
    side = side_of(view, who, action.pool)
    dice = tuple(view.box.die[die] for die in side.dice)
    return Forecast(f"Successes of {action.name}", shorter=partial(_succeeding, dice, side))


def _succeeding(dice: tuple[DieCard, ...], side: Side) -> Steps[int]:
    """ARISTEIA.EFFECT.ON-SUCCESS: how many successes a Simple Roll shows."""
    symbols = yield from part(throw, dice, "ARISTEIA.ROLL.SIMPLE", "", side.seat)
    return successes(plus(symbols, count(side.printed)))


def _damage(roll: Exchange, most: int) -> Steps[int]:
    result = yield from unspent_roll(roll)
    return min(most, result.left[0])


def _side(who: str, pool: str, hand: Hand, cover: tuple[Colour, ...]) -> Sum:
    """One side of the roll: its dice are no number that the other's are added to."""
    return Sum(who, tuple(_dice(pool, hand, cover)), f"{who} throws {len(hand.dice)}")


def _dice(whose: str, hand: Hand, cover: tuple[Colour, ...]) -> Iterator[Term]:
    """What a side throws, and why."""
    thrown = " ".join(die.id for die in hand.dice)
    yield Term(len(hand.dice), f"dice of {whose}: {thrown}", "ARISTEIA.ATTACK.COMBAT-ROLL")
    if hand.printed:
        told = f"printed for {whose}: {' '.join(hand.printed)}"
        yield Term(len(hand.printed), told, "ARISTEIA.ROLL.PRINTED-SYMBOL")
    for die in cover:
        yield Term(1, f"of the dice for Cover: {die}", "ARISTEIA.COVER.BONUS")


def _more(roll: Exchange, attacker: str, most: tuple[int, int]) -> tuple[tuple[str, str], ...]:
    """ARISTEIA.ATTACK.BOTH: the Attacker can be hurt too. Nobody loses more than is left."""

    def expected(found: Distribution[Result], number: int) -> float:
        return float(found.mean(lambda result: min(result.left[number], most[number])))

    risk = (f"Damage to {attacker}", f"{expected(if_nobody_spends(roll), 1):.2f} expected")
    if sum(len(side.dice) for side in roll.sides) > MOST_DICE:
        return (risk,)
    best = if_each_does_best(roll, worth_of_attack)
    out = float(best.chance(lambda result: result.left[0] >= most[0]))
    dealt, taken = expected(best, 0), expected(best, 1)
    return (
        risk,
        (
            "if both spend their symbols well",
            f"{dealt:.2f} expected, {taken:.2f} in return, Infirmary {out:.0%}",
        ),
    )


def attack_as_exchange(
    state: State, who: CharacterId, action: ActionCard, target: CharacterId
) -> Exchange:
    """An Attack that could be declared now, as an exchange: Cover counted, no Tactics played."""
    sides = drive(combat_sides(QuietTable(state), who, action, target), _better_die)
    adjacent = target in state.neighbours_of(who)
    own = (*state.characters[who].card.switches, *action.switches)
    switches = (own, state.characters[target].card.switches)
    mine, theirs = (
        Hand(
            tuple(state.box.die[colour] for colour in side.dice),
            side.printed,
            tuple(switch for switch in printed if reaches(switch, adjacent)),
        )
        for side, printed in zip(sides, switches, strict=True)
    )
    return Exchange((mine, theirs), 0 if state.characters[who].seat == state.underdog else 1)


def cover_of(
    state: State, who: CharacterId, target: CharacterId
) -> tuple[tuple[Colour, ...], tuple[Colour, ...]]:
    """What both add for Cover."""
    return drive(cover_dice(QuietTable(state), who, target), _better_die)


def _better_die(asked: Choose) -> Any:
    """Whoever is asked takes the better die for Cover."""
    return asked.otherwise
