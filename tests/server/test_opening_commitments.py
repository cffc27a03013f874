"""Tables that commit to their dice: who learns the secret when, and what happens without it."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.running.committed import Committed, commitment_of
from gattai.kernel.text.snapshot import position_text
from gattai.kernel.text.transcript import parse
from gattai.server.messages import AskUndo, NewMatch
from gattai.server.table.opening import bot_of, bots_seed, dice_of, known_dice, opened, resumed
from gattai.server.web.reading import Unreadable, read_match
from gattai.terminal.commands.replay import verified
from tests.server.played import SECRET, SEEDS, begun, played
from tests.server.silence import Sitting
from tests.server.table import opened as running

GAME = "attack-chart"


async def plays(table: Sitting, answers: int = 10_000, seed: str = "7") -> None:
    """The guest on seat 0 answers anything, so often or to the end."""
    rng = random.Random(seed)
    for _ in range(answers):
        if table.match.is_over:
            return
        options = table.ask(0).options
        await table.answers(0, options[rng.randrange(len(options))].text)


def test_a_guest_plays_with_dice_that_the_table_has_committed_to(tmp_path: Path) -> None:
    async def whole() -> None:
        table = await Sitting(tmp_path).begins("guest", "random", game=GAME, seed="")
        await table.comes(0)
        secret = table.room.store.seating(table.match.id).secret
        commitment = commitment_of(table.match.record.header.dice)
        assert commitment is not None and commitment.is_of(secret)
        assert commitment.seeds == ("-", "-")
        await plays(table, 5)
        assert secret not in table.match.record.transcript().text()
        assert secret not in table.room.store.text(table.match.id)
        card = table.room.card(table.match)
        told = [msgspec.json.encode(said) for said in [*table.told[0], card]]
        assert len(told) > 5 and not any(secret.encode() in said for said in told)

        await table.room.close()
        again = await Sitting(tmp_path).goes_on(table.match.id)
        assert not again.match.shut, again.match.notice
        await again.comes(0)
        await plays(again)
        text = again.match.record.transcript().text()
        assert text == again.room.store.text(again.match.id)
        assert text.endswith(f"\nsecret {secret}\n")
        verified(games.load(GAME), parse(text), text)

        assert again.match.requests.undo.price((again.match.viewers.persons[0],)) == ""
        await again.comes(0)
        again.match.inbox.say(again.pages[0], AskUndo(len(again.match.record.entries)))
        await again.settles()
        assert "nothing can be taken back any more" in again.refusal(0)
        assert again.match.is_over
        await again.room.close()
        found = read_match(again.room.store.content(again.match.id))
        assert not found.shut and found.record.secret == secret
        assert [one.end for one in again.room.store.last_played(9)] == [
            parse(text).end.partition(" ; ")[0]
        ]

    asyncio.run(whole())


def test_who_plays_at_their_own_table_has_the_dice_of_a_seed() -> None:
    record, seating = opened(NewMatch(GAME, ("person", "random")))
    assert record.header.dice.startswith("seeded ") and not seating.secret
    record, seating = opened(NewMatch(GAME, ("person", "person"), seed="7"))
    assert record.header.dice == "seeded 7" and not seating.secret


@pytest.mark.parametrize("players", [("person", "guest"), ("guest", "random"), ("guest", "guest")])
def test_nobody_chooses_the_seed_of_a_match_that_another_person_joins(
    players: tuple[str, ...],
) -> None:
    with pytest.raises(ValueError, match="leave the seed out"):
        opened(NewMatch(GAME, players, seed="7"))
    assert opened(NewMatch(GAME, players))[0].header.dice.startswith("committed")


@pytest.mark.parametrize("game", games.names())
def test_no_way_to_set_up_a_match_for_two_lets_the_maker_rehearse_its_dice(game: str) -> None:
    """Whatever a maker can send twice, the dice of a match with a guest come out otherwise."""
    alone, _ = opened(NewMatch(game, (), seed="7"))
    text = alone.transcript().text()
    position = position_text(alone.rules, alone.position)
    seats = len(alone.rules.seats)
    players = ("person", "guest", *("random" for _ in range(seats - 2)))
    ways = [
        NewMatch(game, players),
        NewMatch(game, players, transcript=text),
        NewMatch(game, players, position=position),
    ]
    for wanted in ways:
        header = opened(wanted)[0].header
        assert known_dice(header) is None, (wanted, header.dice)


def test_no_two_matches_have_the_same_secret() -> None:
    made = [opened(NewMatch(GAME, ("person", "guest"))) for _ in range(4)]
    assert len({seating.secret for _, seating in made}) == 4
    for record, seating in made:
        assert record.secret == seating.secret and len(bytes.fromhex(seating.secret)) == 32


def test_anyone_who_opens_a_match_brings_the_secret_and_the_seeds() -> None:
    record = begun(GAME)
    assert record.header.dice == Committed(SECRET, SEEDS).commitment.line()
    question: Any = record.question
    thrown = Committed(SECRET, SEEDS).faces(question, 1)
    assert dice_of(record.header, record.secret).faces(question, 1) == thrown
    with pytest.raises(ValueError, match="3 seeds for 2 seats"):
        opened(NewMatch(GAME, ("random", "random")), dice=Committed(SECRET, "abc"))


def test_without_the_secret_no_other_dice_fall_in_their_place() -> None:
    record = begun(GAME)
    question: Any = record.question
    assert known_dice(record.header) is None
    with pytest.raises(ValueError, match="the secret of its dice is missing"):
        dice_of(record.header).faces(question, 1)
    with pytest.raises(ValueError, match="does not match the commitment"):
        dice_of(record.header, SECRET[::-1])


def lines_of(text: str, answers: int) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[: lines.index("begin\n") + 1 + answers])


def test_a_match_is_resumed_with_the_secret_that_its_transcript_does_not_tell() -> None:
    under_way = parse(lines_of(played(GAME), 45))
    record = resumed(under_way, secret=SECRET)
    assert record.secret == SECRET and len(record.entries) == 45
    assert "secret" not in record.transcript().text()
    forged = parse(lines_of(played(GAME), 45).replace(" anns-seed,-", " anns-seed,b"))
    with pytest.raises(Diverged):
        resumed(forged, secret=SECRET)
    with pytest.raises(Diverged, match="does not match the commitment"):
        resumed(under_way, secret=SECRET[::-1])


def test_a_file_whose_secret_is_lost_can_be_looked_at_and_not_played_on() -> None:
    text = lines_of(played(GAME), 45).encode()
    for lost in ("", SECRET[::-1], "x"):
        found = read_match(text, secret=lost)
        assert found.shut and len(found.record.entries) == 45 and not found.record.secret
        assert "the secret of its committed dice is missing" in found.notice
    found = read_match(text, secret=SECRET)
    assert not found.shut and found.record.secret == SECRET
    false = text.replace(b"\n37 dice 6 2", b"\n37 dice 6 3")
    assert false != text and read_match(false, secret=SECRET).shut
    with pytest.raises(Unreadable, match="a commitment is"):
        read_match(text.replace(b"committed 6", b"committed X"), secret=SECRET)


@pytest.mark.parametrize("cut", range(1, 75))
def test_a_file_that_was_cut_off_in_its_last_line_is_over_all_the_same(cut: int) -> None:
    text = played(GAME).encode()
    found = read_match(text[:-cut], secret=SECRET)
    assert not found.shut and found.record.transcript().text().encode() == text


def test_a_secret_that_is_lost_is_not_repaired_away(tmp_path: Path) -> None:
    async def whole() -> None:
        table = await Sitting(tmp_path).begins("guest", "random", game=GAME, seed="")
        await table.room.close()
        store = table.room.store
        seating = store.seating(table.match.id)
        store.seat(table.match.id, msgspec.structs.replace(seating, secret=""))
        again = await Sitting(tmp_path).goes_on(table.match.id)
        assert again.match.shut
        with pytest.raises(ValueError, match="the secret of its dice is missing"):
            await again.room.repair(again.match.id)
        await again.room.close()

    asyncio.run(whole())


def test_a_game_continued_after_its_secret_is_public_gets_other_dice() -> None:
    for players in ((), ("person", "rookie")):
        record, seating = opened(NewMatch("", players, transcript=played(GAME), at=40))
        assert record.header.dice == "by hand" and not record.secret and not seating.secret
        assert all(who == "person" or " seeded " in who for who in record.header.players)
        question: Any = begun(GAME).question
        source = dice_of(record.header)
        assert len({source.faces(question, 1) for _ in range(40)}) > 5
    over, _ = opened(NewMatch("", (), transcript=played(GAME)))
    assert over.transcript().text() == played(GAME)


def test_what_bots_are_handed_does_not_tell_the_secret() -> None:
    record = begun(GAME)
    bot = bot_of(record.header, 0, record.secret)
    assert bot == ("random", bots_seed(record.header, SECRET))
    assert len(bot[1]) == 32 and bot[1] not in SECRET and SECRET not in bot[1]
    assert bots_seed(record.header, SECRET[::-1]) != bot[1]


def test_the_page_of_the_dice_is_for_those_who_may_see_the_match(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--lan") as table:
        card = table.begin(GAME, "person", "guest")
        page = table.http.get(f"/dice/{card['id']}")
        assert page.status_code == 200 and "published when the match is over" in page.text
        assert "script-src" not in page.headers["content-security-policy"]
        assert "default-src 'none'" in page.headers["content-security-policy"]
        token = card["links"][1].partition("token=")[2].partition("#")[0]
        with httpx.Client(base_url=table.address, trust_env=False) as guest:
            assert guest.get(f"/dice/{card['id']}").status_code == 403
            assert guest.get(f"/dice/{card['id']}", params={"token": token}).text == page.text
        other = table.begin(GAME, "person", "guest")
        with httpx.Client(base_url=table.address, trust_env=False) as guest:
            refused = guest.get(f"/dice/{other['id']}", params={"token": token})
            assert refused.status_code == 403
        assert table.http.get("/dice/nothing").status_code == 404
