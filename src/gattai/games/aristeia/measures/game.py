"""Statistics of a whole match: Characters fielded and lost, Damage, Tactics, Skills, Victory Points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from gattai.games.aristeia.cards import CharacterCard
from gattai.games.aristeia.events.body import (
    DamageSuffered,
    FragTaken,
    SentToInfirmary,
    TacticPlayed,
)
from gattai.games.aristeia.events.play import (
    ActionDeclared,
    ActivationBegan,
    RoundBegan,
    VictoryPointsGained,
)
from gattai.games.aristeia.events.roll import SkillUsed, SwitchActivated
from gattai.games.aristeia.events.setup import TeamsShown
from gattai.games.aristeia.state import State
from gattai.games.metrics import Metrics


class MatchMetrics(Metrics):
    """Statistics of one match. ARISTEIA.ACT.STEPS: the player whose Character activates first
    counts as first.
    """

    about: ClassVar[Mapping[str, str]] = {
        "brought.*": "Characters of the team",
        "lost.*": "times a Character was carried to the Infirmary",
        "acted.*": "Actions declared, by Character",
        "tactics.*": "Tactics played, by card",
        "damage": "Damage to the other side",
        "tactics_played": "Tactics played",
        "skills_used": "Automatic Skills used",
        "switches": "Switches activated",
        "frags": "Frags taken",
        "victory_points": "Victory Points gained",
    }

    def __init__(self, table: State, seats: int) -> None:
        super().__init__(table, seats)
        self.declare("damage", "tactics_played", "skills_used", "switches", "frags")
        self.declare("victory_points")
        fielded = [character.card for character in table.characters]
        for card in fielded or table.box.characters:
            self.declare(f"brought.{card.id}", f"lost.{card.id}", f"acted.{card.id}")
        for tactic in table.box.tactics:
            self.declare(f"tactics.{tactic.id}")
        for character in table.characters:
            self.add(f"brought.{character.card.id}", character.seat)
        self.watches = {
            TeamsShown: self._teams,
            RoundBegan: self._round,
            ActivationBegan: self._activation,
            ActionDeclared: self._action,
            DamageSuffered: self._damage,
            SentToInfirmary: self._carried,
            FragTaken: self._frag,
            TacticPlayed: self._tactic,
            SkillUsed: self._skill,
            SwitchActivated: self._switch,
            VictoryPointsGained: self._points,
        }

    def _teams(self, event: TeamsShown, before: State, after: State) -> None:
        """ARISTEIA.TEAM.SECRET: count the teams that were picked during the game."""
        for seat, team in enumerate(event.teams):
            self._fielded(team, seat)

    def _fielded(self, team: Iterable[CharacterCard], seat: int) -> None:
        for card in team:
            self.add(f"brought.{card.id}", seat)

    def _round(self, event: RoundBegan, before: State, after: State) -> None:
        self.turns = event.round

    def _activation(self, event: ActivationBegan, before: State, after: State) -> None:
        self.begins(before.characters[event.who].seat)

    def _action(self, event: ActionDeclared, before: State, after: State) -> None:
        character = before.characters[event.who]
        self.add(f"acted.{character.card.id}", character.seat)

    def _damage(self, event: DamageSuffered, before: State, after: State) -> None:
        self.add("damage", 1 - before.characters[event.who].seat, event.amount)

    def _carried(self, event: SentToInfirmary, before: State, after: State) -> None:
        character = before.characters[event.who]
        self.add(f"lost.{character.card.id}", character.seat)

    def _frag(self, event: FragTaken, before: State, after: State) -> None:
        self.add("frags", event.seat)

    def _tactic(self, event: TacticPlayed, before: State, after: State) -> None:
        self.add("tactics_played", event.seat)
        self.add(f"tactics.{event.tactic.id}", event.seat)

    def _skill(self, event: SkillUsed, before: State, after: State) -> None:
        self.add("skills_used", before.characters[event.who].seat)

    def _switch(self, event: SwitchActivated, before: State, after: State) -> None:
        self.add("switches", before.characters[event.who].seat, event.times)

    def _points(self, event: VictoryPointsGained, before: State, after: State) -> None:
        self.add("victory_points", event.seat, event.points)


METRICS = MatchMetrics
