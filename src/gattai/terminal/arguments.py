"""What the commands of all games share: options, groups, the verdict of a check."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import RenderableType
from rich.text import Text
from typer.core import TyperCommand
from typer.main import get_command

from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import AnyRuleset
from gattai.terminal.complaint import Complaint
from gattai.terminal.printing import QUIET

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer._click.shell_completion import CompletionItem

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Processes = Annotated[
    int,
    typer.Option(
        "--processes",
        "--workers",
        help="Number of processes; 0 for one per core.",
    ),
]
"""One name for all commands; `--workers` is the old name in `gattai bots`."""
PackFolders = Annotated[
    list[Path] | None,
    typer.Option("--packs", metavar="FOLDER", help="A folder of your own packs; may be repeated."),
]
Rulings = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        metavar="NAME=READING",
        help="Choose another reading of a ruling; see `gattai rules GAME`. May be repeated.",
    ),
]
HELP = {"help_option_names": ["-h", "--help"]}
MAX_PROCESSES = 256
"""A larger number is surely a mistake; use a cluster for more."""


F = TypeVar("F", bound=Callable[..., object])
_SHOULD_BE = re.compile(r"^Input should be (.*?)(?:, unable to parse .*)?$", re.DOTALL)


class PlainCommand(TyperCommand):
    """A command with plain error messages for invalid values."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the arguments, with plain error messages."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as problem:
            expected = problem.message.removeprefix("Value error, ")
            problem.message = _SHOULD_BE.sub(r"must be \1", expected)
            raise


class CommandGroup(typer.Typer):
    """A group of commands with plain help, `-h`, and no tracebacks for wrong arguments."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            rich_markup_mode=None,
            add_completion=False,
            pretty_exceptions_enable=False,
            context_settings=HELP,
            **settings,
        )

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """Return a decorator that adds a command."""
        return super().command(name, **{"cls": PlainCommand, **settings})


def command_group(text: str) -> CommandGroup:
    """Create the group of one game's commands."""
    return CommandGroup(no_args_is_help=True, help=text)


def subgroup(of: typer.Typer, name: str, text: str) -> CommandGroup:
    """Create a group of commands that share their first word."""
    inner = command_group(text)
    of.add_typer(inner, name=name)
    return inner


class PassedOn(PlainCommand):
    """A command whose arguments go to another program, imported only on use."""

    program: Callable[[Context], tuple[typer.Typer, list[str]] | None]
    """Returns the other program and its arguments, given this command's context."""

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        """Return the shell completions of the other program."""
        found = self.program(ctx)
        if found is None:
            return super().shell_complete(ctx, incomplete)
        program, args = found
        completing = import_module(
            TyperCommand.__base__.__module__.replace("core", "shell_completion")
        )
        inner = completing._resolve_context(get_command(program), {}, ctx.info_name, args)
        items: list[CompletionItem] = inner.command.shell_complete(inner, incomplete)
        return items


def with_rulings(
    game: str, options: Sequence[str] | None, rulings: Sequence[str] | None, packs: Iterable[Path]
) -> list[str]:
    """Return the match options with the chosen readings: these are options of the game too."""
    if rulings and not game:
        raise Complaint("--ruling needs the name of a game, because each game has its own rulings")
    if rulings:
        from gattai import games

        rules = games.load(game, packs)
        for item in rulings:
            check_ruling(rules, item)
    return [*(options or ()), *(rulings or ())]


def check_ruling(rules: AnyRuleset, item: str) -> None:
    """Raise Complaint, with the nearest name or reading, if this is no ruling or reading of the game."""
    name, equals, reading = (part.strip() for part in item.partition("="))
    switches = rules.rulebook.switches
    if not switches:
        raise Complaint(f"{rules.name} has no rulings that can be changed")
    if name not in switches:
        raise Complaint(f"{rules.name} has no ruling {name!r}{_nearest(name, switches)}")
    readings = [each.name for each in switches[name][1].readings]
    if not equals:
        raise Complaint(f"a ruling is NAME=READING, such as {name}={readings[-1]}, not {item!r}")
    if reading not in readings:
        raise Complaint(f"ruling {name} has no reading {reading!r}{_nearest(reading, readings)}")


def _nearest(wanted: str, known: Iterable[str]) -> str:
    names = [*known]
    near = difflib.get_close_matches(wanted, names, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; choose from {', '.join(names)}"


def reasons(refusals: Iterable[Refusal], book: Rulebook) -> Iterator[RenderableType]:
    """Yield every broken rule in words, with its title and page below."""
    for refusal in refusals:
        title, page = _where(refusal, book)
        yield f"  {refusal}"
        yield Text(f"    {title} ({page})", QUIET)


def plain_reason(refusal: Refusal, book: Rulebook) -> dict[str, object]:
    """Return a broken rule as data."""
    title, page = _where(refusal, book)
    return {
        "rule": refusal.rule,
        "title": title,
        "page": page,
        "reason": refusal.reason,
        "figures": dict(refusal.figures),
    }


def _where(refusal: Refusal, book: Rulebook) -> tuple[str, str]:
    """Return title and page; for a house ruling, its question and no page."""
    ruling = book.find_ruling(refusal.rule)
    if ruling is not None:
        return ruling.question, "ruling"
    rule = book.find(refusal.rule)
    return rule.title, rule.page


def verdict(what: object, count: int) -> str:
    """Return whether something is legal, or the number of reasons why it is not."""
    return (
        f"{what}: not legal, for {count} reason{'s' * (count != 1)}" if count else f"{what}: legal"
    )


RandomOpenings = Annotated[
    bool,
    typer.Option(
        "--openings/--no-openings",
        help="Begin every pair of games with its own random opening.",
    ),
]
