"""A position as a file: saved, opened as a new match, and still there after a restart."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gattai.kernel.position import Diverged
from gattai.kernel.text.snapshot import position_text
from gattai.kernel.text.transcript import parse
from gattai.server.messages import GiveAnswer, NewMatch
from gattai.server.table.opening import resumed
from gattai.terminal.commands import replay as replaying
from tests.browser.scenes import in_mid_attack, near_the_enemy
from tests.server.silence import Sitting
from tests.server.table import Table, opened


@pytest.fixture
def table(tmp_path: Path) -> Any:
    with opened(tmp_path / "data") as found:
        yield found


def position_of(table: Table, match: str) -> str:
    said = table.http.get(f"/api/matches/{match}/position")
    assert said.status_code == 200, said.text
    return said.text


def seen(scene: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(p["id"], p["at"], p["bar"]["now"], p["badges"]) for p in scene["pieces"]]


def test_a_saved_position_opens_as_a_new_match_and_survives_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as table:
        old = near_the_enemy(table).match
        with table.page(old) as page:
            before = page.until_asked()
        new = table.begin("", position=position_of(table, old))["id"]
        with table.page(new) as page:
            now = page.until_asked()
            assert seen(now) == seen(before)
            assert [o["text"] for o in now["ask"]["options"]] == [
                o["text"] for o in before["ask"]["options"]
            ]
            page.answer()
            after = page.until_asked()
    with opened(data) as table, table.page(new) as page:
        assert page.until_asked()["ask"] == after["ask"]


def test_a_position_in_the_middle_of_an_attack_goes_on_with_the_dice_that_fell(
    table: Table,
) -> None:
    old = table.begin("aegis", "person", "random", transcript=in_mid_attack())["id"]
    with table.page(old) as page:
        before = page.until_asked()
    assert before["throw"]["groups"]
    new = table.begin("", "person", "rookie", position=position_of(table, old))["id"]
    with table.page(new) as page:
        now = page.until_asked()
        assert now["throw"]["groups"] == before["throw"]["groups"]
        assert now["ask"]["options"] == before["ask"]["options"]
        page.answer()
        page.until_asked()


def test_a_match_begun_from_a_position_of_four_is_reopened_and_replayed_elsewhere(
    tmp_path: Path,
) -> None:
    async def whole() -> None:
        table = await Sitting(tmp_path / "data").begins("person", "guest", "guest", "guest")
        await table.comes(0, 1, 2, 3)
        for number in range(30):
            (seat, *_) = table.match.waiting
            options = table.ask(seat).options
            await table.answers(seat, options[number % len(options)].text)
        record = table.match.record
        saved = position_text(record.rules, record.position)
        begun = await table.room.make(NewMatch("", ("person", *("guest",) * 3), position=saved))
        assert len(begun.record.rules.seats) == 4
        assert begun.record.position.state == record.position.state
        (seat,) = begun.waiting
        ask = begun.history.scene(seat).ask
        assert ask is not None
        begun.inbox.say(begun.viewers.join(seat), GiveAnswer(ask.number, ask.options[-1].text))
        while begun.revision == 0:
            await asyncio.sleep(0)
        last, text = begun.record.position, table.room.store.text(begun.id)
        await table.room.close()
        again = await Sitting(tmp_path / "data").goes_on(begun.id)
        assert again.match.record.position == last
        assert len(again.match.history.scene(None).seats) == 4
        await again.room.close()
        elsewhere = resumed(parse(text))
        assert elsewhere.position == last and elsewhere.transcript().text() == text
        file = tmp_path / "t.txt"
        file.write_text(text, "utf-8")
        assert replaying.show(file, replaying.ReplayRequest(verify=True), ()) == 0
        assert replaying.show(file, replaying.ReplayRequest(), ()) == 0
        forged = text.replace('"turn":', '"turn":1', 1)
        assert forged != text
        with pytest.raises(Diverged):
            resumed(parse(forged))

    asyncio.run(whole())


def test_a_match_begun_in_the_middle_of_an_attack_is_replayed_elsewhere(
    table: Table, tmp_path: Path
) -> None:
    old = table.begin("aegis", "person", "random", transcript=in_mid_attack())["id"]
    new = table.begin("", "person", "person", position=position_of(table, old))["id"]
    with table.page(new) as page:
        for _ in range(3):
            page.until_asked()
            page.answer()
        page.until_asked()
    file = table.data / "matches" / f"{new}.txt"
    assert not file.with_suffix(".json").exists(), "the transcript says it all"
    assert replaying.show(file, replaying.ReplayRequest(verify=True), ()) == 0
    assert resumed(parse(file.read_text("utf-8"))).entries


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: "{", "not a position"),
        (lambda text: text.replace("aegis 1", "chess 1"), "no game 'chess'"),
        (lambda text: text.replace('"energy": [', '"energy": ["x",'), "state"),
        (lambda text: text.replace("position 1", "position 9"), "position 1"),
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(
    table: Table, change: Any, reason: str
) -> None:
    old = table.begin("aegis", "person", "random", seed="3")["id"]
    text = change(position_of(table, old))
    said = table.http.post("/api/matches", json={"game": "", "players": [], "position": text})
    assert said.status_code in (400, 404)
    assert reason in said.text, said.text


def test_pointing_at_a_piece_alone_tells_what_it_cannot_do_at_all(table: Table) -> None:
    found = near_the_enemy(table)
    with table.page(found.match) as page:
        scene = page.until_asked()
        piece = next(p for p in scene["pieces"] if p["name"] == found.actor)
        page.say("about", number=scene["ask"]["number"], actor=piece["id"])
        told = page.hears("about")["about"]
    kinds = [why["label"] for why in told]
    assert kinds and len({*kinds}) == len(kinds)
    assert all(why["reasons"] for why in told), "what can be done somewhere is not among it"
    offered = {o["kind"] for o in scene["ask"]["options"] if o["actor"] == piece["id"]}
    assert not offered & {*kinds}


def test_odds_mark_from_where_on_it_is_enough(table: Table) -> None:
    found = near_the_enemy(table)
    with table.page(found.match) as page:
        scene = page.until_asked()
        foes = {p["id"]: p for p in scene["pieces"] if p["owner"] != scene["seat"]}
        marked = 0
        for option in [o for o in scene["ask"]["options"] if o["target"] in foes][:6]:
            page.say("odds", number=scene["ask"]["number"], text=option["text"])
            odds = page.hears("odds")["odds"]
            if odds["enough"] is None:
                continue
            marked += 1
            left = foes[option["target"]]["bar"]["now"]
            assert odds["enough_words"] == "destroys"
            assert [int(name) >= left for name, _ in odds["bars"]] == [
                place >= odds["enough"] for place in range(len(odds["bars"]))
            ]
    assert marked


def test_a_curtain_says_whom_it_is_for_and_no_more(table: Table) -> None:
    match = table.begin("parley", "person", "person", "random")["id"]
    with table.page(match) as page:
        said = page.hears("curtain")
    assert said == {"type": "curtain", "seat": 0, "seats": ["ann", "bob", "cat"]}


def test_one_game_can_be_asked_for_alone(table: Table) -> None:
    one = table.http.get("/api/games/aegis").json()
    assert one["name"] in [each["name"] for each in table.http.get("/api/games").json()]
    assert one["lesson"]
    assert table.http.get("/api/games/chess").status_code == 404
