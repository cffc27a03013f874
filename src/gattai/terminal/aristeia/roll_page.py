"""One roll, printed: the dice of both sides with their reasons and pages, then the odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from gattai import games
from gattai.games.aristeia.cards import SwitchCard
from gattai.games.aristeia.effects.cards import effects_in_words
from gattai.games.aristeia.roll.reckoning import Result
from gattai.games.aristeia.roll.rolls import has_critical_block
from gattai.odds.distribution import Distribution
from gattai.terminal.aristeia.forecast import TARGET, USER, Forecast, Side
from gattai.terminal.printing import QUIET, STRONG, bar, percent, table

PREFIX = "ARISTEIA."
Row = tuple[str | Text, ...]
BEST = (
    "Best for each: a point of Damage dealt counts as much as one not taken, anything else that a Switch "
    "buys a quarter of that. No Tactics are played."
)
BEST_SIMPLE = "Best: a success left over first, and anything else that a Switch buys. No Tactics."


def page(forecast: Forecast) -> Iterator[RenderableType]:
    """Everything there is to say about one roll."""
    user, target = forecast.user.name, forecast.target.name
    yield Text(f"{user}: {forecast.action.name} on {target}", STRONG)
    yield table(("", "", ""), _numbers(forecast), heads_shown=False)
    yield ""
    yield table(("  ", "nobody spends", "best for each"), _summary(forecast), right=(1, 2))
    yield ""
    if forecast.is_attack:
        yield _chart(forecast, USER, f"  {target} loses")
        yield ""
        yield _chart(forecast, TARGET, f"  {user} loses")
    else:
        yield _chart(forecast, USER, "  successes")
    yield ""
    yield Text(BEST if forecast.is_attack else BEST_SIMPLE, QUIET)


def _numbers(forecast: Forecast) -> Iterator[Row]:
    least, most = forecast.action.range
    if forecast.action.target != "none":
        far = f"{forecast.distance} away, Range {least}-{most}"
        yield "  target", far, cite("ARISTEIA.RANGE.TWO-VALUES")
    for side in forecast.sides:
        head = f"  {side.name}"
        for reason in side.reasons:
            yield head, f"{reason.what}: {reason.why}", cite(reason.rule)
            head = ""
        yield from _switches(side)
    dice = [die for side in forecast.sides for die in side.hand.dice]
    if forecast.is_attack and has_critical_block(tuple(dice)):
        said = "a Critical Block can take a die of the other away"
        yield "", said, cite("ARISTEIA.ROLL.CRITICAL-BLOCK")


def _switches(side: Side) -> Iterator[Row]:
    for switch in side.hand.switches:
        rule = "ARISTEIA.SWITCH.PAY"
        yield "", f"Switch {_cost(switch)}: {effects_in_words(switch.effects)}", cite(rule)
    for switch in side.out_of_reach:
        said = f"not {_cost(switch)}: {effects_in_words(switch.effects)} (no enemy adjacent)"
        yield "", said, cite("ARISTEIA.SWITCH.GENERAL")


def _cost(switch: SwitchCard) -> str:
    return " ".join(switch.cost)


def _summary(forecast: Forecast) -> Iterator[Row]:
    both = (forecast.nobody, forecast.best)
    if not forecast.is_attack:
        yield "  success", *(percent(o.chance(lambda r: r.left[USER] > 0)) for o in both)
    else:
        user, target = forecast.user.name, forecast.target.name
        yield f"  {target} is hurt", *(percent(o.chance(lambda r: r.left[USER] > 0)) for o in both)
        for number, name in ((USER, target), (TARGET, user)):
            means = (o.mean(lambda r, n=number: r.left[n]) for o in both)  # type: ignore[misc]
            yield f"  Damage of {name}, expected", *(f"{float(mean):.2f}" for mean in means)
        said = f"  {target} to the Infirmary ({forecast.hit_points} left)"
        yield said, *(percent(forecast.knocked_out(o)) for o in both)
    for number, side in enumerate(forecast.sides):
        means = (o.mean(lambda r, n=number: r.bought[n]) for o in both)  # type: ignore[misc]
        yield f"  other Switches of {side.name}", *(f"{float(mean):.2f}" for mean in means)


def _chart(forecast: Forecast, number: int, head: str) -> RenderableType:
    both = [_left(odds, number) for odds in (forecast.nobody, forecast.best)]
    highest = max(max(odds.values()) for odds in both)
    rows: list[Row] = []
    for left in sorted({*both[0], *both[1]}):
        cells: list[str | Text] = []
        for odds in both:
            chance = odds.get(left, Fraction())
            drawn = bar(float(chance / highest), 20) if chance * 2000 >= 1 else ""
            cells += [percent(chance), Text(drawn)]
        rows.append((f"  {left}", *cells))
    return table((head, "nobody", "spends", "best", "for each"), rows, right=(1, 3))


def _left(odds: Distribution[Result], number: int) -> Distribution[int]:
    return odds.map(lambda result: result.left[number]).sorted()


def _cited(rule_id: str) -> str:
    return f"{rule_id.removeprefix(PREFIX)}, {games.load('aristeia').rulebook.find(rule_id).page}"


def cite(rule_id: str) -> Text:
    """A rule's id and page."""
    return Text(f"[{_cited(rule_id)}]", QUIET)


def plain(forecast: Forecast) -> dict[str, Any]:
    """The same as data; every chance is an exact fraction, written n/d."""
    book = games.load("aristeia").rulebook
    sides = [
        {
            "name": side.name,
            "dice": [die.id for die in side.hand.dice],
            "printed": side.hand.printed,
            "reasons": [
                {"what": r.what, "why": r.why, "rule": r.rule, "page": book.find(r.rule).page}
                for r in side.reasons
            ],
            "switches": [
                {"cost": switch.cost, "buys": effects_in_words(switch.effects)}
                for switch in side.hand.switches
            ],
        }
        for side in forecast.sides
    ]
    return {
        "user": forecast.user.id,
        "action": forecast.action.id,
        "target": forecast.target.id,
        "kind": forecast.action.kind,
        "distance": forecast.distance,
        "hit_points": forecast.hit_points,
        "sides": sides,
        "nobody_spends": _plain_odds(forecast, forecast.nobody),
        "best_for_each": _plain_odds(forecast, forecast.best),
    }


def _plain_odds(forecast: Forecast, odds: Distribution[Result]) -> dict[str, Any]:
    return {
        "expected_left": [odds.mean(lambda r, n=n: r.left[n]) for n in (0, 1)],  # type: ignore[misc]
        "expected_bought": [odds.mean(lambda r, n=n: r.bought[n]) for n in (0, 1)],  # type: ignore[misc]
        "chance_success": odds.chance(lambda r: r.left[USER] > 0),
        "chance_infirmary": forecast.knocked_out(odds) if forecast.is_attack else None,
        "results": [
            {"left": result.left, "bought": result.bought, "chance": chance}
            for result, chance in odds.sorted().items()
        ],
    }
