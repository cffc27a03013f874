"""Attack Chart: features of a table for learning.

All are shares of a side's average Points. The expected gain of weapons is counted twice: as Points
of units destroyed completely, which win the game, and as Points per HP. It is counted separately
for the acting unit, for those still to activate and for those that have, each from where it stands
or after a walk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gattai.bots.evaluations.attack_chart_shots import mean_loss, out_of_reach, plain_shot
from gattai.bots.learnt.features import Features, soon
from gattai.games.attack_chart.figures import move_hexes
from gattai.games.attack_chart.state import State, Unit, UnitId
from gattai.games.attack_chart.victory import points
from gattai.kernel.question import Seat
from gattai.odds.floats import float_sum
from gattai.tabletop.hexes import DISTANCE, Hex

WHEN = ("now", "now walking", "next", "next walking", "later", "later walking")
REACH = tuple(f"{what} {when}" for when in WHEN for what in ("destroys", "hurts"))
NAMES = (
    *REACH, "scored", "alive", "endures", "wounded", "pressed", "doomed", "ready", "thicket",
    "engaged", "far", "turn", "acting",
)  # fmt: skip
NOW, NEXT, LATER = 0, 2, 4
STAGES = ("deploying", "early", "late", "last")
CLOCKS = ("left", "soon", "still to activate")


def count(state: State, seat: Seat) -> Sequence[float]:
    """Return a side's lead in each feature."""
    whole = sum([unit.card.points for unit in state.units]) / 2 or 1.0
    own, foe = _side(state, seat), _side(state, Seat(1 - seat))
    found = [(one - two) / whole for one, two in zip(own, foe, strict=True)]
    found.append(1.0 if state.turn == seat else -1.0)
    acting = state.acting
    found.append(0.0 if acting is None else 1.0 if state.units[acting].seat == seat else -1.0)
    return found


def stage(state: State) -> int:
    """Return the stage, by the rounds left."""
    if state.phase != "fighting":
        return 0 if state.phase == "deploying" else -1
    return max(1, 3 - (state.rounds - state.round))


def clock(state: State) -> Sequence[float]:
    """Return the share of the game that is left, how soon it ends, and who may still activate."""
    living = [unit for unit in state.units if unit.hp]
    ready = sum([not unit.activated for unit in living]) / max(1, len(living))
    left = 1.0
    if state.phase == "fighting":
        left = (state.rounds - state.round + ready) / max(1, state.rounds)
    return left, soon(left), ready


def _side(state: State, seat: Seat) -> list[float]:
    """The numbers of one side, in Points."""
    alive = endures = wounded = ready = 0.0
    for unit in state.units:
        if unit.seat == seat and unit.hp:
            card = unit.card
            left = unit.hp / (card.models * card.hp)
            alive += card.points
            endures += card.points * left
            wounded += card.points * (1 - left) * left
            if not unit.activated:
                ready += card.points
    if state.phase != "fighting":
        reach, pressed, doomed = [0.0] * len(REACH), 0.0, 0.0
    else:
        reach, pressed, doomed = _reach(state, seat)
    engaged = sum(
        [state.units[each].card.points for each in state.melees if state.units[each].seat == seat]
    )
    thickets = state.field.thicket_hexes
    covered = sum(
        [u.card.points for _, u, at in state.on_field if u.seat == seat and at in thickets]
    )
    return [
        *reach, float(points(state, seat)), alive, endures, wounded, pressed, doomed, ready,
        float(covered), float(engaged), _far(state, seat),
    ]  # fmt: skip


def _reach(state: State, seat: Seat) -> tuple[list[float], float, float]:
    """Return the expected gain of its weapons, each on its best target, and the total threat.

    The threat is the possible damage to each enemy before it acts.
    """
    found = [0.0] * len(REACH)
    dealt: dict[UnitId, float] = {}
    method = state.method or "formula"
    for unit, at, when, walk, fired in _those_who_fire(state, seat):
        for weapon in unit.card.weapon:
            if weapon.id in fired:
                continue
            best = destroyed = hurt = 0.0
            place = when
            for foe_id, foe, far in _in_reach(state, unit, at, weapon.range, walk):
                shot = plain_shot(method, weapon, foe.card, unit.models)
                kill = mean_loss(shot, foe.card, foe.hp, 1.0)
                harm = mean_loss(shot, foe.card, foe.hp, 0.0)
                if when != LATER:
                    dealt[foe_id] = dealt.get(foe_id, 0.0) + (harm / 2 if far else harm)
                value = (kill + harm) / (2 if far else 1)
                if value > best:
                    best, destroyed, hurt, place = value, kill, harm, when + far
            found[2 * place] += destroyed
            found[2 * place + 1] += hurt
    return found, *_pressed(state, dealt)


def _those_who_fire(
    state: State, seat: Seat
) -> Iterator[tuple[Unit, Hex, int, int, tuple[str, ...]]]:
    """Yield the units that may still fire: place, when, walking distance, used weapons."""
    last = state.round == state.rounds
    for unit_id, unit, at in state.on_field:
        if unit.seat != seat:
            continue
        walk = move_hexes(state, unit)
        if state.acting == unit_id:
            if not state.withdrew:
                yield unit, at, NOW, 0 if state.moved or state.fired else walk, state.fired
        elif not unit.activated:
            yield unit, at, NEXT, walk, ()
        elif not last:
            yield unit, at, LATER, walk, ()


def _in_reach(
    state: State, unit: Unit, at: Hex, inches: int, walk: int
) -> list[tuple[UnitId, Unit, int]]:
    """Return the enemies that a weapon reaches: 0 from where it stands, 1 after a walk."""
    hexes = inches // state.field.inches_per_hex or 1
    sees = state.field.sight.sees
    found = []
    for foe_id, foe, there in state.on_field:
        if foe.seat == unit.seat:
            continue
        away = DISTANCE[there - at]
        if away <= hexes and (away == 1 or sees(at, there)):
            found.append((foe_id, foe, 0))
        elif walk and away - walk <= hexes:
            found.append((foe_id, foe, 1))
    return found


def _pressed(state: State, dealt: dict[UnitId, float]) -> tuple[float, float]:
    """Return the Points of threatened enemies by HP share, and of those that may be destroyed."""
    pressed = doomed = 0.0
    for foe_id, harm in dealt.items():
        foe = state.units[foe_id]
        share = min(1.0, harm * foe.card.models * foe.card.hp / (foe.card.points * foe.hp))
        pressed += foe.card.points * share
        doomed += foe.card.points * share * share * share
    return pressed, doomed


def _far(state: State, seat: Seat) -> float:
    """Return how far units have to walk before they reach an enemy, weighted by Points."""
    return float_sum([unit.card.points * hexes / 10 for unit, hexes in out_of_reach(state, seat)])


FEATURES = Features(NAMES, count, STAGES, stage, CLOCKS, clock)
