"""The odds of an Attack for the card that is shown before it is declared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from gattai.games.aristeia.cards import ActionCard, DieCard
from gattai.games.aristeia.effects.effect_card import Colour
from gattai.games.aristeia.figures import hit_points_left
from gattai.games.aristeia.roll.pools import combat_sides, cover_dice, side_of
from gattai.games.aristeia.roll.reckoning import (
    Exchange,
    Hand,
    Result,
    attack_value,
    if_each_does_best,
    if_nobody_spends,
    unspent_roll,
)
from gattai.games.aristeia.roll.rolls import throw
from gattai.games.aristeia.roll.switches import reaches
from gattai.games.aristeia.roll.symbols import count, plus, successes
from gattai.games.aristeia.state import CharacterId, Side, State
from gattai.kernel.action import Forecast, Total
from gattai.kernel.question import Choose, Question, Steps, part
from gattai.kernel.ruleset import QuietTable
from gattai.kernel.running.run import drive
from gattai.kernel.tally import Term
from gattai.odds.distribution import Distribution

MAX_DICE = 12
"""With more dice than this in total, the best play of both sides takes too long to compute."""


def attack_forecast(
    view: State, who: CharacterId, action: ActionCard, target: CharacterId
) -> Forecast:
    """The Damage if no symbol is spent, the Attacker's risk, and both if each side spends optimally."""
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
        on_request=partial(
            both_ways, roll, attacker, (left, hit_points_left(view.characters[who]))
        ),
        shorter=partial(_damage, roll, left),
    )


def success_forecast(view: State, who: CharacterId, action: ActionCard) -> Forecast:
    """The number of successes of an Action, if no symbol is spent."""
    side = side_of(view, who, action.pool)
    dice = tuple(view.box.die[die] for die in side.dice)
    return Forecast(f"Successes of {action.name}", shorter=partial(_succeeding, dice, side))


def _succeeding(dice: tuple[DieCard, ...], side: Side) -> Steps[int]:
    """ARISTEIA.EFFECT.ON-SUCCESS: the number of successes of a Simple Roll."""
    symbols = yield from part(throw, dice, "ARISTEIA.ROLL.SIMPLE", "", side.seat)
    return successes(plus(symbols, count(side.printed)))


def _damage(roll: Exchange, most: int) -> Steps[int]:
    result = yield from unspent_roll(roll)
    return min(most, result.left[0])


def _side(who: str, pool: str, hand: Hand, cover: tuple[Colour, ...]) -> Total:
    """One side of the roll, which is no sum with the other's."""
    return Total(who, tuple(_dice(pool, hand, cover)), f"{who} throws {len(hand.dice)}")


def _dice(whose: str, hand: Hand, cover: tuple[Colour, ...]) -> Iterator[Term]:
    """The dice of a side, with the reasons."""
    thrown = " ".join(die.id for die in hand.dice)
    yield Term(len(hand.dice), f"dice of {whose}: {thrown}", "ARISTEIA.ATTACK.COMBAT-ROLL")
    if hand.printed:
        text = f"printed for {whose}: {' '.join(hand.printed)}"
        yield Term(len(hand.printed), text, "ARISTEIA.ROLL.PRINTED-SYMBOL")
    for die in cover:
        yield Term(1, f"of the dice for Cover: {die}", "ARISTEIA.COVER.BONUS")


@lru_cache(maxsize=64)
def both_ways(roll: Exchange, attacker: str, most: tuple[int, int]) -> tuple[tuple[str, str], ...]:
    """ARISTEIA.ATTACK.BOTH: the Attacker can suffer Damage too. Damage is limited by the Hit Points
    left.
    """

    def expected(found: Distribution[Result], number: int) -> float:
        return float(found.mean(lambda result: min(result.left[number], most[number])))

    risk = (f"Damage to {attacker}", f"{expected(if_nobody_spends(roll), 1):.2f} expected")
    if sum(len(side.dice) for side in roll.sides) > MAX_DICE:
        return (risk,)
    best = if_each_does_best(roll, attack_value)
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
    """An Attack that could be declared now, as an exchange: with Cover, without Tactics."""
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
    """The dice that both sides add for Cover."""
    return drive(cover_dice(QuietTable(state), who, target), _better_die)


def _better_die(asked: Question) -> object:
    """Choose the better die for Cover."""
    assert isinstance(asked, Choose)
    return asked.otherwise
