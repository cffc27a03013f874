"""A.E.G.I.S.: features of a table for learning.

They are the terms of the hand-tuned score, and figures on the energy, endurance and damage of
robots, their condition, passing states, and how close a side is to losing by its energy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt

from gattai.bots.evaluations.aegis_values import RobotValues, attacks, pieces_of, terms_of, usual
from gattai.bots.learnt.features import Features, soon
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.figures import movement
from gattai.games.aegis.keywords.registry import is_light
from gattai.games.aegis.state import State
from gattai.games.aegis.victory import MINIMUM
from gattai.kernel.question import Seat

NAMES = (
    "robots", "reserve", "combining", "advance", "stranded", "now", "next", "reply",
    "output", "margin", "brink", "depleted", "count", "levels", "integrity", "shape", "broken",
    "strength", "light", "dice", "reach", "speed", "effects for", "effects against", "hidden",
    "pool", "energy", "fresh", "turn",
)  # fmt: skip
STAGES = ("placing", "fresh", "worn", "brink")
CLOCKS = ("turns", "weaker", "soon")
EASE, BRINK = 12, 8
"""Production of the weaker side below which a battle is in its middle, and near its end."""

WHOLE = 20
"""Production from which a side counts as whole."""


def count(state: State, seat: Seat) -> Sequence[float]:
    """Return a side's lead in each feature."""
    own, foe = _side(state, seat), _side(state, Seat(1 - seat))
    found = [one - two for one, two in zip(own, foe, strict=True)]
    found.append(1.0 if state.turn == seat else -1.0)
    return found


def stage(state: State) -> int:
    """Return the stage, by the production of the weaker side."""
    if state.phase != "acting":
        return -1 if state.phase in ("roll", "over") else 0
    weaker = min(terms_of(state, Seat(0)).production, terms_of(state, Seat(1)).production)
    return 3 if weaker < BRINK else 2 if weaker < EASE else 1


def clock(state: State) -> Sequence[float]:
    """Return the turns played, the weaker side's production, and how soon it falls below five."""
    turns = min(1.0, sum(state.turns) / 24)
    if state.phase != "acting":
        return turns, 1.0, soon(1.0)
    weaker = min(terms_of(state, Seat(0)).production, terms_of(state, Seat(1)).production)
    left = max(0, min(WHOLE, weaker) - MINIMUM + 1) / WHOLE
    return turns, left, soon(left)


def _side(state: State, seat: Seat) -> list[float]:
    terms = terms_of(state, seat)
    own = [piece for piece in pieces_of(state) if piece.unit.seat == seat]
    above = terms.production - MINIMUM + 1
    acts = state.phase == "acting"
    mine = acts and state.turn == seat
    return [
        terms.robots / 10, terms.reserve / 10, terms.combining, terms.advance, terms.stranded / 10,
        terms.now / 10, terms.next / 10,
        # Whose turn it is not comes next: its blows fall before those that are to come after them.
        terms.next / 10 if acts and not mine else 0.0,
        terms.production / 10, sqrt(max(0, above)), max(0, BRINK - terms.production) ** 2 / 10 if acts else 0.0,
        1.0 if acts and above <= 0 else 0.0,
        *_shapes(own), *_powers(state, own),
        float(len(state.pools[seat])),
        state.energy[seat] / 10 if mine else 0.0,
        float(sum([not piece.unit.acted for piece in own])) if mine else 0.0,
    ]  # fmt: skip


def _shapes(own: list[RobotValues]) -> tuple[float, ...]:
    """How many robots there are, and what is left of them."""
    levels = integrity = 0
    shape = broken = 0.0
    for piece in own:
        left = piece.left / piece.whole
        levels += piece.unit.card.level - 1
        integrity += piece.left
        shape += left
        broken += max(0.0, 0.5 - left)
    return float(len(own)), float(levels), integrity / 10, shape, broken


def _powers(state: State, own: list[RobotValues]) -> tuple[float, ...]:
    """What robots deal, how far, and what passing states do for them and against them."""
    strength = light = dice = far = speed = good = bad = hidden = 0.0
    for piece in own:
        blows = _blows(piece.unit.actions)
        strength += blows[0]
        light += blows[1]
        dice += blows[2]
        far += blows[3]
        speed += 0.0 if piece.rooted else movement(state, piece.unit)
        good += piece.aim + piece.evasion + piece.harder + piece.softer
        bad += piece.exposed + piece.disarmed + piece.rooted
        hidden += piece.hidden
    return strength / 10, light / 10, dice / 10, far / 10, speed / 10, good, bad, hidden


@cache
def _blows(actions: tuple[ActionCard, ...]) -> tuple[float, float, float, float]:
    """The best blow of a robot, its light ones, the energy of the best, and how far it reaches."""
    harms = attacks(actions)
    if not harms:
        return 0.0, 0.0, 0.0, 0.0
    main = [
        (usual(action), action.dice, reach) for action, reach, _ in harms if not is_light(action)
    ]
    best = max(main, default=(0.0, 0, 0))
    light = sum([usual(action) for action, _, _ in harms if is_light(action)])
    return best[0], light, float(best[1]), float(max([reach for _, reach, _ in harms]))


FEATURES = Features(NAMES, count, STAGES, stage, CLOCKS, clock)
