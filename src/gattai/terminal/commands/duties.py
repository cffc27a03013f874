"""Commands of a host besides serving: `gattai host check`, `migrate`, `backup`, `account` and so on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gattai.terminal.complaint import NO, Complaint

if TYPE_CHECKING:
    from gattai.server.online.settings import Settings

MISSING = "a site needs additional packages: pip install 'gattai[host]'"
RANKS = ("account", "moderator", "host", "closed", "opened")
File = Annotated[Path | None, typer.Option("--settings", metavar="FILE", help="Settings as TOML.")]
Url = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="PostgreSQL, instead of the setting."),
]


def found_settings(file: Path | None, database: str | None, nats: str | None = None) -> Settings:
    """Read the settings of a site; a Complaint names what is wrong with them."""
    from gattai.server.online.settings import WrongSettings, read_settings

    try:
        import asyncpg  # noqa: F401
    except ModuleNotFoundError as problem:
        raise Complaint(f"{MISSING} ({problem.name} is missing)") from problem
    try:
        return read_settings(file, given={"database": database, "nats": nats})
    except WrongSettings as problem:
        raise Complaint(str(problem)) from problem


def check(
    settings: File = None,
    database: Url = None,
    migrate: Annotated[bool, typer.Option(help="Create missing tables.")] = False,
) -> None:
    """Check everything that a site needs before it starts, and say how to fix problems."""
    from gattai.server.online.ops.checking import check as rollout
    from gattai.server.online.store.migrating import migrate as make

    found = found_settings(settings, database)

    async def see() -> int:
        wrong = 0
        async for finding in rollout(found):
            if not finding.well and finding.what == "tables" and migrate:
                await make(found.database)
                typer.echo("made   tables")
                continue
            wrong += not finding.well
            mark = "well  " if finding.well else "WRONG "
            typer.echo(f"{mark} {finding.what}" + (f": {finding.advice}" if finding.advice else ""))
        return wrong

    wrong = asyncio.run(see())
    if wrong:
        raise Complaint(f"{wrong} problems would keep the site from running")


def migrate(settings: File = None, database: Url = None) -> None:
    """Bring the database tables up to date; old nodes can keep running."""
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
    typer.echo(f"applied {', '.join(steps)}" if steps else "nothing to do")


def backup(
    file: Annotated[Path, typer.Argument(help="The file of the backup.")],
    settings: File = None,
    database: Url = None,
) -> None:
    """Back up everything into one consistent file while the site runs."""
    from gattai.server.online.ops.backup import NoCopy
    from gattai.server.online.ops.backup import backup as copy

    try:
        size = copy(found_settings(settings, database), file)
    except (NoCopy, OSError) as problem:
        raise Complaint(str(problem)) from problem
    typer.echo(f"{file}: {size:,} bytes")


def restore(
    file: Annotated[Path, typer.Argument(help="A file written by `gattai host backup`.")],
    settings: File = None,
    database: Url = None,
) -> None:
    """Restore a backup into an empty database: completely, or not at all."""
    from gattai.server.online.ops.backup import NoCopy
    from gattai.server.online.ops.backup import restore as fill

    try:
        fill(found_settings(settings, database), file)
    except NoCopy as problem:
        raise Complaint(str(problem)) from problem
    typer.echo("restored")


def show_settings(settings: File = None) -> None:
    """Print every setting with its value and its environment variable."""
    import msgspec

    from gattai.server.online.settings import PREFIX
    from gattai.server.online.settings import Settings as All

    found = found_settings(settings, None)
    for field in msgspec.structs.fields(All):
        value = getattr(found, field.name)
        shown = _without_password(value) if field.name in ("database", "nats", "mail") else value
        typer.echo(f"{field.name} = {shown!r}  ({PREFIX}{field.name.upper()})")


def _without_password(address: str) -> str:
    """Return a database address without its password, to show it.

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
        str, typer.Argument(help="The new rank: account, moderator or host; or closed, opened.")
    ],
    why: Annotated[str, typer.Option(help="The reason, for the moderation log.")] = "by the host",
    settings: File = None,
    database: Url = None,
) -> None:
    """Set the rank of an account, or close or open it; the moderation log records it."""
    found = found_settings(settings, database)
    if rank not in RANKS:
        raise Complaint(f"{rank!r} is not one of {', '.join(RANKS)}")
    if not asyncio.run(_ranked(found, name, rank, why)):
        raise Complaint(f"there is no account {name!r}", NO)
    typer.echo(f"{name} is now {rank}")


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
    """Create an account for someone you invite, and print its password."""
    from gattai.server.online.ops.accounts import make_account
    from gattai.server.online.people.naming import TakenName, WrongName

    try:
        password = asyncio.run(make_account(found_settings(settings, database), name))
    except TakenName as problem:
        raise Complaint(
            f"{problem}; `gattai host password {name}` sets a new password"
        ) from problem
    except (WrongName, OSError) as problem:
        raise Complaint(str(problem)) from problem
    typer.echo(f"{name}: {password}")


def password(
    name: Annotated[str, typer.Argument(help="The name of an account.")],
    settings: File = None,
    database: Url = None,
) -> None:
    """Set and print a new password for an account; it is logged out everywhere."""
    from gattai.server.online.ops.accounts import reset_password

    try:
        new = asyncio.run(reset_password(found_settings(settings, database), name))
    except OSError as problem:
        raise Complaint(str(problem)) from problem
    if new is None:
        raise Complaint(
            f"there is no account {name!r}; `gattai host account {name}` creates it", NO
        )
    typer.echo(f"{name}: {new}")


def keys(
    rotate: Annotated[
        bool,
        typer.Option("--rotate", help="Sign with a new key; the old one is valid for an hour."),
    ] = False,
    withdraw: Annotated[
        str,
        typer.Option(metavar="ID", help="Remove a stolen key: its signatures become invalid."),
    ] = "",
    settings: File = None,
    database: Url = None,
) -> None:
    """List the keys that sign receipts and saved games; rotate them, or withdraw a stolen one."""
    found = found_settings(settings, database)
    if rotate and found.signing_key:
        raise Complaint(f"this key is a file: put a new one at {found.signing_key} and restart")
    try:
        lines = asyncio.run(_keys(found, withdraw, rotate=rotate))
    except (OSError, ValueError) as problem:
        raise Complaint(str(problem)) from problem
    for line in lines:
        typer.echo(line)


async def _keys(settings: Settings, withdraw: str, *, rotate: bool) -> list[str]:
    from gattai.server.online.store.pool import Database
    from gattai.server.online.store.signing_keys import SigningKeys

    async with Database(settings.database, size=1) as database:
        found = SigningKeys(database, settings.signing_key)
        if withdraw and not await found.withdraw(withdraw):
            raise Complaint(f"there is no key {withdraw!r}", NO)
        await found.ready()
        if rotate:
            await found.rotate()
            await found.read()
        return [
            f"{key.id}  {key.public}  since {key.since:%Y-%m-%d %H:%M}"
            + (f"  until {key.until:%Y-%m-%d %H:%M}" if key.until else "  signs")
            for key in found.listed
        ]


def add_to(app: typer.Typer) -> None:
    """Add these commands to `gattai host`."""
    app.command("check")(check)
    app.command("migrate")(migrate)
    app.command("backup")(backup)
    app.command("restore")(restore)
    app.command("settings")(show_settings)
    app.command("user")(user)
    app.command("account")(account)
    app.command("password")(password)
    app.command("keys")(keys)
