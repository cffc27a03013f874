"""Which games are audited, and where their pages stand."""

from pathlib import Path

from tests.audit import aegis, aristeia, attack_chart, mechastellar, robot_empire
from tests.audit.grid import Audit

PAGES = Path(__file__).parents[2] / "docs" / "explanation"
INDEX = PAGES / "interactions.md"
AUDITS = (aegis.AUDIT, mechastellar.AUDIT, aristeia.AUDIT, robot_empire.AUDIT, attack_chart.AUDIT)


def path(audit: Audit) -> Path:
    """The page of one game."""
    return PAGES / f"interactions-{audit.game}.md"
