"""A rated match through the whole site: found by quick pairing, played, given up, and seen in both profiles."""

from __future__ import annotations

import contextlib
import time
from typing import Any

from gattai.server.online.ratings.glicko import GlickoSkill, after
from gattai.server.online.ratings.judging import MIN_ANSWERS
from tests.online.hosting import Player, hosted
from tests.online.services import empty_database
from tests.server.table import Page

GAME = "attack-chart"
PATIENCE = 60.0
QUICK = {"game": GAME, "quick": True, "rated": True}


def registers(player: Player, name: str) -> Player:
    player.post("/api/account", {"name": name, "password": "a long enough password"})
    return player


def both_answer(*pages: Page) -> None:
    """Until each has answered as often as a match needs to count, and one of them is asked again.

    A table is shown again while an answer is on its way, if somebody comes meanwhile: one question counts once.
    """
    answered: dict[Page, set[int]] = {page: set() for page in pages}
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for number, page in enumerate(pages):
            with contextlib.suppress(TimeoutError):
                page.hear(0.05)
            ask = page.scene.get("ask")
            assert not page.scene.get("ending"), "it was over too soon"
            if not (ask and ask["is_mine"]):
                continue
            again = ask["number"] in answered[page]
            if not again and min(map(len, answered.values())) >= MIN_ANSWERS:
                return
            page.answer(len(answered[page]) - again + number)
            answered[page].add(ask["number"])
    raise TimeoutError(str(answered.values()))


def profile(player: Player, name: str) -> Any:
    """Somebody's page, once a match is rated; nodes look for those every few seconds."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = player.get(f"/api/profiles/{name}")
        if found["ratings"]:
            return found
        time.sleep(0.5)  # not so often that the site refuses
    raise TimeoutError(name)


def test_two_are_paired_play_rated_and_their_profiles_tell_it() -> None:
    with empty_database() as database, hosted(database) as site:
        guest = site.player()
        guest.post("/api/guest")
        refused = guest.http.post("/api/seeks", json=QUICK)
        assert refused.status_code == 403 and "account" in refused.text
        anna, bert = registers(site.player(), "Anna"), registers(site.player(), "Bert")
        waits = anna.post("/api/seeks", QUICK)
        taken = guest.http.post(f"/api/seeks/{waits['seek']}/accept")
        assert taken.status_code == 403 and "account" in taken.text
        found = bert.post("/api/seeks", QUICK)
        (turn,) = anna.get("/api/turns")["turns"]
        with anna.sits(turn["card"]["links"][0]) as one, bert.sits(found["link"]) as two:
            both_answer(one, two)
            two.say("resign")
            one.until(lambda scene: scene["ending"])
        won, lost = profile(guest, "Anna"), profile(guest, "Bert")
    new = GlickoSkill()
    for told, score in ((won, 1.0), (lost, 0.0)):
        wanted = after(new, new, score, 0)
        (rating,) = told["ratings"]
        assert (rating["game"], rating["games"], rating["is_provisional"]) == (GAME, 1, True)
        assert rating["rating"] == told["ratings"][0]["history"][-1][1] == round(wanted.rating)
        assert rating["deviation"] == round(wanted.deviation)
    assert won["ratings"][0]["rating"] > round(new.rating) > lost["ratings"][0]["rating"]
