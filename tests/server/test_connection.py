"""Pages come and go, several look at once, and answers are taken back."""

import asyncio

import msgspec
import pytest

from gattai import games
from gattai.kernel.question import Seat
from gattai.server.failures import Gone
from gattai.server.messages import NewMatch
from gattai.server.queries import AskPreview
from gattai.server.table.journal import WholeJournal
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.thinking import Thinkers
from gattai.server.web import connection
from tests.server.table import Page, Table


def until_number(page: Page, number: int) -> None:
    page.until(lambda scene: scene["ask"] and scene["ask"]["number"] == number)


def test_board_and_cards_come_once_and_the_log_only_as_far_as_it_is_new(table: Table) -> None:
    match = table.begin("attack-chart", "person", "random", seed="1")["id"]
    with table.page(match) as page:
        page.hear()
        assert page.shown["whole"] and page.scene["board"]["cells"] and page.scene["cards"]
        page.until_asked()
        first = len(page.log)
        page.answer()
        page.until_asked()
        assert not page.shown["whole"]
        assert page.scene["board"] is None and page.scene["cards"] == []
        assert len(page.log) > first


def test_a_page_that_comes_back_finds_everything_it_missed(table: Table) -> None:
    match = table.begin("attack-chart", "person", "random", seed="1")["id"]
    with table.page(match) as page:
        page.until_asked()
        page.answer()
    with table.page(match) as stayed:
        stayed.until_asked()
        assert stayed.scene["ask"]["number"] > page_number(page)
        numbers = [line["number"] for line in stayed.log]
        assert numbers == sorted(numbers) and numbers[0] == 1


def page_number(page: Page) -> int:
    return int(page.shown["scene"]["ask"]["number"])


def test_two_tabs_of_one_seat_are_both_live(table: Table) -> None:
    match = table.begin("attack-chart", "person", "person", seed="1")["id"]
    with table.page(match) as one, table.page(match) as other:
        one.until_asked(), other.until_asked()
        number = one.scene["ask"]["number"]
        one.answer()
        until_number(other, number + 1)
        until_number(one, number + 1)
        other.answer()
        until_number(one, number + 2)
        assert (one.log and one.log[-1] in other.log) or other.until_asked()


def test_at_one_screen_without_secrets_the_page_turns_to_anyone_who_is_asked(table: Table) -> None:
    match = table.begin("attack-chart", "person", "person", seed="1")["id"]
    seats = []
    with table.page(match) as page:
        for _ in range(6):
            page.until_asked()
            seats.append(page.scene["seat"])
            page.answer()
    assert set(seats) == {0, 1}


def test_taking_back_is_free_before_anybody_has_learnt_anything(table: Table) -> None:
    match = table.begin("attack-chart", "person", "person", seed="1")["id"]
    with table.page(match) as page:
        scene = page.until_asked()
        number, log = scene["ask"]["number"], [*page.log]
        assert page.shown["can_undo"] == ""
        page.answer()
        page.until_asked()
        assert page.shown["can_undo"] == "free"
        page.say("undo", number=number + 1)
        until_number(page, number)
        assert page.shown["whole"] and page.log == log
    kept = (table.data / "matches" / f"{match}.txt").read_text("utf-8")
    assert f"\n{number - 1} " in kept and f"\n{number} " not in kept


def past_a_die(page: Page) -> int:
    """Play at one screen until a die has fallen after the last answer."""
    while True:
        page.until_asked()
        if page.shown["can_undo"] == "consent":
            return int(page.scene["ask"]["number"])
        page.answer(3 * page.scene["ask"]["number"])


def test_after_a_die_taking_back_needs_the_consent_of_the_other_at_the_screen(
    table: Table,
) -> None:
    match = table.begin("attack-chart", "person", "person", seed="2")["id"]
    with table.page(match) as page:
        number = past_a_die(page)
        page.say("undo", number=number)
        wanted = page.hears("undo-wanted")
        assert wanted["what"]["text"]
        page.say("consent", yes=False)
        assert "was declined" in page.refusal()
        page.say("consent", yes=True)
        assert "there is no request" in page.refusal()
        page.say("undo", number=number)
        page.hears("undo-wanted")
        page.say("consent", yes=True)
        page.until(lambda scene: scene["ask"] and scene["ask"]["number"] < number)
        assert page.shown["whole"]


def test_a_bot_always_agrees_to_take_back(table: Table) -> None:
    match = table.begin("attack-chart", "person", "random", seed="2")["id"]
    with table.page(match) as page:
        page.until_asked()
        number = page.scene["ask"]["number"]
        page.answer()
        page.until_asked()
        assert page.shown["can_undo"] == "consent"
        page.say("undo", number=page.scene["ask"]["number"])
        until_number(page, number)


def test_nobody_takes_back_what_was_never_answered(table: Table) -> None:
    match = table.begin("attack-chart", "person", "random", seed="1")["id"]
    with table.page(match) as page:
        page.until_asked()
        page.say("undo", number=page.scene["ask"]["number"])
        assert "nothing to take back" in page.refusal()
        page.say("undo", number=1)
        assert "moved on" in page.refusal()


def test_an_invited_guest_sits_on_one_seat_of_one_match_and_consents_there(table: Table) -> None:
    card = table.begin("attack-chart", "person", "guest")
    match, link = card["id"], card["links"][1]
    token = link.partition("token=")[2].partition("#")[0]
    assert token != table.token and link.endswith(f"#/match/{match}/1")
    with (
        table.page(match) as host,
        table.socket(f"/ws/{match}/1", token) as socket,
    ):
        guest = Page(socket)
        host.hear(), guest.hear()
        assert (host.scene["seat"], guest.scene["seat"]) == (0, 1)
        while True:
            page = host if host.scene["ask"]["is_mine"] else guest
            other = guest if page is host else host
            if page.shown["can_undo"] == "consent":
                break
            number = page.scene["ask"]["number"]
            page.answer()
            for looking in (host, guest):
                looking.until(lambda s, n=number: s["ask"] and s["ask"]["number"] > n)  # type: ignore[misc]
        number = page.scene["ask"]["number"]
        page.say("undo", number=number)
        assert other.hears("undo-wanted")["what"]["seat"] == page.scene["seat"]
        page.say("consent", yes=True)
        assert "not asked" in page.refusal()
        other.say("consent", yes=True)
        page.until(lambda scene: scene["ask"] and scene["ask"]["number"] < number)


def test_who_watches_sees_and_does_not_answer(table: Table) -> None:
    card = table.begin("attack-chart", "random", "random", seed="1")
    assert card["links"][0].endswith("/watch")
    with table.page(card["id"], "watch") as page:
        page.until(lambda scene: scene["ending"] is not None)
        assert page.scene["seat"] is None
        page.say("answer", number=1, text="finish")
        assert "spectators" in page.refusal()


def test_odds_previews_and_why_not_are_answered_beside_the_game(table: Table) -> None:
    match = table.begin("attack-chart", "person", "random", seed="2")["id"]
    with table.page(match) as page:
        for turn in range(60):
            options = page.until_asked()["ask"]["options"]
            if any(option["has_odds"] for option in options):
                break
            page.answer(turn)
        number = page.scene["ask"]["number"]
        shot = next(option for option in page.scene["ask"]["options"] if option["has_odds"])
        for _ in range(2):
            page.say("odds", number=number, text=shot["text"])
            odds = page.hears("odds")["odds"]
            assert abs(sum(part for _, part in odds["bars"]) - 1) < 1e-3
            assert odds["reasons"] and odds["reasons"][0]["cites"]["page"]
        page.say("preview", number=number, text=shot["text"])
        assert page.hears("preview")["preview"]["line"]
        page.say("about", number=number, actor=shot["actor"], target=shot["target"])
        about = page.hears("about")["about"]
        assert any(not why["reasons"] for why in about) and any(why["reasons"] for why in about)
        page.say("odds", number=number, text="finish")
        assert "no odds" in page.refusal()
        page.say("odds", number=number - 1, text=shot["text"])
        assert "moved on" in page.refusal()


def test_aegis_tells_odds_too(table: Table) -> None:
    match = table.begin("aegis", "person", "random", seed="2")["id"]
    with table.page(match) as page:
        for turn in range(80):
            options = page.until_asked()["ask"]["options"]
            shots = [option for option in options if option["has_odds"] and option["target"]]
            if shots:
                page.say("odds", number=page.scene["ask"]["number"], text=shots[-1]["text"])
                odds = page.hears("odds")["odds"]
                assert odds["headline"] and odds["bars"]
                return
            page.answer(turn * 11)
    raise AssertionError("nobody ever came within range")


class FakeWire:
    """Says one thing, and keeps what is sent until there is an answer to it."""

    def __init__(self, said: bytes) -> None:
        self.said = [said]
        self.sent: list[str] = []
        self.refused = asyncio.Event()

    async def receive(self) -> bytes:
        if self.said:
            return self.said.pop()
        async with asyncio.timeout(30):
            await self.refused.wait()
        raise Gone

    async def send(self, text: str) -> None:
        self.sent.append(text)
        if "this cannot be answered" in text:
            self.refused.set()

    async def close(self, code: int, reason: str) -> None:
        pass


def test_a_bug_in_an_answer_is_logged_with_its_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def has_a_bug(*_: object) -> None:
        raise KeyError("no such field")

    async def work() -> None:
        record, _ = opened(NewMatch("attack-chart", ("person", "random"), seed="7"))
        journal, maker = WholeJournal(record, lambda text: None), games.scene_maker("attack-chart")
        match = TableMatch("here", record, maker, Thinkers(), journal)
        page = match.viewers.join(0)
        match.start()
        while Seat(0) not in match.waiting:
            await asyncio.sleep(0.01)
        ask = match.history.scene(Seat(0)).ask
        assert ask is not None
        wire = FakeWire(msgspec.json.encode(AskPreview(ask.number, ask.options[0].text)))
        await connection.Connection(wire, match, page).run()
        assert wire.refused.is_set()
        await match.stop()

    monkeypatch.setattr(connection, "preview_of", has_a_bug)
    asyncio.run(work())
    logged = [record for record in caplog.records if record.exc_info and "here" in record.message]
    assert len(logged) == 1
