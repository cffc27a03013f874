"""The browser of a page is killed again and again: no answer that was acknowledged is lost."""

from __future__ import annotations

import random
import zipfile
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import cast

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, BrowserContext, Error, Page

from gattai import games
from gattai.kernel.text.transcript import Transcript, parse
from tests.browser.chromium import CHROMIUM
from tests.browser.page.host import BEGIN, Site
from tests.browser.page.processes import killed, running_in
from tests.terminal.conftest import run_alone

KILLS_OF_A_MATCH = 5
MOST_ANSWERS = 8
"""Answers that are acknowledged before a kill."""
MOMENT = 400
"""Milliseconds within which it comes then."""
PLAYS = """(match) => {
  const socket = gattaiTransport.open(`/ws/${match}/0?token=`);
  let said = null;
  let wasTogether = false;
  socket.onmessage = ({ data }) => {
    const { type, scene, epoch } = JSON.parse(data);
    if (type !== "scene") return;
    const { ask, ending } = scene;
    const isTogether = ask?.kind === "together" && ask.is_mine;
    if (said && ask?.number !== said.number && !(isTogether && wasTogether)) {
      window.heard("kept", said.number, said.text);
      said = null;
    }
    if (ending) return window.heard("over", 0, "");
    if (!ask?.is_mine || said) return;
    const { text } = ask.options[Math.floor(Math.random() * ask.options.length)];
    said = { type: "answer", number: ask.number, text, epoch, key: "" };
    wasTogether = isTogether;
    socket.send(JSON.stringify(said));
  };
}"""
"""Gives any of the options that are offered. A scene that asks something else acknowledges an answer, except where
several seats answer at once: then it may show only that another seat was quicker."""
MOST_STEPS = 3_000
"""Looks, 20 ms apart, after which it is killed in any case."""


class Player:
    """Somebody in a browser of their own, whose profile lasts longer than the browser."""

    def __init__(self, browser: Browser, site: Site, profile: Path, patience: float) -> None:
        self._profile = profile
        self._context: BrowserContext = browser.browser_type.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        self._context.set_default_timeout(120_000 * patience)
        self.process = running_in(profile)
        self.page: Page = self._context.pages[0]
        self.kept: list[tuple[int, str]] = []
        self.is_over = False
        self.page.expose_function("heard", self._heard)
        self.page.goto(f"{site.address}/")
        self.page.wait_for_selector("[data-ready]")

    def _heard(self, kind: str, number: int, text: str) -> None:
        if kind == "kept":
            self.kept.append((number, text))
        else:
            self.is_over = True

    def begins(self, game: str) -> str:
        wanted = {
            "game": game,
            "players": ["person", *["random"] * (len(games.load(game).seated({}).seats) - 1)],
        }
        return cast(str, self.page.evaluate(BEGIN, wanted))

    def saved(self) -> dict[str, str]:
        """Return what the browser has stored of each match: a table does not tell hidden cards during a game."""
        with self.page.expect_download() as saving:
            self.page.get_by_role("button", name="Save all").click()
        with zipfile.ZipFile(saving.value.path()) as archive:
            names = [PurePosixPath(name) for name in archive.namelist()]
            return {it.stem: archive.read(str(it)).decode() for it in names if it.suffix == ".txt"}

    def plays(self, match: str, answers: int, milliseconds: int) -> None:
        """Play until so many answers are acknowledged, and a moment longer."""
        self.page.evaluate(PLAYS, match)
        for _ in range(MOST_STEPS):
            if len(self.kept) >= answers or self.is_over:
                break
            self.page.wait_for_timeout(20)
        self.page.wait_for_timeout(milliseconds)

    def dies(self) -> None:
        killed(self.process)
        with suppress(Error):
            self._context.close()


def lost(transcript: Transcript, kept: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the acknowledged answers that a transcript does not have.

    If several seats answer at once, entries of others come before the own one.
    """
    own = [(at, each.text) for at, each in enumerate(transcript.entries, 1) if each.who == transcript.seats[0]]  # fmt: skip
    found = {number: next((text for at, text in own if at >= number), "") for number, _ in kept}
    return [(number, text) for number, text in kept if found[number] != text]


def dies_again_and_again(
    browser: Browser, site: Site, folder: Path, kills: int, patience: float
) -> None:
    """Let matches of all games be played until so many kills are done; nothing acknowledged may be missing."""
    rng = random.Random("killed")
    kept: dict[str, list[tuple[int, str]]] = {}
    played: dict[str, int] = dict.fromkeys(games.names(), 0)
    match, deaths_of_it = "", 0
    for death in range(kills + 1):
        player = Player(browser, site, folder / "profile", patience)
        if death == 0 and kills > KILLS_OF_A_MATCH:  # later starts are quicker then
            player.page.wait_for_selector("[data-snapshot=made]")
        saved = player.saved() if kept else {}
        for name, answers in kept.items():
            text = saved[name]
            assert lost(parse(text), answers) == [], f"{name} after death {death}"
            (folder / f"{name}.txt").write_text(text, "utf-8")
        if death == kills:
            player.dies()
            break
        if not match or deaths_of_it == KILLS_OF_A_MATCH:
            game = min(played, key=lambda each: played[each])
            played[game] += 1
            match, deaths_of_it = player.begins(game), 0
            kept[match] = []
        player.plays(match, rng.randint(1, MOST_ANSWERS), rng.randrange(MOMENT))
        player.dies()
        deaths_of_it += 1
        kept[match] += player.kept
        if player.is_over:
            match = ""
    for name in kept:
        verified = run_alone("verify", folder / f"{name}.txt")
        assert verified.code == 0, verified.text
    print(f"{kills} kills, {len(kept)} matches, {sum(map(len, kept.values()))} acknowledged answers: none lost")  # fmt: skip


def test_a_browser_that_is_killed_keeps_every_acknowledged_answer(
    browser: Browser, site: Site, tmp_path: Path, patience: float
) -> None:
    dies_again_and_again(browser, site, tmp_path, 1, patience)


@pytest.mark.long
def test_a_hundred_kills_lose_no_acknowledged_answer(
    browser: Browser, site: Site, tmp_path: Path, patience: float
) -> None:
    dies_again_and_again(browser, site, tmp_path, 100, patience)
