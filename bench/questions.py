"""What a bot's questions cost: CPU and positions by the rule that asks.

    python -m bench.questions [--bot greedy] [--game aegis ...] [--games 2] [--answers 5000] [--rows 8]

Seeds are fixed. A position is a table to which the rules were run while thinking (`Work.tables`).
The share is of the CPU of the whole game, the rules' own part included. Questions with a single
option are not counted; a policy answers many without any position.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from time import process_time
from unittest.mock import patch

import msgspec

from gattai import games
from gattai.bots import greedy, search
from gattai.bots.bot import Ask, Bot
from gattai.bots.consider import Decision, Sure, consider, offered
from gattai.bots.evaluation import AnyEvaluation
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.question import is_single
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab.match import pairings
from gattai.lab.sitting import Sitting


class QuestionCost(msgspec.Struct):
    """The cost of all questions of one rule, at settled tables or in the middle of an action."""

    asked: int = 0
    seconds: float = 0.0
    positions: int = 0
    options: int = 0
    """How many options were scored closely."""


class Measured:
    """A bot whose cost is counted by question."""

    def __init__(self, bot: Bot, costs: dict[str, QuestionCost]) -> None:
        self.bot = bot
        self.costs = costs
        self.decisions: list[Decision] = []

    def answer(self, seen: Seen[msgspec.Struct], ask: Ask, number: int) -> object:
        """Return the bot's answer."""
        self.decisions.clear()
        began = process_time()
        with (
            patch.object(greedy, "consider", self._noted),
            patch.object(search, "consider", self._noted),
        ):
            value = self.bot.answer(seen, ask, number)
        took = process_time() - began
        if not is_single(offered(seen, ask)):
            where = "settled" if seen.position.is_settled else "midway"
            cost = self.costs[f"{where} {ask.rule}"]
            cost.asked += 1
            cost.seconds += took
            cost.positions += sum(each.work.tables for each in self.decisions)
            cost.options += sum(len(each.closely) for each in self.decisions)
        return value

    def _noted(
        self,
        seen: Seen[msgspec.Struct],
        ask: Ask,
        source: Randomness,
        most: int,
        rules: AnyRuleset | None = None,
        evaluation: AnyEvaluation | None = None,
    ) -> Decision | Sure:
        found = consider(seen, ask, source, most, rules, evaluation)
        if isinstance(found, Decision):
            self.decisions.append(found)
        return found


class MeasuredSitting(Sitting):
    """A game whose bots are measured."""

    costs: dict[str, QuestionCost]

    def _seated(self, name: str, seed: str) -> Bot:
        return Measured(super()._seated(name, seed), self.costs)


def measured(
    bot: str, game: str, count: int, longest: int
) -> tuple[float, dict[str, QuestionCost]]:
    """Play games with fixed seeds; return their CPU-seconds and the cost of each question."""
    costs: dict[str, QuestionCost] = defaultdict(QuestionCost)
    seconds = 0.0
    for pairing in pairings(game, bot, bot, count, "questions", {}):
        plan = msgspec.structs.replace(pairing.plan, longest=longest)
        sitting = MeasuredSitting(plan, plan.numbered(pairing.number))
        sitting.costs = costs
        began = process_time()
        sitting.play()
        seconds += process_time() - began
    return seconds, costs


def lines(seconds: float, costs: dict[str, QuestionCost], rows: int) -> list[str]:
    """Return the questions as lines, the most expensive first."""
    found = [f"{'share':>6}{'asked':>7}{'ms each':>9}{'positions':>11}{'options':>9}  question"]
    for name, cost in sorted(costs.items(), key=lambda each: -each[1].seconds)[:rows]:
        each = 1e3 * cost.seconds / cost.asked
        found.append(
            f"{cost.seconds / seconds:6.1%}{cost.asked:7}{each:9.1f}"
            f"{cost.positions / cost.asked:11.1f}{cost.options / cost.asked:9.1f}  {name}"
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--game", nargs="+", default=games.names())
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--answers", type=int, default=5_000, help="of each game at most")
    parser.add_argument("--rows", type=int, default=8, help="questions listed for each game")
    wants = parser.parse_args()
    for game in wants.game:
        seconds, costs = measured(wants.bot, game, wants.games, wants.answers)
        asked, thought = (
            sum(c.asked for c in costs.values()),
            sum(c.seconds for c in costs.values()),
        )
        print(
            f"{game}, {wants.bot}: {seconds:.1f} CPU-s, {asked} decisions, thinking {thought / seconds:.0%}"
        )
        print("\n".join(lines(seconds, costs, wants.rows)), flush=True)


if __name__ == "__main__":
    main()
