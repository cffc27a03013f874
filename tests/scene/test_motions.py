"""Beats: what there is to see of an event, found by what changes and by what games say of it."""

import random
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.games.aegis.events import attack as aegis_attack
from gattai.games.aegis.events import combining as aegis_combining
from gattai.games.aegis.events import flow as aegis_flow
from gattai.games.aristeia.events import body as aristeia_body
from gattai.games.aristeia.events import play as aristeia_play
from gattai.games.aristeia.events import setup as aristeia_setup
from gattai.games.attack_chart import events as chart
from gattai.games.mechastellar.events import attack as mecha_strike
from gattai.games.mechastellar.events import flow as mecha_flow
from gattai.games.mechastellar.events import turn as mecha_turn
from gattai.games.robot_empire.events import battle as empire_battle
from gattai.games.robot_empire.events import cards as empire_cards
from gattai.games.robot_empire.events import setup as empire_setup
from gattai.kernel.event import Event, Rolled, moments
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.secrecy import view
from gattai.scene.maker import Layout, PlainMaker
from gattai.scene.motions import SeatObserver, change_between, ending, motion_between
from gattai.scene.parts import Badge, Bar, Change, Held, Impact, LogLine, Motion, Piece, Track, Zone
from gattai.server.film.replays import step_of
from gattai.server.table.history import History, is_end, lines_of
from gattai.tabletop.hexes import DISTANCE, from_text, to_text
from gattai.testing.walk import answer_at_random
from tests.laws.log import played

# Found by what changes alone

GUN = Bar("hull", 5, 6)


def piece(name: str, **about: Any) -> Piece:
    return Piece(
        **{"id": name, "name": name, "owner": 0, "glyph": "x", "at": "0,0", "bar": GUN, **about}
    )


def table(*pieces: Piece, **about: Any) -> Layout:
    return Layout(**{"headline": "", "turn": 0, "pieces": pieces, **about})


def hand(*cards: str, count: int = 0) -> Zone:
    held = tuple(Held(name, name) for name in cards)
    return Zone("hand", "hand", "hand", 0, held, count or len(cards))


def pile(*cards: str, count: int = 0) -> Zone:
    return Zone("pile", "pile", "pile", None, tuple(Held(name, name) for name in cards), count)


A, B = piece("a"), piece("b")


@pytest.mark.parametrize(
    ("was", "now", "motion"),
    [
        (table(A), table(replace(A, at="2,0")), Motion("move", "a", way=("0,0", "2,0"))),
        (
            table(replace(A, facing=0)),
            table(replace(A, facing=60)),
            Motion("turn", "a"),
        ),
        (
            table(A),
            table(replace(A, bar=Bar("hull", 2, 6))),
            Motion("hit", hits=(Impact("a", -3, "hull"),)),
        ),
        (
            table(A),
            table(replace(A, bar=Bar("hull", 0, 6), is_gone=True)),
            Motion("hit", hits=(Impact("a", -5, "hull", "destroyed"),)),
        ),
        (
            table(A),
            table(replace(A, bar=Bar("hull", 6, 6))),
            Motion("mend", hits=(Impact("a", 1, "hull"),)),
        ),
        (
            table(A),
            table(replace(A, at=None, is_gone=True, fate="scrapped")),
            Motion("destroyed", hits=(Impact("a", 0, "hull", "scrapped"),)),
        ),
        (table(A, B), table(A), Motion("destroyed", hits=(Impact("b", fate="destroyed"),))),
        (table(A), table(A, B), Motion("appear", "b", hits=(Impact("b"),))),
        (
            table(replace(A, at=None)),
            table(A),
            Motion("appear", "a", hits=(Impact("a"),)),
        ),
        (
            table(A),
            table(replace(A, badges=(Badge("wet", "it rains"),))),
            Motion("state", hits=(Impact("a", fate="wet"),)),
        ),
        (table(A), table(replace(A, is_active=True)), Motion("state")),
        (table(A), table(A, turn=1), Motion("pass")),
        (table(tracks=(Track("VP", 0, 9),)), table(tracks=(Track("VP", 1, 9),)), Motion("state")),
        (
            table(zones=(hand("ace"), pile())),
            table(zones=(hand(), pile("ace", count=1))),
            Motion("card", card="ace", source="hand", goal="pile"),
        ),
        (  # nobody sees which card was drawn
            table(zones=(hand(count=2), pile(count=9))),
            table(zones=(hand(count=3), pile(count=8))),
            Motion("card", source="pile", goal="hand"),
        ),
        (  # whose hand it is sees it come
            table(zones=(hand(), pile(count=9))),
            table(zones=(hand("ace", "king"), pile(count=7))),
            Motion("card", hits=(Impact("ace"), Impact("king")), source="pile", goal="hand"),
        ),
        (  # turned over where it lies
            table(zones=(Zone("plan", "plan", "plan", cards=(Held("p1"),), count=1),)),
            table(zones=(Zone("plan", "plan", "plan", cards=(Held("gata", "gata"),), count=1),)),
            Motion("card", card="gata", source="plan", goal="plan"),
        ),
        (
            table(zones=(Zone("row", "row", "row", cards=(Held("ogre", "ogre", bar=GUN),)), pile())),
            table(zones=(Zone("row", "row", "row"), pile("ogre", count=1))),
            Motion("destroyed", hits=(Impact("ogre", fate="destroyed"),), card="ogre", source="row", goal="pile"),
        ),
    ],
)  # fmt: skip
def test_what_changes_says_what_it_is(was: Layout, now: Layout, motion: Motion) -> None:
    found = motion_between(was, now)
    assert found is not None
    assert found.change == change_between(was, now)
    assert replace(found, change=None) == motion


def test_who_has_more_room_has_not_gained_anything() -> None:
    found = motion_between(table(A), table(replace(A, bar=Bar("hull", 7, 8))))
    assert found is not None
    assert (found.kind, found.hits) == ("state", ())


def test_nothing_changes_and_nothing_is_seen() -> None:
    assert change_between(table(A), table(A)) is None
    assert motion_between(table(A), table(A)) is None
    assert motion_between(table(A), table(A), Motion("attack", "a")) == Motion("attack", "a")


def test_a_change_has_what_is_different_and_no_more() -> None:
    was = table(A, B, zones=(hand("ace"), pile()), tracks=(Track("VP", 0, 9), Track("AP", 1, 1)))
    now = table(
        A, replace(B, at="1,0"), zones=(hand("ace"), pile(count=1)), tracks=was.tracks, turn=1
    )
    wanted = Change(pieces=(replace(B, at="1,0"),), zones=(pile(count=1),), turn=1)
    assert change_between(was, now) == wanted


def test_zones_that_come_between_others_come_with_the_order_of_all() -> None:
    was, new = table(zones=(hand(), pile())), Zone("row", "row", "row")
    assert change_between(was, table(zones=(new, hand(), pile()))) == Change(
        zones=(new,), order=("row", "hand", "pile")
    )
    assert change_between(was, table(zones=(hand(), pile(), new))) == Change(zones=(new,))
    assert change_between(was, table(zones=(pile(),))) == Change(gone=("hand",))
    assert change_between(was, table()) == Change(gone=("hand", "pile"))


def test_a_piece_that_is_put_between_others_is_laid_with_all_of_them_anew() -> None:
    change = change_between(table(A, B), table(A, piece("c"), B))
    assert change == Change(gone=("a", "b"), pieces=(A, piece("c"), B))


def test_a_gesture_is_filled_up_where_it_says_the_same() -> None:
    was, now = table(A), table(replace(A, at="2,0"))
    for said, seen in (
        (
            Motion("move", "a", way=("0,0", "1,0", "2,0")),
            Motion("move", "a", way=("0,0", "1,0", "2,0")),
        ),
        (Motion("", name="a stroll"), Motion("move", "a", way=("0,0", "2,0"), name="a stroll")),
        (Motion("push", "a"), Motion("push", "a")),
    ):
        found = motion_between(was, now, said)
        assert found is not None
        assert found.change is not None
        assert replace(found, change=None) == seen


def test_the_last_motion_is_the_end_unless_there_is_more_to_see() -> None:
    assert ending(None) == Motion("end")
    assert ending(Motion("pass", change=Change(turn=1))) == Motion("end", change=Change(turn=1))
    assert ending(Motion("destroyed", hits=(Impact("a"),))).kind == "destroyed"


def test_a_game_without_a_scene_of_its_own_shows_its_dice_and_nothing_else() -> None:
    eyes = SeatObserver(PlainMaker(), None)
    before = record("attack-chart", 0).past[-1].was
    eyes.begin(before, before)
    over = chart.GameEnded(rule="X")
    assert eyes.motion(over, before, over.after(before)) is None


# As games say it

Seen = tuple[Any, Any, Any, Motion]
"""An event, the table before and after it, and its motion."""
MAX_GAMES = 30


@cache
def record(game: str, number: int) -> Record[Any]:
    return played(games.load(game), random.Random(f"seen {number}"))


@cache
def all_seen(game: str, number: int, eyes: Seat | None) -> dict[type[Event], list[Seen]]:
    """What a seat sees of a random game, by the kinds of events."""
    rec, maker = record(game, number), games.scene_maker(game)
    found: dict[type[Event], list[Seen]] = {}
    for at, past in enumerate(rec.past, 1):
        lines = lines_of(rec.rules, maker, past, eyes, at, ends=is_end(rec, at))
        for (event, before, after), line in zip(moments(past.was, past.events), lines, strict=True):
            if line.motion is not None:
                seen = event, view(before, eyes), view(after, eyes), line.motion
                found.setdefault(type(event), []).append(seen)
    return found


def first(game: str, kind: type[Event], eyes: Seat | None = None, /, **about: Any) -> Seen:
    """The first event of a kind in random games that has this about it."""
    for number in range(MAX_GAMES):
        for seen in all_seen(game, number, eyes).get(kind, []):
            if all(getattr(seen[0], name) == wanted for name, wanted in about.items()):
                return seen
    pytest.fail(f"no {kind.__name__} in {MAX_GAMES} games of {game}")


def leads(way: tuple[str, ...], start: Any, end: Any) -> bool:
    """Whether a way goes from hex to neighbouring hex, from here to there."""
    hexes = [from_text(each) for each in way]
    steps = [DISTANCE[b - a] for a, b in pairwise(hexes)]
    return way[0] == to_text(start) and way[-1] == to_text(end) and {*steps} <= {1}


@pytest.mark.parametrize(
    ("game", "kind", "unit"),
    [
        ("aegis", aegis_flow.UnitMoved, "unit"),
        ("attack-chart", chart.UnitMoved, "unit"),
        ("mechastellar", mecha_turn.UnitMoved, "unit"),
        ("aristeia", aristeia_play.CharacterMoved, "who"),
    ],
)
def test_a_move_goes_its_way(game: str, kind: type[Event], unit: str) -> None:
    event, before, _, motion = first(game, kind)
    units = before.characters if game == "aristeia" else before.units
    moved = units[getattr(event, unit)]
    assert (motion.kind, motion.actor) == ("move", moved.name)
    assert leads(motion.way, moved.at, event.to)
    assert motion.change is not None
    assert to_text(event.to) in [each.at for each in motion.change.pieces if each.id == moved.name]


def test_an_action_of_aegis_is_aimed_and_hits() -> None:
    event, before, _, motion = first("aegis", aegis_attack.ActionUsed, action="Siege Mortar")
    unit, target = before.units[event.unit], before.units[event.target]
    assert (motion.kind, motion.actor, motion.look) == ("attack", unit.name, "arc")
    assert (motion.name, motion.hits[0]) == ("Siege Mortar", Impact(target.name))
    assert (motion.line[0], motion.line[-1]) == (to_text(unit.at), to_text(target.at))
    event, before, _, motion = first("aegis", aegis_attack.DamageTaken)
    hit = Impact(before.units[event.unit].name, -event.amount, "Integrity")
    assert (motion.kind, motion.hits) == ("hit", (hit,))


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (aegis_flow.UnitPlaced, "appear"),
        (aegis_flow.TurnBegan, "pass"),
        (aegis_flow.Recharged, "state"),
        (aegis_attack.UnitRepaired, "mend"),
        (aegis_attack.UnitDestroyed, "destroyed"),
        (aegis_attack.EffectGained, "state"),
        (aegis_attack.UnitShoved, "push"),
        (aegis_flow.GameEnded, "end"),
        (Rolled, "dice"),
    ],
)
def test_what_happens_in_aegis(kind: type[Event], wanted: str) -> None:
    about = {"own_move": False} if kind is aegis_attack.UnitShoved else {}
    assert first("aegis", kind, **about)[3].kind == wanted


def test_robots_of_aegis_that_combine_are_named_with_what_they_become() -> None:
    event, before, _, motion = first("aegis", aegis_combining.UnitCombined)
    parts = (before.units[event.unit].name, before.units[event.partner].name)
    assert (motion.kind, motion.actor, motion.name, motion.parts, motion.hits) == (
        "combine", event.name, event.into.name, parts, (),
    )  # fmt: skip
    assert motion.change is not None
    assert {*parts, event.name} <= {each.id for each in motion.change.pieces}


def test_a_volley_of_the_attack_chart_is_aimed_misses_or_hits() -> None:
    event, before, _, motion = first("attack-chart", chart.VolleyAimed)
    unit, target = before.units[event.unit], before.units[event.target]
    weapon = unit.card.find_weapon(event.weapon)
    assert (motion.kind, motion.actor, motion.name) == ("attack", unit.name, weapon.name)
    assert (motion.hits, motion.change) == ((Impact(target.name),), None)
    event, before, _, motion = first("attack-chart", chart.VolleyFired, hp_lost=1)
    hit = Impact(before.units[event.target].name, -1, "HP")
    assert (motion.kind, motion.actor) == ("hit", before.units[event.unit].name)
    assert replace(motion.hits[0], fate="") == hit
    event, before, _, motion = first("attack-chart", chart.VolleyFired, successes=0)
    assert motion.hits == (Impact(before.units[event.target].name, fate="missed"),)
    event, before, _, motion = first("attack-chart", chart.UnitDestroyed)
    assert motion.hits == (Impact(before.units[event.unit].name, 0, "HP", "destroyed"),)


def test_an_attack_of_mechastellar_is_declared_blocked_or_hits() -> None:
    event, before, _, motion = first("mechastellar", mecha_strike.AttackDeclared)
    unit, target = before.units[event.unit], before.units[event.target]
    assert (motion.kind, motion.actor, motion.name) == ("attack", unit.name, event.what)
    assert motion.hits == (Impact(target.name),)
    assert motion.look in ("melee", "beam", "shots", "arc")
    event, before, _, motion = first("mechastellar", mecha_strike.HitsLanded, unblocked=0)
    assert (motion.kind, motion.hits[0].piece) == ("hit", before.units[event.target].name)
    assert motion.hits[0].fate in ("blocked", "missed")
    event, before, after, motion = first("mechastellar", mecha_strike.DamageTaken)
    lost = max(0, after.units[event.unit].hp) - before.units[event.unit].hp
    assert motion.hits == (Impact(before.units[event.unit].name, lost, "HP"),)


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (mecha_flow.UnitDeployed, "appear"),
        (mecha_flow.UnitFaced, "turn"),
        (mecha_flow.MomentumChanged, "state"),
        (mecha_flow.GameEnded, "end"),
        (mecha_strike.UnitDestroyed, "destroyed"),
        (mecha_turn.HealthRestored, "mend"),
        (mecha_strike.SkillUsed, "state"),
    ],
)
def test_what_happens_in_mechastellar(kind: type[Event], wanted: str) -> None:
    assert first("mechastellar", kind)[3].kind == wanted


def test_a_model_that_is_driven_away_is_pushed() -> None:
    _, _, _, motion = first("mechastellar", mecha_turn.UnitMoved, why="is driven")
    assert motion.kind == "push"


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (aristeia_setup.CharacterDeployed, "appear"),
        (aristeia_play.CharacterDisplaced, "push"),
        (aristeia_play.ActivationBegan, "pass"),
        (aristeia_body.DamageSuffered, "hit"),
        (aristeia_body.DamageHealed, "mend"),
        (aristeia_body.SentToInfirmary, "destroyed"),
        (aristeia_body.StateImposed, "state"),
        (aristeia_play.GameEnded, "end"),
    ],
)
def test_what_happens_in_aristeia(kind: type[Event], wanted: str) -> None:
    kinds = {first("aristeia", kind)[3].kind}
    assert kinds == {wanted}


def test_a_tactic_is_played_from_a_hand_and_its_face_is_seen() -> None:
    event, _, _, motion = first("aristeia", aristeia_body.TacticPlayed)
    side = ("green", "orange")[event.seat]
    assert (motion.kind, motion.name, motion.card) == (
        "card",
        event.tactic.name,
        f"{side}-{event.tactic.id}",
    )
    assert (motion.source, motion.goal) == (f"{side}-hand", f"{side}-played")


def test_who_draws_sees_the_cards_and_nobody_else_does() -> None:
    event, _, _, motion = first("robot-empire", empire_setup.CardsDrawn, Seat(0), seat=Seat(0))
    names = [hit.piece for hit in motion.hits] or [motion.card]
    assert len(names) == len(event.cards)
    assert all(names)
    event, _, _, motion = first("robot-empire", empire_setup.CardsDrawn, None)
    assert (motion.kind, motion.card, motion.hits) == ("card", "", ())
    assert motion.change is not None
    assert all(zone.cards == () for zone in motion.change.zones)


def test_cards_of_robot_empire_attack_and_fall() -> None:
    event, before, _, motion = first("robot-empire", empire_battle.AttackDeclared)
    assert (motion.kind, motion.actor, motion.look) == ("attack", before.name(event.unit), "melee")
    assert motion.hits == (Impact(f"front-{before.box.seats[event.at]}"),)
    event, before, _, motion = first("robot-empire", empire_battle.BatteryHit)
    assert motion.hits == (
        Impact(f"front-{before.box.seats[event.seat]}", -event.coins, "Battery"),
    )
    event, before, _, motion = first("robot-empire", empire_battle.UnitDestroyed)
    assert (motion.kind, motion.hits) == (
        "destroyed",
        (Impact(before.name(event.unit), fate="destroyed"),),
    )
    assert motion.goal.startswith("pile")
    event, before, _, motion = first("robot-empire", empire_cards.CardBroughtOut)
    assert (motion.kind, motion.card) == ("card", before.name(event.card))
    assert motion.name == before.card(event.card).name


def test_monsters_that_become_a_chain_combine() -> None:
    event, before, after, motion = first("robot-empire", empire_cards.ChainLinked)
    assert (motion.kind, motion.hits) == ("combine", ())
    assert motion.parts == tuple(before.name(unit) for unit in event.units)
    assert motion.name == after.by_id[after.holder[event.units[0]].id].title


# What the server makes of them


def test_a_log_forgets_what_changed_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gattai.server.table.history.KEPT", 10)
    log = History(record("aegis", 0), games.scene_maker("aegis")).log(None)
    assert not any(line.motion and line.motion.change for line in log[:-10])
    assert any(line.motion and line.motion.change for line in log[-10:])
    assert any(line.motion for line in log[:-10])


def test_seats_of_an_open_game_share_the_same_log_lines() -> None:
    rec: Record[Any] = Record(games.load("aegis"))
    history, rng = History(rec, games.scene_maker("aegis")), random.Random(1)
    told: list[list[LogLine]] = []
    for _ in range(12):
        assert not isinstance(rec.question, Outcome)
        seat, value = answer_at_random(rec.rules, rec.position, rec.question, rng)
        rec.answer(value, seat)
        told = [history.log(eyes) for eyes in (Seat(0), Seat(1), None)]
        assert told[0][-1] is told[1][-1] is told[2][-1]
    maker = games.scene_maker("aegis")
    alone = [lines_of(rec.rules, maker, past, Seat(1), n) for n, past in enumerate(rec.past, 1)]
    assert told[1] == [line for lines in alone for line in lines]


def test_a_step_of_a_replay_has_the_motions_that_led_to_it_and_the_faces_of_what_passed_by() -> (
    None
):
    rec = record("robot-empire", 0)
    shown = [
        number
        for number, past in enumerate(rec.past, 1)
        if any(isinstance(event, empire_cards.CardSpent) for event in past.events)
    ]
    assert shown
    step = step_of(rec, shown[0], None)
    known = {card.id for card in step.scene.cards}
    lying = [
        held.card
        for line in step.log
        if line.motion and line.motion.change
        for zone in line.motion.change.zones
        for held in zone.cards
        if held.card
    ]
    assert lying
    assert {*lying} <= known
