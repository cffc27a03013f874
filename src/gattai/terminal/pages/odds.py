"""An odds card in plain text and as data: the same card that the browser and the full screen show.

`gattai odds` lays a table and asks about one action on it; the prompt asks about the table that lies
there. Chances that were walked without rounding are told as fractions too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.text import Text

from gattai import games
from gattai.kernel.position import Position, look
from gattai.kernel.question import Choose
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.odds.policy import NobodySpends
from gattai.scene.advice import NoAdvice, Weighed, odds_card, weigh
from gattai.scene.parts import Odds, Option
from gattai.scene.stage import cite, names_in, reasons_of
from gattai.terminal.client.panels import Panels
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.pages.table import panels_for
from gattai.terminal.printing import QUIET, STRONG, bar, fraction, percent, print_json, say, table

LEAST = 0.0005
"""What is less likely than this has no bar of its own."""


class Laid(msgspec.Struct, frozen=True):
    """A table that was laid to ask about one action on it, and what had to be assumed."""

    rules: AnyRuleset
    state: Any
    action: Any
    notes: tuple[str, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """What was found about an action on a laid table."""

    laid: Laid
    option: Option
    odds: Odds
    weighed: Weighed
    who: str
    """Whoever does it."""
    declined: tuple[str, ...] = ()
    """The rules by which somebody had a choice on the way, and declined."""

    @property
    def title(self) -> str:
        """Who does what, and what it costs."""
        price = f"  [{self.option.price}]" if self.option.price else ""
        return f"{self.who}: {self.option.label}{price}" if self.who else self.option.label + price

    @property
    def expected(self) -> Fraction:
        """How much of what is counted is to be expected."""
        return self.weighed.chances.mean()

    @property
    def enough(self) -> Fraction:
        """The chance that it is enough for what the card names, such as destruction."""
        least = self.weighed.forecast.enough
        return self.weighed.chances.chance(lambda number: least is not None and number >= least)


class _Declining(NobodySpends):
    """Declines every choice, and remembers by which rules there was one."""

    def __init__(self) -> None:
        self.rules: dict[str, None] = {}

    def fixed(self, question: Choose) -> Any:
        """The option that spends nothing."""
        self.rules[question.rule] = None
        return super().fixed(question)


def ask(laid: Laid) -> Asked:
    """The odds of the action. `Refused` if it may not be done; a complaint if it has none."""
    rules, maker = laid.rules, games.scene_maker(laid.rules.name)
    seen = look(rules, Position(laid.state), None)
    seen = msgspec.structs.replace(seen, state=laid.state, position=Position(laid.state))
    text = notation.write(laid.action, rules.words(laid.state))
    policy = _Declining()
    against = tuple(rules.refusals(laid.state, laid.action))
    if against:
        raise Refused(against)
    try:
        weighed = weigh(rules, maker, seen, laid.action, policy=policy, floats=False)
    except NoAdvice as problem:
        raise Complaint(str(problem)) from problem
    option = maker.option(laid.state, text, laid.action)
    names = {piece.id: piece for piece in maker.setting(laid.state, None).pieces}
    who = names.get(option.actor or "")
    return Asked(
        laid,
        option,
        odds_card(rules, maker, seen, text, laid.action, weighed),
        weighed,
        "" if who is None else f"{who.name}{'*' * who.house}",
        tuple(policy.rules),
    )


def ask_or_complain(laid: Laid) -> Asked:
    """The same; what may not be done is told with every reason, and the answer is no."""
    try:
        return ask(laid)
    except Refused as refused:
        raise Complaint(why_not(laid.rules, laid.state, refused.refusals), NO) from refused


def why_not(rules: AnyRuleset, state: Any, refusals: Sequence[Refusal]) -> str:
    """Every reason, with its rule and its page."""
    names = names_in(games.scene_maker(rules.name), state)
    lines = [
        f"  {reason.text} [{reason.cites.rule}] ({reason.cites.page})"
        for reason in reasons_of(rules, refusals, names)
    ]
    return "\n".join(["that may not be done:", *lines])


def show(found: Sequence[Asked], *, one: bool, as_json: bool, **more: Any) -> None:
    """Print the cards, one below the other, or as data with what else is to be told."""
    if as_json:
        cards = [plain(each) for each in found]
        print_json({**more, **cards[0]} if one else {**more, "cards": cards})
        return
    for number, each in enumerate(found):
        panels = panels_for(each.laid.rules.rulebook.game.prefix)
        say(*([""] if number else []), *asked_page(each, panels))


def asked_page(found: Asked, panels: Panels) -> Iterator[RenderableType]:
    """A card with what had to be assumed for it."""
    yield from page(found.odds, panels, found.weighed, title=found.title)
    rules = found.laid.rules
    notes = [*found.laid.notes]
    if found.declined:
        ids = ", ".join(
            cite(rules, rule).rule.removeprefix(panels.prefix) for rule in found.declined
        )
        notes.append(f"Every choice on the way is declined: {ids}.")
    notes += games.scene_maker(rules.name).setting(found.laid.state, None).notes
    if notes:
        yield ""
        yield from (Text(note, QUIET) for note in notes)


def page(
    odds: Odds, panels: Panels, weighed: Weighed | None = None, *, title: str = ""
) -> Iterator[RenderableType]:
    """What it is, a few figures, why, and a bar for each number."""
    yield Text(title or odds.label, STRONG)
    rows = [(f"  {name}", Text(value, STRONG)) for name, value in odds.headline]
    yield table(("", ""), rows, heads_shown=False)
    if odds.reasons:
        yield ""
        yield from panels.reasons(odds.reasons)
    yield ""
    yield table(("  number", "chance", "", ""), _bars(odds, weighed), right=(0, 1))


def _bars(odds: Odds, weighed: Weighed | None) -> Iterator[tuple[str | Text, ...]]:
    highest = max((share for _, share in odds.bars), default=1.0)
    exact = {} if weighed is None else {str(n): c for n, c in weighed.chances.items()}
    for place, (name, share) in enumerate(odds.bars):
        if share < LEAST:
            continue
        drawn = Text(bar(share / highest))
        if odds.enough is not None and place >= odds.enough:
            drawn.append(f" {odds.enough_words}", QUIET)
        chance = exact.get(name)
        shown = f"{share:.1%}" if chance is None else percent(chance)
        yield name, shown, drawn, Text("" if chance is None else fraction(chance), QUIET)


def plain(found: Asked) -> dict[str, Any]:
    """The card as data; `expected`, `chances` and `enough_chance` are exact fractions, written n/d."""
    data: dict[str, Any] = msgspec.to_builtins(found.odds)
    return {
        "who": found.option.actor,
        "target": found.option.target,
        "price": found.option.price,
        **data,
        "expected": found.expected,
        "enough_chance": found.enough,
        "chances": {str(number): chance for number, chance in found.weighed.chances.items()},
        "declined": found.declined,
        "notes": found.laid.notes,
    }
