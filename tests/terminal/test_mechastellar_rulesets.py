"""The same table and the same answers under two rulesets: they differ where the parameters say."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.rulesets import changed_by_name, diff
from gattai.games.mechastellar.state import State
from gattai.kernel.position import GamePosition, Step, apply, asked, begin
from gattai.kernel.question import Choose, Roll
from gattai.kernel.ruleset import Outcome
from tests.games.mechastellar.table import RULES, battle
from tests.terminal.conftest import Run

NOW, THEN = (RULES.content.rulesets[name] for name in ("ver10-final", "rev116"))
DIFFERENT = {each.parameter: each.second for each in diff(NOW, THEN)}


def table_under(rules: Parameters) -> GamePosition[State]:
    position = begin(RULES, {})
    return GamePosition(replace(position.state, rules=rules))


def answer_to(question: Any, rng: random.Random) -> Any:
    """Anything that the rules allow; dice as they fall."""
    if isinstance(question, Roll):
        return question.dice.faces(rng)
    assert isinstance(question, Choose)
    return rng.choice(tuple(question.options))


def in_step(one: GamePosition[State], two: GamePosition[State], most: int, seed: str) -> int:
    """Play both tables with the same answers for as long as they ask the same: how many answers."""
    rng = random.Random(seed)
    questions = (asked(RULES, one), asked(RULES, two))
    for number in range(most):
        if _told(questions[0]) != _told(questions[1]) or isinstance(questions[0], Outcome):
            return number
        value = answer_to(questions[0], rng)
        steps: list[Step[State]] = [apply(RULES, each, value) for each in (one, two)]
        if [*steps[0].events] != [*steps[1].events]:
            return number
        one, two = steps[0].position, steps[1].position
        questions = (steps[0].question, steps[1].question)
    return most


def _told(question: Any) -> Any:
    if isinstance(question, Choose):
        return question.seat, tuple(question.options), question.rule
    if isinstance(question, Roll):
        return question.dice.count, question.rule, question.what
    return question


def test_the_two_are_laid_alike() -> None:
    one, two = (begin(RULES, {"rules": name}).state for name in ("ver10-final", "rev116"))
    assert replace(one, rules=THEN) == two


@pytest.mark.parametrize("seed", ["one", "two"])
def test_nothing_but_the_parameters_tells_two_rulesets_apart(seed: str) -> None:
    """The default with the listed differences, by another name, plays as the ruleset does."""
    rebuilt = changed_by_name(NOW, DIFFERENT)
    assert rebuilt.id == NOW.id and not diff(rebuilt, THEN)
    assert in_step(table_under(rebuilt), table_under(THEN), 250, seed) == 250


def test_the_default_parts_from_it_in_the_same_game() -> None:
    parted = [in_step(table_under(NOW), table_under(THEN), 250, seed) for seed in ("one", "two")]
    assert min(parted) > 20 and min(parted) < 250


def test_the_same_attack_differs_in_the_saves_that_the_parameter_names() -> None:
    """`armor_save.cap`: five saves now, three then; dice, Hits and everything else are the same."""
    dice = [[5] * 6, [1] * 8]  # nine Hits get through: too few for a Finishing Blow
    units = ("A1 jack-knife-iii 0,0 0", "B1 argonaut 6,0 3 hp=90000")
    now, then = (battle(*units, rules=name) for name in ("ver10-final", "rev116"))
    now.plays("A1", "attack beam-rifle B1", dice=[*dice, [10] * 5])
    then.plays("A1", "attack beam-rifle B1", dice=[*dice, [10] * 3])
    same = [[e for e in each.told if "SAVE" not in e.rule] for each in (now, then)]
    assert same[0] == same[1]
    assert replace(now.state, rules=THEN) == then.state


def test_a_match_under_another_ruleset(run: Run) -> None:
    match = ("bots", "match", "random", "random", "--games", "2", "--seed", "1", "--workers", "1")
    ran = run(*match, "--game", "mechastellar", "--rules", "rev116", "--json")
    assert ran.code == 0 and ran.json["options"] == {"rules": "rev116"}
    assert "--rules does not apply" in run(*match, "--game", "aegis", "--rules", "rev116").err
    both = run(*match, "--game", "mechastellar", "--rules", "rev116", "--option", "rules=rev78")
    assert both.code == 2 and "contradict each other" in both.err
    unknown = run(*match, "--game", "mechastellar", "--rules", "rev117")
    assert unknown.code == 2 and "rev116" in unknown.err


@pytest.mark.long
def test_greedy_plays_under_another_ruleset(run: Run) -> None:
    ran = run("bots", "match", "greedy", "greedy", "--game", "mechastellar", "--rules", "rev116",
              "--games", "2", "--seed", "1", "--json")  # fmt: skip
    assert ran.code == 0 and ran.json["score"]["games"] == 2
