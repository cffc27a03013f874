"""`gattai puzzles`: play, find and check puzzles."""
