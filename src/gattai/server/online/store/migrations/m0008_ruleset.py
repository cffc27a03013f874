"""Rules and packs in the order in which they came to the site."""

from __future__ import annotations

from alembic import op

revision = "0008_ruleset"
down_revision = ("0006_letters", "0006_seek_dice")

RULESET = """
CREATE TABLE ruleset (
    digest text COLLATE "C" PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    since  timestamptz NOT NULL DEFAULT clock_timestamp()
)
"""


def upgrade() -> None:
    """Create the table. Matches in progress may use rules of older nodes, which it does not list: those count as oldest."""
    op.execute(RULESET)
