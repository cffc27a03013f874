"""The evaluation of Robot Empire: the score of a table, and candidate answers.

No rule depends on it. The score is roughly in coins of a Vault. The terms:

Battery    ENERGY for each coin, and more for the last ones: a player without any is out.
coins      COIN for each in the Vault, less for those beyond PLENTY.
units      what their points, weapons and words are usually good for; away on a Moon or Recharging less.
hand       a little for each card, more for Agents and Super Weapons that are better saved for later
           and for cards of much more value than their price; a card that is still to be drawn counts as
           the deck's are on average, so only what is worse than that is thrown away.
chains     TOGETHER of the value of members that an enemy could destroy one by one but not together,
           or that together destroy what no single one could.
battle     what the battle that has been declared will probably do, if the attacked players block well.

Announced actions are scored as if nobody reacts.

With several opponents the score is the own value minus the mean of the others'.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import cast

from msgspec.structs import replace

from gattai.bots.evaluation import WON, Evaluation, Idea
from gattai.bots.evaluations.robot_empire_features import FEATURES
from gattai.games.robot_empire.actions import (
    AskMe,
    Assemble,
    Attack,
    Block,
    BringOut,
    Charge,
    ComeHome,
    Discard,
    Divide,
    Employ,
    Install,
    Instant,
    Land,
    Link,
    Next,
    Permanent,
    Shoot,
    Spring,
    Unleash,
    Unlink,
)
from gattai.games.robot_empire.cards import PARTS, GameCard
from gattai.games.robot_empire.figures import attack, defense, enough, flies, of_all, shot
from gattai.games.robot_empire.keywords import Keyword, read
from gattai.games.robot_empire.phases.windows import close_window
from gattai.games.robot_empire.state import Box, CardId, DeclaredAttack, State, Unit
from gattai.kernel.question import Choose, Question, Roll, Seat
from gattai.kernel.running.run import drive
from gattai.kernel.table import QuietTable
from gattai.kernel.window import Pass
from gattai.odds.floats import float_sum

ENERGY = 2.0
LAST_ENERGY = 14.0
FADING = 0.8
COIN = 0.9
PLENTY = 10
SPARE_COIN = 0.4
ATTACK = 1.1
DEFENSE = 0.8
STANDING = 0.5
INCOME = 4.6
RANGE = 2.0
AWAY = 0.25
TIRED = 0.05
CARD = 0.6
KEPT = 1.1
BARGAIN = 0.15
MIN_CARD = 0.3
LINKED = 0.2
TOGETHER = 0.12
OUT = 40.0


def score(state: State, seat: Seat) -> float:
    """Return this player's lead over the average of the others; 0 for no seat."""
    if seat >= len(state.players):
        return 0.0
    state = carried_out(state)
    if state.phase == "over":
        if seat not in state.winners:
            return -WON
        return WON if len(state.winners) == 1 else 0.0
    loss = _coming_losses(state)
    values = [_standing(state, Seat(s)) - loss[s] for s in range(len(state.players))]
    others = [value for s, value in enumerate(values) if s != seat]
    return values[seat] - float_sum(others) / len(others)


def carried_out(state: State) -> State:
    """Return the table after everybody has let the announced action pass."""
    if all(window.announced is None for window in state.windows):
        return state
    kept = state.__dict__.get("carried_out")
    if kept is None:
        table = QuietTable(state)
        while table.state.windows:
            drive(close_window(table), lambda asked: _on_average(asked, table.state))
        kept = state.__dict__["carried_out"] = table.state
    return cast(State, kept)


def _on_average(asked: Question, state: State) -> object:
    """Answer a throw with its usual result, and choices with the assumed ones."""
    if isinstance(asked, Choose):
        return midway(state, asked)
    assert isinstance(asked, Roll)
    outcomes = [reading for reading, count in asked.dice.outcomes() for _ in range(count)]
    return sorted(outcomes)[len(outcomes) // 2]


def material(state: State, seat: Seat) -> float:
    """Return the value of a player's possessions, without pending actions."""
    others = [_standing(state, Seat(s)) for s in range(len(state.players)) if s != seat]
    return _standing(state, seat) - float_sum(others) / len(others)


def _standing(state: State, seat: Seat) -> float:
    player = state.players[seat]
    if player.is_out:
        return -OUT
    value = energy_value(player.battery) + money_value(player.vault)
    hand = player.hand.open() if player.hand.is_open else ()
    value += float_sum(hand_value(state.box.cards[card]) for card in hand)
    if seat == state.active and state.phase == "discard":
        value += usual_card(state.box) * state.discarded
    value += float_sum([usual_card(state.box) * count for who, count in state.owed if who == seat])
    own = state.own(seat)
    parts = [unit.faces[0].category for unit in own if unit.is_part]
    parts += [state.box.cards[card].category for card in hand]
    for unit in own:
        value += _unit(state, unit, parts)
    return value


def energy_value(coins: int) -> float:
    return ENERGY * coins + LAST_ENERGY * (1 - FADING**coins)


def money_value(coins: int) -> float:
    return COIN * min(coins, PLENTY) + SPARE_COIN * max(0, coins - PLENTY)


@cache
def hand_value(card: GameCard) -> float:
    if card.category in ("agent", "super-weapon"):
        return KEPT
    if card.category == "component":
        return CARD
    return max(MIN_CARD, MIN_CARD + BARGAIN * (card_value(card) - COIN * mean_figure(card.cost)))


@cache
def usual_card(box: Box) -> float:
    """Return the mean value of a card from the deck."""
    drawn = [hand_value(card) for card in box.cards if card.category not in ("setup", "moon")]
    return float_sum(drawn) / max(1, len(drawn))


def _unit(state: State, unit: Unit, parts: Sequence[str]) -> float:
    if unit.is_part:
        face = unit.faces[0]
        other = PARTS[1 - PARTS.index(face.category)]
        share = 1.2 if other in parts else 0.8
        return share * COIN * (3.5 if isinstance(face.cost, str) else face.cost)
    value = lasting(unit)
    if unit.moon is not None:
        coins = next(moon.coins for moon in state.moons if moon.card == unit.moon)
        return value * (1 - AWAY) + 0.85 * COIN * coins
    if unit.recharging:
        value *= 1 - TIRED
    if unit.damage:
        value -= 0.1 * min(1.0, unit.damage / max(1.0, defense(unit).mean))
    if unit.is_chain:
        value += TOGETHER * _together(state, unit)
    return value


def _together(state: State, chain: Unit) -> float:
    """Return the value of a chain: protection of its members, and combined attack."""
    foes = [unit for unit in state.units if unit.seat != chain.seat and unit.is_fighter]
    blow = max([attack(foe).mean for foe in foes], default=0.0)
    saved = 0.0
    if blow < defense(chain).mean:
        saved = float_sum(
            [card_value(face) for face in chain.faces if mean_figure(face.defense) <= blow]
        )
    alone = max([mean_figure(face.attack) for face in chain.faces])
    prey = [lasting(foe) for foe in foes if alone < defense(foe).mean <= attack(chain).mean]
    return saved + max(prey, default=0.0)


def lasting(unit: Unit) -> float:
    """Return the lasting value of a unit, without effects of a single turn."""
    kept = unit.__dict__.get("lasting")
    if kept is None:
        kept = unit.__dict__["lasting"] = _lasting(unit)
    return float(kept)


def _lasting(unit: Unit) -> float:
    value = float_sum(card_value(face) for face in unit.faces)
    flying = any(read(text).flies for face in unit.faces for text in face.keywords)
    gains = [card.gives for card in unit.fitted if card.gives is not None]
    for circle in unit.circles:
        paid = unit.upgrade(circle.card, circle.kind, circle.number)
        if paid is not None and circle.kind == "permanent":
            gains.append(paid)  # type: ignore[arg-type]
    points = float_sum(_points(face) for face in unit.faces)
    for gain in gains:
        value += ATTACK * gain.attack + DEFENSE * gain.defense
        if gain.keyword and not (flying and read(gain.keyword).flies):
            value += _word(read(gain.keyword), points)
    if unit.is_chain:  # harder to kill piece by piece, but it blocks only once
        value -= LINKED * (len(unit.cards) - 1)
    return value


def mean_figure(figure: int | str | None) -> float:
    return 3.5 if isinstance(figure, str) else float(figure or 0)


def _points(face: GameCard) -> float:
    return mean_figure(face.attack)


@cache
def card_value(face: GameCard) -> float:
    if face.category == "equipment":
        value = 0.3 * mean_figure(face.defense)
    else:
        value = STANDING + ATTACK * mean_figure(face.attack) + DEFENSE * mean_figure(face.defense)
    value += float_sum(_word(read(text), _points(face)) for text in face.keywords)
    if face.ability is not None:
        value += 1.5
    return value + 0.3 * len(face.instant)


def _word(word: Keyword, points: float) -> float:
    value = 1.0 + 0.4 * points if word.flies else 0.0
    value += RANGE * word.long_range() + INCOME * word.income() + 0.8 * word.harvest()
    value += 1.5 * word.equipment_shield() + 3.0 * word.battery_shield() + word.revenge()
    return value + 1.5 * word.range_bonus() + (0.3 if word.chains else 0.0)


def _coming_losses(state: State) -> list[float]:
    """Return each player's expected loss in the declared battle."""
    loss = [0.0] * len(state.players)
    if state.onsets and state.phase in ("attackers", "attacked", "blockers", "battle"):
        _battle_losses(state, loss)
    return loss


def _battle_losses(state: State, loss: list[float]) -> None:
    guards = _guards(state) if state.phase in ("attackers", "attacked") else {}
    hits: dict[int, float] = {}
    for declared in sorted(state.onsets, key=lambda o: -attack(state.by_id[o.unit]).mean):
        attacker = state.by_id[declared.unit]
        if declared.blocked:
            _exchange(state, declared, loss)
            continue
        blow = (
            attack(attacker).mean
            - of_all(state, declared.at, "battery_shield")
            - declared.prevented
        )
        harm = ENERGY * max(0.0, blow)
        chosen = _best_guard(attacker, guards.get(declared.at, []), harm)
        if chosen is None:
            hits[declared.at] = hits.get(declared.at, 0.0) + max(0.0, blow)
            continue
        guards[declared.at].remove(chosen)
        if attack(chosen).mean >= enough(attacker):
            loss[attacker.seat] += lasting(attacker)
        if attack(attacker).mean >= enough(chosen):
            loss[chosen.seat] += lasting(chosen)
    for seat, blow in hits.items():
        battery = state.players[seat].battery
        left = max(0, round(battery - blow))
        loss[seat] += energy_value(battery) - energy_value(left)
        if blow >= battery:
            loss[seat] += OUT


def _guards(state: State) -> dict[int, list[Unit]]:
    """Return the units that could block, by seat."""
    guards: dict[int, list[Unit]] = {}
    for unit in state.units:
        if unit.is_fighter and not unit.recharging and unit.moon is None:
            guards.setdefault(unit.seat, []).append(unit)
    return guards


def _best_guard(attacker: Unit, guards: Iterable[Unit], harm: float) -> Unit | None:
    """Return the unit that had best block, or None if it is better to take the harm."""
    best, chosen = -harm, None
    for guard in guards:
        if flies(attacker) and not flies(guard):
            continue
        gain = lasting(attacker) if attack(guard).mean >= enough(attacker) else 0.0
        cost = lasting(guard) if attack(attacker).mean >= enough(guard) else 0.0
        if gain - cost > best:
            best, chosen = gain - cost, guard
    return chosen


def _exchange(state: State, declared: DeclaredAttack, loss: list[float]) -> None:
    """Return the losses for a blocked attacker: its own, and those of the blockers it can kill."""
    attacker = state.by_id[declared.unit]
    gang = [state.by_id[card] for card in declared.blockers]
    if (
        gang
        and float_sum(attack(unit).mean for unit in gang)
        >= defense(attacker).mean - attacker.damage
    ):
        loss[attacker.seat] += lasting(attacker)
    left = attack(attacker).mean
    for unit in sorted(gang, key=lambda each: enough(each) / max(0.1, lasting(each))):
        if enough(unit) <= left:
            left -= enough(unit)
            loss[unit.seat] += lasting(unit)


def spent(state: State) -> State:
    """Return the table unchanged: passing changes nothing by itself."""
    return state


def whose(state: State, asked: Seat) -> Seat | None:
    """Return whose turn it is; any seat may be asked in it."""
    return state.active if state.phase != "over" and state.players else asked


def promising(state: State, question: Question) -> list[Idea]:
    """Return candidate answers, best first.

    Changing when one is asked is a setting, not a move, and is never proposed. Useless answers are
    no ideas either: linking without a threat, or discarding a card better than the expected draw.
    """
    return proposals(state, question.options) if isinstance(question, Choose) else []


def proposals(state: State, options: Iterable[object]) -> list[Idea]:
    """Return the options worth considering, best first; of identical cards or units only one."""
    ideas: dict[object, Idea] = {}
    for option in options:
        if isinstance(option, AskMe):
            continue
        guess = _guess(state, option)
        if guess > 0 or not isinstance(option, Discard | Link):
            ideas.setdefault(_alike(state, option), (guess, option, 0.0))
    return sorted(ideas.values(), key=lambda idea: -idea[0])


def _alike(state: State, option: object) -> object:
    """Return a key that is equal for answers about identical cards."""
    match option:
        case BringOut(card=card) | Discard(card=card):
            return type(option), state.card(card)
        case Spring(card=card, unit=unit, at=at) | Unleash(card=card, unit=unit, at=at):
            return type(option), state.card(card), unit, at
        case Attack(unit=unit, at=at):
            return type(option), _kind(state.by_id[unit]), at
        case Block(unit=unit, attacker=attacker):
            return type(option), _kind(state.by_id[unit]), attacker
        case Shoot(unit=unit, target=target):
            return type(option), _kind(state.by_id[unit]), target
        case _:
            return option


def _kind(unit: Unit) -> Unit:
    """Return a unit without its identity."""
    if unit.components or unit.circles or unit.moon is not None:
        return unit
    return replace(unit, cards=(), since=0)


def midway(state: State, question: Choose) -> object:
    """Return the assumed answer in a battle: the division that destroys most."""
    best, value = question.options[0], -1.0
    for option in question.options:
        if isinstance(option, Divide):
            killed = [
                lasting(state.by_id[unit])
                for unit, amount in option.shares
                if amount >= enough(state.by_id[unit])
            ]
            if float_sum(killed) > value:
                best, value = option, float_sum(killed)
    return best


URGENCY: dict[str, float] = {
    "damage": 2.0,
    "damage-each": 4.0,
    "drain": 9.0,
    "take-over": 8.0,
    "destroy": 4.0,
    "gain": 2.5,
    "steal": 2.2,
    "charge": 2.0,
    "draw": 1.2,
    "prevent": 3.0,
    "recharge": 1.5,
    "cancel": 1.0,
    "boost": 0.8,
    "recall": 1.5,
    "recharge-each": 2.0,
}
USUAL_GUESSES: dict[type, float] = {
    Assemble: 2.0,
    Permanent: 2.0,
    Install: 2.0,
    ComeHome: 2.0,
    Instant: 0.5,
    Employ: 0.5,
    Unlink: -LINKED,
}
"""For answers whose gain does not depend on the table."""


def _guess(state: State, option: object) -> float:
    """Return a quick guess of an answer's gain, for ordering candidates."""
    match option:
        case BringOut(card=card):
            face = state.card(card)
            return card_value(face) - COIN * mean_figure(face.cost)
        case Attack(unit=unit, at=at):
            return attack(state.by_id[unit]).mean + 3 / (1 + state.players[at].battery)
        case Block(unit=unit, attacker=attacker):
            return _block_guess(state, unit, attacker)
        case Shoot(unit=unit, target=target):
            return _shot_guess(state, unit, target)
        case Spring(card=card, unit=unit) | Unleash(card=card, unit=unit):
            action = state.card(card).effect
            value = URGENCY.get(action.op, 1.0) if action else 0.0
            return value + (0.2 * lasting(state.by_id[unit]) if unit in state.by_id else 0.0)
        case Land(moon=moon):
            return COIN * (state.card(moon).value - state.card(moon).landing_cost)
        case Discard(card=card):
            return usual_card(state.box) - hand_value(state.card(card))
        case Link(units=units):
            return _link_guess(state, len(units))
        case Charge(coins=coins):
            return float(-abs(coins - 17))
        case _:
            return USUAL_GUESSES.get(type(option), 0.0)


def _shot_guess(state: State, unit: CardId, target: CardId) -> float:
    aim = state.by_id[target]
    kills = shot(state, state.by_id[unit]).total >= enough(aim)
    return lasting(aim) if kills else 0.1 * lasting(aim)


def _link_guess(state: State, count: int) -> float:
    foes = any(unit.seat != state.active and unit.is_fighter for unit in state.units)
    return 0.5 * count if foes else -LINKED


def _block_guess(state: State, unit: CardId, attacker: CardId) -> float:
    guard, foe = state.by_id[unit], state.by_id[attacker]
    saved = ENERGY * attack(foe).mean
    cost = lasting(guard) if attack(foe).mean >= enough(guard) else 0.0
    gain = lasting(foe) if attack(guard).mean >= enough(foe) else 0.0
    return saved + gain - cost


def _count(state: State, seat: Seat) -> Sequence[float]:
    return FEATURES.count(carried_out(state), seat)


def _stage(state: State) -> int:
    return FEATURES.stage(carried_out(state))


EVALUATION = Evaluation(
    score=score,
    material=material,
    ideas=promising,
    midway=midway,
    passing=(Next, Pass),
    spent=spent,
    whose=whose,
    horizon=1,
    # For the learnt score of ends, which is 1.35 times as steep as the hand-tuned score.
    prior_visits=0.75,
    bias=1,
    breadth=2,
    scale=12,
    tempo=5,
    features=replace(FEATURES, count=_count, stage=_stage),
)
