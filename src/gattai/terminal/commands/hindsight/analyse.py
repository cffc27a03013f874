"""`gattai analyse FILE`: a game with its variations, the chances after each step, and the notes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from gattai.kernel.position import Diverged
from gattai.kernel.text.variations import START, Place, Variations, read_place, read_variations
from gattai.scene.advice import percent
from gattai.server.table.analyses.steps import (
    OpenedVariations,
    go_to,
    open_variations,
    rows,
)
from gattai.server.variations import VariationRow
from gattai.terminal.client.session import write_text
from gattai.terminal.client.words import capital
from gattai.terminal.commands.replay import read_text, show_table
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.printing import QUIET, STRONG, print_json, say


def show(path: Path, at: str, save: Path | None, packs: tuple[Path, ...], *, as_json: bool) -> int:
    """Print an analysis, or the board at one of its steps; the exit code says whether it is valid."""
    try:
        tree = read_variations(read_text(path))
    except Diverged as problem:
        raise Complaint(f"{path}: {problem}") from problem
    try:
        opened = open_variations(tree, packs)
    except Diverged as problem:
        raise Complaint(f"{path} is not valid: {problem}", NO) from problem
    if at:
        opened.tree = opened.tree.at(_place(opened.tree, at))
        go_to(opened.record, opened.tree, opened.tree.here)
    if save is not None:
        write_text(save, opened.tree.text())
    if at:
        show_table(opened.record.rules, opened.record.position, as_json=as_json)
    elif as_json:
        print_json(
            {"setting": opened.tree.header, "note": opened.tree.note, "steps": [*rows(opened)]}
        )
    else:
        say(*_page(path, opened))
    return 0


def _place(tree: Variations, at: str) -> Place:
    """Return the place that the user names: a number on the main line, or number and check."""
    try:
        if at.isascii() and at.isdigit():
            return tree.main(int(at))
        place = read_place(at.replace(" ", "").replace("#", " #"))
        tree.way(place)
    except (ValueError, LookupError) as problem:
        raise Complaint(f"--at: {problem.args[0]}") from problem
    return place


def _page(path: Path, opened: OpenedVariations) -> Iterator[Text]:
    tree = opened.tree
    yield Text(f"{tree.header.game}: {', '.join(tree.seats)}", STRONG)
    if tree.note:
        yield Text(f"  {tree.note}", "italic")
    if tree.here == START:
        yield Text("> the start")
    for row in rows(opened):
        yield from _row(row, tree.seats)
    yield Text(
        f"\nPercentages: a bot's judgement of the chance of whoever acted. `gattai analyse {path} "
        "--at STEP` shows the board after a step.",
        QUIET,
    )


def _row(row: VariationRow, seats: tuple[str, ...]) -> Iterator[Text]:
    indent = "    " * row.depth
    mark = "> " if row.is_here else "  "
    line = Text(mark).append(f"{row.id.replace(' ', ''):>11}  ", QUIET)
    line.append(f"{'' if row.chance is None else percent(row.chance):>5}  ")
    line.append(indent).append(capital(row.text), STRONG if row.is_here else "")
    if row.seat is not None and not row.is_dice:
        line.append(f"  {seats[row.seat]}", QUIET)
    yield line
    if row.note:
        yield Text(f"{'':22}{indent}{row.note}", "italic")
