"""Copies of a site's database by PostgreSQL's own tools, and back again."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

from gattai.server.online.settings import Settings

MISSING = "{} is missing: it comes with PostgreSQL (Debian: apt-get install postgresql-client)"


class NoCopy(ValueError):
    """A copy could not be made, or not be read back; nothing was changed."""


def backup(settings: Settings, file: Path) -> int:
    """Write everything into one file, as it was at one moment, while the site goes on. Its size in bytes.

    Only whoever makes it may read it.
    """
    beside = file.with_name(f".{file.name}.part")
    beside.unlink(missing_ok=True)
    os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # secrets stand in it
    try:
        _run(settings, "pg_dump", "--format=custom", f"--file={beside}")
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    return file.stat().st_size


def restore(settings: Settings, file: Path) -> None:
    """Fill an empty database from a copy, all of it or nothing. `NoCopy` if there is something in it."""
    if not file.is_file():
        raise NoCopy(f"there is no file {file}")
    _run(
        settings,
        "pg_restore",
        "--single-transaction",
        "--exit-on-error",
        "--no-owner",
        str(file),
    )


def _run(settings: Settings, tool: str, *arguments: str) -> None:
    found = shutil.which(tool)
    if found is None:
        raise NoCopy(MISSING.format(tool))
    address, password = apart(settings.database)
    # Everybody on a machine may read the words of a command, and nobody its environment.
    known = {**os.environ, "PGPASSWORD": password} if password else None
    command = [found, f"--dbname={address}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=known)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no reason told"]
        raise NoCopy(f"{tool}: {lines[0]}")


def apart(database: str) -> tuple[str, str]:
    """The address of a database without its password, and the password.

    >>> apart("postgresql://ada:p%40ss@db:5432/gattai?sslmode=require")
    ('postgresql://ada@db:5432/gattai?sslmode=require', 'p@ss')
    >>> apart("postgresql:///gattai")
    ('postgresql:///gattai', '')
    """
    place = urlsplit(database)
    if place.password is None:
        return database, ""
    who, _, where = place.netloc.rpartition("@")
    bare = place._replace(netloc=f"{who.partition(':')[0]}@{where}")
    return bare.geturl(), unquote(place.password)
