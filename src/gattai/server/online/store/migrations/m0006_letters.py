"""Secrets sent by mail, to confirm an address or to reset a password."""

from __future__ import annotations

from alembic import op

revision = "0006_letters"
down_revision = "0002_people"

LETTER = """
CREATE TABLE letter (
    hash    bytea PRIMARY KEY,
    person  text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    purpose text NOT NULL CHECK (purpose IN ('mail', 'password')),
    mail    text NOT NULL,
    until   timestamptz NOT NULL
)
"""


def upgrade() -> None:
    """Create the table and its indexes."""
    op.execute(LETTER)
    op.execute("CREATE INDEX letter_person ON letter (person)")
    op.execute("CREATE INDEX letter_until ON letter (until)")
