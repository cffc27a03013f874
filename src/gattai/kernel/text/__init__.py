"""Reading and writing text: words for ids, notation, templates, transcripts and positions."""
