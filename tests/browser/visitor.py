"""Somebody in front of a screen: looks, clicks, types, and notices everything that goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request

from tests.browser.scenes import Standoff, near_the_enemy
from tests.server.table import Table

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SEEN_BY_AXE = """async () => {
  const fades = (animation) => animation.playState === "running" && animation.effect.getTiming().iterations === 1
    && animation.effect.getKeyframes().some((frame) => (frame.opacity ?? 1) < 1);
  const fading = () => document.getAnimations().filter(fades).map((animation) => animation.effect.target);
  const before = fading();
  const { violations } = await axe.run(document, { resultTypes: ["violations"], elementRef: true });
  const targets = [...before, ...fading()];
  const coming = (node) => targets.some((target) => target.contains(node.element));
  return violations
    .map(({ id, help, nodes }) => ({ id, help, nodes: nodes.filter((node) => id !== "color-contrast" || !coming(node)).map((node) => node.html) }))
    .filter(({ nodes }) => nodes.length);
}"""
"""What axe-core finds; words that are just fading in or out are not held against their colour, what goes on for
ever is.
"""
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
TABLET = {"width": 1024, "height": 768}
SMALL_PHONE = {"width": 360, "height": 640}
WIDE = {"width": 1440, "height": 900}
HARD_TO_USE = """() => {
  const out = new Set();
  const shown = (node) => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !node.ownerSVGElement
    && !node.closest(".unseen, .skip, [aria-hidden=true]") && node.getBoundingClientRect().width > 0;
  const say = (node, what) => out.add(`${what}: ${node.tagName} ${node.getAttribute("class")} ${(node.ariaLabel || node.innerText || "").slice(0, 40)}`);
  const top = document.querySelector("dialog[open]") ?? document.body;
  for (const node of top.querySelectorAll("button:enabled, a[href], input:enabled, select:enabled, summary")) {
    // A link within a sentence is as high as the sentence.
    const inline = node.matches("button:is(.inline, .term, .why, .link)") || (node.matches("a") && getComputedStyle(node).display === "inline");
    if (!shown(node) || inline) continue;
    const { width, height } = (node.matches("input") && node.closest("label") || node).getBoundingClientRect();
    if (Math.min(width, height) < 43.5) say(node, `${Math.round(width)}x${Math.round(height)}`);
  }
  for (const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT); texts.nextNode();) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !shown(node)) continue;
    const { fontSize, overflowX, textOverflow, clipPath } = getComputedStyle(node);
    const size = parseFloat(fontSize); // 0 is for ears only
    if (size > 0 && size < (node.closest(".rail") ? 9 : 11)) say(node, fontSize);
    // The face of a card is a picture of it, which opens in large.
    if (node.closest(".card, .stack")) continue;
    const cut = /hidden|clip/.test(overflowX) && textOverflow !== "ellipsis" && clipPath === "none" && node.scrollWidth > node.clientWidth + 1;
    if (cut && node.clientWidth > 0) say(node, "cut off");
  }
  for (const node of top.querySelectorAll(".board text")) {
    const size = parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a;
    if (node.checkVisibility() && size < 10.9) say(node, `${size.toFixed(1)}px on the board`);
  }
  return [...out];
}"""
"""Whatever is too small for a finger or for the eye, or cut off."""
NAMELESS = {"button", "link", "radio", "checkbox", "textbox", "combobox", "slider", "tab", "option"}
"""Roles of what one acts with: a screen reader has to have a name for it."""
MAX_ANSWERS = 400
UNREAD = 300
"""Milliseconds after a list has changed in which a click is not heard."""
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("dark", "light")
KNOWN = "aegis aristeia attack-chart mechastellar parley ridge robot-empire salon"
"""The games whose goal a visitor has seen, unless a test says otherwise; who has seen none is new to all of them."""


class Visitor:
    """A page at a table, with what it asked for and what it complained about."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page = page
        self.table = table
        self.match = ""
        self.asked: list[str] = []
        self.complaints: list[str] = []
        page.on("request", self._requested)
        page.on("console", self._said)
        page.on("pageerror", self._broke)

    @classmethod
    @contextmanager
    def arrives(
        cls,
        browser: Browser,
        table: Table,
        *,
        size: dict[str, int] = WIDE,
        theme: Theme = "dark",
        touch: bool = False,
        speed: str = "off",
        moves: bool = False,
        goals: str = KNOWN,
    ) -> Iterator[Visitor]:
        """Events are shown at once to whoever is in a hurry, as tests are; `moves` wants to see movement."""
        width, height = size["width"], size["height"]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            has_touch=touch,
            reduced_motion="no-preference" if moves else "reduce",
        )
        context.add_init_script(
            f"try {{ localStorage['gattai-speed'] ??= '{speed}'; localStorage['gattai-goals'] ??= '{goals}'; if ('{goals}') {{ localStorage['gattai-advanced'] ??= 'shown'; localStorage['gattai-first-steps'] ??= 'enough' }} }} catch {{ /* a blank page */ }}"
        )
        visitor = cls(context.new_page(), table)
        yield visitor
        context.close()
        assert not visitor.complaints, visitor.complaints
        assert not visitor.foreign, visitor.foreign

    def _requested(self, request: Request) -> None:
        self.asked.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        lost = "WebSocket connection" in message.text or "ERR_CONNECTION" in message.text
        if message.type in ("error", "warning") and not lost:
            self.complaints.append(message.text)

    def _broke(self, error: Error) -> None:
        self.complaints.append(str(error))

    @property
    def foreign(self) -> list[str]:
        """Requests to anywhere but the table."""
        ours = urlsplit(self.table.address).netloc
        return [
            url
            for url in self.asked
            if urlsplit(url).netloc not in (ours, "") and "blob:" not in url
        ]

    # Going somewhere

    def goes_to(self, path: str) -> None:
        """Open a screen by its address, as from a bookmark."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.table.address}/?token={self.table.token}#{path}")

    def sits_down(self, match: str, seat: int | str = 0) -> None:
        self.goes_to(f"/match/{match}/{seat}")
        self.page.wait_for_selector(".table, .curtain")

    def begins(self, game: str, *players: str, **more: Any) -> str:
        match: str = self.table.begin(game, *players, **more)["id"]
        self.sits_down(match)
        return match

    def stands_off(self, *, whole: bool = True) -> Standoff:
        """Sit down where red's unit, that is selected, can shoot at one enemy and not at another."""
        found = near_the_enemy(self.table)
        self.sits_down(found.match)
        self.is_asked()
        if self.page.locator(".ask .actor").count():
            self.page.get_by_role("button", name=f"Select {found.actor}").click()
            self.pauses()
        if whole:
            self.sees_everything()
        return found

    def sees_everything(self) -> None:
        """Show the whole board, where the camera shows those who act alone."""
        self.page.keyboard.press("0")

    # Playing

    def is_asked(self, *, by_key: bool = False) -> bool:
        """Wait until it is our turn or the game is over; False when it is over.

        Keys are heard at once: only a click waits until the question can have been read.
        """
        self.page.wait_for_selector(
            ".table[data-mine=true], dialog[aria-labelledby=ending-title]", timeout=60_000
        )
        if not by_key:
            self.has_read()
        return not self.page.locator("dialog[aria-labelledby=ending-title]").is_visible()

    def is_asked_now(self) -> bool:
        """Whether it is we who are asked at this moment."""
        return self.page.locator(".table").get_attribute("data-mine") == "true"

    @property
    def number(self) -> str:
        """The number of the question that is open."""
        return self.page.locator(".table").get_attribute("data-number") or ""

    def waits_after(self, number: str) -> None:
        """Wait until another question is open, or none."""
        self.page.wait_for_selector(f".table:not([data-number='{number}'])", timeout=120_000)

    def has_read(self) -> None:
        """Wait until a click on the board is heard: nobody has read yet what has just changed."""
        self.page.wait_for_selector(".table:not(.fresh)")

    def pauses(self) -> None:
        """As long as a hand does between two clicks: two quick ones at one place are a double click."""
        self.page.wait_for_timeout(UNREAD)
        self.has_read()

    def is_advised(self) -> Locator:
        """Wait for the coach, however long it thinks on a busy machine; its best answer."""
        best = self.page.locator("[data-idea='0']")
        best.wait_for(timeout=120_000)
        return best

    def clicks_on(self) -> None:
        """Answer what is asked by clicking: an attack if there is one, else a lit place, else a button."""
        page, number = self.page, self.number
        actors = page.locator(".ask .actor")
        if actors.count():
            actors.first.click()
            self.pauses()
        lit = page.locator("g.cell.lit")
        enemy = page.locator(".ask .targets .option, .ask [data-option]")
        if enemy.count() and not (lit.count() and int(number) % 2):
            enemy.first.click()
        else:
            # What is told beside the place that was pointed at last may lie over this one.
            page.mouse.move(0, 0)
            self.sees_everything()
            self.has_read()
            lit.nth(lit.count() // 2).click()
        self.means_it()
        self.waits_after(number)

    def means_it(self) -> None:
        """Where a second step is asked for, take it."""
        sure = self.page.locator("[data-sure]")
        if sure.count():
            self.pauses()
            sure.first.click()

    def types_on(self) -> None:
        """Answer what is asked by keys alone: a numbered option, or Enter on a lit place."""
        page, number = self.page, self.number
        if page.locator(".ask .actor").count() or int(number) % 2 or not self.focused.count():
            page.keyboard.press("n")
        if page.locator(".ask [data-option] kbd").count():
            page.keyboard.press("1")
            self.means_it()
        else:
            self.walks_to_light()
            page.keyboard.press("Enter")
        self.waits_after(number)

    def walks_to_light(self) -> None:
        """From hex to hex with the arrows until one is lit."""
        keys = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp")
        for step in range(120):
            if re.search(r"\blit\b", self.focused.get_attribute("class") or ""):
                return
            self.page.keyboard.press(keys[step % len(keys)])
        raise AssertionError("no lit place was found with the arrows")

    @property
    def focused(self) -> Locator:
        return self.page.locator("*:focus")

    # Learning

    def starts_lesson(self, game: str = "") -> None:
        """Begin the guided first game of a game, or of the first that has one."""
        self.goes_to("/")
        self.page.get_by_role("button", name=f"Learn {game}").first.click()
        self.page.wait_for_selector(".lesson")

    def follows_lesson(self, steps: int = 100) -> int:
        """Do what the lesson says, reading and pointing as it asks; how many answers it took."""
        page = self.page
        for done in range(steps):
            # Either it is for us to answer, or it is over.
            page.wait_for_function(
                """() => document.querySelector('.lesson')?.innerText.includes('complete')
                  || (document.querySelector('.table').dataset.mine === 'true'
                    && document.querySelector('.ask [data-option], g.cell.lit, .ask .actor, .card.can'))""",
                timeout=60_000,
            )
            if "complete" in page.locator(".lesson").first.inner_text():
                return done
            while page.locator(".lesson .next").count():
                self._reads_on()
            number = self.number
            if page.locator(".ask .actor").count():
                page.locator(".ask .actor").first.click()
                self.pauses()
            self.has_read()
            if page.locator(".ask [data-option]").count():
                page.locator(".ask [data-option]").first.click()
            elif page.locator("g.cell.lit").count():
                self.sees_everything()
                page.locator("g.cell.lit").first.click()
            else:
                page.locator(".card.can").first.click()
            self.waits_after(number)
        return steps

    def _reads_on(self) -> None:
        """To the next page: by pointing where the lesson asks to, else by its button."""
        page = self.page
        # A mouse that rests where the lesson asks to point turns the page by itself.
        page.mouse.move(2, 2)
        self.has_read()
        words, has_more, points = page.evaluate(
            """() => [document.querySelector('.lesson .words').innerText,
              ...['.next', '.point'].map((css) => document.querySelector('.lesson ' + css) !== null)]"""
        )
        if not has_more:
            return
        if points:
            box = page.locator(".beacons i").first.bounding_box()
            assert box is not None, "what one is to point at is marked"
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            page.locator(".lesson .next").click()
        page.wait_for_function(
            "words => document.querySelector('.lesson .words').innerText !== words", arg=words
        )

    # Looking

    def overflow(self) -> list[str]:
        """What sticks out of the screen, or makes it scroll sideways; and what is there for ears only and
        does not scroll with what it stands in, so that the page would grow longer with it.
        """
        found: list[str] = self.page.evaluate(
            """() => {
              const out = [];
              if (document.documentElement.scrollWidth > innerWidth) out.push('the page');
              for (const node of document.querySelectorAll('.unseen')) {
                let scroller = node.parentElement;
                while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
                if (scroller && node.offsetParent && !scroller.contains(node.offsetParent)) {
                  out.push(`unseen in ${scroller.tagName} ${scroller.getAttribute('class')}`);
                }
              }
              for (const node of document.querySelectorAll('body *')) {
                if (node.closest('.unseen, .skip, svg svg, dialog:not([open])')) continue;
                // Pictures, and a board seen closer, are cut off at their own edges.
                if (node.ownerSVGElement) continue;
                // What is swiped sideways lies in something that is not wider than the screen.
                let swiped = node.parentElement;
                while (swiped && !/auto|scroll/.test(getComputedStyle(swiped).overflowX)) swiped = swiped.parentElement;
                if (swiped && swiped.matches('main *, header *') && swiped.getBoundingClientRect().right <= innerWidth + 1) continue;
                const box = node.getBoundingClientRect();
                if (box.width && (box.right > innerWidth + 1 || box.left < -1)) {
                  out.push(`${node.tagName} ${node.getAttribute('class')} ${box.left}-${box.right}`);
                }
              }
              return out;
            }"""
        )
        return found

    def hard_to_use(self) -> list[str]:
        """What is too small to touch or to read, or cut off, in either theme."""
        found: set[str] = set()
        for theme in THEMES:
            self.page.emulate_media(color_scheme=theme)
            found |= {*self.page.evaluate(HARD_TO_USE)}
        return sorted(found)

    def nameless(self) -> list[str]:
        """What can be acted with and has no name in the accessibility tree."""
        wire = self.page.context.new_cdp_session(self.page)
        tree: list[dict[str, Any]] = wire.send("Accessibility.getFullAXTree")["nodes"]
        wire.detach()
        acting = (node for node in tree if node.get("role", {}).get("value") in NAMELESS)
        return [str(node) for node in acting if not node.get("name", {}).get("value", "").strip()]

    def violations_in_each_theme(self) -> list[str]:
        """What axe-core finds in the dark and in the light, one after the other on the same page."""
        found, grounds = [], set()
        for theme in THEMES:
            self.page.emulate_media(color_scheme=theme)
            grounds.add(self.page.evaluate("getComputedStyle(document.body).backgroundColor"))
            found += [f"{theme}: {each}" for each in self.violations()]
        assert len(grounds) == len(THEMES), "the page follows the theme"
        return found

    def violations(self) -> list[str]:
        """What axe-core finds on this screen, most of it about people who see, hear or move differently."""
        # By the debugger's way in, for the page's own policy forbids strangers' scripts.
        self.page.evaluate(AXE.read_text("utf-8"))
        found: list[dict[str, Any]] = self.page.evaluate(SEEN_BY_AXE)
        return [
            f"{one['id']}: {one['help']}: {[html[:120] for html in one['nodes'][:3]]}"
            for one in found
        ]
