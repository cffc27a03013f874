"""A table for tests, as a process of its own: a few toy games more, on a loopback port."""

import argparse
import socket
from collections.abc import Iterable
from pathlib import Path

from gattai import games
from gattai.games.game import Game
from gattai.server.local.keys import Keys
from gattai.server.local.play import own_names, serve
from gattai.server.local.shelf import Shelf
from tests.toy.parley import Parley


class ParleyOnTheShelf(Parley):
    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        super().__init__()


def register() -> None:
    """Add the toys to the games: in Python alone, and no client has to change."""
    games.add(Game("parley", "tests.toy.parley", rules=f"{__name__}:ParleyOnTheShelf"))
    for name, rules in (("salon", "Salon"), ("ridge", "Ridge")):
        toy = f"tests.toy.{name}"
        games.add(Game(name, toy, rules=f"{toy}:{rules}", scene=f"{toy}:MAKER"))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--open", action="store_true", help="to the whole network, as --lan does")
    given = parser.parse_args()
    register()
    shelf = Shelf(given.data)
    keys = Keys(shelf.secret())
    where = "0.0.0.0" if given.open else "127.0.0.1"
    names = own_names() if given.open else ()
    with socket.create_server((where, given.port), backlog=512) as listening:
        print(listening.getsockname()[1], keys.host, flush=True)
        serve(listening, shelf, keys, lan=given.lan or given.open, names=names)


if __name__ == "__main__":
    main()
