"""Published changes of the lobby, and from which address an offer comes."""

from __future__ import annotations

from alembic import op

revision = "0013_lobby_service"
down_revision = "0012_signing_key"

# The leader writes the lobby as changes; losing them does no harm, because a new leader begins with the whole state.
CHANGE = """
CREATE UNLOGGED TABLE lobby_change (
    revision bigint PRIMARY KEY,
    is_whole boolean NOT NULL,
    body     text NOT NULL
)
"""
# A keyed hash, deleted with the offer. Empty for offers of nodes of the previous version.
ADDRESS = """ALTER TABLE seek ADD COLUMN address text COLLATE "C" NOT NULL DEFAULT ''"""


def upgrade() -> None:
    """Create the table and the column. Nodes of the previous version read the lobby themselves."""
    op.execute(CHANGE)
    op.execute(ADDRESS)
