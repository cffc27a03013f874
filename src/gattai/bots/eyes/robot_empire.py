"""What a table is worth to a player, and which answers are worth a look: the eye of the bots.

No rule depends on it. Worth is counted in coins of a Vault, roughly. The terms:

Battery    ENERGY for each coin, and more for the last ones: who has none is out.
coins      COIN for each in the Vault, less for those beyond PLENTY.
units      what their points, weapons and words are usually good for; away on a Moon or Recharging less.
hand       a little for each card, more for Agents and Super Weapons that are better kept for their day
           and for what is worth much more than its price; a card that is still to be drawn counts as
           the deck's are on average, so only what is worse than that is thrown away.
chains     TOGETHER of what members are worth that an enemy could destroy one by one and cannot together,
           or that together destroy what none of them could.
battle     what the battle that has been declared will probably do, if the attacked players block well.

What has been announced and not yet carried out is judged as if everybody let it pass.

Of several opponents all count alike: worth is one's own standing less the mean of the others'.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from msgspec.structs import replace

from gattai.bots.evaluations import WON, Evaluation, Idea
from gattai.bots.eyes.robot_empire_traits import TRAITS
from gattai.bots.learnt.traits import Traits
from gattai.games.robot_empire.cards import PARTS, GameCard
from gattai.games.robot_empire.course.windows import close_window
from gattai.games.robot_empire.deeds import (
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
from gattai.games.robot_empire.figures import attack, defense, enough, flies, of_all, shot
from gattai.games.robot_empire.keywords import Keyword, read
from gattai.games.robot_empire.state import Box, Onset, State, Unit
from gattai.kernel.question import Choose, Question, Roll, Seat
from gattai.kernel.running.run import drive
from gattai.kernel.table import QuietTable
from gattai.kernel.window import Pass

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
LEAST_CARD = 0.3
LINKED = 0.2
TOGETHER = 0.12
OUT = 40.0


def worth(state: State, seat: Seat) -> float:
    """How much better this player stands than the others do on average; nobody's seat is worth nothing."""
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
    return values[seat] - sum(others) / len(others)


def carried_out(state: State) -> State:
    """The table once everybody has let pass what was announced."""
    if all(window.announced is None for window in state.windows):
        return state
    kept = state.__dict__.get("carried_out")
    if kept is None:
        table = QuietTable(state)
        while table.state.windows:
            drive(close_window(table), lambda asked: _on_average(asked, table.state))
        kept = state.__dict__["carried_out"] = table.state
    return cast(State, kept)


def _on_average(asked: Question, state: State) -> Any:
    """What a throw usually shows; choices as anybody would make them."""
    if isinstance(asked, Choose):
        return midway(state, asked)
    assert isinstance(asked, Roll)
    ways = [reading for reading, count in asked.dice.outcomes() for _ in range(count)]
    return sorted(ways)[len(ways) // 2]


def material(state: State, seat: Seat) -> float:
    """What a player has, without what is about to happen."""
    others = [_standing(state, Seat(s)) for s in range(len(state.players)) if s != seat]
    return _standing(state, seat) - sum(others) / len(others)


def _standing(state: State, seat: Seat) -> float:
    player = state.players[seat]
    if player.is_out:
        return -OUT
    value = _energy(player.battery) + _money(player.vault)
    hand = player.hand.open() if player.hand.is_open else ()
    value += sum(_in_hand(state.box.cards[card]) for card in hand)
    if seat == state.active and state.phase == "discard":
        value += _usual_card(state.box) * state.discarded
    value += sum([_usual_card(state.box) * count for who, count in state.owed if who == seat])
    own = state.own(seat)
    parts = [unit.faces[0].category for unit in own if unit.is_part]
    parts += [state.box.cards[card].category for card in hand]
    for unit in own:
        value += _unit(state, unit, parts)
    return value


def _energy(coins: int) -> float:
    return ENERGY * coins + LAST_ENERGY * (1 - FADING**coins)


def _money(coins: int) -> float:
    return COIN * min(coins, PLENTY) + SPARE_COIN * max(0, coins - PLENTY)


@cache
def _in_hand(card: GameCard) -> float:
    if card.category in ("agent", "super-weapon"):
        return KEPT
    if card.category == "component":
        return CARD
    return max(LEAST_CARD, LEAST_CARD + BARGAIN * (_face(card) - COIN * _mean(card.cost)))


@cache
def _usual_card(box: Box) -> float:
    """What a card from the deck is worth in the hand, on average."""
    drawn = [_in_hand(card) for card in box.cards if card.category not in ("setup", "moon")]
    return sum(drawn) / max(1, len(drawn))


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
    """What a chain keeps from being destroyed one by one, and what it can destroy as one."""
    foes = [unit for unit in state.units if unit.seat != chain.seat and unit.is_fighter]
    blow = max([attack(foe).mean for foe in foes], default=0.0)
    saved = 0.0
    if blow < defense(chain).mean:
        saved = sum([_face(face) for face in chain.faces if _mean(face.defense) <= blow])
    alone = max([_mean(face.attack) for face in chain.faces])
    prey = [lasting(foe) for foe in foes if alone < defense(foe).mean <= attack(chain).mean]
    return saved + max(prey, default=0.0)


def lasting(unit: Unit) -> float:
    """What a unit is good for in the long run: without what is given for a turn."""
    kept = unit.__dict__.get("lasting")
    if kept is None:
        kept = unit.__dict__["lasting"] = _lasting(unit)
    return float(kept)


def _lasting(unit: Unit) -> float:
    value = sum(_face(face) for face in unit.faces)
    flying = any(read(text).flies for face in unit.faces for text in face.keywords)
    gains = [card.gives for card in unit.fitted if card.gives is not None]
    for circle in unit.circles:
        paid = unit.upgrade(circle.card, circle.kind, circle.number)
        if paid is not None and circle.kind == "permanent":
            gains.append(paid)  # type: ignore[arg-type]
    points = sum(_points(face) for face in unit.faces)
    for gain in gains:
        value += ATTACK * gain.attack + DEFENSE * gain.defense
        if gain.keyword and not (flying and read(gain.keyword).flies):
            value += _word(read(gain.keyword), points)
    if unit.is_chain:  # harder to kill piece by piece, but it blocks only once
        value -= LINKED * (len(unit.cards) - 1)
    return value


def _mean(figure: Any) -> float:
    return 3.5 if isinstance(figure, str) else float(figure or 0)


def _points(face: GameCard) -> float:
    return _mean(face.attack)


@cache
def _face(face: GameCard) -> float:
    if face.category == "equipment":
        value = 0.3 * _mean(face.defense)
    else:
        value = STANDING + ATTACK * _mean(face.attack) + DEFENSE * _mean(face.defense)
    value += sum(_word(read(text), _points(face)) for text in face.keywords)
    if face.ability is not None:
        value += 1.5
    return value + 0.3 * len(face.instant)


def _word(word: Keyword, points: float) -> float:
    value = 1.0 + 0.4 * points if word.flies else 0.0
    value += RANGE * word.long_range() + INCOME * word.income() + 0.8 * word.harvest()
    value += 1.5 * word.equipment_shield() + 3.0 * word.battery_shield() + word.revenge()
    return value + 1.5 * word.range_bonus() + (0.3 if word.chains else 0.0)


def _coming_losses(state: State) -> list[float]:
    """What each player will probably lose by the battle that was declared."""
    loss = [0.0] * len(state.players)
    if state.onsets and state.phase in ("attackers", "attacked", "blockers", "battle"):
        _battle_losses(state, loss)
    return loss


def _battle_losses(state: State, loss: list[float]) -> None:
    guards: dict[int, list[Unit]] = {}
    if state.phase in ("attackers", "attacked"):
        for unit in state.units:
            if unit.is_fighter and not unit.recharging and unit.moon is None:
                guards.setdefault(unit.seat, []).append(unit)
    hits: dict[int, float] = {}
    for onset in sorted(state.onsets, key=lambda o: -attack(state.by_id[o.unit]).mean):
        attacker = state.by_id[onset.unit]
        if onset.blocked:
            _exchange(state, onset, loss)
            continue
        blow = attack(attacker).mean - of_all(state, onset.at, "battery_shield") - onset.prevented
        harm = ENERGY * max(0.0, blow)
        best, chosen = -harm, None
        for guard in guards.get(onset.at, []):
            if flies(attacker) and not flies(guard):
                continue
            gain = lasting(attacker) if attack(guard).mean >= enough(attacker) else 0.0
            cost = lasting(guard) if attack(attacker).mean >= enough(guard) else 0.0
            if gain - cost > best:
                best, chosen = gain - cost, guard
        if chosen is None:
            hits[onset.at] = hits.get(onset.at, 0.0) + max(0.0, blow)
            continue
        guards[onset.at].remove(chosen)
        if attack(chosen).mean >= enough(attacker):
            loss[attacker.seat] += lasting(attacker)
        if attack(attacker).mean >= enough(chosen):
            loss[chosen.seat] += lasting(chosen)
    for seat, blow in hits.items():
        battery = state.players[seat].battery
        left = max(0, round(battery - blow))
        loss[seat] += _energy(battery) - _energy(left)
        if blow >= battery:
            loss[seat] += OUT


def _exchange(state: State, onset: Onset, loss: list[float]) -> None:
    """A blocked attacker: the gang's blows on it, and its own on as many of them as it can kill."""
    attacker = state.by_id[onset.unit]
    gang = [state.by_id[card] for card in onset.blockers]
    if gang and sum(attack(unit).mean for unit in gang) >= defense(attacker).mean - attacker.damage:
        loss[attacker.seat] += lasting(attacker)
    left = attack(attacker).mean
    for unit in sorted(gang, key=lambda each: enough(each) / max(0.1, lasting(each))):
        if enough(unit) <= left:
            left -= enough(unit)
            loss[unit.seat] += lasting(unit)


def spent(state: State) -> State:
    """Letting go changes nothing by itself: what can be gained before is to be gained first."""
    return state


def whose(state: State, asked: Seat) -> Seat | None:
    """Whose turn it is; anybody may be asked in it."""
    return state.active if state.phase != "over" and state.players else asked


def promising(state: State, question: Question) -> list[Idea]:
    """Answers worth a closer look, the best first.

    When one is asked is a setting and no move: a bot leaves it as it is, and nobody is told to change it. Nor is
    what can do no good an idea: to link where nobody is to be feared, to throw away a card that is better than
    what will be drawn. Of cards or units that are alike in everything one is looked at.
    """
    if not isinstance(question, Choose):
        return []
    ideas: dict[Any, Idea] = {}
    for option in question.options:
        if isinstance(option, AskMe):
            continue
        guess = _guess(state, option)
        if guess > 0 or not isinstance(option, Discard | Link):
            ideas.setdefault(_alike(state, option), (guess, option, 0.0))
    return sorted(ideas.values(), key=lambda idea: -idea[0])


def _alike(state: State, option: Any) -> Any:
    """The same for two answers that differ in nothing but in which of equal cards they are about."""
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
    return option


def _kind(unit: Unit) -> Unit:
    """A unit without what only tells it from others of its kind."""
    if unit.components or unit.circles or unit.moon is not None:
        return unit
    return replace(unit, cards=(), since=0)


def midway(state: State, question: Choose) -> Any:
    """In the middle of a battle: the division that destroys most."""
    best, value = question.options[0], -1.0
    for option in question.options:
        if isinstance(option, Divide):
            killed = [
                lasting(state.by_id[unit])
                for unit, amount in option.shares
                if amount >= enough(state.by_id[unit])
            ]
            if sum(killed) > value:
                best, value = option, sum(killed)
    return best


_URGENCY: dict[str, float] = {
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


def _guess(state: State, option: Any) -> float:
    """A quick guess of what an answer gains, only to choose what is looked at closely."""
    match option:
        case BringOut(card=card):
            face = state.card(card)
            return _face(face) - COIN * _mean(face.cost)
        case Attack(unit=unit, at=at):
            return attack(state.by_id[unit]).mean + 3 / (1 + state.players[at].battery)
        case Block(unit=unit, attacker=attacker):
            return _block_guess(state, unit, attacker)
        case Shoot(unit=unit, target=target):
            aim = state.by_id[target]
            kills = shot(state, state.by_id[unit]).total >= enough(aim)
            return lasting(aim) if kills else 0.1 * lasting(aim)
        case Spring(card=card, unit=unit) | Unleash(card=card, unit=unit):
            deed = state.card(card).effect
            value = _URGENCY.get(deed.op, 1.0) if deed else 0.0
            return value + (0.2 * lasting(state.by_id[unit]) if unit in state.by_id else 0.0)
        case Assemble() | Permanent() | Install() | ComeHome():
            return 2.0
        case Land(moon=moon):
            return COIN * (state.card(moon).value - state.card(moon).landing_cost)
        case Instant() | Employ():
            return 0.5
        case Discard(card=card):
            return _usual_card(state.box) - _in_hand(state.card(card))
        case Link(units=units):
            foes = [unit for unit in state.units if unit.seat != state.active and unit.is_fighter]
            return 0.5 * len(units) if foes else -LINKED
        case Unlink():
            return -LINKED
        case Charge(coins=coins):
            return float(coins - 17) if coins <= 17 else float(17 - coins)
        case _:
            return 0.0


def _block_guess(state: State, unit: Any, attacker: Any) -> float:
    guard, foe = state.by_id[unit], state.by_id[attacker]
    saved = ENERGY * attack(foe).mean
    cost = lasting(guard) if attack(foe).mean >= enough(guard) else 0.0
    gain = lasting(foe) if attack(guard).mean >= enough(foe) else 0.0
    return saved + gain - cost


def _count(state: State, seat: Seat) -> Sequence[float]:
    return TRAITS.count(carried_out(state), seat)


def _stage(state: State) -> int:
    return TRAITS.stage(carried_out(state))


EYE = Evaluation(
    worth=worth,
    material=material,
    ideas=promising,
    midway=midway,
    passing=(Next, Pass),
    spent=spent,
    whose=whose,
    horizon=1,
    # One look in the measure of what was learnt of ends: that is 1.35 times as steep as the hand-set worth.
    doubt=0.75,
    bias=1,
    breadth=2,
    sway=12,
    tempo=5,
    traits=Traits(TRAITS.names, _count, TRAITS.stages, _stage),
)
