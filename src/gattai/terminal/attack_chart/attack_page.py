"""One attack, printed: its numbers with their reasons, then its odds with a small chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from gattai import games
from gattai.kernel.rulebook import Rule
from gattai.kernel.tally import Tally
from gattai.terminal.attack_chart.forecast import Forecast
from gattai.terminal.page import QUIET, STRONG, bar, fraction, percent, table

PREFIX = "ATTACK-CHART."


def page(forecast: Forecast) -> Iterator[RenderableType]:
    """Everything there is to say about one attack."""
    yield Text(f"{forecast.shooter.name}: {forecast.weapon.name} on {forecast.target.name}", STRONG)
    yield table(("", "", ""), _numbers(forecast), heads_shown=False)
    yield ""
    yield table(("", "", "", ""), _odds(forecast), heads_shown=False)
    yield ""
    exactly = "exactly" if any(map(fraction, forecast.hp_lost.values())) else ""
    yield table(("HP lost", "chance", "", exactly), _bars(forecast), right=(0, 1))


def _numbers(forecast: Forecast) -> Iterator[tuple[str | Text, ...]]:
    weapon, target, shot = forecast.weapon, forecast.target, forecast.shot
    models = f"{forecast.models} model{'s' * (forecast.models != 1)}"
    yield (
        "  dice",
        f"{shot.dice}: {models} with {weapon.attacks} Attack{'s' * (weapon.attacks != 1)} each",
        _cite("ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK"),
    )
    yield (
        "  needed",
        f"{shot.needed.code} by the {forecast.method.capitalize()}: {_in_words(forecast)}",
        _cite(shot.needed.rule),
    )
    yield from _terms("  modifier", f"{forecast.modifier.total:+d}", forecast.modifier)
    if forecast.armour.terms:
        total = forecast.armour.total
        yield from _terms("  Armour", f"{total}+" if total else "no save", forecast.armour)
    else:
        yield "  Armour", "none on the card", Text()
    aegis = f"{shot.aegis}+, which AP does not touch" if shot.aegis else "none on the card"
    yield "  AEGIS", aegis, _cite("ATTACK-CHART.SEQ.4-BOTH-SAVES") if shot.aegis else Text()
    left = -(-forecast.hp // target.hp)
    yield (
        "  target",
        f"{forecast.hp} HP, {left} model{'s' * (left != 1)} of {target.hp} HP",
        Text("house figures" if target.house or forecast.shooter.house else "", QUIET),
    )


def _in_words(forecast: Forecast) -> str:
    needed = forecast.shot.needed
    against = f"Power {forecast.weapon.power} against Defence {forecast.target.defence}"
    if needed.automatic and needed.hp_each > 1:
        return f"{against}; every die succeeds, each unsaved one costs {needed.hp_each} HP"
    if needed.automatic and needed.successes_each > 1:
        return f"{against}; every die is {needed.successes_each} successes"
    if needed.automatic:
        return f"{against}; every die succeeds"
    if needed.number == 0:
        return f"{against}; no damage"
    if needed.gated:
        return f"{against}; a nine, then {needed.number} or more"
    return against


def _terms(name: str, total: str, tally: Tally) -> Iterator[tuple[str | Text, ...]]:
    """A sum with its terms, one below the other; a lone term is its own sum."""
    if not tally.terms:
        yield name, "none", Text()
    for number, term in enumerate(tally):
        # Of a save the card's number is shown as N+, what changes it with its sign.
        is_save = name.strip() == "Armour" and number == 0
        said = f"{term.amount}+ {term.what}" if is_save else f"{term.amount:+d} {term.what}"
        if number == 0 and len(tally.terms) > 1:
            said = f"{total}: {said}"
        yield (name if number == 0 else ""), said, _cite(term.rule)


def _cite(rule_id: str) -> Text:
    """A rule's id, and how certain it is unless it is simply printed."""
    rule = games.load("attack-chart").rulebook.find(rule_id)
    certainty = f", {rule.certainty}" if isinstance(rule, Rule) and _unsure(rule) else ""
    return Text(f"[{rule_id.removeprefix(PREFIX)}{certainty}]", QUIET)


def _unsure(rule: Rule) -> bool:
    return rule.certainty != "printed"


def _odds(forecast: Forecast) -> Iterator[tuple[str | Text, ...]]:
    for what, chance in (
        ("  one die succeeds", forecast.one_die),
        ("  at least one success", forecast.any_success),
        ("  at least 1 HP lost", forecast.any_loss),
        ("  target destroyed", forecast.destroyed),
    ):
        yield what, Text(percent(chance), STRONG), Text(fraction(chance), QUIET), ""
    casualties = forecast.casualties.mean()
    for what, mean in (
        ("  HP lost, expected", forecast.expected),
        (f"  of the {forecast.hp} it has", forecast.expected_in_fact),
        ("  models lost, expected", casualties),
    ):
        yield what, Text(f"{float(mean):.3f}", STRONG), Text(fraction(mean), QUIET), ""


def _bars(forecast: Forecast) -> Iterator[tuple[str | Text, ...]]:
    highest = max(forecast.hp_lost.values())
    for lost, chance in forecast.hp_lost.items():
        drawn = Text(bar(float(chance / highest)))
        kills = " destroyed" if lost >= forecast.hp else ""
        drawn.append(kills, QUIET)
        yield str(lost), percent(chance), drawn, Text(fraction(chance), QUIET)


def plain(forecast: Forecast) -> dict[str, Any]:
    """The same as data; every chance is an exact fraction, written n/d."""
    shot = forecast.shot
    return {
        "shooter": forecast.shooter.id,
        "weapon": forecast.weapon.id,
        "target": forecast.target.id,
        "method": forecast.method,
        "models": forecast.models,
        "dice": shot.dice,
        "needed": {"code": shot.needed.code, "rule": shot.needed.rule},
        "modifier": {"total": forecast.modifier.total, "terms": forecast.modifier.terms},
        "armour": {"needs": shot.armour, "terms": forecast.armour.terms},
        "aegis": {"needs": shot.aegis},
        "target_hp": forecast.hp,
        "chance_one_die": forecast.one_die,
        "chance_any_success": forecast.any_success,
        "chance_any_loss": forecast.any_loss,
        "chance_destroyed": forecast.destroyed,
        "expected_hp_lost": forecast.expected,
        "expected_hp_lost_of_target": forecast.expected_in_fact,
        "expected_casualties": forecast.casualties.mean(),
        "hp_lost": [{"hp": lost, "chance": chance} for lost, chance in forecast.hp_lost.items()],
    }
