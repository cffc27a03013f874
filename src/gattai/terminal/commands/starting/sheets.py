"""`gattai packs sheet`: cards on sheets to print and cut, for a real table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from gattai.scene.svg.sheet import A_SHEET, PAGE, has_name, sheets
from gattai.tabletop.content import load_pack, load_packs
from gattai.terminal.commands.packs import shelf_of
from gattai.terminal.complaint import Complaint
from gattai.terminal.printing import say

Form = Literal["svg", "html", "pdf"]
POINT = 72 / 25.4
"""Points to a millimetre: what a PDF measures in."""
PRINTED = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 0 }}
body {{ margin: 0 }}
svg {{ display: block; break-after: page }}
svg:last-child {{ break-after: auto }}
</style>
{sheets}</html>
"""


def write(path: Path | None, game: str, kind: str, into: Path, form: Form) -> None:
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
    title = f"Cards for {shelf.game.name}"
    files = _written([*sheets(chosen, title)], into / shelf.game.name, title, form)
    say(f"{len(chosen)} cards, {A_SHEET} to a sheet: {', '.join(files)} in {into}")
    say("print them at 100 %, without fitting to the page")


def _written(drawn: Sequence[str], stem: Path, title: str, form: Form) -> list[str]:
    """Write them; what the files are called."""
    if form == "html":  # one file with a page for each: any browser prints it, or makes a PDF of it
        file = stem.with_suffix(".html")
        file.write_text(PRINTED.format(title=title, sheets="".join(drawn)), "utf-8")
        return [file.name]
    files = []
    for number, sheet in enumerate(drawn, 1):
        file = stem.with_name(f"{stem.name}-{number}.{form}")
        file.write_bytes(sheet.encode() if form == "svg" else pdf_of(sheet))
        files.append(file.name)
    return files


def pdf_of(sheet: str) -> bytes:
    """A sheet as a PDF of the size of its paper, with letters that can be searched."""
    try:
        import vl_convert
    except ImportError:
        needed = (
            "a PDF needs pip install 'gattai[lab]'; --as html needs nothing, and browsers print it"
        )
        raise Complaint(needed) from None
    wide, high = (f"{side * POINT:.4f}" for side in PAGE)
    measured = sheet.replace('width="210mm" height="297mm"', f'width="{wide}" height="{high}"', 1)
    made: bytes = vl_convert.svg_to_pdf(measured)
    return made
