"""Passkeys as Chromium makes them, with an authenticator of its own in place of a telephone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.chromium import CHROMIUM, chromium
from tests.online.people.served import served
from tests.online.people.telephone import beside

CEREMONY = """async ([path, said, label]) => {
  const post = async (to, body) => {
    const headers = {'content-type': 'application/json'};
    const answer = await fetch(to, {method: 'POST', headers, body: JSON.stringify(body)});
    return [answer.status, await answer.json()];
  };
  const [, begun] = await post(path + '/begin', said);
  const isNew = 'user' in begun.options;
  const options = isNew
    ? {publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(begun.options)}
    : {publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(begun.options)};
  const made = await (isNew ? navigator.credentials.create(options) : navigator.credentials.get(options));
  return post(path, {ceremony: begun.ceremony, credential: made.toJSON(), label});
}"""


def ceremony(page: Page, path: str, said: Any = None) -> tuple[int, Any]:
    status, told = page.evaluate(CEREMONY, [path, said, "in Chromium"])
    return status, told


@pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no chromium here")
def test_an_account_is_made_entered_and_left_with_a_passkey_of_chromium(database: str) -> None:
    with served(database) as (origin, _), chromium() as browser:
        page = browser.new_context().new_page()
        page.goto(f"{origin}/health")
        devices, telephone = beside(page)
        status, told = ceremony(page, "/api/passkeys/register", {"name": "Chromium User"})
        assert (status, told["person"]["name"]) == (200, "Chromium User")
        id = told["person"]["id"]
        [kept] = devices.send("WebAuthn.getCredentials", telephone)["credentials"]
        assert kept["isResidentCredential"] and kept["rpId"] == "localhost"
        [cookie] = page.context.cookies()
        assert cookie["httpOnly"] and cookie["sameSite"] == "Lax"
        assert page.evaluate("document.cookie") == ""

        page.context.clear_cookies()
        status, told = ceremony(page, "/api/passkeys/login")
        assert (status, told["person"]["id"]) == (200, id)
        [again] = page.context.cookies()
        assert again["value"] != cookie["value"]

        status, told = ceremony(page, "/api/passkeys/login")  # its counter has gone on
        assert (status, told["person"]["id"]) == (200, id)
        removed = "async () => (await fetch('/api/me', {method: 'DELETE', body: '{}'})).status"
        assert page.evaluate(removed) == 200
        assert ceremony(page, "/api/passkeys/login")[0] == 401


@pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no chromium here")
def test_anyone_who_does_not_prove_to_the_device_who_they_are_stays_outside(database: str) -> None:
    with served(database) as (origin, _), chromium() as browser:
        page = browser.new_context().new_page()
        page.goto(f"{origin}/health")
        devices, telephone = beside(page)
        assert ceremony(page, "/api/passkeys/register", {"name": "Somebodys Phone"})[0] == 200
        page.context.clear_cookies()
        bogus = {**telephone, "isBogusSignature": True}
        devices.send("WebAuthn.setResponseOverrideBits", bogus)
        assert ceremony(page, "/api/passkeys/login")[0] == 401
        unverified = {**telephone, "isBadUV": True}
        devices.send("WebAuthn.setResponseOverrideBits", unverified)
        assert ceremony(page, "/api/passkeys/login")[0] == 401
        devices.send("WebAuthn.setResponseOverrideBits", telephone)
        assert ceremony(page, "/api/passkeys/login")[0] == 200
