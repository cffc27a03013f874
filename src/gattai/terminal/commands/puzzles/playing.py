"""`gattai puzzles play`: one puzzle at the prompt, and the verdict on the answer."""

from __future__ import annotations

import sys

from rich.text import Text

from gattai import games
from gattai.bots.puzzles.puzzle import Puzzle, placed, puzzles_of
from gattai.bots.puzzles.verdict import JudgedAnswer, names, verdict
from gattai.kernel.position import stand
from gattai.scene.stage import make_scene
from gattai.terminal.client.squares import on_squares
from gattai.terminal.client.words import capital
from gattai.terminal.complaint import NO, Complaint, perhaps
from gattai.terminal.pages.board import board_page, with_short_names
from gattai.terminal.pages.table import headline, panels_for, sides
from gattai.terminal.printing import QUIET, STRONG, print_json, say
from gattai.terminal.prompt.menu import Menu, NotFound


def chosen(game: str, puzzle_id: str) -> Puzzle:
    """Return a puzzle by its id, or the first one."""
    puzzles = puzzles_of(games.get(game).name)
    if not puzzles:
        raise Complaint(f"{game} has no puzzles yet: gattai puzzles find {game} looks for some", NO)
    if not puzzle_id:
        return puzzles[0]
    known = [puzzle.id for puzzle in puzzles]
    if puzzle_id not in known:
        hint = perhaps(puzzle_id, known) or f"; there are {', '.join(known)}"
        raise Complaint(f"{game} has no puzzle {puzzle_id!r}{hint}", NO)
    return puzzles[known.index(puzzle_id)]


def play(game: str, puzzle_id: str, answer: str, *, as_json: bool) -> int:
    """Show a puzzle and judge an answer; the exit code says whether it is right."""
    puzzle = chosen(game, puzzle_id)
    found = placed(game, puzzle.position, puzzle.seat)
    step = stand(found.rules, found.position)
    maker = games.scene_maker(found.rules.name)
    scene = make_scene(found.rules, maker, step, found.seat, number=1)
    menu = Menu(found.rules, step.seen(found.seat), scene)
    if not as_json and not answer:
        shown = with_short_names(on_squares(scene))
        say(*sides(shown, panels_for(found.rules.rulebook.game.prefix)))
        if shown.board is not None:
            say("", *board_page(shown))
        say("", Text(headline(scene), QUIET), *menu.lines())
    if not as_json:
        say("", _title(game, puzzle))
    text = menu.write(_found(menu, answer)) if answer else _asked(menu)
    if text not in menu.texts:
        raise Complaint(f"{text} is not among the options here", NO)
    judged = verdict(puzzle, text, names(found.rules, maker, step, found.seat))
    if as_json:
        print_json({"id": puzzle.id, "answer": text, "right": judged.right, "why": judged.lines})
    else:
        _say(judged)
    return 0 if judged.right else NO


def _title(game: str, puzzle: Puzzle) -> Text:
    what = f"Puzzle {puzzle.id} of {game}, {puzzle.difficulty}, {puzzle.theme}: "
    task = f"{capital(puzzle.seat)} to play. Find the action that wins most often."
    return Text(what, QUIET).append(task, f"not dim {STRONG}")


def _say(judged: JudgedAnswer) -> None:
    first, *rest = judged.lines
    say(Text(f"{'Right' if judged.right else 'Not the best'}. ", STRONG).append(first, "not bold"))
    for line in rest:
        say(Text(line, QUIET))


def _found(menu: Menu, typed: str) -> object:
    try:
        return menu.find(typed)
    except NotFound as problem:
        raise Complaint(str(problem)) from problem


def _asked(menu: Menu) -> str:
    """Return what the player types, once it fits an option."""
    while True:
        say(Text("Your answer (number, words or notation): ", STRONG))
        line = sys.stdin.readline()
        if not line:
            raise Complaint("no answer was given", NO)
        try:
            text = menu.write(menu.find(line))
        except NotFound as problem:
            say(Text(str(problem), QUIET))
            continue
        if text in menu.texts:
            return text
        say(Text("That is not among the options here.", QUIET))
