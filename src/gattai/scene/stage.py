"""Builds a scene from a position through a view, so that it shows only what a seat may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar, assert_never

import msgspec

from gattai.kernel.action import Forecast, Option, Total
from gattai.kernel.position import Asked, GamePosition, Seen, Step, stand
from gattai.kernel.question import Choose, Options, Place, Question, Roll, Seat, Together
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import Hidden, NotYours, view
from gattai.kernel.tally import Term
from gattai.kernel.text import notation
from gattai.kernel.window import Pass
from gattai.scene.citing import cite as cite
from gattai.scene.maker import (
    AttackTeller,
    InContext,
    Pointing,
    SceneMaker,
    TrayLayer,
    WindowTeller,
    Wording,
)
from gattai.scene.parts import (
    Ask,
    DeclaredAction,
    DiceGroup,
    GameOver,
    ListedOption,
    LogLine,
    Piece,
    Reason,
    Scene,
    Thrown,
    WhyNot,
)
from gattai.scene.story import log_lines as log_lines
from gattai.scene.story import renamed

S = TypeVar("S", bound=msgspec.Struct)


def make_scene(
    rules: AnyRuleset,
    maker: SceneMaker,
    at: Step[S] | GamePosition[S],
    seat: Seat | None,
    *,
    number: int,
    log: Iterable[LogLine] = (),
) -> Scene:
    """Return this seat's scene; `number` is the number of the next answer.

    A `Step` has everything needed. For a position alone the rules have to be run.
    """
    step = at if isinstance(at, Step) else stand(rules, at)
    seen = step.seen(seat)
    layout = maker.layout(seen.state, seat)
    over = seen.question if isinstance(seen.question, Outcome) else None
    return Scene(
        game=rules.name,
        title=rules.rulebook.game.title,
        headline=layout.headline,
        seats=rules.seats,
        seat=seat,
        turn=layout.turn,
        board=layout.board,
        pieces=layout.pieces,
        cards=layout.cards,
        tracks=layout.tracks,
        notes=layout.notes,
        ask=None if over else _ask(rules, maker, step, seat, number, layout.turn),
        ending=None
        if over is None
        else GameOver(over.winners, over.reason, cite(rules, over.rule), over.scores),
        log=tuple(log),
        zones=layout.zones,
        overlays=layout.overlays,
        throw=layout.throw or _throw(rules, maker, step, seat),
        phases=layout.phases,
        links=layout.links,
        outlooks=layout.outlooks,
        declared=None if over else _declared(rules, maker, step, seat, layout.pieces),
    )


def _declared(
    rules: AnyRuleset,
    maker: SceneMaker,
    step: Step[S],
    seat: Seat | None,
    pieces: Iterable[Piece],
) -> DeclaredAction | None:
    """Return the attack in progress; None at a settled table, or if it has no odds."""
    seen = step.seen(seat)
    if seen.position.is_settled:
        return None
    state, action = seen.position.state, seen.position.answers[0].value
    try:
        forecast = maker.forecast(state, action) if isinstance(action, Option) else None
        underway = None
        if isinstance(maker, AttackTeller):
            events = tuple(view(event, seat) for event in step.action)
            underway = maker.attacking(seen.state, events)
        if forecast is None and underway is None:
            return None
        text = notation.write(action, rules.words(state))
        option = maker.option(state, text, action)
        line = maker.preview(state, text, action).line
    except NotYours:
        return None
    if underway is None:
        underway = DeclaredAction("", option.kind, option.actor, option.target, line)
    elif (option.actor, option.target) != (underway.actor, underway.target):
        forecast = None  # of another attack than this
    facts, reasons = underway.facts, tuple[Reason, ...]()
    if forecast is not None:
        reasons = tuple(_terms(rules, forecast, names_in(maker, state)))
        asked = isinstance(seen.question, Asked) and seen.question.options is not None
        facts = _facts(forecast, facts, asked=asked)
    text = _sentence(underway, option.label, pieces)
    return msgspec.structs.replace(underway, text=text, facts=facts, reasons=reasons)


def _sentence(underway: DeclaredAction, label: str, pieces: Iterable[Piece]) -> str:
    named = {piece.id: piece for piece in pieces}
    one, other = named.get(underway.actor or ""), named.get(underway.target or "")
    if one and other and one.owner != other.owner:
        return f"{one.name} attacks {other.name} with {underway.name}"
    return f"{one.name}: {label}" if one else label


def _terms(rules: AnyRuleset, forecast: Forecast, names: Mapping[str, str]) -> Iterator[Reason]:
    """Yield the terms that change a number of the forecast, without the number they begin with."""
    for total in forecast.sums:
        for one in reasons_of(rules, total.terms, names)[1:]:
            if one.amount:
                yield msgspec.structs.replace(one, group=total.name)


Facts = tuple[tuple[str, str], ...]


def _facts(forecast: Forecast, known: Facts, *, asked: bool) -> Facts:
    """Return all figures of an attack; those that take long only for a seat that is asked."""
    sums = [_fact(total) for total in forecast.sums if not total.says]
    slow = forecast.on_request() if asked and forecast.on_request is not None else ()
    return (*sums[:1], *known, *sums[1:], *forecast.more, *slow)


def _fact(total: Total) -> tuple[str, str]:
    return total.name, str(sum(term.amount for term in total.terms))


def _throw(
    rules: AnyRuleset,
    maker: SceneMaker,
    step: Step[S],
    seat: Seat | None,
) -> Thrown | None:
    """Return the dice of the action in progress, if the game lays them out itself."""
    if step.position.is_settled or not isinstance(maker, TrayLayer):
        return None
    seen = step.seen(seat)
    events = tuple(view(event, seat) for event in step.action)
    tray = maker.tray(seen.state, events, [answer.value for answer in seen.position.answers])
    if tray is None:
        return None
    names = names_in(maker, seen.state)
    return Thrown(
        title=renamed(tray.title, names),
        groups=tuple(_named(group, names) for group in tray.groups),
        steps=tuple(Reason(renamed(what, names), cite(rules, rule)) for what, rule in tray.steps),
        result=renamed(tray.result, names),
        legend=tray.legend,
    )


def _named(group: DiceGroup, names: Mapping[str, str]) -> DiceGroup:
    replace = msgspec.structs.replace
    dice = tuple(replace(die, by=renamed(die.by, names)) for die in group.dice)
    return replace(group, name=renamed(group.name, names), dice=dice)


def _ask(
    rules: AnyRuleset,
    maker: SceneMaker,
    step: Step[S],
    seat: Seat | None,
    number: int,
    turn: int | None,
) -> Ask:
    """Return the question as this seat sees it, with public information only."""
    seen, question = step.seen(seat), step.question
    shown = seen.question
    assert isinstance(shown, Asked)
    is_mine = seat is not None and seat in shown.seats
    passes, idle = "", False
    if isinstance(question, Place) and is_mine:
        options = tuple(_points(question))
    else:
        written = _written(rules, seen.state, shown.options or ())
        if seat is not None and is_mine and isinstance(maker, WindowTeller):
            passes, idle = _passing(maker, seen.state, seat, written)
        options = _listed(maker, step, seat, written)
    return Ask(
        number=number,
        what=renamed(shown.what, names_in(maker, seen.state)),
        cites=cite(rules, shown.rule),
        seats=shown.seats,
        is_mine=is_mine,
        options=options,
        dice=shown.dice,
        kind=_kind(question, turn),
        answered=_answered(question, shown),
        given=_given(rules, seen, question, seat),
        in_order=_in_order(options),
        obvious=is_mine
        and len(options) == 1
        and not (isinstance(question, Place) or _are_examples(question)),
        passes=passes,
        idle=idle,
        are_examples=is_mine and _are_examples(question),
    )


def _passing(
    maker: WindowTeller, state: object, seat: Seat, written: Mapping[str, object]
) -> tuple[str, bool]:
    """Return the text that passes, and whether nothing else here matters to this seat."""
    passes = next((text for text, action in written.items() if isinstance(action, Pass)), "")
    return passes, passes != "" and not maker.matters(state, seat)


def _listed(
    maker: SceneMaker, step: Step[S], seat: Seat | None, written: Mapping[str, object]
) -> tuple[ListedOption, ...]:
    """Return options in the words that fit the action in progress."""
    seen = step.seen(seat)
    options = tuple(maker.option(seen.state, *each) for each in written.items())
    if options and not step.position.is_settled and isinstance(maker, InContext):
        events = tuple(view(event, seat) for event in step.action)
        answers = [answer.value for answer in seen.position.answers]
        options = maker.in_context(seen.state, events, answers, options, tuple(written.values()))
    return options


def _are_examples(question: Question | Outcome) -> bool:
    options = question.options if isinstance(question, Choose) else None
    return isinstance(options, Options) and options.are_examples


def _kind(question: Question | Outcome, turn: int | None) -> str:
    """Return the kind of question; a seat that may pass in another's turn can react."""
    match question:
        case Roll():
            return "roll"
        case Together():
            return "together"
        case Place():
            return "place"
        case Choose(seat=seat, otherwise=Pass()) if seat != turn:
            return "react"
        case Choose() | Outcome():
            return "choose"
        case _:
            assert_never(question)


def _answered(question: Question | Outcome, shown: Asked) -> tuple[Seat, ...]:
    if not isinstance(question, Together):
        return ()
    return tuple(ask.seat for ask in question.asks if ask.seat not in shown.seats)


def _given(
    rules: AnyRuleset, seen: Seen[S], question: Question | Outcome, seat: Seat | None
) -> str:
    """Return this seat's answer to a question that others still have to answer."""
    assert isinstance(seen.question, Asked)
    many = len(_answered(question, seen.question))
    for answer in seen.position.answers[len(seen.position.answers) - many :]:
        if answer.seat == seat and seat is not None and not isinstance(answer.value, Hidden):
            return notation.write(answer.value, rules.words(seen.state))
    return ""


def _in_order(options: Sequence[ListedOption]) -> bool:
    """Return whether two options combine the same things in another order."""
    picks = {option.picks: None for option in options if option.picks}
    return len({tuple(sorted(each)): None for each in picks}) < len(picks)


MAX_POINTS = 12


def _points(question: Place) -> Iterator[ListedOption]:
    """Return some points of a free placement; any other legal point can be answered too."""
    for x, y in [*question.region.suggest()][:MAX_POINTS]:
        text = notation.write((x, y), {})
        yield ListedOption(text, f"{x / 100:g} and {y / 100:g} inches", "place")


def options_of(
    rules: AnyRuleset, maker: SceneMaker, state: object, actions: Sequence[object]
) -> Iterator[ListedOption]:
    """Return actions as options, each once, in the order given."""
    for text, action in _written(rules, state, actions).items():
        yield maker.option(state, text, action)


def in_full(option: ListedOption, pieces: Iterable[Piece]) -> str:
    """Return an option's label with its actor and target."""
    names = {piece.id: piece.name for piece in pieces}
    actor, target = names.get(option.actor or ""), names.get(option.target or "")
    words = option.label
    if target and target not in words:
        words = f"{words}: {target}"
    return words if not actor or actor in words else f"{actor}: {words}"


def _written(rules: AnyRuleset, state: object, actions: Sequence[object]) -> dict[str, object]:
    """Return actions by their notation, each once."""
    words = rules.words(state)
    return {notation.write(action, words): action for action in actions}


def reasons_of(
    rules: AnyRuleset, terms: Iterable[Term | Refusal], names: Mapping[str, str] | None = None
) -> tuple[Reason, ...]:
    """Return terms of a sum, or refusals, with their pages; `names` comes from `names_in`."""
    called = names or {}
    return tuple(
        Reason(renamed(term.what, called), cite(rules, term.rule), term.amount)
        if isinstance(term, Term)
        else Reason(renamed(_reason_text(term), called), cite(rules, term.rule))
        for term in terms
    )


def names_in(maker: SceneMaker, state: object) -> Mapping[str, str]:
    """Return the names for words of the notation; empty if the game gives none."""
    return maker.called(state) if isinstance(maker, Wording) else {}


def _reason_text(refusal: Refusal) -> str:
    figures = ", ".join(f"{name} {figure}" for name, figure in refusal.figures)
    return f"{refusal.reason} ({figures})" if figures else refusal.reason


def why_not(
    rules: AnyRuleset, maker: SceneMaker, state: object, text: str, action: object
) -> WhyNot:
    """Return every reason against an action, with the rules and their pages."""
    option = maker.option(state, text, action)
    against = reasons_of(rules, rules.refusals(state, action), names_in(maker, state))
    return WhyNot(text, option.label, against)


def about(
    rules: AnyRuleset,
    maker: SceneMaker,
    state: object,
    *,
    actor: str,
    cell: str | None = None,
    target: str | None = None,
) -> Iterator[WhyNot]:
    """Return every candidate of a piece for a place or another piece, with the reasons against it.

    Legal ones have no reason. For pointing at something that is greyed out.
    """
    words, names = rules.words(state), names_in(maker, state)
    pointing = maker if isinstance(maker, Pointing) else None
    for action in rules.candidates(state):
        if pointing is not None:
            who, place, whom = pointing.points_at(state, action)
        else:
            option = maker.option(state, notation.write(action, words), action)
            who, place, whom = option.actor, option.cell, option.target
        if who != actor:
            continue
        if (target is not None and whom == target) or (cell is not None and place == cell):
            text = notation.write(action, words)
            option = maker.option(state, text, action)
            reasons = reasons_of(rules, rules.refusals(state, action), names)
            # Nobody wonders why an enemy cannot be helped.
            if not (option.caution and reasons):
                yield WhyNot(text, option.label, reasons, option.kind)
