"""Who opened which match in progress, and from which address."""

from __future__ import annotations

from alembic import op

revision = "0014_open_match"
down_revision = "0013_lobby_service"

# The address is a keyed hash. A row is deleted when its match is over; one without a match was reserved for one that did
# not begin.
OPEN_MATCH = """
CREATE TABLE open_match (
    match   text COLLATE "C" PRIMARY KEY,
    person  text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL DEFAULT '',
    slow    boolean NOT NULL DEFAULT false,
    made    timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX open_match_person ON open_match (person);
CREATE INDEX open_match_address ON open_match (address);
"""


def upgrade() -> None:
    """Create the table. Matches that nodes of the previous version begin count for the persons on their seats only."""
    for statement in OPEN_MATCH.split(";\n"):
        if statement.strip():
            op.execute(statement)
