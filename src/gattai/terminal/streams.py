"""Standard streams that are closed, full, or cannot encode our characters."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import cast

PLAIN = "gattai-plain"
"""The fallback for characters that a terminal cannot show: the nearest one that it can."""
NEAREST = {
    **dict.fromkeys("█▇▆▅▄▀■▲●◆★✚", "#"),
    **dict.fromkeys("░▨▃▂▁□", "."),
    **dict.fromkeys("─−–—", "-"),
    **dict.fromkeys("·•∘◦", "."),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    **dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)),
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "↗": "/",
    "↙": "/",
    "↖": "\\",
    "↘": "\\",
    "╱": "/",
    "┼": "+",
    "▏": "|",
    "▸": ">",
    "◂": "<",
    "≈": "~",
    "━": "=",
    "…": "...",
    "×": "x",
}


def prepare() -> None:
    """Prepare all three streams and their encoding."""
    codecs.register_error(PLAIN, _nearest)
    # A stream that was closed before we began (`gattai games >&-`) is discarded without an error.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, PLAIN), (sys.stderr, PLAIN)):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def flush() -> None:
    """Flush everything; raises OSError if that fails."""
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()


def give_up() -> None:
    """Discard all output, even what is still buffered when the program ends."""
    if sys.__stdout__ is None:
        return
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.__stdout__.fileno())
        os.close(nowhere)


def _nowhere(mode: str) -> TextIOWrapper:
    return cast(TextIOWrapper, Path(os.devnull).open(mode, encoding="utf-8"))


def _nearest(problem: UnicodeError) -> tuple[str, int]:
    """Return the nearest characters that every terminal has; a question mark if there are none."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    missing = problem.object[problem.start : problem.end]
    return "".join(NEAREST.get(letter, "?") for letter in missing), problem.end
