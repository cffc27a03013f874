"""Building lists: what a page needs, the judgement of a list, lists that others have shared, saved lists."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from gattai import games
from gattai.games.building import JudgedList, ListFault
from gattai.games.list_text import (
    MAX_SHARED,
    SharedList,
    checked_title,
    read_shared,
    write_shared,
)
from gattai.games.workshop import MAX_TEXT, judge_rows, judge_text, settings_of, workshop_of
from gattai.kernel.ruleset import AnyRuleset
from gattai.server.lists import (
    AskJudgement,
    BuilderCard,
    BuilderName,
    ImportedList,
    ImportList,
    SavedList,
    SaveList,
)
from gattai.server.naming import readable_name
from gattai.server.web.library import poster_of

NO_LIST = "there is no such list"


def builder_names(packs: Sequence[Path] = ()) -> list[BuilderName]:
    """Return all games whose lists can be built."""
    return [
        BuilderName(rules.name, _short(rules), workshop.kit(rules, {}).noun)
        for rules in games.all_rules(packs)
        if (workshop := games.get(rules.name).builds())
    ]


def _short(rules: AnyRuleset) -> str:
    """The name on the poster, which is shorter than the title."""
    poster = poster_of(games.get(rules.name))
    return poster.name if poster else rules.rulebook.game.title


def builder_card(rules: AnyRuleset, asked: Mapping[str, str]) -> BuilderCard:
    """Return everything that lists are built from. Raises ValueError for an unknown setting."""
    workshop, settings = workshop_of(rules), settings_of(rules, asked)
    return BuilderCard(
        game=rules.name,
        title=rules.rulebook.game.title,
        version=rules.version,
        settings=settings,
        kit=workshop.kit(rules, settings),
    )


def judgement(rules: AnyRuleset, asked: AskJudgement) -> JudgedList:
    """Judge a list, given as rows or as text."""
    if asked.rows is None:
        return judged_as(rules, asked.text, asked.settings, asked.title)
    judged = judge_rows(rules, asked.rows, asked.settings)
    return _shared(rules, judged, asked.settings, asked.title)


def judged_as(
    rules: AnyRuleset, text: str, settings: Mapping[str, str], title: str = ""
) -> JudgedList:
    """Judge a list given as text, and write it so that it can be sent to others."""
    return _shared(rules, judge_text(rules, text, settings), settings, title)


def _shared(
    rules: AnyRuleset, judged: JudgedList, settings: Mapping[str, str], title: str
) -> JudgedList:
    usual = settings_of(rules, {})
    changed = {name: value for name, value in settings.items() if usual.get(name) != value}
    clean = " ".join(title.split())
    shared = write_shared(rules.name, rules.version, clean, changed, judged.text)
    return replace(judged, shared=shared)


def imported(asked: ImportList, packs: Sequence[Path] = ()) -> ImportedList:
    """Read a shared list, or the mere text of a list. Raises ValueError if it is too long."""
    if len(asked.text) > MAX_SHARED:
        raise ValueError(f"a list has at most {MAX_SHARED} characters, not {len(asked.text)}")
    found = read_shared(asked.text)
    game = found.game or ("" if found.faults else asked.game or _game_of(found.text, packs))
    if not game:
        unknown = ListFault("the text says no game and fits no game", 0, len(asked.text))
        return ImportedList("", found.title, {}, None, found.faults or (unknown,))
    rules = games.load_fitting(game, packs)
    settings, faults = _settings(rules, found)
    judged = judged_as(rules, found.text, settings, found.title)
    moved = (replace(each, at=each.at + found.at) for each in judged.faults)
    remarks = []
    if found.version and found.version != rules.version:
        remarks.append(
            f"the list was written under version {found.version} of the rules; "
            f"it is judged by version {rules.version}"
        )
    if found.game and asked.game and found.game != asked.game:
        remarks.append(f"the list is one of {rules.rulebook.game.title}")
    return ImportedList(
        game,
        found.title,
        settings_of(rules, settings),
        judged,
        (*found.faults, *faults, *moved),
        tuple(remarks),
    )


def _settings(rules: AnyRuleset, found: SharedList) -> tuple[dict[str, str], list[ListFault]]:
    """Return the settings of a shared list that exist, and what is wrong with the others."""
    stored: dict[str, str] = {}
    faults: list[ListFault] = []
    for name, value in found.settings.items():
        try:
            settings_of(rules, {name: value})
        except ValueError as problem:
            faults.append(ListFault(str(problem)))
        else:
            stored[name] = value
    return stored, faults


def _game_of(text: str, packs: Sequence[Path]) -> str:
    """Return the game in which this text can be read as a list; empty if there is none."""
    for rules in games.all_rules(packs):
        if games.get(rules.name).builds():
            found = workshop_of(rules).read(rules, text[:MAX_SHARED], settings_of(rules, {}))
            if found.rows and not found.faults:
                return rules.name
    return ""


class StoredList(Struct, frozen=True):
    """The text of a saved list, as it is stored."""

    id: str
    content: str
    """As `write_shared` wrote it; somebody may have edited it since."""
    changed: int
    """When it was saved last, in seconds since 1970."""
    problem: str = ""
    """Why the text cannot be read."""


class ListStore(Protocol):
    """Stores the lists of one person: a folder of their computer, or their account at a site."""

    async def all(self) -> list[StoredList]:
        """Return all lists, the last changed first."""
        ...

    async def find(self, list_id: str) -> StoredList:
        """Return a list. Raises LookupError if there is none."""
        ...

    async def add(self, list_id: str, content: str) -> StoredList:
        """Store a new list. Raises ValueError if there are too many."""
        ...

    async def replace(self, list_id: str, content: str) -> StoredList:
        """Store a list again. Raises LookupError if there is none."""
        ...

    async def delete(self, list_id: str) -> StoredList:
        """Delete a list and return what it was. Raises LookupError if there is none."""
        ...


def too_many(most: int) -> ValueError:
    """Return the error of a store that is full."""
    return ValueError(f"{most} lists are saved; delete some")


class SavedLists:
    """The saved lists of one person, wherever they are stored."""

    def __init__(self, store: ListStore, packs: Sequence[Path] = ()) -> None:
        self._store = store
        self._packs = packs

    async def all(self, game: str = "") -> list[SavedList]:
        """Return all lists, or those of a game, the last changed first."""
        stored = await self._store.all()
        return await asyncio.to_thread(self._of_game, stored, game)

    async def find(self, list_id: str) -> SavedList:
        """Return a list. Raises LookupError if there is none."""
        return await asyncio.to_thread(self._judged, await self._store.find(list_id))

    async def save(self, wanted: SaveList) -> SavedList:
        """Save a list, legal or not. Raises ValueError or LookupError if it cannot be saved."""
        content = await asyncio.to_thread(self._written, wanted)
        if wanted.id:
            before, _ = _read(await self._store.find(wanted.id))
            if before.game not in ("", wanted.game):
                raise ValueError(f"{before.title!r} is a list of {before.game}; save it as another")
            stored = await self._store.replace(wanted.id, content)
        else:
            stored = await self._store.add(readable_name(wanted.game[:30]), content)
        return await asyncio.to_thread(self._judged, stored)

    async def rename(self, list_id: str, title: str) -> SavedList:
        """Give a list another title."""
        found = await self.find(list_id)
        if found.problem:
            raise ValueError(found.problem)
        return await self.save(SaveList(found.game, title, found.text, found.settings, list_id))

    async def delete(self, list_id: str) -> SavedList:
        """Delete a list and return what it was."""
        return await asyncio.to_thread(self._judged, await self._store.delete(list_id))

    def _written(self, wanted: SaveList) -> str:
        title = checked_title(wanted.title)
        if len(wanted.text) > MAX_TEXT or not wanted.text.replace("\n", " ").isprintable():
            raise ValueError(f"a list has at most {MAX_TEXT} printable characters")
        rules = games.load_fitting(wanted.game, self._packs)
        settings_of(rules, wanted.settings)
        text = judged_as(rules, wanted.text, wanted.settings, title).text
        content = write_shared(wanted.game, rules.version, title, wanted.settings, text)
        if len(content) > MAX_SHARED:
            raise ValueError(f"a list has at most {MAX_SHARED} characters, not {len(content)}")
        return content

    def _of_game(self, stored: Sequence[StoredList], game: str) -> list[SavedList]:
        return [self._judged(each) for each in stored if game in ("", _read(each)[0].game)]

    def _judged(self, stored: StoredList) -> SavedList:
        """Return a list with its judgement, whatever is in its text."""
        saved, shared = _read(stored)
        if saved.problem:
            return saved
        try:
            rules = games.load_fitting(saved.game, self._packs)
            judged = judged_as(rules, saved.text, saved.settings, shared.title)
        except (ValueError, LookupError) as wrong:
            return replace(saved, problem=str(wrong))
        return replace(saved, judged=judged)


def _read(stored: StoredList) -> tuple[SavedList, SharedList]:
    found = read_shared(stored.content[:MAX_SHARED])
    problem = stored.problem or "; ".join(fault.text for fault in found.faults)
    if not found.game and not problem:
        problem = "the file is no list"
    saved = SavedList(
        id=stored.id,
        game=found.game,
        title=found.title or stored.id,
        text=found.text,
        settings=found.settings,
        version=found.version,
        changed=stored.changed,
        problem=problem,
    )
    return saved, found
