"""What a study has found, in the terminal: the short of its report, and its games as pages beside it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from gattai.terminal.printing import QUIET, STRONG, say

if TYPE_CHECKING:
    from gattai.lab.folder import Folder
    from gattai.lab.report import Findings

GAMES = "games"
"""The folder of the pages, beside the report."""


def print_short(told: Findings) -> None:
    """The answer, the figures that every game has, and what is sure besides."""
    from gattai.lab.cited import ONLY_CITED
    from gattai.lab.report.words import heads
    from gattai.lab.statistics.figures import told_of

    say(Text(told.status.question or told.status.game, STRONG))
    say(told.verdict.sentence)
    for force in told.forces:
        say(Text(force, QUIET))
    for warning in told.warnings:
        say(Text(f"warning: {warning}", STRONG))
    table = Table("metric", *(head for head in heads(told) if head), "", box=None, pad_edge=False)
    for each in told.measured:
        claim = each.difference
        surely = claim is not None and claim.surely
        if each.is_still or (each.is_detail and not surely):
            continue
        cells = [told_of(each.a, share=each.is_share), told_of(each.b, share=each.is_share)]
        table.add_row(
            each.name,
            *(cells if heads(told)[1] else cells[:1]),
            told_of(claim, share=each.is_share, interval=True),
            "sure" if surely else "",
        )
    say(table)
    dead = sum(rule.is_dead for rule in told.fired)
    say(Text(f"{dead} of {len(told.fired)} rules were cited by nothing that happened.", QUIET))
    say(Text(ONLY_CITED, QUIET))


def films(folder: Folder, told: Findings) -> dict[int, str]:
    """Each game that the report names, as a page of its own; where they are, from the report."""
    from gattai.lab import plan as planning
    from gattai.lab.sitting import Sitting
    from gattai.terminal.commands.film import filmed

    plan = folder.plan()
    if not planning.current(plan):
        return {}
    (folder.path / GAMES).mkdir(exist_ok=True)
    links: dict[int, str] = {}
    for count, game in enumerate(told.games, 1):
        # A bot that thinks long takes as long again: whoever waits is told for what.
        print(f"playing game {game.number} again ({count} of {len(told.games)})", file=sys.stderr)
        seating = plan.numbered(game.number)
        sitting = Sitting(plan, seating)
        sitting.play()
        page, _ = filmed(sitting.transcript(), folder.packs(seating.arm))
        links[game.number] = f"{GAMES}/{game.number}.html"
        (folder.path / links[game.number]).write_bytes(page)
    return links
