"""Finds puzzles in games between bots.

A position is tried if its game is still open. Its answers are played on, all with the same dice,
and the worse ones are given up early. What remains is proved with dice that had no part in the
choice.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence

import msgspec

from gattai.bots import registry
from gattai.bots.consider import Sure, consider, offered
from gattai.bots.puzzles.puzzle import ComparedAnswer, Difficulty, Proof, Puzzle
from gattai.bots.puzzles.rollouts import Rollouts
from gattai.bots.puzzles.themes import theme_of
from gattai.kernel.position import GamePosition, Seen, Step, stand
from gattai.kernel.question import Choose, Roll, Seat, part_of
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded
from gattai.kernel.text.answers import answer_text
from gattai.kernel.text.snapshot import position_text
from gattai.odds.floats import float_sum

CLEARLY = 0.15
"""How much better the solution must be than every other answer, in chance to win."""
STEADILY = 0.10
"""The same for each half of the proof."""
IDEAS = 12
"""Number of the game's ideas that are played on first."""
MAX_OPTIONS = 30
"""Maximum number of the other answers that are played on."""
GLANCE = 4
"""Number of games after each of the first two ideas that show whether the game is still open."""
MIN_OPTIONS = 3
RIVALS = 2
"""Number of other answers in the proof."""
TOLD = 50
"""Number of games that say what the solution achieves."""
MAX_TRIED = 8
"""Number of other answers listed in a puzzle."""
BOTS = ("random", "rookie", "policy", "greedy", "veteran")
BEGINNERS = {"random", "rookie"}
STEPS = ((6, 0.0, 0.5), (12, 0.05, 0.4), (24, 0.08, 0.3), (56, 0.13, 0.22))
"""Games played for each answer; the least lead of the best; how far behind others are given up."""


class Mining(msgspec.Struct, frozen=True):
    """How to look for puzzles."""

    bot: str = "policy"
    """Plays the rollouts."""
    players: str = "greedy"
    """Plays the games that are mined."""
    opening: int = 12
    """Number of random answers at the beginning of each game."""
    rollouts: int = 120
    since: float = 0.0
    """The share of a game before which no position is tried; late positions take less time."""
    most: int = 2
    """Maximum number of puzzles of one game."""


class _Moment(msgspec.Struct, frozen=True):
    """A settled table at which one seat chooses."""

    number: int
    seat: Seat
    state: msgspec.Struct


def mined(rules: AnyRuleset, seed: str, mining: Mining) -> Iterator[Puzzle]:
    """Yield the puzzles of one game that is played with this seed."""
    source = random.Random(f"{seed}/chosen")
    record, moments = _game(rules, seed, mining)
    late = [each for each in moments if each.number >= mining.since * record.count]
    source.shuffle(late)
    found = 0
    for moment in late:
        puzzle = _tried(rules, moment, f"{seed}/{moment.number}", mining)
        if puzzle is not None:
            yield puzzle
            found += 1
        if found == mining.most:
            return


def _game(
    rules: AnyRuleset, seed: str, mining: Mining
) -> tuple[Record[msgspec.Struct], list[_Moment]]:
    """Play a game, and return the positions at which one seat chooses an action."""
    record: Record[msgspec.Struct] = Record(rules, dice=f"seeded {seed}")
    dice = Seeded(random.Random, seed)
    player = registry.make(mining.players, seed, rules=record.rules)
    opener = registry.make(f"greedy:opening={max(1, mining.opening)}", seed, rules=record.rules)
    moments = []
    while not isinstance(question := record.question, Outcome):
        number = record.count + 1
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number))
            continue
        seat = record.step.waiting[0]
        if record.position.is_settled and isinstance(question, Choose):
            moments.append(_Moment(number, seat, record.position.state))
        bot = opener if number <= mining.opening else player
        record.answer(bot.answer(record.step.seen(seat), part_of(question, seat), number), seat)
    return record, moments


def _tried(rules: AnyRuleset, moment: _Moment, seed: str, mining: Mining) -> Puzzle | None:
    """Return the puzzle of a position; None if no answer is clearly best."""
    step = stand(rules, GamePosition(moment.state))
    seen = step.seen(moment.seat)
    question = step.question
    if not isinstance(question, Choose):
        return None
    options = list(dict.fromkeys(offered(seen, question)))
    if len(options) < MIN_OPTIONS:
        return None
    rollouts = Rollouts(rules, moment.state, moment.seat, mining.bot, f"{seed}/a")
    ideas = [each for each in _ideas(rules, seen, question, moment.number) if each in options]
    if not _is_open(ideas, rollouts):
        return None
    ranked = _sieved(ideas, rollouts)
    if ranked is None:
        return None
    others = [each for each in options if each not in ideas]
    stride = max(1, -(-len(others) // MAX_OPTIONS))
    ranked = _sieved([*ranked, *others[::stride]], rollouts)
    if ranked is None:
        return None
    proof = _proved(rules, step, moment.seat, ranked, rollouts, seed, mining)
    if proof is None:
        return None
    proof = msgspec.structs.replace(proof, options=len(options))
    missed = tuple(missed_by(rules, step, moment.seat, ranked[0]))
    text = position_text(rules, step.position)
    return Puzzle(
        id=hashlib.sha256(text.encode()).hexdigest()[:8],
        seat=rules.seats[moment.seat],
        solution=answer_text(rules, step.position, question, ranked[0], step.table),
        theme=theme_of(rules, step, moment.seat, ranked[0], rollouts.games(ranked[0], TOLD)),
        difficulty=difficulty_of(missed),
        missed=missed,
        proof=proof,
        position=text,
    )


def _is_open(ideas: Sequence[object], rollouts: Rollouts) -> bool:
    """Return whether the game is still open: neither won nor lost whatever is answered."""
    found = {game.share for idea in ideas[:2] for game in rollouts.games(idea, GLANCE)}
    return len(found) > 1


def _ideas(rules: AnyRuleset, seen: Seen[msgspec.Struct], ask: Choose, number: int) -> list[object]:
    found = consider(seen, ask, random.Random(f"ideas/{number}"), IDEAS, rules)
    return [found.answer] if isinstance(found, Sure) else list(dict.fromkeys(found.closely))


def _sieved(options: Sequence[object], rollouts: Rollouts) -> list[object] | None:
    """Return the answers, the best first; None as soon as the best has no clear lead."""
    left = [*options]
    given_up: list[object] = []
    for count, lead, behind in STEPS:
        if len(left) < 2:
            break
        shares = {option: rollouts.share(option, count) for option in left}
        left.sort(key=lambda option: -shares[option])
        best = shares[left[0]]
        if best - shares[left[1]] < lead:
            return None
        given_up[:0] = [option for option in left[1:] if best - shares[option] > behind]
        left = [left[0], *(option for option in left[1:] if best - shares[option] <= behind)]
    return [*left, *given_up]


def _proved(
    rules: AnyRuleset,
    step: Step[msgspec.Struct],
    seat: Seat,
    ranked: Sequence[object],
    before: Rollouts,
    seed: str,
    mining: Mining,
) -> Proof | None:
    """Return the proof that the first answer is clearly best, with new dice; None if it is not."""
    best, *others = ranked
    half = mining.rollouts // 2
    seeds = (f"{seed}/b", f"{seed}/c")
    shares: list[dict[object, float]] = []
    for each in seeds:
        rollouts = Rollouts(rules, step.position.state, seat, mining.bot, each)
        found = {option: rollouts.share(option, half) for option in ranked[: 1 + RIVALS]}
        if any(found[best] - found[other] < STEADILY for other in found if other is not best):
            return None
        shares.append(found)
    whole = {
        option: float_sum(found[option] for found in shares) / len(seeds) for option in shares[0]
    }
    rivals = sorted((o for o in whole if o is not best), key=lambda option: -whole[option])
    if whole[best] - whole[rivals[0]] < CLEARLY:
        return None

    def tried(option: object, share: float, count: int) -> ComparedAnswer:
        assert not isinstance(step.question, Outcome), "the game goes on"
        text = answer_text(rules, step.position, step.question, option, step.table)
        return ComparedAnswer(text, round(share, 4), count)

    rest = [option for option in others if option not in whole]
    listed = [tried(option, whole[option], 2 * half) for option in rivals]
    for option in rest:
        count = before.played(option)
        listed.append(tried(option, before.share(option, count), count))
    listed[len(rivals) :] = sorted(listed[len(rivals) :], key=lambda one: -one.share)
    return Proof(
        bot=mining.bot,
        rollouts=2 * half,
        seeds=seeds,
        best=round(whole[best], 4),
        second=round(whole[rivals[0]], 4),
        options=len(ranked),
        compared=len(ranked),
        tried=tuple(listed[:MAX_TRIED]),
    )


def missed_by(
    rules: AnyRuleset, step: Step[msgspec.Struct], seat: Seat, solution: object
) -> Iterator[str]:
    """Yield the bots that answer differently."""
    assert not isinstance(step.question, Outcome), "the game goes on"
    for name in BOTS:
        bot = registry.make(name, "puzzle", rules=rules)
        if bot.answer(step.seen(seat), part_of(step.question, seat), 1) != solution:
            yield name


def difficulty_of(missed: Sequence[str]) -> Difficulty:
    """Return the difficulty of a puzzle that these bots miss.

    >>> difficulty_of(["random", "rookie"]), difficulty_of(["policy"]), difficulty_of(["veteran"])
    ('easy', 'medium', 'hard')
    """
    if "veteran" in missed:
        return "hard"
    return "medium" if set(missed) - BEGINNERS else "easy"
