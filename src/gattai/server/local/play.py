"""`gattai play GAME`: a table on this machine, and the browser opened at it."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import quote

import msgspec

from gattai.server.local.keys import Keys
from gattai.server.local.shelf import Shelf, data_folder

LOOPBACK = "127.0.0.1"
BACKLOG = 512


class Plan(msgspec.Struct, frozen=True):
    """What is to be played: a game to be set up, or with players a match that begins at once."""

    game: str
    players: tuple[str, ...] = ()
    options: Mapping[str, str] = {}
    seed: str = ""
    packs: tuple[Path, ...] = ()
    guided: bool = False
    reaction_seconds: int | None = None
    turn_seconds: int | None = None


def planned(
    game: str,
    seats: str,
    seed: str,
    options: Iterable[str],
    packs: Iterable[Path],
    *,
    guided: bool = False,
    time: str = "",
) -> Plan:
    """What was asked for on the command line. ValueError or LookupError for what cannot be."""
    from gattai import games

    if game not in games.names():
        raise games.UnknownGame(game)
    wanted = [*options]
    for item in wanted:
        if "=" not in item:
            raise ValueError(f"an option is NAME=VALUE, not {item!r}")
    chosen = {name.strip(): value for name, _, value in (item.partition("=") for item in wanted)}
    folders = tuple(packs)
    if guided and (seats or seed or chosen):
        raise ValueError("a guided game has its own seats, dice and options")
    players = tuple(name.strip() for name in seats.split(",")) if seats else ()
    reaction, turn = _times(time)
    if time and not players:
        raise ValueError("--time goes with --seats: without them you choose in the browser")
    if not players and (chosen or seed):
        players = _usual_players(len(games.load(game, folders).seated(chosen).seats))
    return Plan(game, players, chosen, seed, folders, guided, reaction, turn)


def _times(said: str) -> tuple[int | None, int | None]:
    """How long silent persons are waited for: one number or two. ValueError for anything else.

    >>> _times(""), _times("20"), _times("20,120")
    ((None, None), (20, None), (20, 120))
    """
    words = [word.strip() for word in said.split(",")] if said else []
    if len(words) > 2 or not all(word.isascii() and word.isdigit() for word in words):
        raise ValueError(
            f"a time is seconds to react, or seconds to react and for a turn, as 30,300; not {said!r}"
        )
    numbers = [int(word[:9]) for word in words]
    return (numbers[0] if numbers else None, numbers[1] if len(numbers) > 1 else None)


def _usual_players(seats: int) -> tuple[str, ...]:
    """A person against the easiest bot there is."""
    from gattai.bots import registry

    easy = next(name for name, kind in registry.kinds().items() if kind.level)
    return (registry.PERSON, *(easy for _ in range(seats - 1)))


def play(
    plan: Plan, *, port: int = 0, lan: bool = False, data: Path | None = None, opens: bool = True
) -> None:
    """Serve until interrupted. ValueError and LookupError say what cannot be, before anything starts."""
    shelf = Shelf(data or data_folder())
    shelf.lock.take()
    keys = Keys(shelf.secret())
    start = _first_screen(plan, shelf, keys, lan=lan)
    listening = _listen(port, shelf, lan=lan)
    port = listening.getsockname()[1]
    shelf.keep_port(port)
    address = f"http://{LOOPBACK}:{port}{start.path}"
    names = own_names() if lan else ()
    print(f"The table is open: {address}")
    for name in names:
        print(f"In this network it is http://{name}:{port}/, by invitation only.")
        for path in start.invitations:
            print(f"  for a guest: http://{name}:{port}{path}")
    print("Ctrl-C closes it; matches are kept.", flush=True)
    if opens:
        # Connections wait in the backlog: browser and table get ready at the same time.
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    serve(listening, shelf, keys, packs=plan.packs, lan=lan, names=names)
    print("The table is closed.")


def serve(
    listening: socket.socket,
    shelf: Shelf,
    keys: Keys,
    *,
    packs: tuple[Path, ...] = (),
    lan: bool = False,
    names: tuple[str, ...] = (),
) -> None:
    """Answer on this socket until a signal comes. ValueError if another table has the folder."""
    from gattai.server.local.app import make_app
    from gattai.server.local.room import Room
    from gattai.server.web.serving import serve as answer

    shelf.lock.take()
    logging.basicConfig(format="gattai: %(message)s")
    room = Room(shelf, keys, lan=lan, packs=packs)
    port = listening.getsockname()[1]
    room.addresses = tuple(f"http://{name}:{port}" for name in names)
    app = make_app(room, port, names=names)
    answer(
        app,
        listening,
        backlog=BACKLOG,
        ws_per_message_deflate=lan,
        timeout_graceful_shutdown=2,
    )
    shelf.lock.give_back()


def _listen(wanted: int, shelf: Shelf, *, lan: bool) -> socket.socket:
    """A bound socket: the port asked for, else the one used last, else any."""
    host = "0.0.0.0" if lan else LOOPBACK
    ports = [wanted] if wanted else [port for port in (shelf.port(),) if port] + [0]
    for port in ports:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen(BACKLOG)
        except OSError:
            listening.close()
            if port == ports[-1]:
                raise
            continue
        return listening
    raise AssertionError("the last port tried is any")


class _Start(msgspec.Struct, frozen=True):
    path: str
    invitations: tuple[str, ...] = ()


def _first_screen(plan: Plan, shelf: Shelf, keys: Keys, *, lan: bool) -> _Start:
    """Where the browser begins: at the set-up screen, or at a new match if its seats are known."""
    if not plan.players and not plan.guided:
        return _Start(f"/?token={keys.host}#/setup/{quote(plan.game)}")
    from gattai.server.messages import NewMatch
    from gattai.server.table.opening import opened

    wanted = NewMatch(
        plan.game,
        plan.players,
        dict(plan.options),
        plan.seed,
        guided=plan.guided,
        reaction_seconds=plan.reaction_seconds,
        turn_seconds=plan.turn_seconds,
    )
    record, seating = opened(wanted, plan.packs)
    if seating.guests and not lan:
        raise ValueError("a guest needs a table that the network can reach: add --lan")
    match = shelf.add(record.setting.game, record.transcript().text(), seating)
    players = plan.players or record.setting.players
    here = [seat for seat, who in enumerate(players) if who == "person"]
    return _Start(
        f"/?token={keys.host}#/match/{match}/{here[0] if here else 'watch'}",
        tuple(f"/?token={keys.seat(match, s)}#/match/{match}/{s}" for s in seating.guests),
    )


def own_names() -> tuple[str, ...]:
    """What this machine is called in its networks: its numbers, which every device finds, then its name.

    The way to the world comes first, then those to private networks: a machine may be in several.
    """
    found: dict[str, None] = {}
    for there in ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((there, 9))  # nothing is sent: it only asks which way it would go
            found[probe.getsockname()[0]] = None
    numbers = [number for number in found if not number.startswith("127.")]
    return (*numbers, socket.gethostname().lower())


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)
