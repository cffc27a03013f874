"""Copies of a site's database by PostgreSQL's own tools, and back again."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from gattai.server.online.settings import Settings

MISSING = "{} is missing: it comes with PostgreSQL (Debian: apt-get install postgresql-client)"


class NoCopy(ValueError):
    """A copy could not be made, or not be read back; nothing was changed."""


def backup(settings: Settings, file: Path) -> int:
    """Write everything into one file, as it was at one moment, while the site goes on. Its size in bytes."""
    beside = file.with_name(f".{file.name}.part")
    _run("pg_dump", "--format=custom", f"--file={beside}", f"--dbname={settings.database}")
    beside.replace(file)
    return file.stat().st_size


def restore(settings: Settings, file: Path) -> None:
    """Fill an empty database from a copy, all of it or nothing. `NoCopy` if there is something in it."""
    if not file.is_file():
        raise NoCopy(f"there is no file {file}")
    _run(
        "pg_restore",
        "--single-transaction",
        "--exit-on-error",
        "--no-owner",
        f"--dbname={settings.database}",
        str(file),
    )


def _run(tool: str, *arguments: str) -> None:
    found = shutil.which(tool)
    if found is None:
        raise NoCopy(MISSING.format(tool))
    done = subprocess.run([found, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no reason told"]
        raise NoCopy(f"{tool}: {lines[0]}")
