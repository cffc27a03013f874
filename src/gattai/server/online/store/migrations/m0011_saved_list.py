"""Lists that people have saved in the builder."""

from __future__ import annotations

from alembic import op

revision = "0011_saved_list"
down_revision = "0010_warning"

# The primary key begins with the person, so that a list can only be found together with its owner.
SAVED_LIST = """
CREATE TABLE saved_list (
    person  text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    id      text COLLATE "C" NOT NULL,
    body    text NOT NULL,
    changed timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (person, id)
)
"""


def upgrade() -> None:
    """Create the table. Nodes of the previous version save no lists."""
    op.execute(SAVED_LIST)
