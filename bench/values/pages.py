"""The page of the values: its tables and diagrams are written from the stored figures."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bench.values.drawing import diagram
from bench.values.measuring import Bin, Measured

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "value.md"
DATA = PAGE.parent / "value"
"""The figures and the diagram of each game."""
NAMES = {
    "aegis": "A.E.G.I.S.",
    "aristeia": "Aristeia!",
    "attack-chart": "Attack Chart",
    "mechastellar": "MechaStellar",
    "robot-empire": "Robot Empire",
}
BEGIN, END = "<!-- measured -->", "<!-- end of measured -->"


def store(found: Measured, folder: Path = DATA) -> None:
    """Store the figures of a game and its diagram."""
    folder.mkdir(exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(found), indent=1)
    (folder / f"{file_of(found)}.json").write_bytes(text + b"\n")
    (folder / f"{file_of(found)}.svg").write_text(diagram(found), "utf-8")


def file_of(found: Measured) -> str:
    """Return the name of the files of a game."""
    return f"{found.game}-left-out" if found.left_out else found.game


def stored(folder: Path = DATA) -> list[Measured]:
    """Return all stored figures, by game."""
    files = sorted(folder.glob("*.json"))
    return [msgspec.json.decode(file.read_bytes(), type=Measured) for file in files]


def tables(measured: list[Measured]) -> str:
    """Return the tables and the diagrams."""
    lines = [
        "| game | games, positions | players | learned | by hand | gain | half-time, learned | half-time, by hand |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for each in measured:
        low, high = each.better
        lines.append(
            f"| {_name(each)} | {each.games:,}, {each.positions:,} | {each.players} | {each.learned.loss:.3f} "
            f"| {each.by_hand.loss:.3f} | {(low + high) / 2:.3f} ({low:.3f} to {high:.3f}) "
            f"| {each.learned.at_half_time:.3f} | {each.by_hand.at_half_time:.3f} |"
        )
    for each in measured:
        lines += [
            "",
            f"**{_name(each)}**",
            "",
            f"![Reliability of chances in {_name(each)}](value/{file_of(each)}.svg)",
            "",
        ]
        lines += [
            "| learned: predicted | won | positions, games | by hand: predicted | won | positions, games |",
            "|---|---|---|---|---|---|",
        ]
        learned, by_hand = each.learned.bins, each.by_hand.bins
        for row in range(max(len(learned), len(by_hand))):
            lines.append(f"| {_cells(learned, row)} | {_cells(by_hand, row)} |")
    return "\n".join(lines)


def put(text: str, measured: list[Measured]) -> str:
    """Return the page with the current tables between their marks."""
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise ValueError("the page has no place for the tables")
    return f"{before}{BEGIN}\n\n{tables(measured)}\n\n{END}{after}"


def _name(found: Measured) -> str:
    title = NAMES.get(found.game, found.game)
    return f"{title}, left out of training" if found.left_out else title


def _cells(bins: tuple[Bin, ...], row: int) -> str:
    if row >= len(bins):
        return " | | "
    b = bins[row]
    return f"{b.chance:.1%} | {b.result:.1%} | {b.positions:,}, {b.games}"
