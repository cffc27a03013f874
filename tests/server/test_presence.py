"""Who is at the table, and on whose seat the keeper of the table has sat, is seen by everybody."""

import asyncio
from pathlib import Path

from gattai.server.local.network import Network, own_names_of_this_machine
from gattai.server.messages import SceneUpdate
from gattai.server.table.seating import MAX_NAME
from tests.server.silence import Sitting


def test_everybody_sees_which_guests_are_there(tmp_path: Path) -> None:
    async def whole() -> None:
        table = await Sitting(tmp_path).begins("person", "guest", game="attack-chart")
        await table.comes(0)
        assert [(one.seat, one.is_here) for one in table.shown(0).here] == [(0, True), (1, False)]
        assert not table.shown(0).here[1].has_come
        await table.comes(1)
        host, guest = table.shown(0).here
        assert (host.is_guest, guest.is_guest) == (False, True)
        assert guest.is_here and guest.has_come and not guest.keeper
        table.goes(1)
        await table.settles()
        guest = table.shown(0).here[1]
        assert (guest.is_here, guest.has_come) == (False, True)
        await table.room.close()

    asyncio.run(whole())


def test_the_key_of_the_keeper_on_a_guests_seat_is_reported_to_all_for_good(tmp_path: Path) -> None:
    async def whole() -> None:
        table = await Sitting(tmp_path).begins("person", "guest", game="attack-chart")
        await table.comes(0, 1)
        watcher = table.match.viewers.join(None)
        watcher.take()
        spy = table.match.viewers.join(1, by_keeper=True)
        await table.settles()
        (told,) = [said for said in watcher.take() if isinstance(said, SceneUpdate)]
        for shown in (told, table.shown(0), table.shown(1)):
            assert [one.seat for one in shown.here if one.keeper] == [1]
        table.match.viewers.leave(spy)
        await table.settles()
        assert table.shown(1).here[1].keeper, "it stays told"
        table.match.viewers.join(0, by_keeper=True)
        assert table.match.presence.opened_by_host == {1}, (
            "the keeper's own seat is nobody's business"
        )
        match = table.match.id
        await table.room.close()
        again = await Sitting(tmp_path).goes_on(match)
        await again.comes(1)
        assert again.shown(1).here[1].keeper, "after a restart too"
        await again.room.close()

    asyncio.run(whole())


def test_a_player_is_called_as_they_say_also_after_a_restart(tmp_path: Path) -> None:
    async def whole() -> None:
        table = await Sitting(tmp_path).begins("person", "guest", game="attack-chart")
        await table.comes(0, 1)
        page = next(page for page in table.match.viewers.pages if page.hands == (1,))
        table.match.viewers.call(page, "  Anna \u202e\n Bell ")
        await table.settles()
        assert [one.name for one in table.shown(0).here] == ["", "Anna Bell"]
        table.match.viewers.call(page, "x" * 10_000)
        assert len(table.match.presence.names[page.hands[0]]) == MAX_NAME
        table.match.viewers.call(page, "Anna")
        watcher = table.match.viewers.join(None)
        table.match.viewers.call(watcher, "Nobody")
        match = table.match.id
        await table.room.close()
        again = await Sitting(tmp_path).goes_on(match)
        await again.comes(0)
        assert [one.name for one in again.shown(0).here] == ["", "Anna"]
        assert again.room.card(again.match).names == ("", "Anna")
        await again.room.close()

    asyncio.run(whole())


def test_an_invitation_names_the_address_of_the_network(tmp_path: Path) -> None:
    assert own_names_of_this_machine()

    async def whole() -> None:
        table = Sitting(tmp_path)
        table.room.network = Network(4321, ["192.0.2.7"], is_open=True)
        await table.begins("person", "guest", game="attack-chart")
        assert table.room.card(table.match).addresses == ("http://192.0.2.7:4321",)
        (listed,) = table.room.cards()
        assert listed.addresses == ("http://192.0.2.7:4321",)
        await table.begins("person", "random", game="attack-chart")
        assert table.room.card(table.match).addresses == ()
        await table.room.close()

    asyncio.run(whole())
