"""A build of the site that throws the same dice in every match: `python -m tests.online.secrecy.same_dice` is `gattai`.

Two matches can only be told apart by what is hidden in them if all else is the same, and nobody may
choose the dice of a match that others join.
"""

from __future__ import annotations

from gattai.kernel.running.committed import NO_SEED, SECRET_BYTES, Committed
from gattai.server.online.play import play
from gattai.terminal.main import main

SECRET = "07" * SECRET_BYTES


def load() -> None:
    """Every match has these dice from now on."""
    play.committed = lambda seats: Committed(SECRET, (NO_SEED,) * seats)  # type: ignore[attr-defined]


if __name__ == "__main__":
    load()
    main()
