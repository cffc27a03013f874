"""What a roll came to against one unit."""

from __future__ import annotations

import msgspec

from gattai.games.aegis.state import UnitId


class Hit(msgspec.Struct, frozen=True, gc=False):
    """AEGIS.TERM.AFFECTED: a unit in the area; affected if there is at least one success."""

    unit: UnitId
    successes: int
    exact: int
    """Successful dice exactly on the number."""
