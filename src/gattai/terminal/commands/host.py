"""`gattai host`: a site for strangers, on PostgreSQL. What it needs is imported when it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gattai.terminal.arguments import Program
from gattai.terminal.commands.duties import MISSING, File, Url, add_to, found_settings
from gattai.terminal.complaint import Complaint

host_app = Program(
    help="Run a site on which strangers play.",
)

add_to(host_app)


@host_app.callback(invoke_without_command=True)
def host(
    ctx: typer.Context,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="PostgreSQL: postgresql://USER:PASSWORD@HOST:PORT/NAME."),
    ] = None,
    nats: Annotated[
        str | None,
        typer.Option(metavar="URL", help="NATS, for several nodes: nats://HOST:PORT."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Where to listen; usual is 8000.")
    ] = None,
    listen: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="At which address; usual is this machine.")
    ] = None,
    public: Annotated[
        str | None,
        typer.Option(metavar="URL", help="How people reach it, as https://play.example.org."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings as TOML; what is said here wins.")
    ] = None,
) -> None:
    """Serve a site: one command, one PostgreSQL; the tables in it are made or brought up to date."""
    if ctx.invoked_subcommand is not None:
        return
    from gattai.server.online.settings import WrongSettings, read_settings

    said = {
        "database": database,
        "nats": nats,
        "port": port,
        "listen": listen,
        "public": public,
    }
    try:
        found = read_settings(settings, said=said)
    except WrongSettings as problem:
        raise Complaint(str(problem)) from problem
    try:
        from gattai.server.online.host import host as serve
    except ModuleNotFoundError as problem:
        raise Complaint(f"{MISSING} ({problem.name} is missing)") from problem
    serve(found)


@host_app.command("worker")
def worker(
    bots: Annotated[
        int | None,
        typer.Option(min=1, help="How many may think at once; usual is `workers` of the settings."),
    ] = None,
    nats: Annotated[
        str | None, typer.Option(metavar="URL", help="NATS, if not as the settings say.")
    ] = None,
    settings: File = None,
    database: Url = None,
) -> None:
    """Answer for the bots of a site, and for whoever is too late; nobody calls here."""
    found = found_settings(settings, database, nats)
    from gattai.server.online.host import work

    work(found, bots or found.workers or 1)


@host_app.command("bot")
def bot(
    name: Annotated[str, typer.Argument(help="A bot; see `gattai bots list`.")],
    site: Annotated[
        str, typer.Option(metavar="URL", help="The site, as https://play.example.org.")
    ],
    token: Annotated[
        str,
        typer.Option(
            envvar="GATTAI_TOKEN", help="A token that allows read and play; better GATTAI_TOKEN."
        ),
    ],
    seek: Annotated[
        str, typer.Option(metavar="GAME", help="Offer this game to whoever comes.")
    ] = "",
    rated: Annotated[bool, typer.Option("--rated", help="With --seek: rated.")] = False,
    matches: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many matches; else go on.")
    ] = None,
) -> None:
    """Let a bot play at a site, as any other program does."""
    from gattai.server.online.robot import Robot

    try:
        robot = Robot(name, site, token, typer.echo)
        if seek:
            robot.seek(seek, rated=rated)
        robot.play(matches)
    except (OSError, ValueError) as problem:
        raise Complaint(str(problem)) from problem
