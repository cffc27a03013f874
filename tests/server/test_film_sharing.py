"""A link to a replay works for everybody who has it, and opens nothing else; a rematch finds both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.films import film_in, scenes
from tests.server.table import PATIENCE, Json, Table, opened
from tests.server.test_retrospect import text_of

GAME = "attack-chart"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table of one's own: what lies in its folder is compared."""
    with opened(tmp_path_factory.mktemp("sharing") / "data", "--lan") as table:
        yield table


def over(table: Table, *players: str) -> Json:
    text = text_of(GAME)
    return table.begin(GAME, *(players or ("person", "guest")), transcript=text)


def as_caller(table: Table, token: str = "") -> httpx.Client:
    params = {"token": token} if token else {}
    return httpx.Client(
        base_url=table.address, params=params, trust_env=False, timeout=3 * PATIENCE
    )


def token_in(link: str) -> str:
    return link.partition("token=")[2].partition("#")[0]


def folder_of(table: Table) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path(table.data).rglob("*") if path.is_file()}


@pytest.mark.parametrize("role", ["nobody", "host", "guest", "guest of another match", "forger"])
def test_anyone_who_has_the_link_sees_the_replay(table: Table, role: str) -> None:
    card = over(table)
    assert card["replay"].startswith(f"/replay/{card['id']}.")
    other = table.begin(GAME, "person", "guest")
    tokens = {
        "nobody": "",
        "host": table.token,
        "guest": token_in(card["links"][1]),
        "guest of another match": token_in(other["links"][1]),
        "forger": f"{card['id']}.1.AAAAAAAAAAAAAAAAAAAAAAAA",
    }
    before = folder_of(table)
    with as_caller(table, tokens[role]) as caller:
        page = caller.get(card["replay"])
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    *_, last = scenes(film_in(page.content))
    assert last["ending"] and last["seat"] is None
    assert folder_of(table) == before, "reading writes nothing"


def test_the_page_is_let_draw_itself_and_nothing_else(table: Table) -> None:
    card = over(table)
    with as_caller(table) as nobody:
        page = nobody.get(card["replay"])
    policy = page.headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy and "default-src 'none'" in policy
    assert "allow-same-origin" not in policy and "set-cookie" not in page.headers
    for link in card["links"]:
        assert token_in(link).encode() not in page.content
    assert table.token.encode() not in page.content


def test_the_name_of_a_replay_is_no_key(table: Table) -> None:
    card = over(table)
    name = card["replay"].removeprefix("/replay/")
    with as_caller(table, name) as caller:
        assert caller.get(f"/api/matches/{card['id']}").status_code == 403
        assert caller.get("/api/matches").status_code == 403


def test_a_replay_has_one_name_that_nobody_guesses(table: Table) -> None:
    card, other = over(table), over(table)
    wrong = [
        f"/replay/{card['id']}",
        f"/replay/{card['id']}.",
        card["replay"][:-1],
        card["replay"].replace(card["id"], other["id"]),
        f"/replay/{token_in(card['links'][1])}",
        "/replay/%C3%A9.x",
        "/replay/../secret",
    ]
    with as_caller(table) as nobody:
        for path in wrong:
            assert nobody.get(path).status_code == 404, path


def test_a_match_that_is_still_played_is_not_shared(table: Table) -> None:
    card = table.begin(GAME, "person", "person", transcript=text_of(GAME), at=30)
    assert card["replay"] == ""
    finished = over(table)
    own = finished["replay"].removeprefix(f"/replay/{finished['id']}.")
    with as_caller(table) as nobody:
        assert nobody.get(f"/replay/{card['id']}.{own}").status_code == 404
    # Not even by its true name, which only the table can make.
    from gattai.server.local.keys import Keys

    keys = Keys((table.data / "secret").read_bytes())
    with as_caller(table) as nobody:
        refused = nobody.get(f"/replay/{keys.replay(card['id'])}")
    assert refused.status_code == 403 and "still being played" in refused.text


def test_a_film_is_made_of_a_match_and_of_a_transcript(table: Table) -> None:
    card = over(table, "person", "random")
    made = table.http.post("/api/replay/film", json={"match": card["id"], "seat": 1}, timeout=60)
    film = film_in(made.content)
    first = next(iter(scenes(film)))
    assert first["seat"] == 1 and film.analysis is not None and film.luck and film.rules
    sent = table.http.post(
        "/api/replay/film", json={"transcript": text_of(GAME), "seat": None}, timeout=60
    )
    assert next(iter(scenes(film_in(sent.content))))["seat"] is None
    wrong = table.http.post("/api/replay/film", json={"match": card["id"], "seat": 5}, timeout=60)
    assert wrong.status_code == 400 and "no seat" in wrong.text


def test_a_film_of_a_game_that_goes_on_tells_no_analysis_and_no_hidden_thing(table: Table) -> None:
    card = table.begin(GAME, "person", "random", transcript=text_of(GAME), at=40)
    made = table.http.post("/api/replay/film", json={"match": card["id"]}, timeout=60)
    assert film_in(made.content).analysis is None
    several = table.begin(GAME, "person", "guest", transcript=text_of(GAME), at=40)
    refused = table.http.post("/api/replay/film", json={"match": several["id"]})
    assert refused.status_code == 403


def seat_of(link: str) -> tuple[str, int]:
    match, _, seat = link.partition("#/match/")[2].rpartition("/")
    return match, int(seat)


@pytest.mark.parametrize("swap", [False, True])
def test_both_find_the_rematch(table: Table, swap: bool) -> None:
    card = over(table)
    guest = token_in(card["links"][1])
    with (
        table.page(card["id"]) as host,
        table.page(card["id"], 1, token=guest) as other,
        as_caller(table, guest) as caller,
    ):
        made = caller.post(f"/api/matches/{card['id']}/rematch", json={"swap": swap})
        assert made.status_code == 200
        match, seat = seat_of(made.json()["link"])
        assert match != card["id"] and seat == (0 if swap else 1)
        assert other.hears("rematch")["link"] == made.json()["link"]
        theirs = host.hears("rematch")["link"]
        assert seat_of(theirs) == (match, 1 - seat)
        # Who asks later is led to the same, whatever they wanted.
        again = table.http.post(f"/api/matches/{card['id']}/rematch", json={"swap": not swap})
        assert again.json()["link"] == theirs
    with table.page(match, seat, token=token_in(made.json()["link"])) as page:
        page.until(lambda scene: bool(scene))
        assert page.scene["seat"] == seat


def test_a_table_that_was_away_finds_the_rematch_again(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as table:
        match = over(table, "person", "rookie")["id"]
        made = table.http.post(f"/api/matches/{match}/rematch", json={"swap": True}).json()["link"]
    with opened(tmp_path / "data") as table:
        found = table.http.post(f"/api/matches/{match}/rematch", json={"swap": False}).json()
        assert seat_of(found["link"]) == seat_of(made)
        # Unless somebody deleted it: then they go on with another.
        (table.data / "matches" / f"{seat_of(made)[0]}.txt").unlink()
    with opened(tmp_path / "data") as table:
        link = table.http.post(f"/api/matches/{match}/rematch", json={}).json()["link"]
        assert seat_of(link)[0] not in (match, seat_of(made)[0])


def test_nobody_else_makes_a_rematch_and_nobody_before_the_end(table: Table) -> None:
    card, other = over(table), over(table)
    with as_caller(table, token_in(other["links"][1])) as stranger:
        path = f"/api/matches/{card['id']}/rematch"
        assert stranger.post(path, json={}).status_code == 403
    playing = table.begin(GAME, "person", "person")
    early = table.http.post(f"/api/matches/{playing['id']}/rematch", json={})
    assert early.status_code == 403 and "when the match is over" in early.text


def test_a_rematch_has_the_same_players_and_options_and_other_dice(table: Table) -> None:
    card = over(table, "person", "rookie")
    link = table.http.post(f"/api/matches/{card['id']}/rematch", json={}).json()["link"]
    match, seat = seat_of(link)
    made = table.http.get(f"/api/matches/{match}").json()
    assert seat == 0 and made["players"] == ["person", "rookie"] and made["answers"] < 5
    texts = [
        (table.data / "matches" / f"{one}.txt").read_text("utf-8") for one in (card["id"], match)
    ]
    heads = [text.partition("\nbegin")[0].splitlines() for text in texts]
    options = [[line for line in head if line.startswith("option")] for head in heads]
    dice = [next(line for line in head if line.startswith("dice")) for head in heads]
    assert options[0] == options[1] and dice[0] != dice[1]
