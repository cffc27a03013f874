"""Robot Empire: candidate answers with their features.

The candidates are those of greedy. What an attack, a block or a card changes is estimated with the
values of the evaluation, without carrying it out.
"""

from __future__ import annotations

from collections.abc import Sequence

from gattai.bots.candidates.candidate import Candidate, CandidateMaker
from gattai.bots.evaluations.robot_empire import (
    URGENCY,
    card_value,
    energy_value,
    hand_value,
    lasting,
    mean_figure,
    money_value,
    proposals,
)
from gattai.games.robot_empire.actions import (
    Attack,
    Block,
    BringOut,
    Discard,
    Employ,
    Land,
    Link,
    Next,
    Shoot,
    Spring,
    Unleash,
)
from gattai.games.robot_empire.cards import CardAction
from gattai.games.robot_empire.figures import attack, enough, flies, of_all, shot
from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.window import Pass
from gattai.odds.floats import float_sum

MOST = 14
"""Number of candidates considered; passing is always one more."""

BASE = ("constant", "guess", "behind the best guess", "best guess")
EFFECT = (
    *BASE, "value in hand", "value for us of the target", "value of an own target",
    "value for us if it is destroyed", "value for us of an attacker", "value of a blocker",
    "own turn", "share of the Battery in danger", "value for us if Recharging", "Attack of an attacker",
    "attacks", "blocking", "discarding", "reaction", "Super Weapon", "urgency of what was announced",
    "own unit is its target", "coins left",
)  # fmt: skip
PASS = (
    *BASE, "share of a Battery in danger", "share of the own Battery in danger", "Battery lost",
    "attacks", "own turn", "urgency of what was announced", "own unit is its target", "coins left",
)  # fmt: skip
OTHER = (*BASE, "coins left", "attacks", "own turn", "value in hand")
PHASES = (
    "play",
    "mining",
    "long-range",
    "attackers",
    "attacked",
    "blockers",
    "battle",
    "fought",
    "discard",
)
FEATURES = {
    "attack": (
        *BASE, "Battery value", "Battery value if unguarded", "empties the Battery", "worst exchange",
        "worst exchange if guarded", "value at risk", "value at risk if guarded", "guards",
        "guards left", "best guard destroyed", "Attack", "counterattack by own Battery",
        "own ready fighters", "own fighters beyond theirs", "damage", "Battery value without guards",
        "no guards", "blocks lost by attacking",
    ),
    "block": (
        *BASE, "Battery value saved", "saves the Battery", "value destroyed", "value lost",
        "blocked already", "destroys and survives", "value destroyed together", "damage stopped",
        "own guards",
    ),
    "bring out": (
        *BASE, "value", "price", "value in hand", "value of the coins", "coins left", "Equipment",
        "enemy attack beyond own defense",
    ),
    "shoot": (*BASE, "value destroyed", "value of the target", "destroys", "its Attack"),
    **{f"effect {effect}": EFFECT for effect in (*URGENCY, "other")},
    **{f"next in {phase}": PASS for phase in (*PHASES, "other")},
    **{f"pass in {phase}": PASS for phase in (*PHASES, "other")},
    "discard": OTHER, "land": OTHER, "link": OTHER, "other": OTHER,
}  # fmt: skip


def candidates(state: State, options: Sequence[object]) -> list[Candidate]:
    """Return the candidates for the next answer."""
    ideas = proposals(state, options)
    if not ideas:
        return []
    best, found = ideas[0][0], _Asked(state)
    return [
        found.candidate(answer, (1.0, guess, guess - best, float(number == 0)))
        for number, (guess, answer, _) in enumerate(ideas)
        if number < MOST or isinstance(answer, Next | Pass)
    ]


class _Asked:
    """What the candidates of one question have in common."""

    def __init__(self, state: State) -> None:
        self.state, self.seat = state, state.asked
        self.me = state.players[self.seat]
        self.own_turn = float(state.active == self.seat)
        self.pending = [_pending(state, Seat(seat)) for seat in range(len(state.players))]
        self.danger = self.pending[self.seat] / max(1, self.me.battery)
        self.urgency, self.aimed_at_us = _announced(state)
        present = [unit for unit in state.units if unit.is_fighter and unit.moon is None]
        self.own = [unit for unit in present if unit.seat == self.seat]
        self.foes = [unit for unit in present if unit.seat != self.seat]
        self.ready = [unit for unit in self.own if not unit.recharging]

    def candidate(self, answer: object, base: tuple[float, ...]) -> Candidate:
        """Return an answer with the features of its kind, which begin with `base`."""
        match answer:
            case Attack():
                return Candidate("attack", (*base, *self._attack(answer)), answer)
            case Block():
                return Candidate("block", (*base, *self._block(answer)), answer)
            case BringOut(card=card):
                return Candidate("bring out", (*base, *self._bring_out(card)), answer)
            case Shoot(unit=unit, target=target):
                return Candidate("shoot", (*base, *self._shot(unit, target)), answer)
            case Spring() | Unleash() | Employ():
                kind, features = self._effect(answer)
                return Candidate(kind, (*base, *features), answer)
            case Next() | Pass():
                name = "next" if isinstance(answer, Next) else "pass"
                phase = self.state.phase if self.state.phase in PHASES else "other"
                return Candidate(f"{name} in {phase}", (*base, *self._passing()), answer)
            case Discard(card=card):
                return Candidate("discard", (*base, *self._other(card)), answer)
            case Land():
                return Candidate("land", (*base, *self._other()), answer)
            case Link():
                return Candidate("link", (*base, *self._other()), answer)
            case _:
                return Candidate("other", (*base, *self._other()), answer)

    def _attack(self, answer: Attack) -> tuple[float, ...]:
        state, unit = self.state, self.state.by_id[answer.unit]
        points = attack(unit).mean
        battery, pending = state.players[answer.at].battery, self.pending[answer.at]
        blow = max(0.0, points - of_all(state, answer.at, "battery_shield"))
        foes = [foe for foe in self.foes if foe.seat == answer.at]
        guards = [foe for foe in foes if not foe.recharging and (flies(foe) or not flies(unit))]
        attacks = sum([declared.at == answer.at for declared in state.onsets])
        free = max(0, len(guards) - attacks)
        worst, at_risk, best = _exchanges(unit, points, guards)
        gained = self._battery_lost(battery, pending + blow) - self._battery_lost(battery, pending)
        back = float_sum([attack(foe).mean for foe in foes])
        return (
            gained, 0.0 if free else gained, float(blow + pending >= battery), worst,
            worst if free else 0.0, at_risk, at_risk if free else 0.0, float(len(guards)), float(free),
            best, points, back / max(1, self.me.battery), float(len(self.ready)),
            float(len(self.ready) - len(foes)), blow, 0.0 if guards else gained, float(not guards),
            float(len(foes) >= len(self.ready)),
        )  # fmt: skip

    def _block(self, answer: Block) -> tuple[float, ...]:
        state = self.state
        guard, foe = state.by_id[answer.unit], state.by_id[answer.attacker]
        pending, battery = self.pending[self.seat], self.me.battery
        blow = max(0.0, attack(foe).mean - of_all(state, self.seat, "battery_shield"))
        declared = state.declared_attack_of(answer.attacker)
        blocked = declared is not None and declared.blocked
        gang = (
            float_sum([attack(state.by_id[each]).mean for each in declared.blockers])
            if declared
            else 0.0
        )
        saved = 0.0
        if not blocked:
            saved = self._battery_lost(battery, pending) - self._battery_lost(
                battery, pending - blow
            )
        kills = attack(guard).mean + gang >= enough(foe)
        dies = attack(foe).mean >= enough(guard)
        return (
            saved, float(pending >= battery and not blocked), kills * lasting(foe),
            dies * lasting(guard), float(blocked), float(kills and not dies),
            lasting(foe) if kills and gang < enough(foe) else 0.0, blow, float(len(self.ready)),
        )  # fmt: skip

    def _bring_out(self, card: CardId) -> tuple[float, ...]:
        face, vault = self.state.card(card), self.me.vault
        price = mean_figure(face.cost)
        left = max(0, round(vault - price))
        value = card_value(face)
        attacked = float_sum([attack(foe).mean for foe in self.foes])
        defended = sum([enough(unit) for unit in self.own])
        return (
            value, price, hand_value(face), money_value(vault) - money_value(left), float(left),
            value if face.category == "equipment" else 0.0, attacked - defended,
        )  # fmt: skip

    def _shot(self, unit: CardId, target: CardId) -> tuple[float, ...]:
        struck = self.state.by_id[target]
        destroys = shot(self.state, self.state.by_id[unit]).total >= enough(struck)
        value = lasting(struck)
        points = attack(struck).mean if struck.is_fighter else 0.0
        return (destroys * value, value, float(destroys), points)

    def _effect(self, answer: Spring | Unleash | Employ) -> tuple[str, tuple[float, ...]]:
        state, face = self.state, self.state.card(answer.card)
        effect = face.effect or face.ability
        kind = effect.op if effect is not None and effect.op in URGENCY else "other"
        target: Unit | None = None if answer.unit is None else state.by_id.get(answer.unit)
        value = own = destroyed = attacking = blocking = resting = points = 0.0
        if target is not None:
            own = lasting(target) if target.seat == self.seat else 0.0
            value = -own if own else lasting(target)
            if effect is not None and _destroys(effect, target):
                destroyed = value
            if state.declared_attack_of(target.id) is not None:
                attacking = value
                points = attack(target).mean if target.is_fighter else 0.0
            if state.blocks(target.id) is not None:
                blocking = abs(value)
            resting = value if target.recharging else 0.0
        unleashed = isinstance(answer, Unleash)
        return f"effect {kind}", (
            hand_value(face) if not isinstance(answer, Employ) else 0.0, value, own, destroyed,
            attacking, blocking, self.own_turn, self.danger, resting, points,
            float(len(state.onsets)), float(state.phase == "blockers"),
            float(state.phase == "discard"), float(bool(state.windows)), float(unleashed), self.urgency,
            self.aimed_at_us, float(self.me.vault),
        )  # fmt: skip

    def _passing(self) -> tuple[float, ...]:
        players = zip(self.pending, self.state.players, strict=True)
        return (
            max([pending / max(1, player.battery) for pending, player in players]), self.danger,
            self._battery_lost(self.me.battery, self.pending[self.seat]),
            float(len(self.state.onsets)), self.own_turn, self.urgency, self.aimed_at_us,
            float(self.me.vault),
        )  # fmt: skip

    def _other(self, card: CardId | None = None) -> tuple[float, ...]:
        value = 0.0 if card is None else hand_value(self.state.card(card))
        return (float(self.me.vault), float(len(self.state.onsets)), self.own_turn, value)

    @staticmethod
    def _battery_lost(battery: int, blow: float) -> float:
        """Return the value of a Battery that a blow takes."""
        return energy_value(battery) - energy_value(max(0, round(battery - max(0.0, blow))))


def _announced(state: State) -> tuple[float, float]:
    """Return the urgency of what an enemy announced, and the value of the own unit it is aimed at."""
    announced = state.windows[-1].announced if state.windows else None
    if announced is None or announced.seat == state.asked:
        return 0.0, 0.0
    effect = state.card(announced.card).effect if announced.kind != "shot" else None
    urgency = URGENCY.get(effect.op, 1.0) if effect else 1.0
    struck = None if announced.unit is None else state.by_id.get(announced.unit)
    if struck is None or struck.seat != state.asked:
        return urgency, 0.0
    return urgency, lasting(struck)


def _exchanges(unit: Unit, points: float, guards: Sequence[Unit]) -> tuple[float, float, float]:
    """Return the worst loss beyond what it destroys, the value at risk, and the best guard destroyed."""
    value, defense = lasting(unit), enough(unit)
    worst = at_risk = 0.0
    destroyed: list[float] = []
    for guard in guards:
        lost = gained = 0.0
        if attack(guard).mean >= defense:
            lost = at_risk = value
        if points >= enough(guard):
            gained = lasting(guard)
            destroyed.append(gained)
        worst = max(worst, lost - gained)
    return worst, at_risk, max(destroyed, default=0.0)


def _destroys(effect: CardAction, target: Unit) -> bool:
    return effect.op == "damage" and effect.amount >= enough(target)


def _pending(state: State, at: Seat) -> float:
    """Return the damage of the declared attacks on a player that are not blocked."""
    shield = of_all(state, at, "battery_shield") if state.onsets else 0
    return float_sum(
        [
            max(0.0, attack(state.by_id[each.unit]).mean - shield - each.prevented)
            for each in state.onsets
            if each.at == at and not each.blocked
        ]
    )


CANDIDATES = CandidateMaker(FEATURES, candidates)
