"""Begins an analysis: of a game, of another analysis, of a position, or from the start."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from gattai import games
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import read_answer
from gattai.kernel.text.variations import of_transcript, read_variations
from gattai.server.messages import NewMatch
from gattai.server.table.analyses.steps import OpenedVariations, go_to, open_variations, settled
from gattai.server.table.opening import opened

NOT_IN_WORDS = "this page reads saved positions only; a table in words needs gattai on your machine"


def analysed(wanted: NewMatch, packs: Sequence[Path] = ()) -> OpenedVariations:
    """Return a new analysis. Raises ValueError or LookupError with the reason if it is impossible.

    A position is one that was saved, or a table as `library.table_text` describes it.
    """
    if wanted.transcript:
        tree = read_variations(wanted.transcript)
        if wanted.game and wanted.game != tree.header.game:
            raise ValueError(f"this is a game of {tree.header.game}, not of {wanted.game}")
    else:
        begun = replace(wanted, analysis=False, position=_position(wanted, packs))
        tree = of_transcript(opened(begun, packs)[0].transcript())
    found = open_variations(tree, packs)
    if wanted.at is not None:
        found.tree = found.tree.at(found.tree.main(wanted.at))
    found.tree = found.tree.at(settled(found, found.tree.here))
    go_to(found.record, found.tree, found.tree.here)
    if wanted.tries:
        _try(found, wanted.tries)
    return found


def _try(found: OpenedVariations, text: str) -> None:
    """Give the first answer of an analysis; the table throws the dice that follow."""
    record = found.record
    question = record.question
    if isinstance(question, Outcome):
        raise ValueError(f"the game is over: {question.reason}")
    value = read_answer(record.rules, record.position, question, text, record.table)
    try:
        record.answer(value, record.step.waiting[0])
    except Refused as refused:
        raise ValueError("; ".join(str(each) for each in refused.refusals)) from refused
    found.tree = found.tree.played(found.tree.here, record.entries[-1:])


def _position(wanted: NewMatch, packs: Sequence[Path]) -> str:
    """Return the position to begin from as text that was saved; a table is laid first."""
    text = wanted.position
    if not text.strip() or text.lstrip().startswith("{"):
        return text
    try:  # a static page leaves it out, to be smaller
        from gattai.library.game import game
    except ImportError as problem:
        raise ValueError(NOT_IN_WORDS) from problem
    return game(wanted.game, games.fitting(wanted.game, packs)).table(text).text()
