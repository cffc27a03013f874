"""What a client is shown of an attack agrees with what the rules do."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from gattai import games
from gattai.games.mechastellar.exchange import DONE
from gattai.games.mechastellar.scene_pieces import piece_of
from gattai.games.mechastellar.state import State, UnitId
from gattai.games.mechastellar.strike_events import AttackDeclared, HitsLanded
from gattai.kernel.position import apply, asked, begin, happened
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.ruleset import Outcome
from gattai.kernel.transcript import Record
from gattai.scene.stage import make_scene
from gattai.server.opening import dice_of

FORCES = {"south": "white-asura!,white-raven,jack-knife-iii*3", "north": "triclops!,blue-djinn"}


def test_the_tray_says_what_gets_through_as_the_rules_do() -> None:
    """MS.ATTACK.UNBLOCKED: both sides let it stand, and as many Hits land as the tray said."""
    rules, maker = games.load("mechastellar"), games.scene_maker("mechastellar")
    agreed = 0
    for seed in ("1", "2", "3"):
        record: Record[Any] = Record(rules, dice=f"seeded {seed}", options=FORCES)
        dice = dice_of(record.setting)
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
