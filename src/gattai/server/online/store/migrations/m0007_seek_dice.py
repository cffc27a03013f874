"""What an offered game says of its dice: their secret, and the seed of whoever takes it up."""

from __future__ import annotations

from alembic import op

revision = "0006_seek_dice"
down_revision = ("0003_lobby", "0005_absence")


def upgrade() -> None:
    """Nodes of the version before may still put seeks: theirs have no secret, and their matches draw one."""
    op.execute("ALTER TABLE seek ADD COLUMN secret text NOT NULL DEFAULT ''")
    op.execute("ALTER TABLE seek ADD COLUMN seed text COLLATE \"C\" NOT NULL DEFAULT '-'")
