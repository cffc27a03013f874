"""Games of a bot against itself, and every table in them that it would judge, with how the game ended.

What is learnt from are the tables that come after an answer once it is carried out: exactly those
whose worth a greedy bot asks for. Some answers are slips, so that tables come up that no good player
would leave behind; else nothing could be learnt about these.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gattai import games
from gattai.bots import evaluations
from gattai.bots.bot import Bot
from gattai.bots.consider import USUAL_WAYS
from gattai.bots.evaluations import WON, Evaluation
from gattai.bots.greedy import GreedyBot
from gattai.bots.learnt.eye import with_weights
from gattai.bots.learnt.weights import Weights
from gattai.kernel.position import apply, begin, stand
from gattai.kernel.question import Roll, Seat, part_of
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
    bots = [
        GreedyBot(
            random.Random,
            seed,
            slips=field.slips,
            opening=field.opening,
            ways=field.ways,
            rules=rules,
            evaluation=eye,
        )
        for eye in eyes
    ]
    outcome, tables = _played(rules, options, seed, bots, None if field.mirrored else plain)
    first = Seat(number % 2 if field.mirrored else 0)
    return Played(number, share(outcome, first, len(rules.seats)), tuple(tables))


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
    judged_by: Evaluation | None,
) -> tuple[Outcome | None, list[Kept]]:
    """One game, and of the tables that are settled what `judged_by` sees in them."""
    dice = Seeded(random.Random, seed)
    step = stand(rules, begin(rules, dict(options)))
    kept: list[Kept] = []
    for number in range(1, LONGEST):
        question, state = step.question, step.position.state
        if isinstance(question, Outcome):
            return question, kept
        if isinstance(question, Roll):
            step = apply(rules, step.position, dice.faces(question, number))
        else:
            seat = step.waiting[0]
            value = bots[seat].answer(step.seen(seat), part_of(question, seat), number)
            if judged_by is not None and isinstance(value, judged_by.passing):
                kept += _kept(judged_by, judged_by.spent(state))
            step = apply(rules, step.position, value, seat=seat)
        settled = step.position.is_settled and not isinstance(step.question, Outcome)
        if judged_by is not None and settled:
            kept += _kept(judged_by, step.position.state)
    return None, kept


def _kept(plain: Evaluation, state: Any) -> list[Kept]:
    """What is seen in a table; nothing where the hand-set worth judges alone."""
    traits, worth = plain.traits, plain.worth
    assert traits is not None and worth is not None
    stage = traits.stage(state)
    if stage < 0:
        return []
    hand = worth(state, Seat(0))
    return (
        [Kept(stage, (hand / plain.sway, *traits.count(state, Seat(0))))] if abs(hand) < WON else []
    )
