"""The saved lists of the person at this computer: one readable text file each."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gattai.server.local import disk as files
from gattai.server.local.disk import Storage
from gattai.server.naming import NAME
from gattai.server.web.building import NO_LIST, StoredList, too_many

MAX_LISTS = 500


class ListFolder:
    """The folder `lists` in the data folder. It is made when the first list is saved."""

    def __init__(self, folder: Path, disk: Storage = files) -> None:
        self._folder = folder / "lists"
        self._disk = disk

    async def all(self) -> list[StoredList]:
        """Return all lists, the last changed first."""
        return await asyncio.to_thread(self._all)

    async def find(self, list_id: str) -> StoredList:
        """Return a list. Raises LookupError if there is none."""
        return await asyncio.to_thread(self._find, list_id)

    async def add(self, list_id: str, content: str) -> StoredList:
        """Store a new list. Raises ValueError if there are too many."""
        if len(await asyncio.to_thread(self._paths)) >= MAX_LISTS:
            raise too_many(MAX_LISTS)
        return await asyncio.to_thread(self._write, list_id, content)

    async def replace(self, list_id: str, content: str) -> StoredList:
        """Store a list again. Raises LookupError if there is none."""
        self._path(list_id)
        return await asyncio.to_thread(self._write, list_id, content)

    async def delete(self, list_id: str) -> StoredList:
        """Delete a list and return what it was. Raises LookupError if there is none."""
        found = await self.find(list_id)
        await asyncio.to_thread(self._delete, list_id)
        return found

    def _all(self) -> list[StoredList]:
        found = [_read(path) for path in self._paths()]
        return sorted(found, key=lambda each: (-each.changed, each.id))

    def _find(self, list_id: str) -> StoredList:
        return _read(self._path(list_id))

    def _write(self, list_id: str, content: str) -> StoredList:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._disk.write_whole(self._folder / f"{list_id}.txt", content.encode())
        return self._find(list_id)

    def _delete(self, list_id: str) -> None:
        self._disk.delete(self._path(list_id))

    def _paths(self) -> list[Path]:
        return [path for path in self._folder.glob("*.txt") if NAME.fullmatch(path.stem)]

    def _path(self, list_id: str) -> Path:
        path = self._folder / f"{list_id}.txt"
        if not NAME.fullmatch(list_id) or not path.is_file():
            raise LookupError(NO_LIST)
        return path


def _read(path: Path) -> StoredList:
    """Read a file, whatever is in it. Somebody may have edited it."""
    try:
        changed = int(path.stat().st_mtime)
        return StoredList(path.stem, path.read_text("utf-8"), changed)
    except (OSError, ValueError) as wrong:
        return StoredList(path.stem, "", 0, str(wrong))
