"""What a host does besides serving: `gattai host check`, `migrate`, `backup`, `account` and so on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gattai.terminal.complaint import NO, Complaint

if TYPE_CHECKING:
    from gattai.server.online.settings import Settings

MISSING = "a site needs more than a table at home: pip install 'gattai[host]'"
RANKS = ("account", "moderator", "host", "closed", "opened")
File = Annotated[Path | None, typer.Option("--settings", metavar="FILE", help="Settings as TOML.")]
Url = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="PostgreSQL, if not as the settings say."),
]


def found_settings(file: Path | None, database: str | None, nats: str | None = None) -> Settings:
    """The settings of a site, read; a complaint names what is wrong with them."""
    from gattai.server.online.settings import WrongSettings, read_settings

    try:
        import asyncpg  # noqa: F401
    except ModuleNotFoundError as problem:
        raise Complaint(f"{MISSING} ({problem.name} is missing)") from problem
    try:
        return read_settings(file, said={"database": database, "nats": nats})
    except WrongSettings as problem:
        raise Complaint(str(problem)) from problem


def check(
    settings: File = None,
    database: Url = None,
    migrate: Annotated[bool, typer.Option(help="Make the tables that are missing.")] = False,
) -> None:
    """Look at everything that a site needs before it is started, and say what to do."""
    from gattai.server.online.duty.checking import check as look
    from gattai.server.online.store.migrating import migrate as make

    found = found_settings(settings, database)

    async def see() -> int:
        wrong = 0
        async for finding in look(found):
            if not finding.well and finding.what == "tables" and migrate:
                await make(found.database)
                typer.echo("made   tables")
                continue
            wrong += not finding.well
            mark = "well  " if finding.well else "WRONG "
            typer.echo(f"{mark} {finding.what}" + (f": {finding.said}" if finding.said else ""))
        return wrong

    wrong = asyncio.run(see())
    if wrong:
        raise Complaint(f"{wrong} of these would keep the site from running")


def migrate(settings: File = None, database: Url = None) -> None:
    """Bring the tables of the database to what this version needs; old nodes go on meanwhile."""
    from gattai.server.online.store.migrating import migrate as make
    from gattai.server.online.store.migrating import missing

    found = found_settings(settings, database)

    async def work() -> tuple[str, ...]:
        steps = await missing(found.database)
        if steps:
            await make(found.database)
        return steps

    try:
        steps = asyncio.run(work())
    except OSError as problem:
        raise Complaint(f"the database does not answer: {problem}") from problem
    typer.echo(f"made {', '.join(steps)}" if steps else "nothing was missing")


def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy is to be.")],
    settings: File = None,
    database: Url = None,
) -> None:
    """Copy everything into one file, as it is at this moment; the site goes on."""
    from gattai.server.online.duty.backup import NoCopy
    from gattai.server.online.duty.backup import backup as copy

    try:
        size = copy(found_settings(settings, database), file)
    except (NoCopy, OSError) as problem:
        raise Complaint(str(problem)) from problem
    typer.echo(f"{file}: {size:,} bytes")


def restore(
    file: Annotated[Path, typer.Argument(help="A copy that `gattai host backup` made.")],
    settings: File = None,
    database: Url = None,
) -> None:
    """Fill an empty database from a copy: all of it, or nothing."""
    from gattai.server.online.duty.backup import NoCopy
    from gattai.server.online.duty.backup import restore as fill

    try:
        fill(found_settings(settings, database), file)
    except NoCopy as problem:
        raise Complaint(str(problem)) from problem
    typer.echo("everything is back")


def show_settings(settings: File = None) -> None:
    """Print every setting as it is, with its name in the environment."""
    import msgspec

    from gattai.server.online.settings import PREFIX
    from gattai.server.online.settings import Settings as All

    found = found_settings(settings, None)
    for field in msgspec.structs.fields(All):
        value = getattr(found, field.name)
        shown = _without_password(value) if field.name in ("database", "nats", "mail") else value
        typer.echo(f"{field.name} = {shown!r}  ({PREFIX}{field.name.upper()})")


def _without_password(address: str) -> str:
    """An address that may be shown to somebody looking over a shoulder.

    >>> _without_password("postgresql://ann:secret@db/gattai")
    'postgresql://ann:***@db/gattai'
    """
    from urllib.parse import urlsplit, urlunsplit

    parts = urlsplit(address)
    if not parts.password:
        return address
    return urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", ":***@")))


def user(
    name: Annotated[str, typer.Argument(help="The name of an account.")],
    rank: Annotated[
        str, typer.Argument(help="What it becomes: account, moderator or host; or closed, opened.")
    ],
    why: Annotated[str, typer.Option(help="What the log of moderators says.")] = "by the host",
    settings: File = None,
    database: Url = None,
) -> None:
    """Make somebody a moderator, or close an account; it stands in the log of moderators."""
    found = found_settings(settings, database)
    if rank not in RANKS:
        raise Complaint(f"{rank!r} is none of {', '.join(RANKS)}")
    if not asyncio.run(_ranked(found, name, rank, why)):
        raise Complaint(f"there is no account called {name!r}", NO)
    typer.echo(f"{name} is {rank} now")


async def _ranked(settings: Settings, name: str, rank: str, why: str) -> bool:
    from gattai.server.online.caller import Person, Rank
    from gattai.server.online.people.moderation import Moderation
    from gattai.server.online.people.persons import Persons
    from gattai.server.online.store.pool import Database

    async with Database(settings.database, size=1) as database:
        person = await Persons(database).called(name)
        if person is None:
            return False
        moderation = Moderation(database)
        host = Person("", "the host", Rank.HOST)
        if rank == "closed":
            return await moderation.close(person.id, host, why)
        if rank == "opened":
            return await moderation.reopen(person.id, host, why)
        return await moderation.set_rank(person.id, Rank[rank.upper()], host.id, why)


def account(
    name: Annotated[str, typer.Argument(help="The name of the new account.")],
    settings: File = None,
    database: Url = None,
) -> None:
    """Make an account and print its password, for somebody whom you invite."""
    from gattai.server.online.duty.accounts import make_account
    from gattai.server.online.people.naming import TakenName, WrongName

    try:
        password = asyncio.run(make_account(found_settings(settings, database), name))
    except TakenName as problem:
        raise Complaint(
            f"{problem}; `gattai host password {name}` gives it a new password"
        ) from problem
    except (WrongName, OSError) as problem:
        raise Complaint(str(problem)) from problem
    typer.echo(f"{name}: {password}")


def password(
    name: Annotated[str, typer.Argument(help="The name of an account.")],
    settings: File = None,
    database: Url = None,
) -> None:
    """Give an account a new password and print it; the account is logged out everywhere."""
    from gattai.server.online.duty.accounts import reset_password

    try:
        new = asyncio.run(reset_password(found_settings(settings, database), name))
    except OSError as problem:
        raise Complaint(str(problem)) from problem
    if new is None:
        raise Complaint(
            f"there is no account called {name!r}; `gattai host account {name}` makes it", NO
        )
    typer.echo(f"{name}: {new}")


def add_to(app: typer.Typer) -> None:
    """Make them commands of `gattai host`."""
    app.command("check")(check)
    app.command("migrate")(migrate)
    app.command("backup")(backup)
    app.command("restore")(restore)
    app.command("settings")(show_settings)
    app.command("user")(user)
    app.command("account")(account)
    app.command("password")(password)
