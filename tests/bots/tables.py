"""Tables on which bots are tried, and a few answers of a game between them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from gattai import games
from gattai.bots import evaluations, registry
from gattai.bots.bot import Ask, Bot
from gattai.bots.consider import Decision, consider
from gattai.bots.evaluation import Evaluation
from gattai.kernel.position import GamePosition, Seen, apply, asked, begin, observe, waiting
from gattai.kernel.question import Choose, Place, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded

SMALL: defaultdict[str, dict[str, str]] = defaultdict(
    dict,
    {
        "aegis": {"turn-limit": "4"},
        "attack-chart": {"rounds": "1"},
        "mechastellar": {"south": "white-asura!,maser-tank", "north": "crimson-gallant!,argonaut"},
    },
)
"""Options that keep a game short, where it has some."""
WIDTH = 6
EVALUATED = [game for game in games.names() if evaluations.of(game).score is not None]
"""The games that have an evaluation of their own."""


def hearts(state: Any, seat: Seat) -> float:
    """What a table of the toy is worth: own hearts against those of the others."""
    return float(3 * state.hearts[seat] - sum(state.hearts))


PARLEY = Evaluation(score=hearts)


def ask_of(rules: AnyRuleset, position: GamePosition[Any]) -> tuple[Seen[Any], Ask]:
    """What the next seat sees, and what it is asked."""
    question = asked(rules, position)
    seat = waiting(rules, position)[0]
    if isinstance(question, Together):
        return observe(rules, position, seat), next(a for a in question.asks if a.seat == seat)
    assert isinstance(question, Choose | Place)
    return observe(rules, position, seat), question


def acting(game: str, after: int) -> tuple[AnyRuleset, GamePosition[Any]]:
    """A settled table in the middle of a game between greedy bots, with several things worth a look."""
    rules = games.load(game).seated(SMALL[game])
    bot = registry.make("greedy:closely=2", "plans", rules=rules)
    dice = Seeded(random.Random, "plans")
    position: GamePosition[Any] = begin(rules, SMALL[game])
    for number in range(1, 1_000):
        question = asked(rules, position)
        if isinstance(question, Roll):
            position = apply(rules, position, dice.faces(question, number)).position
            continue
        seen, ask = ask_of(rules, position)
        wide = len(getattr(ask, "options", ())) > 3
        if number >= after and position.is_settled and wide:
            found = consider(seen, ask, random.Random(1), WIDTH + 2, rules)
            if isinstance(found, Decision) and len(found.closely) > 3:
                return rules, position
        value = bot.answer(seen, ask, number)
        position = apply(rules, position, value, seat=ask.seat).position
    raise AssertionError(f"nothing to choose in {game}")


def random_asks(
    rules: AnyRuleset, rng: random.Random, options: dict[str, str], most: int = 3_000
) -> Iterator[tuple[GamePosition[Any], Choose]]:
    """Each choice of a random game with more than one option; of several at once, the first."""
    rules = rules.seated(options)
    position: GamePosition[Any] = begin(rules, options)
    question = asked(rules, position)
    for _ in range(most):
        if isinstance(question, Outcome):
            return
        if isinstance(question, Roll):
            step = apply(rules, position, question.dice.faces(rng))
        else:
            _, ask = ask_of(rules, position)
            if isinstance(ask, Place):
                step = apply(rules, position, ask.region.suggest()[0], seat=ask.seat)
            else:
                if len(ask.options) > 1:
                    yield position, ask
                value = any_one(tuple(ask.options), rng)
                step = apply(rules, position, value, seat=ask.seat)
        position, question = step.position, step.question


def answers_from(
    rules: AnyRuleset, position: GamePosition[Any], number: int, bots: Sequence[Bot], count: int
) -> tuple[list[Any], GamePosition[Any]]:
    """The next answers of a game between bots, and where it then stands."""
    dice = Seeded(random.Random, "dice")
    given: list[Any] = []
    question = asked(rules, position)
    while len(given) < count and not isinstance(question, Outcome):
        if isinstance(question, Roll):
            value: Any = dice.faces(question, number)
            step = apply(rules, position, value)
        else:
            seen, ask = ask_of(rules, position)
            value = bots[ask.seat].answer(seen, ask, number)
            step = apply(rules, position, value, seat=ask.seat)
        given.append(value)
        number += 1
        position, question = step.position, step.question
    return given, position
