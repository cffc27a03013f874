"""Teams, as lists that players build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from gattai.games.aristeia.cards import STANDARD
from gattai.games.aristeia.content import TACTICS_EACH, TEAM_SIZE
from gattai.games.aristeia.faces import character_card, tactic_card
from gattai.games.aristeia.ruleset import Aristeia
from gattai.games.aristeia.setup import find_character, find_tactic, team_refusals, usual_tactics
from gattai.games.aristeia.state import SIDES
from gattai.games.building import (
    Buildable,
    BuildingKit,
    ListPart,
    ListRow,
    ListSum,
    ListVerdict,
    ReadList,
    ReadyList,
)
from gattai.games.workshop import cards_in, read_pieces
from gattai.kernel.ruleset import AnyRuleset

TEAM, TACTICS = "characters", "tactics"
DECK = TACTICS_EACH * TEAM_SIZE


class TeamWorkshop:
    """A team is written as `a,b,c,d+t,u,...`: four Characters and two Tactics of each."""

    def kit(self, rules: AnyRuleset, settings: Mapping[str, str]) -> BuildingKit:
        """Every Character with its Tactics, and the preset teams."""
        assert isinstance(rules, Aristeia)
        return _kit(rules)

    def read(self, rules: AnyRuleset, text: str, settings: Mapping[str, str]) -> ReadList:
        """Read a team, legal or not. Without Tactics each Character has its first two."""
        assert isinstance(rules, Aristeia)
        content = rules.content
        if text.strip() in content.teams:
            preset = content.teams[text.strip()]
            return ReadList((*_rows(TEAM, preset.characters), *_rows(TACTICS, preset.tactics)))
        names, plus, chosen = text.partition("+")
        team, faults = read_pieces(names, lambda name: find_character(name, content))
        tactics, more = read_pieces(
            chosen, lambda name: find_tactic(name, content), len(names) + len(plus)
        )
        if not plus:
            tactics = usual_tactics(team, content)
        rows = (*_rows(TEAM, [c.id for c in team]), *_rows(TACTICS, [c.id for c in tactics]))
        return ReadList(rows, (*faults, *more))

    def written(self, rows: Sequence[ListRow]) -> str:
        """Write a team with its Tactics."""
        return f"{','.join(cards_in(rows, TEAM))}+{','.join(cards_in(rows, TACTICS))}"

    def verdict(
        self, rules: AnyRuleset, rows: Sequence[ListRow], settings: Mapping[str, str]
    ) -> ListVerdict:
        """Every rule for teams and their Tactics."""
        assert isinstance(rules, Aristeia)
        team = [rules.content.characters[card] for card in cards_in(rows, TEAM)]
        tactics = [rules.content.tactics[card] for card in cards_in(rows, TACTICS)]
        return ListVerdict(
            refusals=tuple(team_refusals(team, tactics)),
            kept=(
                ("ARISTEIA.GAME.TEAM-SIZE", f"{TEAM_SIZE} Characters"),
                ("ARISTEIA.TEAM.NO-DOUBLES", "no Character twice"),
                ("ARISTEIA.TEAM.DECK", f"{TACTICS_EACH} Tactics of each Character"),
            ),
            sums=(
                ListSum("Characters", len(team), TEAM_SIZE, TEAM_SIZE, is_rule=True),
                ListSum("Tactics", len(tactics), DECK, DECK, is_rule=True),
            ),
        )

    def options(self, option: str, text: str) -> dict[str, str]:
        """Options of a match between preset teams."""
        return {option: text, "teams": "preset", "first-game": "no"}


def _rows(part: str, cards: Sequence[str]) -> tuple[ListRow, ...]:
    return tuple(ListRow(part, (card,)) for card in cards)


@cache
def _kit(rules: Aristeia) -> BuildingKit:
    content = rules.content
    box = next(iter(rules.boxes.values()))
    names = {card.id: card.name for card in content.characters.values()}
    own = [card for card in content.tactics.values() if card.owner != STANDARD]
    return BuildingKit(
        noun="team",
        options=SIDES,
        settings=(),
        parts=(
            ListPart(TEAM, "Characters", "single", TEAM_SIZE, TEAM_SIZE),
            ListPart(TACTICS, "Tactics", "single", DECK, DECK),
        ),
        cards=(
            *(
                Buildable(card.id, TEAM, "Characters", 0, 1, character_card(card, box))
                for card in content.characters.values()
            ),
            *(
                Buildable(card.id, TACTICS, names[card.owner], 0, 1, tactic_card(card))
                for card in own
            ),
        ),
        ready=tuple(
            ReadyList(
                team.id,
                team.title,
                f"{','.join(team.characters)}+{','.join(team.tactics)}",
                (*_rows(TEAM, team.characters), *_rows(TACTICS, team.tactics)),
            )
            for team in content.teams.values()
        ),
    )


WORKSHOP = TeamWorkshop()
