"""What the commands of all games share: their options, their groups, the verdict of a check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.terminal.printing import QUIET

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Processes = Annotated[
    int,
    typer.Option(
        "--processes",
        "--workers",
        help="How many processes; 0 is one for each core of this machine.",
    ),
]
"""One word wherever games are played by the hundred; `--workers` is what `gattai bots` said before."""
PackFolders = Annotated[
    list[Path] | None,
    typer.Option("--packs", metavar="FOLDER", help="A folder of your own packs; may be repeated."),
]
HELP = {"help_option_names": ["-h", "--help"]}
MOST_PROCESSES = 256
"""More at once is a slip of the hand; who has so many cores has a cluster."""


def command_group(told: str) -> typer.Typer:
    """The commands of one game."""
    return typer.Typer(
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        help=told,
        context_settings=HELP,
    )


def subgroup(of: typer.Typer, name: str, told: str) -> typer.Typer:
    """Commands that share their first word."""
    inner = typer.Typer(
        rich_markup_mode=None, no_args_is_help=True, help=told, context_settings=HELP
    )
    of.add_typer(inner, name=name)
    return inner


def single_command() -> typer.Typer:
    """A program of one command, such as the odds of one game."""
    return typer.Typer(
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings=HELP,
    )


def reasons(refusals: Iterable[Refusal], book: Rulebook) -> Iterator[RenderableType]:
    """Every broken rule in words, with its title and its page below."""
    for refusal in refusals:
        title, page = _where(refusal, book)
        yield f"  {refusal}"
        yield Text(f"    {title} ({page})", QUIET)


def plain_reason(refusal: Refusal, book: Rulebook) -> dict[str, Any]:
    """A broken rule for programs."""
    title, page = _where(refusal, book)
    return {
        "rule": refusal.rule,
        "title": title,
        "page": page,
        "reason": refusal.reason,
        "figures": dict(refusal.figures),
    }


def _where(refusal: Refusal, book: Rulebook) -> tuple[str, str]:
    """Title and page; a ruling of ours has its question and no page of the document."""
    ruling = book.find_ruling(refusal.rule)
    if ruling is not None:
        return ruling.question, "ruling"
    rule = book.find(refusal.rule)
    return rule.title, rule.page


def verdict(what: object, count: int) -> str:
    """Whether something is legal, and for how many reasons it is not."""
    return (
        f"{what}: not legal, for {count} reason{'s' * (count != 1)}" if count else f"{what}: legal"
    )
