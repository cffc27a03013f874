"""A bot that follows a learned policy: it prefers answers by their features."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gattai.bots.bot import Ask
from gattai.bots.consider import Decision, Determinization, offered, ranked
from gattai.bots.evaluation import declined, rules_of
from gattai.bots.evaluations import of
from gattai.bots.expectation import judge_for
from gattai.bots.greedy import GreedyBot
from gattai.bots.learnt.policy_weights import BotPolicy, policy_for
from gattai.bots.simulation import Simulation
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Choose, Seat, Together, is_single
from gattai.kernel.ruleset import AnyRuleset, Ruleset

FEW_OUTCOMES = 8
"""Number of outcomes of the dice for answers that are tried, and in the middle of an action."""


class PolicyBot:
    """Takes the answer that a learned policy prefers, usually without trying any.

    If the best few are preferred almost equally (`PolicyWeights.gate`), they are tried.
    In the middle of an action it takes the answer that it prefers, if it has learned to choose there,
    otherwise the game's usual answer (`Evaluation.midway`). If there is neither, it plays as greedy
    does with few outcomes of the dice. Without a policy, or if several seats
    are asked at once and the game knows no better (`CandidateMaker.together`), it plays as greedy.
    """

    def __init__(
        self,
        make: Callable[[str], Randomness],
        seed: str,
        *,
        rules: AnyRuleset | None = None,
        policy: BotPolicy | None = None,
    ) -> None:
        self._make = make
        self._seed = seed
        self._rules = rules
        self._policy = policy
        self._greedy = GreedyBot(make, seed, rules=rules)
        self._midway = GreedyBot(make, seed, rules=rules, outcomes=FEW_OUTCOMES)

    def answer(self, seen: Seen[msgspec.Struct], ask: Ask, number: int) -> object:
        """Return the preferred option."""
        rules = self._rules or rules_of(seen.state)
        policy = self._policy or policy_for(rules)
        if policy is None or not isinstance(ask, Choose):
            return self._greedy.answer(seen, ask, number)
        options = offered(seen, ask)
        if is_single(options):
            return options[0]
        if not seen.position.is_settled:
            for answer in policy.midway(seen.state, ask):
                if answer in options:
                    return answer
        state = self._guessed(rules, seen.position.state, ask.seat, number)
        if _asks_several(seen, rules, state):
            known = policy.together(seen.state, ask)
            return known if known in options else self._greedy.answer(seen, ask, number)
        if not seen.position.is_settled:
            usual = _usual(rules, seen.state, ask)
            return usual if usual in options else self._midway.answer(seen, ask, number)
        legal = (each for each in policy.valued(state, options) if each[1] in options)
        best = next(legal, None)
        if best is None:
            return self._greedy.answer(seen, ask, number)
        near, weights = [best[1]], policy.weights
        for value, answer in legal if weights.gate else ():
            # With kinds that never occurred in training the difference is not a number.
            if len(near) == weights.tried or not best[0] - value <= weights.gate:
                break
            near.append(answer)
        return near[0] if len(near) == 1 else self._better(state, ask.seat, near, rules, number)

    def _guessed(
        self, rules: AnyRuleset, state: msgspec.Struct, seat: Seat, number: int
    ) -> msgspec.Struct:
        """Return a table as it may be; as it is if the game hides nothing."""
        if type(rules).guess is Ruleset.guess:
            return state
        source = self._make(f"{self._seed}/{seat}/{number}")
        table: msgspec.Struct = rules.guess(state, seat, source)
        return table

    def _better(
        self,
        state: msgspec.Struct,
        seat: Seat,
        answers: list[object],
        rules: AnyRuleset,
        number: int,
    ) -> object:
        """Return the answer with the better expected score, over few outcomes of the dice."""
        source = self._make(f"{self._seed}/{seat}/{number}/tried")
        table = Determinization(Simulation(state))
        problem = Decision(rules, of(rules.name), seat, (table,), answers, most=FEW_OUTCOMES)
        judge = judge_for(problem.evaluation, seat, len(rules.seats), source)
        return ranked(problem, judge, source)[0][1]


def _usual(rules: AnyRuleset, state: msgspec.Struct, ask: Choose) -> object:
    """Return the game's usual answer in the middle of an action; None if it has none."""
    midway = of(rules.name).midway
    return None if midway is declined else midway(state, ask)


def _asks_several(seen: Seen[msgspec.Struct], rules: AnyRuleset, state: msgspec.Struct) -> bool:
    """Return whether several seats are asked at once, or were at the beginning of the action."""
    if seen.position.is_settled:
        return isinstance(seen.question, Asked) and len(seen.question.seats) > 1
    return isinstance(Simulation(state).question(rules), Together)
