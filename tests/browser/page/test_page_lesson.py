"""The first steps of a lesson in a page: played before Python has arrived, and continued by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Error, Route, expect

from gattai import games
from gattai.server.page.recorded import MAX_ANSWERS
from tests.browser.page.host import TRANSCRIPT, PageVisitor, Site

ENGINE = "**/engine/**"
READY = "document.documentElement.dataset.ready !== undefined"
LATER = MAX_ANSWERS + 2
BEGIN = """async (game) => {
  const init = { method: "POST", body: JSON.stringify({ game, players: [], guided: true }) };
  const { id } = await (await gattaiTransport.request("/api/matches?token=", init)).json();
  const socket = gattaiTransport.open(`/ws/${id}/0?token=`);
  (globalThis.told ??= {})[id] = [];
  (globalThis.sockets ??= {})[id] = socket;
  socket.onmessage = ({ data }) => told[id].push(JSON.parse(data));
  return id;
}"""
"""Begins a lesson and remembers what its connection says."""
ASKED = "told['{}'].findLast(({{ type }}) => type === 'scene')?.scene.ask"
SAY = """([id, text]) => {
  const { scene, epoch } = told[id].findLast(({ type }) => type === "scene");
  const { number, options } = scene.ask;
  told[id].length = 0;
  sockets[id].send(JSON.stringify({ type: "answer", number, text: text || options[0].text, epoch, key: `${id} ${number} ${text}` }));
  return number;
}"""
"""Answers, with the first option if there is no text."""


class Pupil(PageVisitor):
    """Learns a game in a page."""

    def reads(self) -> None:
        """Read the text of this step to its end."""
        while self.page.locator(".lesson .next").count():
            self.page.locator(".lesson .next").click()

    def follows(self) -> None:
        """Do what the lesson says: by key if there is a button for it, else with the mouse."""
        number = self.number
        self.reads()
        self.has_read()
        if self.page.locator(".ask [data-option] kbd").count():
            self.page.keyboard.press("1")
        else:
            self.sees_everything()
            self.has_read()
            self.page.locator("g.cell.lit").first.click()
        self.means_it()
        self.waits_after(number)
        assert self.is_asked()

    def is_asked_over(self, match: str) -> None:
        """Wait for the next question of a lesson that no screen shows."""
        asked = ASKED.format(match)
        self.waits_until(f"{asked}?.is_mine && {asked}.options.length > 0")


@contextmanager
def held(visitor: PageVisitor) -> Iterator[None]:
    """Hold Python and the rules back."""
    context, waiting = visitor.page.context, list[Route]()

    def hold(route: Route) -> None:
        waiting.append(route)

    context.route(ENGINE, hold)
    yield
    assert not visitor.page.evaluate(READY)
    assert waiting, "they are asked for meanwhile"
    context.unroute(ENGINE)
    for route in waiting:
        with suppress(Error):  # the page was loaded again since
            route.continue_()


def test_the_first_steps_of_a_lesson_are_played_before_python_arrives_and_stored_by_it(
    browser: Browser, site: Site, patience: float
) -> None:
    with Pupil.comes(browser, site, patience) as pupil:
        page = pupil.page
        with held(pupil):
            pupil.starts_lesson("Attack")
            match = page.url.split("/match/")[1].split("/")[0]
            for _ in range(2):
                pupil.follows()
            # What was done lasts, although nothing is stored yet.
            page.reload()
            assert pupil.is_asked()
            for _ in range(MAX_ANSWERS - 2):
                pupil.follows()
            expect(page.locator("#shell")).to_be_empty()
        pupil.waits_until_ready()
        for _ in range(LATER - MAX_ANSWERS):
            pupil.follows()

        # With the engine alone: the same answers, the same match.
        alone = page.evaluate(BEGIN, "attack-chart")
        for _ in range(LATER):
            pupil.is_asked_over(alone)
            page.evaluate(SAY, [alone, ""])
        pupil.is_asked_over(alone)
        expected = page.evaluate(TRANSCRIPT, alone)
        assert len(expected.split("begin\n")[1].splitlines()) >= LATER
        assert page.evaluate(TRANSCRIPT, match) == expected
        page.reload()
        pupil.waits_until_ready()
        assert page.evaluate(TRANSCRIPT, match) == expected


def test_every_lesson_goes_on_as_recorded_and_other_answers_wait_for_the_engine(
    browser: Browser, site: Site, patience: float
) -> None:
    with Pupil.comes(browser, site, patience) as pupil:
        page = pupil.page
        with held(pupil):
            pupil.goes_to("/")
            lessons = {game: page.evaluate(BEGIN, game) for game in games.names()}
            for match in lessons.values():
                for _ in range(MAX_ANSWERS):
                    pupil.is_asked_over(match)
                    page.evaluate(SAY, [match, ""])
                pupil.is_asked_over(match)
            # Also allowed by the lesson, but not as recorded; and what the lesson does not want yet.
            other, wrong = (
                page.evaluate(BEGIN, "mechastellar"),
                page.evaluate(BEGIN, "attack-chart"),
            )
            for answer in ("activate white-asura", "move -1,1", "spin 2"):
                pupil.is_asked_over(other)
                page.evaluate(SAY, [other, answer])
            pupil.is_asked_over(wrong)
            page.evaluate(SAY, [wrong, "activate bulwark-walker"])
            expect(page.locator("#shell")).to_contain_text(
                "Your answer waits for the rules engine."
            )
            assert page.evaluate(
                "([one, two]) => [told[one].length, told[two].length]", [other, wrong]
            ) == [0, 0]
        pupil.waits_until_ready()
        pupil.is_asked_over(other)
        assert "spin 2" in page.evaluate(TRANSCRIPT, other)
        pupil.waits_until(f"told['{wrong}'].some(({{ type }}) => type === 'refused')")
        refused = page.evaluate(
            f"told['{wrong}'].find(({{ type }}) => type === 'refused').reasons[0].text"
        )
        assert refused.startswith("the lesson waits for you to")
        for match in lessons.values():
            number = page.evaluate(SAY, [match, ""])
            pupil.waits_until(f"{ASKED.format(match)}?.number > {number}")
