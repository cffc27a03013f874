"""The process is killed in the middle of an action, started again, and the match goes on."""

from pathlib import Path
from typing import Any

import pytest

from gattai.games import load
from gattai.kernel.question import Choose, Roll
from gattai.kernel.record import Record, replay
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.transcript import Transcript, parse
from gattai.server.table.opening import dice_of, resumed
from gattai.server.web.reading import Unreadable, read_match
from tests.server.table import Page, Table, opened


def kept(table: Table, match: str) -> str:
    return (table.data / "matches" / f"{match}.txt").read_text("utf-8")


def verified(text: str) -> Transcript:
    transcript = parse(text)
    *_, last = replay(load(transcript.header.game), transcript)
    assert last.transcript().text() == text
    return transcript


def into_the_middle_of_an_action(table: Table, match: str, page: Page) -> None:
    """Play until somebody is asked while an action is being resolved."""
    for turn in range(400):
        page.until_asked()
        kinds = {option["text"].partition(" ")[0] for option in page.scene["ask"]["options"]}
        if "keep" in kinds:
            assert resumed(parse(kept(table, match))).position.answers
            return
        page.answer(turn * 7)
    raise AssertionError("no action ever asked anything")


def test_a_match_survives_the_death_of_its_table_in_mid_action(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as table:
        match = table.begin("aegis", "person", "person", seed="8")["id"]
        with table.page(match) as page:
            into_the_middle_of_an_action(table, match, page)
            before, ask, port = kept(table, match), page.scene["ask"], table.port
            table.kill()
    assert verified(before).entries
    with opened(data, "--port", str(port)) as again:
        assert again.token == table.token
        with again.page(match) as page:
            page.until_asked()
            assert page.scene["ask"] == ask
            for turn in range(10):
                page.until_asked()
                page.answer(turn)
            page.until_asked()
        after = kept(again, match)
        assert after.startswith(before.rstrip("\n")) and len(after) > len(before)
        verified(after)
        # Once more, this time without waiting for what the answer does.
        with again.page(match) as page:
            page.until_asked()
            page.answer()
            again.kill()
    verified(kept(again, match))


def test_damaged_files_are_shown_as_far_as_they_hold_and_left_as_they_are(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as table:
        good, bad, forged, cut = (
            table.begin("attack-chart", "person", "random", seed="4")["id"] for _ in "1234"
        )
        for match in (forged, cut):
            with table.page(match) as page:
                for _ in range(4):
                    page.until_asked()
                    page.answer()
                page.until_asked()
    folder = data / "matches"
    (folder / f"{bad}.txt").write_bytes(b"\xff\x00 not a transcript")
    lines = (folder / f"{forged}.txt").read_text("utf-8").splitlines()
    begun = lines.index("begin")
    wrong = [*lines[: begun + 4], lines[begun + 4].replace("#", "#0", 1), *lines[begun + 5 :]]
    (folder / f"{forged}.txt").write_text("\n".join(wrong) + "\n", "utf-8")
    (folder / f"{cut}.txt").write_bytes((folder / f"{cut}.txt").read_bytes()[:-9])
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with opened(data) as again:
        listed = {card["id"]: card for card in again.http.get("/api/matches").json()}
        assert {good, bad, forged, cut} <= {*listed}
        assert "damaged" in listed[bad]["damaged"] and not listed[good]["damaged"]
        with again.page(bad) as page:
            assert "damaged" in page.refusal()
        with again.page(forged) as page:
            page.hear()
            assert "answer 4" in page.shown["notice"] and page.scene["ask"]["number"] == 4
            page.say("answer", number=4, text="finish")
            assert "viewed" in page.refusal(), "nobody plays on in a file that does not hold"
        after = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert after == before, "reading writes nothing"
        with again.page(cut) as page:
            page.until_asked()
            assert "damaged" in page.shown["notice"]
            whole = before[f"{cut}.txt"].rpartition(b"\n")[0]
            assert (folder / f"{cut}.txt").read_bytes().startswith(whole)
            page.answer()
            page.until_asked()
        verified(kept(again, cut))
        repaired = again.http.post(f"/api/matches/{forged}/repair")
        assert repaired.status_code == 200 and not repaired.json()["is_shut"]
        assert again.http.post(f"/api/matches/{good}/repair").status_code == 400
        with again.page(forged) as page:
            page.until_asked()
            assert "set-aside/" in page.shown["notice"]
            page.answer()
            page.until_asked()
        verified(kept(again, forged))
        listed = {card["id"]: card for card in again.http.get("/api/matches").json()}
        assert listed[forged]["damaged"] and listed[bad]["is_shut"]
        with again.page(good) as page:
            page.until_asked()
    (aside,) = (data / "set-aside").glob("*.txt")
    assert aside.read_bytes() == before[f"{forged}.txt"]
    assert (folder / f"{bad}.txt").read_bytes() == before[f"{bad}.txt"]


def test_what_is_shown_of_a_file_is_everything_up_to_the_damaged_line() -> None:
    record = resumed(parse(_transcript()))
    text = record.transcript().text()
    lines = text.splitlines()
    begun = lines.index("begin") + 1
    for place in range(begun, len(lines)):
        broken = [*lines[:place], lines[place][:-2], *lines[place + 1 :], ""]
        found = read_match("\n".join(broken).encode())
        assert found.record.transcript().text().splitlines() == lines[:place]
        assert found.shut and f"answer {place - begun + 1} " in found.notice
    with pytest.raises(Unreadable):
        read_match(b"gattai transcript 1\ngame ches")


def test_wherever_a_crash_cuts_a_file_off_it_goes_on_from_the_last_whole_line() -> None:
    text = _transcript().encode()
    begun = text.index(b"begin\n") + 6
    for cut in range(begun, len(text)):
        found = read_match(text[:cut])
        whole = text[:cut].rpartition(b"\n")[0] + b"\n"
        held = found.record.transcript().text().encode()
        assert not found.shut
        assert held in (whole, text[:cut] + b"\n"), "all whole lines, and none that is torn"
        assert found.size is None or text[: found.size] == held


def _transcript() -> str:
    rules = load("aegis")
    record: Record[Any] = Record(rules, players=("person", "random"), dice="seeded 3")
    dice = dice_of(record.header)
    for number in range(1, 14):
        question = record.question
        assert not isinstance(question, Outcome)
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number))
        else:
            assert isinstance(question, Choose)
            record.answer(question.options[number % 3])
    return record.transcript().text()
