"""A mail address for an account, used to reset a forgotten password."""

from __future__ import annotations

from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint
from gattai.server.online.mail import is_address
from gattai.server.online.people.api.account import RARELY
from gattai.server.online.people.api.entry import COSTLY
from gattai.server.online.people.api.messages import Acknowledged, MailSecret, Name, NewMail, Reset
from gattai.server.online.people.attempts import LETTERS
from gattai.server.online.people.naming import folded
from gattai.server.online.people.passwords import checked
from gattai.server.online.people.people import People
from gattai.server.online.site import Site
from gattai.server.web.answering import Forbidden


def endpoints(people: People) -> tuple[Endpoint, ...]:
    """Return the endpoints for mail."""

    def may_write() -> None:
        if people.outbox.postman is None:
            raise LookupError("this site sends no mail")

    async def set_mail(site: Site, call: Call) -> Acknowledged:
        sent, person = call.sent(NewMail), call.caller.person
        assert person is not None
        may_write()
        if not is_address(sent.mail):
            raise ValueError("this is not a mail address")
        if not await people.has_just_proved(call.caller, sent.password):
            raise Forbidden("confirm your password first, or log in again")
        await people.attempts.count("letters", person.id, LETTERS)
        await people.outbox.write("mail", person.id, person.name, sent.mail)
        return Acknowledged()

    async def confirm(site: Site, call: Call) -> Acknowledged:
        found = await people.outbox.take("mail", call.sent(MailSecret).secret)
        if found is None:
            raise ValueError("this link was already used, or is older than an hour")
        await people.outbox.keep(*found)
        return Acknowledged()

    async def no_mail(site: Site, call: Call) -> Acknowledged:
        await people.outbox.keep(call.caller.id, "")
        return Acknowledged()

    async def forgotten(site: Site, call: Call) -> Acknowledged:
        may_write()
        common = folded(call.sent(Name).name)
        await people.attempts.count("letters", common, LETTERS)
        await people.attempts.count("letters from", call.caller.address, LETTERS)
        found = await people.outbox.whose(common)
        if found is not None:
            await people.outbox.write("password", *found)
        return Acknowledged()  # the answer is the same whether or not the account exists

    async def reset(site: Site, call: Call) -> Acknowledged:
        sent = call.sent(Reset)
        new = checked(sent.new, "")
        found = await people.outbox.take("password", sent.secret)
        if found is None:
            raise ValueError("this link was already used, or is older than an hour")
        hashed = await people.passwords.hashed(new)
        async with people.database.connection() as one, one.transaction():
            await people.passwords.set(found[0], hashed, one)
            await people.sessions.end_all(found[0], connection=one)
        return Acknowledged()

    anybody, account = Rank.STRANGER, Rank.ACCOUNT
    return (
        Endpoint(
            "POST", "/api/me/mail", "Set my mail address; it counts once I confirm it.",
            account, set_mail, NewMail, Acknowledged, rate=RARELY,
        ),
        Endpoint("DELETE", "/api/me/mail", "Remove my mail address.", account, no_mail, None, Acknowledged),
        Endpoint(
            "POST", "/api/mail/confirm", "Confirm my mail address with the secret from the mail.",
            anybody, confirm, MailSecret, Acknowledged, rate=RARELY,
        ),
        Endpoint(
            "POST", "/api/password/forgotten", "Send a password reset link to the account of this name.",
            anybody, forgotten, Name, Acknowledged, rate=RARELY,
        ),
        Endpoint(
            "POST", "/api/password/reset", "Set a new password with the secret from the mail.",
            anybody, reset, Reset, Acknowledged, rate=COSTLY,
        ),
    )  # fmt: skip
