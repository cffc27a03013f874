"""MechaStellar: what both sides of an attack choose before the roll, with their features."""

from __future__ import annotations

from gattai.bots.candidates.candidate import Candidate
from gattai.bots.evaluations.mechastellar_shots import card_loss, unit_value
from gattai.games.mechastellar.actions import Aim, Brace
from gattai.games.mechastellar.state import State, other
from gattai.kernel.question import Choose

ATTACK = (
    "constant", "Momentum", "enemy Momentum", "damage expected", "share of the value", "melee",
    "HP of the target", "another Combat Action",
)  # fmt: skip
NOTHING, NOT_NAMED = "nothing", "other"
BONUSES = (
    "barrage", "bullseye", "swift-strike", "feint", "tear", "guard", "dodge", "counter", NOTHING,
    NOT_NAMED,
)  # fmt: skip
TRADES = ("", " and trade")
MIDWAY_FEATURES = {
    f"{choice}{bonus}": ATTACK
    for choice in (
        *(f"aim{lock} " for lock in ("", " with die", " with steady")),
        *(f"brace{lock}{trade} " for lock in ("", " with lock") for trade in TRADES),
    )
    for bonus in BONUSES
}


def midway_candidates(state: State, question: Choose) -> list[Candidate]:
    """Return the choices before the roll; none for questions of other kinds."""
    if not all(isinstance(each, Aim | Brace) for each in question.options):
        return []
    features = _attack(state, question)
    return [Candidate(_kind(each), features, each) for each in question.options]


def _kind(choice: object) -> str:
    assert isinstance(choice, Aim | Brace)
    bonus = choice.bonus or NOTHING
    bonus = bonus if bonus in BONUSES else NOT_NAMED
    if isinstance(choice, Aim):
        return f"aim{choice.lock_on and f' with {choice.lock_on}'} {bonus}"
    return f"brace{' with lock' if choice.lock_on else ''}{TRADES[choice.trade]} {bonus}"


def _attack(state: State, question: Choose) -> tuple[float, ...]:
    """Return what is known of the attack in progress, by the profiles."""
    seat, act = question.seat, state.act
    momentum = float(state.momentum[seat]), float(state.momentum[other(seat)])
    attacks = () if act is None else act.attacks
    if act is None or not attacks:
        return (1.0, *momentum, 0.0, 0.0, 0.0, 0.0, 0.0)
    number, weapon_id = attacks[-1]
    unit, target = state.units[act.unit], state.units[number]
    weapon = unit.card.find_weapon(weapon_id)
    loss = 0.0
    if weapon is not None:
        others = len(state.squad(act.unit)) - 1
        loss = card_loss(
            state.rules, weapon, unit.card, False, others, target.card, target.hp, state.round
        )
    whole = unit_value(target.card, target.hp, state.rules.vp.half_below_percent) or 1.0
    melee = float(weapon is not None and weapon.kind == "melee")
    return (
        1.0, *momentum, loss, min(1.0, loss / whole), melee, target.hp / target.card.hp,
        float(act.combat > 0),
    )  # fmt: skip
