"""Puts a scene together: from a position through a view, so that a seat is shown what it may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from gattai.kernel.position import Asked, Position, Seen, Step, stand
from gattai.kernel.question import Choose, Options, Place, Question, Roll, Seat, Together
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import Hidden, view
from gattai.kernel.tally import Term
from gattai.kernel.text import notation
from gattai.kernel.window import Pass
from gattai.scene.citing import cite as cite
from gattai.scene.maker import InContext, Pointing, SceneMaker, TrayLayer, Wording
from gattai.scene.parts import (
    Ask,
    DiceGroup,
    Ending,
    LogLine,
    Option,
    Piece,
    Reason,
    Scene,
    Thrown,
    WhyNot,
)
from gattai.scene.story import log_lines as log_lines
from gattai.scene.story import renamed


def make_scene(
    rules: AnyRuleset,
    maker: SceneMaker,
    at: Step[Any] | Position[Any],
    seat: Seat | None,
    *,
    number: int,
    log: Iterable[LogLine] = (),
) -> Scene:
    """What this seat can see now; `number` is that of the answer that is wanted next.

    A step knows all that is needed. A position alone has to be run for it.
    """
    step = at if isinstance(at, Step) else stand(rules, at)
    seen = step.seen(seat)
    setting = maker.setting(seen.state, seat)
    over = seen.question if isinstance(seen.question, Outcome) else None
    return Scene(
        game=rules.name,
        title=rules.rulebook.game.title,
        headline=setting.headline,
        seats=rules.seats,
        seat=seat,
        turn=setting.turn,
        board=setting.board,
        pieces=setting.pieces,
        cards=setting.cards,
        tracks=setting.tracks,
        notes=setting.notes,
        ask=None if over else _ask(rules, maker, step, seat, number, setting.turn),
        ending=None
        if over is None
        else Ending(over.winners, over.reason, cite(rules, over.rule), over.scores),
        log=tuple(log),
        zones=setting.zones,
        overlays=setting.overlays,
        throw=setting.throw or _throw(rules, maker, step, seat),
        phases=setting.phases,
        links=setting.links,
        outlooks=setting.outlooks,
    )


def _throw(
    rules: AnyRuleset,
    maker: SceneMaker,
    step: Step[Any],
    seat: Seat | None,
) -> Thrown | None:
    """The dice of the action in progress, where the game lays them out itself."""
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
    step: Step[Any],
    seat: Seat | None,
    number: int,
    turn: int | None,
) -> Ask:
    """The question as this seat sees it. Of the question itself only what everybody may know."""
    seen, question = step.seen(seat), step.question
    shown = seen.question
    assert isinstance(shown, Asked)
    is_mine = seat is not None and seat in shown.seats
    if isinstance(question, Place) and is_mine:
        options = tuple(_points(question))
    else:
        written = _written(rules, seen.state, shown.options or ())
        options = tuple(maker.option(seen.state, *each) for each in written.items())
        if options and not step.position.is_settled and isinstance(maker, InContext):
            events = tuple(view(event, seat) for event in step.action)
            answers = [answer.value for answer in seen.position.answers]
            actions = tuple(written.values())
            options = maker.in_context(seen.state, events, answers, options, actions)
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
        are_examples=is_mine and _are_examples(question),
    )


def _are_examples(question: Question | Outcome) -> bool:
    options = question.options if isinstance(question, Choose) else None
    return isinstance(options, Options) and options.are_examples


def _kind(question: Question | Outcome, turn: int | None) -> str:
    """What sort of question it is; who may pass in somebody else's turn is there to react."""
    match question:
        case Roll():
            return "roll"
        case Together():
            return "together"
        case Place():
            return "place"
        case Choose(seat=seat, otherwise=Pass()) if seat != turn:
            return "react"
        case _:
            return "choose"


def _answered(question: Question | Outcome, shown: Asked) -> tuple[Seat, ...]:
    if not isinstance(question, Together):
        return ()
    return tuple(ask.seat for ask in question.asks if ask.seat not in shown.seats)


def _given(
    rules: AnyRuleset, seen: Seen[Any], question: Question | Outcome, seat: Seat | None
) -> str:
    """What this seat has answered to a question that others have still to answer."""
    assert isinstance(seen.question, Asked)
    many = len(_answered(question, seen.question))
    for answer in seen.position.answers[len(seen.position.answers) - many :]:
        if answer.seat == seat and seat is not None and not isinstance(answer.value, Hidden):
            return notation.write(answer.value, rules.words(seen.state))
    return ""


def _in_order(options: Sequence[Option]) -> bool:
    """Whether two options stand for the same things in another order."""
    picks = {option.picks: None for option in options if option.picks}
    return len({tuple(sorted(each)): None for each in picks}) < len(picks)


MOST_POINTS = 12


def _points(question: Place) -> Iterator[Option]:
    """Some points of a free placement; any other can be answered too."""
    for x, y in [*question.region.suggest()][:MOST_POINTS]:
        text = notation.write((x, y), {})
        yield Option(text, f"{x / 100:g} and {y / 100:g} inches", "place")


def options_of(
    rules: AnyRuleset, maker: SceneMaker, state: Any, actions: Sequence[Any]
) -> Iterator[Option]:
    """Actions as options, each once, in the order given."""
    for text, action in _written(rules, state, actions).items():
        yield maker.option(state, text, action)


def in_full(option: Option, pieces: Iterable[Piece]) -> str:
    """An option with whom it is about: its label alone may leave that to where it stands."""
    names = {piece.id: piece.name for piece in pieces}
    actor, target = names.get(option.actor or ""), names.get(option.target or "")
    words = option.label
    if target and target not in words:
        words = f"{words}: {target}"
    return words if not actor or actor in words else f"{actor}: {words}"


def _written(rules: AnyRuleset, state: Any, actions: Sequence[Any]) -> dict[str, Any]:
    """Actions by how the rules write them, each once."""
    words = rules.words(state)
    return {notation.write(action, words): action for action in actions}


def reasons_of(
    rules: AnyRuleset, terms: Iterable[Term | Refusal], names: Mapping[str, str] | None = None
) -> tuple[Reason, ...]:
    """Terms of a sum, or refusals, with their pages; `names` as `names_in` has them."""
    called = names or {}
    return tuple(
        Reason(renamed(term.what, called), cite(rules, term.rule), term.amount)
        if isinstance(term, Term)
        else Reason(renamed(_said(term), called), cite(rules, term.rule))
        for term in terms
    )


def names_in(maker: SceneMaker, state: Any) -> Mapping[str, str]:
    """What people call what the rules write by their own words; nothing where the game says nothing."""
    return maker.called(state) if isinstance(maker, Wording) else {}


def _said(refusal: Refusal) -> str:
    figures = ", ".join(f"{name} {figure}" for name, figure in refusal.figures)
    return f"{refusal.reason} ({figures})" if figures else refusal.reason


def why_not(rules: AnyRuleset, maker: SceneMaker, state: Any, text: str, action: Any) -> WhyNot:
    """Every reason against an action, with the rules and their pages."""
    option = maker.option(state, text, action)
    against = reasons_of(rules, rules.refusals(state, action), names_in(maker, state))
    return WhyNot(text, option.label, against)


def about(
    rules: AnyRuleset,
    maker: SceneMaker,
    state: Any,
    *,
    actor: str,
    cell: str | None = None,
    target: str | None = None,
) -> Iterator[WhyNot]:
    """Everything a piece could conceivably do to a place or another piece, and why it cannot.

    What it can do comes with no reason. For pointing at something that is greyed out.
    """
    words, names = rules.words(state), names_in(maker, state)
    pointing = maker if isinstance(maker, Pointing) else None
    for action in rules.conceivable(state):
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
