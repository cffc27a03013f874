"""The files of the browser client, as they were built. Only what is in the list can be had."""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parents[1] / "static"
INDEX = "index.html"

_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>gattai</title>
<h1>The table is set, the page is not</h1>
<p>The browser client has not been built here. In the folder of the source,
<code>make web</code> builds it (it needs Node); then load this page again.</p>
<p>Without it, <code>gattai play GAME --terminal</code> plays at a prompt.</p>
</html>
"""


class File(msgspec.Struct, frozen=True):
    """One file, ready to be sent."""

    content: bytes
    kind: str
    lasts: bool
    """Whether its name changes when it does, so that it may be kept for good."""


def file(name: str) -> File | None:
    """A file of the client; None if there is none of that name. Without a name, the first page."""
    found = _files(_stamp())
    if not name.strip("/"):
        return found.get(INDEX) or File(_NOT_BUILT.encode(), "text/html", False)
    return found.get(name.strip("/"))


def _stamp() -> float:
    """When the client was built: a new build is seen without a restart."""
    try:
        return (FOLDER / INDEX).stat().st_mtime
    except OSError:
        return 0.0


@cache
def _files(stamp: float) -> dict[str, File]:
    if not stamp:
        return {}
    return {
        path.relative_to(FOLDER).as_posix(): _read(path)
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def _read(path: Path) -> File:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(path.read_bytes(), kind, path.parent.name == "assets")
