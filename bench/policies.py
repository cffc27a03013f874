"""Trains the policy of a game by imitation of greedy, and measures a bot against greedy.

    python -m bench.policies train attack-chart [--games 60] [--rounds 3] [--hidden 4] [--gate 0] [--tried 2] [--outcomes 48] [--seed 1] [--processes 1] [--write]
    python -m bench.policies match attack-chart [--bot policy] [--games 200] [--seed match] [--no-openings]

Greedy values the candidates of each decision, and its own shortlist. What is learned are differences
between candidates of one decision: a softmax of the weighted features is fitted to a softmax of the
values. In the first round greedy plays both seats. In later ones the policy learned so far plays
one, and greedy also values what the policy prefers; otherwise it would be free to prefer what was
never valued. Three games of four begin with a random opening. Every fifth game is held out. The
result depends on the seed alone, not on the number of processes.

A match is played in mirrored pairs in one process. It prints the score with its 95 % interval, and
the CPU of each side per decision.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import shlex
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import process_time, thread_time

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array

from gattai import games
from gattai.bots import candidates, registry
from gattai.bots.bot import Ask, Bot
from gattai.bots.candidates.candidate import Candidate, CandidateMaker
from gattai.bots.consider import USUAL_OUTCOMES, Decision, Sure, consider, ranked
from gattai.bots.expectation import judge_for
from gattai.bots.learnt.policy_weights import (
    BotPolicy,
    KindWeights,
    PolicyTraining,
    PolicyWeights,
)
from gattai.kernel.position import Seen, apply, begin, stand
from gattai.kernel.question import Choose, Roll, Seat, part_of
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded
from gattai.lab.match import even_tables, pairings, wilson
from gattai.lab.sitting import Sitting
from gattai.plugins import own_version

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CLOSELY = 8
"""Number of its own ideas that greedy values."""
PREFERRED = 6
"""Number of candidates preferred by the policy that greedy values too."""
OPENING = 12
"""Number of random first answers of a game."""
LONGEST = 4_000
"""Maximum number of answers, after which a game is left."""
HELD_OUT = 5
"""Every fifth game is held out."""
WORST = 30.0
"""The most that an answer counts as worse than the best, in points of the evaluation."""
WARMTH = 0.25
"""The temperature of the values, in standard deviations of the difference to the best."""
RIDGE = 1e-4
STEPS = 400
WIDE = 400
"""With more columns, of which each row fills those of one kind, a fit is faster on sparse arrays."""
DIGITS = 5
"""Significant digits of stored weights."""

Valued = tuple[str, tuple[float, ...], float]
"""A candidate: its kind, its features, and greedy's value."""


class Lesson(msgspec.Struct, frozen=True):
    """One game from which the policy learns."""

    game: str
    seed: str
    number: int
    weights: PolicyWeights | None
    """The policy learned so far; None in the first round."""
    outcomes: int = USUAL_OUTCOMES
    """Maximum number of outcomes of the dice walked for each candidate."""


class Teacher:
    """Greedy, which records the values of candidates; in later rounds the policy answers."""

    def __init__(
        self,
        rules: AnyRuleset,
        seed: str,
        maker: CandidateMaker,
        policy: BotPolicy | None,
        me: Seat,
        outcomes: int = USUAL_OUTCOMES,
    ) -> None:
        self.rules, self.seed, self.maker, self.policy, self.me = rules, seed, maker, policy, me
        self.outcomes = outcomes
        self.bots = [registry.make("greedy", seed, rules=rules) for _ in rules.seats]
        self.decisions: list[list[Valued]] = []

    def answer(self, seen: Seen[msgspec.Struct], ask: Ask, number: int) -> object:
        """Return the answer of greedy, or of the policy at its seat."""
        if not isinstance(ask, Choose) or not (seen.position.is_settled or self.maker.midway):
            return self.bots[ask.seat].answer(seen, ask, number)
        source = random.Random(f"{self.seed}/{ask.seat}/{number}")
        found = consider(seen, ask, source, CLOSELY, self.rules)
        if isinstance(found, Sure):
            return found.answer
        made, liked = self._described(seen, ask, found)
        preferred: list[object] = []
        for answer in liked:
            if answer in ask.options:
                preferred.append(answer)
                if len(preferred) == PREFERRED:
                    break
        more = [answer for answer in preferred if answer not in found.closely]
        found = replace(found, closely=[*found.closely, *more], most=self.outcomes)
        judge = judge_for(found.evaluation, ask.seat, len(self.rules.seats), source)
        values = ranked(found, judge, source)
        known = {each.answer: (each.kind, each.features) for each in made}
        decision = [(*known[answer], value) for value, answer in values if answer in known]
        if len(decision) > 1:
            self.decisions.append(decision)
        return preferred[0] if preferred and ask.seat == self.me else values[0][1]

    def _described(
        self, seen: Seen[msgspec.Struct], ask: Choose, found: Decision
    ) -> tuple[list[Candidate], list[object]]:
        """Return the candidates for a question, and their answers as the policy orders them."""
        policy = self.policy
        if seen.position.is_settled:
            state = found.determinizations[0].simulation.state
            made = self.maker.make(state, ask.options)
            return made, [] if policy is None else policy.ranked(state, ask.options)
        made = [] if self.maker.midway is None else self.maker.midway(seen.state, ask)
        return made, [] if policy is None else policy.midway(seen.state, ask)


def taught(lesson: Lesson) -> list[list[Valued]]:
    """Play one game and return its decisions."""
    loaded = games.load(lesson.game)
    tables = [{}, *even_tables(loaded)]
    options = tables[lesson.number // 2 % len(tables) if lesson.number % 2 else 0]
    rules, seed = loaded.seated(options), f"{lesson.seed}-{lesson.number}"
    maker = candidates.of(lesson.game)
    assert maker is not None
    policy = None if lesson.weights is None else BotPolicy(maker, lesson.weights)
    teacher = Teacher(
        rules, seed, maker, policy, Seat(lesson.number // 2 % len(rules.seats)), lesson.outcomes
    )
    opening = OPENING if lesson.number % 4 else 0
    opener = registry.make(f"greedy:opening={opening}", seed, rules=rules)
    dice = Seeded(random.Random, seed)
    step = stand(rules, begin(rules, options))
    for number in range(1, LONGEST):
        question = step.question
        if isinstance(question, Outcome):
            break
        if isinstance(question, Roll):
            step = apply(rules, step.position, dice.faces(question, number))
            continue
        seat = step.waiting[0]
        bot: Bot = opener if number <= opening else teacher
        value = bot.answer(step.seen(seat), part_of(question, seat), number)
        step = apply(rules, step.position, value, seat=seat)
    return teacher.decisions


def taught_by_all(
    lessons: Sequence[Lesson], processes: int
) -> Iterator[tuple[int, list[list[Valued]]]]:
    """Yield the number and the decisions of each game, in order."""
    if processes == 1:
        yield from ((each.number, taught(each)) for each in lessons)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        for lesson, decisions in zip(lessons, pool.map(taught, lessons), strict=True):
            yield lesson.number, decisions


class Sample:
    """Decisions as arrays: one row per candidate, one block of columns per kind."""

    def __init__(self, decisions: Sequence[Sequence[Valued]], maker: CandidateMaker) -> None:
        seen = {kind for decision in decisions for kind, _, _ in decision}
        self.kinds = [kind for kind in maker.features if kind in seen]
        widths = [len(maker.features[kind]) for kind in self.kinds]
        self.offsets = [sum(widths[:number]) for number in range(len(widths) + 1)]
        sizes = [len(decision) for decision in decisions]
        self.starts = np.cumsum([0, *sizes[:-1]])
        self.ends = np.cumsum(sizes)
        self.decision: Ints = np.repeat(np.arange(len(sizes)), sizes)
        self.seen: Floats = np.zeros((sum(sizes), self.offsets[-1]))
        self.kind: Ints = np.zeros(sum(sizes), np.int64)
        self.value: Floats = np.zeros(sum(sizes))
        row = 0
        for decision in decisions:
            best = max(value for _, _, value in decision)
            for kind, features, value in decision:
                number = self.kinds.index(kind)
                at = self.offsets[number]
                self.seen[row, at : at + len(features)] = features
                self.kind[row] = number
                self.value[row] = max(value - best, -WORST)
                row += 1

    def softmax(self, scores: Floats) -> Floats:
        """Return the softmax of scores within each decision."""
        raised = np.exp(scores - np.maximum.reduceat(scores, self.starts)[self.decision])
        return np.asarray(raised / np.add.reduceat(raised, self.starts)[self.decision])

    def quality(self, scores: Floats) -> tuple[float, float]:
        """Return the agreement with greedy and the mean regret of following these scores."""
        agreed = lost = 0.0
        for start, end in zip(self.starts, self.ends, strict=True):
            value = float(self.value[start + int(np.argmax(scores[start:end]))])
            agreed += value >= -1e-9
            lost -= value
        return agreed / len(self.starts), lost / len(self.starts)


class Fit:
    """The fit of a softmax of weighted features to the softmax of values."""

    def __init__(self, sample: Sample, hidden: int) -> None:
        self.sample, self.hidden = sample, hidden
        self.scale = np.sqrt((sample.seen**2).mean(axis=0)) + 1e-9
        scaled = sample.seen / self.scale
        self.seen = csr_array(scaled) if scaled.shape[1] > WIDE else scaled
        self.target = sample.softmax(sample.value / (WARMTH * sample.value.std() + 1e-9))
        self.own = np.eye(len(sample.kinds))[sample.kind]

    def weights(self, seed: int) -> tuple[Floats, Floats, Floats]:
        """Return linear weights, hidden units and their output per kind, for plain features."""
        width, kinds = self.seen.shape[1], len(self.sample.kinds)
        units = np.random.default_rng(seed).normal(0, 0.3, (self.hidden, width))
        start = np.concatenate([np.zeros(width), units.ravel(), np.zeros(kinds * self.hidden)])
        found = minimize(self.loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
        linear, units, output = self.parts(found.x)
        return linear / self.scale, units / self.scale, output

    def parts(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        """Return linear weights, hidden units, and their output weights per kind."""
        width, cut = self.seen.shape[1], self.seen.shape[1] * (1 + self.hidden)
        units = x[width:cut].reshape(self.hidden, width)
        return x[:width], units, x[cut:].reshape(len(self.sample.kinds), self.hidden)

    def loss(self, x: Floats) -> tuple[float, Floats]:
        """Return the cross-entropy of weights and its gradient."""
        linear, units, output = self.parts(x)
        active = np.tanh(self.seen @ units.T)
        own_output = self.own @ output
        scores = self.seen @ linear + (active * own_output).sum(axis=1)
        chance = self.sample.softmax(scores)
        count = len(self.sample.starts)
        loss = -float(np.sum(self.target * np.log(chance + 1e-12))) / count
        wrong = (chance - self.target) / count
        slopes = (
            wrong @ self.seen,
            (wrong[:, None] * own_output * (1 - active**2)).T @ self.seen,
            self.own.T @ (wrong[:, None] * active),
        )
        return loss + RIDGE * float(x @ x), np.concatenate(
            [each.ravel() for each in slopes]
        ) + 2 * RIDGE * x


def scores_of(sample: Sample, kinds: dict[str, KindWeights]) -> Floats:
    """Return the values of candidates by stored weights."""
    found = np.zeros(len(sample.kind))
    for row, number in enumerate(sample.kind):
        at, end = sample.offsets[number], sample.offsets[number + 1]
        weights = kinds.get(sample.kinds[number])
        found[row] = -1e9 if weights is None else weights.value(sample.seen[row, at:end].tolist())
    return found


def learned(
    decisions: dict[tuple[int, int], list[list[Valued]]], maker: CandidateMaker, hidden: int
) -> tuple[dict[str, KindWeights], tuple[float, float], int]:
    """Return the weights by kind, their quality on held-out games, and the number of decisions."""
    parts: tuple[list[list[Valued]], list[list[Valued]]] = ([], [])
    for (_, number), found in decisions.items():
        parts[number % HELD_OUT == HELD_OUT - 1].extend(found)
    sample, held = (Sample(part, maker) for part in parts)
    linear, units, output = Fit(sample, hidden).weights(1)
    kinds: dict[str, KindWeights] = {}
    for number, kind in enumerate(sample.kinds):
        columns = slice(sample.offsets[number], sample.offsets[number + 1])
        kinds[kind] = KindWeights(
            maker.features[kind],
            _short(linear[columns]),
            tuple(_short(unit[columns]) for unit in units),
            _short(output[number]),
        )
    return kinds, held.quality(scores_of(held, kinds)), len(sample.starts)


def _short(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(float(f"{value:.{DIGITS}g}") for value in values)


def train(
    game: str,
    count: int,
    rounds: int,
    hidden: int,
    seed: str,
    processes: int,
    command: str,
    gate: float = 0.0,
    outcomes: int = USUAL_OUTCOMES,
    tried: int = 2,
) -> PolicyWeights:
    """Train the policy of a game."""
    maker, rules = candidates.of(game), games.load(game)
    if maker is None:
        raise LookupError(f"{game} has no candidates with features")
    weights: PolicyWeights | None = None
    decisions: dict[tuple[int, int], list[list[Valued]]] = {}
    for each in range(1, rounds + 1):
        lessons = [
            Lesson(game, f"{seed}-{each}", number, weights, outcomes) for number in range(count)
        ]
        for number, found in taught_by_all(lessons, processes):
            decisions[each, number] = found
        kinds, (agreement, regret), learned_from = learned(decisions, maker, hidden)
        training = PolicyTraining(
            command,
            own_version(),
            seed,
            count * each,
            learned_from,
            round(agreement, 4),
            round(regret, 4),
        )
        weights = PolicyWeights(game, rules.version, rules.packs, training, kinds, gate, tried)
        print(
            f"round {each}: {learned_from} decisions, held-out agreement {agreement:.1%}, "
            f"regret {regret:.3f}, {process_time():.0f} CPU-s",
            file=sys.stderr,
            flush=True,
        )
    assert weights is not None
    return weights


class TimedBot:
    """A bot whose CPU time and decisions are counted; openings are not."""

    def __init__(
        self, bot: Bot, name: str, seconds: defaultdict[str, float], answers: Counter[str]
    ) -> None:
        self.bot, self.name, self.seconds, self.answers = bot, name, seconds, answers

    def answer(self, seen: Seen[msgspec.Struct], ask: Ask, number: int) -> object:
        """Return the bot's answer."""
        began = thread_time()
        value = self.bot.answer(seen, ask, number)
        self.seconds[self.name] += thread_time() - began
        self.answers[self.name] += 1
        return value


class TimedSitting(Sitting):
    """A game whose bots are timed."""

    seconds: defaultdict[str, float]
    answers: Counter[str]

    def _seated(self, name: str, seed: str) -> Bot:
        return TimedBot(super()._seated(name, seed), name, self.seconds, self.answers)


def match(game: str, bot: str, against: str, count: int, seed: str, *, openings: bool) -> str:
    """Play a match and return its result as a line."""
    points, seconds, answers = 0.0, defaultdict[str, float](float), Counter[str]()
    for pairing in pairings(game, bot, against, count, seed, {}):
        plan = pairing.plan if openings else replace(pairing.plan, opening=0)
        sitting = TimedSitting(plan, plan.numbered(pairing.number))
        sitting.seconds, sitting.answers = seconds, answers
        points += sitting.play().score
    low, high = wilson(points / count, count)
    each = {name: seconds[name] / answers[name] for name in (bot, against)}
    return (
        f"{game} {bot} against {against}: {points / count:.1%} ({low:.1%} to {high:.1%}) of {count} games, "
        f"{'random' if openings else 'own'} openings, seed {seed}; CPU per decision "
        f"{1e3 * each[bot]:.2f} and {1e3 * each[against]:.2f} ms, 1/{each[against] / each[bot]:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("train", "match"))
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--games", type=int, default=0, help="default: 60 to train, 200 in a match")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hidden", type=int, default=4, help="hidden units per kind of answer")
    parser.add_argument("--gate", type=float, default=0.0, help="below it, the best few are tried")
    parser.add_argument("--tried", type=int, default=2, help="at most so many")
    parser.add_argument(
        "--outcomes", type=int, default=USUAL_OUTCOMES, help="of the dice, for greedy's values"
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="store the weights in the package")
    parser.add_argument("--bot", default="policy")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--no-openings", action="store_true")
    wants = parser.parse_args()
    if wants.what == "match":
        count = wants.games or 200
        openings = not wants.no_openings
        print(match(wants.game, wants.bot, wants.against, count, wants.seed, openings=openings))
        return
    count = wants.games or 60
    command = shlex.join([
        "python", "-m", "bench.policies", "train", wants.game, "--games", str(count), "--rounds", str(wants.rounds),
        "--hidden", str(wants.hidden), "--seed", wants.seed,
        *(["--gate", str(wants.gate)] if wants.gate else []),
        *(["--tried", str(wants.tried)] if wants.tried != 2 else []),
        *(["--outcomes", str(wants.outcomes)] if wants.outcomes != USUAL_OUTCOMES else []),
    ])  # fmt: skip
    weights = train(
        wants.game,
        count,
        wants.rounds,
        wants.hidden,
        wants.seed,
        wants.processes,
        command,
        wants.gate,
        wants.outcomes,
        wants.tried,
    )
    if wants.write:
        package = Path(candidates.__file__).parents[1]
        (package / "learnt" / "shipped" / f"{wants.game}-policy.json").write_bytes(weights.text())
    else:
        sys.stdout.buffer.write(weights.text())


if __name__ == "__main__":
    main()
