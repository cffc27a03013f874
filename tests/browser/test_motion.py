"""What happened is played, not jumped: in order, for its time, with the right numbers; and nobody has to wait for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Page, expect

from tests.browser import scenes
from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.server.table import Json, Table

PLAYED = ".table[data-playing=true]"
STILL = ".table[data-playing=false][data-mine=true]"
HELD = """() => document.title.startsWith('●') && document.querySelector('.table').dataset.playing === 'true'
  && document.querySelector('.ask h1').textContent.includes('Watch the result')"""
"""It is our turn again, and results are still being shown."""
TURN = 60_000
"""Milliseconds that a bot's turn may take, thinking and showing."""

WATCH = """() => {
  const seen = (window.seen = []);
  const look = () => {
    const text = (css) => document.querySelector(css)?.textContent?.trim() ?? '';
    const moving = document.getAnimations().filter((one) => one.playState === 'running')
      .flatMap((one) => one.effect.getKeyframes().flatMap(Object.keys));
    seen.push({
      at: performance.now(),
      playing: document.querySelector('.table')?.dataset.playing === 'true',
      caption: text('.caption span'),
      banner: text('.fx-banner'),
      dice: [...document.querySelectorAll('.throw li')].length,
      numbers: [...document.querySelectorAll('[data-layer=fx] [data-number]')].map((one) => [one.dataset.on, one.dataset.number]),
      marks: [...document.querySelectorAll('.fx-calm')].map((one) => one.textContent),
      moving: [...new Set(moving)],
      log: [...document.querySelectorAll('.log ol li')].slice(0, 3).map((one) => one.innerText).join(' '),
    });
  };
  // Whatever comes and goes, also where a busy machine leaves frames out.
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const always = () => {
    look();
    requestAnimationFrame(always);
  };
  always();
}"""


class Span(NamedTuple):
    """Something that was to be seen, from when to when."""

    what: Any
    began: float
    ended: float

    @property
    def lasted(self) -> float:
        return self.ended - self.began


def spans(frames: list[dict[str, Any]], of: str) -> list[Span]:
    """What was seen of one thing, frame after frame; nothing is left out."""
    found: list[Span] = []
    for frame, after in pairwise(frames):
        what = frame[of]
        if found and found[-1].what == what and found[-1].ended == frame["at"]:
            found[-1] = found[-1]._replace(ended=after["at"])
        else:
            found.append(Span(what, frame["at"], after["at"]))
    return [span for span in found if span.what]


@contextmanager
def before_the_bots_turn(
    browser: Browser, table: Table, *, speed: str = "1", moves: bool = True, **more: Any
) -> Iterator[Visitor]:
    """Red has moved; whatever red answers next ends the turn, and blue stands near with loaded guns."""
    transcript, _ = scenes.standing_off()
    match = table.begin("aegis", "person", "greedy", transcript=transcript)["id"]
    with Visitor.arrives(browser, table, speed=speed, moves=moves, **more) as visitor:
        visitor.sits_down(match)
        visitor.is_asked()
        page = visitor.page
        page.locator(".ask .actor").nth(2).click()
        visitor.has_read()
        page.locator("g.cell.lit").nth(8).click()
        page.wait_for_selector(STILL)
        visitor.match = match
        yield visitor


def says_end(page: Page) -> None:
    """End the turn, and mean it: who has not acted is named once."""
    page.locator(".ask [data-option='end-turn']").click()
    sure = page.locator("[data-sure]")
    if sure.count():
        sure.first.click()


def ends_turn(page: Page) -> None:
    page.evaluate(WATCH)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    says_end(page)
    page.wait_for_selector(PLAYED)


def told(visitor: Visitor, since: int) -> list[Json]:
    """The log as the table tells it to this seat, from an answer on."""
    with visitor.table.page(visitor.match, "watch") as page:
        page.hear()
        return [line for line in page.log if line["number"] >= since]


def number_of(visitor: Visitor) -> int:
    return int(visitor.number)


def named(hit: Json) -> list[str]:
    return [hit["piece"], f"{'+' if hit['amount'] > 0 else '−'}{abs(hit['amount'])}"]


def hits_of(lines: list[Json]) -> list[list[str]]:
    motions = [line["motion"] for line in lines if line["motion"]]
    return [
        named(hit)
        for motion in motions
        if motion["kind"] in ("hit", "attack")
        for hit in motion["hits"]
        if hit["amount"]
    ]


def test_a_bots_turn_of_several_attacks_is_played_event_by_event(
    browser: Browser, table: Table
) -> None:
    with before_the_bots_turn(browser, table) as visitor:
        page, since = visitor.page, number_of(visitor)
        ends_turn(page)
        page.wait_for_selector(STILL, timeout=TURN)
        frames = page.evaluate("window.seen")
        lines = told(visitor, since)
    attacks = [line for line in lines if line["motion"] and line["motion"]["kind"] == "attack"]
    dice = [line for line in lines if line["motion"] and line["motion"]["kind"] == "dice"]
    assert len(attacks) >= 3

    captions = spans(frames, "caption")
    said = [span.what for span in captions]
    logged = [capital(x["text"]) for x in lines if x["motion"] and is_seen(x["motion"])]
    # Several lines of one cause have one caption; apart from that everything comes in the order of the log.
    assert is_within(without_places(said), without_places(logged)), (said, logged)
    assert [capital(line["text"]) for line in attacks if capital(line["text"]) in said] == [
        capital(line["text"]) for line in attacks
    ]

    # Each attack is aimed for a moment, each throw lies there until it has been read, at twice the speed at most.
    lasted = {span.what: span.lasted for span in captions}
    for line in attacks:
        assert lasted[capital(line["text"])] >= 0.8 * (350 + 320) / 2
    throws = spans(frames, "dice")
    assert [span.what for span in throws] == [len(line["faces"]) for line in dice]
    for span in throws:
        assert span.lasted >= 0.8 * (720 + 130 * span.what + 300) / 2

    # Every number is seen, at whom it happened to, in order, for long enough to be read.
    numbers = [span for span in spans(frames, "numbers") if span.what]
    seen = [pair for span in numbers for pair in span.what]
    wanted = hits_of(lines)
    assert wanted and distinct(seen) == distinct(wanted)
    assert all(span.lasted >= 250 for span in numbers), numbers
    banners = [span.what for span in spans(frames, "banner")]
    assert banners == ["Blue's turn", "Your turn"]


def test_the_log_tells_a_hit_when_it_is_seen_and_not_before(browser: Browser, table: Table) -> None:
    with before_the_bots_turn(browser, table) as visitor:
        page, since = visitor.page, number_of(visitor)
        page.get_by_role("button", name="All lines").click()
        ends_turn(page)
        page.wait_for_selector(STILL, timeout=TURN)
        frames = page.evaluate("window.seen")
        lines = told(visitor, since)
    hits = [line for line in lines if line["motion"] and line["motion"]["kind"] == "hit"]
    assert hits
    for line in hits:
        says = next(f["at"] for f in frames if f["caption"] == capital(line["text"]))
        logged = next(f["at"] for f in frames if line["text"] in f["log"])
        number = next(s for s in spans(frames, "numbers") if s.ended > logged)
        # The shot is on its way first; the line stands there while the number does.
        assert abs(says - logged) < 100
        assert number.began < logged < number.ended


def test_an_answer_is_accepted_at_once_by_those_who_have_seen_enough(
    browser: Browser, table: Table, patience: float
) -> None:
    with before_the_bots_turn(browser, table, speed="0.5") as visitor:
        page = visitor.page
        ends_turn(page)
        page.wait_for_function(HELD, timeout=TURN)
        asked = visitor.number
        began = page.evaluate("performance.now()")
        # Who may act would tell who was hit: it is asked when all results have been seen, or nobody wants to see more.
        assert page.locator(".ask .actor, .ask [data-option]").count() == 0
        page.keyboard.press("Escape")
        page.locator(".ask .actor").first.click()
        page.locator(".ask [data-option]").first.click()
        visitor.means_it()
        page.wait_for_selector(f".table:not([data-number='{asked}'])", timeout=5_000 * patience)
        # At this speed the rest of it would have taken more than ten seconds.
        assert page.evaluate("performance.now()") - began < 8_000


@pytest.mark.parametrize("how", ["Escape", "tap"])
def test_an_animation_can_be_skipped_to_its_end(
    browser: Browser, table: Table, how: str, patience: float
) -> None:
    with before_the_bots_turn(browser, table, speed="0.5") as visitor:
        page = visitor.page
        ends_turn(page)
        page.wait_for_function(HELD, timeout=TURN)
        asked = visitor.number
        if how == "tap":
            box = page.locator("#board").bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            page.keyboard.press("Escape")
        expect(page.locator(".table")).to_have_attribute(
            "data-playing", "false", timeout=500 * patience
        )
        assert visitor.number == asked, "skipping is no answer"
        with table.page(visitor.match, "watch") as watcher:
            watcher.hear()
            truth = {
                p["id"]: p["at"] for p in watcher.scene["pieces"] if p["at"] and not p["is_gone"]
            }
        there = page.locator("[data-piece]").evaluate_all(
            "(all) => [...new Set(all.map((one) => one.dataset.piece))]"
        )
        assert sorted(there) == sorted(truth)
        # What was not watched has left its marks.
        assert page.locator("[data-layer=trails] .fx-trail").count() > 0


def test_marks_stay_until_the_next_decision(browser: Browser, table: Table) -> None:
    with before_the_bots_turn(browser, table, speed="4") as visitor:
        page = visitor.page
        ends_turn(page)
        page.wait_for_selector(STILL, timeout=TURN)
        assert page.locator("[data-layer=trails] .fx-trail").count() > 2
        assert "−" in (page.locator("[data-layer=trails]").first.text_content() or "")
        number = visitor.number
        page.locator(".ask .actor").first.click()
        page.locator(".ask [data-option]").first.click()
        visitor.means_it()
        visitor.waits_after(number)
        page.wait_for_selector(STILL, timeout=TURN)
        assert page.locator("[data-layer=trails] .fx-trail").count() < 4


def test_what_happened_shows_the_last_turn_again(browser: Browser, table: Table) -> None:
    with before_the_bots_turn(browser, table, speed="4") as visitor:
        page = visitor.page
        page.get_by_role("button", name="All lines").click()
        ends_turn(page)
        page.wait_for_selector(STILL, timeout=TURN)
        first = [span.what for span in spans(page.evaluate("window.seen"), "caption")]
        log = page.locator(".log ol").inner_text()
        page.evaluate("window.seen.length = 0")
        page.keyboard.press("w")
        page.wait_for_selector(PLAYED)
        expect(page.get_by_text("What happened")).to_be_visible()
        assert page.locator(".log ol").inner_text() == log
        page.wait_for_selector(STILL, timeout=TURN)
        again = [span.what for span in spans(page.evaluate("window.seen"), "caption")]
        assert [text for text in first if "uses" in text] == [t for t in again if "uses" in t]

        # And a line of the log shows what it tells.
        page.evaluate("window.seen.length = 0")
        line = page.locator(".log li").filter(has_text="takes").first
        line.get_by_role("button", name="See it again").click()
        page.wait_for_selector(PLAYED)
        page.wait_for_selector(STILL, timeout=TURN)
        assert any(frame["numbers"] for frame in page.evaluate("window.seen"))


def test_without_movement_the_same_is_reported_in_the_same_order(
    browser: Browser, table: Table
) -> None:
    with before_the_bots_turn(browser, table, moves=False) as visitor:
        page, since = visitor.page, number_of(visitor)
        ends_turn(page)
        page.wait_for_selector(STILL, timeout=TURN)
        frames = page.evaluate("window.seen")
        lines = told(visitor, since)
    said = [span.what for span in spans(frames, "caption")]
    shown = [capital(x["text"]) for x in lines if x["motion"] and is_seen(x["motion"])]
    assert is_within(without_places(said), without_places(shown)), (said, shown)
    moving = {name for frame in frames if frame["playing"] for name in frame["moving"]}
    assert not moving & {"transform", "translate", "rotate", "scale", "filter"}, moving
    marks = [span for span in spans(frames, "marks") if span.what != [""]]
    text = " ".join(word for span in marks for word in span.what)
    for _, amount in hits_of(lines):
        assert amount in text
    assert all(span.lasted >= 0.8 * 900 / 2 for span in marks[:-1]), marks


def test_the_speed_is_kept_and_off_shows_everything_at_once(browser: Browser, table: Table) -> None:
    with before_the_bots_turn(browser, table, speed="4") as visitor:
        page = visitor.page
        settings = page.locator("button.settings")
        expect(settings).to_contain_text("4×")
        page.keyboard.press("s")
        expect(settings).to_contain_text("off")
        page.evaluate(WATCH)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        number = visitor.number
        says_end(page)
        visitor.waits_after(number)
        page.wait_for_selector(STILL, timeout=TURN)
        assert not any(frame["playing"] for frame in page.evaluate("window.seen"))
        page.reload()
        expect(settings).to_contain_text("off")
        settings.click()
        page.get_by_label("0.5×").check()
        expect(settings).to_contain_text("0.5×")


def test_a_replay_plays_one_step_on_and_jumps_elsewhere(browser: Browser, table: Table) -> None:
    transcript, _ = scenes.standing_off()
    match = table.begin("aegis", "person", "greedy", transcript=transcript)["id"]
    with Visitor.arrives(browser, table, speed="1", moves=True) as visitor:
        page = visitor.page
        visitor.goes_to(f"/replay/{match}?at=10")
        page.wait_for_selector(".replay[data-at='10']")
        assert page.locator(".replay").get_attribute("data-playing") == "false"
        for number in range(11, 16):
            page.keyboard.press("ArrowRight")
            page.wait_for_selector(f".replay[data-at='{number}']")
            if page.locator(".replay").get_attribute("data-playing") == "true":
                break
        else:
            raise AssertionError("nothing of five steps was played")
        page.keyboard.press("Home")
        page.wait_for_selector(".replay[data-at='0'][data-playing=false]")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_that_is_played_bothers_anybody(
    browser: Browser, table: Table, size: dict[str, int]
) -> None:
    with before_the_bots_turn(browser, table, size=size, touch=size is PHONE) as visitor:
        page = visitor.page
        ends_turn(page)
        page.wait_for_selector(".throw")
        assert visitor.overflow() == []
        assert visitor.violations() == []


FADES = """(times) => {
  const words = document.body.appendChild(document.createElement("p"));
  words.textContent = "so faint";
  words.style.cssText = "position: fixed; inset: 0 auto auto 0; z-index: 99; background: white; color: black";
  words.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 1e6, iterations: times });
}"""


@pytest.mark.parametrize(("times", "found"), [("1", 0), ("Infinity", 1)], ids=["once", "for ever"])
def test_words_may_fade_in_and_must_not_stay_faint(
    browser: Browser, table: Table, times: str, found: int
) -> None:
    """A throw says what each die counts as words that come in a moment; axe may look just then."""
    with Visitor.arrives(browser, table) as visitor:
        visitor.goes_to("/")
        visitor.page.evaluate(f"({FADES})({times})")
        faint = [each for each in visitor.violations() if "so faint" in each and "contrast" in each]
        assert len(faint) == found


def is_seen(motion: Json) -> bool:
    return motion["kind"] != "state" or bool(motion["hits"])


def is_within(some: list[str], all_of_them: list[str]) -> bool:
    """Whether these come in that order, others between them or not."""
    rest = iter(all_of_them)
    return all(one in rest for one in some)


def without_places(texts: list[str]) -> list[str]:
    """The texts without where a unit moves to: the table writes coordinates, the page writes words."""
    return [
        re.sub(r"(moves to) (?:-?\d+,-?\d+|the hex .* of the middle|the middle)", r"\1", text)
        for text in texts
    ]


def distinct(pairs: list[list[str]]) -> list[list[str]]:
    return [one for place, one in enumerate(pairs) if place == 0 or one != pairs[place - 1]]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
