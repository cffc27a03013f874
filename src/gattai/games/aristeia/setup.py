"""Setting the table: the Scenario, the teams, and the options a game can have."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import TacticCard, TeamCard
from gattai.games.aristeia.content import TACTICS_EACH, TEAM_SIZE, Content
from gattai.games.aristeia.state import (
    GREEN,
    SEATS,
    SIDES,
    Character,
    Phase,
    Rulings,
    State,
)
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Option, chosen_readings
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.words import UnknownWord
from gattai.tabletop.hexes import hex_at

OPTIONS = (
    Option(
        "teams",
        "who plays: preset teams, secretly chosen ones, or a draft",
        "preset",
        ("preset", "custom", "draft"),
    ),
    Option("green", "green's preset team", "green", needs=(("teams", "preset"),), is_listed=True),
    Option(
        "orange", "orange's preset team", "orange", needs=(("teams", "preset"),), is_listed=True
    ),
    Option("scenario", "what is played for", "assault", is_listed=True),
    Option(
        "first-game",
        "the first game of the booklet: fixed hands, places and Underdog",
        "no",
        ("no", "yes"),
    ),
    Option(
        "zone-moves",
        "when the Scoring Zone moves: always, or as the Scenario says",
        "scenario",
        ("scenario", "always", "scored"),
    ),
)


def boxes(content: Content) -> dict[str, Box]:
    """ARISTEIA.SETUP.SCENARIO: for each Scenario everything that is printed."""
    return {
        scenario.id: Box(
            id=scenario.id,
            dice=tuple(content.dice.values()),
            common=tuple(content.actions.values()),
            characters=tuple(content.characters.values()),
            tactics=tuple(content.tactics.values()),
            states=tuple(content.states.values()),
            board=content.boards[scenario.board],
            scenario=scenario,
        )
        for scenario in content.scenarios.values()
    }


def set_table(options: Mapping[str, str], content: Content, known: Mapping[str, Box]) -> State:
    """The table before anything has happened."""
    scenario = options["scenario"]
    if scenario not in known:
        raise UnknownWord("scenario", scenario, tuple(known))
    box = known[scenario]
    is_first = options["first-game"] == "yes"
    moves = options["zone-moves"]
    needs_score = box.scenario.move_needs_score if moves == "scenario" else moves == "scored"
    rulings = chosen_readings(Rulings, options)
    if options["teams"] == "preset":
        teams = tuple(_team(options[side], content) for side in SIDES)
        if is_first:
            _check_first_game(box, teams)
        state = _with_teams(box, teams, content, is_first, needs_score)
        return replace(state, rulings=rulings)
    if is_first:
        raise ValueError("the first game is played with preset teams: set teams to preset")
    secret = options["teams"] == "custom"
    phase: Phase = "teams" if secret else "first-pick"
    return State(
        box=box,
        style="custom" if secret else "draft",
        first_game=False,
        characters=(),
        picks=tuple(Secret.of((), (seat,) if secret else None) for seat in SEATS),
        lists=tuple(Secret.of(box.standard, (seat,)) for seat in SEATS),
        decks=tuple(Secret.of((), ()) for _ in SEATS),
        hands=tuple(Secret.of((), (seat,)) for seat in SEATS),
        orders=tuple(Secret.of((), (seat,)) for seat in SEATS),
        phase=phase,
        needs_score=needs_score,
        rulings=rulings,
    )


def _team(name: str, content: Content) -> TeamCard:
    if name in content.teams:
        return content.teams[name]
    if "," not in name:
        raise UnknownWord("team", name, tuple(content.teams))
    return _gathered(name, content)


def _gathered(text: str, content: Content) -> TeamCard:
    """ARISTEIA.GAME.TEAM-SIZE, ARISTEIA.TEAM.DECK: Characters by their names, each with the first two of
    its Tactics.
    """
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in content.characters:
            raise UnknownWord("Character", name, tuple(content.characters))
    if len(names) != TEAM_SIZE or len({*names}) != TEAM_SIZE:
        raise ValueError(f"a team is {TEAM_SIZE} different Characters, not {', '.join(names)}")
    tactics = (card.id for name in names for card in content.tactics_of(name)[:TACTICS_EACH])
    return TeamCard(id=text, title=text, characters=names, tactics=tuple(tactics))


def _check_first_game(box: Box, teams: tuple[TeamCard, ...]) -> None:
    """ARISTEIA.SETUP.FIRST-GAME-TEAMS: teams with a fixed hand and places, in their Scenario."""
    for side, team in zip(SIDES, teams, strict=True):
        if not team.hand or not team.deployment:
            raise ValueError(f"option {side}: the team {team.id!r} has no first game")
    if sum(team.underdog for team in teams) != 1:
        raise ValueError("in the first game exactly one of the teams starts as Underdog")
    spaces = [hex_at(q, r) for team in teams for q, r in team.deployment]
    if len({*spaces}) < len(spaces) or any(at in box.shut for at in spaces):
        raise ValueError("the two teams of a first game start on spaces of their own")


def _with_teams(
    box: Box, teams: tuple[TeamCard, ...], content: Content, is_first: bool, needs_score: bool
) -> State:
    """ARISTEIA.GAME.TEAM-SIZE, ARISTEIA.SETUP.DECK-SIZE: four Characters, eighteen Tactics each."""
    taken: dict[str, int] = {}
    decks = tuple(_deck(team, box, content) for team in teams)
    aside = tuple(tuple(content.tactics[name] for name in team.hand) for team in teams)
    if not is_first:
        aside = ((), ())
    left = tuple(
        tuple(card for card in deck if card not in kept)
        for deck, kept in zip(decks, aside, strict=True)
    )
    places = tuple(hex_at(q, r) for team in teams for q, r in team.deployment)
    return State(
        box=box,
        style="preset",
        first_game=is_first,
        characters=tuple(
            _character(content, name, seat, taken)
            for seat in SEATS
            for name in teams[seat].characters
        ),
        picks=tuple(
            Secret.of(tuple(content.characters[name] for name in team.characters), None)
            for team in teams
        ),
        lists=tuple(Secret.of(deck, None) for deck in decks),
        decks=tuple(Secret.of(deck, ()) for deck in left),
        hands=tuple(Secret.of((), (seat,)) for seat in SEATS),
        orders=tuple(Secret.of((), (seat,)) for seat in SEATS),
        set_aside=aside,
        places=places if is_first else (),
        phase="shuffle",
        underdog=next((seat for seat in SEATS if is_first and teams[seat].underdog), GREEN),
        needs_score=needs_score,
    )


def _deck(team: TeamCard, box: Box, content: Content) -> tuple[TacticCard, ...]:
    return (*box.standard, *(content.tactics[name] for name in team.tactics))


def _character(content: Content, name: str, seat: Seat, taken: dict[str, int]) -> Character:
    count = taken[name] = taken.get(name, 0) + 1
    word = name if count == 1 else f"{name}-{count}"
    return Character(name=word, card=content.characters[name], seat=seat)
