"""Accounts that the host makes, for a site where people do not make them themselves, and passwords set anew."""

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
    """A new account; its password, for whoever is invited. `WrongName` and `TakenName` say why not."""
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
    """A new password for an account, which is logged out everywhere; None if nobody is called so."""
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
    """A password that nobody guesses, and how it is kept."""
    password, passwords = secrets.token_urlsafe(PASSWORD_BYTES), Passwords(database)
    try:
        return password, await passwords.hashed(password)
    finally:
        passwords.close()
