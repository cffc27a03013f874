"""Moderators' warnings, and whether they were confirmed."""

from __future__ import annotations

from alembic import op

revision = "0010_warning"
down_revision = "0009_gathering"

WARNING = """
CREATE TABLE warning (
    id        text COLLATE "C" PRIMARY KEY,
    person    text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    body      text NOT NULL,
    at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    confirmed timestamptz
)
"""


def upgrade() -> None:
    """Create the table. Nodes of the previous version do not show warnings."""
    op.execute(WARNING)
    op.execute("CREATE INDEX warning_person ON warning (person, at)")
