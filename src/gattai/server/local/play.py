"""`gattai play GAME`: starts a server on this machine and opens the browser."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from urllib.parse import quote

import msgspec

from gattai.server.local.keys import Keys
from gattai.server.local.network import Network, own_names_of_this_machine
from gattai.server.local.store import MatchStore, data_folder

LOOPBACK = "127.0.0.1"
BACKLOG = 512


class PlayPlan(msgspec.Struct, frozen=True):
    """What to play: a game to set up or, if the players are given, a match that begins at once."""

    game: str
    players: tuple[str, ...] = ()
    options: Mapping[str, str] = {}
    seed: str = ""
    packs: tuple[Path, ...] = ()
    guided: bool = False
    reaction_seconds: int | None = None
    turn_seconds: int | None = None
    lab: bool = False
    """Whether the page begins with the game's lab instead of its set-up."""


def planned(
    game: str,
    seats: str,
    seed: str,
    options: Iterable[str],
    packs: Iterable[Path],
    *,
    guided: bool = False,
    time: str = "",
) -> PlayPlan:
    """Return the plan for these command-line arguments. Raises ValueError or LookupError if it is impossible."""
    from gattai import games

    if game not in games.names():
        raise games.UnknownGame(game)
    chosen = _chosen(options)
    folders = tuple(packs)
    for folder in {*folders} - {*games.fitting(game, folders)}:
        raise ValueError(f"{folder} has packs of another game, not of {game}")
    if guided and (seats or seed or chosen):
        raise ValueError("a guided game sets its own seats, dice and options")
    players = tuple(name.strip() for name in seats.split(",")) if seats else ()
    reaction, turn = _times(time)
    if time and not players:
        raise ValueError("--time goes with --seats: without --seats you choose in the browser")
    if not players and (chosen or seed):
        players = _usual_players(len(games.load(game, folders).seated(chosen).seats))
    return PlayPlan(game, players, chosen, seed, folders, guided, reaction, turn)


def _chosen(options: Iterable[str]) -> dict[str, str]:
    """Parse the options. Raises ValueError for one without a value."""
    chosen = {}
    for item in options:
        name, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"an option is NAME=VALUE, not {item!r}")
        chosen[name.strip()] = value
    return chosen


def _times(text: str) -> tuple[int | None, int | None]:
    """Parse the time limits: one number or two. Raises ValueError for anything else.

    >>> _times(""), _times("20"), _times("20,120")
    ((None, None), (20, None), (20, 120))
    """
    words = [word.strip() for word in text.split(",")] if text else []
    if len(words) > 2 or not all(word.isascii() and word.isdigit() for word in words):
        raise ValueError(
            f"a time is seconds to react, or seconds to react and seconds for a turn, such as 30,300; not {text!r}"
        )
    numbers = [int(word[:9]) for word in words]
    return (numbers[0] if numbers else None, numbers[1] if len(numbers) > 1 else None)


def _usual_players(seats: int) -> tuple[str, ...]:
    """Return a person against the easiest bot."""
    from gattai.bots import registry

    easy = next(name for name, kind in registry.kinds().items() if kind.level)
    return (registry.PERSON, *(easy for _ in range(seats - 1)))


def play(
    plan: PlayPlan,
    *,
    port: int = 0,
    lan: bool = False,
    data: Path | None = None,
    opens: bool = True,
) -> None:
    """Serve until interrupted. Raises ValueError or LookupError before anything starts if the request is impossible."""
    store = MatchStore(data or data_folder())
    store.lock.take()
    keys = Keys(store.secret())
    start = _first_screen(plan, store, keys, lan=lan)
    listening = _listen(port, store, lan=lan)
    port = listening.getsockname()[1]
    store.keep_port(port)
    address = f"http://{LOOPBACK}:{port}{start.path}"
    network = Network(port, own_names_of_this_machine() if lan else (), is_open=lan)
    print(f"The table is open: {address}")
    for there in network.addresses:
        print(f"In this network: {there}/, by invitation only.")
        for path in start.invitations:
            print(f"  for a guest: {there}{path}")
    print("Press Ctrl-C to stop; matches are saved.", flush=True)
    if opens:
        # Connections wait in the backlog, so browser and server start at the same time.
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    serve(listening, store, keys, network, packs=plan.packs)
    print("The table is closed.")


def serve(
    listening: socket.socket,
    store: MatchStore,
    keys: Keys,
    network: Network,
    *,
    packs: tuple[Path, ...] = (),
) -> None:
    """Serve on this socket until a signal comes. Raises ValueError if another server uses the folder."""
    from gattai.server.local.app import make_app
    from gattai.server.local.room import Room
    from gattai.server.web.serving import serve as answer

    store.lock.take()
    logging.basicConfig(format="gattai: %(message)s")
    app = make_app(Room(store, keys, network=network, packs=packs))
    answer(
        app,
        listening,
        backlog=BACKLOG,
        ready=partial(setattr, network, "server"),
        ws_per_message_deflate=network.is_open,
        timeout_graceful_shutdown=2,
    )
    store.lock.give_back()


def _listen(wanted: int, store: MatchStore, *, lan: bool) -> socket.socket:
    """Return a bound socket: on the port asked for, else the last one used, else any."""
    host = "0.0.0.0" if lan else LOOPBACK
    ports = [wanted] if wanted else [port for port in (store.port(),) if port] + [0]
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


def _first_screen(plan: PlayPlan, store: MatchStore, keys: Keys, *, lan: bool) -> _Start:
    """Return the first page: the set-up screen, or a new match if its seats are known."""
    if not plan.players and not plan.guided:
        screen = "lab" if plan.lab else "setup"
        return _Start(f"/?token={keys.host}#/{screen}/{quote(plan.game)}")
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
    match = store.add(record.header.game, record.transcript().text(), seating)
    players = plan.players or record.header.players
    here = [seat for seat, who in enumerate(players) if who == "person"]
    return _Start(
        f"/?token={keys.host}#/match/{match}/{here[0] if here else 'watch'}",
        tuple(f"/?token={keys.seat(match, s)}#/match/{match}/{s}" for s in seating.guests),
    )


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)
