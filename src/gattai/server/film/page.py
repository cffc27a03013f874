"""A film as one file that any browser shows, without a table and without a network.

Client and film are packed into the page and unpacked by a few lines of it. Nothing in it is text that
somebody wrote, so there is nothing in it that a browser could take for something else.
"""

from __future__ import annotations

import html
import zlib
from base64 import b64encode

import msgspec

from gattai import games
from gattai.kernel.text.transcript import parse

POLICY = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Where a table serves it: it may draw itself, and neither ask the table for anything nor be anybody."""

_LOADER = """
(async () => {
  const open = async (id) => {
    const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  };
  try {
    const [style, script] = await open("gattai-client");
    window.gattaiFilm = await open("gattai-film");
    const put = (name, text, more) => document.head.append(Object.assign(document.createElement(name), { textContent: text, ...more }));
    put("style", style);
    put("script", script, { type: "module" });
  } catch (problem) {
    document.getElementById("app").textContent = `This browser is too old to show the replay (${problem}).`;
  }
})();
"""

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>{title}</title>
<style>body {{ font-family: system-ui, sans-serif }}</style>
<div id="app"><p>One moment …</p></div>
<noscript>{title}. The replay is drawn with JavaScript.</noscript>
<script type="text/plain" id="gattai-client">{client}</script>
<script type="text/plain" id="gattai-film">{film}</script>
<script>{loader}</script>
</html>
"""


def page(film: bytes, title: str, style: str, script: str) -> bytes:
    """The page of a film, which is a `Film` as JSON, with the client that shows it."""
    client = msgspec.json.encode((style, script))
    text = _PAGE.format(
        title=html.escape(title), client=_packed(client), film=_packed(film), loader=_LOADER
    )
    return text.encode()


def title_of(text: str) -> str:
    """What a film of this transcript is called."""
    transcript = parse(text)
    end = transcript.end.partition(" ; ")[0]
    title = games.load(transcript.setting.game).rulebook.game.title
    return f"{title}: {end}" if end else title


def _packed(content: bytes) -> str:
    return b64encode(zlib.compress(content, 9)).decode()
