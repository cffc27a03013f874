"""The keys with which a site signs receipts and saved games."""

from __future__ import annotations

from alembic import op

revision = "0012_signing_key"
down_revision = "0011_saved_list"

# A key that a host gives as a file has no private part here. Keys that were rotated out stay: old signatures need them.
SIGNING_KEY = """
CREATE TABLE signing_key (
    id      text COLLATE "C" PRIMARY KEY,
    public  bytea NOT NULL,
    private bytea,
    since   timestamptz NOT NULL DEFAULT clock_timestamp(),
    until   timestamptz
)
"""


def upgrade() -> None:
    """Create the table. Nodes of the previous version sign nothing."""
    op.execute(SIGNING_KEY)
