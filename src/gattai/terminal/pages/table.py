"""The table in plain text: the sides, the board, the dice, the headline."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from gattai.scene.parts import Scene, Track
from gattai.terminal.client.paint import PLAIN
from gattai.terminal.client.panels import Panels, so_much
from gattai.terminal.printing import QUIET


def panels_for(prefix: str) -> Panels:
    """Return panels in the terminal's own colours, with rule ids without the game's prefix."""
    panels = Panels(PLAIN)
    panels.prefix = f"{prefix}."
    panels.names_bars = True
    return panels


def sides(scene: Scene, panels: Panels, *, full: bool = False) -> Iterator[RenderableType]:
    """Yield all pieces and cards side by side; in full with the text of the cards."""
    panels.names = max((len(piece.name) + 2 for piece in scene.pieces), default=0)
    for seat in range(len(scene.seats)):
        yield from panels.side(scene, seat, full=full)
    yield from panels.common(scene, full=full)
    if full:
        yield from (Text(note, QUIET) for note in scene.notes)


def headline(scene: Scene) -> str:
    """Return how far the game is, and its counters."""
    return "; ".join([scene.headline, *(_track(scene, track) for track in scene.tracks)])


def _track(scene: Scene, track: Track) -> str:
    if track.between is not None:
        low, high = (scene.seats[seat] for seat in track.between)
        return f"{track.name} {track.now}, from {track.low} ({low}) to {track.most} ({high})"
    whose = "" if track.owner is None else f"{scene.seats[track.owner]} "
    return f"{whose}{so_much(track)} {track.name}"
