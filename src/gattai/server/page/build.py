"""Builds the page: a folder of static files for any host, the same every time.

It needs Node, the npm package `pyodide` and msgspec's wheel for Pyodide; the visitor's browser needs nothing else.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Collection
from importlib import metadata
from pathlib import Path

import msgspec

from gattai import games
from gattai.server.messages import Door
from gattai.server.page.bridge import HOME
from gattai.server.page.recorded import recorded
from gattai.server.web import library, static_files

FILES = Path(__file__).parent / "files"
PACKAGE = Path(__file__).parents[2]
ROOT = ("index.html", "start.js")
"""They have the same names in every build; all others are in a folder that is named by their content."""
FOLDER = "files-"
SHIPPED = (
    "journal.js",
    "lesson.js",
    "page.css",
    "page.js",
    "shell.js",
    "snapshot.js",
    "unpack.js",
    "worker.js",
)
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
CLIENT = ("client.js", "client.css", "parts")
UNUSED = (
    "adapters",
    "bots/stdio",
    "lab",
    "library",
    "server/local/access.py",
    "server/local/play.py",
    "server/online",
    "server/page/build.py",
    "server/page/recorded.py",
    "server/page/files",
    "server/schema.py",
    "server/static",
    "server/studies/messages.py",
    "server/studies/studies.py",
    "server/web/asgi.py",
    "server/web/headers.py",
    "server/web/serving.py",
    "server/web/trials.py",
    "server/web/warming.py",
    "terminal",
    "testing",
)
"""Parts of the package that a page does not run. `pack.py` imports all others."""
UNUSED_ENDS = (".pyi", "/RECORD")
"""Files of msgspec's wheel that nobody reads in a page."""
UNUSED_PARTS = ("lab.*",)
"""Parts of the client that need what a page does not run."""
DOCUMENTS = ("rulings.md", "proofs.txt", "sides.txt")
PYODIDE_LICENCE = """Pyodide {version}: Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/
Its files are not changed. Its source: https://github.com/pyodide/pyodide, version {version}."""


class PageError(ValueError):
    """The page cannot be built."""


def build(
    folder: Path, pyodide: Path, wheel: Path, *, without: Collection[str] = (), base: str = "./"
) -> None:
    """Build the page into a new or empty folder. Raises `PageError` with the reason if that is impossible."""
    unknown = [name for name in without if name not in games.names()]
    if unknown:
        raise PageError(f"there is no game {unknown[0]!r}")
    if folder.exists() and any(folder.iterdir()):
        raise PageError(f"{folder} is not empty")
    for needed in (pyodide / "pyodide.asm.wasm", wheel, static_files.FOLDER / "client.js"):
        if not needed.is_file():
            raise PageError(f"{needed} is missing")
    files = folder / FOLDER
    (files / "engine").mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        _gather(Path(scratch), wheel, without)
        _compile(pyodide, Path(scratch), files / "engine")
        (folder / "licences.txt").write_text(_licences(Path(scratch), pyodide), "utf-8")
    for name in ENGINE:
        shutil.copyfile(pyodide / name, files / "engine" / name)
    lock = msgspec.json.decode((pyodide / "pyodide-lock.json").read_bytes(), type=dict[str, object])
    lock["packages"] = {}  # the page brings its packages itself
    (files / "engine" / "pyodide-lock.json").write_bytes(msgspec.json.encode(lock))
    for name in CLIENT:
        _copied(static_files.FOLDER / name, files / name)
    for name in SHIPPED:
        shutil.copyfile(FILES / name, files / name)
    shutil.copyfile(static_files.FOLDER / "icon.svg", folder / "icon.svg")
    manifest = (FILES / "manifest.webmanifest").read_text("utf-8").replace("__BASE__", base)
    (folder / "manifest.webmanifest").write_text(manifest, "utf-8")
    _prepare(files, without)
    engine = sorted((files / "engine").iterdir())
    loaded = sum(path.stat().st_size for path in engine if path.suffix != ".mjs")
    name = hashlib.sha256("".join(map(_tag, engine)).encode()).hexdigest()[:16]
    known = f'export const SIZE = {loaded};\nexport const ENGINE = "{name}";\n'
    (files / "build.js").write_text(known, "utf-8")
    tags = "".join(f"{name} {tag}\n" for name, tag in _tags(files).items())
    name = f"{FOLDER}{hashlib.sha256(tags.encode()).hexdigest()[:16]}"
    files.rename(folder / name)
    for each in ROOT:
        text = (FILES / each).read_text("utf-8").replace("__FILES__", name)
        (folder / each).write_text(text, "utf-8")
    seal(folder)


def _prepare(folder: Path, without: Collection[str]) -> None:
    """Write what the page shows while its Python starts: the home page of a new visitor, and the first steps of lessons."""
    cards = [card for card in library.game_cards() if card.name not in without]
    (folder / HOME).write_bytes(msgspec.json.encode(Door(tuple(cards))))
    (folder / "lessons").mkdir()
    for card in cards:
        if card.lesson:
            lesson = folder / "lessons" / f"{card.name}.json"
            lesson.write_bytes(msgspec.json.encode(recorded(card.name)))


def seal(folder: Path) -> None:
    """Write the service worker, which names every file of the page by its content."""
    tags = {f"./{name}": tag for name, tag in _tags(folder).items() if name != "offline.js"}
    offline = (FILES / "offline.js").read_text("utf-8")
    offline = offline.replace("__FILES__", msgspec.json.encode(tags).decode())
    (folder / "offline.js").write_text(offline, "utf-8")


def _tags(folder: Path) -> dict[str, str]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _tag(path) for path in paths}


def _tag(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _copied(source: Path, to: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, to, ignore=shutil.ignore_patterns("*.gz", *UNUSED_PARTS))
    else:
        shutil.copyfile(source, to)


def _gather(site: Path, wheel: Path, without: Collection[str]) -> None:
    """Lay out the packages of the page as a folder for imports."""
    left_out = {name.replace("-", "_") for name in without}

    def unused(folder: str, names: list[str]) -> set[str]:
        here = Path(folder).relative_to(PACKAGE).as_posix()
        return {
            name
            for name in names
            if name in ("__pycache__", *DOCUMENTS)
            or f"{here}/{name}".removeprefix("./") in UNUSED
            or (here == "games" and name in left_out)
        }

    shutil.copytree(PACKAGE, site / "gattai", ignore=unused)
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(
            site, [name for name in packed.namelist() if not name.endswith(UNUSED_ENDS)]
        )
    there = site / f"gattai-{metadata.version('gattai')}.dist-info"
    there.mkdir()
    (there / "METADATA").write_text(f"Name: gattai\nVersion: {metadata.version('gattai')}\n")
    points = {point.group: "" for point in metadata.distribution("gattai").entry_points}
    for point in metadata.distribution("gattai").entry_points:
        if point.name not in without:
            points[point.group] += f"{point.name} = {point.value}\n"
    shown = ("gattai.games", "gattai.bots")
    (there / "entry_points.txt").write_text("".join(f"[{it}]\n{points[it]}\n" for it in shown))


def _compile(pyodide: Path, site: Path, out: Path) -> None:
    node = shutil.which("node")
    if node is None:
        raise PageError("Node is missing: building a page needs `node`")
    words: list[str | Path] = [node, FILES / "build.mjs", pyodide, site, FILES / "pack.py", out]
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, env={**os.environ, "TZ": "UTC"}
    )
    if done.returncode:
        raise PageError(f"compiling failed: {done.stderr.strip()[-2000:]}")


def _licences(site: Path, pyodide: Path) -> str:
    """Return the licences of everything in the page."""
    read = msgspec.json.decode((pyodide / "package.json").read_bytes(), type=dict[str, object])
    own = sorted(PACKAGE.parents[1].glob("[LN][IO][CT]*")) or [
        Path(str(file.locate()))
        for file in metadata.files("gattai") or ()
        if "/licenses/" in str(file)
    ]
    theirs = [*site.rglob("msgspec-*.dist-info/**/LICENSE*"), *site.rglob("packs/LICENSE*")]
    python = Path(os.__file__).parent / "LICENSE.txt"
    texts = [path.read_text("utf-8") for path in (*own, *sorted(theirs)) if path.is_file()]
    texts.append(PYODIDE_LICENCE.format(version=read["version"]))
    if python.is_file():
        texts.append(python.read_text("utf-8"))
    return f"\n\n{'-' * 80}\n\n".join(text.strip() for text in texts) + "\n"
