"""What helps to make something of one's own: `gattai new`, and packs that are checked while they are written."""
