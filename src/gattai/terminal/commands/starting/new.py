"""`gattai new game|bot|pack NAME`: create a small distribution with tests, in a folder of that name."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from string import Template

import msgspec

from gattai import games
from gattai.terminal.commands.packs import schema_of
from gattai.terminal.complaint import Complaint, perhaps
from gattai.terminal.printing import say

TEMPLATES = Path(__file__).with_name("templates")
KINDS = ("game", "bot", "pack")
EVERY = "every"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def write(kind: str, name: str, folder: Path, game: str) -> None:
    """Create it in this folder. Existing files are not touched."""
    if kind not in KINDS:
        raise Complaint(
            f"gattai new creates a {' or '.join(KINDS)}, not {kind!r}{perhaps(kind, KINDS)}"
        )
    if not _NAME.fullmatch(name):
        raise Complaint(
            f"a name consists of lower-case letters, digits and hyphens, such as tin-race, not {name!r}"
        )
    taken = games.names() if kind == "game" else ()
    if name in taken:
        raise Complaint(f"there is already a game {name!r}")
    where = folder / name
    if where.exists():
        raise Complaint(f"{where} already exists")
    words = {
        "name": name,
        "module": name.replace("-", "_"),
        "title": name.replace("-", " ").title(),
        "prefix": name.upper(),
        "game": game,
    }
    try:
        _fill(where, kind, game, words)
    except OSError:  # remove the incomplete folder, so that the next try can succeed
        shutil.rmtree(where, ignore_errors=True)
        raise
    say(f"Created {where}: a {kind} with its tests. In this folder, run:")
    say("  pip install -e . && pytest")


def _fill(where: Path, kind: str, game: str, words: dict[str, str]) -> None:
    for chosen in _templates(kind, game):
        for source in sorted(path for path in chosen.rglob("*") if path.is_file()):
            path = Template(source.relative_to(chosen).as_posix().removesuffix(".txt"))
            target = where / path.substitute(words)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(Template(source.read_text("utf-8")).substitute(words), "utf-8")
    if kind == "pack":
        (where / f"{game}.schema.json").write_bytes(msgspec.json.encode(schema_of(game)))


def _templates(kind: str, game: str) -> tuple[Path, ...]:
    """Return the folders of the templates; for packs, common ones and the game's."""
    if kind != "pack":
        return (TEMPLATES / kind,)
    known = sorted(path.name for path in (TEMPLATES / kind).iterdir() if path.name != EVERY)
    if game not in known:
        raise Complaint(f"name the game of the pack: --game with one of {', '.join(known)}")
    return TEMPLATES / kind / EVERY, TEMPLATES / kind / game
