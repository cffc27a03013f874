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
    """Make the table. Matches that are under way are by the rules of nodes that do not know it: older than all."""
    op.execute(RULESET)
