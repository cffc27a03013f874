"""An odds card as plain text and as data: the same card as in the browser and the full screen.

`gattai odds` uses a table set up from text; the prompt uses the current
table. Chances computed without rounding are also shown as fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

import msgspec
from msgspec.structs import replace
from rich.console import RenderableType
from rich.text import Text

from gattai import games
from gattai.kernel.position import Step
from gattai.kernel.question import Choose
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.odds.policy import NobodySpends
from gattai.scene.advice import CountedChances, NoAdvice, odds_card, weigh
from gattai.scene.parts import ListedOption, OptionOdds
from gattai.scene.stage import cite, names_in, reasons_of
from gattai.terminal.client.panels import Panels
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.pages.table import panels_for
from gattai.terminal.printing import QUIET, STRONG, bar, fraction, percent, print_json, say, table

S = TypeVar("S", bound=msgspec.Struct)

LEAST = 0.0005
"""Outcomes less likely than this have no bar of their own."""


class ActionOdds(msgspec.Struct, frozen=True, dict=True):
    """The odds of an action at a table."""

    rules: AnyRuleset
    state: object
    option: ListedOption
    odds: OptionOdds
    weighed: CountedChances
    who: str
    """The index of the acting seat."""
    declined: tuple[str, ...] = ()
    """The rules under which someone had a choice on the way, and declined."""
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return who does what, and the price."""
        price = f"  [{self.option.price}]" if self.option.price else ""
        return f"{self.who}: {self.option.label}{price}" if self.who else self.option.label + price

    @property
    def expected(self) -> Fraction:
        """Return the expected amount."""
        return self.weighed.chances.mean()

    @property
    def enough(self) -> Fraction | None:
        """Return the chance to reach what the card names, such as destruction."""
        return _enough(self.weighed, self.weighed.chances)

    @cached_property
    def defended(self) -> Mapping[int, Fraction] | None:
        """Return the chances if the target defends as well as it can, where the game can compute that."""
        well = self.weighed.forecast.defended
        return None if well is None else well()


def _enough(weighed: CountedChances, chances: Mapping[int, Fraction]) -> Fraction | None:
    least = weighed.forecast.enough
    if least is None:
        return None
    return sum((chance for number, chance in chances.items() if number >= least), Fraction(0))


class _Declining(NobodySpends):
    """Declines every choice, and records the rules of these choices."""

    def __init__(self) -> None:
        self.rules: dict[str, None] = {}

    def fixed(self, question: Choose) -> object:
        """Return the free option."""
        self.rules[question.rule] = None
        return super().fixed(question)


def ask(
    rules: AnyRuleset, step: Step[S], action: object, notes: tuple[str, ...] = ()
) -> ActionOdds:
    """Return the odds of an action from the whole table, including secrets.

    Raises `Refused` if it is not allowed, and Complaint if it has no odds.
    """
    maker = games.scene_maker(rules.name)
    seen = replace(step.seen(step.waiting[0]), state=step.table, position=step.position)
    state, settled = seen.state, step.position.is_settled
    text = notation.write(action, rules.words(state))
    policy = _Declining()
    against = tuple(rules.refusals(state, action)) if settled else ()
    if against:
        raise Refused(against)
    try:
        weighed = weigh(rules, maker, seen, action, policy=policy, floats=False)
    except NoAdvice as problem:
        raise Complaint(str(problem)) from problem
    option = maker.option(state, text, action)
    names = {piece.id: piece for piece in maker.layout(state, None).pieces}
    who = names.get(option.actor or "")
    return ActionOdds(
        rules,
        state,
        option,
        odds_card(rules, maker, seen, text, action, weighed),
        weighed,
        "" if who is None else f"{who.name}{'*' * who.house}",
        tuple(policy.rules),
        tuple(f"No game comes to this table: {note}." for note in notes),
    )


def ask_or_complain(
    rules: AnyRuleset, step: Step[S], action: object, notes: tuple[str, ...] = ()
) -> ActionOdds:
    """Return the odds; an action that is not allowed is a Complaint with every reason."""
    try:
        return ask(rules, step, action, notes)
    except Refused as refused:
        raise Complaint(why_not(rules, step.table, refused.refusals), NO) from refused


def why_not(rules: AnyRuleset, state: object, refusals: Sequence[Refusal]) -> str:
    """Return every reason with its rule and page."""
    names = names_in(games.scene_maker(rules.name), state)
    lines = [
        f"  {reason.text} [{reason.cites.rule}] ({reason.cites.page})"
        for reason in reasons_of(rules, refusals, names)
    ]
    return "\n".join(["this is not allowed:", *lines])


def show(found: Sequence[ActionOdds], *, one: bool, as_json: bool, **more: object) -> None:
    """Print the cards one below the other, or as data with additional fields."""
    if as_json:
        cards = [plain(each) for each in found]
        print_json({**more, **cards[0]} if one else {**more, "cards": cards})
        return
    for number, each in enumerate(found):
        panels = panels_for(each.rules.rulebook.game.prefix)
        say(*([""] if number else []), *found_page(each, panels))


def show_rows(found: Sequence[ActionOdds], rules: AnyRuleset, left: int) -> None:
    """Print one row per action, in the notation that selects it."""
    rows = []
    for each in found:
        card, enough = each.odds, each.enough
        counted = f"{float(each.expected):.2f}"
        special = "" if enough is None else f"{card.enough_words or 'enough'} {percent(enough)}"
        rows.append(
            (each.odds.text, each.weighed.forecast.what, counted, special, each.option.price)
        )
    say(table(("action", "counted", "expected", "", "price"), rows, right=(2,)))
    notes = [*dict.fromkeys(note for each in found for note in _notes(each))]
    if left:
        notes.append(f"{left} more actions have odds: add words to narrow them down.")
    if notes:
        say("", *(Text(note, QUIET) for note in notes))


def _notes(found: ActionOdds) -> Iterator[str]:
    """Yield the assumptions behind the odds."""
    yield from found.notes
    prefix = panels_for(found.rules.rulebook.game.prefix).prefix
    if found.declined:
        ids = ", ".join(
            cite(found.rules, rule).rule.removeprefix(prefix) for rule in found.declined
        )
        yield f"Assumes that every choice on the way is declined: {ids}."
    yield from games.scene_maker(found.rules.name).layout(found.state, None).notes


def found_page(found: ActionOdds, panels: Panels) -> Iterator[RenderableType]:
    """Yield a card with its assumptions."""
    yield from page(found.odds, panels, found.weighed, title=found.title, more=_defence(found))
    notes = [*_notes(found)]
    if notes:
        yield ""
        yield from (Text(note, QUIET) for note in notes)


def _defence(found: ActionOdds) -> tuple[tuple[str, str], ...]:
    """Return the result against the best defence, next to the result without defence."""
    if found.defended is None:
        return ()
    mean = sum(number * chance for number, chance in found.defended.items())
    expected = f"{float(mean):.2f} expected"
    enough = _enough(found.weighed, found.defended)
    words = found.odds.enough_words
    return (
        (
            "against the best defence",
            expected if enough is None else f"{expected}, {words} {percent(enough)}",
        ),
    )


def page(
    odds: OptionOdds,
    panels: Panels,
    weighed: CountedChances | None = None,
    *,
    title: str = "",
    more: tuple[tuple[str, str], ...] = (),
) -> Iterator[RenderableType]:
    """Yield title, figures, reasons, and a bar for each number."""
    yield Text(title or odds.label, STRONG)
    rows = [(f"  {name}", Text(value, STRONG)) for name, value in (*odds.headline, *more)]
    yield table(("", ""), rows, heads_shown=False)
    if odds.reasons:
        yield ""
        yield from panels.reasons(odds.reasons)
    yield ""
    yield table(("  number", "chance", "", ""), _bars(odds, weighed), right=(0, 1))


def _bars(odds: OptionOdds, weighed: CountedChances | None) -> Iterator[tuple[str | Text, ...]]:
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


def plain(found: ActionOdds) -> dict[str, object]:
    """Return the card as data; `expected`, `chances` and `enough_chance` are exact fractions n/d."""
    data: dict[str, object] = msgspec.to_builtins(found.odds)
    defended = {} if found.defended is None else {"best_defence": _chances(found.defended)}
    return {
        "who": found.option.actor,
        "target": found.option.target,
        "price": found.option.price,
        **data,
        "expected": found.expected,
        "enough_chance": found.enough,
        "chances": _chances(found.weighed.chances),
        **defended,
        "declined": found.declined,
        "notes": found.notes,
    }


def _chances(chances: Mapping[int, Fraction]) -> dict[str, Fraction]:
    return {str(number): chance for number, chance in chances.items()}
