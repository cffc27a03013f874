"""Offers for more than two players, time banks, and seeds of all players."""

from __future__ import annotations

from alembic import op

revision = "0009_gathering"
down_revision = "0008_ruleset"

# `own` is the seed of the owner: '-' for none, empty while it is awaited. `seed` is the same for the other player.
SEEK = """
ALTER TABLE seek
    ADD COLUMN seats     integer NOT NULL DEFAULT 2,
    ADD COLUMN bank      integer NOT NULL DEFAULT 0,
    ADD COLUMN increment integer NOT NULL DEFAULT 0,
    ADD COLUMN own       text COLLATE "C" NOT NULL DEFAULT '-',
    ADD COLUMN paired    timestamptz
"""
# Who has joined an offer for more than two. Rows of a deleted seek stay until the next clean-up.
GATHERED = """
CREATE TABLE gathered (
    seek   text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    seed   text COLLATE "C" NOT NULL,
    came   timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seek, person)
)
"""


def upgrade() -> None:
    """Nodes of the previous version go on with seeks for two; they see offers for more as unavailable."""
    op.execute(SEEK)
    op.execute(GATHERED)
    op.execute("CREATE INDEX gathered_person ON gathered (person)")
