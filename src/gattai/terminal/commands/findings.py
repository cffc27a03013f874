"""The results of a study in the terminal: a summary of its report, and its games as pages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.text import Text

from gattai.terminal.printing import QUIET, STRONG, say, table

if TYPE_CHECKING:
    from gattai.lab.folder import Folder
    from gattai.lab.report import Findings

GAMES = "games"
"""The folder of the pages, next to the report."""


def print_short(found: Findings) -> None:
    """Print the answer, the figures that every game has, and other significant results."""
    from gattai.lab.cited import ONLY_CITED
    from gattai.lab.report.figure_table import figure_table
    from gattai.lab.statistics.figures import figure_text
    from gattai.lab.verdict import SHARES

    say(Text(found.status.question or found.status.game, STRONG))
    say(found.verdict.sentence)
    if found.verdict.population:
        say(Text(found.verdict.population, QUIET))
    for force in found.forces:
        say(Text(force, QUIET))
    for warning in found.warnings:
        say(Text(f"warning: {warning}", STRONG))
    figures = figure_table(found)
    rows = [row for row in figures.rows if row.surely or not row.is_detail]
    heads = ("metric", *(column.head for column in figures.columns))
    say(table(heads, [(row.name, *row.cells) for row in rows]))
    for heading, figures_by in (("by player", found.by_player), ("by opening", found.by_opening)):
        if figures_by:
            share = found.verdict.metric in SHARES
            lines = [
                (name, f"{each.pairs}", figure_text(each, share=share, interval=True))
                for name, each in figures_by
            ]
            say(table((heading, "pairs", found.verdict.metric), lines))
    say(Text(found.openings, QUIET))
    dead = sum(rule.is_dead for rule in found.fired)
    say(Text(f"{dead} of {len(found.fired)} rules were cited by no event.", QUIET))
    say(Text(ONLY_CITED, QUIET))


def films(folder: Folder, found: Findings) -> dict[int, str]:
    """Write each game named in the report as a page; returns their paths, relative to the report."""
    from gattai.lab import plan as planning
    from gattai.lab.sitting import Sitting
    from gattai.terminal.commands.hindsight.film import filmed

    plan = folder.plan()
    if not planning.current(plan):
        return {}
    (folder.path / GAMES).mkdir(exist_ok=True)
    links: dict[int, str] = {}
    for count, game in enumerate(found.games, 1):
        # Slow bots take as long again, so say what the user is waiting for.
        print(f"replaying game {game.number} ({count} of {len(found.games)})", file=sys.stderr)
        seating = plan.numbered(game.number)
        sitting = Sitting(plan, seating)
        sitting.play()
        page, _ = filmed(sitting.transcript(), folder.packs(seating.arm))
        links[game.number] = f"{GAMES}/{game.number}.html"
        (folder.path / links[game.number]).write_bytes(page)
    return links
