"""A film as one HTML file that any browser can show without a server or a network.

The page contains the client and the film, compressed. It contains no text written by users that a browser
could take for markup.
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
"""The policy of a page served by a table: it may run its own script but not contact the table."""

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
    """Return the page of a film, given as JSON, with the client that shows it."""
    client = msgspec.json.encode((style, script))
    text = _PAGE.format(
        title=html.escape(title), client=_packed(client), film=_packed(film), loader=_LOADER
    )
    return text.encode()


def title_of(text: str) -> str:
    """Return the title of the film of this transcript."""
    transcript = parse(text)
    end = transcript.end.partition(" ; ")[0]
    title = games.load(transcript.header.game).rulebook.game.title
    return f"{title}: {end}" if end else title


def _packed(content: bytes) -> str:
    return b64encode(zlib.compress(content, 9)).decode()
