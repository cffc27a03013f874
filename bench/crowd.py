"""How readable crowds on a board are: plays games with random and greedy answers and lays out the tables on the way.

    python -m bench.crowd [--tables 1000] [--seed 1]

For three sizes of window it counts pairs of figures of which one covers more than 35 % of the other, collars on the body of another
unit, names that are cut or overlap, and units that are not clicked at their own base; for the layout of the client, and for figures
in the middle of their hexes in the view of the whole board, as a comparison. Needs node, the packages of the client and Chromium.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page

import gattai
from gattai.scene.parts import Scene
from tests.browser.chromium import chromium

GAMES = ("aegis", "mechastellar", "attack-chart", "aristeia")
"""Robot Empire has no board."""
WEB = Path(__file__).parents[1] / "web"
PER_MATCH = 15
"""Maximum number of tables of one match, because they are alike."""
PLAYER = "greedy:closely=3:outcomes=6"
"""Good enough to bring units together, and several times as fast as greedy."""
Json = dict[str, Any]


def tables(name: str, wanted: int, first: int = 1) -> list[Json]:
    """So many tables in the middle of games, as the client gets them: the board, units, and what may be answered."""
    found: list[Json] = []
    seed = first
    while len(found) < wanted:
        found += tables_of(name, seed)[: wanted - len(found)]
        seed += 1
    return found


def tables_of(name: str, seed: int) -> list[Json]:
    chance = random.Random(f"{name}/{seed}")
    match = gattai.game(name).begin(seed=seed)
    greedy = chance.choice((0.1, 0.35, 0.6))
    found: list[Json] = []
    step, due = 0, chance.randrange(25, 60)
    while not match.is_over and step < 400 and len(found) < PER_MATCH:
        options = match.options()
        match.play(
            match.suggest(PLAYER) if chance.random() < greedy else chance.choice(list(options))
        )
        step += 1
        if step < due or match.is_over:
            continue
        due = step + chance.randrange(5, 14)
        seat = match.seats.index(match.seat) if match.seat in match.seats else 0
        found += table(match.view(seat).scene, seat)
    return found


def table(scene: Scene, seat: int) -> list[Json]:
    on_board = [piece for piece in scene.pieces if piece.at is not None and not piece.is_gone]
    if scene.board is None or scene.board.shape == "open" or scene.ask is None or len(on_board) < 4:
        return []
    looks = {card.id: card.look for card in scene.cards}
    units = [
        {**msgspec.to_builtins(piece), "look": msgspec.to_builtins(piece.look or looks.get(piece.card))}
        for piece in on_board
    ]  # fmt: skip
    options = [[o.actor, o.target, o.cell] for o in scene.ask.options]
    board = msgspec.to_builtins(scene.board)
    return [{"board": board, "seat": seat, "units": units, "options": options}]


def measuring() -> str:
    """The client's own layout and the counting as one script."""
    return subprocess.run(
        ["node", "scripts/crowd.js"], cwd=WEB, check=True, capture_output=True, text=True
    ).stdout


def counted(page: Page, found: list[Json]) -> list[Json]:
    """One row for each size of window and each layout."""
    rows: list[Json] = page.evaluate("(tables) => Crowd.measure(tables)", found)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with chromium() as browser:
        page = browser.new_page()
        page.evaluate(measuring() + ";globalThis.Crowd = Crowd")
        for name in GAMES:
            for row in counted(page, tables(name, wanted.tables, wanted.seed)):
                print(name, json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
