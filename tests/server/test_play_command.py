"""`gattai play GAME` as it is typed: it starts, prints the address, and stops when told."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from gattai.kernel.text.transcript import parse
from gattai.server.local import play
from gattai.server.local.keys import Keys
from gattai.server.local.store import MatchStore
from tests.server.table import opened


def start(*args: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "gattai.terminal.main", "play", *map(str, args), "--no-open"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


def test_it_prints_an_address_that_answers_and_stops_cleanly(tmp_path: Path) -> None:
    began = time.monotonic()
    running = start("attack-chart", "--data", tmp_path / "data")
    try:
        assert running.stdout is not None
        line = running.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+)(/\?token=[\w-]+)#/setup/attack-chart", line)
        assert found, line
        said = httpx.get(found[1] + "/api/games" + found[2][1:], timeout=60, trust_env=False)
        assert said.status_code == 200
        print(f"the first answer came {time.monotonic() - began:.1f} s after the command")
    finally:
        running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 0 and "Traceback" not in err and "closed" in out


def test_with_seats_it_begins_a_match_at_once(tmp_path: Path) -> None:
    plan = play.planned("aegis", "person, random", "7", ["field=open-7"], ())
    store = MatchStore(tmp_path / "data")
    keys = Keys(store.secret())
    path = play._first_screen(plan, store, keys, lan=False).path
    (found,) = store.last_played(9)
    match, transcript = found.match, parse(store.text(found.match))
    assert path == f"/?token={keys.host}#/match/{match}/0"
    assert transcript.header.players == ("person", "random")
    assert transcript.header.options == (("field", "open-7"),)
    assert transcript.header.dice == "seeded 7"


def test_a_seed_alone_means_a_person_against_an_easy_bot() -> None:
    assert play.planned("aegis", "", "7", (), ()).players[0] == "person"
    assert play.planned("aegis", "", "", (), ()).players == ()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("chess",), "no game 'chess'"),
        (("aegis", "--seats", "person"), "2 seats"),
        (("aegis", "--seats", "person,rokie"), "rookie"),
        (("aegis", "--seats", "person,guest"), "--lan"),
        (("aegis", "--option", "field"), "NAME=VALUE"),
        (("aegis", "--option", "field=nowhere"), "nowhere"),
    ],
)
def test_mistakes_are_reported_before_anything_starts(
    tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    running = start(*args, "--data", tmp_path / "data")
    out, err = running.communicate(timeout=30)
    assert running.returncode in (1, 2) and said in err and "Traceback" not in err, (out, err)


def test_the_time_for_silent_players_is_said_with_the_seats(tmp_path: Path) -> None:
    plan = play.planned("robot-empire", "person,guest", "", [], (), time="20, 120")
    store = MatchStore(tmp_path / "data")
    play._first_screen(plan, store, Keys(store.secret()), lan=True)
    (found,) = store.last_played(9)
    seating = store.seating(found.match)
    assert (seating.reaction_seconds, seating.turn_seconds) == (20, 120)
    for wrong in ("soon", "1,2,3", "-5", "20;30"):
        with pytest.raises(ValueError, match="as 30,300"):
            play.planned("robot-empire", "person,guest", "", [], (), time=wrong)
    with pytest.raises(ValueError, match="in the browser"):
        play.planned("robot-empire", "", "", [], (), time="20")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_on_a_stop_signal_it_ends_its_workers_and_leaves_nothing_behind(
    tmp_path: Path, number: signal.Signals
) -> None:
    with opened(tmp_path / "data") as table:
        match = table.begin("attack-chart", "person", "veteran", seed="3")["id"]
        with table.page(match) as page:
            for _ in range(3):
                page.until_asked()
                page.answer()
            page.until_asked()
        table.process.send_signal(number)
        assert table.process.wait(timeout=30) == 0
    said = (tmp_path / "data.err").read_text("utf-8")
    assert "leaked" not in said and "Traceback" not in said, said
