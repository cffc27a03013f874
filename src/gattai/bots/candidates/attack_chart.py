"""Attack Chart: candidate answers with their features.

All hexes are candidates, not only the eight that greedy scores: what each weapon takes from each
enemy is computed once per decision, not once per hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gattai.bots.candidates.candidate import Candidate, CandidateMaker
from gattai.bots.evaluations.attack_chart import (
    LATER,
    NEXT,
    WALKING,
    deployments,
    lasting_share,
)
from gattai.bots.evaluations.attack_chart_shots import mean_loss, plain_shot
from gattai.games.attack_chart.actions import Activate, Attack, Deploy, Finish, Move
from gattai.games.attack_chart.attack.attack import aim, pool
from gattai.games.attack_chart.cards import UnitCard, WeaponCard
from gattai.games.attack_chart.figures import move_hexes
from gattai.games.attack_chart.state import State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import DISTANCE, Hex

DEPLOYMENTS = 8
"""Number of hexes considered for a unit to deploy, as many as greedy does."""
LAST_HP = 1.0
"""The share of Points that lasts until the last HP, to count kills only."""

FEATURES = {
    "other": ("constant",),
    "deploy": ("constant", "guess", "own reach missing", "enemy reach missing"),
    "activate": (
        "constant", "reach", "kills in reach", "reach from here", "kills from here", "danger",
        "danger up to its Points", "nearest enemy", "reach by waiting enemies",
        "danger by waiting friends", "last round: reach from here", "last round: danger", "Points left",
    ),
    "move": (
        "constant", "reach gained", "kills gained", "danger beyond others gained",
        "danger in sight gained", "danger after walking gained", "danger by activated enemies gained",
        "inches out of reach saved", "hexes nearer", "cover gained", "next to an enemy",
        "last round: reach", "last round: danger in sight gained", "leaves a melee", "reach from here",
    ),
    "attack": (
        "constant", "damage", "kills", "damage to waiting enemies", "kills of waiting enemies",
        "reach of other weapons", "reach given up", "reach by walking given up", "targets",
        "last round: damage", "last round: kills",
    ),
    "finish": (
        "constant", "reach from here", "reach by walking", "reach by walking given up",
        "nothing done yet", "danger beyond others", "danger in sight",
    ),
}  # fmt: skip


class AttackTerms(NamedTuple):
    """What one enemy weapon could do to the acting unit."""

    foe: int
    """The index of the enemy."""
    hexes: int
    """How far it shoots."""
    far: int
    """How far with a walk first."""
    share: float
    """The weight of the enemy's next activation."""
    in_open: float
    in_cover: float
    elsewhere: float
    """The most it could take from another unit."""
    activated: bool


class HexTerms(NamedTuple):
    """The expected loss of the acting unit on a hex."""

    beyond_others: float
    """What enemies could take there beyond what they could take elsewhere, as the score counts it."""
    in_sight: float
    after_walking: float
    by_activated: float


Line = tuple[int, list[tuple[float, float]]]
"""The reach of a weapon in hexes, and its expected damage to and kills of each enemy."""


def candidates(state: State, options: Sequence[object]) -> list[Candidate]:
    """Return the candidates for the next answer."""
    if state.phase == "deploying":
        return _deployments(state)
    if state.acting is None:
        if state.phase == "fighting":
            return [_activation(state, each) for each in options if isinstance(each, Activate)]
        return [Candidate("other", (1.0,), options[0])]
    return _continued(state, state.acting, options)


def _deployments(state: State) -> list[Candidate]:
    """Return greedy's first ideas: how far each leaves either side from reaching anybody."""
    per_hex, seat = state.field.inches_per_hex, state.turn
    foes = [(_longest(state, unit), at) for _, unit, at in state.on_field if unit.seat != seat]
    own = [at for _, unit, at in state.on_field if unit.seat == seat]
    nearest = [min([DISTANCE[at - there] for there in own], default=99) for _, at in foes]
    found: list[Candidate] = []
    for guess, answer, _ in sorted(deployments(state), key=lambda idea: -idea[0])[:DEPLOYMENTS]:
        assert isinstance(answer, Deploy)
        away = [DISTANCE[answer.at - at] for _, at in foes]
        far = _longest(state, state.units[answer.unit])
        mine = max(0, min(away, default=0) - far)
        theirs = sum(
            [
                max(0, min(before, now) - reach)
                for (reach, _), before, now in zip(foes, nearest, away, strict=True)
            ]
        )
        features = (1.0, guess, float(mine * per_hex), float(theirs * per_hex))
        found.append(Candidate("deploy", features, answer))
    return found


def _activation(state: State, answer: Activate) -> Candidate:
    unit = state.units[answer.unit]
    assert unit.at is not None
    foes, own = _sides(state, unit.seat)
    lines, walk = _lines(state, unit, foes, ()), move_hexes(state, unit)
    places = [at for _, _, at in foes]
    away = _away(places, unit.at)
    reach, kills = _reach(state, lines, unit.at, places, away, walk)
    here, here_kills = _reach(state, lines, unit.at, places, away)
    danger = 0.0
    for (_, foe, _), far in zip(foes, away, strict=True):
        if not foe.activated:
            steps = move_hexes(state, foe)
            for weapon in foe.card.weapon:
                if far <= _hexes(state, weapon) + steps:
                    danger += _taken(state, weapon, foe, unit)[0]
    waiting_foes = sum([not foe.activated for _, foe, _ in foes])
    waiting_own = sum([not each.activated for _, each, _ in own])
    nearest = min(away, default=0)
    last = float(state.round >= state.rounds)
    points = unit.card.points
    features = (
        1.0, reach, kills, here, here_kills, danger, min(danger, points), float(nearest),
        reach * waiting_foes, danger * waiting_own, last * here, last * danger,
        points * unit.hp / (unit.card.models * unit.card.hp),
    )  # fmt: skip
    return Candidate("activate", features, answer)


def _continued(state: State, acting: UnitId, options: Sequence[object]) -> list[Candidate]:
    """Return what the acting unit can do."""
    unit = state.units[acting]
    found = _Acting(state, acting, unit)
    made = [found.candidate(each) for each in options]
    # Firing is free: an activation is not done while a weapon can still do damage.
    if any(each.kind == "attack" and each.features[1] > 0 for each in made):
        made = [each for each in made if each.kind != "finish"]
    return made


class _Acting:
    """The acting unit, with what all its candidates have in common."""

    def __init__(self, state: State, acting: UnitId, unit: Unit) -> None:
        assert unit.at is not None
        self.state, self.acting, self.unit, self.at = state, acting, unit, unit.at
        foes, own = _sides(state, unit.seat)
        self.last = float(state.round >= state.rounds)
        self.places = [at for _, _, at in foes]
        self.lines = _lines(state, unit, foes, state.fired)
        self.threats = _threats(state, acting, unit, foes, own)
        away = _away(self.places, unit.at)
        self.here, self.here_kills = _reach(state, self.lines, unit.at, self.places, away)
        self.fresh = not state.moved and not state.fired
        steps = move_hexes(state, unit) if self.fresh else 0
        self.away = away
        self.walking = self.here
        if steps:
            self.walking = _reach(state, self.lines, unit.at, self.places, away, steps)[0]
        self.danger = self._danger(unit.at, away)
        self.nearest = min(away, default=0)
        self.longest = _longest(state, unit)

    def candidate(self, answer: object) -> Candidate:
        """Return an answer with the features of its kind."""
        match answer:
            case Move(to=to):
                return Candidate("move", self._move(to), answer)
            case Attack():
                return Candidate("attack", self._attack(answer), answer)
            case Finish():
                features = (
                    1.0, self.here, self.walking, self.walking - self.here, float(self.fresh),
                    self.danger.beyond_others, self.danger.in_sight,
                )  # fmt: skip
                return Candidate("finish", features, answer)
            case _:
                return Candidate("other", (1.0,), answer)

    def _move(self, to: Hex) -> tuple[float, ...]:
        state, before = self.state, self.danger
        fighting = self.acting in state.melees  # who withdraws may not attack
        away = _away(self.places, to)
        reach = kills = 0.0
        if not fighting:
            reach, kills = _reach(state, self.lines, to, self.places, away)
        after, nearest = self._danger(to, away), min(away, default=0)
        thickets = state.field.thicket_hexes
        saved = max(0, self.nearest - self.longest) - max(0, nearest - self.longest)
        in_sight = after.in_sight - before.in_sight
        return (
            1.0,
            reach - self.here,
            kills - self.here_kills,
            after.beyond_others - before.beyond_others,
            in_sight,
            after.after_walking - before.after_walking,
            after.by_activated - before.by_activated,
            (1.0 - self.last) * saved * state.field.inches_per_hex,
            float(self.nearest - nearest),
            float(to in thickets) - float(self.at in thickets),
            float(nearest == 1),
            self.last * reach,
            self.last * in_sight,
            float(fighting),
            self.here,
        )

    def _attack(self, answer: Attack) -> tuple[float, ...]:
        state, unit = self.state, self.unit
        weapon = unit.card.find_weapon(answer.weapon)
        assert weapon is not None
        share = lasting_share(state)
        damage = kills = waiting = waiting_kills = 0.0
        for each in answer.aims:
            struck = state.units[each.target]
            shot = aim(state, self.acting, weapon, each.target, each.models)
            taken = mean_loss(shot, struck.card, struck.hp, share)
            killed = mean_loss(shot, struck.card, struck.hp, LAST_HP)
            damage += taken
            kills += killed
            if not struck.activated:
                waiting += taken
                waiting_kills += killed
        ready = [each.id for each in unit.card.weapon if each.id not in state.fired]
        others = [
            line for line, name in zip(self.lines, ready, strict=True) if name != answer.weapon
        ]
        rest = _reach(state, others, self.at, self.places, self.away)[0]
        return (
            1.0, damage, kills, waiting, waiting_kills, rest, self.here - rest,
            self.walking - self.here, float(len(answer.aims)), self.last * damage, self.last * kills,
        )  # fmt: skip

    def _danger(self, to: Hex, away: Sequence[int]) -> HexTerms:
        covered, sees = to in self.state.field.thicket_hexes, self.state.field.sight.sees
        beyond = in_sight = after_walking = by_activated = 0.0
        for threat in self.threats:
            far = away[threat.foe]
            if far > threat.far:
                continue
            direct = far <= threat.hexes and (far == 1 or sees(self.places[threat.foe], to))
            taken = threat.in_open if direct else threat.in_open * WALKING
            if taken > threat.elsewhere:
                beyond += threat.share * (taken - threat.elsewhere)
            taken = threat.in_cover if covered else threat.in_open
            if threat.activated:
                by_activated += taken if direct else taken * WALKING
            elif direct:
                in_sight += taken
            else:
                after_walking += taken
        return HexTerms(beyond, in_sight, after_walking, by_activated)


Standing = tuple[UnitId, Unit, Hex]


def _sides(state: State, seat: Seat) -> tuple[list[Standing], list[Standing]]:
    """Return the enemies of a seat and its own units."""
    foes = [each for each in state.on_field if each[1].seat != seat]
    return foes, [each for each in state.on_field if each[1].seat == seat]


def _hexes(state: State, weapon: WeaponCard) -> int:
    return weapon.range // state.field.inches_per_hex or 1


def _longest(state: State, unit: Unit) -> int:
    return max([weapon.range for weapon in unit.card.weapon]) // state.field.inches_per_hex


def _taken(state: State, weapon: WeaponCard, by: Unit, struck: Unit) -> tuple[float, float]:
    """Return the damage and the kills, in Points, by a weapon on a unit in the open."""
    shot = plain_shot(state.method or "formula", weapon, struck.card, by.models)
    share = lasting_share(state)
    return mean_loss(shot, struck.card, struck.hp, share), mean_loss(
        shot, struck.card, struck.hp, LAST_HP
    )


def _taken_in_cover(state: State, weapon: WeaponCard, by: Unit, card: UnitCard, hp: int) -> float:
    method = state.method or "formula"
    shot = pool(method, weapon, card, by.models, modifier=0, cover=True)
    return mean_loss(shot, card, hp, lasting_share(state))


def _lines(
    state: State, unit: Unit, foes: Sequence[Standing], fired: tuple[str, ...]
) -> list[Line]:
    """Return what each weapon that has not fired takes from each enemy."""
    return [
        (_hexes(state, weapon), [_taken(state, weapon, unit, foe) for _, foe, _ in foes])
        for weapon in unit.card.weapon
        if weapon.id not in fired
    ]


def _away(places: Sequence[Hex], at: Hex) -> list[int]:
    """Return the distance of each enemy from a hex."""
    return [DISTANCE[there - at] for there in places]


def _reach(
    state: State,
    lines: Sequence[Line],
    at: Hex,
    places: Sequence[Hex],
    away: Sequence[int],
    walk: int = 0,
) -> tuple[float, float]:
    """Return the damage and kills of weapons from a hex, each on its best target."""
    sees = state.field.sight.sees
    total = total_kills = 0.0
    for hexes, shots in lines:
        best = best_kills = 0.0
        for number, (taken, kills) in enumerate(shots):
            if taken <= best:
                continue
            far = away[number]
            if far <= hexes and (far == 1 or sees(at, places[number])):
                best, best_kills = taken, kills
            elif walk and far - walk <= hexes and taken * WALKING > best:
                best, best_kills = taken * WALKING, kills * WALKING
        total += best
        total_kills += best_kills
    return total, total_kills


def _threats(
    state: State, acting: UnitId, unit: Unit, foes: Sequence[Standing], own: Sequence[Standing]
) -> list[AttackTerms]:
    """Return what each enemy weapon could do to the acting unit, and to the best of the others."""
    sees, last = state.field.sight.sees, state.round >= state.rounds
    found: list[AttackTerms] = []
    for number, (_, foe, at) in enumerate(foes):
        if foe.activated and last:
            continue
        share, walk = NEXT * LATER if foe.activated else NEXT, move_hexes(state, foe)
        for weapon in foe.card.weapon:
            hexes, best = _hexes(state, weapon), 0.0
            for unit_id, other, there in own:
                away = DISTANCE[there - at]
                if unit_id == acting or away > hexes + walk:
                    continue
                taken = _taken(state, weapon, foe, other)[0]
                if away > hexes or not (away == 1 or sees(at, there)):
                    taken = taken * WALKING if walk else 0.0
                best = max(best, taken)
            in_open = _taken(state, weapon, foe, unit)[0]
            in_cover = _taken_in_cover(state, weapon, foe, unit.card, unit.hp)
            found.append(
                AttackTerms(
                    number, hexes, hexes + walk, share, in_open, in_cover, best, foe.activated
                )
            )
    return found


CANDIDATES = CandidateMaker(FEATURES, candidates)
