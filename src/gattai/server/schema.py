"""One JSON Schema for all messages and all parts of a scene. The browser's types are generated from it.

`python -m gattai.server.schema` prints it.
"""

from __future__ import annotations

from gattai.games.building import JudgedList
from gattai.games.rule_search import FoundRules
from gattai.server import lists, messages, rule_cards
from gattai.server.studies import messages as studies
from gattai.server.web.schema_file import print_schema

NAMED: dict[str, object] = {
    "FromPage": messages.FromPage,
    "ToPage": messages.ToPage,
    "GameListing": messages.GameListing,
    "Door": messages.Door,
    "Glance": messages.Glance,
    "NewMatch": messages.NewMatch,
    "MatchCard": messages.MatchCard,
    "AskReplay": messages.AskReplay,
    "ReplayStep": messages.ReplayStep,
    "LuckOf": messages.LuckOf,
    "RuleCard": rule_cards.RuleCard,
    "RuleContents": rule_cards.RuleContents,
    "FoundRules": FoundRules,
    "TermCard": rule_cards.TermCard,
    "PuzzleCard": messages.PuzzleCard,
    "LinkOpened": messages.LinkOpened,
    "OpenLink": messages.OpenLink,
    "OpenNetwork": messages.OpenNetwork,
    "NetworkCard": messages.NetworkCard,
    "BuilderName": lists.BuilderName,
    "BuilderCard": lists.BuilderCard,
    "AskJudgement": lists.AskJudgement,
    "JudgedList": JudgedList,
    "SaveList": lists.SaveList,
    "SavedList": lists.SavedList,
    "RenameList": lists.RenameList,
    "ImportList": lists.ImportList,
    "ImportedList": lists.ImportedList,
    "AskTrial": lists.AskTrial,
    "ListTrial": lists.ListTrial,
    "StudyKit": studies.StudyKit,
    "AskStudy": studies.AskStudy,
    "StudyCard": studies.StudyCard,
}


if __name__ == "__main__":
    print_schema(NAMED)
