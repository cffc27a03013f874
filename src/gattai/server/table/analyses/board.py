"""An analysis at a table: one person plays all seats, goes back, and tries something else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import assert_never

from gattai.kernel.text.transcript import read_entry
from gattai.kernel.text.variations import START, Place, Variations, read_place
from gattai.scene.maker import SceneMaker
from gattai.server.messages import Analyse, Rejected
from gattai.server.table.analyses.steps import (
    OpenedVariations,
    learn_steps,
    rows,
    settled,
    shared,
)
from gattai.server.table.inbox.recorder import Recorder
from gattai.server.table.journal import (
    Answered,
    Awaited,
    NotSaved,
    Row,
    TakenBack,
    Written,
)
from gattai.server.table.viewer import rejected
from gattai.server.variations import VariationsShown

NO_ANALYSIS = "this match is no analysis, so it has no variations"
NOT_DICE = "only dice can be thrown again"


class AnalysisBoard:
    """The journal of an analysis: what is taken back stays as a variation."""

    def __init__(
        self, opened: OpenedVariations, maker: SceneMaker, save: Callable[[str], None]
    ) -> None:
        """`save` writes the whole text and may raise OSError."""
        self.head = 0
        self.opened = opened
        self._maker = maker
        self._save = save

    @property
    def tree(self) -> Variations:
        """Return everything that was played; its reader is where the match stands."""
        return self.opened.tree

    def change(self, tree: Variations) -> None:
        """Save a changed tree, and only then use it. Raises `NotSaved`."""
        try:
            self._save(tree.text())
        except OSError as problem:
            raise NotSaved(problem.errno, problem.strerror or "the disk refused") from problem
        self.opened.tree = tree

    def shown(self) -> VariationsShown:
        """Return the list of steps."""
        learn_steps(self.opened, self._maker)
        return VariationsShown(tuple(rows(self.opened)), self.tree.note, self.tree.here == START)

    # As a journal

    async def append(self, row: Row, aim: Awaited, key: str) -> Written:
        """Write one row: answers are added behind the present step, and going back deletes nothing."""
        tree = self.tree
        if isinstance(row, Answered):
            numbered = enumerate(row.lines, tree.here[0] + 1)
            entries = [read_entry(line, number) for number, line in numbered]
            self.change(tree.played(tree.here, [entry for entry in entries if entry is not None]))
        elif isinstance(row, TakenBack):
            self.change(tree.at(tree.way(tree.here)[row.to - 1] if row.to else START))
        self.head += 1
        return Written(self.head, key, time.time(), row)

    async def since(self, number: int) -> tuple[Written, ...]:
        """Return nothing: nobody else writes here."""
        return ()

    def heard(self, number: int) -> None:
        """Do nothing: no rows come from elsewhere."""


class Analysing:
    """What the reader of an analysis asks for besides answers."""

    def __init__(self, board: AnalysisBoard, recorder: Recorder) -> None:
        self._board = board
        self._recorder = recorder

    async def judge(self, wanted: Analyse) -> Rejected | None:
        """Carry out a request; returns a refusal if it is impossible. The caller throws pending dice."""
        board = self._board
        tree = board.tree
        try:
            place = read_place(wanted.place)
            tree.way(place)
            if wanted.do == "go":
                await self._go(settled(board.opened, place))
            elif wanted.do == "roll":
                if place == START or not board.opened.steps[place].is_dice:
                    return rejected(NOT_DICE)
                await self._go(tree.nodes[place].parent)
            elif wanted.do == "note":
                board.change(tree.noted(place, wanted.text))
            elif wanted.do == "delete":
                shorter = tree.without(place)
                if shorter.here != tree.here:
                    await self._go(settled(board.opened, shorter.here, without=place))
                board.change(board.tree.without(place))
            else:
                assert_never(wanted.do)
        except (ValueError, LookupError) as problem:
            return rejected(str(problem.args[0]))
        return None

    async def _go(self, place: Place) -> None:
        """Go to a place: back to where the ways part, and forward again."""
        board, record = self._board, self._board.opened.record
        way = board.tree.way(place)
        common = shared(record, way)
        if common < record.count:
            await self._recorder.write(TakenBack(common))
        if way[common:]:
            lines = (board.tree.nodes[each].entry.line(each[0]) for each in way[common:])
            await self._recorder.write(Answered(tuple(lines)))
