"""The coach says facts, in time, and the same to everybody who sees the same."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

import gattai
from gattai import games
from gattai.bots.coach.coach import (
    MIDWAY,
    NO_THREAT,
    Coach,
    coach,
    first_statement,
    lines,
)
from gattai.bots.coach.threat import Threats
from gattai.bots.evaluations import of
from gattai.kernel.position import GamePosition, Seen, stand
from gattai.kernel.question import Choose, Seat, part_of
from gattai.kernel.ruleset import Ruleset
from gattai.kernel.text import notation
from gattai.library.table_text import lay_table
from gattai.scene.advice import odds_of
from gattai.scene.citing import cite
from tests.bots.test_answers import choices
from tests.bots.test_review import GAMES, played

WHOLE, AT_ONCE = 5.0, 1.0
"""Seconds of CPU in which the advice and its first statement are complete."""


def advised(game: str, most: int) -> Iterator[tuple[int, Any, Any, Seen[Any], Coach]]:
    """Some questions of a game with their advice."""
    record, found = played(game), 0
    for number, past, ask, seen in choices(record, every=11):
        advice = coach(seen, ask, number, random.Random, rules=record.rules)
        if advice.ideas:
            found += 1
            yield number, past, ask, seen, advice
        if found == most:
            return


@pytest.mark.parametrize("game", GAMES)
def test_statements_name_rules_and_odds_are_those_of_the_odds_card(game: str) -> None:
    rules, maker = played(game).rules, games.scene_maker(game)
    for number, _, ask, seen, advice in advised(game, most=6):
        assert advice.threat is not None
        for said in (*advice.plan, advice.threat.says):
            if said.text not in (NO_THREAT, MIDWAY):
                assert said.cites.rule
                assert cite(rules, said.cites.rule) == said.cites
        assert advice.plan[0].text == advice.ideas[0].label
        words = rules.words(seen.state)
        for idea in advice.ideas:
            if idea.odds:
                action = notation.read(idea.text, words, rules.action_types)
                assert odds_of(rules, maker, seen, idea.text, action).headline == idea.odds
        first = first_statement(seen, ask, number, random.Random, rules=rules)
        assert first.threat == advice.threat and not first.ideas
        assert coach(seen, ask, number, random.Random, rules=rules) == advice


@pytest.mark.parametrize("game", GAMES)
def test_the_first_statement_and_the_whole_come_in_time(game: str, patience: float) -> None:
    record = played(game)
    for number, _, ask, seen in [*choices(record, every=17)][:6]:
        began = time.process_time()
        first_statement(seen, ask, number, random.Random, rules=record.rules)
        at_once = time.process_time()
        coach(seen, ask, number, random.Random, rules=record.rules)
        assert at_once - began < AT_ONCE * patience
        assert time.process_time() - at_once < WHOLE * patience


@pytest.mark.parametrize("game", ["aristeia", "robot-empire"])
def test_two_tables_that_look_the_same_to_the_seat_get_the_same_advice(game: str) -> None:
    record, differed = played(game), 0
    assert type(record.rules).guess is not Ruleset.guess
    for number, past, ask, seen in choices(record, every=23):
        if differed == 3:
            break
        assert past.seat is not None
        state = past.at.position.state
        other = record.rules.guess(seen.position.state, past.seat, random.Random("another world"))
        if not past.at.position.is_settled or state == other:
            continue
        step = stand(record.rules, GamePosition(other))
        theirs = step.seen(past.seat)
        if theirs.question != seen.question:
            continue
        differed += 1
        assert theirs.state == seen.state
        asked = part_of(step.question, past.seat)
        told = coach(theirs, asked, number, random.Random, rules=record.rules)
        assert told == coach(seen, ask, number, random.Random, rules=record.rules)
    assert differed


FIELD = "lancer-team at 3,2; warden-squad at 1,1; gunners at {}; gorehide at 12,9; acting {}"


def at_the_field(gunners: str) -> Coach:
    """The advice to the Lancer Team, with Gunners there."""
    laid = lay_table(games.load("attack-chart"), FIELD.format(gunners, "lancer-team"), {})
    step = stand(laid.rules, laid.position)
    seat = step.waiting[0]
    assert isinstance(step.question, Choose)
    return coach(step.seen(seat), step.question, 9, random.Random, rules=laid.rules)


def test_a_threat_has_the_exact_odds_of_the_attack_and_none_is_made_up() -> None:
    threat = at_the_field("8,2").threat
    assert threat is not None and threat.says.cites.rule == "ATTACK-CHART.HOUSE.ACTIVATION"
    found = re.search(r"then Gunners: Rotary Gun on Lancer Team \((.*)\)", threat.says.text)
    assert found, threat.says.text
    chart = gattai.game("attack-chart")
    there = chart.begin(seed=1, position=chart.table(FIELD.format("8,2", "gunners")))
    odds = there.odds("attack rotary-gun [(lancer-team 3)]").headline
    what = "HP lost by Lancer Team"
    assert found[1] == f"destroys: {odds['destroys']}, {what}: {odds[what]}"


@pytest.mark.parametrize(("gorehide", "threatens"), [("5,2", True), ("12,9", False)])
def test_what_is_out_of_reach_is_no_threat(gorehide: str, threatens: bool) -> None:
    text = f"lancer-team at 3,2; warden-squad at 1,1; gorehide at {gorehide}; acting lancer-team"
    laid = lay_table(games.load("attack-chart"), text, {})
    maker, source = games.scene_maker("attack-chart"), random.Random(1)
    threats = Threats(laid.rules, of("attack-chart"), maker, Seat(0), source)
    assert (threats.worst(laid.position.state) is not None) == threatens


def test_it_says_what_makes_the_others_worse() -> None:
    found = at_the_field("8,2")
    text = str(found)
    assert text == "\n".join(lines(found))
    best, *others = found.ideas
    assert others and all(each.chance <= best.chance for each in others)
    assert re.search(r"to win, (as good|\d+ points? lower)", text)
    for game in GAMES:
        for *_, advice in advised(game, most=12):
            if any(each.facts for each in advice.ideas[1:]):
                return
    raise AssertionError("no fact ever spoke against an answer")
