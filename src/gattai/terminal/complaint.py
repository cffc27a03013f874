"""Turns a user's mistake into a message and an exit code.

Exit codes: 0 success; 1 the answer is no (an invalid transcript, problems in a pack, no
such rule); 2 invalid arguments or unreadable input; 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from typing import TYPE_CHECKING

import typer
from typer.core import TyperGroup

from gattai.terminal import streams

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter

NO = 1
WRONG = 2
INTERRUPTED = 130
LAB = (
    "altair", "jinja2", "numpy", "optuna", "polars", "scipy", "statsmodels", "tomli_w", "vl_convert",
)  # fmt: skip
"""The modules of the extra `lab`. It is installed as a whole, so anyone who needs one needs all of them."""


class Complaint(Exception):
    """A message for the user, and its exit code."""

    def __init__(self, message: str, code: int = WRONG) -> None:
        self.code = code
        super().__init__(message)


def need_lab(what: str) -> None:
    """Raise a Complaint if the extra `lab` is not completely installed; `what` needs it."""
    if missing := [module for module in LAB if find_spec(module) is None]:
        raise Complaint(
            f"{what} needs {', '.join(missing)}, which is not installed: pip install 'gattai[lab]'"
        )


def perhaps(word: str, known: Sequence[str]) -> str:
    """Return `; did you mean 'game'?` if the word is similar to a known one."""
    near = get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def understood(problem: Exception) -> Complaint | None:
    """Return the Complaint for a known kind of error; None for a bug."""
    from gattai.bots.registry import UnknownPlayer
    from gattai.games import UnknownGame
    from gattai.kernel.position import Diverged
    from gattai.kernel.rulebook import Refused, UnknownRule
    from gattai.kernel.text.snapshot import BadPosition
    from gattai.kernel.text.words import UnknownWord
    from gattai.lab.runners.runner import BatchDied, NoCluster
    from gattai.lab.study import BadStudy
    from gattai.odds.exact import CannotWalk
    from gattai.tabletop.problem import PackError

    match problem:
        case Complaint():
            return problem
        case UnknownRule() | Refused():
            return Complaint(str(problem), NO)
        case UnknownGame() | UnknownPlayer() | UnknownWord() | Diverged() | BadPosition():
            return Complaint(str(problem))
        case PackError() | CannotWalk() | BadStudy() | NoCluster() | BatchDied():
            return Complaint(str(problem))
        case OSError():
            named = f"{problem.filename}: " if problem.filename else ""
            return Complaint(f"{named}{problem.strerror or problem}")
        case _:
            return None


class Commands(TyperGroup):
    """The group of all commands: known errors become one line on the error stream."""

    def invoke(self, ctx: Context) -> object:
        """Run a command; print known errors."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The reader of our output has gone (`gattai games | head -1`): stop silently.
            streams.give_up()
            raise typer.Exit(0) from None
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        except (typer.Exit, typer.Abort):
            raise
        except Exception as problem:
            complaint = understood(problem)
            if complaint is None:
                raise
            print(f"gattai: {complaint}", file=sys.stderr)
            raise typer.Exit(complaint.code) from None

    def format_help(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Print the overview by example, as `gattai` alone does."""
        from gattai.terminal import overview

        formatter.write(overview.text())
