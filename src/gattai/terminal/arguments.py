"""What the commands of all games share: their options, their groups, the verdict of a check."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import RenderableType
from rich.text import Text
from typer.core import TyperCommand
from typer.main import get_command

from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import AnyRuleset
from gattai.terminal.complaint import Complaint
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
Rulings = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        metavar="NAME=READING",
        help="Play a ruling by another reading; see `gattai rules GAME`. May be repeated.",
    ),
]
HELP = {"help_option_names": ["-h", "--help"]}
MOST_PROCESSES = 256
"""More at once is a slip of the hand; who has so many cores has a cluster."""


F = TypeVar("F", bound=Callable[..., Any])
_SHOULD_BE = re.compile(r"^Input should be (.*?)(?:, unable to parse .*)?$", re.DOTALL)


class Command(TyperCommand):
    """A command that says what is wrong with a value in its own words, not in its parser's."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as problem:
            told = problem.message.removeprefix("Value error, ")
            problem.message = _SHOULD_BE.sub(r"must be \1", told)
            raise


class Program(typer.Typer):
    """Commands that all behave alike: plain help, `-h`, no tracebacks for wrong arguments."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            rich_markup_mode=None,
            add_completion=False,
            pretty_exceptions_enable=False,
            context_settings=HELP,
            **settings,
        )

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """Add a command."""
        return super().command(name, **{"cls": Command, **settings})


def command_group(told: str) -> Program:
    """The commands of one game."""
    return Program(no_args_is_help=True, help=told)


def subgroup(of: typer.Typer, name: str, told: str) -> Program:
    """Commands that share their first word."""
    inner = command_group(told)
    of.add_typer(inner, name=name)
    return inner


def single_command() -> Program:
    """A program of one command, such as the odds of one game."""
    return Program()


class PassedOn(Command):
    """A command whose arguments belong to another program, which is imported only when it is wanted."""

    program: Callable[[Any], tuple[typer.Typer, list[str]] | None]
    """From the context of this command: the other program, and what it is given."""

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """What could be typed next, as the other program says."""
        found = self.program(ctx)
        if found is None:
            return super().shell_complete(ctx, incomplete)
        program, args = found
        completing = import_module(
            TyperCommand.__base__.__module__.replace("core", "shell_completion")
        )
        inner = completing._resolve_context(get_command(program), {}, ctx.info_name, args)
        return inner.command.shell_complete(inner, incomplete)


def with_rulings(
    game: str, options: Sequence[str] | None, rulings: Sequence[str] | None, packs: Iterable[Path]
) -> list[str]:
    """The options of a match with the readings chosen for it: they are options of the game too."""
    if rulings and not game:
        raise Complaint("--ruling needs the name of a game: each has its own rulings")
    if rulings:
        from gattai import games

        rules = games.load(game, packs)
        for item in rulings:
            check_ruling(rules, item)
    return [*(options or ()), *(rulings or ())]


def check_ruling(rules: AnyRuleset, item: str) -> None:
    """Complaint, with the nearest name or reading, for what is no ruling of a game or no reading of it."""
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
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(names)}"


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


RandomOpenings = Annotated[
    bool,
    typer.Option(
        "--openings/--no-openings",
        help="Begin every pair of games with a random opening of its own.",
    ),
]
