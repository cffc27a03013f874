"""Portability: nothing in the project knows the machine it was written on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

HOMES = "Users|home|mnt|opt|private|root|srv|tmp|var|work"
ABSOLUTE = re.compile(
    rf"(?<![\w.~$\}}/<-])/(?:{HOMES})/[\w.-]+|\b[A-Z]:\\+(?:Users|Program|Windows)\b"
)
HOSTS = tuple(
    ".".join(labels)
    for labels in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("conda", "anaconda", "org"),
        ("deb", "debian", "org"),
        ("crates", "io"),
    )
)
OWN_INDEX = re.compile(r"^\s*(?:--(?:extra-)?index-url|--find-links|--trusted-host|-i)\b", re.M)
LOCKED_TO_A_HOST = frozenset({"uv.lock", "poetry.lock", "pdm.lock", "yarn.lock"})


def ties(path: str, text: str) -> Iterator[str]:
    """Whatever in this file would tie the project to one machine or one registry."""
    name = PurePosixPath(path).name
    if name in LOCKED_TO_A_HOST:
        yield f"{path}: records where packages were fetched from"
    if name == "package-lock.json" and '"resolved"' in text:
        yield f"{path}: records where packages were fetched from; omit the resolved addresses"
    for number, line in enumerate(text.splitlines(), 1):
        for found in ABSOLUTE.finditer(line):
            yield f"{path}:{number}: absolute path {found.group()}"
        for host in HOSTS:
            if host in line:
                yield f"{path}:{number}: names the registry {host}"
    if PurePosixPath(path).suffix in {".txt", ".in"} and OWN_INDEX.search(text):
        yield f"{path}: chooses its own package index"
