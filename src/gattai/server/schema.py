"""One JSON Schema for every message and every part of a scene: the browser's types are made from it.

`python -m gattai.server.schema` prints it.
"""

from __future__ import annotations

from typing import Any

from gattai.scene.parts import Builder
from gattai.server import messages, rule_cards
from gattai.server.web.schema_file import print_schema

NAMED: dict[str, Any] = {
    "FromPage": messages.FromPage,
    "ToPage": messages.ToPage,
    "GameCard": messages.GameCard,
    "Door": messages.Door,
    "Glance": messages.Glance,
    "NewMatch": messages.NewMatch,
    "MatchCard": messages.MatchCard,
    "AskReplay": messages.AskReplay,
    "ReplayStep": messages.ReplayStep,
    "LuckOf": messages.LuckOf,
    "RuleCard": rule_cards.RuleCard,
    "TermCard": rule_cards.TermCard,
    "Builder": Builder,
    "SquadText": messages.SquadText,
    "SquadSaid": messages.SquadSaid,
}


if __name__ == "__main__":
    print_schema(NAMED)
