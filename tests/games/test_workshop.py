"""Lists of every game: a list is legal if and only if a match can begin with it, on every side."""

from __future__ import annotations

import random

import msgspec
import pytest

from gattai import games
from gattai.games.building import BuildingKit, ListRow
from gattai.games.workshop import (
    MAX_ROWS,
    MAX_TEXT,
    judge_rows,
    judge_text,
    match_options,
    settings_of,
    workshop_of,
)
from gattai.kernel.ruleset import AnyRuleset

GAMES = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")
LISTS = 60
"""Random lists of each game, each on every side."""


def kit_of(game: str, **settings: str) -> BuildingKit:
    rules = games.load(game)
    return workshop_of(rules).kit(rules, settings_of(rules, settings))


def begins(rules: AnyRuleset, side: str, text: str, settings: dict[str, str]) -> bool:
    """Whether a match can begin in which this side has this list."""
    options = match_options(rules, side, text, settings)
    try:
        seated = rules.seated(options)
        seated.next_question(seated.setup(options))
    except ValueError:
        return False
    return True


def random_settings(kit: BuildingKit, rng: random.Random) -> dict[str, str]:
    return {each.name: rng.choice(each.choices) for each in kit.settings if each.choices}


def random_rows(kit: BuildingKit, rng: random.Random) -> list[ListRow]:
    """A ready-made list with a few changes, so that about half of them stay legal."""
    rows = [*rng.choice(kit.ready).rows] * rng.choice((0, 1, 1, 1, 1, 1, 4))
    for _ in range(rng.choice((0, 0, 0, 1, 2, 5))):
        card = rng.choice(kit.cards)
        place = rng.randrange(len(rows)) if rows else 0
        match rng.randrange(5):
            case 0:
                rows.insert(place, ListRow(card.part, (card.id,)))
            case 1 if rows:
                del rows[place]
            case 2 if rows:
                cards = rows[place].cards
                rows[place] = msgspec.structs.replace(rows[place], cards=(*cards, cards[0]))
            case 3 if rows and rows[place].part == card.part:
                rows[place] = msgspec.structs.replace(rows[place], cards=(card.id,))
            case _ if rows and kit.has_leader:
                is_leader = not rows[place].is_leader
                rows[place] = msgspec.structs.replace(rows[place], is_leader=is_leader)
            case _:
                pass
    return rows


@pytest.mark.parametrize("game", GAMES)
def test_a_list_is_legal_exactly_if_a_match_can_begin_with_it(game: str) -> None:
    rules, rng, legal = games.load(game), random.Random(game), 0
    kit = kit_of(game)
    for _ in range(LISTS):
        settings = settings_of(rules, random_settings(kit, rng))
        judged = judge_rows(rules, random_rows(kit_of(game, **settings), rng), settings)
        assert not judged.faults
        for side in kit.options[: len(rules.seats)]:
            assert begins(rules, side, judged.text, settings) == judged.is_legal, judged
        if not judged.is_legal:
            broken = [line for line in judged.lines if line.state == "broken"]
            assert all(line.cites and line.cites.page for line in broken), broken
        legal += judged.is_legal
    assert LISTS / 6 < legal < LISTS * 5 / 6


@pytest.mark.parametrize("game", GAMES)
def test_the_text_of_a_list_brings_back_its_rows(game: str) -> None:
    rules, rng, kit = games.load(game), random.Random(f"{game} again"), kit_of(game)
    for _ in range(LISTS):
        judged = judge_rows(rules, random_rows(kit, rng), {})
        again = judge_text(rules, judged.text, {})
        assert again == judged


@pytest.mark.parametrize("game", GAMES)
def test_ready_made_lists_are_legal_by_name_and_by_text(game: str) -> None:
    rules = games.load(game)
    for ready in kit_of(game).ready:
        by_name, by_text = (judge_text(rules, text, {}) for text in (ready.id, ready.text))
        assert by_name == by_text
        assert by_text.is_legal
        assert by_text.rows == ready.rows


@pytest.mark.parametrize("game", GAMES)
def test_armies_stay_legal_under_every_version_of_the_rules(game: str) -> None:
    rules = games.load(game)
    for setting in kit_of(game).settings:
        for value in setting.choices:
            for ready in kit_of(game, **{setting.name: value}).ready:
                assert judge_text(rules, ready.text, {setting.name: value}).is_legal


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_list_is_illegal_and_breaks_a_rule_with_a_page(game: str) -> None:
    rules = games.load(game)
    judged = judge_text(rules, "", {})
    assert not judged.is_legal
    assert not judged.rows
    assert judged == judge_rows(rules, [], {})
    assert [line for line in judged.lines if line.state == "broken" and line.cites]


@pytest.mark.parametrize("game", GAMES)
def test_a_misspelt_card_is_reported_at_its_place_with_the_nearest_one(game: str) -> None:
    rules, kit = games.load(game), kit_of(game)
    good = kit.ready[0].text
    for card in kit.ready[0].rows[1].cards[:1]:
        wrong = f"{card[:-1]}~"
        text = good.replace(card, wrong, 1)
        judged = judge_text(rules, text, {})
        (fault,) = judged.faults
        assert text[fault.at : fault.at + fault.length] == wrong
        assert card in fault.nearest
        assert judged.text == text
        assert judged.rows
        assert not judged.is_legal


@pytest.mark.parametrize("game", GAMES)
def test_nonsense_is_judged_without_a_crash(game: str) -> None:
    rules, rng = games.load(game), random.Random(1)
    some = "".join(each.id for each in kit_of(game).cards[:4])
    letters = some + ",+*!019 \n\t~é\x00" * 6
    for _ in range(300):
        text = "".join(rng.choices(letters, k=rng.randrange(40)))
        judged = judge_text(rules, text, {})
        assert not judged.is_legal
        assert judged.faults or any(line.state == "broken" for line in judged.lines)


@pytest.mark.parametrize("game", GAMES)
def test_lists_that_are_too_long_are_refused(game: str) -> None:
    rules = games.load(game)
    judge_text(rules, "x" * MAX_TEXT, {})
    with pytest.raises(ValueError, match="at most 4000 characters"):
        judge_text(rules, "x" * (MAX_TEXT + 1), {})
    part = kit_of(game).parts[0].id
    with pytest.raises(ValueError, match="at most"):
        judge_rows(rules, [ListRow(part, ("x",))] * (MAX_ROWS + 1), {})


@pytest.mark.parametrize("game", GAMES)
def test_a_row_in_no_part_of_the_list_is_refused(game: str) -> None:
    with pytest.raises(ValueError, match="no part 'elsewhere'"):
        judge_rows(games.load(game), [ListRow("elsewhere", ("x",))], {})


def test_a_setting_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no setting 'rulez'; did you mean 'rules'"):
        settings_of(games.load("mechastellar"), {"rulez": "x"})
    with pytest.raises(ValueError, match="no value of rules"):
        settings_of(games.load("mechastellar"), {"rules": "x"})
    with pytest.raises(ValueError, match="no setting 'points'"):
        settings_of(games.load("aegis"), {"points": "1"})


@pytest.mark.parametrize("value", ["-1", "many", "1e3", "", "²", "1234567"])
def test_points_are_a_number(value: str) -> None:
    with pytest.raises(ValueError, match="points cannot be"):
        settings_of(games.load("mechastellar"), {"points": value})


@pytest.mark.parametrize(
    ("game", "ready", "points"),
    [("mechastellar", "aurora-coalition", 188), ("attack-chart", "blue", 275)],
)
def test_more_points_than_agreed_are_advice_and_no_offence(
    game: str, ready: str, points: int
) -> None:
    rules = games.load(game)
    exact = judge_text(rules, ready, {"points": str(points)})
    over = judge_text(rules, ready, {"points": str(points - 1)})
    assert (exact.sums[0].amount, exact.sums[0].most) == (points, points)
    assert not [line for line in exact.lines if line.state == "advice"]
    assert over.is_legal
    (line,) = (line for line in over.lines if line.state == "advice")
    assert "1 more than agreed" in line.text
    assert line.cites is None


def test_squads_are_refused_where_the_rules_have_none() -> None:
    rules = games.load("mechastellar")
    without = [
        version
        for version in kit_of("mechastellar").settings[0].choices
        if not judge_text(rules, "falconeye!, jack-knife-iii*2", {"rules": version}).is_legal
    ]
    assert without
    assert judge_text(rules, "falconeye!, jack-knife-iii", {"rules": without[0]}).is_legal


def test_a_squad_can_become_what_its_recipes_say() -> None:
    judged = judge_text(games.load("aegis"), "arc-buster-offensive", {})
    made = {(each.card, *sorted(each.uses)): each.is_taken for each in judged.combinations}
    assert made["ark-2500", "ark-150", "go-100"] is True
    assert made["arly-3000", "arly-100", "ssm-100"] is False
    assert ("ark-2500", "ark-150", "arly-100") not in made
    # ARK-9300 needs a card of the pool; without it nothing of Level 3 can be made.
    without = judge_text(games.load("aegis"), judged.text.partition("+")[0] + "+", {})
    assert "ark-9300" in {each.card for each in judged.combinations}
    assert "ark-9300" not in {each.card for each in without.combinations}


def test_a_pool_card_that_can_never_be_made_is_advice() -> None:
    rules = games.load("aegis")
    units = judge_text(rules, "arc-buster-offensive", {}).text.partition("+")[0]
    fits, never = (judge_text(rules, f"{units}+{card}", {}) for card in ("ark-2500", "ssm-3000"))
    assert not [line for line in fits.lines if line.state == "advice"]
    (line,) = (line for line in never.lines if line.state == "advice")
    assert line.text == "this squad can never make SSM-3000"
    assert line.cards == ("ssm-3000",)
    assert never.is_legal


def test_broken_rules_name_their_cards() -> None:
    rules = games.load("aegis")
    units = judge_text(rules, "arc-buster-offensive", {}).text.replace("arly-100", "ark-150")
    broken = [line for line in judge_text(rules, units, {}).lines if line.state == "broken"]
    assert [line.cards for line in broken if line.cites and "UNIQUE" in line.cites.rule] == [
        ("ark-150",)
    ]


def test_a_team_brings_tactics_of_its_own() -> None:
    rules = games.load("aristeia")
    team = judge_text(rules, "quick-feet", {}).text
    plain = judge_text(rules, team.partition("+")[0], {})
    assert plain.is_legal
    assert plain.sums[1].amount == 8
    changed = judge_text(rules, team.replace("wall-run-034", "swerve-031"), {})
    assert changed.is_legal
    state = rules.setup(match_options(rules, "green", changed.text, {}))
    assert "swerve-031" in [card.id for card in state.lists[0].open()]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("wall-run-034", "go-all-out-032", "Go All-Out is in the deck twice"),
        ("wall-run-034", "ricochet-027", "Ricochet belongs to nobody on the team"),
        ("wall-run-034,", "", "two Tactics of Gata (tactics 1, wanted 2)"),
    ],
)
def test_tactics_that_a_team_may_not_bring(old: str, new: str, said: str) -> None:
    rules = games.load("aristeia")
    text = judge_text(rules, "quick-feet", {}).text.replace(old, new)
    judged = judge_text(rules, text, {})
    assert not judged.is_legal
    assert said in [line.text for line in judged.lines if line.state == "broken"]


def test_a_deck_reads_cards_without_a_number_and_writes_them_with_one() -> None:
    judged = judge_text(games.load("robot-empire"), "rivet-pup\n2 Brax the Strong, saboteur", {})
    assert not judged.faults
    assert judged.text == "1 rivet-pup, 2 brax-the-strong, 1 saboteur"
