"""The dice of a match as one page without any script: what was committed to, and every throw worked out."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

from gattai.kernel.question import Roll
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.committed import NO_SEED, Commitment, Committed, commitment_of
from gattai.kernel.text.snapshot import answers_in

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>{title}</title>
<style>
  body {{ max-width: 60rem; margin: 0 auto; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif }}
  h1 {{ font-size: 1.5rem }}
  h2 {{ font-size: 1.15rem; margin-top: 2rem }}
  code, td, th {{ font: 0.85rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }}
  th {{ text-align: left; padding-right: 1rem; font-weight: 600; white-space: nowrap; vertical-align: top }}
  td {{ padding-right: 1rem; vertical-align: top }}
  summary {{ cursor: pointer; padding: 0.35rem 0 }}
  details {{ border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent) }}
  details table {{ margin: 0 0 1rem 1rem }}
  .left {{ opacity: 0.65 }}
</style>
<main>
<h1>{title}</h1>
{body}
</main>
</html>
"""

_HOW = """<p>A throw draws from a row of bytes: the HMAC-SHA256, with the secret as key, of three lines: the seeds, the
number of the answer, and 0 (then 1, 2 … if one is not enough). For a die of <i>f</i> faces a byte counts if it is below the
largest multiple of <i>f</i> up to 256; its remainder by <i>f</i> is the place of the face on the die. A byte that does not
count is left out, so that no face is favoured.</p>"""


def dice_page(record: Record[Any], match: str) -> bytes:
    """The page of a match: until it is over it tells no more than everybody may know."""
    is_over = isinstance(record.question, Outcome)
    commitment = commitment_of(record.setting.dice)
    if commitment is None:
        body = "".join(_other(record, is_over=is_over))
    else:
        body = "".join(_committed(record, commitment, match, is_over=is_over))
    return _PAGE.format(title=html.escape(f"The dice of {match}"), body=body).encode()


def _other(record: Record[Any], *, is_over: bool) -> Iterator[str]:
    """Dice that nobody committed to."""
    if not record.setting.dice.startswith("seeded "):
        yield "<p>These dice were thrown by hand, or by a lesson: nobody can check them.</p>"
        return
    yield "<p>These dice come from a seed: whoever knows it knows every die beforehand.</p>"
    if is_over:
        yield "<p><code>gattai verify</code> throws them again from the transcript, which tells the seed.</p>"
    else:
        yield "<p>The transcript tells it when the match is over.</p>"


def _committed(
    record: Record[Any], commitment: Commitment, match: str, *, is_over: bool
) -> Iterator[str]:
    yield (
        "<p>All dice of this match were fixed before its first question: by a secret of the table, to which it "
        "committed itself by publishing the SHA-256, and by the seeds of the seats.</p>"
    )
    rows = [("commitment", commitment.digest)]
    for seat, seed in zip(record.rules.seats, commitment.seeds, strict=False):
        rows.append((f"seed of {seat}", "(none)" if seed == NO_SEED else seed))
    secret = record.secret if is_over else ""
    rows.append(("secret", secret or "(told when the match is over)"))
    yield _table(rows)
    if set(commitment.seeds) == {NO_SEED}:
        yield (
            "<p>No seat gave a seed, so the table could have chosen among secrets before it began. "
            "It cannot have changed a die since.</p>"
        )
    if not is_over:
        yield (
            "<p>Keep the commitment, if you want to be sure: the transcript must tell the same one. "
            "On a host's site the browser that you play with does so and compares: see “Dice” at the table.</p>"
        )
        return
    if not secret:
        yield "<p><strong>The secret was not told, so these dice cannot be checked.</strong></p>"
        return
    name = html.escape(match, quote=True)
    yield (
        f'<p>Check all of it on your own machine: <a href="/api/matches/{name}/transcript" download="{name}.txt">'
        f"save the transcript</a>, then <code>gattai verify {name}.txt</code>. The SHA-256 of the secret, as bytes, must "
        "be the commitment, and each throw must follow as below.</p><h2>Every throw</h2>"
    )
    yield _HOW
    yield from _throws(record, Committed(secret, commitment.seeds))


def _throws(record: Record[Any], dice: Committed) -> Iterator[str]:
    before = answers_in(record.setting.start)
    for number, past in enumerate(record.past, record.base + 1):
        if not isinstance(past.question, Roll) or number <= before:
            continue
        roll, working = past.question, dice.working(past.question, number)
        shown = " ".join(map(str, working.faces))
        yield (
            f"<details><summary>Answer {number}: {_text(roll.dice.name)} shows {_text(shown)} "
            f"<small>{_text(roll.rule)}</small></summary>"
        )
        rows = [
            row
            for message, digest in working.blocks
            for row in (("message", repr(message)[1:-1]), ("HMAC", digest))
        ]
        yield _table(rows)
        drawn = (
            f'<tr{"" if result else " class=left"}><th scope="row">byte {draw.at}</th>'
            f"<td>{_text(draw.words())}</td><td>{_text(result)}</td></tr>"
            for draw, result in zip(working.draws, working.results(roll.dice), strict=True)
        )
        yield f"<table>{''.join(drawn)}</table></details>"


def _table(rows: list[tuple[str, str]]) -> str:
    cells = (
        f'<tr><th scope="row">{_text(name)}</th><td>{_text(value)}</td></tr>'
        for name, value in rows
    )
    return f"<table>{''.join(cells)}</table>"


def _text(value: object) -> str:
    return html.escape(str(value))
