"""What is read from and written to: closed, cut off, full, or without the letters we use."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import cast

PLAIN = "gattai-plain"
"""How a terminal is written to that has not all letters: with the nearest that it has."""
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
    """Have all three streams, and letters that each can take."""
    codecs.register_error(PLAIN, _nearest)
    # A stream that was closed before we began (`gattai games >&-`) is nowhere, and no error.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, PLAIN), (sys.stderr, PLAIN)):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def flush() -> None:
    """Have everything written; OSError if it cannot be."""
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()


def give_up() -> None:
    """Write nothing more, not even what waits to be written when the program ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.__stdout__.fileno())  # type: ignore[union-attr] # it may be None
        os.close(nowhere)


def _nowhere(mode: str) -> TextIOWrapper:
    return cast(TextIOWrapper, Path(os.devnull).open(mode, encoding="utf-8"))


def _nearest(problem: UnicodeError) -> tuple[str, int]:
    """The nearest letters that every terminal has; a question mark for what has none."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    missing = problem.object[problem.start : problem.end]
    return "".join(NEAREST.get(letter, "?") for letter in missing), problem.end
