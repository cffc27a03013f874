"""The laws that every game keeps. Each takes a game and a seed, plays, and fails with a reason."""

import random
from typing import Any

import msgspec

from gattai.kernel.event import Chosen, Rolled, fold
from gattai.kernel.event import moments as told_one_by_one
from gattai.kernel.position import Position, apply, asked, begin, look, table_now
from gattai.kernel.question import ENTER, Choose, Part, Question, Roll, Seat, Together, any_one
from gattai.kernel.record import Record, replay
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import AnyRuleset, Outcome, QuietTable
from gattai.kernel.running.batch import play_out
from gattai.kernel.secrecy import view
from gattai.kernel.text.snapshot import position_text, read_position
from gattai.kernel.text.transcript import parse
from gattai.odds.exact import CannotWalk, after
from gattai.odds.policy import NobodySpends
from gattai.testing.tables import random_options
from gattai.testing.walk import (
    LONGEST,
    Moment,
    actions,
    answer_at_random,
    moments,
    some_moments,
    throws,
)

SETTLED, MIDWAY = 4, 8
"""So many positions of a game are written as text: settled ones, and such in the middle of an action."""
JUDGED = 3
"""At so many tables of a game every conceivable action is judged."""
COMPARED = 12
"""At so many moments of a game each seat looks at two worlds."""
PLAYS = 400
"""So often an action is played beside its odds."""
ERRORS = 5.5
"""So many standard errors apart, odds and plays do not agree: chance does that once in tens of millions."""


def replay_gives_the_same_game(rules: AnyRuleset, seed: str) -> None:
    """Written down and played again, a game is the same to the byte and ends in the same place."""
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
    """Rules that were kept and went on with an answer come where they come if all is answered again."""
    for moment in moments(rules, random.Random(seed)):
        before = moment.before
        if before.is_settled:
            continue
        bare = Position(before.state, before.answers)
        again = apply(moment.rules, bare, moment.value, seat=moment.seat)
        for what in ("position", "events", "table", "waiting", "action", "looked"):
            assert getattr(again, what) == getattr(moment.step, what), f"another {what}"
        for seat in moment.step.waiting[:1]:
            assert again.seen(seat) == moment.step.seen(seat), "another question"


def a_state_is_the_fold_of_its_events(rules: AnyRuleset, seed: str) -> None:
    """Nothing changes a table but events; and no table breaks an invariant of its game."""
    for start, events, end in actions(rules, random.Random(seed)):
        assert fold(start.state, events) == end.state, f"{events} do not lead to this state"
        wrong = next(rules.broken(end.state), None)
        assert wrong is None, f"after {events[-1:]}: {wrong}"


def every_word_cites_a_rule(rules: AnyRuleset, seed: str) -> None:
    """Every question, event and outcome names a rule of this rulebook."""
    for moment in moments(rules, random.Random(seed)):
        assert moment.question.rule in rules.rulebook, f"question cites {moment.question.rule}"
        table = table_now(moment.rules, moment.before)
        for event, was, now in told_one_by_one(table, moment.step.events):
            assert event.rule in rules.rulebook, f"{type(event).__name__} cites {event.rule}"
            assert event.told(was, now), f"{type(event).__name__} says nothing"
            assert type(event) in rules.event_types or isinstance(event, Rolled | Chosen)
        if isinstance(moment.step.question, Outcome):
            assert moment.step.question.rule in rules.rulebook


def a_position_survives_text(rules: AnyRuleset, seed: str) -> None:
    """Written as text and read again, a position is the same: settled, and in mid-action."""
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
    """Of all conceivable actions exactly those are offered against which there is no refusal."""
    rng = random.Random(seed)
    for moment in some_moments(rules, rng, JUDGED, _offers_actions):
        state = moment.before.state
        assert isinstance(moment.question, Choose)
        offered = tuple(moment.question.options)
        conceivable = tuple(rules.conceivable(state))
        assert len(set(conceivable)) == len(conceivable), "something is conceivable twice"
        missing = {*offered} - {*conceivable}
        assert not missing, f"offered, but not conceivable: {missing}"
        allowed = {*offered}
        are_examples = getattr(moment.question.options, "are_examples", False)
        for action in conceivable:
            reasons = tuple(rules.refusals(state, action))
            # Of endlessly many some are listed; the others are allowed all the same.
            is_offered = action in (moment.question.options if are_examples else allowed)
            assert is_offered == (not reasons), f"{action}: {reasons}"
            assert all(reason.rule in rules.rulebook for reason in reasons), f"{reasons}"
            assert all(reason.reason for reason in reasons), f"no reason: {reasons}"
        _applies_or_refuses(rules, moment, rng.choice(conceivable))


def _offers_actions(moment: Moment) -> bool:
    return moment.before.is_settled and isinstance(moment.question, Choose)


def _applies_or_refuses(rules: AnyRuleset, moment: Moment, action: Any) -> None:
    assert isinstance(moment.question, Choose)
    refused: tuple[Refusal, ...] = ()
    try:
        apply(rules, moment.before, action, seat=moment.seat)
    except Refused as problem:
        refused = problem.refusals
    is_offered = action in moment.question.options
    assert is_offered == (not refused), f"{action}: {refused}"


def views_do_not_depend_on_secrets(rules: AnyRuleset, seed: str) -> None:
    """What a seat sees, is asked, and when, stays the same when only what it may not see changes."""
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
    rules: AnyRuleset, position: Position[Any], seat: Seat, rng: random.Random
) -> Position[Any] | None:
    """A position that differs only in what the seat may not know; None if none was found."""
    state = rules.guess(view(position.state, seat), seat, rng)
    return replayed_with(rules, position, state, seat, rng)


def replayed_with(
    rules: AnyRuleset, position: Position[Any], state: Any, seat: Seat | None, rng: random.Random
) -> Position[Any] | None:
    """The same answers on another table; None if it could not have come to this, or it was shown."""
    other: Position[Any] = Position(state)
    for number, answer in enumerate(position.answers):
        question = asked(rules, other)
        # A secret answer may differ as long as nothing has followed from it: others still think.
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


def _shown(rules: AnyRuleset, position: Position[Any], seat: Seat) -> bytes:
    return msgspec.json.encode(look(rules, position, seat), enc_hook=repr)


def odds_agree_with_play(rules: AnyRuleset, seed: str) -> None:
    """Exact odds of an action with dice add up to one, and a few hundred plays of it come out like that."""
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
        table: QuietTable[Any] = QuietTable(position.state)
        result = msgspec.json.encode(_played(rules, table, action, rng))
        counts[result] = counts.get(result, 0) + 1
    assert set(counts) <= set(odds), "something happened that has no odds"
    for result, chance in odds.floats().items():
        error = (chance * (1 - chance) / PLAYS) ** 0.5
        share = counts.get(result, 0) / PLAYS
        assert abs(share - chance) < ERRORS * error + 1 / PLAYS, f"{share} against {chance}"


def _played(rules: AnyRuleset, table: QuietTable[Any], action: Any, rng: random.Random) -> Any:
    """The table after one action, dice thrown, every choice declined as `NobodySpends` does."""
    steps = rules.resolve(table, action)
    value: Any = None
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


class Watched:
    """Rules under which every settled table of a batch game is looked at before anybody is asked."""

    def __init__(self, rules: AnyRuleset) -> None:
        self.rules = rules
        self.resolve = rules.resolve
        self.chosen_at: Any = None
        """The table that was settled last, if somebody was asked there; dice may well be thrown again."""

    def standing(self, state: Any) -> Question | Outcome:
        """The question, if the table keeps the invariants of its game and is not the one before.

        What changes nothing can be done again and again: whoever thinks it no worse than to go on never ends.
        """
        wrong = next(self.rules.broken(state), None)
        assert wrong is None, wrong
        assert state != self.chosen_at, "an answer has changed nothing, and could be given for ever"
        question = self.rules.standing(state)
        self.chosen_at = state if isinstance(question, Choose | Together) else None
        return question


def a_random_game_ends(rules: AnyRuleset, seed: str) -> None:
    """With the batch driver too, which replays nothing; no table on the way breaks an invariant."""
    rng = random.Random(seed)

    def choose(state: Any, question: Choose) -> Any:
        return any_one(question.options, rng)

    options = random_options(rules, rng)
    rules = rules.seated(options)
    state = begin(rules, options).state
    watched: Any = Watched(rules)
    played = play_out(watched, state, [choose] * len(rules.seats), rng, limit=LONGEST)
    assert played.outcome is not None, "no end"
    assert played.outcome.rule in rules.rulebook, f"the outcome cites {played.outcome.rule}"


LAWS = (
    replay_gives_the_same_game,
    going_on_is_running_again,
    a_state_is_the_fold_of_its_events,
    every_word_cites_a_rule,
    a_position_survives_text,
    offered_if_and_only_if_not_refused,
    views_do_not_depend_on_secrets,
    odds_agree_with_play,
    a_random_game_ends,
)
