"""A table for tests, as a process of its own: a few toy games more, on a loopback port."""

import argparse
import socket
from collections.abc import Iterable
from pathlib import Path

from gattai import games
from gattai.games.game import GameDefinition
from gattai.server.local.keys import Keys
from gattai.server.local.network import Network, own_names_of_this_machine
from gattai.server.local.play import serve
from gattai.server.local.store import MatchStore
from tests.toy import ridge, salon
from tests.toy.parley import Parley


class StoredParley(Parley):
    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        super().__init__()


def register() -> None:
    """Add the toys to the games: in Python alone, and no client has to change."""
    games.add(GameDefinition("parley", "tests.toy.parley", StoredParley))
    games.add(GameDefinition("salon", "tests.toy.salon", salon.Salon, lambda: salon.MAKER))
    games.add(GameDefinition("ridge", "tests.toy.ridge", ridge.Ridge, lambda: ridge.MAKER))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--open", action="store_true", help="to the whole network, as --lan does")
    parser.add_argument("--packs", type=Path, action="append", default=[])
    given = parser.parse_args()
    register()
    store = MatchStore(given.data)
    keys = Keys(store.secret())
    where = "0.0.0.0" if given.open else "127.0.0.1"
    names = own_names_of_this_machine() if given.open else ()
    with socket.create_server((where, given.port), backlog=512) as listening:
        port = listening.getsockname()[1]
        print(port, keys.host, flush=True)
        network = Network(port, names, is_open=given.lan or given.open)
        serve(listening, store, keys, network, packs=tuple(given.packs))


if __name__ == "__main__":
    main()
