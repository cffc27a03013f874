"""Offers for more than two, a bank of time, and seeds of all who play."""

from __future__ import annotations

from alembic import op

revision = "0009_gathering"
down_revision = "0008_ruleset"

# `own` is the seed of whoever offers it: '-' for none, empty while it is waited for. So is `seed` of the other.
SEEK = """
ALTER TABLE seek
    ADD COLUMN seats     integer NOT NULL DEFAULT 2,
    ADD COLUMN bank      integer NOT NULL DEFAULT 0,
    ADD COLUMN increment integer NOT NULL DEFAULT 0,
    ADD COLUMN own       text COLLATE "C" NOT NULL DEFAULT '-',
    ADD COLUMN paired    timestamptz
"""
# Who has come to an offer for more than two. A seek that is gone leaves its lines behind, to be swept away.
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
    """Nodes of the version before go on with seeks for two; one for more is for nobody as they read it."""
    op.execute(SEEK)
    op.execute(GATHERED)
    op.execute("CREATE INDEX gathered_person ON gathered (person)")
