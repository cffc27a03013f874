"""What a client is shown of an attack agrees with what the rules do."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.games.mechastellar.actions import Accelerate, Attack
from gattai.games.mechastellar.attack.exchange import DONE
from gattai.games.mechastellar.events.attack import AttackDeclared, HitsLanded
from gattai.games.mechastellar.scene import piece_of
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.position import apply, asked, begin, happened
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.scene.stage import make_scene
from gattai.server.table.opening import dice_of
from gattai.tabletop.hexes import hex_at
from tests.games.mechastellar.table import RULES, Battle, battle

FORCES = {"south": "white-asura!,white-raven,jack-knife-iii*3", "north": "triclops!,blue-djinn"}


def test_the_tray_says_what_gets_through_as_the_rules_do() -> None:
    """MS.ATTACK.UNBLOCKED: both sides let it stand, and as many Hits land as the tray said."""
    rules, maker = games.load("mechastellar"), games.scene_maker("mechastellar")
    agreed = 0
    for seed in ("1", "2", "3"):
        record: Record[Any] = Record(rules, dice=f"seeded {seed}", options=FORCES)
        dice = dice_of(record.header)
        while not isinstance(question := record.question, Outcome):
            number = len(record.entries) + 1
            if isinstance(question, Roll):
                record.answer(dice.faces(question, number))
                continue
            assert isinstance(question, Choose)
            if question.rule == "MS.ORDER.COMMIT":
                throw = make_scene(rules, maker, record.position, Seat(0), number=number).throw
                if throw is not None and throw.result:
                    agreed += _lands(rules, record.position, throw.result)
            options = [*question.options]
            fights = [o for o in options if type(o).__name__ in ("Attack", "Commit")]
            place = (number * 7) % len(fights or options)
            record.answer((fights or options)[place], question.seat)
            if number > 700:
                break
    assert agreed > 20


def _lands(rules: Any, position: Any, said: str) -> bool:
    """Whether the attack was over with both sides letting it stand; it has to be as was said."""
    found = re.search(r"(\d+) Hits? through", said)
    for _ in range(2):
        attacks = sum(isinstance(e, AttackDeclared) for e in happened(rules, position))
        step = apply(rules, position, DONE)
        events = [*(happened(rules, step.position) or step.events)]
        seen = 0
        for event in events:
            seen += isinstance(event, AttackDeclared)
            if isinstance(event, HitsLanded) and seen == attacks:
                assert event.unblocked == int(found[1] if found else 0), (said, event)
                return True
        position = step.position
        question = asked(rules, position)
        if not isinstance(question, Choose) or question.rule != "MS.ORDER.COMMIT":
            return False
    return False


def test_no_two_badges_of_a_piece_have_the_same_letters() -> None:
    """MS.SKILL.FLASH: used against two attacks of a Turn, it lasts twice and is shown once."""
    view: State = begin(games.load("mechastellar"), FORCES).state
    unit = replace(view.units[0], effects=(("skill:flash", 1), ("skill:flash", 1)))
    piece = piece_of(replace(view, units=(unit, *view.units[1:])), UnitId(0))
    texts = [badge.text for badge in piece.badges]
    assert len(texts) == len(set(texts)) and "flash" in texts


def scene_now(game: Battle) -> Any:
    return make_scene(RULES, games.scene_maker("mechastellar"), game.position, None, number=1)


def until_rolls(game: Battle, what: str, answers: list[str], faces: int) -> Battle:
    """Go on, with these answers where they fit, until dice are asked for by these words."""
    while not (isinstance(question := game.question, Roll) and what in question.what):
        if isinstance(question, Roll):
            game.answers((faces,) * question.dice.count)
            continue
        assert isinstance(question, Choose)
        wanted = game.read(answers[0]) if answers else None
        if wanted in question.options:
            answers.pop(0)
            game.answers(wanted)
        else:
            game.answers(DONE if DONE in question.options else question.otherwise)
    assert not answers
    return game


@pytest.mark.rule("MS.SKILL.ACE", "MS.SKILL.IRON-WALL", "MS.ATTACK.COUNT-DEF")
def test_the_dice_are_shown_as_they_lay_while_what_was_used_on_them_is_being_resolved() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 white-asura 6,0 3").begins("A1")
    game.answers(game.read("attack machine-gun B1"))
    until_rolls(game, "morale", ["brace", "use iron-wall"], 10)
    assert ("skill:iron-wall", 1) in game.unit("B1").effects  # the table has gone on
    tray = scene_now(game).throw
    assert [step.text for step in tray.steps][-1].endswith("uses Iron Wall")
    assert tray.groups[1].total == "16 + 7 = 23 DEF"  # four of the profile, three of the wall
    game.settles(dice=[[10]])
    assert tray.result == "As it stands: 2 Hits through; Finishing Blow from 10"
    assert [event.unblocked for event in game.happened(HitsLanded)] == [2]


@pytest.mark.rule("MS.AOE.SWEEP", "MS.CRASH.BONUS", "MS.THROW.ENEMY")
@pytest.mark.parametrize(
    ("units", "what", "title", "bonus"),
    [
        ("A1 iron-duke 0,0 0,B1 argonaut 4,0 3,B2 argonaut 4,-1 3",
         "sweep rust-hurricane [B1 B2]", "Rust Hurricane at", "−2 a sweep"),
        ("A1 trident-drake 0,0 0,B1 argonaut 1,0 3", "crash wing-crash [B1] 2,0", "Wing Crash at",
         "speed and weight"),
        ("A1 trident-drake 0,0 0 points=2,B1 iron-duke 1,0 3", "throw B1", "Throw at", "7d10"),
    ],
)  # fmt: skip
def test_sweeps_crashes_and_throws_show_their_dice_too(
    units: str, what: str, title: str, bonus: str
) -> None:
    game = battle(*units.split(",B")[:1], *(f"B{each}" for each in units.split(",B")[1:]))
    game.begins("A1").answers(game.read(what))
    until_rolls(game, "defends", [], 5)
    tray = scene_now(game).throw
    assert title in tray.title
    said = " ".join([*(step.text for step in tray.steps), *(group.total for group in tray.groups)])
    assert bonus in said


def test_every_step_of_random_battles_can_be_shown() -> None:
    """In the middle of an action too, whatever the table has come to since the dice were thrown."""
    rules, maker = games.load("mechastellar"), games.scene_maker("mechastellar")
    shown = 0
    for seed in range(3):
        rng = random.Random(seed)
        record: Record[Any] = Record(rules, options=FORCES)
        while shown < 150 * (seed + 1) and not isinstance(question := record.question, Outcome):
            if isinstance(question, Roll):
                record.answer(tuple(rng.randint(1, 10) for _ in range(question.dice.count)))
            else:
                assert isinstance(question, Choose)
                options = [*question.options]
                fights = [o for o in options if type(o).__name__ in ("Attack", "Commit", "Counter")]
                record.answer(rng.choice(fights or options), question.seat)
            if not record.position.is_settled:
                make_scene(record.rules, maker, record.position, Seat(0), number=1)
                shown += 1
    assert shown > 250


def test_a_move_off_the_map_has_no_way_to_show() -> None:
    state = battle("A1 white-asura 0,0 0", "B1 argonaut 6,0 3").state
    maker = games.scene_maker("mechastellar")
    for to, shown in ((hex_at(1, 0), 2), (hex_at(40, 0), 0)):
        away = Accelerate(UnitId(0), to)
        assert len(maker.preview(state, "x", away).way) == shown
        assert ("off the map" in maker.option(state, "x", away).label) == (shown == 0)


@pytest.mark.rule("MS.BD.WEAPON")
def test_attacks_with_a_lost_weapon_have_words_and_a_reason() -> None:
    """Somebody who points at an enemy asks about them too."""
    others = ("B1 argonaut 3,0 3", "B2 argonaut 5,0 3")
    game = battle("A1 green-viking 0,0 0 lost=weapon:machine-gun", *others).begins("A1")
    rules, maker = games.load("mechastellar"), games.scene_maker("mechastellar")
    attacks = [action for action in rules.candidates(game.state) if isinstance(action, Attack)]
    lost = [action for action in attacks if action.weapon == "machine-gun"]
    assert lost and len(attacks) > len(lost)
    for action in lost:
        assert "Machine Gun" in maker.option(game.state, "x", action).label
        assert "MS.BD.WEAPON" in {reason.rule for reason in rules.refusals(game.state, action)}
