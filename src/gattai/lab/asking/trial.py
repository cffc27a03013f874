"""A trial of one list against several others: mirrored pairs that cycle through the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from gattai import games
from gattai.games.workshop import match_options, workshop_of
from gattai.lab.match import GameResult, MatchScore, Pairing, play, score_of
from gattai.lab.plan import BatchPlan, made
from gattai.lab.study import Study, StudyMeasures, StudyPlay, StudySide

BOT = "greedy"
"""The bot that plays both sides."""
LONGEST = 2_000
"""Maximum number of answers, after which a game is a draw."""


class TrialGames(msgspec.Struct, frozen=True):
    """Some games of a trial, with the number of the first."""

    start: int
    results: tuple[GameResult, ...]


def trial_plan(
    game: str,
    text: str,
    others: Sequence[str],
    settings: Mapping[str, str],
    pairs: int,
    seed: str,
    packs: Sequence[Path] = (),
) -> BatchPlan:
    """Return the plan: so many pairs against each of the others, who take turns.

    In a pair both play with the same dice, each list on each side once.
    """
    rules = games.load(game, packs)
    workshop = workshop_of(rules)
    sides = workshop.kit(rules, settings).options[:2]
    options = match_options(rules, sides[0], text, settings)
    usual = {each.name: each.default for each in rules.options}
    table = {name: value for name, value in options.items() if usual[name] != value}
    return made(
        Study(
            game=game,
            asked="versus",
            a=StudySide(army=text),
            b=StudySide(),
            play=StudyPlay(
                bot=BOT,
                pairs=pairs * len(others),
                seed=seed,
                options=table,
                packs=tuple(path.absolute().as_posix() for path in packs),
                tables=tuple(dict.fromkeys(sides, other) for other in others),
                longest=LONGEST,
            ),
            measure=StudyMeasures(("won",)),
        ),
        clocked=True,
    )


def play_encoded(plan: BatchPlan, start: int, stop: int) -> bytes:
    """Play a range of games for another process."""
    results = tuple(play(Pairing(plan, number)) for number in range(start, stop))
    return msgspec.msgpack.encode(TrialGames(start, results))


def decoded(answer: bytes) -> TrialGames:
    """What another process sent back."""
    return msgspec.msgpack.decode(answer, type=TrialGames)


def scores(plan: BatchPlan, played: Sequence[TrialGames]) -> tuple[MatchScore, ...]:
    """Return the score of the list against each of the others."""
    results: list[list[GameResult]] = [[] for _ in plan.tables]
    for each in played:
        for number, result in enumerate(each.results, each.start):
            results[plan.numbered(number).pair % len(results)].append(result)
    return tuple(map(score_of, results))
