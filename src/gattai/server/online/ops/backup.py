"""Backup and restore of a site's database with PostgreSQL's own tools."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

from gattai.server.online.settings import Settings

MISSING = "{} is missing: it comes with PostgreSQL (Debian: apt-get install postgresql-client)"


class NoCopy(ValueError):
    """A backup could not be written or restored; nothing was changed."""


def backup(settings: Settings, file: Path) -> int:
    """Write a consistent backup to one file while the site runs; returns its size in bytes.

    Only the owner may read the file.
    """
    beside = file.with_name(f".{file.name}.part")
    beside.unlink(missing_ok=True)
    os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it contains secrets
    try:
        _run(settings, "pg_dump", "--format=custom", f"--file={beside}")
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    return file.stat().st_size


def restore(settings: Settings, file: Path) -> None:
    """Restore a backup into an empty database, completely or not at all. Raises `NoCopy` if it is not empty."""
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
    # Every user of a machine can read command lines, but not environments.
    known = {**os.environ, "PGPASSWORD": password} if password else None
    command = [found, f"--dbname={address}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=known)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no reason given"]
        raise NoCopy(f"{tool}: {lines[0]}")


def apart(database: str) -> tuple[str, str]:
    """Return the address of a database without its password, and the password.

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
