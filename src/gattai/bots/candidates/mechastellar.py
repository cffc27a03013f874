"""MechaStellar: candidate answers with their features.

What a hex offers is known without moving there: what can be attacked from it, and what enemies could
take from a unit that stands there. An attack is described by its exact odds if nobody uses anything.
Some features count only if the last unit of a side is at stake, because its loss ends the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from gattai.bots.candidates.candidate import Candidate, CandidateMaker
from gattai.bots.candidates.mechastellar_midway import MIDWAY_FEATURES, midway_candidates
from gattai.bots.evaluations.mechastellar import (
    approach_value,
    fee_value,
    last_momentum,
    place_value,
    pools_of,
    proposals,
    prospects,
)
from gattai.bots.evaluations.mechastellar_shots import (
    SCORED,
    best_on,
    death_chance,
    mean_loss,
    unit_value,
)
from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.actions.turn import zeal_price
from gattai.games.mechastellar.attack.attack import may_counter
from gattai.games.mechastellar.figures import engaging, max_move
from gattai.games.mechastellar.state import Act, State, Unit, UnitId, other
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import DISTANCE, Hex

MAX_MOVES = 8
"""Maximum number of moves considered; of Accelerate half as many."""
MAX_CANDIDATES = 12
"""Maximum number of candidates outside a unit's turn."""
NEVER = (do.StrikeTerrain, do.RazeCover, do.SlideTerrain)
"""There are hundreds of them, and they are hardly ever the best."""

BASE = (
    "constant", "attack from here", "attack gained by walking", "Combat Actions", "Move Actions",
    "Momentum", "engaged", "worst threat here", "last round", "last own unit", "last enemy",
    "last own unit in danger",
)  # fmt: skip
PLACE = (
    "guess", "place gained", "attack gained later", "attack gained now", "nearer to a Control Point",
    "threat gained", "threat gained by those who have activated", "worst threat gained",
    "last own unit in more danger", "nearer to an enemy", "beside an enemy", "in cover",
    "attack gained over walking", "nearer to a Control Point in the last round", "dives",
)  # fmt: skip
OTHER: dict[type[object], str] = {
    do.Sweep: "sweep", do.CrashAttack: "crash", do.ThrowEnemy: "throw", do.ThrowTerrain: "throw",
    do.GiveUp: "give up", do.ShakeOff: "shake off", do.Recharge: "recharge", do.Order: "order",
    do.Transform: "transform", do.Repair: "repair", do.Support: "support", do.Disengage: "disengage",
    do.ReadyAntiAir: "anti-air", do.Surface: "surface", do.PullSelf: "pull", do.Disband: "disband",
    do.Combine: "combine",
}  # fmt: skip
FEATURES = {
    "attack": (
        *BASE, "gain", "gain less the fee", "destroys", "value if it destroys", "VP if it destroys",
        "share of the value", "value of a large share", "gain if still to activate",
        "threat removed", "Commander", "destroys the Commander", "gain in the last round", "melee",
        "melee against Elite", "Elite", "gain with another action", "gain times Momentum",
        "gain times enemy Momentum", "Counter", "Counter if it survives", "Counter times Momentum",
        "Counter to the last unit", "Counter to the Commander", "destroys the last enemy",
        "destroys the last but one", "limited use", "squad", "with Power", "not direct",
        "behind the best attack", "attacked before",
    ),
    "move": (*BASE, *PLACE),
    "accelerate": (*BASE, *PLACE, "points", "actions"),
    "turn": (*BASE, "place gained", "attack gained later", "attack gained now", "for an action"),
    "zeal": (*BASE, "price", "attack with it", "actions bought"),
    "end": (*BASE, "threat here", "threat by those who have activated"),
    **dict.fromkeys((*OTHER.values(), "other"), (*BASE, "a move")),
    "activate": (
        "constant", "attack from here", "attack after a move", "attack after two moves", "threat here",
        "threat by those who have activated", "worst threat here", "VP", "HP left", "Commander",
        "attack from here in the last round", "engaged",
    ),
    "reinforce": ("constant", "Momentum"),
    **dict.fromkeys(("deploy", "face", "ready", "answer"), ("constant", "guess", "behind the best guess")),
    **MIDWAY_FEATURES,
}  # fmt: skip


class _Threat(NamedTuple):
    """What enemies could take from a unit on a hex."""

    coming: float
    """Those still to activate, together."""
    gone: float
    """Those that have activated, in the next round."""
    worst: float
    """The most that one of those still to activate could take."""


def candidates(state: State, options: Sequence[object]) -> list[Candidate]:
    """Return the candidates for the next answer."""
    act = state.act
    if state.phase == "acting" and act is not None and state.units[act.unit].at is not None:
        return _Turn(state, act).candidates(options)
    if state.phase == "activating":
        return [_activation(state, option) for option in options]
    return _by_guess(state, options)


def _by_guess(state: State, options: Sequence[object]) -> list[Candidate]:
    ideas = proposals(state, options)
    best = ideas[0][0] if ideas else 0.0
    kinds: dict[type[object], str] = {do.Deploy: "deploy", do.Face: "face", do.Ready: "ready"}
    return [
        Candidate(kinds.get(type(answer), "answer"), (1.0, guess, guess - best), answer)
        for number, (guess, answer, _) in enumerate(ideas)
        if number < MAX_CANDIDATES or isinstance(answer, do.Ready)
    ]


def _activation(state: State, option: object) -> Candidate:
    if not isinstance(option, do.Activate):
        kind = "reinforce" if isinstance(option, do.Reinforce) else "answer"
        features = (1.0, float(state.momentum[state.turn]), 0.0)
        return Candidate(kind, features[: len(FEATURES[kind])], option)
    number = option.unit
    unit = state.units[number]
    assert unit.at is not None
    walk = max_move(state, unit)
    here, once, twice = (prospects(state, number, unit.at, times * walk) for times in range(3))
    threat = _threat(state, unit, unit.at)
    last = state.round >= state.rules.round.count
    return Candidate(
        "activate",
        (
            1.0, here, once, twice, *threat, float(unit.card.vp), unit.hp / unit.card.hp,
            float(unit.commander), here if last else 0.0, float(bool(engaging(state, number))),
        ),
        option,
    )  # fmt: skip


def _threat(state: State, unit: Unit, at: Hex) -> _Threat:
    """Return what enemies could take from a unit that stands on a hex."""
    coming = gone = worst = 0.0
    sees, levels = state.ground.sees, state.ground.levels
    level = levels.get(at, 0)
    last = state.round >= state.rules.round.count
    for number, foe, there in state.leaders:
        if foe.seat == unit.seat or (foe.activated and last):
            continue
        harm = best_on(
            state.rules,
            foe.card,
            foe.uses,
            foe.lost,
            len(state.squad(number)) - 1,
            state.round,
            DISTANCE[there - at],
            sees(there, levels.get(there, 0), at, level),
            max_move(state, foe),
            True,
            1.0,
            unit.card,
            unit.hp,
        )
        if foe.activated:
            gone += harm
        else:
            coming += harm
            worst = max(worst, harm)
    return _Threat(coming, gone, worst)


class _Turn:
    """The active unit, with what all candidates of its turn have in common."""

    def __init__(self, state: State, act: Act) -> None:
        self.state, self.act, self.number = state, act, act.unit
        self.unit = state.units[act.unit]
        assert self.unit.at is not None
        self.at = self.unit.at
        self.seat: Seat = self.unit.seat
        self.foes = [(foe, at) for _, foe, at in state.leaders if foe.seat != self.seat]
        own = len(state.leaders) - len(self.foes)
        self.half = state.rules.vp.half_below_percent
        self.value = SCORED * (unit_value(self.unit.card, self.unit.hp, self.half) or 1.0)
        self.armed = act.combat > 0
        self.later = prospects(state, self.number, self.at, 0)
        """The best attack from here, with a Combat Action or without."""
        self.now = self.later if self.armed else 0.0
        walks = self.armed and act.moves > 0
        walk = max_move(state, self.unit)
        self.walking = prospects(state, self.number, self.at, walk) if walks else self.now
        self.stays = place_value(state, self.unit, self.at)
        self.threat = _threat(state, self.unit, self.at)
        self.last = float(state.round >= state.rules.round.count)
        self.alone, self.last_foe = float(own == 1), float(len(self.foes) == 1)
        self.near = self._nearest(self.at)
        self.covered = self._in_cover(self.at)
        self.momentum = float(state.momentum[self.seat])
        self.base = (
            1.0, self.now, self.walking - self.now, float(act.combat), float(act.moves), self.momentum,
            float(bool(engaging(state, self.number))), self.threat.worst, self.last, self.alone,
            self.last_foe, self._danger(self.threat.worst),
        )  # fmt: skip

    def _nearest(self, at: Hex) -> int:
        return min([DISTANCE[there - at] for _, there in self.foes], default=0)

    def _in_cover(self, at: Hex) -> float:
        ground = self.state.ground
        return float(not ground.covers.keys().isdisjoint(ground.field.hexes.neighbours[at]))

    def _danger(self, harm: float) -> float:
        """Return how much of the last own unit this harm would take; 0 if there are others."""
        return min(1.0, harm / self.value) * self.alone

    def candidates(self, options: Sequence[object]) -> list[Candidate]:
        """Return the candidates of the turn; of moves only the best by a first guess."""
        found: list[Candidate] = []
        attacks = [each for each in options if isinstance(each, do.Attack)]
        if attacks:
            found += self._attacks(attacks)
        moves = [each for each in options if isinstance(each, do.Move)]
        found += self._places("move", moves, MAX_MOVES)
        leaps = [each for each in options if isinstance(each, do.Accelerate)]
        found += self._places("accelerate", leaps, MAX_MOVES // 2)
        for option in options:
            if not isinstance(option, (do.Attack, do.Move, do.Accelerate, *NEVER)):
                candidate = self._other(option)
                if candidate is not None:
                    found.append(candidate)
        return found

    def _places(
        self, kind: str, options: Sequence[do.Move | do.Accelerate], most: int
    ) -> list[Candidate]:
        state, guessed = self.state, []
        for place, option in enumerate(options):
            if isinstance(option, do.Accelerate) and option.unit != self.number:
                continue
            moved = place_value(state, self.unit, option.to) - self.stays
            attack = prospects(state, self.number, option.to, 0)
            points = approach_value(state, self.number, option.to)
            guess = moved + points + (attack - self.now if self.armed else 0.0)
            guessed.append((-guess, place, moved, attack, points))
        return [
            Candidate(
                kind,
                (*self.base, *self._place(options[place], -cost, moved, attack, points)),
                options[place],
            )
            for cost, place, moved, attack, points in sorted(guessed)[:most]
        ]

    def _place(
        self,
        option: do.Move | do.Accelerate,
        guess: float,
        moved: float,
        attack: float,
        points: float,
    ) -> tuple[float, ...]:
        to = option.to
        threat, near = _threat(self.state, self.unit, to), self._nearest(to)
        features = (
            guess, moved, attack - self.later, attack - self.now if self.armed else 0.0, points,
            threat.coming - self.threat.coming, threat.gone - self.threat.gone,
            threat.worst - self.threat.worst,
            self._danger(threat.worst) - self._danger(self.threat.worst),
            float(self.near - near), float(near <= 1), self._in_cover(to) - self.covered,
            attack - self.walking if self.armed else 0.0, points * self.last,
            float(isinstance(option, do.Move) and option.submerge),
        )  # fmt: skip
        if isinstance(option, do.Accelerate):
            return (*features, float(option.points), float(option.actions))
        return features

    def _other(self, option: object) -> Candidate | None:
        """Return what is no attack and no move; None for a needless turn."""
        match option:
            case do.Spin(facing=facing) | do.Rotate(facing=facing):
                turned = replace(self.unit, facing=facing)
                place = place_value(self.state, turned, self.at) - self.stays
                gained = prospects(self.state, self.number, self.at, 0, facing) - self.later
                now = gained if self.armed else 0.0
                if place + now <= 0 and gained <= 0:
                    return None
                paid = float(isinstance(option, do.Rotate))
                return Candidate("turn", (*self.base, place, gained, now, paid), option)
            case do.Zeal(actions=actions):
                price = zeal_price(self.state, self.act, actions) * last_momentum(self.state)
                return Candidate("zeal", (*self.base, price, self.later, float(actions)), option)
            case do.EndTurn():
                threat = self.threat
                return Candidate("end", (*self.base, threat.coming, threat.gone), option)
            case _:
                kind = OTHER.get(type(option), "other")
                is_move = isinstance(option, do.GiveUp) and option.what == "move"
                return Candidate(kind, (*self.base, float(is_move)), option)

    def _attacks(self, options: Sequence[do.Attack]) -> list[Candidate]:
        exact = [self._exchange(option) for option in options]
        best = max(gain for gain, _ in exact)
        return [
            Candidate("attack", (*self.base, *self._attack(option, gain, death, best)), option)
            for option, (gain, death) in zip(options, exact, strict=True)
        ]

    def _exchange(self, option: do.Attack) -> tuple[float, float]:
        """Return the mean gain of an attack, and its chance to destroy the target."""
        weapon, attack, defence, wound = pools_of(self.state, self.number, option)
        target = self.state.units[option.target]
        return mean_loss(
            attack, defence, wound, weapon.pen_suffix, target.card, target.hp, self.half
        ), death_chance(attack, defence, wound, target.hp)

    def _attack(
        self, option: do.Attack, gain: float, death: float, best: float
    ) -> tuple[float, ...]:
        state, target = self.state, self.state.units[option.target]
        card = self.unit.card
        weapon = self.unit.find_weapon(option.weapon)
        assert weapon is not None and target.at is not None
        whole = unit_value(target.card, target.hp, self.half) or 1.0
        share = min(1.0, gain / (SCORED * whole))
        waits = float(not target.activated)
        reach = max_move(state, target)
        removed = share * prospects(state, option.target, target.at, reach) if waits else 0.0
        counter = self._counter(option.target, target, target.at)
        survives = counter * (1 - death)
        harm = min(1.0, counter / self.value) * (1 - death)
        melee, elite = float(weapon.kind == "melee"), float(target.card.is_elite)
        commander = float(target.commander)
        theirs = float(state.momentum[other(self.seat)])
        limited = weapon in card.weapon and self.unit.uses[card.weapon.index(weapon)] > 0
        return (
            gain, gain - fee_value(state, self.number, weapon), death, death * whole,
            death * target.card.vp, share, share * share * whole, gain * waits, removed, commander,
            death * commander * state.round, gain * self.last, melee, melee * elite, elite,
            gain if self.act.combat > 1 else 0.0, gain * min(self.momentum, 4.0), gain * min(theirs, 4.0),
            counter, survives, counter * min(theirs, 3.0), harm * self.alone,
            harm * self.unit.commander * state.round, death * self.last_foe,
            death * (len(self.foes) == 2), float(limited), float(len(state.squad(option.target))),
            float(option.power), float(option.how != "direct"), gain - best,
            float(sum(each == option.target for each, _ in self.act.attacks)),
        )  # fmt: skip

    def _counter(self, number: UnitId, target: Unit, there: Hex) -> float:
        """Return what a Counter of the target could take."""
        state = self.state
        if not may_counter(state, number):
            return 0.0
        return best_on(
            state.rules,
            target.card,
            target.uses,
            target.lost,
            len(state.squad(number)) - 1,
            state.round,
            DISTANCE[there - self.at],
            True,
            0,
            True,
            1.0,
            self.unit.card,
            self.unit.hp,
        )


CANDIDATES = CandidateMaker(FEATURES, candidates, midway_candidates)
