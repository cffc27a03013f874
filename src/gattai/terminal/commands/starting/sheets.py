"""`gattai packs sheet`: cards on sheets to print and cut, for a real table."""

from __future__ import annotations

from pathlib import Path

from gattai.scene.svg.sheet import A_SHEET, has_name, sheets
from gattai.tabletop.content import load_pack, load_packs
from gattai.terminal.commands.packs import shelf_of
from gattai.terminal.complaint import Complaint
from gattai.terminal.printing import say


def write(path: Path | None, game: str, kind: str, into: Path) -> None:
    """Write the sheets of a pack, of a folder of packs, or of a game's own, into this folder."""
    shelf = shelf_of(game)
    if kind and kind not in shelf.kinds:
        raise Complaint(f"{shelf.game.name} has no {kind!r}; there are {', '.join(shelf.kinds)}")
    wanted = [kind] if kind else [name for name, card in shelf.kinds.items() if has_name(card)]
    where = shelf.own if path is None else path
    if not where.exists():
        raise Complaint(f"{where}: no such file or folder")
    if where.is_dir():
        entries = load_packs([where], shelf.kinds, check=shelf.check).entries
    else:
        entries = load_pack(where, shelf.kinds, check=shelf.check).entries
    chosen = [entry for entry in entries if entry.kind in wanted]
    if not chosen:
        raise Complaint(f"{where} holds no {' and no '.join(wanted)}")
    into.mkdir(parents=True, exist_ok=True)
    files = []
    for number, sheet in enumerate(sheets(chosen, f"Cards for {shelf.game.name}"), 1):
        file = into / f"{shelf.game.name}-{number}.svg"
        file.write_text(sheet, "utf-8")
        files.append(file.name)
    say(f"{len(chosen)} cards, {A_SHEET} to a sheet: {', '.join(files)} in {into}")
    say("print them at 100 %, without fitting to the page")
