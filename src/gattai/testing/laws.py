"""The laws that every game must keep. Each plays with a seed and fails with a reason."""

import random
from typing import Any, TypeVar

import msgspec

from gattai.kernel.event import Chosen, Rolled, fold
from gattai.kernel.event import moments as event_moments
from gattai.kernel.position import GamePosition, apply, asked, begin, observe, table_now
from gattai.kernel.question import ENTER, Choose, Part, Question, Roll, Seat, Together, any_one
from gattai.kernel.record import Record, replay
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import AnyRuleset, Outcome, QuietTable
from gattai.kernel.running.batch import play_out
from gattai.kernel.secrecy import NotYours, view
from gattai.kernel.text.snapshot import position_text, read_position
from gattai.kernel.text.transcript import parse
from gattai.odds.exact import CannotWalk, after
from gattai.odds.policy import NobodySpends
from gattai.testing.tables import random_options
from gattai.testing.walk import (
    LONGEST,
    WalkStep,
    actions,
    answer_at_random,
    moments,
    some_moments,
    throws,
)

S = TypeVar("S", bound=msgspec.Struct)

SETTLED, MIDWAY = 4, 8
"""Number of positions per game written as text: settled ones, and ones within an action."""
JUDGED = 3
"""Number of tables per game at which every candidate action is checked."""
COMPARED = 12
"""Number of moments per game at which each seat compares two determinizations."""
PLAYS = 400
"""Number of times an action is played to compare with its odds."""
ERRORS = 5.5
"""Standard errors at which odds and plays disagree: once in tens of millions by chance."""


def replay_gives_the_same_game(rules: AnyRuleset, seed: str) -> None:
    """Check that a replayed transcript gives the same text and the same end."""
    rng = random.Random(seed)
    record = Record(rules, options=random_options(rules, rng))
    while not isinstance(record.question, Outcome):
        assert len(record.entries) < LONGEST, "no end"
        seat, value = answer_at_random(rules, record.position, record.question, rng)
        record.answer(value, seat)
    text = record.transcript().text()
    *_, again = replay(rules, parse(text))
    assert again.position == record.position, "the replay ends elsewhere"
    assert again.transcript().text() == text, "the replay writes another transcript"


def going_on_is_running_again(rules: AnyRuleset, seed: str) -> None:
    """Check that continuing the cached rules gives the same result as a full replay."""
    for moment in moments(rules, random.Random(seed)):
        before = moment.before
        if before.is_settled:
            continue
        bare = GamePosition(before.state, before.answers)
        again = apply(moment.rules, bare, moment.value, seat=moment.seat)
        for what in ("position", "events", "table", "waiting", "action", "looked"):
            assert getattr(again, what) == getattr(moment.step, what), f"another {what}"
        for seat in moment.step.waiting[:1]:
            assert again.seen(seat) == moment.step.seen(seat), "another question"


def a_state_is_the_fold_of_its_events(rules: AnyRuleset, seed: str) -> None:
    """Check that only events change a table, and that no table breaks an invariant of its game."""
    for start, events, end in actions(rules, random.Random(seed)):
        assert fold(start.state, events) == end.state, f"{events} do not lead to this state"
        wrong = next(rules.broken(end.state), None)
        assert wrong is None, f"after {events[-1:]}: {wrong}"


def a_view_is_the_fold_of_its_events(rules: AnyRuleset, seed: str) -> None:
    """Check that every seat, and a spectator, can follow the table by the events it may see."""
    seen: dict[Seat | None, msgspec.Struct] = {}
    for moment in moments(rules, random.Random(seed)):
        viewers = (None, *(Seat(number) for number in range(len(moment.rules.seats))))
        seen = seen or {viewer: view(moment.before.state, viewer) for viewer in viewers}
        for viewer in viewers:
            who = "a spectator" if viewer is None else moment.rules.seats[viewer]
            for event in moment.step.events:
                try:
                    seen[viewer] = view(event, viewer).after(seen[viewer])
                except NotYours as problem:
                    what = f"{type(event).__name__} reads what is hidden from {who}"
                    raise AssertionError(what) from problem
            names = " ".join(type(event).__name__ for event in moment.step.events)
            assert seen[viewer] == view(moment.step.table, viewer), (
                f"{names}: the events do not lead {who} to what it sees of the table"
            )


def every_word_cites_a_rule(rules: AnyRuleset, seed: str) -> None:
    """Check that every question, event and outcome names a rule of the rulebook."""
    for moment in moments(rules, random.Random(seed)):
        assert moment.question.rule in rules.rulebook, f"question cites {moment.question.rule}"
        table = table_now(moment.rules, moment.before)
        for event, was, now in event_moments(table, moment.step.events):
            assert event.rule in rules.rulebook, f"{type(event).__name__} cites {event.rule}"
            assert event.describe_change(was, now), f"{type(event).__name__} says nothing"
            assert type(event) in rules.event_types or isinstance(event, Rolled | Chosen)
        if isinstance(moment.step.question, Outcome):
            assert moment.step.question.rule in rules.rulebook


def a_position_survives_text(rules: AnyRuleset, seed: str) -> None:
    """Check that a position read back from its text is the same: settled, and within an action."""
    rng = random.Random(seed)
    settled = some_moments(rules, rng, SETTLED, lambda moment: moment.step.position.is_settled)
    others = some_moments(rules, rng, MIDWAY, lambda moment: not moment.step.position.is_settled)
    for moment in (*settled, *others):
        position = moment.step.position
        text = position_text(rules, position)
        again = read_position(rules, text)
        assert again == position, "another position came back"
        assert position_text(rules, again) == text, "another text came back"


def offered_if_and_only_if_not_refused(rules: AnyRuleset, seed: str) -> None:
    """Check that exactly the candidates without a refusal are offered."""
    rng = random.Random(seed)
    for moment in some_moments(rules, rng, JUDGED, _offers_actions):
        state = moment.before.state
        assert isinstance(moment.question, Choose)
        offered = tuple(moment.question.options)
        candidates = tuple(rules.candidates(state))
        assert len(set(candidates)) == len(candidates), "something is candidates twice"
        missing = {*offered} - {*candidates}
        assert not missing, f"offered, but not candidates: {missing}"
        allowed = {*offered}
        are_examples = getattr(moment.question.options, "are_examples", False)
        for action in candidates:
            reasons = tuple(rules.refusals(state, action))
            # Of infinitely many only some are listed; the others are legal too.
            is_offered = action in (moment.question.options if are_examples else allowed)
            assert is_offered == (not reasons), f"{action}: {reasons}"
            assert all(reason.rule in rules.rulebook for reason in reasons), f"{reasons}"
            assert all(reason.reason for reason in reasons), f"no reason: {reasons}"
        _applies_or_refuses(rules, moment, rng.choice(candidates))


def _offers_actions(moment: WalkStep) -> bool:
    return moment.before.is_settled and isinstance(moment.question, Choose)


def _applies_or_refuses(rules: AnyRuleset, moment: WalkStep, action: object) -> None:
    assert isinstance(moment.question, Choose)
    refused: tuple[Refusal, ...] = ()
    try:
        apply(rules, moment.before, action, seat=moment.seat)
    except Refused as problem:
        refused = problem.refusals
    is_offered = action in moment.question.options
    assert is_offered == (not refused), f"{action}: {refused}"


def views_do_not_depend_on_secrets(rules: AnyRuleset, seed: str) -> None:
    """Check that hidden information does not change what a seat sees or is asked."""
    rng = random.Random(seed)
    for moment in some_moments(rules, rng, COMPARED, lambda moment: True):
        rules, position = moment.rules, moment.step.position
        for seat in (Seat(number) for number in range(len(rules.seats))):
            other = with_other_secrets(rules, position, seat, rng)
            if other is not None:
                assert _shown(rules, other, seat) == _shown(rules, position, seat), (
                    f"{rules.seats[seat]} can tell {other} from {position}"
                )


def with_other_secrets(
    rules: AnyRuleset, position: GamePosition[S], seat: Seat, rng: random.Random
) -> GamePosition[S] | None:
    """Return a position that differs only in what is hidden from the seat, or None."""
    state = rules.guess(view(position.state, seat), seat, rng)
    return replayed_with(rules, position, state, seat, rng)


def replayed_with(
    rules: AnyRuleset,
    position: GamePosition[S],
    state: S,
    seat: Seat | None,
    rng: random.Random,
) -> GamePosition[S] | None:
    """Return the same answers on another table; None if impossible there, or if revealed since."""
    other: GamePosition[S] = GamePosition(state)
    for number, answer in enumerate(position.answers):
        question = asked(rules, other)
        # A secret answer may differ while it has no effect: others still have to answer.
        still_secret = isinstance(question, Together) and number + len(question.asks) > len(
            position.answers
        )
        value = answer.value
        if still_secret and isinstance(question, Together) and answer.seat != seat:
            choice = next(ask for ask in question.asks if ask.seat == answer.seat)
            value = any_one(choice.options, rng)
        try:
            other = apply(rules, other, value, seat=answer.seat).position
        except Refused:
            return None  # these other secrets could not have led here
    if not position.answers:
        return other
    if view(table_now(rules, other), seat) != view(table_now(rules, position), seat):
        return None  # it was shown in this very action what was hidden when it began
    return other


def _shown(rules: AnyRuleset, position: GamePosition[S], seat: Seat) -> bytes:
    return msgspec.json.encode(observe(rules, position, seat), enc_hook=repr)


def odds_agree_with_play(rules: AnyRuleset, seed: str) -> None:
    """Check that exact odds add up to one and agree with a few hundred plays."""
    rng = random.Random(seed)
    thrown = [*throws(rules, rng)]
    if not thrown:
        return
    moment = rng.choice(thrown)
    rules, position, action = moment.rules, moment.before, moment.value
    try:
        odds = after(rules, position, action, of=lambda state: msgspec.json.encode(state))
    except CannotWalk:
        return
    assert odds.is_whole, "the chances do not add up to one"
    counts: dict[bytes, int] = {}
    for _ in range(PLAYS):
        table: QuietTable[msgspec.Struct] = QuietTable(position.state)
        result = msgspec.json.encode(_played(rules, table, action, rng))
        counts[result] = counts.get(result, 0) + 1
    assert set(counts) <= set(odds), "something happened that has no odds"
    for result, chance in odds.floats().items():
        error = (chance * (1 - chance) / PLAYS) ** 0.5
        share = counts.get(result, 0) / PLAYS
        assert abs(share - chance) < ERRORS * error + 1 / PLAYS, f"{share} against {chance}"


def _played(rules: AnyRuleset, table: QuietTable[S], action: object, rng: random.Random) -> S:
    """Return the table after one action, with every choice declined as `NobodySpends` does."""
    steps = rules.resolve(table, action)
    value: object = None
    while True:
        try:
            question = steps.send(value)
        except StopIteration:
            return table.state
        if isinstance(question, Part):
            value = ENTER
        elif isinstance(question, Roll):
            value = question.dice.read(question.dice.faces(rng))
        else:
            assert isinstance(question, Choose)
            value = NobodySpends().fixed(question)


class WatchedRules:
    """Rules that check every settled table of a batch game before a question is asked."""

    def __init__(self, rules: AnyRuleset) -> None:
        self.rules = rules
        self.resolve = rules.resolve
        self.chosen_at: object = None
        """The last settled table, if a seat was asked there; dice may be thrown repeatedly."""

    def next_question(self, state: msgspec.Struct) -> Question | Outcome:
        """Return the question, if the table keeps the game's invariants and is not the one before.

        An action that changes nothing could be repeated for ever.
        """
        wrong = next(self.rules.broken(state), None)
        assert wrong is None, wrong
        assert state != self.chosen_at, "an answer has changed nothing, and could be given for ever"
        question = self.rules.next_question(state)
        self.chosen_at = state if isinstance(question, Choose | Together) else None
        return question


def a_random_game_ends(rules: AnyRuleset, seed: str) -> None:
    """Check that a random game ends, also with the batch driver, and breaks no invariant."""
    rng = random.Random(seed)

    def choose(state: object, question: Choose) -> object:
        return any_one(question.options, rng)

    options = random_options(rules, rng)
    rules = rules.seated(options)
    state = begin(rules, options).state
    watched: Any = WatchedRules(rules)
    played = play_out(watched, state, [choose] * len(rules.seats), rng, limit=LONGEST)
    assert played.outcome is not None, "no end"
    assert played.outcome.rule in rules.rulebook, f"the outcome cites {played.outcome.rule}"


LAWS = (
    replay_gives_the_same_game,
    going_on_is_running_again,
    a_state_is_the_fold_of_its_events,
    a_view_is_the_fold_of_its_events,
    every_word_cites_a_rule,
    a_position_survives_text,
    offered_if_and_only_if_not_refused,
    views_do_not_depend_on_secrets,
    odds_agree_with_play,
    a_random_game_ends,
)
