"""Set up the table: the Scenario, the teams, and the settings of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import CharacterCard, TacticCard, TeamCard
from gattai.games.aristeia.content import TACTICS_EACH, TEAM_SIZE, Content
from gattai.games.aristeia.state import (
    SEATS,
    SIDES,
    Character,
    Phase,
    Rulings,
    State,
)
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import Setting, chosen_readings
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.words import UnknownWord
from gattai.tabletop.hexes import hex_at

OPTIONS = (
    Setting(
        "teams",
        "who plays: preset teams, secretly chosen ones, or a draft",
        "preset",
        ("preset", "custom", "draft"),
    ),
    Setting("green", "green's preset team", "green", needs=(("teams", "preset"),), is_listed=True),
    Setting(
        "orange", "orange's preset team", "orange", needs=(("teams", "preset"),), is_listed=True
    ),
    Setting("scenario", "the Scenario that is played", "assault", is_listed=True),
    Setting(
        "first-game",
        "the first game of the booklet: fixed hands, places and Underdog",
        "no",
        ("no", "yes"),
    ),
    Setting(
        "zone-moves",
        "when the Scoring Zone moves: always, or as the Scenario says",
        "scenario",
        ("scenario", "always", "scored"),
    ),
)


def boxes(content: Content) -> dict[str, Box]:
    """ARISTEIA.SETUP.SCENARIO: the box of each Scenario."""
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
    """Return the table before the first action."""
    scenario = options["scenario"]
    if scenario not in known:
        raise UnknownWord("scenario", scenario, tuple(known))
    box = known[scenario]
    is_first = options["first-game"] == "yes"
    moves = options["zone-moves"]
    needs_score = box.scenario.move_needs_score if moves == "scenario" else moves == "scored"
    rulings = chosen_readings(Rulings, options)
    if options["teams"] == "preset":
        teams = tuple(team_of(options[side], content) for side in SIDES)
        begin = _first_game if is_first else _with_teams
        return replace(begin(box, teams, content), needs_score=needs_score, rulings=rulings)
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


def _check_first_game(box: Box, teams: tuple[TeamCard, ...]) -> None:
    """ARISTEIA.SETUP.FIRST-GAME-TEAMS: teams with a fixed hand and fixed places, only in their
    Scenario.
    """
    for side, team in zip(SIDES, teams, strict=True):
        if not team.hand or not team.deployment:
            raise ValueError(f"option {side}: the team {team.id!r} has no first game")
    if sum(team.underdog for team in teams) != 1:
        raise ValueError("in the first game exactly one of the teams starts as Underdog")
    spaces = [hex_at(q, r) for team in teams for q, r in team.deployment]
    if len({*spaces}) < len(spaces) or any(at in box.shut for at in spaces):
        raise ValueError("the two teams of a first game start on spaces of their own")


def _first_game(box: Box, teams: tuple[TeamCard, ...], content: Content) -> State:
    """ARISTEIA.SETUP.FIRST-GAME-TEAMS: hands set aside before shuffling, places, and an Underdog."""
    _check_first_game(box, teams)
    aside = tuple(tuple(content.tactics[name] for name in team.hand) for team in teams)
    left = (
        tuple(card for card in _deck(team, box, content) if card not in kept)
        for team, kept in zip(teams, aside, strict=True)
    )
    return replace(
        _with_teams(box, teams, content),
        first_game=True,
        decks=tuple(Secret.of(deck, ()) for deck in left),
        set_aside=aside,
        places=tuple(hex_at(q, r) for team in teams for q, r in team.deployment),
        underdog=next(seat for seat in SEATS if teams[seat].underdog),
    )


def _with_teams(box: Box, teams: tuple[TeamCard, ...], content: Content) -> State:
    """ARISTEIA.GAME.TEAM-SIZE, ARISTEIA.SETUP.DECK-SIZE: four Characters, eighteen Tactics each."""
    taken: dict[str, int] = {}
    decks = tuple(_deck(team, box, content) for team in teams)
    return State(
        box=box,
        style="preset",
        first_game=False,
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
        decks=tuple(Secret.of(deck, ()) for deck in decks),
        hands=tuple(Secret.of((), (seat,)) for seat in SEATS),
        orders=tuple(Secret.of((), (seat,)) for seat in SEATS),
    )


def _deck(team: TeamCard, box: Box, content: Content) -> tuple[TacticCard, ...]:
    return (*box.standard, *(content.tactics[name] for name in team.tactics))


def _character(content: Content, name: str, seat: Seat, taken: dict[str, int]) -> Character:
    count = taken[name] = taken.get(name, 0) + 1
    word = name if count == 1 else f"{name}-{count}"
    return Character(name=word, card=content.characters[name], seat=seat)


def team_of(wanted: str, content: Content) -> TeamCard:
    """A preset team, or one's own: `a,b,c,d+t,u,...` is four Characters and their Tactics.

    Without Tactics each Character has its first two. Raises ValueError with every rule that the
    team breaks.
    """
    if wanted in content.teams:
        return content.teams[wanted]
    if "," not in wanted and "+" not in wanted:
        raise UnknownWord("team", wanted, tuple(content.teams))
    names, plus, chosen = wanted.partition("+")
    characters = [
        find_character(name.strip(), content) for name in names.split(",") if name.strip()
    ]
    tactics = [find_tactic(name.strip(), content) for name in chosen.split(",") if name.strip()]
    if not plus:
        tactics = usual_tactics(characters, content)
    against = tuple(team_refusals(characters, tactics))
    if against:
        raise Refused(against)
    return TeamCard(
        id=wanted,
        title=wanted,
        characters=tuple(card.id for card in characters),
        tactics=tuple(card.id for card in tactics),
    )


def usual_tactics(characters: Sequence[CharacterCard], content: Content) -> list[TacticCard]:
    """Return the first two Tactics of each Character."""
    return [card for who in characters for card in content.tactics_of(who.id)[:TACTICS_EACH]]


def find_character(name: str, content: Content) -> CharacterCard:
    """Return a Character by its id. Raises UnknownWord with the nearest one."""
    if name not in content.characters:
        raise UnknownWord("Character", name, tuple(content.characters))
    return content.characters[name]


def find_tactic(name: str, content: Content) -> TacticCard:
    """Return a Tactic by its id. Raises UnknownWord with the nearest one."""
    if name not in content.tactics:
        raise UnknownWord("Tactic", name, tuple(content.tactics))
    return content.tactics[name]


def team_refusals(
    characters: Sequence[CharacterCard], tactics: Sequence[TacticCard]
) -> Iterator[Refusal]:
    """Every rule that a team and its Tactics break."""
    if len(characters) != TEAM_SIZE:
        figures = (("characters", len(characters)), ("wanted", TEAM_SIZE))
        reason = f"a team is {TEAM_SIZE} different Characters"
        yield Refusal("ARISTEIA.GAME.TEAM-SIZE", reason, figures)
    for card in dict.fromkeys(characters):
        if characters.count(card) > 1:
            reason = f"a team is {TEAM_SIZE} different Characters, and {card.name} is in it twice"
            yield Refusal("ARISTEIA.TEAM.NO-DOUBLES", reason)
    owners = [card.owner for card in tactics]
    for card in dict.fromkeys(characters):
        if owners.count(card.id) != TACTICS_EACH:
            figures = (("tactics", owners.count(card.id)), ("wanted", TACTICS_EACH))
            yield Refusal("ARISTEIA.TEAM.DECK", f"two Tactics of {card.name}", figures)
    team = {card.id for card in characters}
    for tactic in dict.fromkeys(tactics):
        if tactic.owner not in team:
            yield Refusal("ARISTEIA.TEAM.DECK", f"{tactic.name} belongs to nobody on the team")
        elif tactics.count(tactic) > 1:
            yield Refusal("ARISTEIA.TEAM.DECK", f"{tactic.name} is in the deck twice")
