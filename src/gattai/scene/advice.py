"""What a player may ask before answering: odds, previews, why not. All from the seat's view.

The browser, the full screen and the prompt show these results. With a clock the computation stops
in time; without one it runs to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from gattai.kernel.action import Forecast
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Place, Question
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import NotYours
from gattai.kernel.text import notation
from gattai.odds.distribution import Distribution
from gattai.odds.exact import CannotWalk, after, exact
from gattai.odds.policy import Policy
from gattai.scene.maker import Pointing, SceneMaker
from gattai.scene.parts import ListedOption, OptionOdds, Preview, Reason, WhyNot
from gattai.scene.reach import open_to
from gattai.scene.stage import about, names_in, reasons_of
from gattai.scene.story import renamed

S = TypeVar("S", bound=msgspec.Struct)

ODDS_SECONDS = 3.0
ABOUT_SECONDS = 1.0
REACH_SECONDS = 0.08
"""Time limit for finding possible targets at a hex the player points at."""
MAX_ABOUT = 60
MAX_BARS = 40

Clock = Callable[[], float]
"""Returns seconds from any fixed start."""


def stopped() -> float:
    """Return a constant time, so that no time limit is ever reached."""
    return 0.0


class NoAdvice(ValueError):
    """Raised if there is no answer, with the reason."""


def read_text(rules: AnyRuleset, seen: Seen[S], question: Question | Outcome, text: str) -> object:
    """Return the answer in a text, offered or not. ValueError if it cannot be read."""
    words = rules.words(seen.state)
    if isinstance(question, Place):
        return notation.read(text, words, (), tuple[int, int])
    offered = (seen.question.options if isinstance(seen.question, Asked) else None) or ()
    unread: ValueError | None = None
    value: object = None
    try:
        value = notation.read(text, words, rules.action_types)
        if value in offered:
            return value
    except ValueError as problem:
        unread = problem
    for option in offered:  # options without a tag, such as numbers
        if notation.write(option, words) == text:
            return option
    if unread is not None:
        raise unread
    return value


def preview_of(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[S],
    text: str,
    action: object,
    clock: Clock = stopped,
) -> Preview:
    """Return the preview of an option; for a move also the possible targets from there.

    If it is not among the options (not all can be listed, or it is not legal), the preview has its
    price and the reasons against it.
    """
    deadline = clock() + REACH_SECONDS
    try:
        preview = maker.preview(seen.state, text, action)
        if not _is_offered(seen, action):
            preview = _judged(rules, maker, seen, preview, action)
    except NotYours as problem:
        raise NoAdvice("that depends on what is hidden from you") from problem
    if not preview.way or preview.against:
        return preview
    found = open_to(rules, maker, seen, action, lambda: clock() > deadline)
    return replace(preview, open_to=found)


def _is_offered(seen: Seen[S], action: object) -> bool:
    options = seen.question.options if isinstance(seen.question, Asked) else None
    return options is not None and action in options


def _judged(
    rules: AnyRuleset, maker: SceneMaker, seen: Seen[S], preview: Preview, action: object
) -> Preview:
    names = names_in(maker, seen.state)
    against = reasons_of(rules, rules.refusals(seen.state, action), names)
    price = "" if against else maker.option(seen.state, preview.text, action).price
    return replace(preview, price=price, against=against)


def about_of(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[S],
    actor: str,
    cell: str | None,
    target: str | None,
    clock: Clock = stopped,
) -> tuple[WhyNot, ...]:
    """Return what a piece could do there, legal actions first, until the time is up.

    Without a place and a target: what it cannot do at all. An empty actor stands for actions of no
    piece, such as ending the turn.
    """
    deadline = clock() + ABOUT_SECONDS

    def is_late() -> bool:
        return clock() > deadline

    try:
        if cell is None and target is None:
            return _not_at_all(rules, maker, seen, actor, is_late)
        found = about(rules, maker, seen.state, actor=actor, cell=cell, target=target)
        results = [*islice(_until(found, is_late), MAX_ABOUT)]
    except NotYours as problem:
        raise NoAdvice("that depends on what is hidden from you") from problem
    return tuple(sorted(results, key=lambda why: bool(why.reasons)))


def _not_at_all(
    rules: AnyRuleset, maker: SceneMaker, seen: Seen[S], actor: str, is_late: Callable[[], bool]
) -> tuple[WhyNot, ...]:
    """Return the kinds of action a piece cannot do anywhere, each with the fewest reasons."""
    words, names = rules.words(seen.state), names_in(maker, seen.state)
    pointing = maker if isinstance(maker, Pointing) else None
    nearest: dict[str, WhyNot] = {}
    for action in rules.candidates(seen.state):
        if is_late():
            break
        if pointing is not None and (pointing.points_at(seen.state, action)[0] or "") != actor:
            continue
        text = notation.write(action, words)
        option = maker.option(seen.state, text, action)
        known = nearest.get(option.kind)
        if not _is_of(actor, option) or (known is not None and not known.reasons):
            continue
        reasons = reasons_of(rules, rules.refusals(seen.state, action), names)
        if known is None or len(reasons) < len(known.reasons):
            nearest[option.kind] = WhyNot(text, option.kind, reasons)
    return tuple(why for why in nearest.values() if why.reasons)


def _is_of(actor: str, option: ListedOption) -> bool:
    """Return whether a piece does this, not to itself; without a piece, whether it is about nothing."""
    if actor:
        return option.actor == actor and option.target != actor
    return not (option.actor or option.card or option.zone or option.cell or option.target)


def _until(found: Iterator[WhyNot], is_late: Callable[[], bool]) -> Iterator[WhyNot]:
    for item in found:
        yield item
        if is_late():
            return


class CountedChances(msgspec.Struct, frozen=True):
    """What is counted for an option, and the chance of each number."""

    forecast: Forecast
    chances: Distribution[int]


def weigh(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[S],
    action: object,
    clock: Clock = stopped,
    *,
    policy: Policy | None = None,
    floats: bool = True,
) -> CountedChances:
    """Return the chances of an option. `NoAdvice` says why there are none.

    Nobody spends anything unless `policy` says otherwise. Without `floats` every chance is a
    fraction.
    """
    state, deadline = seen.state, clock() + ODDS_SECONDS
    try:
        forecast = maker.forecast(state, action)
        if forecast is None:
            raise NoAdvice("this has no odds: nothing is thrown, or it cannot be done")

        def count(table: object) -> int:
            return forecast.count(table) if forecast.count is not None else 0

        def is_late() -> bool:
            return clock() > deadline

        if forecast.shorter is not None and next(rules.refusals(state, action), None) is None:
            found = exact(forecast.shorter, policy, floats=floats, is_late=is_late)
        else:
            at, how = seen.position, policy
            found = after(rules, at, action, count, how, floats=floats, is_late=is_late)
    except CannotWalk as problem:
        raise NoAdvice(str(problem)) from problem
    except NotYours as problem:
        raise NoAdvice("these odds depend on what is hidden from you") from problem
    return CountedChances(forecast, found.map(int).sorted())


def odds_of(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[S],
    text: str,
    action: object,
    clock: Clock = stopped,
) -> OptionOdds:
    """Return the exact odds card of an option. `NoAdvice` says why there is none."""
    return odds_card(rules, maker, seen, text, action, weigh(rules, maker, seen, action, clock))


def odds_card(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[S],
    text: str,
    action: object,
    weighed: CountedChances,
) -> OptionOdds:
    """Return the odds card for an option's chances."""
    forecast = weighed.forecast
    chances = {number: float(share) for number, share in weighed.chances.items()}
    bars = _bars(chances)
    return OptionOdds(
        text=text,
        label=maker.option(seen.state, text, action).label,
        headline=_headline(forecast, chances),
        bars=bars,
        reasons=_reasons(rules, forecast, names_in(maker, seen.state)),
        enough=_first_enough(forecast, chances, len(bars)),
        enough_words=forecast.enough_words,
    )


def _reasons(rules: AnyRuleset, forecast: Forecast, names: Mapping[str, str]) -> tuple[Reason, ...]:
    """Return all terms, each with the sum that it belongs to."""
    found = [*reasons_of(rules, forecast.reasons, names)]
    for each in forecast.sums:
        heading = renamed(each.heading, names)
        found += (replace(one, group=heading) for one in reasons_of(rules, each.terms, names))
    return tuple(found)


def _first_enough(forecast: Forecast, chances: dict[int, float], bars: int) -> int | None:
    """Return the first bar whose numbers all reach the threshold; None if none does."""
    if forecast.enough is None:
        return None
    for place, number in enumerate(chances):
        if number >= forecast.enough:
            return place if place < bars else None
    return None


def _headline(forecast: Forecast, chances: dict[int, float]) -> tuple[tuple[str, str], ...]:
    mean = sum(number * share for number, share in chances.items())
    lines = [
        (forecast.what, f"{mean:.2f} expected"),
        ("any effect", percent(sum(s for number, s in chances.items() if number > 0))),
    ]
    if forecast.enough is not None:
        enough = forecast.enough
        lines.append(
            (forecast.enough_words, percent(sum(s for n, s in chances.items() if n >= enough)))
        )
    slow = forecast.on_request() if forecast.on_request is not None else ()
    return (*lines, *forecast.more, *slow)


def _bars(chances: dict[int, float]) -> tuple[tuple[str, float], ...]:
    """Return one bar per number; numbers beyond the maximum share one bar."""
    bars = [(str(number), round(share, 6)) for number, share in chances.items()]
    if len(bars) <= MAX_BARS:
        return tuple(bars)
    rest = round(sum(share for _, share in bars[MAX_BARS - 1 :]), 6)
    return (*bars[: MAX_BARS - 1], (f"{bars[MAX_BARS - 1][0]}+", rest))


def percent(share: float | Fraction) -> str:
    """Return a chance as a percentage: 0% and 100% only if exact.

    >>> percent(0.3333), percent(0.0001), percent(0.9999), percent(1.0)
    ('33%', '<1%', '>99%', '100%')
    """
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 < share < 1 - 1e-9:
        return ">99%"
    return f"{float(share):.0%}"
