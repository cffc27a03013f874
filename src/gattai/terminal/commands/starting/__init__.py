"""Commands for authors: `gattai new`, and packs that are checked while they are edited."""
