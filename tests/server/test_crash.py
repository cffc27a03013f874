"""The process is killed in the middle of an action, started again, and the match goes on."""

from pathlib import Path

from gattai.games import load
from gattai.kernel.transcript import Transcript, parse, replay
from gattai.server.opening import resumed
from tests.server.table import Page, Table, opened


def kept(table: Table, match: str) -> str:
    return (table.data / "matches" / f"{match}.txt").read_text("utf-8")


def verified(text: str) -> Transcript:
    transcript = parse(text)
    *_, last = replay(load(transcript.setting.game), transcript)
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


def test_damaged_files_are_set_aside_with_a_word_and_the_others_go_on(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as table:
        good, bad, forged = (table.begin("attack-chart", "person", "random")["id"] for _ in "123")
        with table.page(forged) as page:
            page.until_asked()
            page.answer()
            page.until_asked()
    folder = data / "matches"
    (folder / f"{bad}.txt").write_bytes(b"\xff\x00 not a transcript")
    text = (folder / f"{forged}.txt").read_text("utf-8")
    (folder / f"{forged}.txt").write_text(text.replace("1 dice", "1 dice 9", 1), "utf-8")
    with opened(data) as again:
        listed = {card["id"] for card in again.http.get("/api/matches").json()}
        assert good in listed and bad not in listed
        with again.page(bad) as page:
            assert "no match" in page.refusal()
        with again.page(forged) as page:
            assert "damaged" in page.refusal()
        with again.page(good) as page:
            page.until_asked()
    assert len([*(data / "set-aside").glob("*.txt")]) == 2
    assert "damaged" in (tmp_path / "data.err").read_text("utf-8")
