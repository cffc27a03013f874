"""Outbox: an address is confirmed before it counts, a forgotten password is set anew, and nobody learns who has which."""

from __future__ import annotations

import asyncio
import contextlib
import email
import email.policy
import re
from collections.abc import AsyncIterator
from typing import Any

from gattai.server.online.mail import Smtp
from gattai.server.online.settings import Settings
from tests.online.people.town import PASSWORD, Town, Visitor, town


class Box:
    """A post office that takes every letter, by as much of SMTP as it needs."""

    def __init__(self) -> None:
        self.port = 0
        self.outbox: list[Any] = []

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Box]:
        server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield self

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := (await reader.readline()).strip().upper():
            if line.startswith(b"DATA"):
                writer.write(b"354 go on\r\n")
                content = await reader.readuntil(b"\r\n.\r\n")
                policy = email.policy.default
                self.outbox.append(email.message_from_bytes(content[:-5], policy=policy))
            writer.write(b"221 bye\r\n" if line.startswith(b"QUIT") else b"250 ok\r\n")
        writer.close()


@contextlib.asynccontextmanager
async def with_mail(database: str, **more: Any) -> AsyncIterator[tuple[Town, Box]]:
    async with Box().open() as box:
        mail = f"smtp://127.0.0.1:{box.port}"
        async with town(database, mail=mail, mail_from="club@example.org", **more) as here:
            yield here, box


async def secret_of(here: Town, box: Box) -> str:
    await here.people.outbox.sent()
    text = box.outbox[-1].get_content()
    found = re.search(r"http://localhost:8000/account#\w+=([\w-]{43})\s", text)
    assert found, text
    return found[1]


async def has_mail(here: Town, visitor: Visitor, mail: str, box: Box) -> None:
    said = {"mail": mail, "password": PASSWORD}
    assert (await visitor.post("/api/me/mail", json=said)).status_code == 200
    secret = {"secret": await secret_of(here, box)}
    assert (await here.visitor().post("/api/mail/confirm", json=secret)).status_code == 200


def test_an_address_counts_once_its_letter_was_opened(database: str) -> None:
    async def whole() -> None:
        async with with_mail(database) as (here, box):
            one = await here.account("Has Mail")
            read = "SELECT mail FROM person WHERE id = $1"
            wrong = {"mail": "anna@example.org", "password": "not this one"}
            assert (await one.post("/api/me/mail", json=wrong)).status_code == 403
            for mail in ("anna", "a@b", "a@example.org\nBcc: b@example.org", "<a@example.org>", ""):
                said = {"mail": mail, "password": PASSWORD}
                assert (await one.post("/api/me/mail", json=said)).status_code == 400
            said = {"mail": "anna@example.org", "password": PASSWORD}
            assert (await one.post("/api/me/mail", json=said)).status_code == 200
            secret = {"secret": await secret_of(here, box)}
            [letter] = box.outbox
            assert (letter["to"], letter["from"]) == ("anna@example.org", "club@example.org")
            assert (await here.tell(read, await one.id()))[0][0] is None
            other = {**secret, "new": "another long one"}  # it is no letter about a password
            assert (await here.visitor().post("/api/password/reset", json=other)).status_code == 400
            visitor = here.visitor()
            assert (await visitor.post("/api/mail/confirm", json=secret)).status_code == 200
            assert (await visitor.post("/api/mail/confirm", json=secret)).status_code == 400
            assert (await here.tell(read, await one.id()))[0][0] == "anna@example.org"
            assert (await one.delete("/api/me/mail")).status_code == 200
            assert (await here.tell(read, await one.id()))[0][0] is None

    asyncio.run(whole())


def test_a_forgotten_password_is_set_anew_and_ends_all_sessions(database: str) -> None:
    async def whole() -> None:
        async with with_mail(database) as (here, box):
            one = await here.account("Forgets Much")
            await has_mail(here, one, "forgets@example.org", box)
            visitor = here.visitor()
            said = {"name": "forgets much"}
            assert (await visitor.post("/api/password/forgotten", json=said)).status_code == 200
            secret = await secret_of(here, box)
            assert box.outbox[-1]["to"] == "forgets@example.org"
            short = {"secret": secret, "new": "short"}
            assert (await visitor.post("/api/password/reset", json=short)).status_code == 400
            new = {"secret": secret, "new": "remembered this time"}
            assert (await visitor.post("/api/password/reset", json=new)).status_code == 200
            assert (await visitor.post("/api/password/reset", json=new)).status_code == 400
            assert (await one.get("/api/me")).json()["person"] is None
            assert await visitor.log_in("Forgets Much", PASSWORD) == 401
            assert await visitor.log_in("Forgets Much", "remembered this time") == 200
            await visitor.post("/api/password/forgotten", json=said)
            late = {"secret": await secret_of(here, box), "new": "remembered too late"}
            await here.tell("UPDATE letter SET until = now()")
            assert (await visitor.post("/api/password/reset", json=late)).status_code == 400

    asyncio.run(whole())


def test_nobody_learns_who_has_an_account_or_an_address(database: str) -> None:
    async def whole() -> None:
        async with with_mail(database, rates=1.0) as (here, box):
            one = await here.account("Reads Outbox", address="198.51.100.31")
            await has_mail(here, one, "reads@example.org", box)
            await here.account("Reads None", address="198.51.100.32")
            found = {}
            for number, name in enumerate(("Reads Outbox", "Reads None", "Nobody There")):
                visitor = here.visitor(address=f"198.51.100.{40 + number}")
                answers = [
                    await visitor.post("/api/password/forgotten", json={"name": name})
                    for _ in range(7)
                ]
                found[name] = [(answer.status_code, answer.text[:20]) for answer in answers]
            assert found["Reads Outbox"] == found["Reads None"] == found["Nobody There"]
            assert [status for status, _ in found["Nobody There"]] == [200] * 5 + [429] * 2
            await here.people.outbox.sent()
            assert len(box.outbox) == 6

    asyncio.run(whole())


def test_a_site_may_send_no_outbox(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await here.account("No Outbox")
            said = {"mail": "a@example.org", "password": PASSWORD}
            assert (await one.post("/api/me/mail", json=said)).status_code == 404
            name = {"name": "No Outbox"}
            assert (await one.post("/api/password/forgotten", json=name)).status_code == 404

    asyncio.run(whole())


def test_a_post_office_that_is_shut_holds_nobody_up(capfd: Any) -> None:
    async def whole() -> None:
        shut = Smtp(Settings(mail="smtp://127.0.0.1:9"))
        await shut.send("anna@example.org", "subject", "text with a secret")

    asyncio.run(whole())
    out, err = capfd.readouterr()
    assert "a mail was not sent" in out + err
    assert "secret" not in out + err and "anna" not in out + err
