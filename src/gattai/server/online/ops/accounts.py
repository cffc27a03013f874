"""Accounts created by the host, and passwords reset by the host."""

from __future__ import annotations

import secrets

from gattai.server.online.people.naming import TakenName, named
from gattai.server.online.people.passwords import Passwords
from gattai.server.online.people.persons import Persons
from gattai.server.online.people.sessions import Sessions
from gattai.server.online.settings import Settings
from gattai.server.online.store.pool import Database

PASSWORD_BYTES = 12


async def make_account(settings: Settings, name: str) -> str:
    """Create an account; returns its password. `WrongName` and `TakenName` give reasons."""
    async with Database(settings.database, size=2) as database:
        persons = Persons(database)
        name = named(name)
        if await persons.called(name) is not None:
            raise TakenName
        password, hashed = await _drawn(database)
        async with database.connection() as one, one.transaction():
            person = await persons.make_account(name, one)
            await Passwords(database).set(person.id, hashed, one)
    return password


async def reset_password(settings: Settings, name: str) -> str | None:
    """Reset the password of an account and end its sessions; None if there is no such account."""
    async with Database(settings.database, size=2) as database:
        person = await Persons(database).called(name)
        if person is None or person.is_bot:
            return None
        password, hashed = await _drawn(database)
        async with database.connection() as one, one.transaction():
            await Passwords(database).set(person.id, hashed, one)
            await Sessions(database).end_all(person.id, connection=one)
    return password


async def _drawn(database: Database) -> tuple[str, str]:
    """Return a random password and its hash."""
    password, passwords = secrets.token_urlsafe(PASSWORD_BYTES), Passwords(database)
    try:
        return password, await passwords.hashed(password)
    finally:
        passwords.close()
