"""Studies of changed rules that are begun, watched and read in a page."""
