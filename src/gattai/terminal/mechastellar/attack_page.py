"""One attack, printed: the dice of both sides with their reasons and pages, then the odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from gattai import games
from gattai.games.mechastellar.cards import UnitCard
from gattai.games.mechastellar.figures import away
from gattai.games.mechastellar.strike.damage import MANY, Wound
from gattai.games.mechastellar.strike.exchange import Offer
from gattai.games.mechastellar.strike.pools import Pool
from gattai.games.mechastellar.strike.volley import Struck, volley_of
from gattai.kernel.rulebook import Refusal
from gattai.kernel.tally import Tally
from gattai.odds.distribution import Distribution
from gattai.terminal.mechastellar.forecast import Forecast
from gattai.terminal.mechastellar.laid_table import TARGET, USER
from gattai.terminal.mechastellar.left_out import left_out
from gattai.terminal.mechastellar.unit_page import HOUSE_NOTE
from gattai.terminal.mechastellar.worked_examples import worked_example
from gattai.terminal.printing import QUIET, STRONG, bar, fraction, percent, table

PREFIX = "MS."
Row = tuple[str | Text, ...]
RARE = Fraction(1, 2000)
"""Results that nobody sees are told together, at the end."""
BEST = (
    "Best defence: whatever leaves the target the most HP, of equals what costs the least Momentum; "
    "of rerolls that of all failures."
)


def page(forecast: Forecast) -> Iterator[RenderableType]:
    """Everything there is to say about one attack on a table."""
    state, strike = forecast.state, forecast.strike
    user, target = state.units[USER], state.units[TARGET]
    yield Text(f"{_name(user.card)}: {strike.weapon.name} on {_name(target.card)}", STRONG).append(
        f"  ruleset {state.rules.id}, round {state.round}", "not bold"
    )
    yield table(("", "", ""), _numbers(forecast), heads_shown=False)
    yield ""
    yield Text(f"{target.name}: {target.hp} HP, {state.momentum[target.seat]} Momentum", STRONG)
    yield table(("  ", "nobody spends", "best defence"), _summary(forecast), right=(1, 2))
    yield ""
    yield _chart(forecast)
    yield from _example(forecast)
    yield ""
    offers = forecast.defender_offers
    if offers:
        yield Text(f"The target can use {', '.join(_offer(each) for each in offers)}.", QUIET)
        yield Text(BEST, QUIET)
    for note in forecast.laid.notes:
        yield Text(note, QUIET)
    yield Text("Not in these odds:", QUIET)
    for note in left_out(forecast):
        yield Text(f"  {note}", QUIET)
    if user.card.house or target.card.house:
        yield Text(HOUSE_NOTE, QUIET)


def _name(card: UnitCard) -> str:
    return f"{card.name}{'*' * card.house}"


def _offer(offer: Offer) -> str:
    price = [f"{offer.momentum} Momentum"] * bool(offer.momentum)
    price += [f"{offer.points} point{'s' * (offer.points != 1)}"] * bool(offer.points)
    return f"{offer.word} ({' and '.join(price) or 'free'})"


def _numbers(forecast: Forecast) -> Iterator[Row]:
    state, strike = forecast.state, forecast.strike
    far = away(state.units[USER], state.units[TARGET])
    most = state.rules.hexes(strike.weapon.range_in)
    hexes = f"{far} hex{'es' * (far != 1)} away, at most {most}"
    yield "  target", hexes, cite("MS.RANGE.MEASURE")
    yield from _tally("  attack", forecast.attacker_dice, "d10")
    yield from _tally("", forecast.attacker_hits, " Hits")
    yield from _needed(forecast.attacker_pool, state.rules.dice.pool_cap)
    for offer in forecast.uses:
        if not offer.adds:
            what = "3+ succeeds" if offer.success else "failures are rolled again"
            what = "a wider critical range" if offer.sharpens else what
            yield "", f"{offer.word}: {what}", cite(offer.rule)
    yield from _tally("  defence", forecast.defender_dice, "d10")
    yield from _tally("", forecast.defender_bonus, " DEF")
    yield from _needed(forecast.defender_pool, state.rules.dice.pool_cap)
    yield from _wound(volley_of(state, strike)[2], strike.weapon.pen_suffix)


def _tally(head: str, tally: Tally, unit: str) -> Iterator[Row]:
    for number, term in enumerate(tally):
        said = f"{term.amount:+d} {term.what}"
        if number == 0:
            said = f"{tally.total}{unit} = {term.amount} {term.what}"
        yield head if number == 0 else "", said, cite(term.rule)


def _needed(pool: Pool, cap: int) -> Iterator[Row]:
    yield (
        "",
        f"{pool.success}+ succeeds, {pool.crit}+ counts {pool.crit_value}",
        cite("MS.DICE.CRIT"),
    )
    if pool.dice == cap:
        yield "", f"{cap} dice at most", cite("MS.DICE.POOL-CAP")


def _wound(wound: Wound, suffix: str) -> Iterator[Row]:
    yield "  a Hit", f"{wound.dmg} damage", cite("MS.ATTACK.DAMAGE")
    if wound.barrier:
        yield "", f"a barrier stops the first {wound.barrier}", cite("MS.BARRIER.BLOCK")
    if wound.pen:
        number = max(1, wound.pen - wound.bonus)
        more = {"P": "or it is driven away", "S": "or a stun token"}.get(suffix, "")
        more = f"{more or 'or'} {wound.fail} damage" if wound.fail else more
        yield "", f"armour save {number}+ {more}, {wound.cap} at most", cite("MS.SAVE.TARGET")
    if wound.threshold < MANY:
        what = f"+{wound.finishing} each" if wound.finishing else "dice are rolled for more"
        said = f"Finishing Blow from {wound.threshold} Hits: {what}"
        yield "", said, cite("MS.FINISH.THRESHOLD")


def _summary(forecast: Forecast) -> Iterator[Row]:
    both = (forecast.nobody, forecast.best_defence)
    yield "  no Hit gets through", *(percent(o.chance(lambda s: not s.unblocked)) for o in both)
    yield "  damage, expected", *(f"{float(o.mean(lambda s: s.damage)):.1f}" for o in both)
    half = (forecast.hp + 1) // 2
    said = f"  at least half its HP ({half})"
    yield said, *(percent(o.chance(lambda s: s.damage >= half)) for o in both)
    yield "  destroyed", *(percent(forecast.destroyed(o)) for o in both)
    spent = tuple(o.mean(lambda s: s.spent) for o in both)
    yield "  Momentum spent, expected", *(f"{float(mean):.2f}" for mean in spent)


def _hits(odds: Distribution[Struck]) -> Distribution[int]:
    return odds.map(lambda struck: struck.unblocked).sorted()


def _chart(forecast: Forecast) -> RenderableType:
    nobody, best = _hits(forecast.nobody), _hits(forecast.best_defence)
    example = worked_example(forecast.state, forecast.strike)
    known = sorted({*nobody, *best})
    shown = [h for h in known if max(nobody.get(h, 0), best.get(h, 0)) >= RARE]
    rows: list[Row] = []
    highest = max(*nobody.values(), *best.values())
    for hits in shown:
        cells: list[str | Text] = []
        for odds in (nobody, best):
            chance = odds.get(hits, Fraction())
            drawn = bar(float(chance / highest), 20) if chance >= RARE else ""
            cells += [percent(chance), Text(drawn)]
        mark = "< in the document" if example and example.unblocked == hits else ""
        rows.append((f"  {hits}", *cells, Text(mark, STRONG)))
    if len(shown) < len(known):
        rest = [sum((o[h] for h in o if h not in shown), Fraction()) for o in (nobody, best)]
        rows.append(("  others", percent(rest[0]), "", percent(rest[1]), "", ""))
    return table(("  unblocked", "nobody", "spends", "best", "defence", ""), rows, right=(1, 3))


def _example(forecast: Forecast) -> Iterator[RenderableType]:
    example = worked_example(forecast.state, forecast.strike)
    if example is None:
        return
    odds = _hits(forecast.nobody)
    exactly = odds.get(example.unblocked, Fraction())
    more = odds.chance(lambda hits: hits >= example.unblocked)
    written = fraction(exactly)
    yield ""
    yield (
        f"The document plays it out ({example.page}): {example.hits} Hits against {example.defence} "
        f"DEF, {example.unblocked} unblocked, {example.damage} damage before saves."
    )
    yield (
        f"If nobody spends, just that many get through in {percent(exactly)}"
        f"{f' ({written})' if written else ''}, that many or more in {percent(more)}."
    )
    if example.asks:
        yield Text(f"To ask for just that attack, without what we added: {example.asks}", QUIET)


def _cited(rule_id: str) -> str:
    return (
        f"{rule_id.removeprefix(PREFIX)}, {games.load('mechastellar').rulebook.find(rule_id).page}"
    )


def cite(rule_id: str) -> Text:
    """A rule's id and page."""
    return Text(f"[{_cited(rule_id)}]", QUIET)


def why_not(refusals: tuple[Refusal, ...]) -> str:
    """Every reason why an attack may not be declared, with rule and page, as a complaint."""
    book = games.load("mechastellar").rulebook
    lines = [f"  {refusal} ({book.find(refusal.rule).page})" for refusal in refusals]
    return "\n".join(["that may not be done:", *lines])


def plain(forecast: Forecast) -> dict[str, Any]:
    """The same as data; every chance is an exact fraction, written n/d."""
    state, strike = forecast.state, forecast.strike
    return {
        "unit": state.units[USER].card.id,
        "weapon": strike.weapon.id,
        "target": state.units[TARGET].card.id,
        "rules": state.rules.id,
        "round": state.round,
        "distance": away(state.units[USER], state.units[TARGET]),
        "hp": forecast.hp,
        "momentum": state.momentum,
        "aim": {"lock_on": strike.lock_on, "bonus": strike.bonus},
        "brace": {
            "lock_on": strike.guard_lock_on, "bonus": strike.guard, "trade": strike.trade,
        },
        "uses": [offer.word for offer in forecast.uses],
        "attack": {
            "dice": _plain_tally(forecast.attacker_dice),
            "hits": _plain_tally(forecast.attacker_hits),
            "pool": forecast.attacker_pool,
        },
        "defence": {
            "dice": _plain_tally(forecast.defender_dice),
            "bonus": _plain_tally(forecast.defender_bonus),
            "pool": forecast.defender_pool,
            "offers": forecast.defender_offers,
        },
        "hit": volley_of(state, strike)[2],
        "nobody_spends": _plain_odds(forecast, forecast.nobody),
        "best_defence": _plain_odds(forecast, forecast.best_defence),
        "document": worked_example(state, strike),
        "notes": forecast.laid.notes,
        "left_out": left_out(forecast),
    }  # fmt: skip


def _plain_tally(tally: Tally) -> dict[str, Any]:
    book = games.load("mechastellar").rulebook
    terms = [
        {"amount": t.amount, "what": t.what, "rule": t.rule, "page": book.find(t.rule).page}
        for t in tally
    ]
    return {"total": tally.total, "terms": terms}


def _plain_odds(forecast: Forecast, odds: Distribution[Struck]) -> dict[str, Any]:
    damage = odds.map(lambda struck: struck.damage).sorted()
    return {
        "expected_damage": damage.mean(),
        "expected_momentum": odds.mean(lambda struck: struck.spent),
        "chance_destroyed": forecast.destroyed(odds),
        "unblocked": [{"hits": h, "chance": c} for h, c in _hits(odds).items()],
        "damage": [{"damage": d, "chance": c} for d, c in damage.items()],
    }
