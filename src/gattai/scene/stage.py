"""Puts a scene together: from a position through a view, so that a seat is shown what it may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gattai.kernel import notation
from gattai.kernel.event import Event, Rolled
from gattai.kernel.position import Asked, Position, look
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal, UnknownRule
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import view
from gattai.kernel.tally import Term
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import (
    Ask,
    Citation,
    Ending,
    LogLine,
    Option,
    Reason,
    Scene,
    WhyNot,
)


def cite(rules: AnyRuleset, rule_id: str) -> Citation:
    """A rule as it is cited beside a text."""
    try:
        rule = rules.rulebook.find(rule_id)
    except UnknownRule:
        return Citation(rule_id, rule_id, "")
    return Citation(rule.id, rule.title, rule.page)


def make_scene(
    rules: AnyRuleset,
    maker: SceneMaker,
    position: Position[Any],
    seat: Seat | None,
    *,
    number: int,
    log: Iterable[LogLine] = (),
) -> Scene:
    """What this seat can see now; `number` is that of the answer that is wanted next."""
    seen = look(rules, position, seat)
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
        ask=None if over else _ask(rules, maker, seen.state, seen.question, seat, number),
        ending=None
        if over is None
        else Ending(over.winners, over.reason, cite(rules, over.rule), over.scores),
        log=tuple(log),
    )


def _ask(
    rules: AnyRuleset,
    maker: SceneMaker,
    state: Any,
    question: Asked | Outcome,
    seat: Seat | None,
    number: int,
) -> Ask:
    assert isinstance(question, Asked)
    options = options_of(rules, maker, state, question.options or ())
    return Ask(
        number=number,
        what=question.what,
        cites=cite(rules, question.rule),
        seats=question.seats,
        is_mine=seat is not None and seat in question.seats,
        options=tuple(options),
        dice=question.dice,
    )


def options_of(
    rules: AnyRuleset, maker: SceneMaker, state: Any, actions: Sequence[Any]
) -> Iterator[Option]:
    """Actions as options, each once, in the order given."""
    words = rules.words(state)
    for text, action in {notation.write(action, words): action for action in actions}.items():
        yield maker.option(state, text, action)


def log_lines(
    rules: AnyRuleset, table: Any, events: Sequence[Event], seat: Seat | None, number: int
) -> Iterator[LogLine]:
    """What happened, as this seat may know it; `table` is the table just after."""
    shown = view(table, seat)
    for event in events:
        known = view(event, seat)
        faces: tuple[str, ...] = ()
        if isinstance(known, Rolled) and known.faces.is_open:
            faces = tuple(str(face) for face in known.faces.open())
        yield LogLine(number, known.tell(shown), cite(rules, event.rule), faces)


def reasons_of(rules: AnyRuleset, terms: Iterable[Term | Refusal]) -> tuple[Reason, ...]:
    """Terms of a sum, or refusals, with their pages."""
    return tuple(
        Reason(term.what, cite(rules, term.rule), term.amount)
        if isinstance(term, Term)
        else Reason(_said(term), cite(rules, term.rule))
        for term in terms
    )


def _said(refusal: Refusal) -> str:
    figures = ", ".join(f"{name} {figure}" for name, figure in refusal.figures)
    return f"{refusal.reason} ({figures})" if figures else refusal.reason


def why_not(rules: AnyRuleset, maker: SceneMaker, state: Any, text: str, action: Any) -> WhyNot:
    """Every reason against an action, with the rules and their pages."""
    option = maker.option(state, text, action)
    against = reasons_of(rules, rules.refusals(state, action))
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
    words = rules.words(state)
    for action in rules.conceivable(state):
        text = notation.write(action, words)
        option = maker.option(state, text, action)
        if option.actor != actor:
            continue
        if (target is not None and option.target == target) or (
            cell is not None and option.cell == cell
        ):
            yield WhyNot(text, option.label, reasons_of(rules, rules.refusals(state, action)))
