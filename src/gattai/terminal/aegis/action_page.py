"""One Action, printed: its numbers with their reasons and pages, then its odds with small charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from gattai import games
from gattai.games.aegis.figures import integrity, max_integrity
from gattai.games.aegis.keywords.registry import ATTRIBUTES, reach_of
from gattai.games.aegis.state import UnitId
from gattai.kernel.rulebook import Refused
from gattai.kernel.tally import Tally
from gattai.tabletop.hexes import DISTANCE
from gattai.terminal.aegis.card_page import HOUSE_NOTE
from gattai.terminal.aegis.forecast import Forecast, title
from gattai.terminal.page import QUIET, STRONG, bar, fraction, percent, table

PREFIX = "AEGIS."
Row = tuple[str | Text, ...]


def page(forecast: Forecast) -> Iterator[RenderableType]:
    """Everything there is to say about one Action on a table."""
    touched = forecast.touched  # refused before anything is printed
    yield Text(title(forecast), STRONG)
    yield table(("", "", ""), _numbers(forecast), heads_shown=False)
    for unit_id in touched:
        yield ""
        yield from _one_unit(forecast, unit_id)
    notes = [*forecast.notes]
    if forecast.declined:
        cited = ", ".join(_cited(rule) for rule in forecast.declined)
        notes.append(
            "Every choice on the way is declined: nobody rolls again or strikes back, and damage "
            f"to be divided goes to the first [{cited}]."
        )
    units = [forecast.state.units[unit_id] for unit_id in (forecast.use.unit, *touched)]
    if any(unit.card.house for unit in units):
        notes.append(HOUSE_NOTE)
    if notes:
        yield ""
    for note in notes:
        yield Text(note, QUIET)


def _numbers(forecast: Forecast) -> Iterator[Row]:
    action = forecast.action
    for number, term in enumerate(forecast.price):
        said = f"{term.amount:+d} {term.what}"
        if number == 0:
            said = f"{forecast.price.total} energy, {term.what}"
            if len(forecast.price.terms) > 1:
                said = f"{forecast.price.total} energy = {term.amount} {term.what}"
        yield "  price" if number == 0 else "", said, cite(term.rule)
    if action.mode == "each":
        yield "  dice", f"{action.dice}d6, each success counts", cite("AEGIS.DICE.EACH")
    else:
        yield "  dice", f"{action.dice}d6, all must succeed", cite("AEGIS.DICE.ALL")
    effect = f"{action.type}, Power {action.power}{' a success' * (action.mode == 'each')}"
    yield "  effect", effect, cite(f"AEGIS.EFFECT.{action.type.upper()}")
    for code in action.attributes:
        rule = games.load("aegis").rulebook.find(ATTRIBUTES[code].rule)
        yield "", rule.title, cite(rule.id)
    if forecast.use.target is not None:
        user, target = (forecast.state.units[n] for n in (forecast.use.unit, forecast.use.target))
        assert user.at is not None and target.at is not None
        away, reach = DISTANCE[target.at - user.at], reach_of(action)
        reaches = "any distance" if reach > 60 else f"at most {reach}"
        yield (
            "  target",
            f"{away} hex{'es' * (away != 1)} away, {reaches}",
            cite("AEGIS.RANGE.DISTANCE"),
        )


def _one_unit(forecast: Forecast, unit_id: UnitId) -> Iterator[RenderableType]:
    unit = forecast.state.units[unit_id]
    left, most = integrity(forecast.state, unit), max_integrity(forecast.state, unit)
    role = "the target" if unit_id == forecast.use.target else "in the area"
    if unit_id not in forecast.reached:
        role = "not in the area, but touched"
    elif unit_id == forecast.use.unit:
        role = "the user itself"
    yield Text(f"{unit.name}, {role}: Integrity {left} of {most}", STRONG)
    if unit_id in forecast.reached:
        yield table(("", "", ""), _needed(forecast, unit_id), heads_shown=False)
    yield table(("", "", "", ""), _odds(forecast, unit_id), heads_shown=False)
    found = forecast.of_unit(unit_id)
    exactly = "exactly" if any(map(fraction, found.values())) else ""
    highest = max(found.values())
    rows = [
        (
            f"  {change}",
            percent(chance),
            Text(bar(float(chance / highest))),
            Text(fraction(chance), QUIET),
        )
        for change, chance in found.items()
    ]
    yield table(("  what happens", "chance", "", exactly), rows, right=(1,))


def _needed(forecast: Forecast, unit_id: UnitId) -> Iterator[Row]:
    tally = forecast.needed(unit_id)
    for number, term in enumerate(tally):
        said = f"{term.amount}+ {term.what}" if number == 0 else f"{term.amount:+d} {term.what}"
        if number == 0:
            said = f"{tally.total}+ = {said}" if len(tally.terms) > 1 else said
        yield "  needed" if number == 0 else "", said, cite(term.rule)
    spoilt = forecast.spoilt(unit_id)
    if spoilt:
        faces = " and ".join(map(str, spoilt))
        yield "", f"dice showing {faces} fail", cite("AEGIS.PASSIVE.VECTOR-EVADE")


def _odds(forecast: Forecast, unit_id: UnitId) -> Iterator[Row]:
    chances = []
    if unit_id in forecast.reached:
        chances.append(("  one die succeeds", forecast.one_die(unit_id)))
        chances.append(("  at least one success", forecast.any_success(unit_id)))
    chances.append(("  destroyed", forecast.destroyed(unit_id)))
    for what, chance in chances:
        yield what, Text(percent(chance), STRONG), Text(fraction(chance), QUIET), ""
    what, mean = forecast.expected(unit_id)
    yield f"  {what}", Text(f"{float(mean):.3f}", STRONG), Text(fraction(mean), QUIET), ""


def _cited(rule_id: str) -> str:
    rule = games.load("aegis").rulebook.find(rule_id)
    return f"{rule_id.removeprefix(PREFIX)}, {rule.page}"


def cite(rule_id: str) -> Text:
    """A rule's id and page."""
    return Text(f"[{_cited(rule_id)}]", QUIET)


def why_not(refused: Refused) -> str:
    """Every reason why an Action may not be used, with rule and page, as a complaint."""
    lines = ["that may not be done:"]
    for refusal in refused.refusals:
        page_of = games.load("aegis").rulebook.find(refusal.rule).page
        lines.append(f"  {refusal} ({page_of})")
    return "\n".join(lines)


def _tally(tally: Tally) -> dict[str, Any]:
    book = games.load("aegis").rulebook
    return {
        "total": tally.total,
        "terms": [
            {"amount": t.amount, "what": t.what, "rule": t.rule, "page": book.find(t.rule).page}
            for t in tally
        ],
    }


def plain(forecast: Forecast) -> dict[str, Any]:
    """The same as data; every chance is an exact fraction, written n/d."""
    user = forecast.state.units[forecast.use.unit]
    target = forecast.use.target
    units = []
    for unit_id in forecast.touched:
        what, mean = forecast.expected(unit_id)
        reached = unit_id in forecast.reached
        units.append(
            {
                "unit": forecast.state.units[unit_id].name,
                "is_target": unit_id == target,
                "in_area": reached,
                "integrity": integrity(forecast.state, forecast.state.units[unit_id]),
                "needed": _tally(forecast.needed(unit_id)) if reached else None,
                "failing_faces": forecast.spoilt(unit_id) if reached else (),
                "chance_one_die": forecast.one_die(unit_id) if reached else None,
                "chance_any_success": forecast.any_success(unit_id) if reached else None,
                "chance_destroyed": forecast.destroyed(unit_id),
                "expected": {"what": what, "amount": mean},
                "results": [
                    {"result": str(change), "change": change, "chance": chance}
                    for change, chance in forecast.of_unit(unit_id).items()
                ],
                "house": forecast.state.units[unit_id].card.house,
            }
        )
    return {
        "user": user.name,
        "action": forecast.use.action,
        "target": None if target is None else forecast.state.units[target].name,
        "price": _tally(forecast.price),
        "dice": forecast.action.dice,
        "mode": forecast.action.mode,
        "type": forecast.action.type,
        "power": forecast.action.power,
        "units": units,
        "declined": forecast.declined,
        "notes": forecast.notes,
        "house": user.card.house,
    }
