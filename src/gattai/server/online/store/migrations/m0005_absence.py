"""Since when seats have no open page."""

from __future__ import annotations

from alembic import op

revision = "0005_absence"
down_revision = "0004_ratings"

ABSENCE = """
CREATE TABLE absence (
    match text COLLATE "C" NOT NULL,
    seat  integer NOT NULL,
    since timestamptz NOT NULL,
    PRIMARY KEY (match, seat)
)
"""


def upgrade() -> None:
    """Create the table and its indexes."""
    op.execute(ABSENCE)
