"""The dice of a seek: their secret, and the seed of the player who accepts."""

from __future__ import annotations

from alembic import op

revision = "0006_seek_dice"
down_revision = ("0003_lobby", "0005_absence")


def upgrade() -> None:
    """Nodes of the previous version may still create seeks: those have no secret, and their matches draw one."""
    op.execute("ALTER TABLE seek ADD COLUMN secret text NOT NULL DEFAULT ''")
    op.execute("ALTER TABLE seek ADD COLUMN seed text COLLATE \"C\" NOT NULL DEFAULT '-'")
