"""A short game of attack-chart as an analysis, with one variation."""

from __future__ import annotations

from functools import cache

import gattai
from gattai.kernel.text.answers import read_answer
from gattai.kernel.text.variations import read_variations
from gattai.server.table.analyses.steps import OpenedVariations, go_to, open_variations

AT = 17
"""The number of answers before the variation."""


@cache
def game_text() -> str:
    """Return the transcript of a game between bots, after 25 answers."""
    match = gattai.game("attack-chart").begin(seed=7)
    return match.play_out("random", until=lambda m: m.number > 24).text()


def opened(text: str) -> OpenedVariations:
    return open_variations(read_variations(text))


@cache
def analysis_text() -> str:
    """Return the game with another answer in place of number 18, and a note on 17."""
    found = opened(game_text())
    tree, record = found.tree, found.record
    before = tree.main(AT)
    go_to(record, tree, before)
    taken = tree.nodes[tree.main(AT + 1)].entry.text
    match = gattai.game("attack-chart").begin(seed=7)
    match.play_out("random", until=lambda m: m.number >= AT)
    other = next(text for text in match.options() if text != taken)
    question = record.question
    record.answer(read_answer(record.rules, record.position, question, other, record.table))
    return tree.played(before, record.entries[AT:]).noted(before, "Why not?").text()
