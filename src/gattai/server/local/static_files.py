"""The files of the browser client, as they were built. Only what is in the list can be had."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
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
    packed: bytes
    """The same, compressed once for all who ask."""
    tag: str
    """Changes whenever the content does."""


def file(name: str) -> File | None:
    """A file of the client; None if there is none of that name. Without a name, the first page."""
    found = _files(_stamp())
    if not name.strip("/"):
        return found.get(INDEX) or _made(_NOT_BUILT.encode(), "text/html")
    return found.get(name.strip("/"))


class NotBuilt(LookupError):
    """There is no client here."""


def client() -> tuple[str, str]:
    """Style and script of the client, for a page that holds them itself."""
    style, script = file("client.css"), file("client.js")
    if style is None or script is None:
        raise NotBuilt("the browser client has not been built here: make web builds it")
    return style.content.decode(), script.content.decode()


def answer(
    name: str, version: str, headers: Mapping[str, str]
) -> tuple[int, bytes, dict[str, str]]:
    """Status, content and headers of a file; LookupError if there is none.

    The first page names the others with their tags (`client.js?v=...`): what is asked for like that
    never changes and is kept for good. Everything else is asked for again, and not sent again.
    """
    found = file(name)
    if found is None:
        raise LookupError("there is no such page")
    lasts = version == found.tag
    said = {
        "cache-control": "public, max-age=31536000, immutable" if lasts else "no-cache",
        "etag": f'"{found.tag}"',
        "vary": "accept-encoding",
    }
    if found.tag in headers.get("if-none-match", ""):
        return 304, b"", said
    said["content-type"] = f"{found.kind}; charset=utf-8" if _is_text(found.kind) else found.kind
    if "gzip" not in headers.get("accept-encoding", ""):
        return 200, found.content, said
    return 200, found.packed, {**said, "content-encoding": "gzip"}


def _is_text(kind: str) -> bool:
    return kind.startswith("text/")


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
    found = {
        path.relative_to(FOLDER).as_posix(): _read(path)
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }
    page = found[INDEX].content
    for name, each in found.items():
        page = page.replace(f'"./{name}"'.encode(), f'"./{name}?v={each.tag}"'.encode())
    return {**found, INDEX: _made(page, found[INDEX].kind)}


def _read(path: Path) -> File:
    return _made(
        path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    )


def _made(content: bytes, kind: str) -> File:
    tag = hashlib.sha256(content).hexdigest()[:16]
    return File(content, kind, gzip.compress(content, 9, mtime=0), tag)
