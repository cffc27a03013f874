"""The words of a report."""

from __future__ import annotations

from gattai.lab.report.findings import Findings


def heads(told: Findings) -> tuple[str, str, str]:
    """What stands over the columns of the figures."""
    return {
        "under": ("under A", "under B", "B less A"),
        "versus": ("A", "the others", "A less the others, or A's share"),
        "alone": ("all games", "", "held against chance"),
    }[told.status.kind]
