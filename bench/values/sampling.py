"""The positions of a game on which a value is fitted or measured, with what is known of each."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

import msgspec

from bench.values.playing import ValueGame, transcript_of
from gattai import games
from gattai.bots.evaluation import AnyEvaluation
from gattai.bots.evaluations import of
from gattai.bots.learnt.value_weights import described
from gattai.bots.review import shares
from gattai.kernel.question import Seat
from gattai.kernel.record import Record, replay
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.transcript import parse
from gattai.lab.sitting import share

STRETCHES = 16
"""Number of stretches of a game, of equal length, from each of which one position is drawn."""


class Sampled(msgspec.Struct, frozen=True, array_like=True):
    """One position, from the first seat's point of view."""

    when: float
    """The share of the game's answers that were given before."""
    features: tuple[float, ...]
    clock: tuple[float, ...]
    estimate: float
    """The chance by the hand-tuned score alone."""


class SampledGame(msgspec.Struct, frozen=True, array_like=True):
    """The positions and the result of one game."""

    number: int
    score: float
    """The result for the first seat."""
    half: Sampled | None
    """The first settled position after half of the answers."""
    positions: tuple[Sampled, ...]


def sampled(wish: ValueGame) -> SampledGame:
    """Play a game, or take it from the folder, and return its positions."""
    evaluation = of(wish.game)
    transcript = parse(transcript_of(wish))
    rules = games.load(wish.game).seated(dict(transcript.header.options))
    record = _last(replay(rules, transcript, verify=False))
    end = record.question
    score = share(end if isinstance(end, Outcome) else None, Seat(0), len(rules.seats))
    count = len(record.past)
    settled = [number for number, past in enumerate(record.past) if past.before.is_settled]
    source = random.Random(f"{wish.seed}-{wish.number}-positions")
    chosen: list[int] = []
    for stretch in range(STRETCHES):
        low, high = stretch * count / STRETCHES, (stretch + 1) * count / STRETCHES
        inside = [number for number in settled if low <= number < high]
        if inside:
            chosen.append(source.choice(inside))
    found = [each for number in chosen if (each := _position(record, evaluation, number))]
    late = next((number for number in settled if 2 * number >= count), None)
    half = None if late is None else _position(record, evaluation, late)
    return SampledGame(wish.number, score, half, tuple(found))


def _last(records: Iterator[Record[msgspec.Struct]]) -> Record[msgspec.Struct]:
    *_, record = records
    return record


def _position(
    record: Record[msgspec.Struct], evaluation: AnyEvaluation, number: int
) -> Sampled | None:
    """Return the position before an answer; None if the value is not used there."""
    past = record.past[number]
    state = past.before.state
    mover = evaluation.whose(state, past.at.waiting[0]) if past.at.waiting else None
    seen = described(evaluation, state, Seat(0), mover)
    if seen is None:
        return None
    estimate = shares(evaluation, state, 2, mover)[0]
    return Sampled(number / len(record.past), seen[0], seen[1], estimate)


def sampled_by_all(wishes: Sequence[ValueGame], processes: int) -> Iterator[SampledGame]:
    """Yield the positions of games, in order."""
    if processes == 1:
        yield from map(sampled, wishes)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        yield from pool.map(sampled, wishes)
