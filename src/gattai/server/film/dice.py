"""The dice of a match as a page without scripts: the commitment, and every throw recomputed."""

from __future__ import annotations

import html
from collections.abc import Iterator

from msgspec import Struct

from gattai.kernel.question import Roll
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.committed import NO_SEED, Commitment, Committed, commitment_of
from gattai.kernel.running.linked import linked_of
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


def dice_page(record: Record[Struct], match: str) -> bytes:
    """Return the dice page of a match. Until the match is over it contains only public information."""
    is_over = isinstance(record.question, Outcome)
    commitment = commitment_of(record.header.dice)
    if commitment is None:
        body = "".join(_other(record, is_over=is_over))
    else:
        body = "".join(_committed(record, commitment, match, is_over=is_over))
    return _PAGE.format(title=html.escape(f"The dice of {match}"), body=body).encode()


def _other(record: Record[Struct], *, is_over: bool) -> Iterator[str]:
    """Describe dice that have no commitment."""
    if linked_of(record.header.dice):
        yield (
            "<p>These dice follow from values of both players, of which neither could choose its own. "
            "<code>gattai verify</code> recomputes them from the transcript alone.</p>"
        )
        return
    if not record.header.dice.startswith("seeded "):
        yield "<p>These dice were thrown by hand or set by a lesson, so they cannot be checked.</p>"
        return
    yield "<p>These dice come from a seed: anyone who knows it can predict every die.</p>"
    if is_over:
        yield "<p><code>gattai verify</code> recomputes them from the seed in the transcript.</p>"
    else:
        yield "<p>The transcript contains it once the match is over.</p>"


def _committed(
    record: Record[Struct], commitment: Commitment, match: str, *, is_over: bool
) -> Iterator[str]:
    yield (
        "<p>All dice of this match were fixed before it began: by the seeds of the seats and by a secret of the table, "
        "which published the secret's SHA-256 as its commitment.</p>"
    )
    rows = [("commitment", commitment.digest)]
    for seat, seed in zip(record.rules.seats, commitment.seeds, strict=False):
        rows.append((f"seed of {seat}", "(none)" if seed == NO_SEED else seed))
    secret = record.secret if is_over else ""
    rows.append(("secret", secret or "(published when the match is over)"))
    yield _table(rows)
    if commitment.are_committed:
        yield (
            "<p>All seats had committed to their seeds, by SHA-256, before any was revealed. So nobody could choose a seed "
            "to go with those of others, not even together with the host.</p>"
        )
    if set(commitment.seeds) == {NO_SEED}:
        yield (
            "<p>No seat added a seed, so the table could have picked a favourable secret before the match. "
            "It cannot have changed any die since.</p>"
        )
    if not is_over:
        yield (
            "<p>To be sure, save the commitment now: the transcript must show the same one. "
            "On a site, your browser does this for you: see “Dice” at the table.</p>"
        )
        return
    if not secret:
        yield "<p><strong>The secret was not published, so these dice cannot be checked.</strong></p>"
        return
    name = html.escape(match, quote=True)
    yield (
        f'<p>Check everything on your own machine: <a href="/api/matches/{name}/transcript" download="{name}.txt">'
        f"save the transcript</a>, then <code>gattai verify {name}.txt</code>. The SHA-256 of the secret, as bytes, must "
        "be the commitment, and each throw must follow as below.</p><h2>Every throw</h2>"
    )
    yield _HOW
    yield from _throws(record, Committed(secret, commitment.seeds))


def _throws(record: Record[Struct], dice: Committed) -> Iterator[str]:
    before = answers_in(record.header.start)
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
