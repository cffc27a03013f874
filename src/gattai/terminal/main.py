"""The entry point of `gattai`. It starts quickly because it imports only what is needed."""

from __future__ import annotations

import os
import sys

from gattai.terminal import streams

COMPLETING = "_GATTAI_COMPLETE"
"""Set by a shell that asks for completions: `gattai completion`."""
ALONE = {(): "overview", ("--help",): "overview", ("-h",): "overview", ("--version",): "version"}


def main() -> None:
    """Run the command; end cleanly even if nobody reads the output, or the disk is full."""
    streams.prepare()
    try:
        try:
            run()
        finally:
            streams.flush()
    except BrokenPipeError:  # the reader of our output has gone (`gattai games | head -1`)
        streams.give_up()
        sys.exit(0)
    except OSError as problem:
        streams.give_up()
        ended = problem.__context__
        if not (
            isinstance(ended, SystemExit) and ended.code
        ):  # otherwise the error was already printed
            print(f"gattai: {problem.strerror or problem}", file=sys.stderr)
        sys.exit(2)


def run() -> None:
    """Answer simple requests before anything large is imported."""
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
