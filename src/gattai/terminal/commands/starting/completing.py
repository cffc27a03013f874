"""`gattai completion SHELL`: shell completion."""

from __future__ import annotations

from typer.completion import get_completion_script  # type: ignore[attr-defined] # from inside

from gattai.terminal.complaint import Complaint, perhaps

SHELLS = ("bash", "zsh", "fish")
ASKS = "_GATTAI_COMPLETE"


def script(shell: str) -> str:
    """Return the script for a shell's settings. Raises `Complaint` for an unknown shell."""
    if shell not in SHELLS:
        raise Complaint(
            f"completion supports {', '.join(SHELLS)}, not {shell!r}{perhaps(shell, SHELLS)}"
        )
    lines: str = get_completion_script(prog_name="gattai", complete_var=ASKS, shell=shell)
    return lines
