"""Checks puzzles again: that they load, that the solution is offered, and that it is still the best."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.bots.puzzles.puzzle import Placed, Puzzle, placed
from gattai.bots.puzzles.rollouts import Rollouts
from gattai.kernel.position import stand
from gattai.kernel.question import Choose
from gattai.scene.advice import read_text


def problems(game: str, puzzle: Puzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle under the present rules."""
    proof = puzzle.proof
    if not proof.tried or proof.tried[0].share != proof.second:
        yield "its proof does not name the second best answer"
    if not proof.best > proof.second:
        yield "its proof does not say that the solution is the best"
    try:
        found = placed(game, puzzle.position, puzzle.seat)
    except (ValueError, LookupError) as problem:
        yield str(problem)
        return
    for text in (puzzle.solution, *(one.answer for one in proof.tried)):
        if refusal := _not_offered(found, text):
            yield refusal


def _not_offered(found: Placed, text: str) -> str:
    """Return why an answer is impossible; empty if it is offered."""
    step = stand(found.rules, found.position)
    if not isinstance(step.question, Choose) or step.waiting != (found.seat,):
        return f"{found.rules.seats[found.seat]} is not asked"
    try:
        action = read_text(found.rules, step.seen(found.seat), step.question, text)
    except ValueError as problem:
        return str(problem)
    return "" if action in step.question.options else f"{text} is not offered"


def lead(game: str, puzzle: Puzzle, bot: str, rollouts: int, seed: str) -> float:
    """Return by how much the solution beats the best of its rivals, in chance to win, with new dice.

    The rivals are the answers that were played on as often as the solution.
    """
    found = placed(game, puzzle.position, puzzle.seat)
    step = stand(found.rules, found.position)
    seen, state = step.seen(found.seat), found.position.state
    played = Rollouts(found.rules, state, found.seat, bot, f"{seed}/{puzzle.id}")
    rivals = [one.answer for one in puzzle.proof.tried if one.rollouts == puzzle.proof.rollouts]
    best, *others = (
        played.share(read_text(found.rules, seen, step.question, text), rollouts)
        for text in (puzzle.solution, *rivals)
    )
    return best - max(others)
