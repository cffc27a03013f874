"""The pages of a match: who may look, through whose eyes, and who is woken."""

from __future__ import annotations

import pytest

from gattai import games
from gattai.kernel.question import Seat
from gattai.server.messages import NewMatch
from gattai.server.table.journal import WholeJournal
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.thinking import Thinkers
from gattai.server.table.viewers import MAX_PAGES, MAX_WATCHERS, Viewers


def viewers(*players: str, guests: tuple[int, ...] = ()) -> Viewers:
    record, _ = opened(NewMatch("attack-chart", players, seed="7"))
    journal = WholeJournal(record, lambda text: None)
    maker = games.scene_maker("attack-chart")
    return TableMatch("here", record, maker, Thinkers(), journal, guests).viewers


def test_those_at_one_screen_share_a_page_and_guests_have_their_own() -> None:
    assert viewers("person", "person").hands_of(1) == (0, 1)
    apart = viewers("person", "person", guests=(1,))
    assert (apart.hands_of(0), apart.hands_of(1)) == ((0,), (1,))


def test_nobody_sits_on_the_seat_of_a_bot() -> None:
    with pytest.raises(LookupError, match="seat 1 of this match has no human player"):
        viewers("person", "random").join(1)


def test_a_seat_has_so_many_pages_and_watchers_are_counted_apart() -> None:
    full = viewers("person", "random")
    for _ in range(MAX_PAGES):
        full.join(0)
    with pytest.raises(ValueError, match=f"{MAX_PAGES} pages are already open for this seat"):
        full.join(0)
    for _ in range(MAX_WATCHERS):
        full.join(None)
    with pytest.raises(ValueError, match=f"{MAX_WATCHERS} pages"):
        full.join(None)


def test_a_page_that_has_left_makes_room_and_is_woken_no_more() -> None:
    found = viewers("person", "random")
    page, other = found.join(0), found.join(None)
    page.wake.clear()
    other.wake.clear()
    found.leave(page)
    page.wake.clear()
    found.show()
    assert found.pages == [other]
    assert (page.wake.is_set(), other.wake.is_set()) == (False, True)


def test_where_guests_play_everybody_sees_who_comes() -> None:
    found = viewers("person", "person", guests=(1,))
    host = found.join(0)
    host.wake.clear()
    found.join(1)
    assert host.wake.is_set()


def test_a_new_name_is_shown_once() -> None:
    found = viewers("person", "random")
    page = found.join(0)
    page.wake.clear()
    found.call(page, "Anna")
    assert page.wake.is_set()
    page.wake.clear()
    found.call(page, "Anna")
    assert not page.wake.is_set()
    assert page.hands == (Seat(0),)
