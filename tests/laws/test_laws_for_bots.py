"""Bots keep the law of secrets too: what a seat may not know does not change its bot's move."""

import random
from typing import Any

import pytest

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import GamePosition, asked, observe, waiting
from gattai.kernel.question import Choose, Question, Seat, Together
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.testing.laws import with_other_secrets
from gattai.testing.walk import moments
from tests.laws.test_laws import WORLDS
from tests.toy.parley import Parley

BOTS = ("random", "greedy", "policy", "search:iterations=6")
MOMENTS = 4


def _own_part(question: Question | Outcome, seat: Seat) -> Choose | None:
    if isinstance(question, Choose) and question.seat == seat:
        return question
    if isinstance(question, Together):
        return next((ask for ask in question.asks if ask.seat == seat), None)
    return None


def _move(rules: AnyRuleset, position: GamePosition[Any], seat: Seat, bot: str) -> Any:
    """What a bot, made anew, answers here."""
    ask = _own_part(asked(rules, position), seat)
    assert ask is not None, "the seat is asked in one world and not in the other"
    return registry.make(bot, "peek", rules=rules).answer(observe(rules, position, seat), ask, 7)


def same_moves(rules: AnyRuleset, seed: str, bot: str) -> int:
    """Compare the bot's moves in pairs of worlds; in how many it was asked."""
    rng = random.Random(seed)
    game = [moment for moment in moments(rules, rng) if moment.step.position.is_settled]
    rng.shuffle(game)
    compared = 0
    for moment in game:
        table, position = moment.rules, moment.step.position
        for seat in waiting(table, position):
            other = with_other_secrets(table, position, seat, rng)
            if other is None or other == position:
                continue
            moves = [_move(table, world, seat, bot) for world in (position, other)]
            assert moves[0] == moves[1], f"{bot} plays {moves[0]} or {moves[1]}: it can tell"
            compared += 1
        if compared >= MOMENTS:
            break
    return compared


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", ["parley", *WORLDS])
def test_a_bot_plays_the_same_in_both_worlds(name: str, bot: str) -> None:
    rules: AnyRuleset = Parley() if name == "parley" else games.load(name)
    assert sum(same_moves(rules, f"peek {number}", bot) for number in range(3)) >= MOMENTS


class Peeping(Parley):
    """Its questions put the strongest card first of a hand that is not the seat's own."""

    def next_question(self, state: Any) -> Question | Outcome:
        question = super().next_question(state)
        if isinstance(question, Choose) and len(state.hands[1].open()):
            options = tuple(question.options)
            turned = max(state.hands[1].open()) % len(options)
            return Choose(
                question.seat, (*options[turned:], *options[:turned]), question.rule, question.what
            )
        return question


def test_the_law_can_fail() -> None:
    def many_games() -> None:
        for number in range(40):
            same_moves(Peeping(), f"peek {number}", "random")

    with pytest.raises(AssertionError, match="it can tell"):
        many_games()
