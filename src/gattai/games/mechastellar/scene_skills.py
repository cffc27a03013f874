"""What can be chosen before the dice, and used after them, in words with its figures."""

from __future__ import annotations

from gattai.games.mechastellar.actions import Aim, Brace
from gattai.games.mechastellar.events.strike import spoken
from gattai.games.mechastellar.keywords.registry import BONUSES
from gattai.games.mechastellar.parameters import Parameters

REROLLS = {
    "reroll-misses": "throw again what can count for nothing",
    "reroll-failures": "throw again all that failed",
    "reroll-plain": "throw again all but criticals",
    "reroll-all": "throw all again",
    "reroll-chosen": "throw again dice of your choice",
}


def aim_words(rules: Parameters, aim: Aim) -> str:
    """MS.LOCKON.CHOICE, MS.ELITE.CHOOSE: what the attacker takes."""
    lock = {"": "", "die": _dice("Lock On", rules.lock_on.atk_dice)}.get(
        aim.lock_on, "Lock On: no penalty for indirect fire"
    )
    return _joined(lock, _bonus(rules, aim.bonus))


def brace_words(rules: Parameters, brace: Brace) -> str:
    """MS.LOCKON.CHOICE, MS.ELITE.CHOOSE, MS.COUNTER.TRADE: what the defender takes."""
    lock = _dice("Lock On", rules.lock_on.def_dice) if brace.lock_on else ""
    traded = f"{rules.counter.trade_dice} dice kept for the Counter" if brace.trade else ""
    return _joined(lock, _bonus(rules, brace.bonus), traded)


def _dice(name: str, dice: int) -> str:
    return f"{name} (+{dice} {'die' if dice == 1 else 'dice'})"


def _bonus(rules: Parameters, word: str) -> str:
    """An elite bonus with what it does, read off its class."""
    if not word:
        return ""
    bonus, name = BONUSES[word], word.replace("-", " ").capitalize()
    if bonus.dice:
        return _dice(name, rules.elite_bonus.dice)
    if bonus.crit:
        lowest = max(rules.dice.crit_floor, rules.dice.crit - rules.elite_bonus.crit_step)
        return f"{name} (critical from {lowest})"
    return f"{name} (Hits by Size)" if bonus.by_size else name


def _joined(*words: str) -> str:
    return " and ".join(word for word in words if word) or "nothing"


def skill_words(rules: Parameters, word: str) -> str:
    """What a skill, a reroll or a reaction does to the dice that lie there."""
    skill, name = rules.skill, spoken(word)
    does = {
        "focus": f"this roll succeeds on {skill.focus.target}+",
        "flash": f"+{skill.flash.add} DEF",
        "great-flash": f"+{skill.flash.add2} DEF",
        "iron-wall": f"+{skill.iron_wall.add} DEF this Turn",
        "great-iron-wall": f"+{skill.iron_wall.add2} DEF this Turn",
        "valor": f"+{skill.valor.add} HIT",
        **REROLLS,
    }.get(word, "")
    if word in REROLLS:
        return does
    return f"{name}: {does}" if does else name


def skill_price(rules: Parameters, word: str) -> str:
    """Its printed price. An order or a trait may lower it: `scene_context` knows what is to be paid."""
    skill = rules.skill
    cost = {
        "focus": skill.focus.cost,
        "flash": skill.flash.cost,
        "great-flash": skill.flash.cost2,
        "iron-wall": skill.iron_wall.cost,
        "great-iron-wall": skill.iron_wall.cost2,
        "valor": skill.valor.cost,
    }.get(word, 0)
    return f"{cost} momentum" if cost else "1 point" if word in REROLLS else ""
