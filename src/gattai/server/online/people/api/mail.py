"""An address for letters, for those who want one, and what it is good for: a password that was forgotten."""

from __future__ import annotations

from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint
from gattai.server.online.mail import is_address
from gattai.server.online.people.api.account import RARELY
from gattai.server.online.people.api.entry import COSTLY
from gattai.server.online.people.api.messages import Done, Name, NewMail, Reset, Secret
from gattai.server.online.people.attempts import LETTERS
from gattai.server.online.people.naming import folded
from gattai.server.online.people.passwords import checked
from gattai.server.online.people.people import People
from gattai.server.online.site import Site
from gattai.server.web.answering import Forbidden


def endpoints(people: People) -> tuple[Endpoint, ...]:
    """The addresses."""

    def may_write() -> None:
        if people.letters.postman is None:
            raise LookupError("this site sends no letters")

    async def set_mail(site: Site, call: Call) -> Done:
        sent, person = call.sent(NewMail), call.caller.person
        assert person is not None
        may_write()
        if not is_address(sent.mail):
            raise ValueError("no letter could be sent there")
        if not await people.has_just_proved(call.caller, sent.password):
            raise Forbidden("prove first that it is you: the password, or log in again")
        await people.attempts.count("letters", person.id, LETTERS)
        await people.letters.write("mail", person.id, person.name, sent.mail)
        return Done()

    async def confirm(site: Site, call: Call) -> Done:
        found = await people.letters.take("mail", call.sent(Secret).secret)
        if found is None:
            raise ValueError("that link was used, or is older than an hour")
        await people.letters.keep(*found)
        return Done()

    async def no_mail(site: Site, call: Call) -> Done:
        await people.letters.keep(call.caller.id, "")
        return Done()

    async def forgotten(site: Site, call: Call) -> Done:
        may_write()
        common = folded(call.sent(Name).name)
        await people.attempts.count("letters", common, LETTERS)
        await people.attempts.count("letters from", call.caller.address, LETTERS)
        found = await people.letters.whose(common)
        if found is not None:
            await people.letters.write("password", *found)
        return Done()  # whether there is such an account is nobody's business

    async def reset(site: Site, call: Call) -> Done:
        sent = call.sent(Reset)
        new = checked(sent.new, "")
        found = await people.letters.take("password", sent.secret)
        if found is None:
            raise ValueError("that link was used, or is older than an hour")
        hashed = await people.passwords.hashed(new)
        async with people.database.connection() as one, one.transaction():
            await people.passwords.set(found[0], hashed, one)
            await people.sessions.end_all(found[0], connection=one)
        return Done()

    anybody, account = Rank.STRANGER, Rank.ACCOUNT
    return (
        Endpoint(
            "POST", "/api/me/mail", "Send letters to me there, once I have opened the first.",
            account, set_mail, NewMail, Done, rate=RARELY,
        ),
        Endpoint("DELETE", "/api/me/mail", "Send me no letters.", account, no_mail, None, Done),
        Endpoint(
            "POST", "/api/mail/confirm", "That letter came to me.",
            anybody, confirm, Secret, Done, rate=RARELY,
        ),
        Endpoint(
            "POST", "/api/password/forgotten", "Send a letter to whoever is called so.",
            anybody, forgotten, Name, Done, rate=RARELY,
        ),
        Endpoint(
            "POST", "/api/password/reset", "Choose a new password, with the link of a letter.",
            anybody, reset, Reset, Done, rate=COSTLY,
        ),
    )  # fmt: skip
