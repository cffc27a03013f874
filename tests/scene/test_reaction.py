"""What each answer in the middle of an action leads to is what the rules give, and nothing hidden shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from gattai import games
from gattai.games.aristeia.effects.dealing import Discard
from gattai.games.aristeia.roll.expectation import both_ways
from gattai.games.aristeia.roll.switches import Activate, GoFirst
from gattai.kernel.position import GamePosition, Seen, Step, apply, begin, stand
from gattai.kernel.question import Choose, Roll, Seat, any_one, part_of
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded
from gattai.kernel.secrecy import NotYours
from gattai.kernel.text import notation
from gattai.odds.distribution import Distribution
from gattai.odds.exact import after
from gattai.odds.policy import NobodySpends
from gattai.scene import reaction
from gattai.scene.advice import NoAdvice
from gattai.scene.parts import DeclaredAction
from gattai.scene.reaction import Reaction, reaction_of
from gattai.scene.stage import make_scene
from tests.games.aristeia.driver import fight
from tests.games.aristeia.table import GREEN, ORANGE
from tests.games.aristeia.table import RULES as ARENA
from tests.games.mechastellar.table import RULES, battle

MAX_ANSWERS = 700


def walked(name: str, seed: int, **options: str) -> Iterator[tuple[AnyRuleset, Step[Any]]]:
    """Every position of a game at random in which a seat is asked in the middle of an action."""
    rules, dice, rng = games.load(name), Seeded(random.Random, str(seed)), random.Random(seed)
    step: Step[Any] = stand(rules, begin(rules, options))
    for number in range(MAX_ANSWERS):
        question = step.question
        if isinstance(question, Outcome):
            return
        if isinstance(question, Roll):
            step = apply(rules, step.position, dice.faces(question, number))
            continue
        if isinstance(question, Choose) and not step.position.is_settled:
            yield rules, step
        seat = step.waiting[0]
        ask = part_of(question, seat)
        assert isinstance(ask, Choose)
        step = apply(rules, step.position, any_one(ask.options, rng), seat=seat)


def found(rules: AnyRuleset, seen: Seen[Any], **how: Any) -> Reaction:
    name = rules.name
    return reaction_of(rules, games.scene_maker(name), seen, games.measures(name), **how)


def asks(game: str, what: str, seeds: range) -> Iterator[tuple[AnyRuleset, Step[Any], Reaction]]:
    """Questions of this text with what their choices lead to."""
    for seed in seeds:
        for rules, step in walked(game, seed):
            if isinstance(step.question, Choose) and what in step.question.what:
                try:
                    yield rules, step, found(rules, step.seen(step.question.seat))
                except NoAdvice:
                    continue


class Taking(NobodySpends):
    """Answers one rule's first question with this option and declines everything else."""

    declines_all = False

    def __init__(self, first: dict[str, object]) -> None:
        self.first = first

    def fixed(self, question: Choose) -> object:
        taken = self.first.get(question.what)
        return taken if taken in tuple(question.options) else super().fixed(question)


def in_a_brace() -> tuple[GamePosition[Any], Step[Any]]:
    """White Asura is shot at by another and may brace."""
    game = battle("A1 white-asura 0,0 0", "B1 white-asura 6,0 3", momentum=(0, 0)).begins("A1")
    settled = game.position
    action = notation.read("attack beam-rifle B1", RULES.words(game.state), RULES.action_types)
    step = apply(RULES, settled, action)
    while isinstance(step.question, Choose) and "brace" not in step.question.what:
        step = apply(RULES, step.position, step.question.otherwise)
    return settled, step


def test_a_brace_leads_to_the_odds_of_the_rules_from_the_beginning_of_the_attack() -> None:
    settled, step = in_a_brace()
    question = step.question
    assert isinstance(question, Choose)
    told = found(RULES, step.seen(question.seat))
    action = step.position.answers[0].value
    forecast = games.scene_maker("mechastellar").forecast(settled.state, action)
    assert forecast is not None and forecast.count is not None
    enough = forecast.enough or 0
    for option, choice in zip(question.options, told.choices, strict=True):
        aim = step.position.answers[1].value
        policy = Taking({"before the dice: aim": aim, question.what: option})
        odds = after(RULES, settled, action, forecast.count, policy).sorted()
        (figure,) = choice.figures
        assert dict(figure.bars) == pytest.approx({n: float(p) for n, p in odds.items()})
        assert figure.mean == pytest.approx(float(odds.mean()))
        assert (
            choice.left == pytest.approx(told.bar.now - float(odds.mean())) if told.bar else False
        )
        assert choice.enough == pytest.approx(float(odds.chance(lambda n: n >= enough)))
    assert told.nothing == "brace" and not told.same and not told.idle
    means = {choice.text: choice.figures[0].mean for choice in told.choices}
    assert means["brace"] == max(means.values()) > min(means.values())


def test_the_scene_says_who_attacks_whom_with_what() -> None:
    _, step = in_a_brace()
    maker = games.scene_maker("mechastellar")
    for seat in (0, 1, None):
        shown = make_scene(RULES, maker, step, seat, number=1).declared  # type: ignore[arg-type]
        assert shown is not None
        assert (shown.actor, shown.target, shown.name) == ("A1", "B1", "Beam Rifle")
        assert shown.text.endswith("with Beam Rifle") and " attacks " in shown.text
        assert shown.line == ("0,0", "6,0")
        assert ("range", "6 of 6") in shown.facts and ("hits on", "5+") in shown.facts
        assert {reason.group for reason in shown.reasons} <= {
            "attack dice", "Hits added", "defence dice", "DEF added", "PEN", "Finishing Blow",
        }  # fmt: skip
    settled = make_scene(
        RULES, maker, stand(RULES, GamePosition(step.position.state)), None, number=1
    )
    assert settled.declared is None


def test_first_pilot_throws_one_die_again() -> None:
    """AEGIS.COMMANDER.FIRST-PILOT: two of four dice hit, an Integrity of 3; each die again is even."""
    rules, step, told = next(
        each for each in asks("aegis", "roll again?", range(1, 40)) if len(each[2].choices) > 2
    )
    whole: dict[str, Distribution[int]] = {}
    for option, choice in zip(step.question.options, told.choices, strict=True):  # type: ignore[union-attr]
        whole[choice.text] = by_hand(rules, step, option)
        (figure, *_) = choice.figures
        assert dict(figure.bars) == pytest.approx(
            {n: float(p) for n, p in whole[choice.text].items()}
        )
    assert told.nothing == "keep" and whole["keep"].is_whole
    assert all(share.denominator <= 6**4 for odds in whole.values() for share in odds.values())


def by_hand(rules: AnyRuleset, step: Step[Any], option: object) -> Distribution[int]:
    """Answer through `apply`, with every face of every die, declining everything else."""
    action = step.position.answers[0].value
    forecast = games.scene_maker(rules.name).forecast(step.position.state, action)
    assert forecast is not None and forecast.count is not None
    results: dict[int, Fraction] = {}
    todo = [(apply(rules, step.position, option), Fraction(1))]
    while todo:
        now, share = todo.pop()
        if now.position.is_settled:
            number = forecast.count(now.position.state)
            results[number] = results.get(number, Fraction()) + share
        elif isinstance(now.question, Roll):
            throws = [*_throws(now.question)]
            todo += [(apply(rules, now.position, faces), share / len(throws)) for faces in throws]
        else:
            assert isinstance(now.question, Choose)
            declined = NobodySpends().fixed(now.question)
            todo.append((apply(rules, now.position, declined), share))
    whole = 6**9
    return Distribution({n: int(p * whole) for n, p in results.items()}, whole)


def _throws(question: Roll) -> Iterator[tuple[Any, ...]]:
    dice: Any = question.dice
    yield from product(*(group.die.faces for group in dice.groups for _ in range(group.count)))


def test_a_tactic_of_aristeia_leads_to_other_odds() -> None:
    """A reroll after the dice: what it takes from or adds to the roll is what the rules give."""
    for _, step, told in asks("aristeia", "Tactic", range(3, 30)):
        if not told.same:
            assert told.nothing == "pass"
            (figure, *_) = told.choices[0].figures
            assert sum(share for _, share in figure.bars) == pytest.approx(1)
            assert make_scene(
                games.load("aristeia"), games.scene_maker("aristeia"), step, None, number=1
            ).declared
            return
    raise AssertionError("no Tactic ever mattered")


def test_figures_that_take_long_are_only_for_those_who_are_asked() -> None:
    rules, maker = games.load("aristeia"), games.scene_maker("aristeia")

    def shown(step: Step[Any], seat: Seat | None) -> DeclaredAction | None:
        return make_scene(rules, maker, step, seat, number=1).declared

    steps = (step for seed in range(3, 30) for _, step in walked("aristeia", seed))
    step = next(step for step in steps if (attack := shown(step, None)) and attack.reasons)
    assert isinstance(step.question, Choose)
    for seat in (Seat(0), Seat(1), None):
        before = both_ways.cache_info()
        declared = shown(step, seat)
        after_ = both_ways.cache_info()
        assert declared is not None and declared.actor and declared.target and declared.reasons
        is_asked = seat == step.question.seat
        assert ("if both spend their symbols well" in dict(declared.facts)) == is_asked
        assert (after_.hits + after_.misses > before.hits + before.misses) == is_asked


def test_what_is_hidden_changes_nothing() -> None:
    """The consequences are the same in every world that the seat cannot tell apart."""
    compared = changed = 0
    for rules, step in walked("aristeia", 3):
        question = step.question
        assert isinstance(question, Choose)
        seen = step.seen(question.seat)
        other = rules.guess(seen.position.state, question.seat, random.Random(7))
        try:
            twin = stand(rules, GamePosition(other, step.position.answers))
        except NotYours:  # a card that has been played since is elsewhere in that world
            continue
        again = twin.seen(question.seat)
        if again.question != seen.question or again.state != seen.state:
            continue
        changed += twin.table != step.table
        assert _or_why(partial(found, rules, again)) == _or_why(partial(found, rules, seen))
        compared += 1
    assert compared > 10 and changed > 0


def test_after_a_question_that_depends_on_a_hidden_hand_there_are_no_consequences() -> None:
    """The attacker does not know the defender's cards, so cannot know that one may be discarded."""
    duel = fight(
        "maximus", "jotums-shield", "wild-bill", hand={"orange": ["dodge-009", "dodge-010"]}
    )
    duel.rolls(["red SX", "blue BBX", "black -"], ["green BX", "blue BBX"])
    duel.takes(lambda option: option == GoFirst(ORANGE))
    plain = duel.fork()
    duel.uses("dead-mans-hand")
    duel.takes(lambda option: isinstance(option, Discard))
    for each in (plain, duel):
        each.reach(lambda option: isinstance(option, Activate), GREEN)
    with pytest.raises(NoAdvice, match=reaction.NO_DISTRIBUTION):
        found(ARENA, stand(ARENA, plain.position).seen(GREEN))
    with pytest.raises(NoAdvice, match="hidden from you"):
        found(ARENA, stand(ARENA, duel.position).seen(GREEN))


def _or_why(tell: Callable[[], Reaction]) -> Reaction | str:
    try:
        return tell()
    except NoAdvice as problem:
        return str(problem)


def test_a_choice_that_makes_no_difference_is_known_by_running_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, step = in_a_brace()
    question = step.question
    assert isinstance(question, Choose)
    seen = step.seen(question.seat)
    course: Any = reaction._RestOfAction(
        RULES,
        games.scene_maker("mechastellar"),
        seen,
        games.measures("mechastellar"),
        lambda: False,
    )
    one, other, *_ = (course._answer(option) for option in question.options)
    assert not course._makes_no_difference((one, other))
    monkeypatch.setattr(reaction, "MAX_COMPARED", 3)
    assert not course._makes_no_difference((one, one)), "it gives up in time"


def test_time_is_bounded_and_the_most_likely_outcome_is_one_run() -> None:
    _, step = in_a_brace()
    assert isinstance(step.question, Choose)
    seen = step.seen(step.question.seat)
    now = [0.0]

    def clock() -> float:
        now[0] += 1.0
        return now[0]

    with pytest.raises(NoAdvice):
        found(RULES, seen, clock=clock)
    likely = found(RULES, seen, likely=True)
    assert likely.likely and all(len(choice.figures[0].bars) == 1 for choice in likely.choices)


def test_at_a_settled_table_there_is_no_reaction() -> None:
    rules = games.load("attack-chart")
    step: Step[Any] = stand(rules, begin(rules, {}))
    with pytest.raises(NoAdvice):
        found(rules, step.seen(step.waiting[0]) if step.waiting else step.seen(None))
    assert [*walked("attack-chart", 2)] == [], "nobody is asked in the middle of an action"
