"""`gattai packs sheet`: cards on sheets to print and cut."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from gattai.scene.svg.sheet import A_SHEET, PAGE, has_name, sheets
from gattai.tabletop.content import load_pack, load_packs
from gattai.terminal.commands.packs import folder_of
from gattai.terminal.complaint import Complaint
from gattai.terminal.printing import say

Form = Literal["svg", "html", "pdf"]
POINT = 72 / 25.4
"""Points per millimetre, for PDF."""
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
    """Write the sheets of a pack, a folder of packs, or the game's own packs into this folder."""
    folder = folder_of(game)
    if kind and kind not in folder.kinds:
        raise Complaint(
            f"{folder.game.name} has no {kind!r}; choose from {', '.join(folder.kinds)}"
        )
    wanted = [kind] if kind else [name for name, card in folder.kinds.items() if has_name(card)]
    where = folder.own if path is None else path
    if not where.exists():
        raise Complaint(f"{where}: no such file or folder")
    if where.is_dir():
        entries = load_packs([where], folder.kinds, check=folder.check).entries
    else:
        entries = load_pack(where, folder.kinds, check=folder.check).entries
    chosen = [entry for entry in entries if entry.kind in wanted]
    if not chosen:
        raise Complaint(f"{where} contains no {' and no '.join(wanted)}")
    into.mkdir(parents=True, exist_ok=True)
    title = f"Cards for {folder.game.name}"
    files = _written([*sheets(chosen, title)], into / folder.game.name, title, form)
    say(f"{len(chosen)} cards, {A_SHEET} per sheet: {', '.join(files)} in {into}")
    say("print them at 100 %, without scaling to the page")


def _written(drawn: Sequence[str], stem: Path, title: str, form: Form) -> list[str]:
    """Write the sheets; returns the names of the files."""
    if form == "html":  # one file with a page per sheet, which any browser can print or save as PDF
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
    """Return a sheet as a PDF in its paper size, with searchable text."""
    try:
        import vl_convert
    except ImportError:
        needed = (
            "PDF needs pip install 'gattai[lab]'; --as html needs nothing and prints from a browser"
        )
        raise Complaint(needed) from None
    wide, high = (f"{side * POINT:.4f}" for side in PAGE)
    measured = sheet.replace('width="210mm" height="297mm"', f'width="{wide}" height="{high}"', 1)
    made: bytes = vl_convert.svg_to_pdf(measured)
    return made
