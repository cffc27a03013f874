"""`gattai play GAME` as it is typed: it starts, prints the address, and stops when told."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from gattai.kernel.transcript import Transcript
from gattai.server import play
from gattai.server.keys import Keys
from gattai.server.shelf import Shelf


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
        said = httpx.get(found[1] + "/api/games" + found[2][1:], timeout=20, trust_env=False)
        assert said.status_code == 200
        print(f"the first answer came {time.monotonic() - began:.1f} s after the command")
    finally:
        running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 0 and "Traceback" not in err and "closed" in out


def test_with_seats_it_begins_a_match_at_once(tmp_path: Path) -> None:
    plan = play.planned("aegis", "person, random", "7", ["field=open-7"], ())
    shelf = Shelf(tmp_path / "data")
    keys = Keys(shelf.secret())
    path = play._first_screen(plan, shelf, keys, lan=False).path
    ((match, transcript),) = shelf.all()
    assert isinstance(transcript, Transcript)
    assert path == f"/?token={keys.host}#/match/{match}/0"
    assert transcript.setting.players == ("person", "random")
    assert transcript.setting.options == (("field", "open-7"),)
    assert transcript.setting.dice == "seeded 7"


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
def test_mistakes_are_told_before_anything_starts(
    tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    running = start(*args, "--data", tmp_path / "data")
    out, err = running.communicate(timeout=30)
    assert running.returncode in (1, 2) and said in err and "Traceback" not in err, (out, err)
