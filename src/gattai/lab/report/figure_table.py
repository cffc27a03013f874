"""The table of figures in a report, the same on the page and in the terminal.

To add a column, add one to `_columns`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gattai.lab.report.findings import Findings, Measured
from gattai.lab.statistics.figures import figure_text


class Column(msgspec.Struct, frozen=True):
    """One column: its heading, and its text for a metric."""

    head: str
    cell: Callable[[Measured], str]
    is_number: bool = True


class FigureRow(msgspec.Struct, frozen=True):
    """One metric: a text for each column."""

    name: str
    about: str
    cells: tuple[str, ...]
    surely: bool
    is_detail: bool


class FigureTable(msgspec.Struct, frozen=True):
    """All metrics of a study except those that are always the same on both sides."""

    columns: tuple[Column, ...]
    rows: tuple[FigureRow, ...]


def figure_table(found: Findings) -> FigureTable:
    """Return the table of a study's figures."""
    columns = _columns(found)
    rows = tuple(
        FigureRow(
            each.name,
            each.about,
            tuple(column.cell(each) for column in columns),
            _is_sure(each),
            each.is_detail,
        )
        for each in found.measured
        if not each.is_still
    )
    return FigureTable(columns, rows)


def _columns(found: Findings) -> tuple[Column, ...]:
    a, b, difference = {
        "under": ("under A", "under B", "B minus A"),
        "versus": ("A", "the others", "A minus the others, or A's share"),
        "alone": ("all games", "", "compared with chance"),
    }[found.status.kind]
    return (
        Column(a, lambda each: figure_text(each.a, share=each.is_share)),
        *([Column(b, lambda each: figure_text(each.b, share=each.is_share))] if b else []),
        Column(
            difference,
            lambda each: figure_text(each.difference, share=each.is_share, interval=True),
        ),
        Column("sure?", lambda each: "sure" if _is_sure(each) else "", is_number=False),
    )


def _is_sure(each: Measured) -> bool:
    return each.difference is not None and each.difference.surely
