"""Any node plays any match: seats at different nodes, rows that get lost, snapshots, clocks, bots."""

import asyncio
import gc
import time
from typing import Any

import pytest

from gattai import games
from gattai.kernel import event, record
from gattai.kernel.question import Seat
from gattai.server.messages import GiveAnswer, Rejected, Resign, SceneUpdate
from gattai.server.online import node as at_node
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.snapshots import Snapshots
from gattai.server.online.workers.clocks import LEAST, RowClocks
from gattai.server.online.workers.opening import Elsewhere
from gattai.server.online.workers.snapshot_body import Times, body_in
from gattai.server.table.history import History
from gattai.server.table.journal import TakenBack
from tests.online.node.nodes import replayed, running, scenes, until
from tests.table.book import Player, played_out

GAMES = games.names()


@pytest.mark.parametrize(
    ("game", "bus"), [*((game, "nats") for game in GAMES), ("attack-chart", "near")]
)
def test_two_seats_at_two_nodes_play_a_whole_game(
    game: str, bus: str, database: str, nats: str
) -> None:
    async def at_the_nodes() -> None:
        async with running(database, nats if bus == "nats" else "near") as site:
            match = await site.begin(game, "person", "person", seed="3")
            tables = [await node.find(match) for node in site.nodes]
            assert tables[0] is not tables[1]
            players = [Player(table, seat, game) for seat, table in enumerate(tables)]
            await played_out(players, 10_000, look=1_000)
            text = await site.kept(match)
            for table in tables:
                assert table.record.transcript().text() == text
            record = replayed(text)
            history = History(record, tables[0].maker)
            for seat, player in enumerate(players):
                player.hears()
                assert player.shown is not None
                wanted, seen = history.scene(Seat(seat)), player.shown.scene
                assert (seen.pieces, seen.tracks, seen.ending) == (
                    wanted.pieces,
                    wanted.tracks,
                    wanted.ending,
                )
                told = [line.text for line in tables[seat].history.log(Seat(seat))]
                assert told == [line.text for line in history.log(Seat(seat))]

    asyncio.run(at_the_nodes())


def test_what_the_bus_loses_is_found_by_comparing_heads(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "LOOK", 0.05)

    async def at_the_nodes() -> None:
        async with running(database, "none") as site:
            match = await site.begin("attack-chart", "person", "person", seed="3")
            tables = [await node.find(match) for node in site.nodes]
            players = [Player(table, seat, "lost") for seat, table in enumerate(tables)]
            await played_out(players, 30, look=1_000)
            await until(lambda: tables[0].recorder.entered == tables[1].recorder.entered)
            assert scenes(tables[0]) == scenes(tables[1])

    asyncio.run(at_the_nodes())


@pytest.mark.parametrize("lost", [1, 3])
def test_a_node_that_is_ahead_of_the_journal_opens_the_match_anew(
    lost: int, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a failover to a copy that had not got the last rows: what is lost is lost, and play goes on."""
    monkeypatch.setattr(at_node, "LOOK", 0.05)

    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person", seed="3")
            tables = [await node.find(match) for node in site.nodes]
            await played_out([Player(table, seat, "a") for seat, table in enumerate(tables)], 12)
            await until(lambda: tables[0].recorder.entered == tables[1].recorder.entered)
            store, kept = site.databases[0], tables[0].recorder.entered - lost
            # The number first: a row that is on its way is then refused, and leaves no gap behind.
            await store.row("UPDATE match SET number = $2 WHERE id = $1", match, kept)
            await store.row("DELETE FROM entry WHERE match = $1 AND number > $2", match, kept)
            await store.row("DELETE FROM snapshot WHERE match = $1 AND number > $2", match, kept)
            gone = [page for table in tables for page in table.viewers.pages]
            await until(lambda: all(page.is_dismissed for page in gone))
            again = [await node.find(match) for node in site.nodes]
            assert [table.recorder.entered for table in again] == [kept, kept]
            assert scenes(again[0]) == scenes(again[1])
            await played_out([Player(table, seat, "b") for seat, table in enumerate(again)], 30)
            assert again[0].recorder.entered > kept

    asyncio.run(at_the_nodes())


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_opened_from_a_snapshot_as_if_all_had_been_played(
    game: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "EVERY", 10)
    monkeypatch.setattr("gattai.server.online.workers.opening.TAIL", 5)

    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin(game, "person", "person", seed="4")
            table = await site.nodes[0].find(match)
            players = [Player(table, seat, game) for seat in (0, 1)]
            await played_out(players, 60)
            await asyncio.sleep(0.1)
            last = await Snapshots(site.databases[0]).last(match)
            assert last is not None and last.number > 5
            later = await site.nodes[1].find(match)
            assert later.record.base > 0 and later.record.count == table.record.count
            assert scenes(later) == scenes(table)
            more = [Player(later, seat, "more") for seat in (0, 1)]
            await played_out(more, table.record.count + 10)
            await until(lambda: later.record.base == 0)
            await until(lambda: table.recorder.entered == later.recorder.entered)
            text = await site.kept(match)
            assert later.record.transcript().text() == text == table.record.transcript().text()

    asyncio.run(at_the_nodes())


@pytest.mark.parametrize("game", ["attack-chart", "aristeia"])
def test_who_opens_a_match_late_can_read_the_whole_log_with_their_own_eyes(
    game: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "EVERY", 10)
    monkeypatch.setattr("gattai.server.online.workers.opening.TAIL", 5)
    monkeypatch.setattr(History.earlier, "__defaults__", (7,))

    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin(game, "person", "person", seed="4")
            table = await site.nodes[0].find(match)
            await played_out([Player(table, seat, game) for seat in (0, 1)], 60)
            await asyncio.sleep(0.1)
            later = await site.nodes[1].find(match)
            assert later.record.base > 0
            eyes: list[Seat | None] = [Seat(0), Seat(1), None]
            shown = {seat: [*later.history.log(seat)] for seat in eyes}
            for seat in eyes:
                lines = [(line.number, line.text) for line in shown[seat]]
                asked, is_all = 0, False
                while not is_all:
                    told = await later.aftermath.earlier(seat, lines[0][0])
                    lines[:0] = [(line.number, line.text) for line in told.lines]
                    is_all, asked = told.is_all, asked + 1
                assert asked > 2
                whole = [(line.number, line.text) for line in table.history.log(seat)]
                assert lines == whole

    asyncio.run(at_the_nodes())


def test_bots_answer_by_jobs_at_any_node(database: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "random", "random", seed="5")
            async with asyncio.timeout(60):
                while not (standing := await Matches(site.databases[0]).standing(match)).over:  # type: ignore[union-attr]
                    await asyncio.sleep(0.05)
            assert standing is not None and standing.answers > 10
            replayed(await site.kept(match))

    asyncio.run(at_the_nodes())


def test_a_silent_seat_is_answered_for_when_its_time_is_up(
    database: str, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    monkeypatch.setattr(at_node, "SWEEP", 0.05)

    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin(
                "attack-chart", "person", "person", seed="5", turn_seconds=1, reaction_seconds=1
            )
            table = await site.nodes[0].find(match)
            pages = [table.viewers.join(seat) for seat in (0, 1)]
            await until(lambda: bool(table.waiting))
            assert not table.clocks.shown(), "nobody has come"
            began, count = time.monotonic(), table.record.count
            for seat, page in enumerate(pages):
                table.viewers.call(page, f"player {seat}")
            await until(lambda: bool(table.clocks.shown()))
            await until(lambda: table.record.count > count)
            assert 0.8 < time.monotonic() - began < 10 * patience
            assert any(entry.by_table for entry in table.record.entries)
            other = await site.nodes[1].find(match)
            await until(lambda: other.recorder.entered >= table.recorder.entered)
            assert [c.seat for c in other.clocks.shown()] == [c.seat for c in table.clocks.shown()]
            assert "by the table" in await site.kept(match)

    asyncio.run(at_the_nodes())


@pytest.mark.parametrize("how", [{"bank_seconds": 1}, {"days": 1}])
def test_who_runs_out_of_time_has_lost(
    how: dict[str, int], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "SWEEP", 0.05)
    monkeypatch.setattr("gattai.server.online.workers.clocks.DAY", 1)

    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person", seed="5", **how)
            table = await site.nodes[1].find(match)
            for seat in (0, 1):
                table.viewers.call(table.viewers.join(seat), f"player {seat}")
            await until(lambda: table.is_over)
            assert (await site.kept(match)).endswith("ran out of time ; on time\n")
            standing = await Matches(site.databases[0]).standing(match)
            assert standing is not None and standing.deadline is None and len(standing.winners) == 1

    asyncio.run(at_the_nodes())


def test_a_page_that_comes_back_to_another_node_says_its_answer_once(database: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person", seed="5")
            tables = [await node.find(match) for node in site.nodes]
            await until(lambda: all(table.waiting for table in tables))
            seat = tables[0].waiting[0]
            ask = tables[0].history.scene(seat).ask
            assert ask is not None
            answer = GiveAnswer(ask.number, ask.options[0].text, 0, "mine")
            tables[0].inbox.say(tables[0].viewers.join(seat), answer)
            page = tables[1].viewers.join(seat)
            tables[1].inbox.say(page, answer)
            await until(lambda: all(table.record.count >= ask.number for table in tables))
            await asyncio.sleep(0.05)
            assert not [one for one in page.take() if isinstance(one, Rejected)]
            assert (await site.kept(match)).count(f"\n{ask.number} ") == 1

    asyncio.run(at_the_nodes())


def test_who_stops_lets_go_and_another_node_goes_on(database: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person", seed="5")
            first = await site.nodes[0].find(match)
            players = [Player(first, seat, "stop") for seat in (0, 1)]
            await played_out(players, 12)
            await site.nodes[0].stop()
            later = await site.nodes[1].find(match)
            assert later.record.count == first.record.count
            page = later.viewers.join(0)
            later.inbox.say(page, Resign())
            await until(lambda: later.is_over)
            assert any(isinstance(one, SceneUpdate) and one.scene.ending for one in page.take())

    asyncio.run(at_the_nodes())


def test_a_match_that_nobody_looks_at_is_let_go(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "KEEP", 0.1)
    monkeypatch.setattr(at_node, "LOOK", 0.05)

    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person")
            table = await site.nodes[0].find(match)
            page = table.viewers.join(0)
            await asyncio.sleep(0.4)
            # A node also opens matches of other tests whose time is up.
            assert table in site.nodes[0].open()
            table.viewers.leave(page)
            await until(lambda: table not in site.nodes[0].open())
            with pytest.raises(LookupError):
                await site.nodes[0].find("no-such-match")

    asyncio.run(at_the_nodes())


def test_who_goes_while_a_match_that_is_not_there_is_looked_for_leaves_no_complaint(
    database: str,
) -> None:
    said: list[dict[str, Any]] = []

    async def at_the_nodes() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(context))
        async with running(database) as site:
            asking = asyncio.create_task(site.nodes[0].find("no-such-match"))
            await asyncio.sleep(0)
            asking.cancel()
            await until(lambda: not site.nodes[0]._opening)

    asyncio.run(at_the_nodes())
    gc.collect()
    assert not said


def test_a_match_with_two_persons_gives_nobody_both_seats(database: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person")
            table: Any = await site.nodes[0].find(match)
            assert table.viewers.hands_of(0) == (0,) and table.viewers.hands_of(1) == (1,)

    asyncio.run(at_the_nodes())


def test_who_has_not_what_is_taken_back_opens_the_match_anew(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "EVERY", 10)
    monkeypatch.setattr("gattai.server.online.workers.opening.TAIL", 5)

    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person", seed="4")
            table = await site.nodes[0].find(match)
            players = [Player(table, seat, "back") for seat in (0, 1)]
            await played_out(players, 40)
            await asyncio.sleep(0.1)
            later = await site.nodes[1].find(match)
            watcher = later.record.base, later.record.count
            assert watcher[0] > 8
            await table.write(TakenBack(8))
            await until(lambda: later not in [*site.nodes[1].open()])
            again = await site.nodes[1].find(match)
            assert (again.record.base, again.record.count, again.epoch) == (0, 8, 1)
            assert scenes(again) == scenes(table)
            more = [Player(again, seat, "more") for seat in (0, 1)]
            await played_out(more, 20)
            await until(lambda: table.recorder.entered == again.recorder.entered)
            replayed(await site.kept(match))

    asyncio.run(at_the_nodes())


def test_when_the_rules_change_a_match_goes_on_from_its_snapshot_and_says_so(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "EVERY", 10)
    monkeypatch.setattr("gattai.server.online.workers.opening.TAIL", 5)

    async def before() -> tuple[str, int]:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person", seed="4")
            table = await site.nodes[0].find(match)
            await played_out([Player(table, seat, "old") for seat in (0, 1)], 47)
            await asyncio.sleep(0.1)
            last = await Snapshots(site.databases[0]).last(match)
            assert last is not None
            return match, body_in(last.body).count

    async def after(match: str, count: int, *, differs: bool) -> None:
        async with running(database) as site:
            table = await site.nodes[0].find(match)
            if differs:
                assert table.record.count == count and f"answer {count}" in table.notice
            else:
                assert table.record.count > count and "every answer" in table.notice
            other = await site.nodes[1].find(match)
            assert scenes(other) == scenes(table) and other.record.check == table.record.check
            at = table.record.count
            players = [Player(one, seat, "new") for seat, one in enumerate((table, other))]
            await played_out(players, at + 15)
            await until(lambda: table.recorder.entered == other.recorder.entered)
            assert table.record.count >= at + 15 or table.is_over

    match, count = asyncio.run(before())
    monkeypatch.setattr(type(games.load("attack-chart")), "version", "9.9.9")
    asyncio.run(after(match, count, differs=False))
    match, count = changed(database, monkeypatch, before)
    monkeypatch.setattr(type(games.load("attack-chart")), "version", "9.9.10")
    asyncio.run(after(match, count, differs=True))


def changed(database: str, monkeypatch: pytest.MonkeyPatch, before: Any) -> tuple[str, int]:
    """A match that was played by rules which told of events otherwise."""
    with monkeypatch.context() as patch:
        other = event.witness
        patch.setattr(record, "witness", lambda events: f"old {other(events)}")
        patch.setattr(type(games.load("attack-chart")), "version", "9.9.8")
        found: tuple[str, int] = asyncio.run(before())
        return found


def test_a_match_that_newer_rules_have_taken_over_is_let_go_by_older_nodes(
    database: str, nats: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = type(games.load("attack-chart"))

    async def at_the_nodes() -> None:
        monkeypatch.setattr(rules, "version", "9.9.11")
        async with running(database, nats, 1) as old:
            match = await old.begin("attack-chart", "person", "person", seed="4")
            before = await old.nodes[0].find(match)
            await played_out([Player(before, seat, "old") for seat in (0, 1)], 12)
            page = before.viewers.join(0)
            monkeypatch.setattr(rules, "version", "9.9.12")
            async with running(database, nats, 1) as new:
                after = await new.nodes[0].find(match)
                assert after.record.count == before.record.count and "every answer" in after.notice
                before.inbox.read_on()
                await until(lambda: before not in [*old.nodes[0].open()])
                assert page.is_dismissed
                monkeypatch.setattr(rules, "version", "9.9.11")
                with pytest.raises(Elsewhere):
                    await old.nodes[0].find(match)
                monkeypatch.setattr(rules, "version", "9.9.12")
                at = after.record.count
                await played_out([Player(after, seat, "new") for seat in (0, 1)], at + 5)
                assert await new.nodes[0].find(match) is after
            replayed(await old.kept(match))

    asyncio.run(at_the_nodes())


def test_a_bank_that_is_used_up_is_no_bank_without_a_limit(database: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person", seed="5", bank_seconds=9)
            table = await site.nodes[0].find(match)
            for seat in (0, 1):
                table.viewers.call(table.viewers.join(seat), f"player {seat}")
            await until(lambda: bool(table.clocks.shown()))
            clocks, seat = table.clocks, table.waiting[0]
            assert isinstance(clocks, RowClocks)
            clocks.restore(Times((0, 1), (), ((seat, LEAST),)))
            assert not clocks.overdue()
            idle = next(clock for clock in clocks.shown() if clock.seat == seat)
            assert (idle.left, idle.runs) == (0.0, False), (
                "next to nothing is left, and not for ever"
            )

    asyncio.run(at_the_nodes())


@pytest.mark.parametrize("how", [{"bank_seconds": 9}, {"turn_seconds": 9, "reaction_seconds": 9}])
def test_an_answer_that_comes_when_time_is_up_is_refused_though_nobody_has_swept(
    how: dict[str, int], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "SWEEP", 1_000.0)

    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person", seed="5", **how)
            table = await site.nodes[0].find(match)
            for seat in (0, 1):
                table.viewers.call(table.viewers.join(seat), f"player {seat}")
            await until(lambda: len(table.clocks.shown()) == 2)
            clocks, seat = table.clocks, table.waiting[0]
            assert isinstance(clocks, RowClocks)
            clocks.restore(Times((0, 1), ((seat, table.asked_since, time.time() - 60),)))
            assert [silence.seat for silence in clocks.overdue()] == [seat]
            option = table.history.scene(seat).ask.options[0].text  # type: ignore[union-attr]
            page = next(page for page in table.viewers.pages if seat in page.hands)
            number = table.record.count + 1
            page.take()
            table.inbox.say(page, GiveAnswer(number, option, key="late"))
            told: list[Any] = []

            def is_refused() -> bool:
                told.extend(one for one in page.take() if isinstance(one, Rejected))
                return bool(told)

            await until(is_refused)
            assert told[0].reasons[0].text.startswith("too late") and told[0].text == option
            assert "late" not in [key.partition("/")[2] for key in table.recorder._keys]
            if "bank_seconds" in how:
                assert (await site.kept(match)).endswith("ran out of time ; on time\n")
            else:
                await until(lambda: table.record.count >= number)
                assert table.record.entries[number - 1].by_table

    asyncio.run(at_the_nodes())


@pytest.mark.parametrize(
    "how", [{"bank_seconds": 60}, {"turn_seconds": 60, "reaction_seconds": 60}]
)
@pytest.mark.parametrize("whose", ["the machine's clock", "what the node takes for the time"])
def test_a_clock_that_jumps_costs_nobody_any_time(
    how: dict[str, int], whose: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "SWEEP", 0.05)
    monkeypatch.setattr(at_node, "HELD", 0.1)
    monkeypatch.setattr(at_node, "LOOK", 2.0)

    async def at_the_nodes() -> None:
        async with running(database, count=1) as site:
            match = await site.begin("attack-chart", "person", "person", seed="5", **how)
            node = site.nodes[0]
            table = await node.find(match)
            for seat in (0, 1):
                table.viewers.call(table.viewers.join(seat), f"player {seat}")
            await until(lambda: len(table.clocks.shown()) == 2)
            if whose == "the machine's clock":
                real = time.time
                monkeypatch.setattr(time, "time", lambda: real() + 600)
            else:
                node._skew += 600
            for _ in range(3):  # each answer sets the next deadline
                seat, number = table.waiting[0], table.record.count + 1
                option = table.history.scene(seat).ask.options[0].text  # type: ignore[union-attr]
                page = next(page for page in table.viewers.pages if seat in page.hands)
                table.inbox.say(page, GiveAnswer(number, option, key=f"answer {number}"))
                table.inbox.ring()
                await until(lambda number=number: table.record.count >= number or table.is_over)  # type: ignore[misc]
                await asyncio.sleep(0.3)
                assert not table.is_over, "nobody has lost on time"
            assert not any(entry.by_table for entry in table.record.entries)
            monkeypatch.undo()
            await until(lambda: abs(node.now() - time.time()) < 5)  # the database has said so
            left = [clock.left for clock in table.clocks.shown() if clock.runs]
            assert left and min(left) > 30, "and shows it"

    asyncio.run(at_the_nodes())


def test_what_is_due_for_nobody_is_claimed_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "SWEEP", 0.05)
    monkeypatch.setattr(at_node, "HELD", 0.1)

    async def at_the_nodes() -> None:
        async with running(database, count=1) as site:
            match = await site.begin(
                "attack-chart", "person", "person", seed="5", turn_seconds=900, reaction_seconds=900
            )
            table = await site.nodes[0].find(match)
            for seat in (0, 1):
                table.viewers.call(table.viewers.join(seat), f"player {seat}")
            await until(lambda: len(table.clocks.shown()) == 2)
            store, matches = site.databases[0], Matches(site.databases[0])
            await store.row("UPDATE match SET deadline = clock_timestamp() WHERE id = $1", match)
            async with asyncio.timeout(30):
                while True:
                    standing = await matches.standing(match)
                    assert standing is not None and standing.deadline is not None
                    if standing.deadline > time.time() + 800:
                        break
                    await asyncio.sleep(0.02)
            assert not table.is_over and not any(one.by_table for one in table.record.entries)

    asyncio.run(at_the_nodes())


def test_everybody_sees_both_clocks_and_which_of_them_runs(database: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database, count=1) as site:
            match = await site.begin(
                "attack-chart", "person", "person", seed="5", bank_seconds=600, increment_seconds=5
            )
            table = await site.nodes[0].find(match)
            for seat in (0, 1):
                table.viewers.call(table.viewers.join(seat), f"player {seat}")
            await until(lambda: len(table.clocks.shown()) == 2)
            running_, waiting = [c for c in table.clocks.shown() if c.runs], [*table.waiting]
            assert [clock.seat for clock in running_] == waiting
            seat = waiting[0]
            option = table.history.scene(seat).ask.options[0].text  # type: ignore[union-attr]
            page = next(page for page in table.viewers.pages if seat in page.hands)
            table.inbox.say(page, GiveAnswer(table.record.count + 1, option))
            await until(lambda: dict(table.clocks.times.banks).get(seat, 600.0) > 600)  # type: ignore[attr-defined]
            idle = [clock for clock in table.clocks.shown() if clock.seat == seat]
            assert 600 < idle[0].left <= 605, "what is left is told while the other is asked, too"

    asyncio.run(at_the_nodes())
