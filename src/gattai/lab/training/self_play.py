"""Games of a bot against itself, with every table that it would score and the result.

The samples are the tables after an answer, exactly those that a greedy bot scores; or only those at
which an activation has ended, where rollouts end. Some answers are random blunders, so that tables
that no good player would allow are sampled too.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import msgspec

from gattai import games
from gattai.bots.bot import Ask, Bot
from gattai.bots.consider import USUAL_OUTCOMES
from gattai.bots.evaluation import WON, AnyEvaluation
from gattai.bots.evaluations import of
from gattai.bots.greedy import GreedyBot
from gattai.bots.kinds import VETERAN
from gattai.bots.learnt.trained import comes_next, with_weights
from gattai.bots.learnt.weights import Weights
from gattai.bots.lookahead.activations import Activations
from gattai.bots.search import SearchBot
from gattai.kernel.position import GamePosition, Seen, apply, begin, stand
from gattai.kernel.question import Choose, Question, Roll, Seat, part_of
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded
from gattai.lab.match import even_tables
from gattai.lab.sitting import share

LONGEST = 5_000
"""Maximum number of answers, after which a game is a draw."""


class Field(msgspec.Struct, frozen=True):
    """Some games to be played, with everything that another process needs."""

    game: str
    seed: str
    first: int
    last: int
    weights: tuple[Weights | None, Weights | None]
    """The weights of the first and the second player; None is the hand-tuned score."""
    blunder_rate: int = 0
    opening: int = 0
    """Number of random first answers; otherwise every game begins at the same table."""
    outcomes: int = USUAL_OUTCOMES
    """Outcomes of dice per answer: fewer are faster."""
    mirrored: bool = False
    """Whether it is a match: mirrored pairs with equal forces, without samples."""
    ends: bool = False
    """Whether only tables at which an activation has ended are sampled.

    In a match about such weights the players are veterans with the given evaluation.
    """


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """One sampled table of a game, from the first seat's point of view."""

    stage: int
    seen: tuple[float, ...]


class SelfPlayGame(msgspec.Struct, frozen=True, array_like=True):
    """The samples and the result of one game."""

    number: int
    score: float
    """The score of the first seat; in a match, of the first player."""
    tables: tuple[Kept, ...]


def play_all(field: Field) -> list[SelfPlayGame]:
    """Play the games of a field, one after the other."""
    return [_play(field, number) for number in range(field.first, field.last)]


def play_encoded(field: bytes) -> bytes:
    """Play the games of a field for another process."""
    return msgspec.msgpack.encode(play_all(msgspec.msgpack.decode(field, type=Field)))


def _play(field: Field, number: int) -> SelfPlayGame:
    plain = of(field.game)
    evaluations = [plain if each is None else with_weights(plain, each) for each in field.weights]
    options = _options(field, number)
    rules = games.load(field.game).seated(options)
    seed = f"{field.seed}-{number // 2 if field.mirrored else number}"
    if field.mirrored and number % 2:
        evaluations.reverse()
    bots = [_player(field, seed, rules, evaluation) for evaluation in evaluations]
    keeping = None if field.mirrored else _Keeping(plain, ends=field.ends)
    outcome = _played(rules, options, seed, bots, keeping)
    tables = [] if keeping is None else keeping.tables
    first = Seat(number % 2 if field.mirrored else 0)
    return SelfPlayGame(number, share(outcome, first, len(rules.seats)), tuple(tables))


def _player(field: Field, seed: str, rules: AnyRuleset, evaluation: AnyEvaluation) -> Bot:
    """Return greedy; in a match about ends of rollouts, a veteran with random openings."""
    greedy = GreedyBot(
        random.Random,
        seed,
        blunder_rate=field.blunder_rate,
        opening=field.opening,
        outcomes=field.outcomes,
        rules=rules,
        evaluation=evaluation,
    )
    if not (field.ends and field.mirrored):
        return greedy
    veteran = SearchBot(
        random.Random,
        seed,
        lambda: 0.0,
        iterations=0,
        rollouts=int(VETERAN.settings["rollouts"]),
        work=int(VETERAN.settings["work"]),
        width=int(VETERAN.settings["width"]),
        rules=rules,
        evaluation=evaluation,
    )
    return _Opening(greedy, veteran, field.opening)


class _Opening:
    """A bot whose first answers come from another bot."""

    def __init__(self, opens: Bot, plays: Bot, answers: int) -> None:
        self._opens, self._plays, self._answers = opens, plays, answers

    def answer(self, seen: Seen[msgspec.Struct], ask: Ask, number: int) -> object:
        """Return the answer of the bot for this question number."""
        bot = self._opens if number <= self._answers else self._plays
        return bot.answer(seen, ask, number)


def _options(field: Field, number: int) -> dict[str, str]:
    """Return a symmetric table for a game.

    With unequal forces the composition decides who wins, and correlated features seem good or bad:
    distance, for example, if the side with the longer range wins.
    """
    tables = even_tables(games.load(field.game))
    return tables[(number // 2 if field.mirrored else number) % len(tables)]


def _played(
    rules: AnyRuleset,
    options: Mapping[str, str],
    seed: str,
    bots: Sequence[Bot],
    keeping: _Keeping | None,
) -> Outcome | None:
    """Play one game; `keeping` gets every answer before it is given, and every table after it."""
    dice = Seeded(random.Random, seed)
    step = stand(rules, begin(rules, dict(options)))
    for number in range(1, LONGEST):
        question = step.question
        if isinstance(question, Outcome):
            return question
        if isinstance(question, Roll):
            step = apply(rules, step.position, dice.faces(question, number))
        else:
            seat = step.waiting[0]
            value = bots[seat].answer(step.seen(seat), part_of(question, seat), number)
            if keeping is not None:
                keeping.answered(step.position, value)
            step = apply(rules, step.position, value, seat=seat)
        if keeping is not None and step.position.is_settled:
            keeping.settled(step.position.state, step.question)
    return None


class _Keeping:
    """Collects the samples of a game."""

    def __init__(self, plain: AnyEvaluation, *, ends: bool) -> None:
        self.plain = plain
        self.ends = ends
        self.tables: list[Kept] = []
        self.activations = Activations(plain)
        self.known = -1
        """The number of finished activations at the last sample."""

    def answered(self, position: GamePosition[msgspec.Struct], value: object) -> None:
        """Sample the table with nothing left to do, for an answer that passes."""
        if not isinstance(value, self.plain.passing):
            return
        if not self.ends:
            self._keep(self.plain.spent(position.state))
        elif position.is_settled:
            self.activations.given_up()

    def settled(self, state: msgspec.Struct, question: Question | Outcome | None) -> None:
        """Sample a settled table; finished games are not needed."""
        if isinstance(question, Outcome):
            return
        if not self.ends:
            self._keep(state)
        elif isinstance(question, Choose):
            turn = self.activations.come_to(state, question.seat)
            if self.activations.over > self.known:
                self.known = self.activations.over
                self._keep(self.plain.spent(state), comes_next(Seat(0), turn))

    def _keep(self, state: msgspec.Struct, *after: float) -> None:
        """Add a table's features, unless the hand-tuned score is used alone there."""
        features, score = self.plain.features, self.plain.score
        assert features is not None and score is not None
        stage, hand = features.stage(state), score(state, Seat(0))
        if stage >= 0 and abs(hand) < WON:
            seen = (hand / self.plain.scale, *features.count(state, Seat(0)), *after)
            self.tables.append(Kept(stage, seen))
