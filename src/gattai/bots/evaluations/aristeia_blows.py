"""Expected damage between Aristeia!'s Characters, for scores, ideas and features."""

from __future__ import annotations

from functools import cache

from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import ActionCard, CharacterCard, Pool
from gattai.games.aristeia.figures import energy, speed
from gattai.games.aristeia.roll.rolls import symbols_on
from gattai.games.aristeia.roll.symbols import blocks, successes
from gattai.games.aristeia.state import Character, State
from gattai.kernel.question import Seat
from gattai.odds.floats import float_sum
from gattai.tabletop.hexes import DISTANCE, Hex

FARTHEST = 12
"""The maximum distance from which a Character can reach the Scoring Zone."""
NOW, NEXT, LATER = range(3)
"""When a Character activates: now, later in this Round, or in the next."""


def when_acts(state: State, number: int) -> int:
    """Return when a Character activates, without looking at face-down Initiative cards."""
    if state.active == number:
        return NOW
    if number in state.waiting:
        return NEXT
    revealed = state.revealed[state.characters[number].seat]
    if state.phase == "first":  # the last ones have been turned over, and it is not said who begins
        revealed = revealed[:-1]
    return LATER if number in revealed else NEXT


def points_left(state: State, number: int, character: Character) -> tuple[int, int]:
    """Return its Action Points for Attacks, and how far it can move first."""
    if state.active == number:
        return state.ap, state.mp + (speed(character) if state.ap > 1 else 0)
    return energy(character), speed(character)


def foes_of(state: State, seat: Seat) -> list[tuple[Character, Hex]]:
    """Return a player's enemies on the board with their spaces."""
    return [(each, at) for _, each, at in state.on_board if each.seat != seat]


def steps_to(middle: Hex, at: Hex | None) -> int:
    """Return the distance from a space to the Scoring Zone; half the maximum if off the board."""
    if at is None:
        return FARTHEST // 2
    return min(FARTHEST, max(0, DISTANCE[at - middle] - 1))


@cache
def reaching(
    box: Box, card: CharacterCard, ap: int, walk: int, far: int, foe: CharacterCard
) -> float:
    """Return the expected Damage of one Character to another at a distance, in one Activation."""
    best = 0.0
    for action in card.actions:
        if action.kind != "attack" or not action.ap or action.ap > ap:
            continue
        steps = max(0, far - action.range[1])
        if steps > walk:
            continue
        times = ap // action.ap
        if steps:
            times = max(1, times - 1)
        best = max(best, times * damage(box, action, foe.defense))
    return best


@cache
def damage(box: Box, action: ActionCard, defense: Pool) -> float:
    """Return the approximate Damage of an Attack: successes minus blocks."""
    hits, stopped = mean(box, action.pool, is_blocks=False), mean(box, defense, is_blocks=True)
    return max(0.3, hits - stopped + 0.4)


@cache
def mean(box: Box, pool: Pool, *, is_blocks: bool) -> float:
    """Return the mean number of successes or blocks of a pool."""
    counted = blocks if is_blocks else successes
    total = 0.0
    for colour in pool.dice:
        faces = box.die[colour].die.faces
        total += float_sum(counted(symbols_on(str(face))) for face in faces) / len(faces)
    return total + float_sum(counted(symbols_on(symbol)) for symbol in pool.symbols)
