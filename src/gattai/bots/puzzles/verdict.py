"""What an answer to a puzzle is worth, in words that follow from its proof."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gattai.bots.puzzles.puzzle import Puzzle
from gattai.kernel.position import Step
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.advice import read_text
from gattai.scene.maker import SceneMaker
from gattai.scene.stage import in_full


class JudgedAnswer(msgspec.Struct, frozen=True):
    """Whether an answer solves a puzzle, and why."""

    right: bool
    lines: tuple[str, ...]


def verdict(puzzle: Puzzle, answer: str, name: Callable[[str], str] = str) -> JudgedAnswer:
    """Return the verdict on an answer in notation; `name` says how to show one."""
    proof, right = puzzle.proof, answer == puzzle.solution
    solution = name(puzzle.solution)
    best = f"{solution[:1].upper()}{solution[1:]} wins {proof.best:.0%} of the games"
    second = f"the next best, {name(proof.tried[0].answer)}, {proof.second:.0%}"
    found = next((one for one in proof.tried if one.answer == answer), None)
    if right:
        first = f"{best}; {second}."
    elif found is None:
        first = f"{best}; {second}. The proof gives no share for {name(answer)}."
    elif found.rollouts == proof.rollouts:
        first = f"{best}; {name(answer)} {found.share:.0%}."
    else:
        first = (
            f"{best}; {name(answer)} {found.share:.0%} of {found.rollouts} games: "
            "too far behind to be played on as often."
        )
    how = (
        f"The bot {proof.bot} played each of the best answers on to the end {proof.rollouts} times, "
        f"always with the same dice. {proof.compared} of {proof.options} legal answers were played on."
    )
    missed = (
        f"Bots that miss it: {', '.join(puzzle.missed)}." if puzzle.missed else "No bot misses it."
    )
    return JudgedAnswer(right, (first, how, missed))


def names(
    rules: AnyRuleset, maker: SceneMaker, step: Step[msgspec.Struct], seat: Seat
) -> Callable[[str], str]:
    """Return a function that says what an answer to a puzzle is called at the table."""
    seen = step.seen(seat)
    pieces = maker.layout(seen.state, seat).pieces

    def name(text: str) -> str:
        try:
            action = read_text(rules, seen, step.question, text)
        except ValueError:
            return text
        return in_full(maker.option(seen.state, text, action), pieces)

    return name
