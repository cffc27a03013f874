"""`gattai host`: a public site on PostgreSQL. Its packages are imported on use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gattai.terminal.arguments import CommandGroup
from gattai.terminal.commands.duties import MISSING, File, Url, add_to, found_settings
from gattai.terminal.complaint import Complaint

host_app = CommandGroup(
    help="Run a public site.",
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
        int | None, typer.Option(min=0, max=65535, help="The port to listen on; default: 8000.")
    ] = None,
    listen: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="The address to listen on; default: this machine only."
        ),
    ] = None,
    public: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The public address, such as https://play.example.org."),
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Settings as TOML; options of this command override them."
        ),
    ] = None,
) -> None:
    """Serve a site: one command, one PostgreSQL database; its tables are created or updated."""
    if ctx.invoked_subcommand is not None:
        return
    from gattai.server.online.settings import WrongSettings, read_settings

    given = {
        "database": database,
        "nats": nats,
        "port": port,
        "listen": listen,
        "public": public,
    }
    try:
        found = read_settings(settings, given=given)
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
        typer.Option(
            min=1, help="Bots that may think at once; default: `workers` in the settings."
        ),
    ] = None,
    nats: Annotated[
        str | None, typer.Option(metavar="URL", help="NATS, instead of the setting.")
    ] = None,
    settings: File = None,
    database: Url = None,
) -> None:
    """Run the bots and expired time limits of a site; this process serves no pages."""
    found = found_settings(settings, database, nats)
    from gattai.server.online.host import work

    work(found, bots or found.workers or 1)


@host_app.command("bot")
def bot(
    name: Annotated[str, typer.Argument(help="A bot; see `gattai bots list`.")],
    site: Annotated[
        str, typer.Option(metavar="URL", help="The site, such as https://play.example.org.")
    ],
    token: Annotated[
        str,
        typer.Option(
            envvar="GATTAI_TOKEN",
            help="A token with the scopes read and play; better set GATTAI_TOKEN.",
        ),
    ],
    seek: Annotated[str, typer.Option(metavar="GAME", help="Offer this game in the lobby.")] = "",
    rated: Annotated[
        bool, typer.Option("--rated", help="With --seek: make the game rated.")
    ] = False,
    matches: Annotated[
        int | None, typer.Option(min=1, help="Stop after this many matches; default: run forever.")
    ] = None,
) -> None:
    """Let a bot play at a site, like any other program."""
    from gattai.server.online.robot import Robot

    try:
        robot = Robot(name, site, token, typer.echo)
        if seek:
            robot.seek(seek, rated=rated)
        robot.play(matches)
    except (OSError, ValueError) as problem:
        raise Complaint(str(problem)) from problem
