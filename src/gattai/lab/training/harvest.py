"""Games of a bot against itself, and every table in them that it would judge, with how the game ended.

What is learnt from are the tables that come after an answer once it is carried out: exactly those
whose worth a greedy bot asks for; or those alone at which an activation has ended, which is where a look
ahead ends. Some answers are slips, so that tables come up that no good player would leave behind; else
nothing could be learnt about these.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gattai import games
from gattai.bots import evaluations
from gattai.bots.ahead.activations import Activations
from gattai.bots.bot import Ask, Bot
from gattai.bots.consider import USUAL_WAYS
from gattai.bots.evaluations import WON, Evaluation
from gattai.bots.greedy import GreedyBot
from gattai.bots.kinds import VETERAN
from gattai.bots.learnt.eye import comes_next, with_weights
from gattai.bots.learnt.weights import Weights
from gattai.bots.search import SearchBot
from gattai.kernel.position import Position, Seen, apply, begin, stand
from gattai.kernel.question import Choose, Question, Roll, Seat, part_of
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded
from gattai.lab.match import even_tables
from gattai.lab.sitting import share

LONGEST = 5_000
"""After so many answers a game is a draw."""


class Field(msgspec.Struct, frozen=True):
    """Some games to be played: all that another process needs."""

    game: str
    seed: str
    first: int
    last: int
    weights: tuple[Weights | None, Weights | None]
    """By what the first and the second player judge; by hand, if nothing is said."""
    slips: int = 0
    opening: int = 0
    """So many first answers are any of the better ideas: else every game begins at the same table."""
    ways: int = USUAL_WAYS
    """How many ways of the dice the players look at: fewer are quicker."""
    mirrored: bool = False
    """Pairs with seats swapped and even forces, and no table kept: a match."""
    ends: bool = False
    """Only tables at which an activation has ended are kept; and whoever is to show what was learnt of
    these looks ahead as a veteran does, with no eye but the one that is handed.
    """


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """One table of a game, as the first seat sees it."""

    stage: int
    seen: tuple[float, ...]


class Played(msgspec.Struct, frozen=True, array_like=True):
    """One game."""

    number: int
    score: float
    """Of the first seat; in a match of the first player."""
    tables: tuple[Kept, ...]


def play_all(field: Field) -> list[Played]:
    """The games of a field, one after the other."""
    return [_play(field, number) for number in range(field.first, field.last)]


def play_encoded(field: bytes) -> bytes:
    """The same for another process."""
    return msgspec.msgpack.encode(play_all(msgspec.msgpack.decode(field, type=Field)))


def _play(field: Field, number: int) -> Played:
    plain = evaluations.of(field.game)
    eyes = [plain if each is None else with_weights(plain, each) for each in field.weights]
    options = _options(field, number)
    rules = games.load(field.game).seated(options)
    seed = f"{field.seed}-{number // 2 if field.mirrored else number}"
    if field.mirrored and number % 2:
        eyes.reverse()
    bots = [_player(field, seed, rules, eye) for eye in eyes]
    keeping = None if field.mirrored else _Keeping(plain, ends=field.ends)
    outcome = _played(rules, options, seed, bots, keeping)
    tables = [] if keeping is None else keeping.tables
    first = Seat(number % 2 if field.mirrored else 0)
    return Played(number, share(outcome, first, len(rules.seats)), tuple(tables))


def _player(field: Field, seed: str, rules: AnyRuleset, eye: Evaluation) -> Bot:
    """Greedy; in a match about the ends of looks a veteran with drawn openings, as greedy has them."""
    greedy = GreedyBot(
        random.Random,
        seed,
        slips=field.slips,
        opening=field.opening,
        ways=field.ways,
        rules=rules,
        evaluation=eye,
    )
    if not (field.ends and field.mirrored):
        return greedy
    veteran = SearchBot(
        random.Random,
        seed,
        lambda: 0.0,
        iterations=0,
        looks=int(VETERAN.settings["looks"]),
        work=int(VETERAN.settings["work"]),
        width=int(VETERAN.settings["width"]),
        rules=rules,
        evaluation=eye,
    )
    return _Opening(greedy, veteran, field.opening)


class _Opening:
    """A bot whose first answers are another's."""

    def __init__(self, opens: Bot, plays: Bot, answers: int) -> None:
        self._opens, self._plays, self._answers = opens, plays, answers

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> Any:
        """By its number."""
        bot = self._opens if number <= self._answers else self._plays
        return bot.answer(seen, ask, number)


def _options(field: Field, number: int) -> dict[str, str]:
    """The table of a game: one of the even ones.

    Where forces are uneven, what a side is made of tells who wins, and whatever goes with it seems to
    be good or bad: to stand far away, where the side with the longer guns won.
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
    """One game; `keeping` is shown every answer before it is given, and every table after it."""
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
    """What the first seat sees in the tables of a game that teach something."""

    def __init__(self, plain: Evaluation, *, ends: bool) -> None:
        self.plain = plain
        self.ends = ends
        self.tables: list[Kept] = []
        self.activations = Activations(plain)
        self.known = -1
        """So many activations were over at the last table that was kept, of those that ended one."""

    def answered(self, position: Position[Any], value: Any) -> None:
        """An answer that gives a turn up is judged by the table with nothing left to do."""
        if not isinstance(value, self.plain.passing):
            return
        if not self.ends:
            self._keep(self.plain.spent(position.state))
        elif position.is_settled:
            self.activations.given_up()

    def settled(self, state: Any, question: Question | Outcome | None) -> None:
        """A table that is settled; the end of a game tells itself."""
        if isinstance(question, Outcome):
            return
        if not self.ends:
            self._keep(state)
        elif isinstance(question, Choose):
            turn = self.activations.come_to(state, question.seat)
            if self.activations.over > self.known:
                self.known = self.activations.over
                self._keep(self.plain.spent(state), comes_next(Seat(0), turn))

    def _keep(self, state: Any, *after: float) -> None:
        """What is seen in a table; nothing where the hand-set worth judges alone."""
        traits, worth = self.plain.traits, self.plain.worth
        assert traits is not None and worth is not None
        stage, hand = traits.stage(state), worth(state, Seat(0))
        if stage >= 0 and abs(hand) < WON:
            seen = (hand / self.plain.sway, *traits.count(state, Seat(0)), *after)
            self.tables.append(Kept(stage, seen))
