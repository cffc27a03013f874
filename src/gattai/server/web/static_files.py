"""The built files of the browser client. Only listed files are served."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parents[1] / "static"
INDEX = "index.html"
PACKED = ".gz"
SITE = "site/site.html"
"""The pages of a site."""
PARTS = "parts/"
"""Parts of the client that load on demand."""
REPLAY = "replay"
"""The part that shows a game step by step."""
REPORT = "report"
"""The part for completed games."""
RULES = "rules"
"""The part for rules, of which a replay cites some."""
SETTINGS = "settings"
OPEN = "open"
"""The part that draws boards without cells."""
IN_FILMS = (REPLAY, REPORT, RULES, SETTINGS)
"""The parts that every film contains; `OPEN` only if its board has no cells."""
FOR_FILMS = tuple(
    f"{part}.{kind}"
    for part in ("client", *(f"{PARTS}{each}" for each in (*IN_FILMS, OPEN)))
    for kind in ("css", "js")
)
"""The files of which films contain some or all."""
TABLE = "site/table.html"
"""The page of a match on a site: the local page plus the site's additions."""

_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>gattai</title>
<h1>The browser client is missing</h1>
<p>The browser client has not been built here. In the folder of the source,
<code>make web</code> builds it (it needs Node); then load this page again.</p>
<p>Without it, <code>gattai play GAME --terminal</code> plays at a prompt.</p>
</html>
"""


class File(msgspec.Struct, frozen=True):
    """A file, ready to be sent."""

    content: bytes
    kind: str
    packed: bytes
    """The content compressed once for everyone."""
    tag: str
    """Changes with the content."""


def file(name: str) -> File | None:
    """Return a file of the client; None if there is none. Without a name, the first page."""
    found = _files(_stamp())
    if not name.strip("/"):
        return found.get(INDEX) or _made(_NOT_BUILT.encode(), "text/html")
    return found.get(name.strip("/"))


class NotBuilt(LookupError):
    """The client has not been built."""


def client(*parts: str) -> tuple[str, str]:
    """Return style and script of the client with these parts, for a self-contained page."""
    styles, scripts = [_text("client.css")], []
    for part in parts:
        styles.append(_text(f"{PARTS}{part}.css"))
        scripts.append(_text(f"{PARTS}{part}.js"))
    return "\n".join(styles), "\n".join([*scripts, _text("client.js")])


def in_film(film: bytes) -> tuple[str, str]:
    """Return style and script for a page that shows this film, with only the parts it needs."""
    return client(*IN_FILMS, *([OPEN] if b'"shape":"open"' in film else []))


def _text(name: str) -> str:
    found = file(name)
    if found is None:
        raise NotBuilt("the browser client has not been built here: make web builds it")
    return found.content.decode()


def answer(
    name: str, version: str, headers: Mapping[str, str]
) -> tuple[int, bytes, dict[str, str]]:
    """Return status, content and headers of a file. Raises LookupError if there is none.

    The first page names the others with their tags (`client.js?v=...`): such an address
    never changes and is cached for good. All others are revalidated. A part
    of another build is refused, because it would not fit the client that asks for it.
    """
    found = file(name)
    if found is None:
        raise LookupError("no such page")
    lasts = version == found.tag
    if name.startswith(PARTS) and not lasts:
        raise LookupError("the client has been updated: reload the page")
    response_headers = {
        "cache-control": "public, max-age=31536000, immutable" if lasts else "no-cache",
        "etag": f'"{found.tag}"',
        "vary": "accept-encoding",
    }
    if found.tag in headers.get("if-none-match", ""):
        return 304, b"", response_headers
    response_headers["content-type"] = (
        f"{found.kind}; charset=utf-8" if _is_text(found.kind) else found.kind
    )
    if "gzip" not in headers.get("accept-encoding", ""):
        return 200, found.content, response_headers
    return 200, found.packed, {**response_headers, "content-encoding": "gzip"}


def _is_text(kind: str) -> bool:
    return kind.startswith("text/")


def _stamp() -> float:
    """Return when the client was built, so that a new build is noticed without a restart."""
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
        if path.is_file() and not path.name.startswith(".") and path.suffix != PACKED
    }
    pages = {name: each for name, each in found.items() if name.endswith(".html")}
    return found | {
        name: _made(_tagged(page.content, found), page.kind) for name, page in pages.items()
    }


def _tagged(page: bytes, found: Mapping[str, File]) -> bytes:
    """Return a page whose links contain the tags of its files."""
    for name, each in found.items():
        for start in ("./", "/"):
            there = f'"{start}{name}'.encode()
            page = page.replace(there + b'"', there + f'?v={each.tag}"'.encode())
    return page


def _read(path: Path) -> File:
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _made(content, kind, _packed(path.with_name(path.name + PACKED), content))


def _packed(path: Path, content: bytes) -> bytes:
    """Return the content as the build compressed it, which is smaller."""
    try:
        packed = path.read_bytes()
        if gzip.decompress(packed) == content:
            return packed
    except (OSError, EOFError, zlib.error):
        pass  # missing or damaged
    return b""


def _made(content: bytes, kind: str, packed: bytes = b"") -> File:
    tag = hashlib.sha256(content).hexdigest()[:16]
    return File(content, kind, packed or gzip.compress(content, 9, mtime=0), tag)
