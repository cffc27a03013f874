"""The entry point of `gattai`: quick to start, for it imports only what is wanted."""

from __future__ import annotations

import os
import sys

COMPLETING = "_GATTAI_COMPLETE"
"""Set by a shell that asks what could be typed next: `gattai completion`."""
ALONE = {(): "overview", ("--help",): "overview", ("-h",): "overview", ("--version",): "version"}


def main() -> None:
    """The entry point. What needs no command is answered before anything large is imported."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter shows a question mark, and the game goes on.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    wanted = None if COMPLETING in os.environ else ALONE.get(tuple(sys.argv[1:]))
    if wanted == "overview":
        from gattai.terminal import overview

        sys.stdout.write(overview.text())
    elif wanted == "version":
        from gattai.terminal import overview

        sys.stdout.write(f"{overview.own_version()}\n")
    else:
        from gattai.terminal.commands.app import app

        if COMPLETING in os.environ:
            from typer.completion import completion_init  # type: ignore[attr-defined] # from inside

            completion_init()
        app(prog_name="gattai")


if __name__ == "__main__":
    main()
