"""What is told before one commits: sums apart, whom one reaches from where, what nobody would want."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from gattai import games
from gattai.kernel.position import Asked, Seen, apply, asked, begin, observe
from gattai.kernel.question import Choose, Roll
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded
from gattai.kernel.text import notation
from gattai.scene.advice import NoAdvice, about_of, odds_of, preview_of
from gattai.scene.parts import ListedOption, OptionOdds


def decisions(name: str, seed: int, most: int = 250) -> Iterator[tuple[AnyRuleset, Any, Seen[Any]]]:
    """What is seen at each choice at a settled table, in a game at random."""
    rules, maker = games.load(name), games.scene_maker(name)
    rng, dice = random.Random(seed), Seeded(random.Random, str(seed))
    position = begin(rules)
    for number in range(most):
        question = asked(rules, position)
        if isinstance(question, Outcome):
            return
        if isinstance(question, Roll):
            position = apply(rules, position, dice.faces(question, number)).position
            continue
        choice = getattr(question, "asks", (question,))[0]
        waiting = observe(rules, position, None).question
        assert isinstance(waiting, Asked) and isinstance(choice, Choose)
        seat = waiting.seats[0]
        seen = observe(rules, position, seat)
        assert isinstance(seen.question, Asked)
        if position.is_settled:
            yield rules, maker, seen
        position = apply(
            rules, position, rng.choice(seen.question.options or ()), seat=seat
        ).position


def options(rules: AnyRuleset, maker: Any, seen: Seen[Any]) -> Iterator[tuple[ListedOption, Any]]:
    assert isinstance(seen.question, Asked)
    words = rules.words(seen.state)
    for action in seen.question.options or ():
        yield maker.option(seen.state, notation.write(action, words), action), action


def first_odds(name: str, seed: int = 3) -> OptionOdds:
    for rules, maker, seen in decisions(name, seed):
        for option, action in options(rules, maker, seen):
            if option.has_odds:
                try:
                    odds = odds_of(rules, maker, seen, option.text, action)
                except NoAdvice:
                    continue
                if odds.reasons:
                    return odds
    raise AssertionError("nothing had odds with reasons")


@pytest.mark.parametrize("name", ["aegis", "attack-chart", "mechastellar", "aristeia"])
def test_terms_stand_with_the_sum_that_they_are_added_to(name: str) -> None:
    odds = first_odds(name)
    assert odds.reasons and all(reason.group for reason in odds.reasons)
    order = [reason.group for reason in odds.reasons]
    assert [*dict.fromkeys(order)] == [
        group for at, group in enumerate(order) if at == 0 or order[at - 1] != group
    ], "each sum once, its terms together"


def test_the_sums_of_mechastellar_are_six_numbers_and_none_is_added_to_another() -> None:
    groups = [*dict.fromkeys(reason.group for reason in first_odds("mechastellar").reasons)]
    assert [group.partition(":")[0] for group in groups[:3]] == [
        "attack dice",
        "Hits added",
        "defence dice",
    ]
    assert any(group.startswith(("each save needs", "no save")) for group in groups)
    assert groups[-1].startswith("Finishing Blow from")


def test_what_a_die_needs_is_said_plainly() -> None:
    assert any(
        "needs" in reason.group and "+" in reason.group for reason in first_odds("aegis").reasons
    )
    needs = [reason.group for reason in first_odds("attack-chart").reasons]
    assert any(group.startswith("each needs") for group in needs)


@pytest.mark.parametrize("name", ["aegis", "attack-chart", "aristeia"])
def test_a_move_tells_whom_one_could_attack_from_its_end(name: str) -> None:
    """What is told before is what the rules offer afterwards."""
    compared = 0
    for rules, maker, seen in decisions(name, 5):
        for option, action in [*options(rules, maker, seen)][:40:7]:
            preview = preview_of(rules, maker, seen, option.text, action)
            if preview.open_to is None or not preview.way:
                continue
            step = apply(rules, seen.position, action)
            seat = step.waiting[0]
            later = step.seen(seat)
            offered = {
                each.target
                for each, _ in options(rules, maker, later)
                if each.actor == option.actor and each.has_odds and each.target is not None
            }
            assert offered - {option.actor} <= {*preview.open_to}
            compared += bool(offered)
        if compared > 5:
            return
    assert compared, "somebody could be attacked somewhere"


def test_whatever_has_no_way_tells_of_nobody() -> None:
    for rules, maker, seen in decisions("aegis", 1, 4):
        for option, action in options(rules, maker, seen):
            preview = preview_of(rules, maker, seen, option.text, action)
            assert bool(preview.way) or preview.open_to is None


def test_repair_for_an_enemy_and_bombs_on_ones_own_are_cautioned_against_and_nothing_else() -> None:
    told = set()
    for rules, maker, seen in decisions("aegis", 2, 400):
        state = seen.state
        for option, action in options(rules, maker, seen):
            card = getattr(action, "card_in", lambda _: None)(state)
            if card is None:
                assert option.caution == ""
                continue
            told.add(option.caution.partition(" ")[0])
            reached = {
                state.units[each].seat == state.units[action.unit].seat
                for each in (action.highlight(state).reached if action.highlight(state) else ())
            }
            if option.caution.startswith("hits your own"):
                assert card.type in ("damage", "drain", "debuff") and True in reached
            elif option.caution:
                assert card.type in ("repair", "boost", "buff") and False in reached
            elif card.type == "damage":
                assert True not in reached
            elif card.type == "repair":
                assert False not in reached
    assert "hits" in told


def test_what_ends_a_turn_says_so() -> None:
    ending = {
        option.label
        for name in ("aegis", "attack-chart", "mechastellar", "aristeia")
        for rules, maker, seen in decisions(name, 4)
        for option, _ in options(rules, maker, seen)
        if option.ends
    }
    assert ending == {"end the turn", "nothing more", "end the Activation"}


def test_no_unit_shows_why_the_turn_cannot_be_ended() -> None:
    for rules, maker, seen in decisions("aegis", 2):
        if all(not option.ends for option, _ in options(rules, maker, seen)):
            found = {why.label: why for why in about_of(rules, maker, seen, "", None, None)}
            assert found["end-turn"].reasons
            if getattr(seen.state, "phase", "") == "acting":
                assert found["end-turn"].reasons[0].text == "at least one unit has to act each turn"
                return
    raise AssertionError("it can always be ended")


@pytest.mark.parametrize("name", sorted(games.names()))
def test_a_preview_never_stumbles_over_an_action_that_one_can_think_of(name: str) -> None:
    """Only `NoAdvice` is an answer; any other exception is a bug and must reach the log."""
    shown = 0
    for seed in range(2):
        rng = random.Random(seed)
        for rules, maker, seen in decisions(name, seed, 120):
            thought_of = [*rules.candidates(seen.state)]
            words = rules.words(seen.state)
            for action in rng.sample(thought_of, min(6, len(thought_of))):
                try:
                    preview_of(rules, maker, seen, notation.write(action, words), action)
                except NoAdvice:
                    continue
                shown += 1
    assert shown > 100
