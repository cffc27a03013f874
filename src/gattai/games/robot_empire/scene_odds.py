"""The odds of an option as a scene shows them: where a die decides, of what, and by which figures."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from gattai.games.robot_empire.actions import Attack, Block, BringOut, Shoot
from gattai.games.robot_empire.battle.chances import fight, hit, with_block
from gattai.games.robot_empire.faces import unit_title
from gattai.games.robot_empire.figures import attack, defense, shot
from gattai.games.robot_empire.state import CardId, Onset, State
from gattai.kernel.deed import Forecast
from gattai.kernel.question import Steps
from gattai.kernel.tally import Term


def has_odds(view: State, action: Any) -> bool:
    """Whether dice hang on it: a price, an Attack or a Defense that is thrown."""
    match action:
        case BringOut(card=card):
            return isinstance(view.card(card).cost, str)
        case Shoot(unit=unit, target=target) if unit in view.by_id and target in view.by_id:
            return defense(view.by_id[target]).dice > 0
        case Attack(unit=unit) if unit in view.by_id:
            return attack(view.by_id[unit]).dice > 0
        case Block() if _is_fight(view, action):
            return any(_dice(view, action))
        case _:
            return False


def forecast(view: State, action: Any) -> Forecast | None:
    """What is counted, from when on it is enough, and the figures it comes from."""
    if not has_odds(view, action):
        return None
    match action:
        case BringOut(card=card):
            what = f"coins for {view.card(card).name}, 0 if it is too dear"
            return Forecast(what, count=partial(_paid, view))
        case Shoot(unit=unit, target=target):
            reasons = (*shot(view, view.by_id[unit]).terms, *_defense(view, target))
            what = f"{_title(view, target)} destroyed"
            return Forecast(what, 1, "destroys", reasons, shorter=partial(hit, view, unit, target))
        case Attack(unit=unit, at=at):
            name = view.box.seats[at]
            what = f"coins off {name}'s Battery, if nobody blocks"
            battery = view.players[at].battery
            alone = partial(_battery, replace(view, onsets=(Onset(unit, at),)))
            return Forecast(what, battery, f"{name} is out", _attack(view, unit), shorter=alone)
        case Block(unit=unit, attacker=attacker):
            judged = _judged(view, action)
            others = [attacker] if judged == unit else _gang(view, action)
            blows = [term for card in others for term in _attack(view, card)]
            what = f"{_title(view, judged)} destroyed, by those who block now"
            reasons = (*blows, *_defense(view, judged))
            alone = partial(_falls, with_block(view, unit, attacker), judged)
            return Forecast(what, 1, "destroys", reasons, shorter=alone)
        case _:
            return None


def _paid(view: State, after: State) -> int:
    """Coins paid for a card whose price is thrown."""
    return view.players[view.active].vault - after.players[view.active].vault


def _battery(table: State) -> Steps[int]:
    result = yield from fight(table)
    return result.battery


def _falls(table: State, judged: CardId) -> Steps[int]:
    result = yield from fight(table)
    (onset,) = table.onsets
    if judged == onset.unit:
        return int(result.attacker_falls)
    return int(result.blockers_fall[onset.blockers.index(judged)])


def _is_fight(view: State, action: Block) -> bool:
    here = action.unit in view.by_id and action.attacker in view.by_id
    return here and any(onset.unit == action.attacker for onset in view.onsets)


def _gang(view: State, action: Block) -> tuple[CardId, ...]:
    (onset,) = with_block(view, action.unit, action.attacker).onsets
    return onset.blockers


def _dice(view: State, action: Block) -> tuple[int, int]:
    """The dice that decide about the attacker, and about the one who blocks."""
    gang = [view.by_id[card] for card in _gang(view, action)]
    foe = view.by_id[action.attacker]
    return (
        sum(attack(unit).dice for unit in gang) + defense(foe).dice,
        attack(foe).dice + defense(view.by_id[action.unit]).dice,
    )


def _judged(view: State, action: Block) -> CardId:
    """Whose end is uncertain: the attacker's first, else that of the one who blocks."""
    return action.attacker if _dice(view, action)[0] else action.unit


def _attack(view: State, unit: CardId) -> tuple[Term, ...]:
    return (*attack(view.by_id[unit]).tally.terms, *_thrown(attack(view.by_id[unit]).dice))


def _defense(view: State, unit: CardId) -> tuple[Term, ...]:
    return (*defense(view.by_id[unit]).tally.terms, *_thrown(defense(view.by_id[unit]).dice))


def _thrown(dice: int) -> tuple[Term, ...]:
    """Dice have no fixed worth: they are named, and add nothing."""
    return (Term(0, f"and {dice}d6 thrown", "ROBOT-EMPIRE.DICE.COMBAT"),) if dice else ()


def _title(view: State, unit: CardId) -> str:
    return unit_title(view.by_id[unit])
