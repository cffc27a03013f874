"""`gattai replay FILE --html PAGE`: a saved game as one HTML page."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gattai.kernel.position import Diverged
from gattai.kernel.text.transcript import parse
from gattai.server.film.page import page, title_of
from gattai.server.table.opening import resumed
from gattai.server.web import static_files
from gattai.server.web.examining import ReplayedMatch
from gattai.terminal.client.session import write_bytes
from gattai.terminal.commands.replay import does_not_hold, read
from gattai.terminal.complaint import Complaint
from gattai.terminal.printing import print_json, say


def write(path: Path, to: str, seat: str, packs: tuple[Path, ...], *, as_json: bool) -> int:
    """Write the page; the exit code says whether the game is valid. Raises Complaint if the path is unusable."""
    if not to:
        raise Complaint("--seat needs --html FILE: it sets whose view the page shows")
    target = Path(to)
    if target.is_dir() or not target.parent.is_dir():
        raise Complaint(f"{target}: {'is a folder' if target.is_dir() else 'no such folder'}")
    rules, _, text = read(path, packs)
    try:
        made, steps = filmed(text, packs, seat)
    except Diverged as problem:
        return does_not_hold(path, problem, text, rules, as_json=as_json)
    write_bytes(target, made)
    if as_json:
        print_json({"written": str(target), "bytes": len(made), "steps": steps})
    else:
        say(f"written: {target}, {steps} steps in {len(made) // 1000} kB")
    return 0


def filmed(text: str, packs: tuple[Path, ...], viewer: str = "") -> tuple[bytes, int]:
    """Return a transcript as a page, and its number of steps. Raises `Diverged` if it cannot be replayed."""
    played = ReplayedMatch(resumed(parse(text), packs))
    seats = played.record.rules.seats
    if viewer and viewer not in seats:
        raise Complaint(f"there is no seat {viewer!r}; there are {', '.join(seats)}")
    seat = seats.index(viewer) if viewer else None
    while (film := played.film(seat)) is None:
        pass
    content = msgspec.json.encode(film)
    try:
        style, script = static_files.in_film(content)
    except static_files.NotBuilt as problem:
        raise Complaint(str(problem)) from problem
    return page(content, title_of(text), style, script), len(film.frames)
