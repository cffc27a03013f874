"""Text in, text out: words for ids, lines of notation, templates, whole games and positions."""
